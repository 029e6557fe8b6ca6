//! A file that is too large to read whole.

use super::*;
use bpx_schema::source::ReadAt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes, and zeros after them; notes how far it was read.
struct Sparse {
    head: Vec<u8>,
    size: u64,
    end: AtomicU64,
}

impl ReadAt for Sparse {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> std::io::Result<usize> {
        buf.fill(0);
        let read = self.head.read_at(offset, buf)?.max(buf.len());
        self.end.fetch_max(offset + read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

#[test]
#[allow(unsafe_code)]
fn a_large_file_is_checked_without_its_poses() {
    let frames = 48_828_u32;
    let mut bytes = BpatBuilder::new(Species::Horse, 64);
    bytes.clip(clip("run", 1, 64, 0));
    let mut head = bytes.write().unwrap();
    let palettes = u64::from_le_bytes(head[56..64].try_into().unwrap());
    head.truncate(usize::try_from(palettes).unwrap());
    for at in [24, 72] {
        head[at..at + 4].copy_from_slice(&frames.to_le_bytes());
    }
    let mut file = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut file, &head).unwrap();
    file.as_file().set_len(palettes + u64::from(frames) * 64 * 64).unwrap();
    // SAFETY: no other process uses the file.
    let source = unsafe { crate::source::map(&crate::source::open(file.path()).unwrap()) }.unwrap();
    assert_eq!(verify(&*source, Mode::Strict, Limits::default()).unwrap().verdict(), Verdict::Valid);
    let open = Bpat::open_valid(source.as_bytes().unwrap(), Mode::Strict, Limits::default()).unwrap();
    assert_eq!(open.palettes().len(), 48_828 * 64);
    assert_eq!(open.pose(0, frames - 1).unwrap().get(63).unwrap().rows, [[0.0; 4]; 4]);
    let sparse = Sparse { head, size: source.size(), end: AtomicU64::new(0) };
    assert_eq!(verify(&sparse, Mode::Strict, Limits::default()).unwrap().verdict(), Verdict::Valid);
    assert!((72..=palettes).contains(&sparse.end.into_inner()), "a part of the head is read, and no pose");
}

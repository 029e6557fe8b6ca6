//! Readings of the checksum of a whole file, which contains the field of the checksum.

use super::{Layout, MainHeader};
use bpx_schema::checksum::{Checksum, Crc32};
use bpx_schema::codec::Codec;
use bpx_schema::report::Result;
use bpx_schema::source::{ReadAt, SourceReader};
use std::io::Read;

/// The readings of the four bytes of the checksum.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// It skips them, as the specification defines.
    Skipped,
    /// It counts them as zeros.
    Zeroed,
}

/// Returns how the stated checksum was computed; `None` when it is wrong in both ways.
pub(super) fn reading(layout: &Layout, source: &dyn ReadAt) -> Result<Option<Reading>> {
    let head = layout.to_vec_without_regions()?;
    let mut sums = [Reading::Skipped, Reading::Zeroed].map(|reading| (reading, begin(&head, reading)));
    let head = head.len() as u64;
    let mut rest = SourceReader::new(source, head, source.size().saturating_sub(head));
    let mut piece = vec![0; 256 << 10];
    while rest.left() > 0 {
        let read = rest.read(&mut piece)?;
        if read == 0 {
            return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
        }
        for (_, sum) in &mut sums {
            sum.update(piece.get(..read).unwrap_or_default());
        }
    }
    let matching = sums.into_iter().find(|(_, sum)| sum.value() == u64::from(layout.header.checksum));
    Ok(matching.map(|(reading, _)| reading))
}

/// Computes the checksum of header and table as the declaration writes them.
fn begin(head: &[u8], reading: Reading) -> Crc32 {
    let at = place();
    let stated = head.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
    match reading {
        Reading::Skipped => Crc32::resume(u32::from_le_bytes(stated)),
        Reading::Zeroed => {
            let mut sum = Crc32::default();
            sum.update(head.get(..at).unwrap_or_default());
            sum.update(&[0; size_of::<u32>()]);
            sum.update(head.get(at.saturating_add(size_of::<u32>())..).unwrap_or_default());
            sum
        }
    }
}

/// Returns the offset of the checksum in the header.
fn place() -> usize {
    usize::try_from(MainHeader::CHECKSUM.offset()).unwrap_or(usize::MAX)
}

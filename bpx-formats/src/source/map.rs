//! Maps files into memory. This is the only unsafe call of the library.

use bpx_schema::source::ReadAt;
use memmap2::{Mmap, MmapOptions};
use std::fs::File;
use std::io;

/// The beginning of a file, mapped into memory. The map is read-only and shared, so a change of the file is visible in
/// the map.
#[derive(Debug)]
pub(super) struct Map(Mmap);

impl Map {
    /// Maps the first `size` bytes of a regular file, which must have at least `size` bytes.
    ///
    /// # Safety
    /// No program may change the mapped bytes while the map lives, because a `&[u8]` must not change.
    pub(super) unsafe fn new(file: &File, size: u64) -> io::Result<Self> {
        if file.metadata()?.len() < size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let size = usize::try_from(size).map_err(|_| io::ErrorKind::FileTooLarge)?;
        // SAFETY: the caller keeps the promise.
        unsafe { MmapOptions::new().len(size).map(file) }.map(Self)
    }
}

impl ReadAt for Map {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        (*self.0).read_at(offset, buf)
    }

    fn as_bytes(&self) -> Option<&[u8]> {
        Some(&self.0)
    }
}

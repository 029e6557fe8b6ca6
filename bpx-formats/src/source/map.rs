//! Files as memory maps: the one unsafe call of the project.
//!
//! # Safety
//! A map is sound as long as the mapped bytes do not change while a `&[u8]` to them exists. Rust cannot enforce
//! that against other processes. What stands against it here:
//! * The map is read-only and private, and the type hands out nothing but `&[u8]` for its own life.
//! * We never write to a file in place: [`replace`](super::replace()) writes another file and renames it, so that a
//!   mapped file keeps its bytes, also when it is saved over.
//! * Whoever parses the bytes makes no assumption that a second read yields the same value: every access is
//!   checked for itself, so that bytes changed by others give wrong values or errors, not wild accesses.
//! * A file that another process cuts short ends this process by a signal when the lost part is touched. That is
//!   no unsoundness, and the price of every map; build without feature `mmap` where it matters.

use bpx_schema::source::ReadAt;
use memmap2::Mmap;
use std::fs::File;
use std::io;

/// A file mapped into memory, of the size that it had when it was opened.
#[derive(Debug)]
pub(super) struct Map(Mmap);

impl Map {
    /// Maps a regular file.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: see the module: read-only, never written in place by us, every access checked.
        unsafe { Mmap::map(file) }.map(Self)
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

//! Reads bytes at any position, from memory or files.

mod file;
mod fill;
mod memory;
mod reader;
mod spool;

use std::io;

pub use file::FileSource;
pub use fill::{fill_buffer, fill_with};
pub use reader::SourceReader;
pub use spool::read_into_memory;

/// Bytes that can be read at any offset, from any number of threads at once.
///
/// `[u8]`, `Vec<u8>` and [`FileSource`] implement this trait, and so do references, boxes and `Arc`s of sources.
/// Offsets count bytes from the first byte of the source.
pub trait ReadAt: Send + Sync {
    /// Returns the total size in bytes, which is the same for the life of the source.
    fn size(&self) -> u64;

    /// Reads up to `buf.len()` bytes at `offset`. Returns the number of bytes that were read.
    ///
    /// A source may read fewer bytes than requested. 0 means that `offset` is at or past the end, or that `buf` is
    /// empty.
    ///
    /// # Errors
    /// Returns any error of the medium, including `Interrupted`.
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize>;

    /// Returns the whole content, `size()` bytes, if the content is in memory, as a slice or as a memory map.
    fn as_bytes(&self) -> Option<&[u8]> {
        None
    }

    /// Returns the regular file in which the bytes are, from the beginning of the file on, if there is one.
    fn as_file(&self) -> Option<&std::fs::File> {
        None
    }

    /// Fills `buf` with the `buf.len()` bytes at `offset`.
    ///
    /// # Errors
    /// Returns `UnexpectedEof` when the source ends first; the content of `buf` is then unspecified. Returns the errors
    /// of [`read_at`](Self::read_at), except `Interrupted`, after which the function reads again.
    fn read_exact_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<()> {
        let mut offset = offset;
        let mut rest = buf;
        while !rest.is_empty() {
            match self.read_at(offset, rest) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    rest = rest.get_mut(read..).ok_or_else(overlong_read_error)?;
                    offset = advance_offset(offset, read)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Returns `offset` advanced by `read` bytes.
fn advance_offset(offset: u64, read: usize) -> io::Result<u64> {
    u64::try_from(read)
        .ok()
        .and_then(|read| offset.checked_add(read))
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "offset past 2^64"))
}

fn overlong_read_error() -> io::Error {
    io::Error::other("the source returned more bytes than requested")
}

/// Defines sources with unusual behaviour, for tests.
#[cfg(test)]
pub(crate) mod awkward {
    use super::*;

    /// Returns at most 3 bytes a read, and `Interrupted` in between.
    pub(crate) struct TrickleSource<'a>(pub(crate) &'a [u8], pub(crate) std::sync::atomic::AtomicU32);

    impl ReadAt for TrickleSource<'_> {
        fn size(&self) -> u64 {
            self.0.size()
        }

        fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
            let turn = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if turn % 2 == 1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let size = buf.len().min(3);
            self.0.read_at(offset, &mut buf[..size])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_reads_survive_short_reads() {
        let source = awkward::TrickleSource(b"0123456789abcdef", Default::default());
        let mut buf = [0; 12];
        source.read_exact_at(2, &mut buf).unwrap();
        assert_eq!(&buf, b"23456789abcd");
    }

    #[test]
    fn exact_reads_stop_at_the_end() {
        let source = b"0123".as_slice();
        let error = source.read_exact_at(2, &mut [0; 3]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        let error = source.read_exact_at(u64::MAX, &mut [0; 3]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        source.read_exact_at(u64::MAX, &mut []).unwrap();
    }
}

//! Functions that readers of several types of files share. They count parts, read bytes, and return a message.

use bpx_schema::schema::Offset;
use bpx_schema::source::ReadAt;
use std::io::{self, ErrorKind};
use std::num::NonZeroU64;

/// Returns the message for an exceeded limit.
pub(in crate::bpx) fn limit_message() -> &'static str {
    "the references up to this one read more bytes of their section than the limit allows"
}

/// Returns how many parts of `size` bytes make up `all` bytes; `None` when bytes are left over.
pub(in crate::bpx) fn whole_parts(all: u64, size: u64) -> Option<u64> {
    match NonZeroU64::new(size) {
        Some(size) => (all % size == 0).then(|| all / size),
        None => (all == 0).then_some(0),
    }
}

/// Returns `size` zero bytes.
///
/// # Errors
/// `OutOfMemory` when `size` is larger than the address space of the machine.
pub(in crate::bpx) fn zero_bytes(size: u64) -> io::Result<Vec<u8>> {
    Ok(vec![0; usize::try_from(size).map_err(|_| ErrorKind::OutOfMemory)?])
}

/// Returns bytes of a source.
///
/// # Errors
/// Returns the errors of [`zero_bytes`], `UnexpectedEof` when some bytes do not exist, and errors of the source.
pub(in crate::bpx) fn read_bytes(source: &dyn ReadAt, offset: Offset, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = zero_bytes(size)?;
    read_exact_at(source, offset, &mut bytes)?;
    Ok(bytes)
}

/// Fills a buffer with bytes of a source.
///
/// # Errors
/// `UnexpectedEof` when some bytes do not exist, and errors of the source.
pub(in crate::bpx) fn read_exact_at(source: &dyn ReadAt, offset: Offset, buf: &mut [u8]) -> io::Result<()> {
    source.read_exact_at(offset.get().ok_or(ErrorKind::UnexpectedEof)?, buf)
}

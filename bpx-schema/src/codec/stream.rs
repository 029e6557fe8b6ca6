//! Reads records from streams, and writes records to streams.

use super::Fixed;
use crate::schema::{Endian, memory_size};
use std::io::{Read, Write};

/// Number of bytes that are read at a time. The number is large enough that the call costs little per byte, and small
/// enough for the nearest cache.
pub(super) const PIECE: usize = 16 << 10;

/// Memory in bytes that is reserved at most for a count before its elements are read.
const TRUSTED: usize = 1 << 20;

/// Reads records from a stream, piece by piece; memory grows as bytes arrive.
///
/// # Errors
/// Returns an error when the stream ends too early or fails.
pub fn read_records<T: Fixed>(reader: &mut impl Read, count: u64) -> std::io::Result<Vec<T>> {
    let size = T::SIZE.max(1);
    let piece = (PIECE / size).max(1);
    let wanted = memory_size(count);
    let mut records = Vec::with_capacity(wanted.min(TRUSTED / size_of::<T>().max(1)));
    let mut buffer = vec![0; piece.min(wanted) * size];
    let mut left = count;
    while left > 0 {
        let now = memory_size(left).min(piece);
        buffer.truncate(now * size);
        reader.read_exact(&mut buffer)?;
        records.extend(T::get_all(&buffer, Endian::Little));
        left -= now as u64;
    }
    Ok(records)
}

/// Writes records to a stream, piece by piece.
///
/// # Errors
/// Returns an error when the stream fails.
pub fn write_records<T: Fixed>(writer: &mut impl Write, records: &[T]) -> std::io::Result<()> {
    let size = T::SIZE.max(1);
    let mut buffer = Vec::new();
    for piece in records.chunks((PIECE / size).max(1)) {
        buffer.resize(piece.len() * size, 0);
        T::put_all(piece, &mut buffer, Endian::Little);
        writer.write_all(&buffer)?;
    }
    Ok(())
}

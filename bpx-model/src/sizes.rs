//! Numbers that files, schemas and callers state, as sizes of memory.

/// Returns the number of a byte or an element, or a number of bytes or elements, for a look-up in memory.
///
/// A negative number, or a number that the memory of this machine cannot have, becomes the largest number. No slice has
/// an element there, so that a look-up finds nothing, and a limit limits nothing.
///
/// ```
/// use bpx_model::memory_size;
///
/// assert_eq!([1, 2, 3].get(memory_size(2_u64)), Some(&3));
/// assert_eq!([1, 2, 3].get(memory_size(-1_i128)), None);
/// assert_eq!([1, 2, 3].get(memory_size(1_i128 << 100)), None);
/// ```
#[must_use]
pub fn memory_size(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

/// Returns the number of bytes from the start of an element of `size` bytes to the start of the next element. The number
/// is at least one, because bytes cannot be split into empty chunks.
#[must_use]
pub fn element_step(size: u64) -> usize {
    memory_size(size).max(1)
}

/// Returns a size in bytes for a message: `1 byte`, or `5 bytes`.
#[must_use]
pub fn describe_size(size: u64) -> String {
    if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") }
}

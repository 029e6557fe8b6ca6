//! Computes offsets of array elements.

/// Returns the offset of an element of an array that begins at the offset `first`; `size` is the size of each element
/// in bytes.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "elements are in memory, or they are records with numbers of 32 bits"
)]
pub(crate) fn element_offset(first: u64, index: u64, size: u64) -> u64 {
    first + index * size
}

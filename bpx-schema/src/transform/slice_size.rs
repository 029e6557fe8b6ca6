//! Returns sizes of slices as 64-bit numbers.

/// Returns the size of a slice in bytes.
pub(super) fn size_of_slice(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

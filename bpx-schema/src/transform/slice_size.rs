//! Sizes of slices, as files count them.

/// Returns the size of a slice in the units of files.
pub(super) fn size_of_slice(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

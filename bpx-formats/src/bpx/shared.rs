//! What readers of several types of files share: limits on bytes that references share.

use bpx_schema::Limits;

/// A limit on the bytes of a section that may be read for offsets into it: a multiple of its size, so that reading
/// ends.
pub(in crate::bpx) struct SharedBytes(u64);

impl SharedBytes {
    /// Creates the limit for a section with these bytes.
    pub(in crate::bpx) fn new(section: &[u8], limits: Limits) -> Self {
        Self(limits.max_shared.of(section.len() as u64))
    }

    /// Charges some bytes; returns whether they were left.
    #[must_use]
    pub(in crate::bpx) fn take(&mut self, bytes: u64) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or_default();
        left.is_some()
    }
}

/// Returns the message for an exceeded limit.
pub(in crate::bpx) fn beyond() -> &'static str {
    "the references up to here read the bytes of their section too often"
}

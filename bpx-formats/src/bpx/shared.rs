//! How often bytes may be read that others refer to.

use bpx_schema::Limits;

/// The bytes that may be read of a section to follow offsets into it: some times its size, so that reading ends.
pub(in crate::bpx) struct SharedBytes(u64);

impl SharedBytes {
    /// For a section of these bytes.
    pub(in crate::bpx) fn new(section: &[u8], limits: Limits) -> Self {
        Self(limits.max_shared.of(section.len() as u64))
    }

    /// Takes some bytes; tells whether they were left.
    #[must_use]
    pub(in crate::bpx) fn take(&mut self, bytes: u64) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or_default();
        left.is_some()
    }
}

/// What is wrong when nothing is left.
pub(in crate::bpx) fn beyond() -> &'static str {
    "what is referred to up to here has more bytes than its section, many times over"
}

//! Limits the bytes that several parts of a file share.

use crate::limits::Limits;

/// The number of bytes of a source that references may still read. Many short references may name the same large part,
/// so only a limit on the total bounds the work ([`Limits::max_shared`]).
#[derive(Debug, Clone, Copy)]
pub struct SharedBytes(u64);

impl SharedBytes {
    /// Returns the limit for a source of `size` bytes.
    #[must_use]
    pub fn for_source(size: u64, limits: &Limits) -> Self {
        Self::up_to(limits.max_shared.for_size(size))
    }

    /// Returns a limit of `limit` bytes.
    #[must_use]
    pub fn up_to(limit: u64) -> Self {
        Self(limit)
    }

    /// Takes some bytes, unless fewer bytes are left. Returns whether the bytes were taken.
    #[must_use]
    pub fn take(&mut self, bytes: u64) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// Returns the number of bytes that are left.
    #[must_use]
    pub fn bytes_left(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is() {
        let mut shared = SharedBytes::up_to(5);
        assert!(shared.take(3) && !shared.take(3) && shared.take(2) && shared.take(0));
        assert!(!shared.take(1));
        assert_eq!(shared.bytes_left(), 0);
    }
}

//! The limit on bytes that several parts of a file share.

use crate::limits::Limits;

/// Bytes of a source that references may still read. References of a few bytes may all name the same large part, so
/// only a limit on the sum bounds the work ([`Limits::max_shared`]).
#[derive(Debug, Clone, Copy)]
pub struct SharedBytes(u64);

impl SharedBytes {
    /// Returns the bytes that may be read of a source of this size in bytes.
    #[must_use]
    pub fn of(size: u64, limits: &Limits) -> Self {
        Self::up_to(limits.max_shared.of(size))
    }

    /// Returns a number of bytes that may be read.
    #[must_use]
    pub fn up_to(limit: u64) -> Self {
        Self(limit)
    }

    /// Takes some bytes, unless there are fewer; returns whether they were taken.
    #[must_use]
    pub fn take(&mut self, bytes: u64) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// Returns the bytes that are left.
    #[must_use]
    pub fn left(self) -> u64 {
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
        assert_eq!(shared.left(), 0);
    }
}

//! Why a budget refuses.

use crate::report::{Class, Error, Location};

/// Why a budget refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Exceeded {
    /// Values and contents would take more memory at one time.
    #[error("needs more than {limit} bytes of memory, the limit for a source of this size")]
    Memory {
        /// The bound in bytes.
        limit: u64,
    },
    /// Decompressed contents are too large in all.
    #[error("the decompressed contents exceed {limit} bytes in all, the limit for a source of this size")]
    Content {
        /// The bound in bytes.
        limit: u64,
    },
    /// Regions read the same bytes too often.
    #[error("regions read more than {limit} bytes in all, the limit for a source of this size")]
    Shared {
        /// The bound in bytes.
        limit: u64,
    },
    /// Expressions and searches take too long.
    #[error("expressions need more steps than the bytes justify")]
    Steps,
    /// What is written about a file is too much.
    #[error("what is to be written exceeds {limit} bytes, the limit for a source of this size")]
    Written {
        /// The bound in bytes.
        limit: u64,
    },
}

impl Exceeded {
    /// The fault of the value that lies there.
    #[cold]
    #[must_use]
    pub fn at(self, location: Location) -> Error {
        Error::fault(Class::LimitExceeded, location, self.to_string())
    }
}

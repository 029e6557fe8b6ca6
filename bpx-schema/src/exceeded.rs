//! Exceeded limits of a budget.

use crate::report::{Class, Error, Location};
use std::fmt;

/// The limit of a budget that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exceeded {
    /// Values and contents would take more memory at one time.
    Memory {
        /// The bound in bytes.
        limit: u64,
    },
    /// The sum of all decompressed contents is too large.
    Content {
        /// The bound in bytes.
        limit: u64,
    },
    /// Regions read the same bytes too often.
    Shared {
        /// The bound in bytes.
        limit: u64,
    },
    /// Expressions and searches take too long.
    Steps,
    /// The output about a file is too large.
    Written {
        /// The bound in bytes.
        limit: u64,
    },
}

impl Exceeded {
    /// Returns the fault for a value at this location.
    #[cold]
    #[must_use]
    pub fn at(self, location: Location) -> Error {
        Error::fault(Class::LimitExceeded, location, self.to_string())
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { limit } => {
                write!(out, "needs more than {limit} bytes of memory, the limit for a source of this size")
            }
            Self::Content { limit } => {
                write!(
                    out,
                    "the decompressed contents exceed {limit} bytes in total, the limit for a source of this size"
                )
            }
            Self::Shared { limit } => {
                write!(out, "regions read more than {limit} bytes in total, the limit for a source of this size")
            }
            Self::Steps => out.write_str("expressions need more steps than the limit for the bytes allows"),
            Self::Written { limit } => {
                write!(out, "the output exceeds {limit} bytes, the limit for a source of this size")
            }
        }
    }
}

impl std::error::Error for Exceeded {}

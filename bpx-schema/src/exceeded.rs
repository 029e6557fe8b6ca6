//! Defines the limits of a budget that can be exceeded.

use crate::report::{Class, Error, Location};
use std::fmt;

/// The limit of a budget that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExceededLimit {
    /// The memory of values and contents at one time.
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// The total size of all decompressed contents.
    Content {
        /// The limit in bytes.
        limit: u64,
    },
    /// The total size of the bytes that regions read, which counts shared bytes once for each region.
    Shared {
        /// The limit in bytes.
        limit: u64,
    },
    /// The number of steps of expressions and searches.
    Steps,
    /// The size of the output about a file.
    Written {
        /// The limit in bytes.
        limit: u64,
    },
}

impl ExceededLimit {
    /// Returns the fault for a value at a location.
    #[cold]
    #[must_use]
    pub fn fault_at(self, location: Location) -> Error {
        Error::fault(Class::LimitExceeded, location, self.to_string())
    }
}

impl fmt::Display for ExceededLimit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { limit } => {
                write!(
                    out,
                    "the values and contents need more than {limit} bytes of memory, the limit for a source of this \
                        size"
                )
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
            Self::Steps => out.write_str("expressions need more steps than the limit for this number of bytes"),
            Self::Written { limit } => {
                write!(out, "the output exceeds {limit} bytes, the limit for a source of this size")
            }
        }
    }
}

impl std::error::Error for ExceededLimit {}

//! Describes objects that are not unpacked.

use super::super::paths::{ClashKind, UnsafePath};
use bpx_schema::report::{Error, Location, Path, quote_value};
use std::fmt;
use std::sync::Arc;

/// An object that is not unpacked because of its name.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refused {
    /// Number of the object.
    pub object: usize,
    /// Stored name of the object; invalid UTF-8 is replaced.
    pub name: String,
    /// The fault of the name.
    pub reason: Refusal,
    /// Path of the field that names the object, in the model of the file.
    pub path: Path,
    /// Location of the field that names the object.
    pub at: Location,
}

/// Writes the name, its fault and its location; long names are cut.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "object {} `{}`: {}", self.object, quote_value(&self.name), self.reason)?;
        match self.reason {
            // The error has the location.
            Refusal::Unreadable(_) => Ok(()),
            _ => write!(f, " (at {})", self.at),
        }
    }
}

/// The fault of a name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The name cannot be read.
    #[error("the name cannot be read: {0}")]
    Unreadable(Error),
    /// The name is not safe as the name of a file.
    #[error("{0}")]
    Unsafe(#[from] UnsafePath),
    /// The name clashes with another name.
    #[error("{kind}: `{}`", quote_value(other))]
    Clash {
        /// The kind of clash.
        kind: ClashKind,
        /// The other name.
        other: String,
    },
}

/// An object that could not be unpacked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Failed {
    /// Number of the object.
    pub object: usize,
    /// Name of the file, below the target.
    pub name: String,
    /// The error; several objects in one section have the same error.
    pub error: Arc<Error>,
}

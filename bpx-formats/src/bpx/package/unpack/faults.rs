//! Objects of which no file is made.

use super::super::paths::{ClashKind, UnsafePath};
use bpx_schema::report::Error;
use std::sync::Arc;

/// An object that is not unpacked because of its name.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refused {
    /// Number of the object.
    pub object: usize,
    /// Its stored name; invalid UTF-8 is replaced.
    pub name: String,
    /// The fault of the name.
    pub reason: Refusal,
}

/// The fault of a name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The name cannot be read.
    #[error("the name cannot be read: {0}")]
    Unreadable(Error),
    /// It is not a safe name of a file.
    #[error("{0}")]
    Unsafe(#[from] UnsafePath),
    /// The name clashes with another name.
    #[error("{kind}: `{other}`")]
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

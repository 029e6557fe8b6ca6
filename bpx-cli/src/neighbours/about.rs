//! The description of a file.

use serde_json::{Map, Value};

/// A file, described.
pub(crate) struct About {
    /// Properties, in the order in which they are shown.
    pub(super) facts: Map<String, Value>,
    /// The parts of the file.
    pub(super) entries: Vec<Entry>,
}

/// Something in a file.
pub(super) struct Entry {
    /// Its name; of things that have none, their kind and number.
    pub(super) name: String,
    /// Offset from the beginning of the file in bytes, when it has one place.
    pub(super) offset: Option<u64>,
    /// A description.
    pub(super) about: String,
}

/// Returns a name for output: bytes that are not UTF-8 are replaced.
pub(super) fn readable(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

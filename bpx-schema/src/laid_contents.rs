//! Remembers the contents of an edit's old file, so that a layout keeps the numbers about unchanged contents.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of contents before a layout placed their fields. A clone shares the bytes.
#[derive(Debug, Clone, Default)]
pub(crate) struct LaidContents(Arc<Mutex<KnownContents>>);

#[derive(Debug, Default)]
struct KnownContents {
    bytes: HashSet<Vec<u8>>,
    /// Whether the old values were written, so that no content is added.
    is_complete: bool,
}

impl LaidContents {
    /// Notes that the old values were written: no content is added after this call.
    pub(crate) fn complete(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_complete = true;
    }

    /// Returns whether the old file has a content. Adds the contents of the old file itself.
    pub(crate) fn is_old(&self, content: &[u8]) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.is_complete {
            known.bytes.insert(content.to_vec());
        }
        known.bytes.contains(content)
    }
}

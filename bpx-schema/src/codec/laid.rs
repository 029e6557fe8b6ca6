//! Remembers the contents of an edit's old file, so that a layout keeps the numbers about unchanged contents.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of contents before a layout placed their fields. A clone shares the bytes.
#[derive(Clone, Default)]
pub(crate) struct LaidContents {
    known: Arc<Mutex<HashSet<Vec<u8>>>>,
    /// Whether the old values were written, so that no content is added.
    is_complete: bool,
}

impl LaidContents {
    /// Returns the same contents, to which no other is added.
    pub(crate) fn completed(&self) -> Self {
        Self { known: Arc::clone(&self.known), is_complete: true }
    }

    /// Returns whether the old file has a content. Adds the contents of the old file itself.
    pub(crate) fn is_old(&self, content: &[u8]) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_complete {
            known.insert(content.to_vec());
        }
        known.contains(content)
    }
}

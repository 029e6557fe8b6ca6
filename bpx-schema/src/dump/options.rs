//! Options for dumps.

/// Options for a dump.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DumpOptions {
    /// Number of bytes of one value that are shown; the others are counted.
    pub max_bytes: usize,
    /// Bytes on a line.
    pub width: usize,
    /// Whether to show the documentation of fields.
    pub docs: bool,
    /// The value to show, by its path; empty for all.
    pub path: String,
}

impl Default for DumpOptions {
    fn default() -> Self {
        Self { max_bytes: 32, width: 8, docs: false, path: String::new() }
    }
}

impl DumpOptions {
    /// Returns the number of bytes on a line: at least one, at most as many as a screen shows.
    pub(super) fn line(&self) -> usize {
        self.width.clamp(1, 1 << 12)
    }

    /// Sets the number of bytes of one value that are shown.
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Shows the documentation of fields.
    #[must_use]
    pub fn with_docs(mut self, docs: bool) -> Self {
        self.docs = docs;
        self
    }

    /// Shows only the value at a path, and its parts.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }
}

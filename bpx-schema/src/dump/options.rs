//! Holds the options of a dump.

/// The options of a dump.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DumpOptions {
    /// The number of bytes of one value that the dump shows. The dump counts the other bytes.
    pub max_bytes: usize,
    /// The number of bytes on a line.
    pub width: usize,
    /// Whether to show the documentation of fields.
    pub docs: bool,
    /// The path of the value that the dump shows; empty for all values.
    pub path: String,
}

impl Default for DumpOptions {
    fn default() -> Self {
        Self { max_bytes: 32, width: 8, docs: false, path: String::new() }
    }
}

impl DumpOptions {
    /// Returns the number of bytes on a line: at least 1, and at most 4096.
    pub(super) fn line_width(&self) -> usize {
        self.width.clamp(1, 1 << 12)
    }

    /// Sets the number of bytes of one value that the dump shows.
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

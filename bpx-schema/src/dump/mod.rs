//! Annotated bytes: the meaning of every byte of a file, written while the file is read.
//!
//! A file is read twice. The first time, an [`Outline`] records the sizes of values, and whether they are in order; it
//! needs one or two bytes for each value with parts. The second time, each value becomes a line immediately. If values
//! are read in another order than that of the file, the lines wait in a spool until they are sorted.

mod escape;
mod excerpt;
mod html;
#[cfg(feature = "json")]
mod list;
mod outline;
mod place;
mod text;

pub use self::escape::escaped;
pub use self::excerpt::{Excerpt, FieldBytes, ROW, excerpts, hex_column, hex_row};
pub use self::html::{HtmlPage, PAGE_STYLE, dump_html};
#[cfg(feature = "json")]
pub use self::list::dump_json;
pub use self::outline::{Extent, Outline};
pub use self::text::{Spool, dump, dump_to_string, value_text};

use crate::report::Result;
use crate::watch::Watch;

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
    /// Returns the number of bytes on a line: at least one, at most what a screen shows.
    fn line(&self) -> usize {
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

/// A function that reports every part of one file to a listener, like [`Codec::watch`](crate::Codec::watch).
pub type ReadFile<'a> = &'a dyn Fn(&mut dyn Watch) -> Result<()>;

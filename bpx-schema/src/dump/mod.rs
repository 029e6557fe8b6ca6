//! Annotated bytes: what every byte of a file is, written while it is read.
//!
//! A file is read twice. The first time, an [`Outline`] notes how large values are, and whether their bytes follow each
//! other; it takes a byte or two for each value with parts. The second time, every value becomes a line at once. Only
//! where values lie in another order than they are read, lines wait in a spool until they are sorted.

#[cfg(feature = "json")]
mod list;
mod outline;
mod place;
mod text;

#[cfg(feature = "json")]
pub use self::list::dump_json;
pub use self::outline::{Extent, Outline};
pub use self::text::{Spool, dump, dump_to_string};

use crate::report::Result;
use crate::watch::Watch;

/// How much a dump shows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DumpOptions {
    /// Bytes that are shown of one value; the others are counted.
    pub max_bytes: usize,
    /// Bytes on a line.
    pub width: usize,
    /// Whether to say what fields mean.
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
    /// Returns bytes on a line: at least one, and no more than any screen shows.
    fn line(&self) -> usize {
        self.width.clamp(1, 1 << 12)
    }

    /// With another bound on the bytes that are shown of one value.
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// With what fields mean.
    #[must_use]
    pub fn with_docs(mut self, docs: bool) -> Self {
        self.docs = docs;
        self
    }

    /// Only the value at a path, and its parts.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }
}

/// Reads a file, and reports every part to a listener: what [`Codec::watch`](crate::Codec::watch) does, for one file.
pub type ReadFile<'a> = &'a dyn Fn(&mut dyn Watch) -> Result<()>;

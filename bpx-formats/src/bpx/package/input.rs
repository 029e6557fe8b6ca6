use super::Object;
use std::borrow::Cow;
use std::io::Read;
use std::path::PathBuf;

/// The source of the bytes of a new object. Nothing is read before the package is written.
pub struct Input<'a> {
    pub(super) from: From<'a>,
    pub(super) watch: Option<Box<dyn Fn(u64) + 'a>>,
}

pub(super) enum From<'a> {
    Bytes(Cow<'a, [u8]>),
    File { path: PathBuf, size: Option<u64> },
    Reader { reader: Box<dyn Read + 'a>, size: Option<u64> },
    Object(Object<'a>),
}

impl<'a> Input<'a> {
    /// Uses bytes in memory.
    pub fn bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Self::of(From::Bytes(bytes.into()))
    }

    /// Uses a file, which is opened when the package is written. `size` is the expected size in bytes; a wrong size
    /// costs time, and does not change the output.
    pub fn file(path: impl Into<PathBuf>, size: Option<u64>) -> Self {
        Self::of(From::File { path: path.into(), size })
    }

    /// Uses all bytes of a reader; `size` has the same meaning as in [`file`](Self::file).
    pub fn reader(reader: impl Read + 'a, size: Option<u64>) -> Self {
        Self::of(From::Reader { reader: Box::new(reader), size })
    }

    /// Uses an object of another package.
    #[must_use]
    pub fn object(object: Object<'a>) -> Self {
        Self::of(From::Object(object))
    }

    fn of(from: From<'a>) -> Self {
        Self { from, watch: None }
    }

    /// Sets a function that gets the number of read bytes after each read.
    #[must_use]
    pub fn with_watch(mut self, watch: impl Fn(u64) + 'a) -> Self {
        self.watch = Some(Box::new(watch));
        self
    }

    /// Returns the expected size in bytes.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match &self.from {
            From::Bytes(bytes) => Some(bytes.len() as u64),
            From::File { size, .. } | From::Reader { size, .. } => *size,
            From::Object(object) => Some(object.size()),
        }
    }
}

impl std::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match &self.from {
            From::Bytes(_) => "bytes",
            From::File { .. } => "file",
            From::Reader { .. } => "reader",
            From::Object(_) => "object",
        };
        f.debug_struct("Input").field("kind", &kind).field("size", &self.size()).finish()
    }
}

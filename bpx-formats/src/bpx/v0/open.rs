use super::read::{fetch_of, head_size, read_head};
use super::{Content, ContentArgs, HEADER, Layout, MainHeader, SectionHeader};
use crate::bpx::container::{Extent, OpenOptions, Shape, decode_unless_invalid, file_extents};
use crate::bpx::layout::in_section;
use crate::file_format::hold_memory;
use bpx_schema::budget::MemoryAccount;
use bpx_schema::codec::{Codec, Decoder, HeldBytes, StoredRegion};
use bpx_schema::report::{Class, Error, Mode, Result};
use bpx_schema::schema::Offset;
use bpx_schema::source::{ReadAt, SourceReader};
use bpx_schema::{Budget, Limits};
use std::borrow::Cow;
use std::io::Write;
use std::sync::Arc;

/// A file of version 0. Header and table are in memory; sections are read on access.
pub struct Container {
    source: Arc<dyn ReadAt>,
    options: OpenOptions,
    layout: Layout,
    /// The account from which the memory of header and table is taken, if the caller has one.
    shared: Option<Budget>,
}

/// One section, whose content is read on access.
#[derive(Clone, Copy)]
pub struct Section<'c> {
    container: &'c Container,
    index: usize,
    header: &'c SectionHeader,
    stored: StoredRegion,
}

/// Returns the sizes and sections of a file.
fn file_shape(layout: &Layout) -> Shape<'_> {
    let stated = Some(layout.header.file_size).filter(|stated| *stated > 0);
    Shape {
        header_end: HEADER,
        table_end: head_size(layout.table.len() as u64),
        stated: stated.and_then(|stated| (Offset::from(stated) + HEADER).get()),
        sections: layout.sections.list(),
    }
}

impl Container {
    /// Reads header and section table within `limits`, and compares the checksum of the whole file.
    ///
    /// # Errors
    /// Returns the errors of [`open_with`](Self::open_with).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::open_with(source, OpenOptions::default().with_limits(limits))
    }

    /// Reads header and section table, and compares the checksum of the whole file, because sections have no checksums.
    /// Unknown codes and flags, and reserved bytes that are not zero, are not errors here.
    ///
    /// # Errors
    /// `Truncated` when the file ends inside of header or table, `BadMagic`, `UnsupportedVersion` for other versions,
    /// `ChecksumMismatch` unless the options skip checks, `LimitExceeded` for more than [`Limits::max_sections`]
    /// sections; each with path and offset. Also errors of the source.
    pub fn open_with(source: Arc<dyn ReadAt>, options: OpenOptions) -> Result<Self> {
        Self::open_within(source, options, None)
    }

    /// Opens a file as [`open_with`](Self::open_with) does. If an account is given, the memory of header and table, and
    /// the memory for reading contents, is taken from the account.
    pub(in crate::bpx) fn open_within(
        source: Arc<dyn ReadAt>,
        options: OpenOptions,
        memory: Option<&MemoryAccount>,
    ) -> Result<Self> {
        let head = read_head(&*source, options.limits)?;
        let _held = hold_memory(memory, head.len() as u64)?;
        let budget = Budget::sharing_memory(options.limits, source.size(), memory);
        let decoder = Decoder::new(&head, &budget).without_regions();
        let layout = if options.skip_checks {
            Layout::decode(&mut { decoder }, [])?
        } else {
            let kept = [Class::ReservedNotZero, Class::UnknownCode, Class::UnknownFlag];
            decode_unless_invalid(decoder.with_source(&*source), Mode::Lenient, &kept)?
        };
        Ok(Self { source, options, layout, shared: memory.map(|_| budget) })
    }

    /// Returns the main header.
    #[must_use]
    pub fn header(&self) -> &MainHeader {
        &self.layout.header
    }

    /// Returns the section table.
    #[must_use]
    pub fn table(&self) -> &[SectionHeader] {
        &self.layout.table
    }

    /// Returns the source of the file.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn ReadAt> {
        &self.source
    }

    /// Returns the options that the file was opened with.
    #[must_use]
    pub fn options(&self) -> OpenOptions {
        self.options
    }

    /// Returns offset, size and form of each stored content, in the order of the table.
    pub(super) fn stored(&self) -> &[StoredRegion] {
        self.layout.sections.list()
    }

    /// Creates the budget of one operation, with the memory of a shared account.
    pub(super) fn new_budget(&self) -> Budget {
        let memory = self.shared.as_ref().map(Budget::memory_account);
        Budget::sharing_memory(self.options.limits, self.source.size(), memory.as_ref())
    }

    /// Returns the number of sections.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layout.table.len()
    }

    /// Returns whether the file has no sections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.layout.table.is_empty()
    }

    /// Returns the sections, in the order of the table.
    pub fn sections(&self) -> impl DoubleEndedIterator<Item = Section<'_>> + ExactSizeIterator {
        let entries = self.layout.table.iter().zip(self.layout.sections.list()).enumerate();
        entries.map(|(index, (header, stored))| Section { container: self, index, header, stored: *stored })
    }

    /// Returns one section, counted from 0 in the order of the table; numbers in files count from 1.
    #[must_use]
    pub fn section(&self, index: usize) -> Option<Section<'_>> {
        let (header, stored) = (self.layout.table.get(index)?, self.layout.sections.list().get(index)?);
        Some(Section { container: self, index, header, stored: *stored })
    }

    /// Returns the first section of a type.
    #[must_use]
    pub fn find(&self, kind: u8) -> Option<Section<'_>> {
        self.sections().find(|section| section.header.kind == kind)
    }

    /// Returns the extents of the file, in order. Each byte of the file is in exactly one extent, which states the
    /// meaning of the byte.
    #[must_use]
    pub fn extents(&self) -> Vec<Extent> {
        file_extents(&file_shape(&self.layout), self.source.size())
    }

    /// Writes the file unchanged, byte for byte; returns its size in bytes.
    ///
    /// # Errors
    /// Returns errors of the source, and errors of the writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        let mut bytes = SourceReader::new(&*self.source, 0, self.source.size());
        let copied = std::io::copy(&mut bytes, out)?;
        if bytes.bytes_left() > 0 {
            return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
        }
        Ok(copied)
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }
}

impl<'c> Section<'c> {
    /// Returns the number of the section in the table, counted from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the entry of the section in the table.
    #[must_use]
    pub fn header(&self) -> &'c SectionHeader {
        self.header
    }

    /// Returns offset, size and form of the stored content, as the entry states them. The entry may be wrong.
    #[must_use]
    pub fn stored(&self) -> StoredRegion {
        self.stored
    }

    /// Returns the whole content, which is borrowed when the content is stored uncompressed and the file is in memory.
    ///
    /// # Errors
    /// `OutOfBounds` when the entry states bytes outside of the file, `BadStream` when the content cannot be
    /// decompressed, `LimitExceeded` when the content has more than [`max_memory`](Limits::max_memory) bytes; errors of
    /// the source.
    pub fn content(&self) -> Result<Cow<'c, [u8]>> {
        let Container { source, layout, .. } = self.container;
        let budget = Arc::new(self.container.new_budget());
        fetch_of(&**source, budget, layout, (self.index, self.stored)).content().map(HeldBytes::into_bytes)
    }

    /// Decodes the content as the type of the section requires.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content), and errors of decoding.
    pub fn decode(&self) -> Result<Content> {
        let content = self.content()?;
        let budget = Budget::for_bytes(self.container.options.limits, &content);
        let mut decoder = Decoder::in_space(&content, self.stored.content_space(), &budget);
        let args = ContentArgs { file: self.container.header().kind, section: self.header.kind };
        Content::decode(&mut decoder, args.into()).map_err(|error: Error| in_section(error, self.index))
    }
}

impl std::fmt::Debug for Container {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Container")
            .field("size", &self.source.size())
            .field("header", &self.layout.header)
            .field("sections", &self.len())
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Section<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Section").field("index", &self.index).field("header", &self.header).finish_non_exhaustive()
    }
}

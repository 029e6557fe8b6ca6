use super::read::{fetch, head_size, read_head, space};
use super::{Content, ContentArgs, HEADER, Layout, MainHeader, SectionHeader};
use crate::bpx::container::{Extent, OpenOptions, Shape, extents, sound};
use bpx_schema::codec::{Codec, Decoder, HeldBytes, Stored};
use bpx_schema::report::{Class, Error, Mode, Result};
use bpx_schema::source::{ReadAt, SourceReader};
use bpx_schema::{Budget, Limits};
use std::borrow::Cow;
use std::io::Write;
use std::sync::Arc;

/// A file of version 0: header and table are in memory, sections are read when asked for.
pub struct Container {
    source: Arc<dyn ReadAt>,
    options: OpenOptions,
    layout: Layout,
}

/// One section. Nothing of its content is read before it is asked for.
#[derive(Clone, Copy)]
pub struct Section<'c> {
    container: &'c Container,
    index: usize,
    header: &'c SectionHeader,
    stored: Stored,
}

/// The sizes and sections of a file, for what needs no more.
fn shape(layout: &Layout) -> Shape<'_> {
    let stated = layout.header.file_size;
    Shape {
        header_end: HEADER,
        table_end: head_size(layout.table.len() as u64),
        stated: if stated == 0 { 0 } else { stated.saturating_add(HEADER) },
        sections: layout.sections.list(),
    }
}

impl Container {
    /// Reads header and section table under these limits, and compares the checksum of the whole file.
    ///
    /// # Errors
    /// As [`open_with`](Self::open_with).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::open_with(source, OpenOptions::default().with_limits(limits))
    }

    /// Reads header and section table, and compares the checksum of the whole file: sections have none of their own.
    /// Codes and flags without a meaning, and reserved bytes that are used, are no errors here.
    ///
    /// # Errors
    /// `Truncated` when they are not all there, `BadMagic`, `UnsupportedVersion` for other versions,
    /// `ChecksumMismatch` unless checks are skipped, `LimitExceeded` for more than [`Limits::max_sections`]
    /// sections; each with path and offset. Also the source's own errors.
    pub fn open_with(source: Arc<dyn ReadAt>, options: OpenOptions) -> Result<Self> {
        let head = read_head(&*source, options.limits)?;
        let budget = Budget::new(options.limits, source.size());
        let decoder = Decoder::new(&head, &budget).without_regions();
        let layout = if options.skip_checks {
            Layout::decode(&mut { decoder }, [])?
        } else {
            let kept = [Class::ReservedNotZero, Class::UnknownCode, Class::UnknownFlag];
            sound(decoder.with_source(&*source), Mode::Lenient, &kept)?
        };
        Ok(Self { source, options, layout })
    }

    /// The main header.
    #[must_use]
    pub fn header(&self) -> &MainHeader {
        &self.layout.header
    }

    /// The section table.
    #[must_use]
    pub fn table(&self) -> &[SectionHeader] {
        &self.layout.table
    }

    /// The file.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn ReadAt> {
        &self.source
    }

    /// How it was opened.
    #[must_use]
    pub fn options(&self) -> OpenOptions {
        self.options
    }

    /// Number of sections.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layout.table.len()
    }

    /// Whether there is no section.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.layout.table.is_empty()
    }

    /// The sections, in the order of the table.
    pub fn sections(&self) -> impl DoubleEndedIterator<Item = Section<'_>> + ExactSizeIterator {
        let entries = self.layout.table.iter().zip(self.layout.sections.list()).enumerate();
        entries.map(|(index, (header, stored))| Section { container: self, index, header, stored: *stored })
    }

    /// One section, counted from 0 in the order of the table; numbers in files count from 1.
    #[must_use]
    pub fn section(&self, index: usize) -> Option<Section<'_>> {
        let (header, stored) = (self.layout.table.get(index)?, self.layout.sections.list().get(index)?);
        Some(Section { container: self, index, header, stored: *stored })
    }

    /// The first section of a type.
    #[must_use]
    pub fn find(&self, kind: u8) -> Option<Section<'_>> {
        self.sections().find(|section| section.header.kind == kind)
    }

    /// All bytes of the file by what they are, in their order: every byte is in exactly one extent.
    #[must_use]
    pub fn extents(&self) -> Vec<Extent> {
        extents(&shape(&self.layout), self.source.size())
    }

    /// Writes the file as it is, byte for byte; returns its size in bytes.
    ///
    /// # Errors
    /// Those of the source, and those of the writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        let mut bytes = SourceReader::new(&*self.source, 0, self.source.size());
        let copied = std::io::copy(&mut bytes, out)?;
        if bytes.left() > 0 {
            return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
        }
        Ok(copied)
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }
}

impl<'c> Section<'c> {
    /// Number in the table, counted from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The entry of the table.
    #[must_use]
    pub fn header(&self) -> &'c SectionHeader {
        self.header
    }

    /// Where and how the content is stored, as the entry says: it need not be true.
    #[must_use]
    pub fn stored(&self) -> Stored {
        self.stored
    }

    /// The whole content: borrowed when it is stored as it is and the file lies in memory.
    ///
    /// # Errors
    /// `OutOfBounds` when the entry points out of the file, `BadStream` when it does not unpack, `LimitExceeded` when
    /// it has more than [`max_memory`](Limits::max_memory) bytes; the source's own errors.
    pub fn content(&self) -> Result<Cow<'c, [u8]>> {
        let Container { source, options, layout } = self.container;
        let budget = Arc::new(Budget::new(options.limits, source.size()));
        fetch(&**source, budget, layout, self.index).content().map(HeldBytes::into_bytes)
    }

    /// The content as what the type of the section says.
    ///
    /// # Errors
    /// As [`content`](Self::content), and those of decoding.
    pub fn decode(&self) -> Result<Content> {
        let content = self.content()?;
        let budget = Budget::over(self.container.options.limits, &content);
        let mut decoder = Decoder::in_space(&content, space(&self.stored), &budget);
        let args = ContentArgs { file: self.container.header().kind, section: self.header.kind };
        Content::decode(&mut decoder, args.into())
            .map_err(|error: Error| error.in_element(self.index as u64).in_field("sections"))
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

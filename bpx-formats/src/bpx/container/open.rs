use super::access::Access;
use super::examine::decode_unless_invalid;
use super::extents::{Shape, file_extents};
use super::head::{HEADER, head_size, read_head};
use super::{Extent, OpenOptions, Section};
use crate::bpx::{Layout, MainHeader, SectionHeader};
use crate::file_format::hold_memory;
use bpx_schema::budget::MemoryAccount;
use bpx_schema::codec::{Decoder, Fetch, RegionOrigin, Space, StoredRegion};
use bpx_schema::report::{Class, Location, Mode, Result};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// A file of version 1 or 2 (sections 8 to 10), with header and table in memory, and sections that are read on access.
///
/// Reading takes `&self` and may happen on several threads at once.
pub struct Container {
    source: Arc<dyn ReadAt>,
    options: OpenOptions,
    layout: Layout,
    access: Access,
    /// The budget that pays for the memory of header and table, if the caller gave a budget.
    shared: Option<Budget>,
}

impl Container {
    /// Reads the header and the section table, with these limits and the default values of all other options.
    ///
    /// # Errors
    /// Returns the errors of [`open_with`](Self::open_with).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::open_with(source, OpenOptions::default().with_limits(limits))
    }

    /// Reads the header and the section table.
    ///
    /// # Errors
    /// Returns `Truncated` when header or table is incomplete, `BadMagic` (section 8.1), `UnsupportedVersion` (8.3;
    /// versions 1 and 2 are supported), `ChecksumMismatch` unless checks are skipped (8.5), or `LimitExceeded` for more
    /// than [`Limits::max_sections`] sections, each with path and offset. Also returns errors of the source.
    pub fn open_with(source: Arc<dyn ReadAt>, options: OpenOptions) -> Result<Self> {
        Self::open_within(source, options, None)
    }

    /// Opens a file like [`open_with`](Self::open_with). If a budget is given, the memory of header and table, and the
    /// memory for reading contents, is taken from this budget.
    pub(in crate::bpx) fn open_within(
        source: Arc<dyn ReadAt>,
        options: OpenOptions,
        memory: Option<&MemoryAccount>,
    ) -> Result<Self> {
        let head = read_head(&*source, options.limits)?;
        let _held = hold_memory(memory, head.len() as u64)?;
        let forgiven: &[Class] = if options.skip_checks { &[Class::ChecksumMismatch] } else { &[] };
        let budget = Budget::sharing_memory(options.limits, source.size(), memory);
        let layout = decode_unless_invalid(Decoder::new(&head, &budget).without_regions(), Mode::Lenient, forgiven)?;
        Ok(Self { source, options, layout, access: Access::default(), shared: memory.map(|_| budget) })
    }

    /// Returns the main header (section 8).
    #[must_use]
    pub fn header(&self) -> &MainHeader {
        &self.layout.header
    }

    /// Returns the section table (section 9).
    #[must_use]
    pub fn table(&self) -> &[SectionHeader] {
        &self.layout.table
    }

    /// Returns the source of the file.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn ReadAt> {
        &self.source
    }

    /// Returns the options with which the container was opened.
    #[must_use]
    pub fn options(&self) -> OpenOptions {
        self.options
    }

    /// Returns the offsets and sizes of the stored contents, in the order of the table.
    pub(in crate::bpx) fn stored(&self) -> &[StoredRegion] {
        self.layout.sections.list()
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
        entries.map(|(index, (header, stored))| Section::new(self, index, header, *stored))
    }

    /// Returns one section, counted from 0 in the order of the table (the specification counts from 1).
    #[must_use]
    pub fn section(&self, index: usize) -> Option<Section<'_>> {
        let (header, stored) = (self.layout.table.get(index)?, self.layout.sections.list().get(index)?);
        Some(Section::new(self, index, header, *stored))
    }

    /// Returns the first section of a type.
    #[must_use]
    pub fn find(&self, kind: u8) -> Option<Section<'_>> {
        self.sections().find(|section| section.header().kind == kind)
    }

    /// Returns all bytes of the file by their meaning, in order. Every byte is in exactly one extent.
    #[must_use]
    pub fn extents(&self) -> Vec<Extent> {
        let shape = Shape {
            header_end: HEADER,
            table_end: head_size(self.layout.table.len() as u64),
            stated: Some(self.layout.header.file_size),
            sections: self.layout.sections.list(),
        };
        file_extents(&shape, self.source.size())
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn access(&self) -> &Access {
        &self.access
    }

    /// Creates the budget of one operation. Each call has a budget of its own, except for the memory of a shared
    /// budget.
    pub(in crate::bpx) fn new_budget(&self) -> Budget {
        let memory = self.shared.as_ref().map(Budget::memory_account);
        Budget::sharing_memory(self.options.limits, self.source.size(), memory.as_ref())
    }

    /// Prepares to read the content of a section.
    pub(super) fn fetch_of(&self, index: usize, stored: StoredRegion) -> Fetch<'_> {
        let table = Location { file: HEADER, content: None };
        Fetch {
            source: &*self.source,
            space: Space::File(0),
            budget: Arc::new(self.new_budget()),
            field: Layout::SECTIONS,
            stored,
            origin: Some(RegionOrigin::of_element("table", index as u64, table, false, &self.layout.table)),
        }
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

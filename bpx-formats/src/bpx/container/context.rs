use crate::bpx::Layout;
use bpx_schema::Budget;
use bpx_schema::codec::{Fetch, HeldBytes, Space, StoredRegion, affordable_regions};
use bpx_schema::report::{Error, Location, Result};
use bpx_schema::source::ReadAt;
use std::sync::Arc;

/// The parts of a file that the rules of its type use.
pub(crate) struct ValidationContext<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) source: &'a dyn ReadAt,
    pub(crate) budget: &'a Arc<Budget>,
}

impl<'a> ValidationContext<'a> {
    /// Returns the number of the first section of a type.
    pub(crate) fn find_section(&self, kind: u8) -> Option<usize> {
        self.layout.table.iter().position(|entry| entry.kind == kind)
    }

    /// Returns the offset, size, transform and check of the stored bytes of a section.
    pub(crate) fn stored_place(&self, section: usize) -> Option<StoredRegion> {
        self.layout.sections.list().get(section).copied()
    }

    /// Returns how many sections, from the first on, may be read under the limits for shared bytes.
    pub(crate) fn readable_count(&self) -> usize {
        let list = self.layout.sections.list();
        affordable_regions(list, self.source.size(), self.budget.limits()).unwrap_or(list.len())
    }

    /// Returns the location of a byte of the content of a section.
    pub(crate) fn location_in(&self, section: usize, offset: u64) -> Location {
        self.space_of(section).map_or_else(Location::default, |space| space.location(offset))
    }

    /// Returns the space that holds the content of a section, in the file or decompressed.
    pub(crate) fn space_of(&self, section: usize) -> Option<Space> {
        self.stored_place(section).map(|stored| stored.content_space())
    }

    /// Returns the content of a section, or `None` when the content cannot be decompressed, which another rule reports.
    ///
    /// # Errors
    /// Returns errors of reading the source.
    pub(crate) fn content_of(&self, section: usize) -> Result<Option<HeldBytes<'a>>> {
        let Some(fetch) = self.fetch_of(section) else {
            return Ok(None);
        };
        match fetch.content() {
            Ok(content) => Ok(Some(content)),
            Err(Error::Fault(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Prepares to read the content of a section.
    fn fetch_of(&self, section: usize) -> Option<Fetch<'a>> {
        let stored = self.stored_place(section)?;
        let budget = Arc::clone(self.budget);
        Some(Fetch {
            source: self.source,
            space: Space::File(0),
            budget,
            field: Layout::SECTIONS,
            stored,
            origin: None,
        })
    }
}

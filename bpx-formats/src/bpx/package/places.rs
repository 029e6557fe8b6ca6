//! Locates the headers of objects.

use super::{ObjectHeader, ObjectHeaderV1, ObjectTable};
use crate::bpx::layout::section_path;
use crate::bpx::span::Span;
use crate::elements::element_offset;
use bpx_schema::codec::{FieldRef, StoredRegion};
use bpx_schema::report::{Location, Path, Segment};
use bpx_schema::schema::memory_size;

/// Finds path and location of the members of objects, for errors and findings.
pub(crate) struct Places<F> {
    /// Number of the section with the object table; `None` in revision 1, where headers lie before the bytes.
    pub(crate) table: Option<usize>,
    /// Returns how a section is stored.
    pub(crate) stored: F,
}

impl<F: Fn(usize) -> Option<StoredRegion>> Places<F> {
    /// Returns path and location of a field of an object's header.
    pub(crate) fn of(&self, index: usize, object: &ObjectHeader, field: FieldRef) -> (Path, Location) {
        let (section, offset, field) = match self.table {
            Some(section) => (section, element_offset(field.offset(), index as u64, ObjectHeader::SIZE as u64), field),
            None => {
                let named = field == ObjectHeader::NAME;
                let field = if named { ObjectHeaderV1::PATH } else { ObjectHeaderV1::SIZE_FIELD };
                // The header lies before the bytes.
                let header = Span::of(object.offset.into()).last_bytes(ObjectHeaderV1::SIZE as u64);
                let section = memory_size(object.start);
                (section, header.without_first(field.offset()).start(), field)
            }
        };
        let mut path = section_path(section).to_vec();
        path.extend(self.table.map(|_| Segment::Field("object_table".into())));
        path.extend([ObjectTable::OBJECTS.segment(), Segment::Index(index as u64)]);
        (field.path(path), self.location_at(section, offset))
    }

    /// Returns the location of a byte in the content of a section.
    pub(crate) fn location_at(&self, section: usize, offset: u64) -> Location {
        (self.stored)(section).map_or_else(Location::default, |stored| location_of(&stored, offset))
    }
}

/// Returns the location of the byte at an offset of a content.
pub(crate) fn location_of(stored: &StoredRegion, offset: u64) -> Location {
    stored.content_space().location(offset)
}

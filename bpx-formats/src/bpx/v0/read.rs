//! Reads the header, the section table and the contents of a file.

use super::{HEADER, Layout, MainHeader, SectionHeader};
use crate::bpx::container::{decode_unless_invalid, read_sized};
use crate::elements::element_offset;
use bpx_schema::codec::{Decoder, Fetch, RegionOrigin, Space, StoredRegion};
use bpx_schema::report::{Location, Mode, Result};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Size of an entry of the section table in bytes.
const ENTRY: u64 = SectionHeader::SIZE as u64;

/// Returns the bytes of header and table of a file of version 0.
pub(in crate::bpx) fn read_head(source: &dyn ReadAt, limits: Limits) -> Result<Vec<u8>> {
    read_sized(source, limits, (HEADER, ENTRY), |bytes| {
        let header: MainHeader =
            decode_unless_invalid(Decoder::new(bytes, &Budget::for_bytes(limits, bytes)), Mode::Lenient, &[])
                .map_err(|error| error.in_field(Layout::HEADER.name()))?;
        Ok(header.section_count)
    })
}

/// Prepares reading the content of a section, from the section's number and the stored bytes.
pub(super) fn fetch_of<'a>(
    source: &'a dyn ReadAt,
    budget: Arc<Budget>,
    layout: &'a Layout,
    (index, stored): (usize, StoredRegion),
) -> Fetch<'a> {
    let at = Location { file: HEADER, content: None };
    Fetch {
        source,
        space: Space::File(0),
        budget,
        field: Layout::SECTIONS,
        stored,
        origin: Some(RegionOrigin::of_element("table", index as u64, at, false, &layout.table)),
    }
}

/// Returns the size of header and table in bytes.
pub(super) fn head_size(sections: u64) -> u64 {
    element_offset(HEADER, sections, ENTRY)
}

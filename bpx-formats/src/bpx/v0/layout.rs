//! A file of version 0 as a whole (2019, sections 6 and 7).

use super::{Content, MainHeader, SectionHeader};
use bpx_schema::codec::Regions;
use bpx_schema::structure;

/// Bit of [`SectionHeader::flags`] for compressed content.
pub(crate) const COMPRESSED: u8 = 0x2;

/// A file of version 0 (2019, sections 6 and 7).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "v0 6",
    derive(header.section_count = table.len()),
    sum(
        crc32,
        over(header, ..),
        stored = header.checksum,
        skip(header.checksum),
        or_zero(header.checksum),
        spec = "v0 6.5"
    )
)]
pub struct Layout {
    /// The main header.
    #[schema(spec = "v0 6")]
    pub header: MainHeader,
    /// One entry for each section.
    #[br(count = header.section_count)]
    #[schema(spec = "v0 7", pool("sections", key = kind))]
    pub table: Vec<SectionHeader>,
    /// The sections themselves. The size of compressed content is not stated.
    #[br(args(header.kind, entry.kind))]
    #[schema(region(
        each = table,
        at = entry.pointer,
        size = entry.size,
        transform(zlib if entry.flags & COMPRESSED != 0)
    ))]
    pub sections: Regions<Content>,
}

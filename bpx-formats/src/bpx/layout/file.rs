//! The container as a whole: header, section table, and the places of the sections.

use super::{Content, MainHeader, SectionHeader};
use crate::bpx::Crc32Legacy;
use bpx_schema::codec::Regions;
use bpx_schema::structure;

/// Bits of [`SectionHeader::flags`] that describe how the content is stored.
pub(crate) const ZLIB: u8 = 0x1;
pub(crate) const XZ: u8 = 0x2;
pub(crate) const CRC32: u8 = 0x4;
pub(crate) const WEAK: u8 = 0x8;

/// A file of version 1 or 2 (sections 8 to 10).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "8",
    derive(header.section_count = table.len()),
    sum(
        byte_sum,
        over(header, table),
        stored = header.checksum,
        skip(header.checksum),
        or_skip(table.reserved),
        spec = "8.5"
    )
)]
pub struct Layout {
    /// The main header.
    #[schema(spec = "8")]
    pub header: MainHeader,
    /// One entry for each section.
    #[br(count = header.section_count)]
    #[schema(spec = "9", pool("sections", key = kind))]
    pub table: Vec<SectionHeader>,
    /// The sections themselves.
    ///
    /// If both compression flags are set, the content is xz; if both check flags are set, the checksum is weak. A
    /// plain section is as long as its content.
    #[br(args(header.kind, entry.kind, header.version))]
    #[schema(region(
        each = table,
        at = entry.pointer,
        size = if entry.flags & 3 == 0 { entry.content_size } else { entry.stored_size },
        content_size = entry.content_size,
        transform(xz if entry.flags & XZ != 0, zlib if entry.flags & ZLIB != 0),
        check(byte_sum if entry.flags & WEAK != 0, stored = entry.checksum),
        check(crc32 | Crc32Legacy if entry.flags & CRC32 != 0, stored = entry.checksum)
    ))]
    pub sections: Regions<Content>,
}

//! Reads header and section table, which are all that is read when a file is opened.

use super::examine::decode_unless_invalid;
use crate::bpx::shared::read_bytes;
use crate::bpx::{Layout, MainHeader, SectionHeader};
use crate::elements::element_offset;
use bpx_schema::codec::{Decoder, FieldRef};
use bpx_schema::field_name;
use bpx_schema::report::{Class, Error, Location, Mode, Path, Result, Segment};
use bpx_schema::schema::Offset;
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};

/// Size of the main header in bytes.
pub(super) const HEADER: u64 = MainHeader::SIZE as u64;

/// Returns the size of header and table in bytes.
pub(crate) fn head_size(sections: u64) -> u64 {
    element_offset(HEADER, sections, SectionHeader::SIZE as u64)
}

/// Returns the bytes of header and table of a file that begins like a file of version 1 or 2.
///
/// # Errors
/// Returns `Truncated` when the file ends before the end of the table, `BadMagic`, `UnsupportedVersion`,
/// `LimitExceeded` when the table is complete but has more entries than [`Limits::max_sections`], and errors of the
/// source.
pub(in crate::bpx) fn read_head(source: &dyn ReadAt, limits: Limits) -> Result<Vec<u8>> {
    let count = |bytes: &[u8]| {
        let header: MainHeader =
            decode_unless_invalid(Decoder::new(bytes, &Budget::for_bytes(limits, bytes)), Mode::Lenient, &[])
                .map_err(|error| error.in_field(Layout::HEADER.name()))?;
        Ok(header.section_count)
    };
    read_sized(source, limits, (HEADER, SectionHeader::SIZE as u64), count)
}

/// Returns the bytes of a header and a table, from their sizes and a function that returns the number of entries.
///
/// # Errors
/// Returns the errors of [`read_head`], and those of the function.
pub(in crate::bpx) fn read_sized(
    source: &dyn ReadAt,
    limits: Limits,
    (header, entry): (u64, u64),
    count: impl FnOnce(&[u8]) -> Result<u32>,
) -> Result<Vec<u8>> {
    let size = source.size();
    let Some(left) = (Offset::from(size) - header).get() else {
        let message = format!("the header needs {header} bytes, found {size}");
        return Err(Error::unlocated_fault(Class::Truncated, message).in_field(Layout::HEADER.name()));
    };
    let count = count(&read_bytes(source, 0.into(), header)?)?;
    let [wanted, entries] = [header, 0].map(|first| element_offset(first, count.into(), entry));
    if wanted > size {
        let message = format!("{count} entries need {entries} bytes, found {left}");
        let at = Location { file: header, content: None };
        return Err(Error::fault(Class::Truncated, at, message).in_field(field_name!(Layout, table)));
    }
    if count > limits.max_sections || wanted > limits.max_memory.for_size(size) {
        return Err(too_many_error(count, limits));
    }
    Ok(read_bytes(source, 0.into(), wanted)?)
}

#[cold]
fn too_many_error(count: u32, limits: Limits) -> Error {
    let message = format!("{count} sections exceed the limit of {}", limits.max_sections);
    // The field has the same place in all versions.
    Error::fault(Class::LimitExceeded, MainHeader::SECTION_COUNT.location(0), message)
        .in_field(MainHeader::SECTION_COUNT.name())
        .in_field(Layout::HEADER.name())
}

/// Returns path and location of a field of the main header.
pub(crate) fn header_member(field: FieldRef) -> (Path, Location) {
    (field.path([Layout::HEADER.segment()]), field.location(0))
}

/// Returns path and location of a field of the type-specific extension, in a case of the switch. The location is the
/// same in all versions.
pub(crate) fn type_ext_member(case: &'static str, field: FieldRef) -> (Path, Location) {
    let way = [Layout::HEADER.segment(), MainHeader::TYPE_EXT.segment(), Segment::Field(case.into())];
    (field.path(way), field.location(MainHeader::TYPE_EXT.offset()))
}

/// Returns path and location of a field of a table entry.
pub(crate) fn entry_member(index: u64, field: FieldRef) -> (Path, Location) {
    (
        field.path([Segment::Field(field_name!(Layout, table).into()), Segment::Index(index)]),
        field.location(head_size(index)),
    )
}

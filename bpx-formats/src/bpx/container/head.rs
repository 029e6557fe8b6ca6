//! Header and section table: all that is read of a file before it is asked for its sections.

use super::sound::sound;
use crate::bpx::{MainHeader, SectionHeader};
use bpx_schema::codec::{Codec, Decoder};
use bpx_schema::report::{Class, Error, Location, Mode, Path, Result, Segment};
use bpx_schema::source::ReadAt;
use bpx_schema::{Limits, schema};

/// Size of the main header in bytes.
pub(super) const HEADER: u64 = MainHeader::SIZE as u64;

/// Size of header and table in bytes.
pub(crate) fn head_size(sections: u64) -> u64 {
    HEADER.saturating_add(sections.saturating_mul(SectionHeader::SIZE as u64))
}

/// The bytes of header and table of a file that begins as one of version 1 or 2.
///
/// # Errors
/// `Truncated` when the file ends before, `BadMagic`, `UnsupportedVersion`, `LimitExceeded` when the table is there
/// but has more entries than [`Limits::max_sections`]; the source's own errors.
pub(super) fn read_head(source: &dyn ReadAt, limits: Limits) -> Result<Vec<u8>> {
    let size = source.size();
    if size < HEADER {
        let message = format!("needs {HEADER} bytes, {size} are left");
        return Err(Error::fault(Class::Truncated, Location::default(), message).in_field("header"));
    }
    let mut bytes = vec![0; MainHeader::SIZE];
    source.read_exact_at(0, &mut bytes)?;
    let header: MainHeader =
        sound(Decoder::new(&bytes, limits), Mode::Lenient, &[]).map_err(|error| error.in_field("header"))?;
    let count = u64::from(header.section_count);
    let wanted = head_size(count);
    if wanted > size {
        let left = size.saturating_sub(HEADER);
        let message = format!("{count} entries need {} bytes, {left} are left", wanted.saturating_sub(HEADER));
        let at = Location { file: HEADER, content: None };
        return Err(Error::fault(Class::Truncated, at, message).in_field("table"));
    }
    if header.section_count > limits.max_sections || wanted > limits.max_alloc {
        return Err(too_many(&header, limits));
    }
    bytes.resize(usize::try_from(wanted).unwrap_or_default(), 0);
    source.read_exact_at(0, &mut bytes)?;
    Ok(bytes)
}

#[cold]
fn too_many(header: &MainHeader, limits: Limits) -> Error {
    let message = format!("{} sections exceed the limit of {}", header.section_count, limits.max_sections);
    Error::fault(Class::LimitExceeded, header_member("section_count"), message)
        .in_field("section_count")
        .in_field("header")
}

/// Where a member of the main header lies.
pub(crate) fn header_member(name: &str) -> Location {
    Location { file: member_offset(MainHeader::schema(), name), content: None }
}

/// Path and place of a member of a table entry.
pub(crate) fn entry_member(index: u64, name: &'static str) -> (Path, Location) {
    let member = member_offset(<SectionHeader as Codec>::schema(), name);
    let path = vec![Segment::Field("table".into()), Segment::Index(index), Segment::Field(name.into())];
    (Path::new(path), Location { file: head_size(index).saturating_add(member), content: None })
}

fn member_offset(structure: &schema::Structure, name: &str) -> u64 {
    structure.offset_of(name, &|_| None).unwrap_or_default()
}

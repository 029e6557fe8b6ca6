//! Checks rules that relate parts of a file.

use super::extents::{ALIGNMENT, HEADER};
use super::names::{self, Named};
use super::{Clip, Extension, Extent, Head, Header, Layout, Part, Socket, registry};
use crate::elements::element_offset;
use crate::quote::quote_bytes;
use bpx_schema::SharedBytes;
use bpx_schema::codec::FieldRef;
use bpx_schema::report::{Finding, Location, Result, Rule, Segment};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;

/// Checks that the sections lie in the file (rule 8), and that they share no bytes. Returns whether the sections can be
/// read.
pub(super) fn check_bounds(head: &Head, file: u64, watch: &mut dyn Watch) -> bool {
    let mut extents: Vec<Extent> = head.extents().into_iter().filter(|extent| extent.size > 0).collect();
    let outside = |extent: &Extent| extent.end > u128::from(file);
    let whole = extents.len();
    for extent in extents.iter().filter(|extent| outside(extent)) {
        let (part, end) = (extent.part.name(), extent.end);
        let message = format!("{part} ends at offset {end}, but the file has {file} bytes");
        watch.report(head_finding(&registry::BOUNDS, extent.part, message));
    }
    extents.retain(|extent| !outside(extent));
    let inside = extents.len() == whole;
    extents.sort_by_key(|extent| extent.offset);
    let mut furthest: Option<Extent> = None;
    for extent in extents {
        let reached = furthest.map_or(0, |before| before.end);
        if let Some(before) = furthest.filter(|_| u128::from(extent.offset) < reached) {
            let message = format!("{} shares bytes with {}", extent.part.name(), before.part.name());
            watch.report(head_finding(&registry::OVERLAP, extent.part, message));
        }
        if extent.end > reached {
            furthest = Some(extent);
        }
    }
    inside
}

/// Checks the rules for names. `shared` limits the bytes of names that the function reads.
pub(super) fn check_names(tables: &Layout, head: &Head, mut shared: SharedBytes, watch: &mut dyn Watch) {
    check_names_of(tables, head, &tables.clips, &mut shared, watch);
    check_names_of(tables, head, &tables.sockets, &mut shared, watch);
}

fn check_names_of<T: Named + Table>(
    tables: &Layout,
    head: &Head,
    entries: &[T],
    shared: &mut SharedBytes,
    watch: &mut dyn Watch,
) {
    for (index, entry) in (0_u64..).zip(entries) {
        let blame = |rule, message| table_finding::<T>(rule, head, index, message);
        // The declaration states that a name has an offset of its own.
        let Some(name) = names::find_name(&tables.strings, entry.name_span()) else { continue };
        if !shared.take(name.len() as u64) {
            let message = "names share more bytes of the string table than the limit allows".to_owned();
            watch.report(blame(&registry::NAMES_LIMIT, message));
            return;
        }
        if std::str::from_utf8(name).is_err() {
            let message = format!("expected a name in UTF-8, found \"{}\"", quote_bytes(name));
            watch.report(blame(&registry::NAME_UTF8, message));
        }
    }
}

/// Checks the bytes that belong to no part.
pub(super) fn check_unused(head: &Head, source: &dyn ReadAt, watch: &mut dyn Watch) -> Result<()> {
    let file = source.size();
    for (offset, size) in head.gaps(file) {
        let at = Location { file: offset, content: None };
        if offset.checked_add(size) == Some(file) {
            let message = format!("{size} bytes follow the last section");
            watch.report(registry::TRAILING_BYTES.finding(at, message));
        } else if size < ALIGNMENT {
            let mut padding = [0; ALIGNMENT as usize];
            let (padding, _) = padding.split_at_mut(size as usize);
            source.read_exact_at(offset, padding)?;
            if padding.iter().any(|byte| *byte != 0) {
                let message = "expected zeros in the padding before the next section, found other bytes".to_owned();
                watch.report(registry::PADDING.finding(at, message));
            }
        }
    }
    Ok(())
}

/// An entry of a table.
trait Table {
    const NAME: &'static str;
    const PART: Part;
    /// The field that states the offset of the name.
    const NAME_OFFSET: FieldRef;
    /// Returns the size of an entry in bytes.
    fn size_in(version: u32) -> usize;
}

impl Table for Clip {
    const NAME: &'static str = "clips";
    const PART: Part = Part::Clips;
    const NAME_OFFSET: FieldRef = Self::NAME_OFFSET;

    fn size_in(version: u32) -> usize {
        Self::size_in(version)
    }
}

impl Table for Socket {
    const NAME: &'static str = "sockets";
    const PART: Part = Part::Sockets;
    const NAME_OFFSET: FieldRef = Self::NAME_OFFSET;

    fn size_in(_: u32) -> usize {
        Self::SIZE
    }
}

/// Returns a finding about the bounds of a part, at the field of the header or extension that states the offset of the
/// part.
fn head_finding(rule: &Rule, part: Part, message: String) -> Finding {
    let (member, is_header) = match part {
        Part::Header | Part::Extension => (Header::MAGIC, true),
        Part::Clips => (Header::CLIP_TABLE_OFFSET, true),
        Part::Sockets => (Header::SOCKET_TABLE_OFFSET, true),
        Part::Strings => (Header::STRING_TABLE_OFFSET, true),
        Part::Palettes | Part::SocketData => (Header::PALETTE_DATA_OFFSET, true),
        Part::Contacts => (Extension::CONTACT_DATA_OFFSET, false),
        Part::BindPalette => (Extension::BIND_PALETTE_OFFSET, false),
        Part::BoneParents => (Extension::BONE_PARENT_OFFSET, false),
    };
    let holder = is_header.then(|| Layout::HEADER.segment());
    let begin = if is_header { 0 } else { HEADER };
    rule.finding(member.location(begin), message).with_path(member.path(holder))
}

fn table_finding<T: Table>(rule: &Rule, head: &Head, index: u64, message: String) -> Finding {
    let path = T::NAME_OFFSET.path([Segment::Field(T::NAME.into()), Segment::Index(index)]);
    let begin = element_offset(head.extent(T::PART).offset, index, T::size_in(head.header.version) as u64);
    rule.finding(T::NAME_OFFSET.location(begin), message).with_path(path)
}

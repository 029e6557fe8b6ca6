//! Reads everything except the poses, and checks every rule.

use super::extents::{EXTENSION, HEAD, HEADER};
use super::naming::Naming;
use super::rules;
use super::strides::Strides;
use super::{BoneParents, BoneParentsArgs, Clip, ClipArgs, Extension, Head, Header, Layout, Part, Socket};
use crate::head::number_at;
use crate::source::part;
use bpx_schema::codec::{Codec, Decoder, FieldRef, Regions, ReportRelations, Space};
use bpx_schema::report::{Class, Error, Location, Mode, Report, Result, Rule, Segment, Validator};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::{NodeKind, Watch};
use bpx_schema::{Budget, Limits, SharedBytes};
use std::sync::LazyLock;

/// The rules for signature and version. A file that breaks one of these rules is not decoded.
static MAGIC: LazyLock<Rule> = LazyLock::new(|| Header::RULE_BPAT_MAGIC.rule());
static VERSION: LazyLock<Rule> = LazyLock::new(|| Header::RULE_BPAT_VERSION.rule());

/// Checks every rule of a file, and collects all findings.
///
/// The only rule for the poses is that they are inside the file, so the function does not read the poses.
/// [`rules`](crate::rules) lists the other rules; their numbers are those of the list in the specification, which lost
/// its number 8.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub fn verify(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let mut validator = Validator::new(mode);
    let examined = examine_file(source, limits, &mut validator);
    Ok(validator.finish(examined)?)
}

/// Reports every part of a file to a listener, and each name after its offset and size.
///
/// # Errors
/// Returns an error when the bytes end before the structure does, or have another signature. The listener gets the
/// parts before the error.
pub fn watch(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    check_signature(&file)?;
    let mut naming = Naming::new(watch, file, limits);
    Layout::decode(&mut Decoder::new(file, &Budget::for_bytes(limits, file)).with_watch(&mut naming), []).map(drop)
}

/// Reads everything except the poses, and reports the broken rules.
///
/// # Errors
/// Returns the first fault that prevents further reading, and errors of reading the source.
pub(super) fn examine_file(source: &dyn ReadAt, limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    check_signature(source)?;
    let file = source.size();
    let begin = part(source, 0, HEADER, limits)?;
    let header: Header = decode_part(&begin, 0, Layout::HEADER.name(), limits, watch, |d| Header::decode(d, []))?;
    let extension = if header.version == 3 {
        let bytes = part(source, HEADER, EXTENSION, limits)?;
        Extension::decode(&mut Decoder::new(&bytes, &Budget::for_bytes(limits, &bytes)), [])?
    } else {
        Extension::default()
    };
    let head = Head { header, extension };
    if !rules::check_bounds(&head, file, watch) {
        return Ok(());
    }
    let bytes_of = |name| {
        let extent = head.extent(name);
        Ok::<_, Error>((part(source, extent.offset, extent.size, limits)?, extent.offset))
    };
    let ((clips, clips_at), (sockets, sockets_at)) = (bytes_of(Part::Clips)?, bytes_of(Part::Sockets)?);
    let clips = decode_part(&clips, clips_at, "clips", limits, watch, |d| {
        Clip::decode_many(d, header.clip_count.into(), ClipArgs { version: header.version }.into())
    })?;
    let sockets = decode_part(&sockets, sockets_at, "sockets", limits, watch, |d| {
        Socket::decode_many(d, header.socket_count.into(), [])
    })?;
    let (strings, _) = bytes_of(Part::Strings)?;
    if extension.bone_parent_offset != 0 {
        let (parents, at) = bytes_of(Part::BoneParents)?;
        let args = BoneParentsArgs { bone_count: header.bone_count }.into();
        decode_part(&parents, at, "bone_parents", limits, watch, |d| BoneParents::decode(d, args))?;
    }
    // No rule relates what is not read here.
    let layout = Layout {
        header,
        contact_data_offset: extension.contact_data_offset,
        contact_entry_count: extension.contact_entry_count,
        reserved0: extension.reserved0,
        bind_palette_offset: extension.bind_palette_offset,
        bone_parent_offset: extension.bone_parent_offset,
        clips,
        sockets,
        strings: strings.into_owned(),
        palettes: Regions::default(),
        socket_data: Regions::default(),
        contacts: None,
        bind_palette: None,
        bone_parents: None,
    };
    let place = |name: &str| location_of(&head, name);
    let budget = Budget::for_bytes(limits, &[]);
    let mut strides = Strides::new(watch, header.version);
    layout.report_relations(&mut Decoder::new(&[], &budget).with_source(source).with_watch(&mut strides), &place);
    rules::check_names(&layout, &head, SharedBytes::for_source(file, &limits), watch);
    rules::check_unused(&head, source, watch)
}

/// Returns the location of a member of the layout, which is a field of the extension, or the beginning of a part.
fn location_of(head: &Head, name: &str) -> Location {
    let part = [("clips", Part::Clips), ("sockets", Part::Sockets)].into_iter().find(|(part, _)| *part == name);
    let members = [
        Extension::CONTACT_DATA_OFFSET,
        Extension::CONTACT_ENTRY_COUNT,
        Extension::RESERVED0,
        Extension::BIND_PALETTE_OFFSET,
        Extension::BONE_PARENT_OFFSET,
    ];
    if let Some(member) = members.into_iter().find(|member| member.name() == name) {
        return member.location(HEADER);
    }
    Location { file: head.extent(part.map_or(Part::Header, |(_, part)| part)).offset, content: None }
}

/// Rejects a file with another signature, with a version other than 1, 2 or 3, or with fewer bytes than its header
/// needs.
fn check_signature(source: &(impl ReadAt + ?Sized)) -> Result<()> {
    let size = source.size();
    let fault = |rule: &Rule, field: FieldRef, message: String| {
        rule.finding(field.location(0), message).with_path(field.path([Layout::HEADER.segment()]))
    };
    let mut begin = [0; 8];
    if size < HEADER {
        let message = format!("the header needs {HEADER} bytes, found {size}");
        return Err(Error::unlocated_fault(Class::Truncated, message).in_field(Layout::HEADER.name()));
    }
    source.read_exact_at(0, &mut begin)?;
    let magic = Header::MAGIC.bytes_in(&begin).unwrap_or(&[]);
    if magic != b"BPAT" {
        let message = format!("expected the signature \"BPAT\", found \"{}\"", magic.escape_ascii());
        return Err(fault(&MAGIC, Header::MAGIC, message).into());
    }
    // The bytes that were read hold the version.
    let version = number_at(Header::VERSION, &begin).unwrap_or(0);
    if !(1..=3).contains(&version) {
        let swapped = version.swap_bytes();
        let swapped = match swapped {
            1..=3 => format!(", which is a big-endian {swapped}"),
            _ => String::new(),
        };
        let message = format!("expected version 1, 2 or 3, found {version}{swapped}");
        return Err(fault(&VERSION, Header::VERSION, message).into());
    }
    if version == 3 && size < HEAD {
        let message = format!("header and extension need {HEAD} bytes, found {size}");
        return Err(Error::unlocated_fault(Class::Truncated, message).in_field(Layout::HEADER.name()));
    }
    Ok(())
}

/// Decodes a part of the file at an offset.
fn decode_part<T>(
    bytes: &[u8],
    offset: u64,
    name: &'static str,
    limits: Limits,
    watch: &mut dyn Watch,
    read: impl FnOnce(&mut Decoder<'_, '_>) -> Result<T>,
) -> Result<T> {
    let budget = Budget::for_bytes(limits, bytes);
    let mut decoder = Decoder::in_space(bytes, Space::File(offset), &budget).with_watch(watch);
    decoder.read_node(Segment::Field(name.into()), NodeKind::Array, None, None, read)
}

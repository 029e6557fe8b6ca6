//! Writes a file from JSON: contents first, then their offsets, then header and table.

use super::content;
use crate::FileError;
use crate::bpx::container::head_size;
use crate::bpx::{Content, Crc32Legacy, Layout, MainHeader, SectionHeader};
use crate::model::{read_gaps, refuse_brief};
use bpx_schema::assemble::JsonReader;
use bpx_schema::budget::ExceededLimit;
use bpx_schema::checksum::{Checksum, ChecksumType, Crc32};
use bpx_schema::codec::Regions;
use bpx_schema::field_name;
use bpx_schema::json::JsonRef;
use bpx_schema::layout::{self, FileWriter};
use bpx_schema::report::{Error, Location};
use bpx_schema::schema::Field;
use bpx_schema::{Codec, DecodeOwned};

/// Memory in bytes that a section needs while its file is written, for its header, its offset, and its content without
/// the bytes.
const SECTION: u64 = 640;

fn too_many_sections(exceeded: ExceededLimit) -> Error {
    exceeded.fault_at(Location::default()).in_field(field_name!(Layout, sections))
}

/// Writes a container from its JSON, and computes sizes, offsets and checksums.
///
/// Sections keep their order in the file, and each gap stays between the same sections.
///
/// # Errors
/// Returns an error when the JSON is not a model of a container, or a content is too large.
pub fn from_json(model: JsonRef<'_>) -> Result<Vec<u8>, FileError> {
    refuse_brief(model)?;
    let header_json =
        model.get(Layout::HEADER.name()).ok_or_else(|| FileError::expected("header", "the main header"))?;
    let mut header: MainHeader = read_record(&JsonReader::new()?, header_json, format_args!("header"))?;
    if !matches!(header.version, 1 | 2) {
        return Err(FileError::expected("header.version", "1 or 2"));
    }
    let sections = model.member(field_name!(Layout, sections)).as_array();
    let sections = sections.ok_or_else(|| FileError::expected("sections", "a list of sections"))?;
    let _held = model.hold_memory(sections.clone().count() as u64, SECTION).map_err(too_many_sections)?;
    let readers = SectionReaders::new()?;
    let drafts = sections.enumerate().map(|(index, json)| read_section(&header, &readers, json, index));
    let (table, contents): (Vec<_>, Vec<_>) = drafts.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let old_head = head_size(u64::from(header.section_count));
    header.section_count = 0;
    let writer = FileWriter::new(&Layout { header, table, sections: Regions::default() }, [])?;
    rebuild_file(writer.with_old_head(old_head), Layout::SECTIONS, contents.into_iter(), &read_gaps(model)?)
}

/// Writes a file with the contents of its sections and the bytes between the sections, in their old order.
pub(in crate::bpx) fn rebuild_file<'a>(
    writer: FileWriter<'a>,
    sections: &Field,
    contents: impl Iterator<Item = layout::Content<'a>>,
    gaps: &'a [(u64, Vec<u8>)],
) -> Result<Vec<u8>, FileError> {
    let mut writer = writer.keeping_places();
    for (index, content) in (0_u64..).zip(contents) {
        writer.put(sections, index, content)?;
    }
    for (offset, bytes) in gaps {
        writer.keep_gap(*offset, bytes.as_slice());
    }
    Ok(writer.place()?.to_vec()?)
}

/// The readers for the entries and contents of sections.
pub(in crate::bpx) struct SectionReaders<H, C> {
    pub(in crate::bpx) header: JsonReader<H>,
    pub(in crate::bpx) content: JsonReader<C>,
}

impl<H: Codec, C: Codec> SectionReaders<H, C> {
    pub(in crate::bpx) fn new() -> Result<Self, FileError> {
        Ok(Self { header: JsonReader::new()?, content: JsonReader::new()? })
    }
}

/// Reads a record at a path of the model.
pub(in crate::bpx) fn read_record<T: DecodeOwned<Args = [i128; 0]>>(
    reader: &JsonReader<T>,
    json: JsonRef<'_>,
    path: std::fmt::Arguments<'_>,
) -> Result<T, FileError> {
    let record = reader.read(json, []);
    record.map_err(|error| FileError::expected(path.to_string(), format!("a record: {error}")))
}

fn read_section(
    file: &MainHeader,
    readers: &SectionReaders<SectionHeader, Content>,
    json: JsonRef<'_>,
    index: usize,
) -> Result<(SectionHeader, layout::Content<'static>), FileError> {
    let path = format!("sections[{index}]");
    let part =
        |name: &str| json.get(name).ok_or_else(|| FileError::expected(format!("{path}.{name}"), "a part of a section"));
    let header: SectionHeader = read_record(&readers.header, part("header")?, format_args!("{path}.header"))?;
    let content =
        content::from_json(file, header.kind, &readers.content, part("content")?, &format!("{path}.content"))?;
    let legacy = json.member("check").as_str() == Some(Crc32Legacy::NAME);
    let check = if legacy { ChecksumType::of::<Crc32Legacy>() } else { ChecksumType::of::<Crc32>() };
    Ok((header, layout::Content::new(content).with_check(check)))
}

//! Writes files of version 0 as JSON without loss, and reads such JSON.
//!
//! As for later versions, the JSON shows sizes, offsets and the checksum, and the writer of files computes them.
//! Numbers inside of contents and in the type-specific extension are kept; `verify` reports faults in such numbers.

use super::read::head_size;
use super::seal::{Reading, checksum_reading};
use super::{Container, Content, ContentArgs, Layout, MainHeader, Section, SectionHeader};
use crate::bpx::json::{
    SectionReaders, check_sharing, decode_unless_bytes, gaps_in, hex_bytes, limit_error, read_record, rebuild_file,
};
use crate::model::read_gaps;
use crate::model::{BRIEF, refuse_brief, sha256_hex, write_summary};
use crate::{FileError, ModelOptions};
use bpx_schema::assemble::JsonReader;
use bpx_schema::codec::{Decoder, Regions};
use bpx_schema::json::ToJson;
use bpx_schema::json::{JsonLeaf, JsonRef, JsonSink, write_gaps};
use bpx_schema::layout::{self, FileWriter};
use bpx_schema::transform::TransformType;
use bpx_schema::{Budget, Result};
use std::num::Saturating;

/// Value of the member `check` for a file whose checksum counts its own field as zeros.
const ZEROED: &str = "crc32-zeroed";

/// Writes a file as JSON, with header, sections, contents of sections, and the bytes outside of all these parts.
///
/// # Errors
/// Returns an error when a section cannot be decompressed; `LimitExceeded` when sections share their bytes too often,
/// or the contents in the model have more than [`max_content`](bpx_schema::Limits::max_content) bytes together; errors
/// of reading the source.
pub fn write_json(container: &Container, options: ModelOptions, sink: &mut dyn JsonSink) -> Result<()> {
    let (limits, stored, size) = (container.options().limits, container.stored(), container.source().size());
    check_sharing(stored, size, &limits)?;
    sink.open_object();
    sink.member("format", JsonLeaf::Text("bpx"));
    sink.key("header");
    container.header().write_json([], sink)?;
    if checksum_reading(container.layout(), &**container.source())? == Some(Reading::Zeroed) {
        sink.member("check", JsonLeaf::Text(ZEROED));
    }
    sink.key("sections");
    sink.open_array();
    let mut total = Saturating(0);
    for section in container.sections() {
        let content = section.content()?;
        total += content.len() as u64;
        let max = limits.max_content.for_size(size);
        if total.0 > max && !options.brief {
            let message = format!("expected at most {max} bytes in the contents up to this section, found more");
            return Err(limit_error(stored, section.index(), message));
        }
        write_section(container, &section, &content, options, sink)?;
    }
    sink.close();
    write_gaps("gaps", gaps_in(&**container.source(), &container.extents()), sink)?;
    sink.close();
    Ok(())
}

fn write_section(
    container: &Container,
    section: &Section<'_>,
    content: &[u8],
    options: ModelOptions,
    sink: &mut dyn JsonSink,
) -> Result<()> {
    let args = ContentArgs { file: container.header().kind, section: section.header().kind };
    let compression = section.stored().transform.map_or("none", TransformType::name);
    sink.open_object();
    sink.key("header");
    section.header().write_json([], sink)?;
    sink.member("compression", JsonLeaf::Text(compression));
    sink.member("sha256", JsonLeaf::Text(&sha256_hex(content)));
    sink.key("content");
    let budget = container.new_budget();
    if options.brief && content.len() > BRIEF {
        write_summary(content, sink);
    } else if is_typed(content, args, &budget) {
        Content::write_json_of(Decoder::new(content, &budget), args.into(), sink)?;
    } else {
        sink.write_wrapped("data", JsonLeaf::Hex(content));
    }
    sink.close();
    Ok(())
}

/// Returns whether the content can be decoded as its type, and is encoded to the same bytes again.
fn is_typed(content: &[u8], args: ContentArgs, budget: &Budget) -> bool {
    let decoded =
        decode_unless_bytes(content, args.into(), budget, |typed: &Content| matches!(typed, Content::Data(_)));
    decoded.is_some_and(|(_, written)| written == content)
}

/// Writes a file from its JSON; sizes, offsets and the checksum are computed.
///
/// # Errors
/// Returns an error when the JSON is not a model of a file of version 0, or a content is too large.
pub fn from_json(model: JsonRef<'_>) -> std::result::Result<Vec<u8>, FileError> {
    refuse_brief(model)?;
    let part =
        |name: &str| model.get(name).ok_or_else(|| FileError::expected(name, "a member of the model, found none"));
    let mut header: MainHeader = read_record(&JsonReader::new()?, part("header")?, format_args!("header"))?;
    let sections = part("sections")?.as_array();
    let sections = sections.ok_or_else(|| FileError::expected("sections", "a list of sections"))?;
    let readers = SectionReaders::new()?;
    let drafts = sections.enumerate().map(|(index, json)| read_section(header.kind, &readers, json, index));
    let (table, contents): (Vec<_>, Vec<_>) = drafts.collect::<std::result::Result<Vec<_>, _>>()?.into_iter().unzip();
    let old_head = head_size(u64::from(header.section_count));
    header.section_count = 0;
    let zeroed = model.member("check").as_str() == Some(ZEROED);
    let writer = FileWriter::new(&Layout { header, table, sections: Regions::default() }, [])?;
    let writer = if zeroed { writer.counting_zeros() } else { writer };
    rebuild_file(
        writer.with_old_head(old_head),
        Layout::SECTIONS,
        contents.into_iter().map(layout::Content::new),
        &read_gaps(model)?,
    )
}

fn read_section(
    file: u8,
    readers: &SectionReaders<SectionHeader, Content>,
    json: JsonRef<'_>,
    index: usize,
) -> std::result::Result<(SectionHeader, Vec<u8>), FileError> {
    let path = format!("sections[{index}]");
    let part = |name: &str| {
        json.get(name)
            .ok_or_else(|| FileError::expected(format!("{path}.{name}"), "a member of the section, found none"))
    };
    let header = read_record(&readers.header, part("header")?, format_args!("{path}.header"))?;
    let (content, path) = (part("content")?, format!("{path}.content"));
    if let Some(data) = content.get("data") {
        return Ok((header, hex_bytes(data, &format!("{path}.data"))?));
    }
    let bytes = readers.content.assemble_bytes(content, ContentArgs { file, section: header.kind }.into());
    let bytes = bytes.map_err(|error| {
        FileError::expected(&path, format!("`data`, or a content that fits the type of the section: {error}"))
    });
    Ok((header, bytes?))
}

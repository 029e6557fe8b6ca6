//! A file of version 0 as JSON, without loss, and back.
//!
//! As for later versions, sizes, offsets and the checksum are shown and computed anew when a file is written. Numbers
//! inside of contents, and those of the type of the file, stay as they are: what is wrong with them `verify` tells.

use super::layout::COMPRESSED;
use super::open::head_size;
use super::seal::{Reading, reading, sealed};
use super::{Container, Content, HEADER, Layout, MainHeader, Section, SectionHeader};
use crate::bpx::json::{Block, bytes, gaps, gaps_json, place, record, size};
use crate::model::{BRIEF, sha256};
use crate::{ModelError, ModelOptions};
use bpx_schema::codec::{Encoder, Regions, affordable};
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::transform::{Encoding, Transform, encode};
use bpx_schema::value::hex;
use bpx_schema::{Codec, Result};
use serde_json::{Map, Value, json};

/// Member `check` of the model for a checksum that counts its own field as zeros.
const ZEROED: &str = "crc32-zeroed";

/// A file as JSON: header, sections with their contents, and the bytes that belong to neither.
///
/// # Errors
/// When a section does not unpack; `LimitExceeded` when sections share their bytes too often, or the contents that the
/// model is to hold have more than [`max_content`](bpx_schema::Limits::max_content) bytes together; those of reading.
pub fn to_json(container: &Container, options: ModelOptions) -> Result<Value> {
    let limits = container.options().limits;
    let stored: Vec<_> = container.sections().map(|section| section.stored()).collect();
    let refused = |index: usize, message: String| {
        let at = Location { file: stored.get(index).map_or(0, |stored| stored.offset), content: None };
        Error::fault(Class::LimitExceeded, at, message).in_element(index as u64).in_field("sections")
    };
    let size = container.source().size();
    if let Some(index) = affordable(&stored, size, &limits) {
        let message = bpx_schema::budget::Exceeded::Shared { limit: limits.max_shared.of(size) }.to_string();
        return Err(refused(index, message));
    }
    let (mut sections, mut total) = (Vec::with_capacity(container.len()), 0_u64);
    for section in container.sections() {
        let content = section.content()?;
        total = total.saturating_add(content.len() as u64);
        let max = limits.max_content.of(size);
        if total > max && !options.brief {
            let message = format!("the contents up to here exceed {max} bytes");
            return Err(refused(section.index(), message));
        }
        sections.push(section_json(container, &section, &content, options)?);
    }
    let mut model = Map::new();
    model.insert("format".to_owned(), "bpx".into());
    model.insert("header".to_owned(), container.header().to_json(&[])?);
    if reading(container.layout(), &**container.source())? == Some(Reading::Zeroed) {
        model.insert("check".to_owned(), ZEROED.into());
    }
    model.insert("sections".to_owned(), sections.into());
    let gaps = gaps_json(&**container.source(), container.extents())?;
    if !gaps.is_empty() {
        model.insert("gaps".to_owned(), gaps.into());
    }
    Ok(model.into())
}

fn section_json(container: &Container, section: &Section<'_>, content: &[u8], options: ModelOptions) -> Result<Value> {
    let args = [container.header().kind, section.header().kind].map(i128::from);
    let compression = section.stored().transform.map_or("none", Transform::name);
    let digest = sha256(content);
    let shown = if options.brief && content.len() > BRIEF {
        json!({ "size": content.len(), "sha256": digest })
    } else {
        typed(content, args).unwrap_or_else(|| json!({ "data": hex(content) }))
    };
    Ok(json!({
        "header": section.header().to_json(&[])?,
        "compression": compression,
        "sha256": digest,
        "content": shown,
    }))
}

/// The content as its type says, when that reads back to the same bytes.
fn typed(content: &[u8], args: [i128; 2]) -> Option<Value> {
    let budget = bpx_schema::Budget::over(bpx_schema::Limits::default(), content);
    let mut decoder = bpx_schema::codec::Decoder::new(content, &budget);
    let value = Content::decode(&mut decoder, &args).ok()?;
    if matches!(value, Content::Data(_)) {
        return None;
    }
    let json = value.to_json(&args).ok()?;
    (from_typed(&json, args).ok()? == content).then_some(json)
}

fn from_typed(json: &Value, args: [i128; 2]) -> Result<Vec<u8>> {
    let value = Content::from_json(json, &args)?;
    let mut content = Vec::new();
    value.encode(&mut Encoder::new(&mut content), &args)?;
    Ok(content)
}

/// Writes a file from its JSON; sizes, offsets and the checksum are computed.
///
/// # Errors
/// When the JSON is no model of a file of version 0, or a content is too large for one.
pub fn from_json(model: &Value) -> std::result::Result<Vec<u8>, ModelError> {
    let part = |name: &str| model.get(name).ok_or_else(|| ModelError::unexpected(name, "a part of the model"));
    let mut header: MainHeader = record(part("header")?, "header")?;
    let sections = part("sections")?.as_array();
    let sections = sections.ok_or_else(|| ModelError::unexpected("sections", "a list of sections"))?;
    let drafts = sections.iter().enumerate().map(|(index, json)| draft(header.kind, json, index));
    let (mut table, blocks): (Vec<_>, Vec<_>) = drafts.collect::<std::result::Result<Vec<_>, _>>()?.into_iter().unzip();
    let heads = (head_size(u64::from(header.section_count)), head_size(table.len() as u64));
    let places = place(&blocks, &gaps(model)?, heads);
    for (entry, pointer) in table.iter_mut().zip(&places.pointers) {
        entry.pointer = *pointer;
    }
    let stated = if header.file_size == 0 { 0 } else { header.file_size.saturating_add(HEADER) };
    header.file_size = places.stated(stated, &blocks).saturating_sub(HEADER);
    let layout = Layout { header, table, sections: Regions::default() };
    let zeroed = model.get("check").and_then(Value::as_str) == Some(ZEROED);
    Ok(sealed(&layout, &places.payload, if zeroed { Reading::Zeroed } else { Reading::Skipped })?)
}

fn draft(file: u8, json: &Value, index: usize) -> std::result::Result<(SectionHeader, Block), ModelError> {
    let path = format!("sections[{index}]");
    let part = |name: &str| {
        json.get(name).ok_or_else(|| ModelError::unexpected(format!("{path}.{name}"), "a part of a section"))
    };
    let mut header: SectionHeader = record(part("header")?, &format!("{path}.header"))?;
    let old = (header.pointer, u64::from(header.size));
    let (content, path) = (part("content")?, format!("{path}.content"));
    let content = if content.get("sha256").is_some() {
        return Err(ModelError::Brief { path });
    } else if let Some(data) = content.get("data") {
        bytes(data, &format!("{path}.data"))?
    } else {
        from_typed(content, [file, header.kind].map(i128::from))
            .map_err(|error| ModelError::unexpected(&path, format!("`data`, or a content of the section: {error}")))?
    };
    let stored = if header.flags & COMPRESSED == 0 { content } else { compressed(&content, &path)? };
    header.size = size(stored.len(), &path)?;
    Ok((header, Block { stored, old }))
}

fn compressed(content: &[u8], path: &str) -> Result<Vec<u8>> {
    encode(content, &Encoding::new(Transform::Zlib))
        .map_err(|error| Error::fault(Class::LimitExceeded, Location::default(), error.to_string()).in_field(path))
}

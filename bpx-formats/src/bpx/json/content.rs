//! Converts the content of one section to JSON and back. The JSON is a model of the content's type if the model loses
//! nothing, otherwise hexadecimal.

use crate::FileError;
use crate::bpx::sd::{self, Document};
use crate::bpx::{Content, ContentArgs, MainHeader, table};
use crate::model::{BRIEF, write_summary};
use bpx_schema::assemble::JsonReader;
use bpx_schema::codec::{Decoder, Encoder};
use bpx_schema::json::ToJson;
use bpx_schema::json::{JsonLeaf, JsonRef, JsonSink, text_from_json, write_text};
use bpx_schema::schema::memory_size;
use bpx_schema::value::bytes_from_hex;
use bpx_schema::{Budget, Codec, DecodeOwned, Result};
use std::num::Saturating;

/// Writes the content as a model, or in hexadecimal if the model would not be written to the same bytes.
pub(super) fn write_json(
    file: &MainHeader,
    kind: u8,
    content: &[u8],
    budget: &Budget,
    brief: bool,
    sink: &mut dyn JsonSink,
) -> Result<()> {
    if brief && content.len() > BRIEF {
        write_summary(content, sink);
        return Ok(());
    }
    let args = content_args(file, kind);
    match decode_typed(content, args, budget) {
        Some(typed) => write_typed(typed, content, args, budget, sink),
        None => {
            sink.write_wrapped("data", JsonLeaf::Hex(content));
            Ok(())
        }
    }
}

/// Decodes the content as its type, or returns `None` if the decoded content would not be written to the same bytes.
fn decode_typed(content: &[u8], args: ContentArgs, budget: &Budget) -> Option<Content> {
    let (typed, written) =
        decode_unless_bytes(content, args.into(), budget, |typed: &Content| matches!(typed, Content::Data(_)))?;
    // Bytes after an object are kept next to it.
    let is_same = match typed {
        Content::StructuredData(_) => content.starts_with(&written),
        _ => content == written,
    };
    is_same.then_some(typed)
}

/// Decodes a content as its type. Returns the value and the bytes that it is written to, or `None` if the value is only
/// bytes.
pub(in crate::bpx) fn decode_unless_bytes<T: DecodeOwned>(
    content: &[u8],
    args: T::Args,
    budget: &Budget,
    is_bytes: impl FnOnce(&T) -> bool,
) -> Option<(T, Vec<u8>)> {
    // The content, and the bytes that are written for the comparison.
    budget.charge_memory((Saturating(content.len() as u64) * Saturating(2)).0).ok()?;
    let value = T::decode(&mut Decoder::new(content, budget), args).ok().filter(|value| !is_bytes(value))?;
    let mut written = Vec::with_capacity(content.len());
    value.encode(&mut Encoder::new(&mut written).with_limits(*budget.limits()), args).ok()?;
    Some((value, written))
}

fn write_typed(
    typed: Content,
    content: &[u8],
    args: ContentArgs,
    budget: &Budget,
    sink: &mut dyn JsonSink,
) -> Result<()> {
    match typed {
        Content::Strings(strings) => {
            sink.open_object();
            sink.key("strings");
            sink.open_array();
            strings.strings.iter().for_each(|text| write_text(text.as_bytes(), sink));
            sink.close();
        }
        Content::StructuredData(object) => {
            sink.open_object();
            sink.key("structured_data");
            let document = Document::from_tree(object)?;
            sd::json::write_json(&document, sink);
            let used = memory_size(document.encoded_size());
            if let Some(rest) = content.get(used..).filter(|rest| !rest.is_empty()) {
                sink.member("rest", JsonLeaf::Hex(rest));
            }
        }
        Content::ExtendedData(objects) => {
            sink.open_object();
            sink.key("extended_data");
            sink.open_array();
            for object in objects {
                sd::json::write_json(&Document::from_tree(object)?, sink);
            }
            sink.close();
        }
        Content::Table(table) => {
            sink.open_object();
            sink.key("table");
            table::json::write_json(&table, sink);
        }
        _ => return Content::write_json_of(Decoder::new(content, budget), args.into(), sink),
    }
    sink.close();
    Ok(())
}

/// Returns the values on which the meaning of a content depends.
fn content_args(file: &MainHeader, section: u8) -> ContentArgs {
    ContentArgs { file: file.kind, section, version: file.version }
}

/// Returns the bytes of a content from its JSON.
pub(super) fn from_json(
    file: &MainHeader,
    kind: u8,
    contents: &JsonReader<Content>,
    json: JsonRef<'_>,
    path: &str,
) -> Result<Vec<u8>, FileError> {
    if let Some(data) = json.get("data") {
        return hex_bytes(data, &format!("{path}.data"));
    }
    if let Some(strings) = json.get("strings") {
        let path = format!("{path}.strings");
        let list = strings.as_array().ok_or_else(|| FileError::expected(&path, "a list of texts"))?;
        let mut content = Vec::new();
        for (index, text) in list.enumerate() {
            let text = text_from_json(text).filter(|text| !text.contains(&0));
            let text = text.ok_or_else(|| FileError::expected(format!("{path}[{index}]"), "a text without NUL"))?;
            content.extend(text);
            content.push(0);
        }
        return Ok(content);
    }
    if let Some(data) = json.get("structured_data") {
        let mut content = object_bytes(data, &format!("{path}.structured_data"))?;
        if let Some(rest) = json.get("rest") {
            content.extend(hex_bytes(rest, &format!("{path}.rest"))?);
        }
        return Ok(content);
    }
    if let Some(data) = json.get("extended_data") {
        let path = format!("{path}.extended_data");
        let list = data.as_array().ok_or_else(|| FileError::expected(&path, "a list of objects"))?;
        let mut content = Vec::new();
        for (index, data) in list.enumerate() {
            content.extend(object_bytes(data, &format!("{path}[{index}]"))?);
        }
        return Ok(content);
    }
    if let Some(data) = json.get("table") {
        let table = table::json::from_json(data)
            .map_err(|error| FileError::expected(format!("{path}.table"), format!("a table: {error}")))?;
        return Ok(table.to_vec()?);
    }
    let bytes = contents.assemble_bytes(json, content_args(file, kind).into());
    bytes.map_err(|error| {
        let own = "or the form that the types of file and section require";
        FileError::expected(
            path,
            format!("`data`, `strings`, `structured_data`, `extended_data`, `table`, {own}: {error}"),
        )
    })
}

/// Returns the bytes of an object of structured data.
fn object_bytes(json: JsonRef<'_>, path: &str) -> Result<Vec<u8>, FileError> {
    let document =
        sd::json::from_json(json).map_err(|error| FileError::expected(path, format!("structured data: {error}")))?;
    Ok(document.to_vec()?)
}

/// Returns the bytes that a text states in hexadecimal.
pub(in crate::bpx) fn hex_bytes(json: JsonRef<'_>, path: &str) -> Result<Vec<u8>, FileError> {
    let bytes = json.as_str().and_then(bytes_from_hex);
    bytes.ok_or_else(|| FileError::expected(path, "an even number of hexadecimal digits"))
}

//! Converts structured data to JSON without loss, and back.
//!
//! An object is a list of `{"hash", "name", "type", "value"}` in the order of the file, and an array is a list of
//! `{"type", "value"}`. Integers of 64 bits are decimal strings. A float is a number if the number is read back as the
//! same bits, otherwise `{"bits": "0x7fc00001"}`. A text that is not UTF-8 is `{"hex": ".."}`. A truth value that is
//! neither 0 nor 1 is `{"raw": 2}`. Names are those that the object lists in its `__debug__`, which is in the list like
//! any property.

use super::{BuildError, Document, Event, Kind, MAX_LEN, Names, Node, ObjectRef, Scalar};
use crate::FileError;
use crate::bpx::hash;
use bpx_schema::Budget;
use bpx_schema::Limits;
use bpx_schema::codec::{CText, TreeBuilder};
use bpx_schema::json::{
    JsonLeaf, JsonParts, JsonRef, JsonSink, JsonValue, f32_from_json, f64_from_json, int_from_json, read_json,
    text_from_json, write_f32, write_f64, write_text,
};
use bpx_schema::report::{Path, Segment};
use bpx_schema::value::u64_from_hex;
use std::iter::Zip;
use std::num::Saturating;
use std::ops::RangeFrom;

impl From<BuildError> for FileError {
    fn from(error: BuildError) -> Self {
        Self::Value { path: error.path.short_text(), message: error.problem.to_string() }
    }
}

/// Returns the largest depth of arrays and objects in the JSON of a document, which is two for every level of values.
#[must_use]
pub fn levels(limits: &Limits) -> usize {
    (Saturating(limits.max_depth as usize) * Saturating(2)).0
}

/// Writes a document as JSON.
pub fn write_json(document: &Document, sink: &mut dyn JsonSink) {
    write_object(document.root(), sink);
}

/// Writes an object as JSON, which is a list of properties.
pub fn write_object(object: ObjectRef<'_>, sink: &mut dyn JsonSink) {
    // Open values: the names of their properties, and whether they are lists.
    let mut open: Vec<(Names<'_>, bool)> = Vec::new();
    for event in object.value().events() {
        match event {
            Event::Open { value, .. } => {
                if let Some((names, _)) = open.last() {
                    sink.open_object();
                    if let Some(hash) = value.hash() {
                        sink.member("hash", JsonLeaf::Text(&format!("{hash:#018x}")));
                        sink.member("name", names.get(hash).map_or(JsonLeaf::Null, JsonLeaf::Text));
                    }
                    sink.member("type", JsonLeaf::Text(value.kind().name()));
                    sink.key("value");
                }
                let is_list = !write_scalar(value.scalar(), sink);
                if is_list {
                    sink.open_array();
                }
                open.push((value.names(), is_list));
            }
            Event::Close => {
                if open.pop().is_some_and(|(_, is_list)| is_list) {
                    sink.close();
                }
                if !open.is_empty() {
                    sink.close();
                }
            }
        }
    }
}

/// Writes a value if it has no parts. Returns whether the value has no parts.
pub(crate) fn write_scalar(value: &Scalar, sink: &mut dyn JsonSink) -> bool {
    match value {
        Scalar::Null => sink.leaf(JsonLeaf::Null),
        Scalar::Bool(byte @ 0..=1) => sink.leaf(JsonLeaf::Bool(*byte == 1)),
        Scalar::Bool(byte) => sink.write_wrapped("raw", JsonLeaf::UInt((*byte).into())),
        Scalar::UInt8(value) => sink.leaf(JsonLeaf::UInt((*value).into())),
        Scalar::UInt16(value) => sink.leaf(JsonLeaf::UInt((*value).into())),
        Scalar::UInt32(value) => sink.leaf(JsonLeaf::UInt((*value).into())),
        Scalar::UInt64(value) => sink.write_int_text((*value).into()),
        Scalar::Int8(value) => sink.leaf(JsonLeaf::Int((*value).into())),
        Scalar::Int16(value) => sink.leaf(JsonLeaf::Int((*value).into())),
        Scalar::Int32(value) => sink.leaf(JsonLeaf::Int((*value).into())),
        Scalar::Int64(value) => sink.write_int_text((*value).into()),
        Scalar::Float(value) => write_f32(*value, sink),
        Scalar::Double(value) => write_f64(*value, sink),
        Scalar::String(text) => write_text(text.as_bytes(), sink),
        Scalar::Array | Scalar::Object => return false,
    }
    true
}

/// Reads a value from JSON. For an array or an object, reads only the type.
pub(crate) fn scalar_from_json(kind: Kind, json: JsonRef<'_>) -> Result<Scalar, String> {
    let read = match kind {
        Kind::Null => json.is_null().then_some(Scalar::Null),
        Kind::Bool => bool_from_json(json).map(Scalar::Bool),
        Kind::UInt8 => read_integer(json).map(Scalar::UInt8),
        Kind::UInt16 => read_integer(json).map(Scalar::UInt16),
        Kind::UInt32 => read_integer(json).map(Scalar::UInt32),
        Kind::UInt64 => read_integer(json).map(Scalar::UInt64),
        Kind::Int8 => read_integer(json).map(Scalar::Int8),
        Kind::Int16 => read_integer(json).map(Scalar::Int16),
        Kind::Int32 => read_integer(json).map(Scalar::Int32),
        Kind::Int64 => read_integer(json).map(Scalar::Int64),
        Kind::Float => f32_from_json(json).map(Scalar::Float),
        Kind::Double => f64_from_json(json).map(Scalar::Double),
        Kind::String => {
            let bytes = text_from_json(json);
            if bytes.as_ref().is_some_and(|bytes| bytes.contains(&0)) {
                return Err(super::Problem::Nul.to_string());
            }
            bytes.and_then(CText::new).map(Scalar::String)
        }
        Kind::Array => json.is_array().then_some(Scalar::Array),
        Kind::Object => json.is_array().then_some(Scalar::Object),
    };
    read.ok_or_else(|| format!("expected a value of type {}, found {}", kind.name(), brief_text(json)))
}

fn read_integer<T: TryFrom<i128>>(json: JsonRef<'_>) -> Option<T> {
    T::try_from(int_from_json(json)?).ok()
}

/// Reads `true`, `false`, or `{"raw": 2}`.
fn bool_from_json(json: JsonRef<'_>) -> Option<u8> {
    json.as_bool().map(u8::from).or_else(|| read_integer(json.only_member("raw")?))
}

/// Returns a value for a message: the whole value if it is short, otherwise its type.
fn brief_text(json: JsonRef<'_>) -> String {
    match json.value() {
        JsonValue::Leaf(JsonLeaf::Text(text)) if text.len() > 40 => "a long text".to_owned(),
        JsonValue::Leaf(JsonLeaf::Text(text)) => format!("{text:?}"),
        JsonValue::Array(_) => "an array".to_owned(),
        JsonValue::Object(_) => "an object".to_owned(),
        _ => json.to_string(),
    }
}

/// Reads a document from JSON text.
///
/// # Errors
/// Returns the errors of [`from_json`], and an error when the text is not JSON.
pub fn from_json_text(text: &str) -> Result<Document, FileError> {
    let budget = Budget::for_bytes(Limits::default(), text.as_bytes());
    from_json(read_json(text.as_bytes(), levels(budget.limits()), &budget)?.root())
}

/// Reads a document from JSON. A hash may be omitted if there is a name; a 64-bit integer may be a number.
///
/// # Errors
/// Returns an error when a value differs from the form that [`write_json`] writes, a name has another hash than
/// stated, an object or array has more than 255 parts, or values nest deeper than 512 levels. The path leads to the
/// value.
pub fn from_json(json: JsonRef<'_>) -> Result<Document, FileError> {
    /// A list that is being read.
    struct OpenList<'a> {
        entries: Zip<RangeFrom<u64>, JsonParts<'a>>,
        is_object: bool,
        /// The number of the entry that was read last.
        last: Option<u64>,
    }
    let max = Limits::default().max_depth;
    let mut out = TreeBuilder::default();
    let mut open: Vec<OpenList<'_>> = Vec::new();
    // The path is computed only for an error.
    let fail = |open: &[OpenList<'_>], last: Option<&str>, message: String| {
        let mut path = Vec::new();
        for (depth, level) in open.iter().enumerate() {
            if depth > 0 {
                path.push(Segment::Field("value".into()));
            }
            path.extend(level.last.map(Segment::Index));
        }
        path.extend(last.map(|last| Segment::Field(last.to_owned().into())));
        FileError::Value { path: Path::new(path).short_text(), message }
    };
    let root = json.as_array().ok_or_else(|| fail(&[], None, "expected a list of properties".to_owned()))?;
    if json.len() > MAX_LEN {
        return Err(fail(&[], None, super::Problem::TooMany.to_string()));
    }
    out.open(Node::new(None, Scalar::Object));
    open.push(OpenList { entries: (0..).zip(root), is_object: true, last: None });
    while let Some(level) = open.last_mut() {
        let Some((index, entry)) = level.entries.next() else {
            out.close();
            open.pop();
            continue;
        };
        level.last = Some(index);
        let is_object = level.is_object;
        let entry = read_entry(entry, is_object).map_err(|(key, message)| fail(&open, key, message))?;
        let parts = match entry.value {
            Scalar::Array | Scalar::Object => entry.parts,
            _ => JsonRef::default(),
        };
        if parts.len() > MAX_LEN {
            return Err(fail(&open, Some("value"), super::Problem::TooMany.to_string()));
        }
        if open.len() >= max as usize {
            return Err(fail(&open, None, super::Problem::TooDeep(max).to_string()));
        }
        let is_object = entry.value == Scalar::Object;
        out.open(Node::new(entry.hash, entry.value));
        open.push(OpenList { entries: (0..).zip(parts.elements()), is_object, last: None });
    }
    Ok(Document::from_valid(out.finish()))
}

/// A property or an element.
struct Entry<'a> {
    hash: Option<u64>,
    value: Scalar,
    parts: JsonRef<'a>,
}

/// Reads a property or an element. An error names the faulty member.
fn read_entry(json: JsonRef<'_>, property: bool) -> Result<Entry<'_>, (Option<&'static str>, String)> {
    let map = Some(json)
        .filter(|json| json.is_object())
        .ok_or_else(|| (None, format!("expected a property or an element, found {}", brief_text(json))))?;
    let known: &[&str] = if property { &["hash", "name", "type", "value"] } else { &["type", "value"] };
    if let Some((key, _)) = map.members().find(|(key, _)| !known.contains(key)) {
        return Err((None, format!("unknown member {key:?}, expected {}", known.join(", "))));
    }
    let hash = if property { Some(read_hash(map)?) } else { None };
    let kind = map.get("type").ok_or_else(|| (None, "expected the member `type`, found none".to_owned()))?;
    let named = kind.as_str().and_then(Kind::named);
    let kind = named.ok_or_else(|| (Some("type"), format!("expected a type, found {}", brief_text(kind))))?;
    let value = match map.get("value") {
        Some(value) => value,
        None if kind == Kind::Null => JsonRef::default(),
        None => return Err((None, "expected the member `value`, found none".to_owned())),
    };
    let scalar = scalar_from_json(kind, value).map_err(|message| (Some("value"), message))?;
    Ok(Entry { hash, value: scalar, parts: value })
}

/// Returns the stated hash, or the hash of the name.
fn read_hash(map: JsonRef<'_>) -> Result<u64, (Option<&'static str>, String)> {
    let given = |key| map.get(key).filter(|json: &JsonRef<'_>| !json.is_null());
    let stated = match given("hash") {
        None => None,
        Some(json) => {
            let read = json.as_str().and_then(|text| u64_from_hex(text, 16));
            let message =
                || (Some("hash"), format!("expected a hash of `0x` and 16 digits, found {}", brief_text(json)));
            Some(read.ok_or_else(message)?)
        }
    };
    let named = match given("name") {
        None => None,
        Some(json) => {
            let name =
                json.as_str().ok_or_else(|| (Some("name"), format!("expected a name, found {}", brief_text(json))))?;
            Some(hash(name.as_bytes()))
        }
    };
    match (stated, named) {
        (Some(stated), Some(named)) if stated != named => {
            Err((Some("hash"), format!("expected {named:#018x}, the hash of the name, found {stated:#018x}")))
        }
        (Some(hash), _) | (None, Some(hash)) => Ok(hash),
        (None, None) => Err((None, "expected the member `hash` or `name`, found none".to_owned())),
    }
}

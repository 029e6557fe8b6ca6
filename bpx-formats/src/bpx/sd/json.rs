//! Structured data as JSON without loss, both ways.
//!
//! An object is a list of `{"hash", "name", "type", "value"}` in the order of the file, an array a list of
//! `{"type", "value"}`. Integers of 64 bits are decimal strings; a float is a number where that reads back to
//! the same bits, else `{"bits": "0x7fc00001"}`; a text that is not UTF-8 is `{"hex": ".."}`; a truth value
//! that is neither 0 nor 1 is `{"raw": 2}`. Names are those that the object lists in its `__debug__`, which
//! stands in the list like any property.

use super::{BuildError, Document, Event, Kind, MAX_LEN, Names, Node, ObjectRef, Scalar, ValueRef};
use crate::bpx::hash;
use bpx_schema::Limits;
use bpx_schema::codec::{CText, TreeBuilder};
use bpx_schema::fault;
use bpx_schema::report::{Path, Segment};
use bpx_schema::value::{
    JsonTextError, f32_from_json, f32_json, f64_from_json, f64_json, int_from_json, parse_json, text_from_json,
    text_json, u64_from_hex,
};
use serde_json::{Map, Value as Json, json};

/// Why JSON is no document.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// A value is not what it should be.
    #[error("{}{message}", super::steps::prefix(path))]
    Value {
        /// Where it stands in the JSON.
        path: Path,
        /// What is wrong.
        message: String,
    },
    /// The text is not JSON, or too deep.
    #[error(transparent)]
    Text(#[from] JsonTextError),
}

impl From<BuildError> for JsonError {
    fn from(error: BuildError) -> Self {
        Self::Value { path: error.path, message: error.problem.to_string() }
    }
}

/// Levels of arrays and objects that the JSON of a document has at most: two for every level of values.
#[must_use]
pub fn levels(limits: &Limits) -> usize {
    (limits.max_depth as usize).saturating_mul(2)
}

/// A document as JSON.
#[must_use]
pub fn to_json(document: &Document) -> Json {
    object_json(document.root())
}

/// An object as JSON: a list of properties.
#[must_use]
pub fn object_json(object: ObjectRef<'_>) -> Json {
    /// A value that is open: its entry so far, its parts, and the names of its properties.
    struct Open<'a> {
        entry: Map<String, Json>,
        value: ValueRef<'a>,
        parts: Vec<Json>,
        names: Names<'a>,
    }
    let mut open: Vec<Open<'_>> = Vec::new();
    for event in object.value().events() {
        match event {
            Event::Open { value, .. } => {
                let mut entry = Map::new();
                if let Some(hash) = value.hash() {
                    entry.insert("hash".to_owned(), json!(format!("{hash:#018x}")));
                    entry.insert("name".to_owned(), json!(open.last().and_then(|open| open.names.get(hash))));
                }
                entry.insert("type".to_owned(), json!(value.kind().name()));
                let names = value.as_object().map(ObjectRef::names).unwrap_or_default();
                open.push(Open { entry, value, parts: Vec::new(), names });
            }
            Event::Close => {
                let Some(Open { mut entry, value, mut parts, .. }) = open.pop() else { continue };
                if fault!(SortsProperties) {
                    parts.sort_by_key(|part| part.get("hash").map(Json::to_string));
                }
                let value = scalar_json(value.scalar()).unwrap_or(Json::Array(parts));
                let Some(parent) = open.last_mut() else { return value };
                entry.insert("value".to_owned(), value);
                parent.parts.push(Json::Object(entry));
            }
        }
    }
    Json::Array(Vec::new())
}

/// A value without parts as JSON.
pub(crate) fn scalar_json(value: &Scalar) -> Option<Json> {
    Some(match value {
        Scalar::Null => Json::Null,
        Scalar::Bool(byte @ 0..=1) => json!(*byte == 1),
        Scalar::Bool(byte) => json!({ "raw": byte }),
        Scalar::UInt8(value) => json!(value),
        Scalar::UInt16(value) => json!(value),
        Scalar::UInt32(value) => json!(value),
        Scalar::UInt64(value) => json!(value.to_string()),
        Scalar::Int8(value) => json!(value),
        Scalar::Int16(value) if fault!(LosesSigns) => json!(value.cast_unsigned()),
        Scalar::Int16(value) => json!(value),
        Scalar::Int32(value) => json!(value),
        Scalar::Int64(value) => json!(value.to_string()),
        Scalar::Float(value) => f32_json(*value),
        Scalar::Double(value) if fault!(DoublesAsFloats) => f64_json(f64::from(*value as f32)),
        Scalar::Double(value) => f64_json(*value),
        Scalar::String(text) => text_json(text.as_bytes()),
        Scalar::Array | Scalar::Object => return None,
    })
}

/// A value without parts from JSON; of a container, the container.
pub(crate) fn scalar_from_json(kind: Kind, json: &Json) -> Result<Scalar, String> {
    let read = match kind {
        Kind::Null => json.is_null().then_some(Scalar::Null),
        Kind::Bool => bool_from_json(json).map(Scalar::Bool),
        Kind::UInt8 => integer(json).map(Scalar::UInt8),
        Kind::UInt16 => integer(json).map(Scalar::UInt16),
        Kind::UInt32 => integer(json).map(Scalar::UInt32),
        Kind::UInt64 => integer(json).map(Scalar::UInt64),
        Kind::Int8 => integer(json).map(Scalar::Int8),
        Kind::Int16 => integer(json).map(Scalar::Int16),
        Kind::Int32 => integer(json).map(Scalar::Int32),
        Kind::Int64 => integer(json).map(Scalar::Int64),
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
    read.ok_or_else(|| format!("{} is no value of type {}", brief(json), kind.name()))
}

fn integer<T: TryFrom<i128>>(json: &Json) -> Option<T> {
    T::try_from(int_from_json(json)?).ok()
}

/// `true`, `false`, or `{"raw": 2}`.
fn bool_from_json(json: &Json) -> Option<u8> {
    match json {
        Json::Bool(value) => Some(u8::from(*value)),
        Json::Object(map) if map.len() == 1 => integer(map.get("raw")?),
        _ => None,
    }
}

/// A value for a message: whole when short, else its type.
fn brief(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(value) => value.to_string(),
        Json::String(text) if text.len() <= 40 => format!("{text:?}"),
        Json::String(_) => "a long text".to_owned(),
        Json::Array(_) => "an array".to_owned(),
        Json::Object(_) => "an object".to_owned(),
    }
}

/// A document from JSON text.
///
/// # Errors
/// As [`from_json`]; also when the text is not JSON.
pub fn from_json_text(text: &str) -> Result<Document, JsonError> {
    from_json(&parse_json(text, levels(&Limits::default()))?)
}

/// A document from JSON. A hash may be left out where a name is given; a 64-bit integer may be a number.
///
/// # Errors
/// When a value is not as [`to_json`] writes it, a name has another hash than stated, an object or array has
/// more than 255 parts, or values nest deeper than 512. The path leads to the value.
pub fn from_json(json: &Json) -> Result<Document, JsonError> {
    /// A list whose entries are being read.
    struct Open<'a> {
        entries: std::slice::Iter<'a, Json>,
        is_object: bool,
        next: u64,
    }
    let max = Limits::default().max_depth;
    let mut out = TreeBuilder::default();
    let mut open: Vec<Open<'_>> = Vec::new();
    // The path is needed only for a mistake.
    let fail = |open: &[Open<'_>], last: Option<&str>, message: String| {
        let mut path = Vec::new();
        for (depth, level) in open.iter().enumerate() {
            if depth > 0 {
                path.push(Segment::Field("value".into()));
            }
            path.extend(level.next.checked_sub(1).map(Segment::Index));
        }
        path.extend(last.map(|last| Segment::Field(last.to_owned().into())));
        JsonError::Value { path: Path::new(path), message }
    };
    let root = json.as_array().ok_or_else(|| fail(&[], None, "a document is a list of properties".to_owned()))?;
    if root.len() > MAX_LEN {
        return Err(fail(&[], None, super::Problem::TooMany.to_string()));
    }
    out.open(Node::new(None, Scalar::Object));
    open.push(Open { entries: root.iter(), is_object: true, next: 0 });
    while let Some(level) = open.last_mut() {
        let Some(entry) = level.entries.next() else {
            out.close();
            open.pop();
            continue;
        };
        level.next = level.next.saturating_add(1);
        let is_object = level.is_object;
        let entry = read_entry(entry, is_object).map_err(|(key, message)| fail(&open, key, message))?;
        let parts: &[Json] = match entry.value {
            Scalar::Array | Scalar::Object => entry.parts,
            _ => &[],
        };
        if parts.len() > MAX_LEN {
            return Err(fail(&open, Some("value"), super::Problem::TooMany.to_string()));
        }
        if open.len() >= max as usize {
            return Err(fail(&open, None, super::Problem::TooDeep(max).to_string()));
        }
        let is_object = entry.value == Scalar::Object;
        out.open(Node::new(entry.hash, entry.value));
        open.push(Open { entries: parts.iter(), is_object, next: 0 });
    }
    Ok(Document::from_sound(out.finish()))
}

/// A property or an element.
struct Entry<'a> {
    hash: Option<u64>,
    value: Scalar,
    parts: &'a [Json],
}

/// Reads a property or an element; an error names the faulty member.
fn read_entry(json: &Json, property: bool) -> Result<Entry<'_>, (Option<&'static str>, String)> {
    let map = json.as_object().ok_or_else(|| (None, format!("{} is no property or element", brief(json))))?;
    let known: &[&str] = if property { &["hash", "name", "type", "value"] } else { &["type", "value"] };
    if let Some(key) = map.keys().find(|key| !known.contains(&key.as_str())) {
        return Err((None, format!("unknown member {key:?}; known: {}", known.join(", "))));
    }
    let hash = if property { Some(read_hash(map)?) } else { None };
    let kind = map.get("type").ok_or_else(|| (None, "`type` is missing".to_owned()))?;
    let named = kind.as_str().and_then(Kind::named);
    let kind = named.ok_or_else(|| (Some("type"), format!("{} is no type", brief(kind))))?;
    let value = match map.get("value") {
        Some(value) => value,
        None if kind == Kind::Null => &Json::Null,
        None => return Err((None, "`value` is missing".to_owned())),
    };
    let scalar = scalar_from_json(kind, value).map_err(|message| (Some("value"), message))?;
    Ok(Entry { hash, value: scalar, parts: value.as_array().map(Vec::as_slice).unwrap_or_default() })
}

/// The hash that is stated, or that of the name.
fn read_hash(map: &Map<String, Json>) -> Result<u64, (Option<&'static str>, String)> {
    let stated = match map.get("hash") {
        None | Some(Json::Null) => None,
        Some(json) => {
            let read = json.as_str().and_then(|text| u64_from_hex(text, 16));
            let message = || (Some("hash"), format!("{} is no hash: `0x` and 16 digits", brief(json)));
            Some(read.ok_or_else(message)?)
        }
    };
    let named = match map.get("name") {
        None | Some(Json::Null) => None,
        Some(Json::String(name)) => Some(hash(name.as_bytes())),
        Some(json) => return Err((Some("name"), format!("{} is no name", brief(json)))),
    };
    match (stated, named) {
        (Some(stated), Some(named)) if stated != named => {
            Err((Some("hash"), format!("the name has the hash {named:#018x}, not {stated:#018x}")))
        }
        (Some(hash), _) | (None, Some(hash)) => Ok(hash),
        (None, None) => Err((None, "`hash` or `name` is missing".to_owned())),
    }
}

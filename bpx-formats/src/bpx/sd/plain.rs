//! Structured data as JSON in the usual form: objects with names as keys, numbers without types.
//!
//! A document loses: the widths of numbers, all but the last of several properties with one hash, bytes of a text
//! that are not UTF-8, and numbers that are not finite (null). JSON loses only the order of `__debug__`, which is
//! written from the keys.

use super::json::{JsonError, write_scalar};
use super::steps::{self, Draft, Step};
use super::{DEBUG_HASH, DEBUG_NAME, Document, Event, Names, ObjectRef, Problem, Scalar, ValueRef};
use crate::bpx::hash;
use bpx_schema::codec::CText;
use bpx_schema::json::{JsonLeaf, JsonParts, JsonRef, JsonValue, TreeBuilder, read_json};
use bpx_schema::report::Path;
use bpx_schema::value::u64_from_hex;
use bpx_schema::{Budget, Limits};
use serde_json::{Map, Number, Value as Json};

/// Returns a document as JSON: keys are names where `__debug__` lists them, else hashes such as `0x000000017c898026`.
/// A `__debug__` that lists names is omitted.
#[must_use]
pub fn to_plain_json(document: &Document) -> Json {
    /// An open value: its key and its parts.
    struct Open<'a> {
        key: Option<String>,
        value: ValueRef<'a>,
        names: Names<'a>,
        parts: Parts,
    }
    enum Parts {
        List(Vec<Json>),
        Map(Map<String, Json>),
    }
    let mut open: Vec<Open<'_>> = Vec::new();
    for event in document.root().value().events() {
        match event {
            Event::Open { value, .. } => {
                let key = value.hash().zip(open.last()).map(|(hash, open)| key(hash, &open.names));
                let names = value.as_object().map(ObjectRef::names).unwrap_or_default();
                let parts = if value.as_object().is_some() { Parts::Map(Map::new()) } else { Parts::List(Vec::new()) };
                open.push(Open { key, value, names, parts });
            }
            Event::Close => {
                let Some(Open { key, value, parts, .. }) = open.pop() else { continue };
                let listed = value.hash() == Some(DEBUG_HASH) && value.is_names();
                let json = plain_scalar(value).unwrap_or(match parts {
                    Parts::List(list) => Json::Array(list),
                    Parts::Map(map) => Json::Object(map),
                });
                match open.last_mut().map(|open| &mut open.parts) {
                    // This one is used, and no earlier one.
                    Some(Parts::Map(map)) if listed => {
                        map.shift_remove(DEBUG_NAME);
                    }
                    Some(Parts::Map(map)) => {
                        map.insert(key.unwrap_or_default(), json);
                    }
                    Some(Parts::List(list)) => list.push(json),
                    None => return json,
                }
            }
        }
    }
    Json::Null
}

/// Returns the name of a hash; the hash itself if there is none, or if the name looks like a hash.
fn key(hash: u64, names: &Names<'_>) -> String {
    let name = names.get(hash).filter(|name| u64_from_hex(name, 16).is_none());
    name.map_or_else(|| format!("{hash:#018x}"), str::to_owned)
}

fn plain_scalar(value: ValueRef<'_>) -> Option<Json> {
    Some(match value.scalar() {
        Scalar::Bool(byte) => Json::Bool(*byte == 1),
        Scalar::UInt64(value) => Json::from(*value),
        Scalar::Int64(value) => Json::from(*value),
        Scalar::Float(number) if !number.is_finite() => Json::Null,
        Scalar::Double(number) => Number::from_f64(*number).map_or(Json::Null, Json::Number),
        Scalar::String(text) => Json::from(text.to_string_lossy()),
        other => {
            let mut tree = TreeBuilder::default();
            return write_scalar(other, &mut tree).then(|| tree.finish());
        }
    })
}

/// Reads a document from JSON text.
///
/// # Errors
/// As [`from_plain_json`]; and when the text is not JSON.
pub fn from_plain_json_text(text: &str, debug_names: bool) -> Result<Document, JsonError> {
    let budget = Budget::over(Limits::default(), text.as_bytes());
    let levels = budget.limits().max_depth as usize;
    from_plain_json(read_json(text.as_bytes(), levels, &budget)?.root(), debug_names)
}

/// Reads a document from JSON. A key of `0x` and 16 hexadecimal digits is a hash. Whole numbers get the smallest type
/// that holds them, unsigned unless they are negative; other numbers have 8 bytes. With `debug_names`, names are
/// listed in `__debug__`.
///
/// # Errors
/// Returns an error when the JSON is not an object, a text or a key contains a NUL, an object has more than 255
/// properties (`__debug__` included) or an array more than 255 elements, or values nest deeper than 512 levels.
pub fn from_plain_json(json: JsonRef<'_>, debug_names: bool) -> Result<Document, JsonError> {
    let limits = Limits::default();
    if !json.is_object() {
        return Err(JsonError::Value { path: Path::root(), message: "expected an object".to_owned() });
    }
    let draft = |key: Option<&str>, value: Scalar, debug: bool| {
        let stated = key.and_then(|key| u64_from_hex(key, 16));
        let hash = stated.or_else(|| key.map(|key| hash(key.as_bytes())));
        let name = key.filter(|_| stated.is_none()).map(str::to_owned);
        Step::Open(Draft { hash, name, value, debug })
    };
    let mut steps = vec![draft(None, Scalar::Object, debug_names)];
    let mut open: Vec<JsonParts<'_>> = vec![json.parts()];
    while let Some(level) = open.last_mut() {
        let Some(json) = level.next() else {
            steps.push(Step::Close);
            open.pop();
            continue;
        };
        let key = json.key();
        match json.value() {
            JsonValue::Array(_) => {
                steps.push(draft(key, Scalar::Array, false));
                open.push(json.parts());
            }
            JsonValue::Object(_) => {
                steps.push(draft(key, Scalar::Object, false));
                open.push(json.parts());
            }
            JsonValue::Leaf(JsonLeaf::Text(text)) => {
                let text = CText::new(text);
                let failed = text.is_none().then_some(Step::Fail(Problem::Nul));
                steps.push(draft(key, Scalar::String(text.unwrap_or_default()), false));
                steps.extend(failed.into_iter().chain([Step::Close]));
            }
            _ => steps.extend([draft(key, number(json), false), Step::Close]),
        }
    }
    Ok(steps::finish(steps, &limits)?)
}

/// Returns null, a truth value, or a number in the smallest type.
fn number(json: JsonRef<'_>) -> Scalar {
    if let Some(value) = json.as_bool() {
        return Scalar::Bool(u8::from(value));
    }
    let whole = json.as_int();
    match (whole.and_then(|value| u64::try_from(value).ok()), whole.and_then(|value| i64::try_from(value).ok())) {
        (Some(value), _) => (u8::try_from(value).map(Scalar::UInt8))
            .or_else(|_| u16::try_from(value).map(Scalar::UInt16))
            .or_else(|_| u32::try_from(value).map(Scalar::UInt32))
            .unwrap_or(Scalar::UInt64(value)),
        (None, Some(value)) => (i8::try_from(value).map(Scalar::Int8))
            .or_else(|_| i16::try_from(value).map(Scalar::Int16))
            .or_else(|_| i32::try_from(value).map(Scalar::Int32))
            .unwrap_or(Scalar::Int64(value)),
        (None, None) => json.as_f64().map_or(Scalar::Null, Scalar::Double),
    }
}

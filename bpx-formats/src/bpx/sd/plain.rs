//! Converts structured data to JSON in the usual form and back: objects with names as keys, numbers without types.
//!
//! The conversion of a document to JSON loses the widths of numbers, all but the last of several properties with one
//! hash, bytes of a text that are not UTF-8, and numbers that are not finite (null). The conversion of JSON to a
//! document loses only the order of `__debug__`, which is written from the keys.

use super::json::write_scalar;
use super::steps::{self, Draft, Step};
use super::{DEBUG_HASH, Document, Event, Names, ObjectRef, Problem, Scalar, ValueRef};
use crate::FileError;
use crate::bpx::hash;
use bpx_schema::codec::CText;
use bpx_schema::json::{JsonLeaf, JsonParts, JsonRef, JsonSink, JsonValue, read_json};
use bpx_schema::value::u64_from_hex;
use bpx_schema::{Budget, Limits};

/// Writes a document as JSON. Keys are the names that `__debug__` lists, or hashes such as `0x000000017c898026`. The
/// output has no `__debug__` that lists names.
pub fn write_plain_json(document: &Document, sink: &mut dyn JsonSink) {
    /// A value that is open.
    struct OpenValue<'a> {
        value: ValueRef<'a>,
        /// The names of the properties, if the value is an object.
        names: Names<'a>,
        /// Whether the value is written, because no property around it is left out.
        shown: bool,
    }
    let mut open: Vec<OpenValue<'_>> = Vec::new();
    for event in document.root().value().events() {
        match event {
            Event::Open { value, index } => {
                let mut shown = open.last().is_none_or(|parent| parent.shown);
                if let Some(parent) = open.last()
                    && let (Some(object), Some(hash)) = (parent.value.as_object(), value.hash())
                {
                    shown = shown && is_shown(object, value, hash, index);
                    if shown {
                        sink.key(&key_of(hash, &parent.names));
                    }
                }
                if shown {
                    write_plain_scalar(value, sink);
                }
                open.push(OpenValue { value, names: value.names(), shown });
            }
            Event::Close => {
                if open.pop().is_some_and(|open| open.shown && is_container(open.value)) {
                    sink.close();
                }
            }
        }
    }
}

fn is_container(value: ValueRef<'_>) -> bool {
    matches!(value.scalar(), Scalar::Array | Scalar::Object)
}

/// Returns whether a property is the last with its hash, and not a list of names.
fn is_shown(object: ObjectRef<'_>, value: ValueRef<'_>, hash: u64, index: usize) -> bool {
    let is_names = hash == DEBUG_HASH && value.is_names();
    !is_names && object.iter().enumerate().all(|(at, other)| at <= index || other.hash != hash)
}

/// Returns the name of a hash, or the hash itself if there is no name, or if the name looks like a hash.
fn key_of(hash: u64, names: &Names<'_>) -> String {
    let name = names.get(hash).filter(|name| u64_from_hex(name, 16).is_none());
    name.map_or_else(|| format!("{hash:#018x}"), str::to_owned)
}

/// Writes a value without parts, or begins a value that has parts.
fn write_plain_scalar(value: ValueRef<'_>, sink: &mut dyn JsonSink) {
    match value.scalar() {
        Scalar::Array => sink.open_array(),
        Scalar::Object => sink.open_object(),
        Scalar::Bool(byte) => sink.leaf(JsonLeaf::Bool(*byte == 1)),
        Scalar::UInt64(value) => sink.leaf(JsonLeaf::UInt(*value)),
        Scalar::Int64(value) => sink.leaf(JsonLeaf::Int(*value)),
        Scalar::Float(number) if !number.is_finite() => sink.leaf(JsonLeaf::Null),
        Scalar::Double(number) if !number.is_finite() => sink.leaf(JsonLeaf::Null),
        Scalar::Double(number) => sink.leaf(JsonLeaf::Float(*number)),
        Scalar::String(text) => sink.leaf(JsonLeaf::Text(&text.to_string_lossy())),
        other => {
            write_scalar(other, sink);
        }
    }
}

/// Reads a document from JSON text.
///
/// # Errors
/// Returns the errors of [`from_plain_json`], and an error when the text is not JSON.
pub fn from_plain_json_text(text: &str, debug_names: bool) -> Result<Document, FileError> {
    let budget = Budget::for_bytes(Limits::default(), text.as_bytes());
    let levels = budget.limits().max_depth as usize;
    from_plain_json(read_json(text.as_bytes(), levels, &budget)?.root(), debug_names)
}

/// Reads a document from JSON. A key of `0x` and 16 hexadecimal digits is a hash. Whole numbers get the smallest type
/// that holds them, unsigned unless they are negative; other numbers have 8 bytes. If `debug_names` is set, names are
/// listed in `__debug__`.
///
/// # Errors
/// Returns an error when the JSON is not an object, a text or a key contains a NUL, an object has more than 255
/// properties (`__debug__` included) or an array more than 255 elements, or values nest deeper than 512 levels.
pub fn from_plain_json(json: JsonRef<'_>, debug_names: bool) -> Result<Document, FileError> {
    let limits = Limits::default();
    if !json.is_object() {
        return Err(FileError::expected("", "an object"));
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
                let text = CText::new(text).map(Scalar::String);
                let failed = text.is_none().then_some(Step::Fail(Problem::Nul));
                steps.push(draft(key, text.unwrap_or(Scalar::Null), false));
                steps.extend(failed.into_iter().chain([Step::Close]));
            }
            _ => steps.extend([draft(key, read_number(json), false), Step::Close]),
        }
    }
    Ok(steps::build_document(steps, &limits)?)
}

/// Returns null, a truth value, or a number in the smallest type.
fn read_number(json: JsonRef<'_>) -> Scalar {
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

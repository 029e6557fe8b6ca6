//! Converts structured data to JSON and back without loss. An object is a list of `{"hash", "type", "value"}` by
//! ascending hash, and an array is a list of `{"type", "value"}`; 64-bit integers are decimal strings, and floats are
//! `{"bits"}`.

use crate::answer::{Failure, usage};
use bpx::sd::{Array, Object, Value};
use serde_json::{Value as Json, json};

pub fn to_json(value: &Value) -> Json {
    typed(value)["value"].take()
}

fn typed(value: &Value) -> Json {
    let (kind, value) = match value {
        Value::Null => ("null", Json::Null),
        Value::Bool(value) => ("bool", json!(value)),
        Value::Uint8(value) => ("u8", json!(value)),
        Value::Uint16(value) => ("u16", json!(value)),
        Value::Uint32(value) => ("u32", json!(value)),
        Value::Uint64(value) => ("u64", json!(value.to_string())),
        Value::Int8(value) => ("i8", json!(value)),
        Value::Int16(value) => ("i16", json!(value)),
        Value::Int32(value) => ("i32", json!(value)),
        Value::Int64(value) => ("i64", json!(value.to_string())),
        Value::Float(value) => ("f32", json!({ "bits": format!("{:#010x}", value.to_bits()) })),
        Value::Double(value) => ("f64", json!({ "bits": format!("{:#018x}", value.to_bits()) })),
        Value::String(value) => ("string", json!(value)),
        Value::Array(list) => ("array", list.iter().map(typed).collect()),
        Value::Object(map) => {
            let mut list: Vec<_> = map.iter().map(|(name, value)| (name.into_inner(), typed(value))).collect();
            list.sort_by_key(|(hash, _)| *hash);
            let property = |(hash, mut json): (u64, Json)| {
                json["hash"] = json!(format!("{hash:#018x}"));
                json
            };
            ("object", list.into_iter().map(property).collect())
        }
    };
    json!({ "type": kind, "value": value })
}

/// Reads an object from JSON; a property may have a `name` instead of its `hash`.
pub fn from_json(json: &Json) -> Result<Value, Failure> {
    value("object", json)
}

fn value(kind: &str, json: &Json) -> Result<Value, Failure> {
    let read = match kind {
        "null" => Some(Value::Null),
        "bool" => json.as_bool().map(Value::Bool),
        "u8" => integer(json).map(Value::Uint8),
        "u16" => integer(json).map(Value::Uint16),
        "u32" => integer(json).map(Value::Uint32),
        "u64" => integer(json).map(Value::Uint64),
        "i8" => integer(json).map(Value::Int8),
        "i16" => integer(json).map(Value::Int16),
        "i32" => integer(json).map(Value::Int32),
        "i64" => integer(json).map(Value::Int64),
        "f32" => match bits(json) {
            Some(bits) => u32::try_from(bits).ok().map(f32::from_bits),
            None => json.as_f64().map(|value| value as f32),
        }
        .map(Value::Float),
        "f64" => bits(json).map(f64::from_bits).or(json.as_f64()).map(Value::Double),
        "string" => json.as_str().map(Value::from),
        "array" => {
            let mut array = Array::new();
            for entry in json.as_array().into_iter().flatten() {
                array.as_mut().push(part(entry)?);
            }
            Some(Value::Array(array))
        }
        "object" => {
            let mut object = Object::new();
            for entry in json.as_array().into_iter().flatten() {
                let hash = entry["hash"].as_str().and_then(from_hex);
                match (hash, entry["name"].as_str()) {
                    (Some(hash), _) => object.set(hash, part(entry)?),
                    (None, Some(name)) => object.set(name, part(entry)?),
                    (None, None) => return usage(format!("expected a name or a hash, found {entry}")),
                }
            }
            Some(Value::Object(object))
        }
        _ => None,
    };
    read.map_or_else(|| usage(format!("expected a value of type {kind}, found {json}")), Ok)
}

fn part(entry: &Json) -> Result<Value, Failure> {
    value(entry["type"].as_str().unwrap_or_default(), &entry["value"])
}

fn integer<T: TryFrom<i128>>(json: &Json) -> Option<T> {
    let text = json.as_str().map_or_else(|| json.to_string(), str::to_owned);
    T::try_from(text.parse().ok()?).ok()
}

fn bits(json: &Json) -> Option<u64> {
    json["bits"].as_str().and_then(from_hex)
}

fn from_hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

//! Values as JSON, without loss: what JSON has no word for is written so that it reads back to the same bits.

use super::Value;
use super::coded::flag_names;
use crate::report::{Finding, Segment};
use crate::watch::{Kind, Leaf, Node, Watch};
use serde_json::{Map, Number, Value as Json, json};

/// A leaf as JSON: integers of 8 bytes as decimal strings, bytes as hexadecimal, codes and flags by name.
#[must_use]
pub fn leaf_json(leaf: &Leaf<'_>) -> Json {
    if let (Some(codes), Value::Int(value)) = (leaf.codes, &leaf.value) {
        let raw = u64::try_from(*value).unwrap_or_default();
        if codes.flags {
            let names = flag_names(codes, raw & codes.mask()).into_iter().map(Json::from);
            let unknown = raw & !codes.mask();
            return names.chain((unknown != 0).then(|| json!({ "raw": unknown }))).collect();
        }
        return match codes.find(raw) {
            Some(code) => Json::from(&*code.name),
            None => json!({ "name": null, "raw": raw }),
        };
    }
    let wide = leaf.bits.map_or(leaf.bytes.len() >= 8, |(_, bits)| bits > 32);
    value_json(&leaf.value, wide)
}

fn value_json(value: &Value<'_>, wide: bool) -> Json {
    match value {
        Value::Int(value) if !wide => i64::try_from(*value).map_or_else(|_| Json::from(value.to_string()), Json::from),
        Value::Int(value) => Json::from(value.to_string()),
        Value::F32(value) => f32_json(*value),
        Value::F64(value) => f64_json(*value),
        Value::Bytes(bytes) => Json::from(hex(bytes)),
        Value::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Json::from(text),
            Err(_) => json!({ "hex": hex(bytes) }),
        },
        Value::Numbers(numbers) => numbers.iter().map(|value| value_json(&value, numbers.size >= 8)).collect(),
    }
}

/// Bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A number of 4 bytes, in the shortest form that reads back to the same bits.
#[must_use]
pub fn f32_json(value: f32) -> Json {
    let shortest = format!("{value:?}").parse::<f64>().ok().filter(|wide| wide.is_finite());
    let same = shortest.filter(|wide| (*wide as f32).to_bits() == value.to_bits());
    same.and_then(Number::from_f64)
        .map_or_else(|| json!({ "bits": format!("{:#010x}", value.to_bits()) }), Json::Number)
}

/// A number of 8 bytes, in the shortest form that reads back to the same bits.
#[must_use]
pub fn f64_json(value: f64) -> Json {
    Number::from_f64(value).map_or_else(|| json!({ "bits": format!("{:#018x}", value.to_bits()) }), Json::Number)
}

/// Builds JSON from a traversal; keys are in the order of the schema.
#[derive(Debug, Default)]
pub struct JsonWatch {
    stack: Vec<(Option<Segment>, Json)>,
    root: Option<Json>,
}

impl JsonWatch {
    /// The JSON of all that was told.
    #[must_use]
    pub fn finish(mut self) -> Json {
        while let Some((segment, value)) = self.stack.pop() {
            self.add(segment, value);
        }
        self.root.unwrap_or(Json::Null)
    }

    fn add(&mut self, segment: Option<Segment>, value: Json) {
        match (self.stack.last_mut(), segment) {
            (Some((_, Json::Object(map))), Some(Segment::Field(name))) => {
                map.insert(name.into_owned(), value);
            }
            (Some((_, Json::Array(list))), _) => list.push(value),
            // A traversal need not have a root of its own.
            (None, Some(Segment::Field(name))) => {
                if let Json::Object(map) = self.root.get_or_insert_with(|| Json::Object(Map::new())) {
                    map.insert(name.into_owned(), value);
                }
            }
            (_, _) => self.root = Some(value),
        }
    }
}

impl Watch for JsonWatch {
    fn open(&mut self, node: &Node<'_>) {
        let empty = if node.kind == Kind::Array { Json::Array(Vec::new()) } else { Json::Object(Map::new()) };
        self.stack.push((node.segment.clone(), empty));
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if !leaf.derived {
            self.add(Some(leaf.segment.clone()), leaf_json(leaf));
        }
    }

    fn close(&mut self, _: &Node<'_>, _: u64) {
        if let Some((segment, value)) = self.stack.pop() {
            self.add(segment, value);
        }
    }

    fn report(&mut self, _: Finding) {}
}

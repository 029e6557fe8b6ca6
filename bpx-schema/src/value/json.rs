//! Values as JSON, without loss: what JSON has no word for is written so that it reads back to the same bits.

use super::Value;
use super::coded::flag_names;
use crate::report::{Finding, Segment};
use crate::watch::{Kind, Leaf, Node, Watch};
use serde_json::{Map, Number, Value as Json, json};

/// A leaf as JSON: integers of 8 bytes as decimal strings, bytes as hexadecimal, codes and flags by name; a
/// variable-length number that takes more bytes than it needs as an object that says how many.
#[must_use]
pub fn leaf_json(leaf: &Leaf<'_>) -> Json {
    let shortest = shortest_json(leaf);
    if leaf.padded { json!({ "value": shortest, "size": leaf.bytes.len() }) } else { shortest }
}

fn shortest_json(leaf: &Leaf<'_>) -> Json {
    if let (Some(codes), Value::Int(value)) = (leaf.codes, &leaf.value) {
        let Ok(raw) = u64::try_from(*value) else {
            // No code is negative.
            return json!({ "name": null, "raw": i64::try_from(*value).unwrap_or_default() });
        };
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
        Value::Text(bytes) => text_json(bytes),
        Value::Numbers(numbers) => numbers.iter().map(|value| value_json(&value, numbers.size >= 8)).collect(),
    }
}

/// A text: a string, or its bytes when they are not UTF-8.
#[must_use]
pub fn text_json(bytes: &[u8]) -> Json {
    match std::str::from_utf8(bytes) {
        Ok(text) => Json::from(text),
        Err(_) => json!({ "hex": hex(bytes) }),
    }
}

/// The bytes of a text, of what [`text_json`] writes.
#[must_use]
pub fn text_from_json(json: &Json) -> Option<Vec<u8>> {
    match json {
        Json::String(text) => Some(text.as_bytes().to_vec()),
        other => bytes_from_hex(member(other, "hex")?.as_str()?),
    }
}

/// An integer: a whole number, or one in decimal digits.
#[must_use]
pub fn int_from_json(json: &Json) -> Option<i128> {
    match json {
        Json::Number(number) => number.as_i128(),
        Json::String(digits) => digits.parse().ok(),
        _ => None,
    }
}

/// A variable-length number in more bytes than it needs: the number, as [`leaf_json`] would write it, and how many bytes.
#[must_use]
pub fn padded_from_json(json: &Json) -> Option<(&Json, u64)> {
    let map = json.as_object().filter(|map| map.len() == 2)?;
    Some((map.get("value")?, map.get("size")?.as_u64()?))
}

/// A number of 4 bytes, of what [`f32_json`] writes; any number is rounded, and none may overflow.
#[must_use]
pub fn f32_from_json(json: &Json) -> Option<f32> {
    match json {
        Json::Number(number) => number.as_f64().map(|wide| wide as f32).filter(|value| value.is_finite()),
        other => Some(f32::from_bits(u32::try_from(bits_from_json(other, 8)?).ok()?)),
    }
}

/// A number of 8 bytes, of what [`f64_json`] writes.
#[must_use]
pub fn f64_from_json(json: &Json) -> Option<f64> {
    match json {
        Json::Number(number) => number.as_f64().filter(|value| value.is_finite()),
        other => Some(f64::from_bits(bits_from_json(other, 16)?)),
    }
}

/// `{"bits": "0x.."}`, with so many digits.
fn bits_from_json(json: &Json, digits: usize) -> Option<u64> {
    u64_from_hex(member(json, "bits")?.as_str()?, digits)
}

/// The only member of an object, when it has this name.
fn member<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    json.as_object().filter(|map| map.len() == 1)?.get(name)
}

/// A number of exactly so many hexadecimal digits after `0x`.
#[must_use]
pub fn u64_from_hex(text: &str, digits: usize) -> Option<u64> {
    let text = text.strip_prefix("0x").filter(|text| text.len() == digits)?;
    // The parser of numbers would take a sign.
    let all = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| all)
}

/// The bytes of hexadecimal digits, two a byte.
#[must_use]
pub fn bytes_from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some((digit(high)? << 4) | digit(low)?)).collect();
    if rest.is_empty() { bytes } else { None }
}

/// Bytes in hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Through text, as a file would.
    fn again(json: &Json) -> Json {
        serde_json::from_str(&json.to_string()).unwrap()
    }

    #[test]
    fn floats_keep_their_bits() {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let random = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ (state >> 29)
        });
        let special = [0, 1 << 63, f64::NAN.to_bits(), f64::INFINITY.to_bits(), 1, 0x7FF0_0000_0000_0001, u64::MAX];
        for bits in random.take(20_000).chain(special) {
            let json = again(&f64_json(f64::from_bits(bits)));
            assert_eq!(f64_from_json(&json).map(f64::to_bits), Some(bits), "{json}");
        }
        for bits in (0..=u32::MAX).step_by(65_537).chain([1, 0x7FC0_0001, 0x8000_0000, 0xFF80_0000]) {
            let json = again(&f32_json(f32::from_bits(bits)));
            assert_eq!(f32_from_json(&json).map(f32::to_bits), Some(bits), "{json}");
        }
    }

    #[test]
    fn what_is_no_float_is_refused() {
        assert_eq!(f32_from_json(&json!(1e300)), None);
        assert_eq!(f32_from_json(&json!({ "bits": "0x7fc0001" })), None);
        assert_eq!(f64_from_json(&json!({ "bits": "0x+000000000000001" })), None);
        assert_eq!(f64_from_json(&json!({ "bits": "0x0000000000000001", "more": 1 })), None);
        assert_eq!(f64_from_json(&json!("1")), None);
    }

    #[test]
    fn texts_and_bytes() {
        assert_eq!(text_json(b"a\xFF"), json!({ "hex": "61ff" }));
        assert_eq!(text_from_json(&json!({ "hex": "61fF" })), Some(b"a\xFF".to_vec()));
        assert_eq!(text_from_json(&json!("\u{e9}")), Some(vec![0xC3, 0xA9]));
        assert_eq!(bytes_from_hex("6"), None);
        assert_eq!(bytes_from_hex("+6"), None);
    }

    #[test]
    fn integers_in_both_forms() {
        assert_eq!(int_from_json(&json!(u64::MAX)), Some(i128::from(u64::MAX)));
        assert_eq!(int_from_json(&json!("-9223372036854775808")), Some(i128::from(i64::MIN)));
        assert_eq!(int_from_json(&json!(1.0)), None);
        assert_eq!(int_from_json(&json!("1.0")), None);
    }
}

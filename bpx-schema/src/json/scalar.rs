//! Reads values without parts from JSON.

use super::{JsonRef, JsonValue};
use crate::schema::TextForm;
use crate::value::{bytes_from_hex, decode_text, fill_text, u64_from_hex};

/// Returns the bytes of a text, which is a string or `{"hex": digits}`.
#[must_use]
pub fn text_from_json(json: JsonRef<'_>) -> Option<Vec<u8>> {
    match json.as_str() {
        Some(text) => Some(text.as_bytes().to_vec()),
        None => bytes_from_hex(json.only_member("hex")?.as_str()?),
    }
}

/// Returns the bytes of a text in an encoding. The JSON is a string, which is filled up to `size`, or
/// `{"hex": digits}`, or `{"text": string, "hex": digits}`, whose bytes must decode to the text.
#[must_use]
pub fn encoded_from_json(form: TextForm, json: JsonRef<'_>, size: Option<u64>) -> Option<Vec<u8>> {
    if let Some(text) = json.as_str() {
        return fill_text(form, text, size);
    }
    let bytes = bytes_from_hex(json.get("hex")?.as_str()?)?;
    match json.get("text") {
        None => json.only_member("hex").map(|_| bytes),
        Some(text) => {
            let is_said = decode_text(form, &bytes).is_ok_and(|read| Some(&*read) == text.as_str());
            (json.len() == 2 && is_said).then_some(bytes)
        }
    }
}

/// Returns a number in digits, and its bytes, as far as the JSON states them. The JSON is a number,
/// `{"number": number, "hex": digits}` or `{"hex": digits}`.
#[must_use]
pub fn digits_from_json(json: JsonRef<'_>) -> Option<(Option<JsonRef<'_>>, Option<Vec<u8>>)> {
    let Some(hex) = json.get("hex").filter(|_| json.is_object()) else { return Some((Some(json), None)) };
    let number = json.get("number");
    let is_all = json.len() == 1 + usize::from(number.is_some());
    Some((number, Some(bytes_from_hex(hex.as_str()?)?))).filter(|_| is_all)
}

/// Returns an integer, which is a number or a text of decimal digits.
#[must_use]
pub fn int_from_json(json: JsonRef<'_>) -> Option<i128> {
    match json.as_str() {
        Some(digits) => digits.parse().ok(),
        None => json.as_int(),
    }
}

/// Returns a variable-length number that takes more bytes than it needs, and its size in bytes, from
/// `{"value": number, "size": bytes}`.
#[must_use]
pub fn padded_from_json(json: JsonRef<'_>) -> Option<(JsonRef<'_>, u64)> {
    let size = json.get("size").filter(|_| json.is_object() && json.len() == 2)?;
    Some((json.get("value")?, u64::try_from(size.as_int()?).ok()?))
}

/// Returns the size in bytes of a variable-length number, from `{"size": bytes}` for a computed number, or like
/// [`padded_from_json`].
#[must_use]
pub fn size_from_json(json: JsonRef<'_>) -> Option<u64> {
    match json.only_member("size") {
        Some(size) => u64::try_from(size.as_int()?).ok(),
        None => padded_from_json(json).map(|(_, size)| size),
    }
}

/// Returns a 4-byte float. The JSON is `{"bits": "0x" and 8 digits}`, or any number, which is rounded and must not
/// overflow.
#[must_use]
pub fn f32_from_json(json: JsonRef<'_>) -> Option<f32> {
    match json.as_f64() {
        Some(wide) => Some(wide as f32).filter(|value| value.is_finite()),
        None => Some(f32::from_bits(u32::try_from(bits_from_json(json, 8)?).ok()?)),
    }
}

/// Returns an 8-byte float. The JSON is any number, or `{"bits": "0x" and 16 digits}`.
#[must_use]
pub fn f64_from_json(json: JsonRef<'_>) -> Option<f64> {
    json.as_f64().or_else(|| Some(f64::from_bits(bits_from_json(json, 16)?)))
}

/// Returns the number in `{"bits": "0x.."}`, whose text must have `digits` hexadecimal digits.
fn bits_from_json(json: JsonRef<'_>, digits: usize) -> Option<u64> {
    u64_from_hex(json.only_member("bits")?.as_str()?, digits)
}

/// Returns a short description of a value for messages: the number of elements or members, or the beginning of the
/// text.
#[must_use]
pub fn describe_json(json: JsonRef<'_>) -> String {
    match json.value() {
        JsonValue::Array(list) => format!("an array of {} elements", list.len()),
        JsonValue::Object(map) => format!("an object with {} members", map.len()),
        JsonValue::Leaf(_) => crate::report::quote_value(json),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DocBuilder, JsonDoc, JsonSink, read_json, write_f32, write_f64, write_text};
    use super::*;
    use crate::budget::Budget;
    use serde_json::json;

    /// Writes and reads a value as text.
    fn again(write: impl FnOnce(&mut dyn JsonSink)) -> JsonDoc {
        let budget = Budget::default();
        let mut doc = DocBuilder::new(&budget);
        write(&mut doc);
        read_json(doc.finish().unwrap().root().to_string().as_bytes(), 2, &budget).unwrap()
    }

    fn of(json: &serde_json::Value) -> JsonDoc {
        JsonDoc::from(json)
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
            let json = again(|sink| write_f64(f64::from_bits(bits), sink));
            assert_eq!(f64_from_json(json.root()).map(f64::to_bits), Some(bits), "{json:?}");
        }
        for bits in (0..=u32::MAX).step_by(65_537).chain([1, 0x7FC0_0001, 0x8000_0000, 0xFF80_0000]) {
            let json = again(|sink| write_f32(f32::from_bits(bits), sink));
            assert_eq!(f32_from_json(json.root()).map(f32::to_bits), Some(bits), "{json:?}");
        }
    }

    #[test]
    fn what_is_no_float_is_refused() {
        assert_eq!(f32_from_json(of(&json!(1e300)).root()), None);
        assert_eq!(f32_from_json(of(&json!({ "bits": "0x7fc0001" })).root()), None);
        assert_eq!(f64_from_json(of(&json!({ "bits": "0x+000000000000001" })).root()), None);
        assert_eq!(f64_from_json(of(&json!({ "bits": "0x0000000000000001", "more": 1 })).root()), None);
        assert_eq!(f64_from_json(of(&json!("1")).root()), None);
    }

    #[test]
    fn texts_and_bytes() {
        assert_eq!(again(|sink| write_text(b"a\xFF", sink)).to_value(), json!({ "hex": "61ff" }));
        assert_eq!(text_from_json(of(&json!({ "hex": "61fF" })).root()), Some(b"a\xFF".to_vec()));
        assert_eq!(text_from_json(of(&json!("\u{e9}")).root()), Some(vec![0xC3, 0xA9]));
        assert_eq!(bytes_from_hex("6"), None);
        assert_eq!(bytes_from_hex("+6"), None);
    }

    #[test]
    fn integers_in_both_forms() {
        assert_eq!(int_from_json(of(&json!(u64::MAX)).root()), Some(i128::from(u64::MAX)));
        assert_eq!(int_from_json(of(&json!("-9223372036854775808")).root()), Some(i128::from(i64::MIN)));
        assert_eq!(int_from_json(of(&json!(1.0)).root()), None);
        assert_eq!(int_from_json(of(&json!("1.0")).root()), None);
    }

    #[test]
    fn values_are_described_in_few_words() {
        for (json, said) in [
            (json!([1, 2]), "an array of 2 elements"),
            (json!({ "a": 1 }), "an object with 1 members"),
            (json!("a"), "\"a\""),
            (json!(0.5), "0.5"),
            (json!(null), "null"),
        ] {
            assert_eq!(describe_json(of(&json).root()), said);
        }
        assert!(describe_json(of(&json!("x".repeat(1 << 20))).root()).len() < 200);
    }
}

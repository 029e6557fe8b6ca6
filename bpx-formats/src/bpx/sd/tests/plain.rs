use super::super::plain::from_plain_json_text;
use super::super::*;
use crate::model::trees::sd::{from_plain_json, to_plain_json};
use serde_json::json;

#[test]
fn numbers_get_the_smallest_type() {
    let document = from_plain_json_text(
        r#"{"a": 255, "b": 256, "c": 65536, "d": 4294967296, "e": -128, "f": -129, "g": -32769,
            "h": -2147483649, "i": 1.0, "j": true, "k": null, "l": "x", "m": 18446744073709551615}"#,
        false,
    )
    .unwrap();
    let kinds: Vec<_> = document.root().iter().map(|property| property.value.kind().name()).collect();
    let expected = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f64", "bool", "null", "string", "u64"];
    assert_eq!(kinds, expected);
    assert_eq!(document.root().get("g").and_then(ValueRef::as_i64), Some(-32769));
}

#[test]
fn usual_json_is_kept() {
    let json = json!({
        "Name": "oak",
        "Version": "1.0",
        "Deep": { "list": [1, [2, { "x": -5 }], {}, []], "half": 0.5 },
        "0x00000000000000ff": "by hash",
    });
    let document = from_plain_json(&json, true).unwrap();
    assert_eq!(to_plain_json(&document), json);
    assert_eq!(document.root().get_hash(0xFF).and_then(ValueRef::as_str), Some("by hash"));
    assert_eq!(document.root().get(DEBUG_NAME).and_then(ValueRef::as_array).map(ArrayRef::len), Some(3));
    let bare = from_plain_json(&json!({ "a": { "b": 1 } }), false).unwrap();
    assert_eq!(to_plain_json(&bare), json!({ "0x000000000002b606": { "0x000000000002b607": 1 } }));
}

#[test]
fn plain_json_loses_some_values() {
    let document = ObjectBuilder::new()
        .add("x", 1_u64)
        .add("x", i64::MIN)
        .set("f", 0.1_f32)
        .set("n", f64::NAN)
        .set("m", f32::INFINITY)
        .set("t", bpx_schema::codec::CText::new(*b"a\xFF").unwrap())
        .set("t2", Scalar::Bool(2))
        .set("0x0000000000000001", 1_u8)
        .with_debug_names()
        .build()
        .unwrap();
    let hash = format!("{:#018x}", super::super::super::hash(b"0x0000000000000001"));
    let mut expected = json!({ "x": i64::MIN, "f": 0.1, "n": null, "m": null, "t": "a\u{fffd}", "t2": false });
    expected[&hash] = json!(1);
    assert_eq!(to_plain_json(&document), expected);
    // A `__debug__` that lists no names stays.
    let odd = ObjectBuilder::new().set(DEBUG_NAME, 1_u8).build().unwrap();
    assert_eq!(to_plain_json(&odd), json!({ "__debug__": 1 }));
}

#[test]
fn mistakes_are_located() {
    let message = |json| from_plain_json(&json, false).unwrap_err().to_string();
    assert_eq!(message(json!([])), "expected an object");
    assert_eq!(message(json!({ "a": [1, { "b": "\0" }] })), "a[1].b: a text must not contain a NUL");
    assert_eq!(message(json!({ "a\0": 1 })), "a\0: a text must not contain a NUL");
    assert_eq!(message(json!({ "a": vec![0; 256] })), format!("a[255]: {}", Problem::TooMany));
    assert!(from_plain_json_text("{", true).is_err());
}

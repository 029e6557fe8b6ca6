use super::super::json::from_json_text;
use super::super::*;
use crate::model::trees::sd::{from_json, to_json};
use bpx_schema::codec::CText;
use serde_json::{Value as Json, json};

fn sample() -> (Document, Json) {
    let document = ObjectBuilder::new()
        .set("a", u64::MAX)
        .set_hash(1, i64::MIN)
        .add("a", 0.1_f32)
        .set_hash(2, f32::from_bits(0x7FC0_0001))
        .set_hash(3, f64::NEG_INFINITY)
        .set_hash(4, Scalar::Bool(2))
        .set_hash(5, CText::new(*b"a\xFF").unwrap())
        .array("l", |l| l.push(true).push(()).object(|o| o.set("x", -1_i8)))
        .array(DEBUG_NAME, |names| names.push("a").push("l"))
        .build()
        .unwrap();
    // `set` of "a" gave 0x2b606 a value, and `add` another one after it.
    let json = json!([
        { "hash": "0x000000000002b606", "name": "a", "type": "u64", "value": "18446744073709551615" },
        { "hash": "0x0000000000000001", "name": null, "type": "i64", "value": "-9223372036854775808" },
        { "hash": "0x000000000002b606", "name": "a", "type": "f32", "value": 0.1 },
        { "hash": "0x0000000000000002", "name": null, "type": "f32", "value": { "bits": "0x7fc00001" } },
        { "hash": "0x0000000000000003", "name": null, "type": "f64", "value": { "bits": "0xfff0000000000000" } },
        { "hash": "0x0000000000000004", "name": null, "type": "bool", "value": { "raw": 2 } },
        { "hash": "0x0000000000000005", "name": null, "type": "string", "value": { "hex": "61ff" } },
        { "hash": "0x000000000002b611", "name": "l", "type": "array", "value": [
            { "type": "bool", "value": true },
            { "type": "null", "value": null },
            { "type": "object", "value": [
                { "hash": "0x000000000002b61d", "name": null, "type": "i8", "value": -1 },
            ] },
        ] },
        { "hash": "0x0377beb4dd4088e8", "name": "__debug__", "type": "array", "value": [
            { "type": "string", "value": "a" },
            { "type": "string", "value": "l" },
        ] },
    ]);
    (document, json)
}

#[test]
fn json_is_as_documented() {
    let (document, json) = sample();
    assert_eq!(to_json(&document), json);
    let back = from_json_text(&json.to_string()).unwrap();
    assert_eq!(back.to_vec().unwrap(), document.to_vec().unwrap());
}

#[test]
fn hashes_come_from_names() {
    let short = json!([{ "name": "a", "type": "null" }, { "name": "b", "hash": null, "type": "u64", "value": 7 }]);
    let expected = ObjectBuilder::new().set("a", ()).set("b", 7_u64).build().unwrap();
    assert_eq!(from_json(&short).unwrap(), expected);
}

#[test]
fn mistakes_are_located() {
    let cases = [
        (json!({}), "expected a list of properties"),
        (json!([1]), "[0]: expected a property or an element, found 1"),
        (json!([{ "type": "null" }]), "[0]: expected the member `hash` or `name`, found none"),
        (json!([{ "name": "a" }]), "[0]: expected the member `type`, found none"),
        (json!([{ "name": "a", "type": "u128", "value": 1 }]), "[0].type: expected a type, found \"u128\""),
        (json!([{ "name": "a", "type": "u8" }]), "[0]: expected the member `value`, found none"),
        (json!([{ "name": "a", "type": "u8", "value": 256 }]), "[0].value: expected a value of type u8, found 256"),
        (
            json!([{ "name": "a", "type": "i64", "value": "1.5" }]),
            "[0].value: expected a value of type i64, found \"1.5\"",
        ),
        (json!([{ "name": "a", "type": "null", "value": 0 }]), "[0].value: expected a value of type null, found 0"),
        (
            json!([{ "name": "a", "type": "array", "value": {} }]),
            "[0].value: expected a value of type array, found an object",
        ),
        (json!([{ "name": 1, "type": "null" }]), "[0].name: expected a name, found 1"),
        (json!([{ "hash": "0x1", "type": "null" }]), "[0].hash: expected a hash of `0x` and 16 digits, found \"0x1\""),
        (
            json!([{ "hash": "0x0000000000000001", "name": "a", "type": "null" }]),
            "[0].hash: expected 0x000000000002b606, the hash of the name, found 0x0000000000000001",
        ),
        (
            json!([{ "name": "a", "type": "null", "x": 1 }]),
            "[0]: unknown member \"x\", expected hash, name, type, value",
        ),
        (json!([{ "name": "a", "type": "string", "value": "\0" }]), "[0].value: a text must not contain a NUL"),
        (
            json!([{ "name": "a", "type": "string", "value": { "hex": "00" } }]),
            "[0].value: a text must not contain a NUL",
        ),
        (
            json!([
                { "name": "a", "type": "null" },
                { "name": "b", "type": "array", "value": [
                    { "type": "object", "value": [{ "name": "c", "type": "bool", "value": 1 }] },
                ] },
            ]),
            "[1].value[0].value[0].value: expected a value of type bool, found 1",
        ),
        (
            json!([{ "name": "b", "type": "array", "value": [{ "name": "c", "type": "null" }] }]),
            "[0].value[0]: unknown member \"name\", expected type, value",
        ),
    ];
    for (json, message) in cases {
        assert_eq!(from_json(&json).unwrap_err().to_string(), message);
    }
    let many = Json::Array(vec![json!({ "type": "null" }); 256]);
    let error = from_json(&json!([{ "name": "a", "type": "array", "value": many }])).unwrap_err();
    assert_eq!(error.to_string(), format!("[0].value: {}", Problem::TooMany));
    let many = Json::Array(vec![json!({ "name": "a", "type": "null" }); 256]);
    assert_eq!(from_json(&many).unwrap_err().to_string(), Problem::TooMany.to_string());
}

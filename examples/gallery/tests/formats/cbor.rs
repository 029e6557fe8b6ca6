//! CBOR: values of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use ciborium::Value;
use gallery::cbor::{self, Item, insert};

/// A value of most kinds, written by another writer.
fn written() -> Vec<u8> {
    let numbers = [0_u64, 23, 24, 255, 256, 65_536, u64::MAX].map(Value::from);
    let text = |text: &str| Value::Text(text.to_owned());
    let value = Value::Map(vec![
        (text("numbers"), Value::Array(numbers.to_vec())),
        (text("negative"), Value::Integer((-500).into())),
        (Value::Integer(1.into()), Value::Bytes(vec![7; 30])),
        (text("floats"), Value::Array([0.5, 1e10, 1e300, 0.1].map(Value::Float).to_vec())),
        (text("time"), Value::Tag(1, Box::new(Value::Integer(1_700_000_000.into())))),
        (text("simple"), Value::Array(vec![Value::Bool(true), Value::Null])),
    ]);
    let mut bytes = Vec::new();
    ciborium::into_writer(&value, &mut bytes).unwrap();
    bytes
}

/// A map without a size, of an array without a size and a text in two parts.
const OPEN: &[u8] = b"\xBF\x61a\x9F\x01\x18\x20\xFF\x61b\x7F\x61x\x62yz\xFF\xFF";

/// Values that the other writer does not make: numbers in words and of two parts, simple values, and half a float.
const SPECIAL: &[u8] = b"\x8D\xC0\x74\x32013-03-21T20:04:00Z\xC1\xFB\x41\xD4\x52\xD9\xEC\x20\0\0\
    \xC2\x49\x01\0\0\0\0\0\0\0\0\xC3\x41\x07\xC4\x82\x21\x19\x6A\xB3\xC5\x82\x20\x03\xD8\x18\x45\x64IETF\
    \xD8\x20\x61a\xD9\xD9\xF7\x01\xF7\xF8\xFF\xE5\x5F\x42ab\x41c\xFF";

/// Values of another writer, and those of the examples of RFC 8949 that it does not make.
pub fn samples() -> Vec<Vec<u8>> {
    vec![written(), OPEN.to_vec(), SPECIAL.to_vec()]
}

/// A time that is a text.
pub fn damaged() -> Vec<u8> {
    b"\x82\x01\xC1\x61a".to_vec()
}

/// Codes, paths and places of what is found.
fn found(bytes: &[u8]) -> Vec<(String, String, u64)> {
    let report = Item::validate(bytes, Mode::Strict);
    let found = report.findings().iter();
    found.map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect()
}

#[test]
fn meanings_that_do_not_fit_are_found() {
    let text = |text: &str| text.to_owned();
    let expected = |code: &str, path: &str, at: u64| vec![(text(code), text(path), at)];
    assert_eq!(found(&damaged()), expected("tagged.time", "value.array[1].value.tagged.item", 3));
    assert_eq!(found(b"\xC0\x01"), expected("tagged.date", "value.tagged.item", 1));
    assert_eq!(found(b"\xC2\x01"), expected("tagged.large", "value.tagged.item", 1));
    assert_eq!(found(b"\xC4\x81\x01"), expected("tagged.fraction", "value.tagged.item", 1));
    assert_eq!(found(b"\xD8\x18\x01"), expected("tagged.embedded", "value.tagged.item", 2));
    assert_eq!(found(b"\xD8\x20\x01"), expected("tagged.text", "value.tagged.item", 2));
    // A part of bytes that is a text, and a part without a size.
    assert_eq!(found(b"\x5F\x61a\xFF"), expected("part.kind", "value.parts[0].item", 1));
    assert_eq!(found(b"\x5F\x5F\xFF\xFF"), expected("part.kind", "value.parts[0].item", 1));
    // A number without a size, and one that is longer than it needs to be.
    assert_eq!(found(b"\x1F"), expected("item.open", "head", 0));
    for long in [&b"\x18\x17"[..], b"\x19\0\xFF", b"\x1A\0\0\xFF\xFF", b"\x1B\0\0\0\0\xFF\xFF\xFF\xFF"] {
        assert_eq!(found(long), expected("item.shortest", "argument", 1));
        assert_eq!(Item::validate(long, Mode::Strict).verdict(), Verdict::Valid);
    }
    // The end of a list where none is.
    assert!(Item::from_slice(b"\xFF").is_err());
    assert_eq!(found(b"\xF8\x1F"), expected("value.simple-number.simple-number.range", "value.simple_number", 1));
}

fn read(bytes: &[u8]) -> Value {
    ciborium::from_reader(bytes).unwrap()
}

#[test]
fn values_come_back_byte_for_byte() {
    for value in samples() {
        assert_comes_back::<Item>(&value);
        assert_kept_alike::<Item>(&value);
    }
}

#[test]
fn numbers_are_those_of_another_reader() {
    for number in [0, 23, 24, 255, 256, 65_535, 65_536, u64::from(u32::MAX), 1 << 32, u64::MAX] {
        let bytes = Item::unsigned(number).unwrap().to_vec().unwrap();
        assert_eq!(read(&bytes), Value::from(number));
        assert_eq!(Item::from_slice(&bytes).unwrap().number(), number);
    }
}

#[test]
fn an_added_value_is_read_by_another_reader() {
    for map in [&written()[..], OPEN] {
        let changed = insert(map, "added", Item::unsigned(1000).unwrap()).unwrap();
        let (Value::Map(old), Value::Map(new)) = (read(map), read(&changed)) else { panic!("{changed:02x?}") };
        assert_eq!(new[..old.len()], old);
        assert_eq!(new[old.len()..], [(Value::Text("added".to_owned()), Value::Integer(1000.into()))]);
    }
    assert!(insert(b"\x01", "added", Item::unsigned(1).unwrap()).is_err());
}

#[test]
fn faults_are_found_where_they_are() {
    // A size that nobody defined.
    let report = Item::validate(b"\x1C", Mode::Strict);
    assert_eq!(report.findings()[0].path.to_string(), "head", "{:?}", report.findings());
    // A text that is none, and a count of more than there is.
    assert_eq!(Item::validate(b"\x61\xFF", Mode::Strict).findings()[0].path.to_string(), "value.text");
    assert!(Item::from_slice(b"\x82\x01").is_err());
    // An item of the whole is not open for ever.
    assert!(matches!(Item::from_slice(&[0x81; 600]), Err(error) if error.to_string().contains("deep")));
    assert!(
        matches!(cbor::Item::from_slice(b"\x81\x20").unwrap().value, cbor::Value::Array(items) if items.len() == 1)
    );
}

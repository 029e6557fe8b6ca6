//! CBOR: values of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_judged_alike};
use bpx_schema::Codec;
use bpx_schema::report::Mode;
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
const OPEN: &[u8] = b"\xBF\x61a\x9F\x01\x18\x02\xFF\x61b\x7F\x61x\x62yz\xFF\xFF";

fn read(bytes: &[u8]) -> Value {
    ciborium::from_reader(bytes).unwrap()
}

#[test]
fn values_come_back_byte_for_byte() {
    for value in [&written()[..], OPEN] {
        assert_comes_back::<Item>(value);
        assert_judged_alike::<Item>(value);
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

//! MessagePack: values that another writer made come back, and changed ones are read by another reader.

use crate::shared::{decoded, encoded};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode, Verdict};
use gallery::msgpack::{Item, Value, replace};
use rmpv::Value as Other;

/// A value of every kind and size.
fn value() -> Other {
    let numbers =
        [0_i64, 127, 128, 255, 256, 65_535, 65_536, 1 << 32, i64::MAX, -1, -32, -33, -128, -129, -40_000, i64::MIN];
    let sizes = [0_usize, 15, 16, 31, 32, 255, 256];
    let bytes = |size: usize| (0..size).map(|at| at as u8).collect::<Vec<_>>();
    let entry = |key: &str, value: Other| (Other::from(key), value);
    Other::Map(vec![
        entry("nil", Other::Nil),
        entry("truths", Other::Array(vec![Other::from(true), Other::from(false)])),
        entry("numbers", Other::Array(numbers.map(Other::from).into())),
        entry("floats", Other::Array(vec![Other::from(0.5_f32), Other::from(-0.25_f64)])),
        entry("texts", Other::Array(sizes.map(|size| Other::from("a".repeat(size))).into())),
        entry("bytes", Other::Array(sizes.map(|size| Other::from(bytes(size))).into())),
        entry("lists", Other::Array(sizes.map(|size| Other::Array(vec![Other::from(7); size])).into())),
        entry("maps", Other::Array([1, 20].map(|size| Other::Map(vec![entry("k", Other::Nil); size])).into())),
        entry("added", Other::Array([0, 1, 2, 4, 8, 16, 5, 300].map(|size| Other::Ext(-3, bytes(size))).into())),
    ])
}

fn file(value: &Other) -> Vec<u8> {
    let mut file = Vec::new();
    rmpv::encode::write_value(&mut file, value).unwrap();
    file
}

/// The value as the other library has it.
fn converted(item: &Item) -> Other {
    let bytes = |bytes: &Vec<u8>| Other::Binary(bytes.clone());
    let text = |text: &Vec<u8>| Other::from(String::from_utf8(text.clone()).unwrap());
    let list = |items: &Vec<Item>| Other::Array(items.iter().map(converted).collect());
    match &item.value {
        Value::Small => Other::from(item.tag),
        Value::Negative => Other::from(item.tag as i8),
        Value::Nil => Other::Nil,
        Value::False => Other::from(false),
        Value::True => Other::from(true),
        Value::Bytes8 { bytes: one } | Value::Bytes16 { bytes: one } | Value::Bytes32 { bytes: one } => bytes(one),
        Value::Extension8 { kind, bytes }
        | Value::Extension16 { kind, bytes }
        | Value::Extension32 { kind, bytes }
        | Value::Extension { kind, bytes } => Other::Ext(*kind, bytes.clone()),
        Value::Float32(float) => Other::from(*float),
        Value::Float64(float) => Other::from(*float),
        Value::Unsigned8(number) => Other::from(*number),
        Value::Unsigned16(number) => Other::from(*number),
        Value::Unsigned32(number) => Other::from(*number),
        Value::Unsigned64(number) => Other::from(*number),
        Value::Signed8(number) => Other::from(*number),
        Value::Signed16(number) => Other::from(*number),
        Value::Signed32(number) => Other::from(*number),
        Value::Signed64(number) => Other::from(*number),
        Value::SmallText(one)
        | Value::Text8 { text: one }
        | Value::Text16 { text: one }
        | Value::Text32 { text: one } => text(one),
        Value::SmallList(items) | Value::List16 { items } | Value::List32 { items } => list(items),
        Value::SmallMap(pairs) | Value::Map16 { pairs } | Value::Map32 { pairs } => {
            Other::Map(pairs.iter().map(|pair| (converted(&pair.key), converted(&pair.value))).collect())
        }
    }
}

#[test]
fn every_kind_of_value_is_read_as_by_the_other_library_and_comes_back() {
    let (other, file) = (value(), file(&value()));
    let read = Item::from_slice(&file).unwrap();
    assert_eq!(converted(&read), other);
    assert_eq!(read.to_vec().unwrap(), file);
    assert_eq!(Item::validate(&file, Mode::Strict).verdict(), Verdict::Valid);
    assert_eq!(encoded::<Item>(&decoded::<Item>(&file)), file);
}

#[test]
fn beginnings_and_changed_bytes_are_refused_as_by_the_other_library() {
    let file = file(&value());
    let mut compared = 0;
    let beginnings = (0..file.len()).map(|end| file[..end].to_vec());
    let changes = (0..file.len()).map(|at| {
        let mut changed = file.clone();
        changed[at] ^= 0x10;
        changed
    });
    for bytes in beginnings.chain(changes) {
        let other = rmpv::decode::read_value(&mut &*bytes);
        match (Item::from_slice(&bytes), other) {
            (Ok(read), Ok(other)) if Item::validate(&bytes, Mode::Strict).verdict() == Verdict::Valid => {
                assert_eq!(converted(&read), other);
                compared += 1;
            }
            // It reads texts that are no UTF-8, as ours does, which a validator reports.
            (Ok(_), Ok(_)) => {}
            // It reads the tag that is none as no value.
            (Err(error), Ok(_)) => assert_eq!(error.finding().unwrap().class, Class::UnknownTag),
            (ours, theirs) => assert!(ours.is_err() && theirs.is_err(), "{ours:?} {theirs:?}"),
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn another_reader_reads_a_changed_value() {
    let changed = replace(&file(&value()), "nil", Item::number(-5)).unwrap();
    let other = rmpv::decode::read_value(&mut &*changed).unwrap();
    assert_eq!(other["nil"], Other::from(-5));
    assert_eq!(other["added"], value()["added"]);
    assert!(replace(&changed, "none", Item::number(1)).is_err());
}

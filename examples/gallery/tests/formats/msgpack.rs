//! MessagePack: values that another writer made come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode, Verdict};
use gallery::msgpack::{Item, LongExtension, ShortExtension, Value, replace};
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

/// The bytes of an added value.
fn long(body: &LongExtension) -> Vec<u8> {
    match body {
        LongExtension::Time { nanoseconds, seconds } => {
            [&nanoseconds.to_be_bytes()[..], &seconds.to_be_bytes()].concat()
        }
        LongExtension::Bytes(bytes) => bytes.clone(),
    }
}

/// The bytes of an added value of a size that the tag says.
fn short(body: &ShortExtension) -> Vec<u8> {
    match body {
        ShortExtension::Seconds(seconds) => seconds.to_be_bytes().to_vec(),
        ShortExtension::Time(time) => (u64::from(time.nanoseconds()) << 34 | time.seconds()).to_be_bytes().to_vec(),
        ShortExtension::Bytes(bytes) => bytes.clone(),
    }
}

/// Times of all three sizes, written by the other library: a second after 1970, a half more, and a second before.
fn times() -> Other {
    let half = 500_000_000_u32;
    let time = |bytes: &[u8]| Other::Ext(-1, bytes.to_vec());
    Other::Array(vec![
        time(&1_u32.to_be_bytes()),
        time(&(u64::from(half) << 34 | 1).to_be_bytes()),
        time(&[&half.to_be_bytes()[..], &(-1_i64).to_be_bytes()].concat()),
    ])
}

/// Lists, maps, texts and bytes of the greatest sizes, with few elements, and numbers that fit into fewer bytes.
const WIDE: &[u8] = b"\x9A\xDD\0\0\0\x01\xC0\xDF\0\0\0\x01\xA1k\x01\xDB\0\0\0\x02hi\xC6\0\0\0\x01\x07\
    \xC9\0\0\0\x03\x05abc\xCC\x01\xD2\0\0\0\x05\xC8\0\x02\x06xy\xDE\0\0\xDC\0\x01\x02";

/// Values of another writer, and by hand in more bytes than they need.
pub fn samples() -> Vec<Vec<u8>> {
    vec![file(&value()), file(&times()), WIDE.to_vec()]
}

/// A time of more thousand-millionths than a second has.
pub fn damaged() -> Vec<u8> {
    let mut file = file(&times());
    file[9] = 0xFF;
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
        Value::Extension8 { kind, body, .. }
        | Value::Extension16 { kind, body, .. }
        | Value::Extension32 { kind, body, .. } => Other::Ext(*kind, long(body)),
        Value::Extension { kind, body } => Other::Ext(*kind, short(body)),
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
    for file in samples() {
        assert_eq!(converted(&Item::from_slice(&file).unwrap()), rmpv::decode::read_value(&mut &*file).unwrap());
        assert_comes_back::<Item>(&file);
    }
}

#[test]
fn times_and_wide_values_are_judged_alike_by_the_schema_alone() {
    assert_kept_alike::<Item>(&file(&times()));
    assert_kept_alike::<Item>(WIDE);
}

#[test]
fn times_that_are_none_are_found() {
    let found = |bytes: &[u8]| {
        let report = Item::validate(bytes, Mode::Strict);
        let found = report.findings().iter();
        found.map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect::<Vec<_>>()
    };
    let text = |text: &str| text.to_owned();
    let path = "value.small_list[1].value.body.time.nanoseconds";
    assert_eq!(found(&damaged()), [(text("time.nanoseconds.range"), text(path), 9)]);
    // A time of another size than 4, 8 or 12 bytes.
    let short = found(b"\xC7\x0B\xFF\0\0\0\0\0\0\0\0\0\0\0");
    assert_eq!(short, [(text("truncated"), text("value.body.seconds"), 7)]);
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
            // It reads texts that are not UTF-8, as ours does, which a validator reports.
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

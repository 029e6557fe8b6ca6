//! Byte orders that a value decides: by generated code, the interpreter, both writers and exported Python.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "places/agree.rs"]
mod agree;
use tests::programs;
mod shapes;

use agree::{everywhere, json_of};
use bpx_codegen::generate;
use bpx_schema::assemble::{assemble, assemble_file};
use bpx_schema::codec::{F16, I40, Regions, U24};
use bpx_schema::interpret::Interpreter;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Codec, Record, structure};
use bpx_workbench::diff::{Options, changes_text, diff};
use bpx_workbench::export::{Target, export};
use bpx_workbench::samples;
use test_needs::needs;

/// Numbers of all kinds, after the field that decides their byte order.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, is_big = order == 0x4D4D)]
#[schema(
    derive(head.size = size_of(self)),
    sum(byte_sum, over(body, ..), stored = sum),
    assert(number != 9, on = number, code = "numbers.nine")
)]
pub struct Numbers {
    /// Of constant order, which is the big one.
    pub head: Head,
    pub order: u16,
    pub flags: u8,
    #[schema(range(1..=0x1_0000))]
    pub number: u32,
    pub signed: i16,
    pub narrow: U24,
    pub forty: I40,
    #[schema(finite)]
    pub single: f32,
    pub half: F16,
    pub double: f64,
    pub pair: [u16; 2],
    #[br(temp)]
    #[bw(calc = list.len())]
    count: u16,
    #[br(count = count)]
    pub list: Vec<u32>,
    #[br(if(flags & 1 != 0))]
    pub optional: Option<u64>,
    #[br(if(flags & 2 != 0, 7))]
    pub level: u16,
    #[br(temp)]
    #[bw(calc = size_of(entries) + 4)]
    entries_size: u32,
    #[br(args(order), count = (entries_size - 4) / 6)]
    pub entries: Vec<Entry>,
    #[br(until_excluding = entry == 0)]
    pub ended: Vec<u16>,
    #[br(until = entry == 0x0102)]
    pub last: Vec<u16>,
    #[br(args(flags, order))]
    pub value: Value,
    #[brw(little)]
    pub constant: u32,
    #[brw(is_little = flags & 4 != 0)]
    pub own: u16,
    pub body_size: u16,
    pub sum_of_body: u32,
    pub sum: u32,
    #[br(count = entries[0].id)]
    #[schema(region(size = body_size, check(byte_sum if flags & 8 != 0, stored = sum_of_body)))]
    pub body: Vec<u16>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<i16>,
}

#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(big)]
pub struct Head {
    pub size: u16,
}

/// The structure around says which order it has.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u16))]
#[brw(is_big = order == 0x4D4D)]
pub struct Entry {
    pub id: u16,
    #[schema(multiple_of = 4)]
    pub offset: u32,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(flags: u8, order: u16))]
#[brw(is_little = order == 0x4949)]
pub enum Value {
    #[br(pre_assert(flags & 16 != 0))]
    Wide {
        id: u8,
        number: u64,
    },
    #[br(pre_assert(flags & 32 != 0))]
    #[brw(big)]
    Big(u16),
    Narrow(u16),
}

fn numbers(order: u16, flags: u8) -> Numbers {
    Numbers {
        head: Head::default(),
        order,
        flags,
        number: 0x0102,
        signed: -2,
        narrow: U24::new(0x01_0203).unwrap(),
        forty: I40::new(-0x0102_0304).unwrap(),
        single: 1.5,
        half: F16::new(0.5).unwrap(),
        double: -2.0,
        pair: [1, 0x0203],
        list: vec![1, 0x0102_0304],
        optional: (flags & 1 != 0).then_some(0x0102),
        level: if flags & 2 != 0 { 0x0304 } else { 7 },
        entries: vec![Entry { id: 2, offset: 0x0108 }, Entry { id: 3, offset: 4 }],
        ended: vec![5, 0x0607],
        last: vec![8, 0x0102],
        value: match flags {
            flags if flags & 16 != 0 => Value::Wide { id: 1, number: 2 },
            flags if flags & 32 != 0 => Value::Big(3),
            _ => Value::Narrow(4),
        },
        constant: 5,
        own: 6,
        body_size: 0,
        sum_of_body: if flags & 8 != 0 { 10 } else { 11 },
        sum: 0,
        body: vec![0x0102, 0x0304],
        rest: vec![-3],
    }
}

/// The bytes of a number, in both orders.
fn swapped(little: bool, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if little {
        bytes.reverse();
    }
    bytes
}

/// The bytes, counted by hand.
fn file(little: bool) -> Vec<u8> {
    let number = |bytes: &[u8]| swapped(little, bytes);
    let own = if little { [0, 6] } else { [6, 0] };
    let parts: &[Vec<u8>] = &[
        vec![0, 107],
        if little { b"II".to_vec() } else { b"MM".to_vec() },
        vec![3 | if little { 0 } else { 4 }],
        number(&[0, 0, 1, 2]),
        number(&[0xFF, 0xFE]),
        number(&[1, 2, 3]),
        number(&[0xFF, 0xFE, 0xFD, 0xFC, 0xFC]),
        number(&[0x3F, 0xC0, 0, 0]),
        number(&[0x38, 0]),
        number(&[0xC0, 0, 0, 0, 0, 0, 0, 0]),
        number(&[0, 1]),
        number(&[2, 3]),
        number(&[0, 2]),
        number(&[0, 0, 0, 1]),
        number(&[1, 2, 3, 4]),
        number(&[0, 0, 0, 0, 0, 0, 1, 2]),
        number(&[3, 4]),
        number(&[0, 0, 0, 16]),
        number(&[0, 2]),
        number(&[0, 0, 1, 8]),
        number(&[0, 3]),
        number(&[0, 0, 0, 4]),
        number(&[0, 5]),
        number(&[6, 7]),
        vec![0, 0],
        number(&[0, 8]),
        number(&[1, 2]),
        number(&[0, 4]),
        vec![5, 0, 0, 0],
        own.to_vec(),
        number(&[0, 4]),
        number(&[0, 0, 0, 11]),
        // 1 + 2 + 3 + 4 + 0xFF + 0xFD
        number(&[0, 0, 2, 6]),
        number(&[1, 2]),
        number(&[3, 4]),
        number(&[0xFF, 0xFD]),
    ];
    parts.concat()
}

#[test]
fn all_kinds_of_numbers_have_the_order_that_a_field_decides() {
    for (little, order, flags) in [(true, 0x4949, 3), (false, 0x4D4D, 7)] {
        let written = numbers(order, flags).to_vec().unwrap();
        assert_eq!(written, file(little));
        let read = Numbers::from_slice(&written).unwrap();
        assert_eq!(read, Numbers { head: Head { size: 107 }, body_size: 4, sum: 0x0206, ..numbers(order, flags) });
    }
}

#[needs(python3)]
#[test]
fn all_readers_and_writers_agree() {
    let flags = [3, 4 | 8, 16, 32];
    let files = [0x4949, 0x4D4D].into_iter().flat_map(|order| flags.map(|flags| numbers(order, flags)));
    everywhere::<Numbers>(&files.map(|value| value.to_vec().unwrap()).collect::<Vec<_>>());
}

/// A table that has an offset of its own, and what it describes; the order of each number is its own affair.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, is_big = magic == 0xD4C3)]
#[schema(set(end = file.end))]
pub struct Archive {
    pub magic: u16,
    #[br(temp)]
    #[bw(calc = table.len())]
    count: u16,
    pub table_offset: u16,
    pub end: u32,
    #[br(count = count)]
    #[schema(region(at = table_offset))]
    pub table: Vec<Span>,
    #[schema(region(each = table, at = entry.offset, size = entry.size))]
    #[br(args(magic))]
    pub parts: Regions<Part>,
}

#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Span {
    pub offset: u16,
    pub size: u16,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u16))]
#[brw(is_big = magic == 0xD4C3)]
pub struct Part {
    #[br(parse_with = until_eof)]
    pub numbers: Vec<u16>,
}

#[test]
fn whole_files_state_places_in_the_order_that_a_field_decides() {
    for (magic, expected) in [
        (0xC3D4_u16, *b"\xD4\xC3\x01\0\x0A\0\x12\0\0\0\x0E\0\x04\0\x01\0\x02\0"),
        (0xD4C3_u16, *b"\xC3\xD4\0\x01\0\x0A\0\0\0\x12\x0E\0\x04\0\0\x01\0\x02"),
    ] {
        let archive =
            Archive { magic, table_offset: 0, end: 0, table: vec![Span::default()], parts: Regions::default() };
        let mut writer = FileWriter::new(&archive, []).unwrap();
        let part = Part { numbers: vec![1, 2] };
        let mut content = Vec::new();
        part.encode(&mut bpx_schema::codec::Encoder::new(&mut content), [i128::from(magic)]).unwrap();
        writer.put(Archive::PARTS, 0, Content::new(content)).unwrap();
        let bytes = writer.place().unwrap().to_vec().unwrap();
        assert_eq!(bytes, expected);
        assert_eq!(Archive::validate(&bytes, Mode::Strict).findings(), []);
        let model = Model::from_root(Archive::schema());
        let doc = json_of(&model, &bytes).unwrap();
        let again = assemble_file(&model, &Algorithms::builtin(), "Archive", doc.root(), &[]).unwrap();
        assert_eq!(again, bytes);
    }
}

#[needs(python3)]
#[test]
fn an_order_without_a_value_is_an_error_of_readers_and_writers() {
    let value = Divided { by: 0, number: 1 };
    let finding = value.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overflow, "number".to_owned()));
    let report = Divided::validate(&[0, 1, 2], Mode::Strict);
    let finding = &report.findings()[0];
    assert_eq!((finding.class, finding.path.to_string(), finding.location.file), (Class::Overflow, "number".into(), 1));
    everywhere::<Divided>(&[vec![1, 0, 2], vec![2, 0, 2]]);
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(is_big = 2 / by == 1)]
pub struct Divided {
    pub by: u8,
    pub number: u16,
}

/// Numbers in as many bytes as a value says.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(is_little = order == 1)]
#[schema(sum(byte_sum, over(class, level), stored = sum))]
pub struct Words {
    /// Bytes of a word.
    pub class: u8,
    pub order: u8,
    #[schema(width = class, multiple_of = 2)]
    pub entry: u64,
    #[schema(width = if class > 4 { 4 } else { class })]
    pub signed: i32,
    #[br(temp)]
    #[bw(calc = size_of(self))]
    #[schema(width = class - 1)]
    size_of_all: u64,
    #[br(temp)]
    #[bw(calc = items.len())]
    #[schema(width = class / 2)]
    count: u32,
    #[br(count = count, args(class))]
    pub items: Vec<Word>,
    #[br(if(order == 1, 7))]
    #[schema(width = 2)]
    pub level: u32,
    #[schema(width = class)]
    pub sum: u64,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8))]
#[brw(big)]
pub struct Word {
    #[schema(width = class)]
    pub value: i64,
    pub flags: u16,
}

fn words(class: u8, order: u8) -> Words {
    let items = vec![Word { value: -1, flags: 1 }, Word { value: 0x0102, flags: 2 }];
    Words { class, order, entry: 0x0304, signed: -3, items, level: if order == 1 { 9 } else { 7 }, sum: 0 }
}

#[needs(python3)]
#[test]
fn numbers_have_the_width_that_a_field_decides() {
    let bytes = words(2, 1).to_vec().unwrap();
    assert_eq!(bytes, *b"\x02\x01\x04\x03\xFD\xFF\x14\x02\xFF\xFF\0\x01\x01\x02\0\x02\x09\0\x29\x04");
    let bytes = words(4, 2).to_vec().unwrap();
    let expected =
        b"\x04\x02\0\0\x03\x04\xFF\xFF\xFF\xFD\0\0\x1F\0\x02\xFF\xFF\xFF\xFF\0\x01\0\0\x01\x02\0\x02\0\0\x08\x2A";
    assert_eq!(bytes, *expected);
    let files = [2, 3, 4, 8].into_iter().flat_map(|class| [1, 2].map(|order| words(class, order)));
    everywhere::<Words>(&files.map(|value| value.to_vec().unwrap()).collect::<Vec<_>>());
}

#[test]
fn a_number_that_its_width_does_not_hold_is_refused_by_both_writers() {
    let refused = |change: &dyn Fn(&mut Words), path: &str, message: &str| {
        let mut value = words(2, 1);
        change(&mut value);
        let finding = value.to_vec().unwrap_err().into_finding().unwrap();
        assert_eq!(
            (finding.class, finding.path.to_string(), &*finding.message),
            (Class::Overflow, path.into(), message)
        );
        let model = Model::from_root(Words::schema());
        let doc = json_of(&model, &words(2, 1).to_vec().unwrap()).unwrap();
        let mut text: serde_json::Value = serde_json::from_str(&doc.root().to_string()).unwrap();
        text["class"] = value.class.into();
        text["entry"] = value.entry.into();
        text["items"][0]["value"] = value.items[0].value.into();
        let doc = bpx_schema::json::JsonDoc::from(&text);
        let finding = assemble(&model, "Words", doc.root(), &[]).unwrap_err().into_finding().unwrap();
        assert_eq!(finding.path.to_string(), path);
    };
    refused(&|value| value.entry = 0x1_0000, "entry", "65536 does not fit into 16 bits");
    refused(&|value| value.items[0].value = -0x8001, "items[0].value", "-32769 does not fit into 16 bits");
    refused(&|value| value.class = 9, "entry", "expected a width from 1 to 8 bytes, found 9");
    refused(&|value| value.class = 0, "entry", "expected a width from 1 to 8 bytes, found 0");
    let mut many = words(2, 1);
    many.items = vec![Word { value: 0, flags: 0 }; 300];
    let finding = many.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.path.to_string(), &*finding.message), ("count".into(), "300 does not fit into 8 bits"));
    many.items.truncate(100);
    let finding = many.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.path.to_string(), &*finding.message), ("size_of_all".into(), "412 does not fit into 8 bits"));
    let report = Words::validate(&[9, 1, 0, 0], Mode::Strict);
    let finding = &report.findings()[0];
    assert_eq!((finding.class, finding.path.to_string(), finding.location.file), (Class::Overflow, "entry".into(), 2));
}

#[test]
fn samples_have_both_orders() {
    let model = Model::from_root(Archive::schema());
    let (mut big, mut little) = (0, 0);
    for sample in samples::samples_of(&model, "Archive", 200).unwrap() {
        let report = Archive::validate(&sample.bytes, Mode::Strict);
        if report.findings().is_empty() {
            *(if sample.bytes.starts_with(b"\xC3\xD4") { &mut big } else { &mut little }) += 1;
        }
    }
    assert!(big > 0 && little > 3, "{big} of big, {little} of little");
}

#[test]
fn a_schema_gives_the_words_again() {
    let model = Model::from_root(Numbers::schema());
    let text = generate::rust_module((&model).into(), "numbers", |_, _| true).text;
    for word in ["is_big = order == 19789", "is_big = !"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let json = model.to_json().unwrap();
    assert_eq!(Model::from_json(&json).unwrap(), model);
    assert_eq!(json.matches("\"is_big\"").count(), 21 + 2 + 2, "{json}");
}

#[test]
fn another_condition_is_a_difference() {
    let model = Model::from_root(Divided::schema());
    let json = model.to_json().unwrap();
    let changed = |from: &str, to: &str| {
        let text = json.replace(from, to);
        assert_ne!(text, json, "{json}");
        Model::from_json(&text).unwrap()
    };
    let other = changed("\"div\"", "\"mul\"");
    let found = changes_text(&diff(&model, &other, &Options::default()).unwrap());
    assert!(found.contains("field.endian"), "{found}");
}

#[test]
fn a_schema_with_an_order_of_a_byte_or_of_a_record_is_refused() {
    let json = Model::from_root(Divided::schema()).to_json().unwrap();
    let text = json.replace("\"size\": 2", "\"size\": 1");
    assert_ne!(text, json);
    let error = Interpreter::new(&Model::from_json(&text).unwrap()).err().unwrap().to_string();
    assert!(error.contains("only for a number of at least two bytes"), "{error}");
}

#[test]
fn exports_name_the_condition() {
    let model = Model::from_root(Divided::schema());
    let text = |target| export(&model, "divided", target).unwrap();
    assert!(text(Target::Markdown).contains("u16 (big-endian if `(2 / by) == 1`)"), "{}", text(Target::Markdown));
    let ksy = text(Target::Kaitai);
    assert!(ksy.contains("switch-on:") && ksy.contains("5: u2be"), "{ksy}");
}

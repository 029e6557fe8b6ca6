//! Mistakes that other generators write silently, and ours rejects: each one is an error that names the field.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use binrw::{BinRead, BinWrite, binrw};
use bpx_schema::assemble::FromJson;
use bpx_schema::codec::{CText, Encoder, Regions, Uleb};
use bpx_schema::json::ToJson;
use bpx_schema::report::Class;
use bpx_schema::{Codec, Error};
use bpx_schema::{Record, structure};
use std::io::Cursor;

/// Class, path and message of a fault.
fn fault(error: &Error) -> (Class, String, &str) {
    let finding = error.finding().expect("a fault, not an input or output error");
    (finding.class, finding.path.to_string(), &finding.message)
}

#[structure]
#[derive(Debug)]
struct Counted {
    #[br(temp)]
    #[bw(calc = items.len())]
    item_count: u8,
    #[br(count = item_count)]
    items: Vec<u8>,
}

#[binrw]
#[derive(Debug)]
struct TheirCounted {
    #[br(temp)]
    #[bw(calc = items.len() as u8)]
    item_count: u8,
    #[br(count = item_count)]
    items: Vec<u8>,
}

#[test]
fn a_count_that_does_not_fit_is_refused() {
    let items = vec![7; 300];
    // 300 is 0x12C, and its last byte is 44: the reader finds 44 items and takes the rest for something else.
    let mut theirs = Cursor::new(Vec::new());
    TheirCounted { items: items.clone() }.write_le(&mut theirs).unwrap();
    assert_eq!((theirs.get_ref().len(), theirs.get_ref()[0]), (301, 44));
    theirs.set_position(0);
    assert_eq!(TheirCounted::read_le(&mut theirs).unwrap().items.len(), 44);

    let error = Counted { items: items.clone() }.to_vec().unwrap_err();
    assert_eq!(fault(&error), (Class::Overflow, "item_count".into(), "300 does not fit into 8 bits"));
    // binrw's own entry refuses just the same, and has written nothing.
    let mut out = Cursor::new(Vec::new());
    let error = Counted { items }.write_le(&mut out).unwrap_err().to_string();
    assert!(error.contains("item_count: 300 does not fit"), "{error}");
    assert!(out.get_ref().is_empty());
}

#[test]
fn a_count_cannot_be_stale() {
    // Where a count is a field, it is right only as long as everyone remembers to update it. Here it is none.
    let mut list = Counted::from_slice(&[2, 10, 20]).unwrap();
    list.items.push(30);
    assert_eq!(list.to_vec().unwrap(), [3, 10, 20, 30]);
    let Counted { items } = list;
    assert_eq!(items, [10, 20, 30]);
}

/// A count that belongs to a nested record, where it is a field.
#[derive(Debug, Clone, Record)]
#[brw(little)]
struct Header {
    item_count: u16,
    checksum: u32,
}

#[structure]
#[derive(Debug)]
#[brw(little)]
#[schema(
    derive(header.item_count = items.len()),
    sum(byte_sum, over(header, items), stored = header.checksum, skip(header.checksum))
)]
struct Headed {
    header: Header,
    #[br(count = header.item_count)]
    items: Vec<u8>,
}

#[test]
fn counts_and_checksums_of_records_are_computed() {
    let lie = Header { item_count: 9, checksum: 0xDEAD_BEEF };
    let bytes = Headed { header: lie.clone(), items: vec![1, 2, 3] }.to_vec().unwrap();
    // The sum of the bytes but the checksum's own: 3 + 1 + 2 + 3.
    assert_eq!(bytes, [3, 0, 9, 0, 0, 0, 1, 2, 3]);
    let error = Headed { header: lie, items: vec![0; 65_536] }.to_vec().unwrap_err();
    assert_eq!(fault(&error), (Class::Overflow, "header.item_count".into(), "65536 does not fit into 16 bits"));
}

#[test]
fn a_count_from_elsewhere_must_agree() {
    #[structure]
    #[derive(Debug)]
    #[br(import(item_count: u8))]
    struct Items {
        #[br(count = item_count)]
        items: Vec<u8>,
    }
    let mut out = Vec::new();
    let error = Items { items: vec![1, 2, 3] }.encode(&mut Encoder::new(&mut out), [2]).unwrap_err();
    assert_eq!(
        fault(&error),
        (Class::CountMismatch, "items".into(), "expected 2 elements, as the count states, found 3")
    );
}

/// The name came with version 2.
#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
struct Versioned {
    version: u16,
    #[br(if(version >= 2))]
    name: Option<CText>,
}

#[test]
fn a_version_that_excludes_a_field_does_not_drop_it() {
    let name = CText::new("hero");
    let new = Versioned { version: 2, name: name.clone() };
    assert_eq!(new.to_vec().unwrap(), *b"\x02\0hero\0");
    // Writing an older version would lose the name.
    let error = Versioned { version: 1, name }.to_vec().unwrap_err();
    let message = "the value is present, but its condition does not hold (`version >= 2`)";
    assert_eq!(fault(&error), (Class::Inconsistent, "name".into(), message));
    // And a newer one would lack it.
    let error = Versioned { version: 2, name: None }.to_vec().unwrap_err();
    let message = "the value is missing, but its condition holds (`version >= 2`)";
    assert_eq!(fault(&error), (Class::Inconsistent, "name".into(), message));
}

/// The kind is stored unless it is the usual one.
#[structure]
#[derive(Debug, PartialEq)]
#[br(import(usual: u8))]
struct Alternative {
    #[br(if(usual == 0, 14))]
    kind: u8,
}

#[test]
fn an_absent_field_has_its_alternative_or_is_refused() {
    let write = |kind: u8, usual: i128| {
        let mut out = Vec::new();
        Alternative { kind }.encode(&mut Encoder::new(&mut out), [usual]).map(|()| out)
    };
    assert_eq!(write(3, 0).unwrap(), [3]);
    assert!(write(14, 1).unwrap().is_empty());
    let error = write(3, 1).unwrap_err();
    let message = "the value is present, but its condition does not hold (`usual == 0`)";
    assert_eq!(fault(&error), (Class::Inconsistent, "kind".into(), message));
}

/// Offsets narrower than the sizes they are computed from.
#[structure]
#[derive(Debug)]
#[brw(little)]
struct Far {
    #[br(temp)]
    #[bw(calc = near.len() + 4)]
    far_offset: u16,
    #[br(temp)]
    #[bw(calc = near.len())]
    near_count: u16,
    #[br(count = near_count)]
    near: Vec<u8>,
    #[schema(region(at = far_offset, set()))]
    far: u32,
}

#[test]
fn an_offset_that_does_not_fit_is_refused() {
    let bytes = Far { near: vec![1, 2], far: 0x0403_0201 }.to_vec().unwrap();
    assert_eq!(bytes, [6, 0, 2, 0, 1, 2, 1, 2, 3, 4]);
    assert_eq!(Far::from_slice(&bytes).unwrap().far, 0x0403_0201);
    let error = Far { near: vec![0; 65_532], far: 0 }.to_vec().unwrap_err();
    assert_eq!(fault(&error), (Class::Overflow, "far_offset".into(), "65536 does not fit into 16 bits"));
}

/// An offset that is a field of its own may point into the bytes before the field.
#[structure]
#[derive(Debug)]
#[brw(little)]
struct Pointed {
    far_offset: u8,
    near: u8,
    #[schema(region(at = far_offset))]
    far: u16,
}

#[test]
fn bytes_elsewhere_are_written_there_or_refused() {
    assert_eq!(Pointed { far_offset: 2, near: 9, far: 0x0201 }.to_vec().unwrap(), [2, 9, 1, 2]);
    // What lies between is held by nothing: a file that is read and written again would lose it.
    let gap = Pointed::from_slice(&[4, 9, 0xAA, 0xBB, 1, 2]).unwrap();
    let message = "the field lies 2 bytes after all that is written before it, and only a layout fills these bytes: \
                   write the file with `FileWriter`";
    assert_eq!(fault(&gap.to_vec().unwrap_err()), (Class::UnsupportedFeature, "far".into(), message));
    assert_eq!(gap.to_vec_without_regions().unwrap(), [4, 9, 0, 0, 1, 2]);
    let error = Pointed { far_offset: 1, near: 9, far: 1 }.to_vec().unwrap_err();
    assert_eq!(fault(&error), (Class::Overlap, "far".into(), "expected the field at offset 2 or later, found 1"));
}

/// Parts whose order in the file is another than that of the fields.
#[structure]
#[derive(Debug, PartialEq)]
struct Scattered {
    first_at: u8,
    second_at: u8,
    third_at: u8,
    third_count: u8,
    #[schema(region(at = first_at))]
    first: u8,
    #[br(if(third_count != 0))]
    #[schema(region(at = second_at))]
    second: Option<u8>,
    #[br(count = third_count)]
    #[schema(region(at = third_at))]
    third: Vec<u8>,
}

#[test]
fn parts_elsewhere_are_written_in_the_order_of_their_places() {
    let file = [7, 6, 4, 2, 0x31, 0x32, 0x21, 0x11];
    let value = Scattered::from_slice(&file).unwrap();
    assert_eq!((value.first, value.second, &*value.third), (0x11, Some(0x21), &[0x31, 0x32][..]));
    assert_eq!(value.to_vec().unwrap(), file);
    assert_eq!(Scattered::from_json(value.to_json([]).unwrap().root(), []).unwrap(), value);
    // What takes no bytes lies anywhere.
    let file = [4, 0, 0, 0, 0x11];
    assert_eq!(Scattered::from_slice(&file).unwrap().to_vec().unwrap(), file);
    // Two parts in one place are one too many.
    let error = Scattered { second_at: 5, ..value }.to_vec().unwrap_err();
    assert_eq!(fault(&error), (Class::Overlap, "second".into(), "expected the field at offset 6 or later, found 5"));
}

#[derive(Debug, Record)]
struct Place {
    at: u8,
    size: u8,
}

/// Contents that the value does not hold.
#[structure]
#[derive(Debug)]
struct Contents {
    #[br(temp)]
    #[bw(calc = places.len())]
    count: u8,
    #[br(count = count)]
    places: Vec<Place>,
    #[schema(region(each = places, at = entry.at, size = entry.size))]
    contents: Regions<Blob>,
}

#[structure]
#[derive(Debug)]
struct Blob {
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

/// A structure that holds one with contents.
#[structure]
#[derive(Debug)]
struct Holder {
    #[br(count = 1)]
    list: Vec<Contents>,
}

#[test]
fn contents_of_regions_are_not_left_out_without_a_word() {
    let file = [1, 3, 2, b'h', b'i'];
    let message = "the value does not hold the contents of its regions, so it cannot be written alone; place the \
        contents with a builder or `FileWriter`";
    let value = Contents::from_slice(&file).unwrap();
    for error in [value.to_vec().map(drop), value.encoded_size([]).map(drop)] {
        assert_eq!(fault(&error.unwrap_err()), (Class::UnsupportedFeature, "contents".into(), message));
    }
    let error = Holder::from_slice(&file).unwrap().to_vec().unwrap_err();
    assert_eq!(fault(&error), (Class::UnsupportedFeature, "list[0].contents".into(), message));
    let error = value.write_le(&mut Cursor::new(Vec::new())).unwrap_err().to_string();
    assert!(error.contains("contents: the value does not hold the contents of its regions"), "{error}");
    // A writer that places them opts in; JSON omits them, as its documentation states.
    assert_eq!(value.to_vec_without_regions().unwrap(), file[..3]);
    let mut head = Vec::new();
    value.encode(&mut Encoder::new(&mut head).without_regions(), []).unwrap();
    assert_eq!(head, file[..3]);
    let json = value.to_json([]).unwrap();
    assert_eq!(json.to_value(), serde_json::json!({ "places": [{ "at": 3, "size": 2 }] }));
    assert_eq!(Contents::from_json(json.root(), []).unwrap().contents.list(), value.contents.list());
    // Regions without bytes have nothing to lose.
    for empty in [&[0][..], &[2, 9, 0, 5, 0]] {
        assert_eq!(Contents::from_slice(empty).unwrap().to_vec().unwrap(), empty);
    }
}

#[test]
fn padded_numbers_come_back_from_json() {
    #[structure]
    #[derive(Debug, PartialEq)]
    struct Padded {
        id: Uleb<u32>,
        #[br(count = id)]
        bytes: Vec<u8>,
        end: Uleb<u16>,
    }
    let file = [0x82, 0x80, 0x00, 7, 8, 0x80, 0x00];
    let value = Padded::from_slice(&file).unwrap();
    assert_eq!(value.to_vec().unwrap(), file);
    let json = value.to_json([]).unwrap();
    let expected =
        serde_json::json!({ "id": { "value": 2, "size": 3 }, "bytes": "0708", "end": { "value": 0, "size": 2 } });
    assert_eq!(json.to_value(), expected);
    assert_eq!(Padded::from_json(json.root(), []).unwrap(), value);
    let shortest = Padded::from_slice(&[1, 9, 0x7F]).unwrap().to_json([]).unwrap();
    assert_eq!(shortest.root().member("id").as_int(), Some(1), "the shortest is plain");
    for (size, path) in [(0, "id"), (6, "id")] {
        let mut wrong = expected.clone();
        wrong["id"]["size"] = size.into();
        let error = Padded::from_json(bpx_schema::json::JsonDoc::from(&wrong).root(), []).unwrap_err();
        let message = "expected a size from 1 to 5 bytes for the number 2";
        assert_eq!(fault(&error), (Class::OutOfRange, path.into(), message));
    }
}

/// A tag outside of the value it selects.
#[structure]
#[derive(Debug)]
#[brw(little)]
#[br(import(kind: u8))]
enum Value {
    #[br(pre_assert(kind == 1))]
    Number(u32),
    #[br(pre_assert(kind == 2))]
    Text(CText),
}

#[structure]
#[derive(Debug)]
struct Tagged {
    kind: u8,
    #[br(args(kind))]
    value: Value,
}

#[test]
fn a_value_under_the_wrong_tag_is_refused() {
    let text = || Value::Text(CText::new("a").unwrap());
    assert_eq!(Tagged { kind: 2, value: text() }.to_vec().unwrap(), [2, b'a', 0]);
    let error = Tagged { kind: 1, value: text() }.to_vec().unwrap_err();
    let message = "expected the case that the tag selects, found `Text`";
    assert_eq!(fault(&error), (Class::Inconsistent, "value".into(), message));
    assert!(matches!(Tagged::from_slice(&[1, 5, 0, 0, 0]).unwrap().value, Value::Number(5)));
}

#[test]
fn a_text_cannot_end_early() {
    // A NUL inside would cut the text when it is read back.
    assert_eq!(CText::new("a\0b"), None);
}

#[test]
fn a_computation_beyond_all_numbers_is_refused() {
    #[structure]
    #[derive(Debug)]
    #[brw(little)]
    struct Product {
        a: i64,
        b: i64,
        #[br(count = a * b * a * b)]
        items: Vec<u8>,
    }
    let mut bytes = i64::MIN.to_le_bytes().to_vec();
    bytes.extend(i64::MIN.to_le_bytes());
    let error = Product::from_slice(&bytes).unwrap_err();
    assert_eq!(
        fault(&error),
        (Class::Overflow, "items".into(), "the count has no value, because its computation fails")
    );
    // A negative count is none.
    let mut bytes = 1_i64.to_le_bytes().to_vec();
    bytes.extend((-1_i64).to_le_bytes());
    let error = Product::from_slice(&[bytes, vec![0; 8]].concat()).map(|product| product.items.len());
    assert_eq!(error.unwrap(), 1, "(-1 * 1) squared is 1");
}

//! Numbers whose first byte states their size: the identifiers and sizes of EBML, and the numbers of frames in FLAC.

use super::agree::{everywhere, json_of, write};
use crate::programs::Kaitai;
use crate::shapes::compare::exported;
use bpx_schema::codec::{MarkedVint, Utf8Number, Vint};
use bpx_schema::{Codec, structure};
use serde_json::json;
use test_needs::needs;

/// Elements of stated size, the last of which may be of unknown size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Elements {
    #[br(temp)]
    #[bw(calc = elements.len())]
    count: Vint<i16>,
    #[br(count = count)]
    pub elements: Vec<Element>,
    pub number: Utf8Number<u64>,
    #[schema(range(0..=0x7FF))]
    pub letter: Utf8Number<u16>,
    #[br(if(letter == 0x7A))]
    pub mark: Option<MarkedVint<u64>>,
    pub id: MarkedVint<u32>,
    /// -1 if the size is unknown.
    pub length: Vint<i64>,
    #[br(if(length >= 0), count = length)]
    pub data: Option<Vec<u8>>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Element {
    pub id: MarkedVint<u32>,
    length: Vint<i32>,
    #[br(args(id))]
    #[schema(region(size = length))]
    pub body: Body,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(id: u32))]
pub enum Body {
    #[br(pre_assert(id == 0x4286))]
    Version { version: u16 },
    Other {
        #[br(parse_with = until_eof)]
        bytes: Vec<u8>,
    },
}

/// Two elements, the first with a size in two bytes; a number of seven bytes, and a letter of two bytes for seven bits.
fn known() -> Vec<u8> {
    let elements = [&[0x82, 0x42, 0x86, 0x40, 2, 0, 1][..], &[0xEC, 0x83], b"abc"].concat();
    let number = [0xFE, 0x81, 0x80, 0x80, 0x80, 0x80, 0x85];
    let mark = [0xC1, 0xBA, 0x08, 0, 0, 0, 1];
    [&elements[..], &number, &mark, &[0x1A, 0x45, 0xDF, 0xA3, 0x82, 7, 8]].concat()
}

fn unknown() -> Vec<u8> {
    vec![0x40, 0, 0xE2, 0x82, 0xAC, b'a', 0xA3, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 5]
}

#[needs(python3)]
#[test]
fn numbers_whose_first_byte_states_their_size_agree_everywhere() {
    // The count takes one byte where it is computed.
    let one_byte = [&[0x80], &unknown()[2..]].concat();
    let read = everywhere::<Elements>("elements", &[known(), one_byte]);
    assert!(read > 50, "{read}");
    let expected = json!({
        "elements": [
            { "id": 0x4286, "length": { "value": 2, "size": 2 }, "body": { "version": 1 } },
            { "id": 0xEC, "length": 3, "body": { "bytes": "616263" } }
        ],
        "number": { "value": 0x4000_0005, "size": 7 }, "letter": { "value": 0x7A, "size": 2 }, "mark": 0x08_0000_0001_u64, "id": 0x1A45_DFA3, "length": 2,
        "data": "0708", "rest": ""
    });
    assert_eq!(json_of::<Elements>(&known()), expected);
    let json = json_of::<Elements>(&unknown());
    assert_eq!(json["length"], json!({ "value": "-1", "size": 8 }));
}

/// All ones are not a size, so 127 takes two bytes.
#[test]
fn a_size_takes_as_few_bytes_as_it_needs() {
    for (count, length) in
        [(126, &[0xFE][..]), (127, &[0x40, 0x7F]), (128, &[0x40, 0x80]), (16_383, &[0x20, 0x3F, 0xFF])]
    {
        let mut value = Elements::from_slice(&known()).unwrap();
        value.elements[1].body = Body::Other { bytes: vec![7; count] };
        let written = value.to_vec().unwrap();
        assert!(written[7..].starts_with(&[&[0xEC], length].concat()), "{count}: {:02x?}", &written[7..12]);
        assert_eq!(Elements::from_slice(&written).unwrap().elements[1].body, value.elements[1].body);
        let mut json = json_of::<Elements>(&known());
        json["elements"][1]["body"]["bytes"] = "07".repeat(count).into();
        assert_eq!(write::<Elements>(&json).unwrap(), written);
    }
}

#[test]
fn numbers_without_an_encoding_are_refused() {
    let refused = |name: &str, number: serde_json::Value| {
        let mut json = json_of::<Elements>(&known());
        json[name] = number;
        write::<Elements>(&json).unwrap_err()
    };
    assert_eq!(
        refused("id", json!(0x2000)),
        "error[overflow]: id: expected a number whose first bits state its size, found 0x2000 (at offset 0x1a)"
    );
    assert_eq!(
        refused("id", json!({ "value": 0x4286, "size": 3 })),
        "error[out-of-range]: id: expected a size from 2 to 2 bytes for the number 17030 (at offset 0x1a)"
    );
    let long = refused("number", json!("68719476736"));
    assert!(long.contains("expected a whole number from 0 to 68719476735"), "{long}");
    let value = Elements { id: MarkedVint::new(7_u32), ..Elements::from_slice(&known()).unwrap() };
    let error = value.to_vec().unwrap_err().to_string();
    assert_eq!(error, "error[bad-varint]: id: expected a number from 128 to 536870911, found 7 (at offset 0x1a)");
}

#[needs(kaitai)]
#[test]
fn compiled_kaitai_reads_them() {
    let (kaitai, model) = (Kaitai::installed(), exported::<Elements>());
    let reader = kaitai.compile("elements", &model);
    for bytes in [known(), unknown()] {
        let (same, missing) = reader.compare("elements", &bytes);
        assert!(same >= 6 && missing == 0, "{same}, {missing}");
    }
}

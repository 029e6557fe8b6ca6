//! Numbers and texts in forms that Rust has no type for: by generated code, interpreter, both writers, exported Python.
#![cfg(unix)]
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;
mod stored_values {
    pub(super) mod agree;
}

use bpx_schema::codec::{F16, I24, I40, I48, I56, Sleb, U24, U40, U48, U56, Uleb, Vlq, Zigzag};
use bpx_schema::report::Mode;
use bpx_schema::{Codec, Record, structure};
use serde_json::json;
use shapes::compare::exported;
use stored_values::agree::{everywhere, json_of, write};

/// Numbers of fixed sizes, with rules.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
#[br(assert(least <= -1), assert(half < 100.0))]
pub struct Narrow {
    #[schema(range(1..=70_000))]
    pub size: U24,
    #[schema(multiple_of = 2)]
    pub least: I24,
    #[brw(little)]
    #[schema(one_of(5, 1_099_511_627_775))]
    pub forty: U40,
    #[schema(reserved)]
    pub pad: I40,
    pub date: U48,
    #[brw(little)]
    pub delta: I48,
    pub wide: U56,
    pub deep: I56,
    #[schema(finite)]
    pub half: F16,
    #[brw(little)]
    pub halves: [F16; 2],
    pub list: [U24; 2],
}

/// Numbers of variable length, counts and conditions that depend on such numbers, and computed ones.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(assert(sum(rows.length) <= 70_000))]
pub struct Varying {
    #[br(temp)]
    #[bw(calc = rows.len())]
    row_count: U24,
    #[br(count = row_count)]
    pub rows: Vec<Row>,
    #[schema(range(-100..=100_000))]
    pub signed: Sleb<i32>,
    pub zigzag: Zigzag<i64>,
    #[br(temp)]
    #[bw(calc = bytes.len() * 3 - 3)]
    stated: Vlq<u32>,
    #[br(count = stated / 3 + 1)]
    pub bytes: Vec<u8>,
    #[br(temp)]
    #[bw(calc = 0 - bytes.len())]
    negative: Sleb<i16>,
    #[br(temp)]
    #[bw(calc = 0 - bytes.len())]
    alike: Zigzag<i16>,
    #[br(if(signed < 0))]
    pub offset: Option<I24>,
    #[br(count = 2)]
    pub samples: Vec<I24>,
    pub default: Uleb<u64>,
    #[br(parse_with = until_eof)]
    pub halves: Vec<F16>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub length: Vlq<u16>,
}

fn narrow() -> Narrow {
    Narrow {
        size: U24::new(70_000).unwrap(),
        least: I24::new(-2).unwrap(),
        forty: U40::MAX,
        pad: I40::default(),
        date: U48::new(0x0102_0304_0506).unwrap(),
        delta: I48::new(-1).unwrap(),
        wide: U56::new(9).unwrap(),
        deep: I56::MIN,
        half: F16::new(1.5).unwrap(),
        halves: [F16::new(-0.0).unwrap(), F16::from_bits(0x7d01)],
        list: [U24::new(1).unwrap(), U24::MAX],
    }
}

#[test]
fn narrow_numbers_agree_everywhere() {
    let bytes = narrow().to_bytes().to_vec();
    let expected = [
        &[1, 0x11, 0x70, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6][..],
        &[0xff; 6],
        &[0, 0, 0, 0, 0, 0, 9, 0x80, 0, 0, 0, 0, 0, 0, 0x3e, 0, 0, 0x80, 1, 0x7d, 0, 0, 1, 0xff, 0xff, 0xff],
    ];
    assert_eq!(bytes, expected.concat());
    assert_eq!(everywhere::<Narrow>("narrow", &[bytes.clone()]), 1 + 5 * bytes.len());
    let expected = json!({
        "size": 70_000, "least": -2, "forty": 1_099_511_627_775_u64, "pad": 0, "date": 0x0102_0304_0506_u64, "delta": -1,
        "wide": 9, "deep": -(1_i64 << 55), "half": 1.5, "halves": [-0.0, { "bits": "0x7fa02000" }], "list": [1, 0xFF_FFFF]
    });
    assert_eq!(json_of::<Narrow>(&bytes), expected);
}

#[test]
fn varying_numbers_agree_everywhere() {
    // Two rows, of which one is padded; -3 in two bytes; 300 by zigzag; five bytes by 3 * (5 - 1).
    let bytes = [
        &[0, 0, 2, 0x05, 0x80, 0x05, 0xfd, 0x7f, 0xd8, 0x04, 12][..],
        b"hello",
        &[0x7b, 9, 0xff, 0xff, 0xfe, 1, 2, 3, 0x80, 0, 0, 0x83, 0x00, 0x3c, 0],
    ]
    .concat();
    let again = [&[0, 0, 0, 0xff, 0xff, 0x00, 0x80, 0x00, 0][..], b"x", &[0x7f, 1, 0, 0, 0, 0, 0, 0, 7]].concat();
    let read = everywhere::<Varying>("varying", &[bytes.clone(), again.clone()]);
    assert!(read > 50, "{read}");
    let expected = json!({
        "rows": [{ "length": 5 }, { "length": { "value": 5, "size": 2 } }],
        "signed": { "value": -3, "size": 2 }, "zigzag": 300, "bytes": "68656c6c6f", "offset": -2,
        "samples": [0x01_0203, -0x80_0000], "default": { "value": 3, "size": 2 }, "halves": [1.0]
    });
    assert_eq!(json_of::<Varying>(&bytes), expected);
    let value = Varying::from_slice(&again).unwrap();
    assert_eq!((value.signed.value(), value.zigzag.value(), value.default.value()), (16_383, 0, 7));
}

const HALF: &str = "error[inconsistent]: half: expected a number that 2 bytes hold exactly, or {\"bits\": \"0x\" and the 8 \
                    digits of the same number in 4 bytes}, found 0.1 (at offset 0x2a)";

#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let refused = |change: &dyn Fn(&mut serde_json::Value), expected: &str| {
        let mut json = json_of::<Narrow>(&narrow().to_bytes());
        change(&mut json);
        assert_eq!(write::<Narrow>(&json).unwrap_err(), expected);
    };
    refused(
        &|json| json["size"] = json!(1 << 24),
        "error[out-of-range]: size: expected a whole number from 0 to 16777215, found 16777216 (at offset 0x0)",
    );
    refused(&|json| json["half"] = json!(0.1), HALF);
    let long = Varying::from_slice(&[0, 0, 0, 0, 0, 0, b'x', 0x7f, 1, 0, 0, 0, 0, 0, 0, 7]).unwrap();
    let long = Varying { bytes: vec![0; 40_000], ..long };
    let error = long.to_vec().unwrap_err().to_string();
    assert_eq!(error, "error[overflow]: negative: -40000 does not fit into 16 bits (at offset 0x0)");
    assert_eq!(Narrow::validate(&[0; 48], Mode::Strict).findings().len(), 4);
    assert_eq!(exported::<Varying>().structures.len(), 2);
}

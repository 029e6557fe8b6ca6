//! Numbers and texts in forms that Rust has no type for: by generated code, interpreter, both writers, exported Python.
#![cfg(unix)]
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use tests::programs;
mod agree;
mod digits;
mod prefixes;
mod records;
#[path = "../shapes/mod.rs"]
mod shapes;
mod tags;

use agree::{everywhere, json_of, write};
use bpx_schema::codec::{CText, CText16, F16, I24, I40, I48, I56, Sleb, U24, U40, U48, U56, Uleb, Vlq, Zigzag};
use bpx_schema::report::Mode;
use bpx_schema::schema::Encoding;
use bpx_schema::{Codec, structure};
use digits::Archive;
use prefixes::Elements;
use records::{Fixed, Narrow, Numerals};
use serde_json::json;
use shapes::compare::exported;
use tags::Tags;
use test_needs::needs;

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

#[needs(python3)]
#[test]
fn narrow_numbers_agree_everywhere() {
    let bytes = narrow().to_bytes().to_vec();
    let expected = [
        &[1, 0x11, 0x70, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6][..],
        &[0xff; 6],
        &[0, 0, 0, 0, 0, 0, 9, 0x80, 0, 0, 0, 0, 0, 0, 0x3e, 0, 0, 0x80, 1, 0x7d, 0, 0, 1, 0xff, 0xff, 0xff],
    ];
    assert_eq!(bytes, expected.concat());
    assert_eq!(everywhere::<Narrow>("narrow", std::slice::from_ref(&bytes)), 1 + 5 * bytes.len());
    let expected = json!({
        "size": 70_000, "least": -2, "forty": 1_099_511_627_775_u64, "pad": 0, "date": 0x0102_0304_0506_u64, "delta": -1,
        "wide": 9, "deep": -(1_i64 << 55), "half": 1.5, "halves": [-0.0, { "bits": "0x7fa02000" }], "list": [1, 0xFF_FFFF]
    });
    assert_eq!(json_of::<Narrow>(&bytes), expected);
}

#[needs(python3)]
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

const HALF: &str = "error[inconsistent]: half: expected a number that a float of 2 bytes holds exactly, or {\"bits\": \"0x\" and the 8 \
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
    assert_eq!(Narrow::validate(&[0; 54], Mode::Strict).findings().len(), 3);
    assert_eq!(exported::<Varying>().structures.len(), 2);
}

/// Texts that are counted, or end with a NUL.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Varied {
    #[br(temp)]
    #[bw(calc = title.len() / 2)]
    units: u8,
    #[br(count = 2 * units)]
    #[schema(text(encoding = "utf-16be"))]
    pub title: Vec<u8>,
    #[schema(text(encoding = "utf-16le"))]
    pub author: CText16,
    #[schema(text(encoding = "latin-1"))]
    pub place: CText,
    #[br(count = 2)]
    #[schema(text(encoding = "utf-16be"))]
    pub names: Vec<CText16>,
    #[br(if(place == b"\xe9"))]
    #[schema(text(encoding = "shift-jis"))]
    pub note: Option<CText>,
    #[br(parse_with = until_eof)]
    #[schema(text(encoding = "utf-8"))]
    pub rest: Vec<u8>,
}

fn fixed() -> Fixed {
    Fixed {
        magic: *b"ustar\0",
        name: *b"caf\xe9    ",
        wide: *b"a\0\x3d\xd8\0\xde\0\0",
        full: *b"\0a\x30\x42",
        title: *b"\x83\x65\xb1\0\0",
    }
}

#[needs(python3)]
#[test]
fn texts_of_a_fixed_size_agree_everywhere() {
    let bytes = fixed().to_bytes().to_vec();
    // What lies after the end of a text is kept.
    let more = Fixed { wide: *b"a\0\0\0\0\xd8x\0", title: *b"\0\xff\xffx\0", ..fixed() }.to_bytes().to_vec();
    assert_eq!(everywhere::<Fixed>("fixed", &[bytes.clone(), more.clone()]), 2 + 2 * 5 * bytes.len());
    let expected = json!({
        "magic": "ustar", "name": "caf\u{e9}", "wide": "a\u{1F600}", "full": "a\u{3042}", "title": "\u{30c6}\u{ff71}"
    });
    assert_eq!(json_of::<Fixed>(&bytes), expected);
    let json = json_of::<Fixed>(&more);
    assert_eq!(json["wide"], json!({ "text": "a", "hex": "6100000000d87800" }));
    assert_eq!(json["title"], json!({ "text": "", "hex": "00ffff7800" }));
}

#[needs(python3)]
#[test]
fn texts_of_any_size_agree_everywhere() {
    let bytes = [&b"\x02\0h\0ia\0\0b\0\0\xe9\0"[..], b"\xd8\x3d\xde\0\0\0\0\0", b"\x83\x65\0rest"].concat();
    assert!(everywhere::<Varied>("varied", std::slice::from_ref(&bytes)) > 50);
    let expected = json!({
        "title": "hi", "author": "a\u{6200}", "place": "\u{e9}", "names": ["\u{1F600}", ""], "note": "\u{30c6}",
        "rest": "rest"
    });
    assert_eq!(json_of::<Varied>(&bytes), expected);
    let value = Varied::from_slice(&bytes).unwrap();
    assert_eq!(value.author.to_text(Encoding::Utf16Le).unwrap(), "a\u{6200}");
    assert_eq!(value.author, CText16::from_text(Encoding::Utf16Le, "a\u{6200}").unwrap());
    assert_eq!((CText16::new(*b"abc"), CText16::new(*b"\0a\0\0")), (None, None));
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let mut bytes = fixed().to_bytes();
    bytes[18..20].copy_from_slice(b"x\0");
    let report = Fixed::validate(&bytes, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        ["error[fixed.wide.text]: wide: expected a text in utf-16le, found 61003dd878000000: byte 2, at offset \
            0x10, is not part of a \
          character (at offset 0xe)"]
    );
    let json = json_of::<Fixed>(&bytes);
    assert_eq!(json["wide"], json!({ "hex": "61003dd878000000" }));
}

const NO_LATIN: &str = "error[inconsistent]: name: expected a text in latin-1 that takes at most 8 bytes, or {\"hex\": its \
                        bytes}, found \"a\u{20ac}\" (at offset 0x6)";

#[test]
fn texts_that_do_not_fit_are_refused() {
    let refused = |name: &str, text: &serde_json::Value| {
        let mut json = json_of::<Fixed>(&fixed().to_bytes());
        json[name] = text.clone();
        write::<Fixed>(&json).unwrap_err()
    };
    assert_eq!(refused("name", &json!("a\u{20ac}")), NO_LATIN);
    assert_eq!(
        refused("wide", &json!("abcde")),
        "error[inconsistent]: wide: expected a text in utf-16le that takes at most 8 bytes, or {\"hex\": its bytes}, found \
         \"abcde\" (at offset 0xe)"
    );
    assert!(refused("title", &json!({ "text": "b", "hex": "6100000000" })).contains("expected a text in shift-jis"));
    let mut json = json_of::<Varied>(b"\0\0\0\0\0\0\0\0");
    json["author"] = json!("a\0");
    let error = write::<Varied>(&json).unwrap_err();
    assert!(error.starts_with("error[bad-text]: author: expected a text without NUL"), "{error}");
}

/// Values that follow from the schema alone are read without a finding, and a declaration that is generated of the schema
/// says all of it.
#[test]
fn samples_and_generated_declarations() {
    let all = [
        exported::<Narrow>(),
        exported::<Varying>(),
        exported::<Fixed>(),
        exported::<Varied>(),
        exported::<Numerals>(),
        exported::<Archive>(),
        exported::<Tags>(),
        exported::<Elements>(),
    ];
    for model in &all {
        let samples = bpx_workbench::samples::samples_of(model, &model.root, 200).unwrap();
        let interpreter = bpx_schema::interpret::Interpreter::new(model).unwrap();
        assert!(samples.len() > 5, "{}: {}", model.root, samples.len());
        for sample in &samples {
            // A sample keeps the rules of each value; that it keeps those across fields is luck, and computed numbers of
            // variable length, whose sizes differ, stay as they were guessed.
            let report = interpreter.validate(&sample.bytes, Mode::Strict);
            let others = report
                .findings()
                .iter()
                .filter(|finding| !finding.code.contains(".assert-") && !finding.code.ends_with(".calc"));
            assert_eq!(others.count(), 0, "{}: {:02x?}", model.root, sample.bytes);
        }
        let module = bpx_codegen::generate::rust_module(model.into(), "A test.", |_, _| true);
        assert_eq!(module.todo, []);
        insta::assert_snapshot!(format!("declared_{}", model.root.to_lowercase()), module.text);
    }
}

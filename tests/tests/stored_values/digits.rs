//! Numbers in digits, and numbers of fixed point.

use super::agree::{everywhere, json_of, write};
use super::records::Numerals;
use bpx_schema::codec::{Bcd, Decimal, FixedPoint, Hex, Octal};
use bpx_schema::report::Mode;
use bpx_schema::{Codec, structure};
use serde_json::json;
use test_needs::needs;

/// A size, a checksum, a count and conditions in digits.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    derive(header.size = data.len()),
    sum(byte_sum, over(header, data), stored = header.checksum, skip(header.checksum))
)]
pub struct Archive {
    pub header: Numerals,
    #[br(count = header.size)]
    pub data: Vec<u8>,
    pub more: Decimal<2>,
    #[br(if(more > 7))]
    pub hex: Option<Hex<4>>,
    #[br(if(header.angle >= 0.5))]
    pub scale: Option<FixedPoint<u8, 4>>,
    #[br(count = if more >= 0 { more } else { 0 })]
    pub scales: Vec<FixedPoint<i16, 14>>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

fn numerals() -> Numerals {
    Numerals {
        size: Octal::new(3).unwrap(),
        mode: Octal::new(0o644).unwrap(),
        count: Decimal::new(42).unwrap(),
        kind: Hex::new(0x1B).unwrap(),
        packed: Bcd::new(1234).unwrap(),
        checksum: Octal::default(),
        pad: Decimal::new(0).unwrap(),
        angle: FixedPoint::new(-1.5).unwrap(),
        shares: [FixedPoint::new(0.25).unwrap(), FixedPoint::from_parts(u16::MAX)],
        none: FixedPoint::default(),
    }
}

fn archive() -> Archive {
    let header = Numerals { angle: FixedPoint::new(0.5).unwrap(), ..numerals() };
    let scales = [FixedPoint::new(1.0).unwrap(); 9].to_vec();
    Archive {
        header,
        data: b"abc".to_vec(),
        more: Decimal::new(9).unwrap(),
        hex: Some(Hex::from(*b"0aF ")),
        scale: FixedPoint::new(1.0625),
        scales,
        rest: b"rest".to_vec(),
    }
}

#[needs(python3)]
#[test]
fn records_of_digits_agree_everywhere() {
    let bytes = numerals().to_bytes().to_vec();
    let expected = [
        &b"00000000003\0"[..],
        b"0000644\0",
        b"42    ",
        b"1B",
        b"\x12\x34",
        b"000000\0 ",
        b"  0",
        b"\xff\xfe\x80\x00",
        b"\x40\x00\xff\xff",
        b"\0",
    ];
    assert_eq!(bytes, expected.concat());
    let other = Numerals {
        size: Octal::from(*b"          7 "),
        mode: Octal::from(*b"1       "),
        count: Decimal::from(*b"\0\0\0\0\0\0"),
        kind: Hex::from(*b"0a"),
        checksum: Octal::from(*b" 12345\0\0"),
        pad: Decimal::from(*b"00 "),
        ..numerals()
    };
    let other = other.to_bytes().to_vec();
    let files = [bytes.clone(), other.clone()];
    // Each byte may be anything: only beginnings are refused.
    assert_eq!(everywhere::<Numerals>("numerals", &files), 2 + 2 * 5 * bytes.len());
    let expected = json!({
        "size": 3, "mode": 0o644, "count": 42, "kind": "Folder", "packed": 1234, "checksum": 0, "pad": 0, "angle": -1.5,
        "shares": [0.25, 255.996_093_75], "none": 0.0
    });
    assert_eq!(json_of::<Numerals>(&bytes), expected);
    let json = json_of::<Numerals>(&other);
    assert_eq!(json["size"], json!({ "number": 7, "hex": "202020202020202020203720" }));
    assert_eq!(json["count"], json!({ "number": 0, "hex": "000000000000" }));
    assert_eq!(json["kind"], json!({ "number": "File", "hex": "3061" }));
}

#[needs(python3)]
#[test]
fn structures_of_digits_agree_everywhere() {
    let bytes = archive().to_vec().unwrap();
    let sum: u32 = bytes[..30].iter().chain(&bytes[38..53]).map(|byte| u32::from(*byte)).sum();
    assert_eq!(bytes[30..38], *format!("{sum:06o}\0 ").as_bytes());
    // A reader accepts another filling, which a writer keeps when the number is the same.
    let mut filled = bytes.clone();
    filled[..12].copy_from_slice(b"  00000003 \0");
    filled[30..38].copy_from_slice(b"  0000\0 ");
    let other = Archive::from_slice(&filled).unwrap().to_vec().unwrap();
    assert_eq!(&other[..12], b"  00000003 \0");
    let mut filled = other.clone();
    filled[30..38].copy_from_slice(&[b"  ", &other[32..36], b"  "].concat());
    assert_eq!(Archive::from_slice(&filled).unwrap().to_vec().unwrap(), filled);
    let read = everywhere::<Archive>("archive", &[bytes, other, filled]);
    assert!(read > 1000, "{read}");
}

#[test]
fn bytes_that_are_no_number_are_kept_and_named() {
    let mut bytes = numerals().to_bytes();
    bytes[16] = b'8';
    bytes[28] = 0xAB;
    let report = Numerals::validate(&bytes, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "error[numerals.mode.digits]: mode: expected a number in octal digits, found \"0000844\\x00\" (at offset 0xc)",
            "error[numerals.packed.digits]: packed: expected two decimal digits in each byte, found ab34 (at offset \
             0x1c)",
        ]
    );
    assert_eq!(Numerals::from_bytes(&bytes).to_bytes(), bytes);
    assert_eq!(json_of::<Numerals>(&bytes)["packed"], json!({ "hex": "ab34" }));
    let mut archive = archive();
    archive.header.size = Octal::from(*b"x00000000003");
    let mut bytes = archive.to_vec().unwrap();
    assert_eq!(&bytes[..12], b"00000000003\0");
    bytes[0] = b'x';
    let error = Archive::from_slice(&bytes).unwrap_err().to_string();
    assert_eq!(error, "error[overflow]: data: the count is -1 (at offset 0x32)");
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let refused = |name: &str, value: serde_json::Value| {
        let mut json = json_of::<Numerals>(&numerals().to_bytes());
        json[name] = value;
        write::<Numerals>(&json).unwrap_err()
    };
    assert_eq!(
        refused("packed", json!(10_000)),
        "error[out-of-range]: packed: expected a whole number from 0 to 9999, found 10000 (at offset 0x1c)"
    );
    assert_eq!(
        refused("count", json!({ "number": 2, "hex": "312020202020" })),
        "error[inconsistent]: count: expected a whole number from 0 to 999999, or {\"number\": N, \"hex\": 6 bytes of \
         a \
         number in decimal digits}, found an object with 2 members (at offset 0x14)"
    );
    assert_eq!(
        refused("angle", json!(0.1)),
        "error[inconsistent]: angle: expected a multiple of 2^-16 from -32768 to 32767.99998474121, found 0.1 (at offset 0x29)"
    );
    let header = Numerals { size: Octal::new(4096).unwrap(), ..archive().header }.to_bytes();
    let sum: u32 = header[..30].iter().chain(&header[38..]).map(|byte| u32::from(*byte)).sum::<u32>() + 4096 * 255;
    let long = Archive { data: vec![255; 4096], ..archive() };
    assert_eq!(
        long.to_vec().unwrap_err().to_string(),
        format!(
            "error[overflow]: the byte-sum checksum {sum:#010x} does not fit into the 8 bytes of header.checksum (at offset 0x104f)"
        )
    );
}

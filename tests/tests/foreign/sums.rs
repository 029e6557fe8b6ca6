//! Checksums that a declaration defines: CRCs of all kinds by their parameters.

use super::files::Format;
use bpx_schema::checksum::crc::{Crc, Parameters};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Verdict};
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Codec, structure};

macro_rules! crc {
    ($name:ident = $text:literal, $width:literal, $poly:literal, $init:literal, $in:literal, $out:literal, $xor:literal) => {
        #[derive(Debug)]
        pub enum $name {}

        impl Parameters for $name {
            const NAME: &'static str = $text;
            const WIDTH: u32 = $width;
            const POLYNOMIAL: u64 = $poly;
            const INITIAL: u64 = $init;
            const REFLECT_IN: bool = $in;
            const REFLECT_OUT: bool = $out;
            const XOR_OUT: u64 = $xor;
        }
    };
}

crc!(OggParameters = "crc32-ogg", 32, 0x04C1_1DB7, 0, false, false, 0);
crc!(CanParameters = "crc15-can", 15, 0x4599, 0, false, false, 0);
crc!(UmtsParameters = "crc12-umts", 12, 0x80F, 0, false, true, 0);
crc!(UsbParameters = "crc5-usb", 5, 0x05, 0x1F, true, true, 0x1F);

pub type OggCrc = Crc<OggParameters>;
pub type CanCrc = Crc<CanParameters>;
pub type UmtsCrc = Crc<UmtsParameters>;
pub type UsbCrc = Crc<UsbParameters>;

/// A page of Ogg, in short, with other checksums after it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    sum(OggCrc, over(signature, body), stored = sum, fill(sum = 0)),
    sum(UmtsCrc, over(body), stored = umts),
    sum(UsbCrc, over(body), stored = usb)
)]
pub struct Page {
    #[schema(magic = b"OggS")]
    pub signature: [u8; 4],
    pub sum: u32,
    #[br(temp)]
    #[bw(calc = body.len())]
    length: u8,
    #[br(count = length)]
    pub body: Vec<u8>,
    pub umts: u16,
    pub usb: u8,
    pub rest_sum: u16,
    #[br(parse_with = until_eof)]
    #[schema(region(size = 3, check(CanCrc | UsbCrc, stored = rest_sum)))]
    pub rest: Vec<u8>,
}

/// A signature that no field holds, and a checksum of all bytes with it; each part has one of its own.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"SUM")]
#[schema(sum(byte_sum, over(magic, parts), stored = sum, skip(sum)))]
pub struct Signed {
    pub sum: u32,
    #[br(parse_with = until_eof)]
    pub parts: Vec<SignedPart>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"\x34\x12")]
#[schema(sum(sum16_le, over(magic), stored = of_magic), sum(sum16_le, over(magic, value), stored = sum))]
pub struct SignedPart {
    pub value: u16,
    pub of_magic: u16,
    pub sum: u16,
}

/// Two parts.
pub fn signed() -> Vec<u8> {
    let part = |value: u16| [0x1234, value, 0x1234, 0x1234 + value].map(u16::to_le_bytes).concat();
    let parts = [part(7), part(0x100)].concat();
    let sum: u32 = [b"SUM", &*parts].concat().iter().map(|byte| u32::from(*byte)).sum();
    [b"SUM", &sum.to_le_bytes()[..], &parts].concat()
}

/// Returns a CRC as the remainder of a division of polynomials, from the bits of the bytes.
fn remainder(bytes: &[u8], width: u32, polynomial: u64, initial: u64, [reflect_in, reflect_out]: [bool; 2]) -> u64 {
    let bits = bytes.iter().flat_map(|byte| (0..8).map(move |at| byte >> if reflect_in { at } else { 7 - at } & 1));
    let mut bits: Vec<u8> = bits.chain(vec![0; width as usize]).collect();
    for (at, bit) in bits.iter_mut().take(width as usize).enumerate() {
        *bit ^= (initial >> (width as usize - 1 - at) & 1) as u8;
    }
    for at in 0..bytes.len() * 8 {
        if bits[at] == 1 {
            bits[at] = 0;
            for step in 0..width as usize {
                bits[at + 1 + step] ^= (polynomial >> (width as usize - 1 - step) & 1) as u8;
            }
        }
    }
    let mut rest = bits.split_off(bytes.len() * 8);
    if reflect_out {
        rest.reverse();
    }
    rest.iter().fold(0, |value, bit| value << 1 | u64::from(*bit))
}

/// A page with right checksums; `other` states the second one that is accepted for the rest.
pub fn page(other: bool) -> Vec<u8> {
    let (body, rest) = (b"123456789", b"abc");
    let head = [&b"OggS\0\0\0\0\x09"[..], body].concat();
    let ogg = remainder(&head, 32, 0x04C1_1DB7, 0, [false; 2]) as u32;
    let umts = remainder(body, 12, 0x80F, 0, [false, true]) as u16;
    let usb = |bytes| remainder(bytes, 5, 0x05, 0x1F, [true; 2]) as u8 ^ 0x1F;
    let can = remainder(rest, 15, 0x4599, 0, [false; 2]) as u16;
    let stated = if other { usb(rest).into() } else { can };
    let after = [&umts.to_le_bytes()[..], &[usb(body)], &stated.to_le_bytes(), rest].concat();
    [b"OggS", &ogg.to_le_bytes()[..], b"\x09", body, &after].concat()
}

pub fn all() -> Vec<Format> {
    vec![
        Format { name: "page", model: Model::from_root(Page::schema()), files: vec![page(false)] },
        Format { name: "signed", model: Model::from_root(Signed::schema()), files: vec![signed()] },
    ]
}

#[test]
fn the_remainder_is_that_of_the_catalogue() {
    let digits = b"123456789";
    assert_eq!(remainder(digits, 12, 0x80F, 0, [false, true]), 0xDAF);
    assert_eq!(remainder(digits, 5, 0x05, 0x1F, [true; 2]) ^ 0x1F, 0x19);
    assert_eq!(remainder(digits, 15, 0x4599, 0, [false; 2]), 0x059E);
}

#[test]
fn a_schema_from_a_file_has_the_parameters() {
    let model = Model::from_json(&Model::from_root(Page::schema()).to_json().unwrap()).unwrap();
    assert_eq!(model, Model::from_root(Page::schema()));
    // No algorithm is given, not even the built-in ones.
    let reader = Interpreter::with_algorithms(&model, Algorithms::only_declared()).unwrap();
    assert_eq!(reader.validate(&page(false), Mode::Strict).verdict(), Verdict::Valid);
    let mut wrong = page(false);
    wrong[10] ^= 1;
    let (report, read) = (Page::validate(&wrong, Mode::Strict), reader.validate(&wrong, Mode::Strict));
    assert_eq!(report.findings(), read.findings());
    let messages: Vec<_> = read.findings().iter().map(|one| one.message.split(' ').nth(2).unwrap()).collect();
    assert_eq!(messages, ["crc32-ogg", "crc12-umts", "crc5-usb"]);
    let excused = reader.validate(&page(true), Mode::Strict);
    assert_eq!(Page::validate(&page(true), Mode::Strict).findings(), excused.findings());
    assert!(excused.findings()[0].message.contains("crc5-usb"), "{:?}", excused.findings());
}

/// A frame, with a checksum if a flag says so.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(sum(byte_sum, over(data), stored = sum))]
pub struct Frame {
    pub flags: u8,
    pub data: u16,
    #[br(if(flags & 1 != 0))]
    pub sum: Option<u32>,
    pub end: u8,
}

/// Frames with and without a checksum.
pub fn frames() -> Vec<Vec<u8>> {
    vec![vec![1, 2, 3, 5, 0, 0, 0, 9], vec![0, 2, 3, 9]]
}

#[test]
fn an_absent_checksum_is_none() {
    for file in frames() {
        assert_eq!(Frame::validate(&file, Mode::Strict).findings(), []);
        assert_eq!(Frame::from_slice(&file).unwrap().to_vec().unwrap(), file);
    }
    let report = Frame::validate(&[1, 2, 3, 6, 0, 0, 0, 9], Mode::Strict);
    assert_eq!((&*report.findings()[0].code, report.findings()[0].location.file), ("frame.sum", 3));
}

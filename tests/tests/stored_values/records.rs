//! Records of numbers and texts in forms that Rust has no type for.
#![allow(dead_code, missing_docs, unreachable_pub)]

use bpx_schema::Record;
use bpx_schema::codec::{
    Bcd, Decimal, F16, FixedPoint, FourCc, Hex, I24, I40, I48, I56, Nul, NulSpace, Octal, SpacesBefore, SpacesBehind,
    Tag, U24, U40, U48, U56,
};

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

/// Texts of a fixed size, filled or not.
#[derive(Debug, Clone, PartialEq, Record)]
#[br(assert(magic == b"ustar\0"))]
pub struct Fixed {
    #[schema(text(pad = 0))]
    pub magic: [u8; 6],
    #[schema(text(encoding = "latin-1", pad = b' '))]
    pub name: [u8; 8],
    #[schema(text(encoding = "utf-16le", pad = 0))]
    pub wide: [u8; 8],
    #[schema(text(encoding = "utf-16be"))]
    pub full: [u8; 4],
    #[schema(text(encoding = "shift-jis", pad = 0))]
    pub title: [u8; 5],
}

/// Digits in every form, with rules and in expressions.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
#[br(assert(count <= 4096), assert(angle >= -2.0))]
pub struct Numerals {
    pub size: Octal<12, Nul>,
    #[schema(range(1..=511))]
    pub mode: Octal<8, Nul>,
    pub count: Decimal<6, SpacesBehind>,
    #[schema(codes = NumeralKind, known)]
    pub kind: Hex<2>,
    #[schema(multiple_of = 2)]
    pub packed: Bcd<2>,
    pub checksum: Octal<8, NulSpace>,
    #[schema(reserved)]
    pub pad: Decimal<3, SpacesBefore>,
    pub angle: FixedPoint<i32, 16>,
    #[brw(little)]
    pub shares: [FixedPoint<u16, 8>; 2],
    #[schema(reserved)]
    pub none: FixedPoint<i8, 8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[repr(u8)]
pub enum NumeralKind {
    File = 0x0A,
    Folder = 0x1B,
}

/// Tags, which are texts and are compared with byte strings.
#[derive(Debug, Clone, PartialEq, Record)]
#[br(assert(int(kind) >= int(b"A   ")))]
pub struct Tagged {
    pub kind: FourCc,
    #[schema(magic = b"v1")]
    pub version: Tag<2>,
}

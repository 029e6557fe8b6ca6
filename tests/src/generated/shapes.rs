//! Generated from `shapes` by `bpx spec generate`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::{F16, I24, U24};
use bpx_schema::{Record, structure};

// TODO: `Other` = 16-31 is not declared, because it is a range
/// Kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u16)]
#[schema(spec = "Kind")]
pub enum DrawingKind {
    Plain = 20556,
    #[schema(name = "LINE_STRIP")]
    LineStrip = 3,
}

/// Kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Kind")]
pub enum SelfKind {
    One = 1,
}

/// Drawing.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(spec = "Drawing")]
pub struct Drawing {
    /// Always "DRAW".
    #[brw(little)]
    #[schema(name = "Signature", magic = b"DRAW")]
    pub signature: [u8; 4],
    pub bits: DrawingBits,
    #[schema(name = "Kind", codes = DrawingKind)]
    pub kind: u16,
    #[schema(name = "Place")]
    pub place: U24,
    #[schema(name = "Scale")]
    pub scale: F16,
    #[schema(name = "Shift")]
    pub shift: I24,
    /// How many points follow.
    #[schema(name = "Count")]
    pub count: u16,
    #[br(count = count)]
    #[schema(name = "Points")]
    pub points: Vec<Vec2>,
    #[schema(name = "Title")]
    pub title: PrefixedLabel16,
    /// Present when kind = 3.
    #[br(if(kind == 3))]
    #[schema(name = "Extra")]
    pub extra: Option<u32>,
}

/// Bits of Drawing.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(spec = "Drawing", bits = 8)]
pub struct DrawingBits {
    /// Must be 1 or 2.
    #[schema(name = "Version", one_of(1, 2))]
    pub version: B4,
    /// Between 1 and 9.
    #[schema(name = "Layers", range(1..=9))]
    pub layers: B4,
}

/// Option.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
#[schema(name = "Option", spec = "Option", size = 4)]
pub struct Option2 {
    #[brw(little)]
    #[schema(name = "self")]
    pub self_: u8,
    #[brw(little)]
    #[schema(name = "type")]
    pub r#type: u8,
    #[schema(name = "3D")]
    pub n3_d: u16,
}

/// A number of bytes, and the bytes of `Label`.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct PrefixedLabel16 {
    /// Number of bytes.
    pub length: u16,
    /// The bytes.
    #[brw(little)]
    #[br(count = length)]
    pub data: Vec<u8>,
}

/// Result.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Result", size = 4)]
pub struct Result {
    #[schema(name = "Some")]
    pub some: Option2,
}

// TODO: `kind` has the values `SelfKind`, but is not an integer
/// Self.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(name = "Self", spec = "Self", size = 34)]
pub struct SelfN {
    #[schema(name = "Result")]
    pub result: Result,
    #[schema(name = "String")]
    pub string: String2,
    #[schema(name = "Kind")]
    pub kind: Result,
}

// TODO: `Blob` takes 204 bits, but a bit field takes at most 127 bits: declared as bytes
/// String.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(name = "String", spec = "String", size = 26)]
pub struct String2 {
    pub bits: [u8; 26],
}

/// Vec.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
#[schema(name = "Vec", spec = "Vec", size = 4)]
pub struct Vec2 {
    #[schema(name = "x")]
    pub x: i16,
    #[schema(name = "y")]
    pub y: i16,
}

//! Records of numbers and texts in forms that Rust has no type for.
#![allow(dead_code, missing_docs, unreachable_pub)]

use bpx_schema::Record;
use bpx_schema::codec::{F16, I24, I40, I48, I56, U24, U40, U48, U56};

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

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `SymbolTable`: an expression over positions.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct ShaderExt {
    pub assembly: u64,
    pub symbol_count: u16,
    pub target: u8,
    pub kind: u8,
    pub reserved: [u8; 4],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Shader {
    pub stage: u8,
    #[br(parse_with = h::until_end)]
    pub code: Vec<u8>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Symbol {
    pub name: u32,
    pub extended_data: u32,
    pub flags: u16,
    pub kind: u8,
    pub register: u8,
}

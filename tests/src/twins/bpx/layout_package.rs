//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `ObjectTable`: an expression over positions.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct PackageExt {
    pub architecture: u8,
    pub platform: u8,
    pub generator: [u8; 2],
    pub reserved: [u8; 12],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct ObjectHeader {
    pub size: u64,
    pub name: u32,
    pub start: u32,
    pub offset: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct ObjectHeaderV1 {
    pub size: u64,
    pub path: u32,
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct SectionHeader {
    pub pointer: u64,
    pub stored_size: u32,
    pub content_size: u32,
    pub checksum: u32,
    pub kind: u8,
    pub flags: u8,
    pub reserved: [u8; 2],
}

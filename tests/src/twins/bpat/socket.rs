//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Socket {
    pub name_offset: u32,
    pub name_length: u32,
    pub anchor_bone: u32,
    pub local_offset: [f32; 3],
    pub reserved: [u32; 2],
}

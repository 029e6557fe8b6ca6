//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Extension {
    pub contact_data_offset: u64,
    pub contact_entry_count: u32,
    pub reserved0: u32,
    pub bind_palette_offset: u64,
    pub bone_parent_offset: u64,
}

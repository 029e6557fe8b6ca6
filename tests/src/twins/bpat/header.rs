//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Header {
    pub magic: [u8; 4],
    pub version: u32,
    pub species_id: u32,
    pub bone_count: u32,
    pub socket_count: u32,
    pub clip_count: u32,
    pub frame_total: u32,
    pub string_table_size: u32,
    pub clip_table_offset: u64,
    pub socket_table_offset: u64,
    pub string_table_offset: u64,
    pub palette_data_offset: u64,
}

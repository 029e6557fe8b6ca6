//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct MainHeader {
    pub signature: [u8; 3],
    pub kind: u8,
    pub checksum: u32,
    pub file_size: u64,
    pub section_count: u32,
    pub version: u32,
    #[br(args(h::int(&kind), h::int(&version)))]
    #[bw(args(h::int(&kind), h::int(&version)))]
    pub type_ext: TypeExt,
}

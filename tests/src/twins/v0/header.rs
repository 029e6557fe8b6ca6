//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
pub const TEXTURE: u8 = b'T';
pub const MODEL: u8 = b'M';
pub const SHADER: u8 = b'S';
pub const PACKAGE: u8 = b'P';
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
    #[br(args(h::int(&kind)))]
    #[bw(args(h::int(&kind)))]
    pub type_ext: TypeExt,
}

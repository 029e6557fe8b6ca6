//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `File`: holds `SizedFrame`.
//! * `SizedFrame`: bytes in another form.
//! * `Frame`: bytes in another form.
//! * `NameMapFile`: bytes in another form.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
pub const FAT_ZST: u8 = Kind::FatZst as u8;
pub const FAT_DEDUP: u8 = Kind::FatDedup as u8;
#[binrw]
#[brw(little)]
#[br(import(file:i128))]
#[bw(import(file:i128))]
#[derive(Debug, Clone)]
pub struct Inner {
    #[br(if(h::int(&file)== h::int(&FAT_ZST), 1))]
    #[bw(if(h::int(&file)== h::int(&FAT_ZST)))]
    pub kind: u8,
    #[br(args(h::int(&kind)))]
    #[bw(args(h::int(&kind)))]
    pub body: Body,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct NameList {
    pub name_count: Uleb<u32>,
    pub names_size: Uleb<u32>,
    #[br(args{count:h::count(h::int(&names_size))})]
    pub names: Vec<u8>,
    #[br(parse_with = h::until_end)]
    pub rest: Vec<u8>,
}

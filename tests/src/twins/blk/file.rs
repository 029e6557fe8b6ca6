//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! writes it anew.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
pub const FAT: u8 = Kind::Fat as u8;
pub const FAT_ZST: u8 = Kind::FatZst as u8;
pub const SLIM: u8 = Kind::Slim as u8;
pub const SLIM_ZST: u8 = Kind::SlimZst as u8;
pub const SLIM_ZST_DICT: u8 = Kind::SlimZstDict as u8;
pub const FAT_DEDUP: u8 = Kind::FatDedup as u8;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct File {
    pub kind: u8,
    #[br(
        if(
            h::int(
                &kind
            )== h::int(
                &FAT
            )||h::int(&kind)== h::int(&SLIM)||h::int(&kind)== h::int(&FAT_DEDUP)
        )
    )]
    #[br(args(h::int(&kind)))]
    #[bw(args(h::int(&kind)))]
    pub body: Option<Body>,
    #[br(if(h::int(&kind)== h::int(&FAT_ZST)))]
    pub sized: Option<SizedFrame>,
    #[br(
        if(h::int(&kind)== h::int(&SLIM_ZST)||h::int(&kind)== h::int(&SLIM_ZST_DICT))
    )]
    pub frame: Option<Frame>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct SizedFrame {
    #[br(temp)]
    #[bw(calc = h::cut::<u16>(h::len(&stored)&65535))]
    pub size_low: u16,
    #[br(temp)]
    #[bw(calc = h::cut::<u8>(h::len(&stored)>>16))]
    pub size_high: u8,
    #[br(args{count:h::count(h::int(&size_low)|(h::int(&size_high)<<16))})]
    pub stored: Vec<u8>,
    #[br(parse_with = h::until_end)]
    pub rest: Vec<u8>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Frame {
    #[br(parse_with = h::until_end)]
    pub stored: Vec<u8>,
}
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
pub struct NameMapFile {
    pub names_digest: [u8; 8],
    pub dictionary_digest: [u8; 32],
    #[br(parse_with = h::until_end)]
    pub stored: Vec<u8>,
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

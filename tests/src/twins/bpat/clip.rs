//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[br(import(version:i128))]
#[bw(import(version:i128))]
#[derive(Debug, Clone)]
pub struct Clip {
    pub name_offset: u32,
    pub name_length: u32,
    pub frame_count: u32,
    pub frame_offset: u32,
    pub fps: f32,
    pub loops: u8,
    #[br(if(h::int(&version)!= 3))]
    pub pad: Option<[u8; 3]>,
    #[br(if(h::int(&version)== 1))]
    pub reserved: Option<[u32; 2]>,
    #[br(if(h::int(&version)== 3, 0))]
    #[bw(if(h::int(&version)== 3))]
    pub flags: u8,
    #[br(if(h::int(&version)== 3, 0))]
    #[bw(if(h::int(&version)== 3))]
    pub variant_ordinal: u8,
    #[br(if(h::int(&version)== 3, 0))]
    #[bw(if(h::int(&version)== 3))]
    pub variant_pad: u8,
    #[br(if(h::int(&version)== 3, 0))]
    #[bw(if(h::int(&version)== 3))]
    pub variant_family: u16,
    #[br(if(h::int(&version)== 3, 0))]
    #[bw(if(h::int(&version)== 3))]
    pub variant_reserved: u16,
    #[br(if(h::int(&version)>= 2))]
    pub markers: Option<Markers>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Markers {
    pub anticipation_start: f32,
    pub weapon_release: f32,
    pub contact: f32,
    pub recover_unlocked: f32,
    pub exit_safe: f32,
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Light {
    pub kind: u8,
    #[br(if(h::int(&kind)!= 0))]
    #[br(args(h::int(&kind)))]
    #[bw(args(h::int(&kind)))]
    pub lamp: Option<Lamp>,
}
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone)]
pub enum Lamp {
    #[br(pre_assert(h::int(&kind)== 1))]
    Directional { color: [f32; 3] },
    #[br(pre_assert(h::int(&kind)== 2))]
    Point { color: [f32; 3], range: f32 },
    #[br(pre_assert(h::int(&kind)== 3))]
    Spot { color: [f32; 3], range: f32, inner_angle: f32, outer_angle: f32 },
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[br(import(minor:i128))]
#[bw(import(minor:i128))]
#[derive(Debug, Clone)]
pub struct Node {
    pub kind: u32,
    pub transform: [f32; 16],
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&parent_id)))]
    #[br(if(h::int(&minor)>= 2, 0))]
    #[bw(if(h::int(&minor)>= 2))]
    pub parent_id_length: u32,
    #[br(args{count:h::count(h::int(&parent_id_length))})]
    pub parent_id: Vec<u8>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&children)))]
    pub child_count: u32,
    #[br(args{count:h::count(h::int(&child_count)), inner:h::single(h::int(&minor))})]
    #[bw(args(h::int(&minor)))]
    pub children: Vec<Node>,
    pub camera: Camera,
    pub light: Light,
    pub model: Model,
}

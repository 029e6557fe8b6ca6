//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Camera {
    pub kind: u8,
    #[br(if(h::int(&kind)!= 0))]
    #[br(args(h::int(&kind)))]
    #[bw(args(h::int(&kind)))]
    pub lens: Option<Lens>,
}
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone)]
pub enum Lens {
    #[br(pre_assert(h::int(&kind)== 1))]
    Perspective {
        aspect_ratio: f32,
        near_plane: f32,
        far_plane: f32,
        field_of_view: f32,
    },
    #[br(pre_assert(h::int(&kind)== 2))]
    Orthographic {
        aspect_ratio: f32,
        near_plane: f32,
        far_plane: f32,
        magnification: [f32; 2],
    },
}

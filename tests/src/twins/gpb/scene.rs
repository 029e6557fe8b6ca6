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
pub struct Scene {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&nodes)))]
    pub node_count: u32,
    #[br(args{count:h::count(h::int(&node_count)), inner:h::single(h::int(&minor))})]
    #[bw(args(h::int(&minor)))]
    pub nodes: Vec<Node>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&active_camera)))]
    pub active_camera_length: u32,
    #[br(args{count:h::count(h::int(&active_camera_length))})]
    pub active_camera: Vec<u8>,
    pub ambient_color: [f32; 3],
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `FrameArray`: an expression over positions.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct VertexFormat {
    pub vertex_size: u16,
    #[br(temp)]
    #[bw(calc = h::cut::<u8>(h::len(&components)))]
    pub component_count: u8,
    pub reserved: u8,
    #[br(args{count:h::count(h::int(&component_count))})]
    pub components: Vec<Component>,
    #[br(parse_with = h::until_end)]
    pub rest: Vec<u8>,
}
#[bitfield]
#[derive(Debug, Clone, Copy, BinRead, BinWrite)]
#[br(map = Self::from_bytes)]
#[bw(map = |bits:&Self|bits.into_bytes())]
pub struct Component {
    pub kind: B4,
    pub size: B4,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct VertexArray {
    pub header: VertexArrayHeader,
    #[br(parse_with = h::until_end)]
    pub vertices: Vec<u8>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct VertexArrayHeader {
    pub material: u32,
    pub vertex_count: u32,
    pub index_array: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct IndexArray {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&indices)))]
    pub index_count: u32,
    #[br(args{count:h::count(h::int(&index_count))})]
    pub indices: Vec<u32>,
    #[br(parse_with = h::until_end)]
    pub rest: Vec<u8>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct BoneArray {
    #[br(temp)]
    #[bw(calc = h::cut::<u16>(h::len(&bones)))]
    pub bone_count: u16,
    #[br(args{count:h::count(h::int(&bone_count))})]
    pub bones: Vec<Bone>,
    #[br(parse_with = h::until_end)]
    pub rest: Vec<u8>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Bone {
    pub transform: [f32; 16],
    pub name: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct BoneUpdate {
    pub transform: [f32; 16],
}

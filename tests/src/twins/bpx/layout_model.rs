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
pub struct ModelExt {
    pub shader_hash: u64,
    pub symbol_name: u32,
    pub reserved: [u8; 4],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct VertexArrayHeader {
    pub material_hash: u64,
    pub vertex_count: u32,
    pub index_array: u32,
    pub reserved: [u8; 4],
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
pub struct IndexArray {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&indices)))]
    pub index_count: u32,
    #[br(args{count:h::count(h::int(&index_count))})]
    pub indices: Vec<u32>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Bone {
    pub head: [f32; 3],
    pub tail: [f32; 3],
    pub name: u32,
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
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct BoneTransform {
    pub rotation: [f32; 4],
    pub position: [f32; 3],
    pub scale: [f32; 3],
    pub bone: u32,
}

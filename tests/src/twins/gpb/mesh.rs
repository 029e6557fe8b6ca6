//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct VertexElement {
    pub usage: u32,
    pub size: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Bounds {
    pub min: [f32; 3],
    pub max: [f32; 3],
    pub center: [f32; 3],
    pub radius: f32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Mesh {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&elements)))]
    pub element_count: u32,
    #[br(args{count:h::count(h::int(&element_count))})]
    pub elements: Vec<VertexElement>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&vertices)))]
    pub vertex_size: u32,
    #[br(args{count:h::count(h::int(&vertex_size))})]
    pub vertices: Vec<u8>,
    pub bounds: Bounds,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&parts)))]
    pub part_count: u32,
    #[br(args{count:h::count(h::int(&part_count))})]
    pub parts: Vec<MeshPart>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct MeshPart {
    pub primitive: u32,
    pub index_format: u32,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&indices)))]
    pub index_size: u32,
    #[br(args{count:h::count(h::int(&index_size))})]
    pub indices: Vec<u8>,
}

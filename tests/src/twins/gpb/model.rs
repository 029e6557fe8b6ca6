//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Model {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&mesh)))]
    pub mesh_length: u32,
    #[br(args{count:h::count(h::int(&mesh_length))})]
    pub mesh: Vec<u8>,
    #[br(if(h::int(&mesh_length)!= 0))]
    pub look: Option<Look>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Look {
    pub has_skin: u8,
    #[br(if(h::int(&has_skin)!= 0))]
    pub skin: Option<MeshSkin>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&materials)))]
    pub material_count: u32,
    #[br(args{count:h::count(h::int(&material_count)), inner:h::single(0)})]
    #[bw(args(0))]
    pub materials: Vec<Name>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct MeshSkin {
    pub bind_shape: [f32; 16],
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&joints)))]
    pub joint_count: u32,
    #[br(args{count:h::count(h::int(&joint_count)), inner:h::single(1)})]
    #[bw(args(1))]
    pub joints: Vec<Name>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&bind_poses)))]
    pub bind_pose_count: u32,
    #[br(args{count:h::count(h::int(&bind_pose_count))})]
    pub bind_poses: Vec<f32>,
}

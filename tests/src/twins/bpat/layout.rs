//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `Layout`: bytes that have offsets of their own.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Contact {
    pub sole_y: f32,
    pub foot_y: f32,
}
#[binrw]
#[brw(little)]
#[br(import(bone_count:i128))]
#[bw(import(bone_count:i128))]
#[derive(Debug, Clone)]
pub struct BoneParents {
    #[br(args{count:h::count(h::int(&bone_count))})]
    pub bones: Vec<BoneParent>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct BoneParent {
    pub parent: u8,
}
#[binrw]
#[brw(little)]
#[br(import(bone_count:i128, bind_palette:i128))]
#[bw(import(bone_count:i128, bind_palette:i128))]
#[derive(Debug, Clone)]
pub struct Palette {
    #[br(parse_with = h::until_end, args(h::int(&bone_count), h::int(&bind_palette)))]
    #[bw(args(h::int(&bone_count), h::int(&bind_palette)))]
    pub frames: Vec<Frame>,
}
#[binrw]
#[brw(little)]
#[br(import(bone_count:i128, bind_palette:i128))]
#[bw(import(bone_count:i128, bind_palette:i128))]
#[derive(Debug, Clone)]
pub struct Frame {
    #[br(if(h::int(&bind_palette)== 0))]
    #[br(args{count:h::count(h::int(&bone_count))})]
    pub bones: Option<Vec<Matrix>>,
    #[br(if(h::int(&bind_palette)!= 0))]
    #[br(args{count:h::count(h::int(&bone_count))})]
    pub skins: Option<Vec<ColumnMatrix>>,
}
#[binrw]
#[brw(little)]
#[br(import(socket_count:i128))]
#[bw(import(socket_count:i128))]
#[derive(Debug, Clone)]
pub struct SocketPalette {
    #[br(parse_with = h::until_end, args(h::int(&socket_count)))]
    #[bw(args(h::int(&socket_count)))]
    pub frames: Vec<SocketFrame>,
}
#[binrw]
#[brw(little)]
#[br(import(socket_count:i128))]
#[bw(import(socket_count:i128))]
#[derive(Debug, Clone)]
pub struct SocketFrame {
    #[br(args{count:h::count(h::int(&socket_count))})]
    pub sockets: Vec<SocketMatrix>,
}

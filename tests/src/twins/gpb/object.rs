//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
pub const SCENE: u32 = ObjectKind::Scene as u32;
pub const NODE: u32 = ObjectKind::Node as u32;
pub const ANIMATIONS: u32 = ObjectKind::Animations as u32;
#[binrw]
#[brw(little)]
#[br(import(kind:i128, minor:i128))]
#[bw(import(kind:i128, minor:i128))]
#[derive(Debug, Clone)]
pub enum Object {
    #[br(pre_assert(h::int(&kind)== h::int(&SCENE)))]
    Scene(#[br(args(h::int(&minor)))] #[bw(args(h::int(&minor)))] Scene),
    #[br(pre_assert(h::int(&kind)== h::int(&NODE)))]
    Node(#[br(args(h::int(&minor)))] #[bw(args(h::int(&minor)))] Node),
    #[br(pre_assert(h::int(&kind)== h::int(&ANIMATIONS)))]
    Animations(Animations),
}

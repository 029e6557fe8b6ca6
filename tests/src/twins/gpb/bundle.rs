//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `Bundle`: an expression over positions.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub enum ObjectKind {
    Scene = 1,
    Node = 2,
    Animations = 3,
    Camera = 32,
    Light = 33,
    Mesh = 34,
    Font = 128,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Reference {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&id)))]
    pub id_length: u32,
    #[br(args{count:h::count(h::int(&id_length))})]
    pub id: Vec<u8>,
    pub kind: u32,
    pub offset: u32,
}
#[binrw]
#[brw(little)]
#[br(import(is_xref:i128))]
#[bw(import(is_xref:i128))]
#[derive(Debug, Clone)]
pub struct Name {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&text)))]
    pub length: u32,
    #[br(args{count:h::count(h::int(&length))})]
    pub text: Vec<u8>,
}

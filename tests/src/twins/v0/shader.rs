//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct AssemblyDx {
    pub min_version: u32,
    pub vertex: u32,
    pub geometry: u32,
    pub pixel: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct AssemblyGl {
    pub min_version: u32,
    pub vertex: u32,
    pub geometry: u32,
    pub pixel: u32,
    pub reserved: u32,
}

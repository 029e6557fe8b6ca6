//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct OpenedTexture {
    pub kind: [u8; 1],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct OpenedModel {
    pub kind: [u8; 1],
    pub version: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct OpenedShaderPackage {
    pub kind: [u8; 1],
    pub version: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct OpenedPackage {
    pub kind: [u8; 1],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct OpenedPackageV0 {
    pub kind: [u8; 1],
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Matrix {
    pub rows: [[f32; 4]; 4],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct ColumnMatrix {
    pub columns: [[f32; 4]; 4],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct SocketMatrix {
    pub rows: [[f32; 4]; 3],
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
pub const NONE: u8 = 0xFF;
pub const ARRAY: u8 = 13;
pub const OBJECT: u8 = 14;
#[binrw]
#[brw(little)]
#[br(import(parent:i128))]
#[bw(import(parent:i128))]
#[derive(Debug, Clone)]
pub struct Node {
    #[br(if(h::int(&parent)== h::int(&OBJECT)))]
    pub name: Option<u64>,
    #[br(if(h::int(&parent)!= h::int(&NONE), 14))]
    #[bw(if(h::int(&parent)!= h::int(&NONE)))]
    pub kind: u8,
    #[br(args(h::int(&kind)))]
    #[bw(args(h::int(&kind)))]
    pub value: Scalar,
    #[br(temp)]
    #[bw(calc = h::cut::<u8>(h::len(&children)))]
    #[br(if(h::int(&kind)== h::int(&ARRAY)||h::int(&kind)== h::int(&OBJECT), 0))]
    #[bw(if(h::int(&kind)== h::int(&ARRAY)||h::int(&kind)== h::int(&OBJECT)))]
    pub count: u8,
    #[br(args{count:h::count(h::int(&count)), inner:h::single(h::int(&kind))})]
    #[bw(args(h::int(&kind)))]
    pub children: Vec<Node>,
}
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone)]
pub enum Scalar {
    #[br(pre_assert(h::int(&kind)== 0))]
    Null,
    #[br(pre_assert(h::int(&kind)== 1))]
    Bool(u8),
    #[br(pre_assert(h::int(&kind)== 2))]
    UInt8(u8),
    #[br(pre_assert(h::int(&kind)== 3))]
    UInt16(u16),
    #[br(pre_assert(h::int(&kind)== 4))]
    UInt32(u32),
    #[br(pre_assert(h::int(&kind)== 5))]
    UInt64(u64),
    #[br(pre_assert(h::int(&kind)== 6))]
    Int8(i8),
    #[br(pre_assert(h::int(&kind)== 7))]
    Int16(i16),
    #[br(pre_assert(h::int(&kind)== 8))]
    Int32(i32),
    #[br(pre_assert(h::int(&kind)== 9))]
    Int64(i64),
    #[br(pre_assert(h::int(&kind)== 10))]
    Float(f32),
    #[br(pre_assert(h::int(&kind)== 11))]
    Double(f64),
    #[br(pre_assert(h::int(&kind)== 12))]
    String(CText),
    #[br(pre_assert(h::int(&kind)== 13))]
    Array,
    #[br(pre_assert(h::int(&kind)== 14))]
    Object,
}

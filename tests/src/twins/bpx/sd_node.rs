//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins`
//! writes it anew.

use crate::twins::helpers::*;
use super::*;
pub const NONE: u8 = 0xFF;
pub const ARRAY: u8 = 13;
pub const OBJECT: u8 = 14;
#[binrw]
#[brw(little)]
#[br(import(parent:i128))]
#[bw(import(parent:i128))]
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    #[br(if(n(&parent)= = (OBJECT as i128)))]
    pub name: Option<u64>,
    #[br(if(n(&parent)!= (NONE as i128), 14))]
    #[bw(if(n(&parent)!= (NONE as i128)))]
    pub kind: u8,
    #[br(args(n(&kind)))]
    #[bw(args(n(&kind)))]
    pub value: Scalar,
    #[br(temp)]
    #[bw(calc = ((children.len()as i128))as u8)]
    #[br(if(((n(&kind)= = (ARRAY as i128))||(n(&kind)= = (OBJECT as i128))), 0))]
    #[bw(if(((n(&kind)= = (ARRAY as i128))||(n(&kind)= = (OBJECT as i128)))))]
    pub count: u8,
    #[br(args{count:count(n(&count)), inner:(n(&kind))})]
    #[bw(args(n(&kind)))]
    pub children: Vec<Node>,
}
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    #[br(pre_assert(n(&kind)= = 0))]
    Null,
    #[br(pre_assert(n(&kind)= = 1&&!(n(&kind)= = 0)))]
    Bool(u8),
    #[br(pre_assert(n(&kind)= = 2&&!(n(&kind)= = 0)&&!(n(&kind)= = 1)))]
    UInt8(u8),
    #[br(
        pre_assert(n(&kind)= = 3&&!(n(&kind)= = 0)&&!(n(&kind)= = 1)&&!(n(&kind)= = 2))
    )]
    UInt16(u16),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 4&&!(
                n(&kind)= = 0
            )&&!(n(&kind)= = 1)&&!(n(&kind)= = 2)&&!(n(&kind)= = 3)
        )
    )]
    UInt32(u32),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 5&&!(
                n(&kind)= = 0
            )&&!(n(&kind)= = 1)&&!(n(&kind)= = 2)&&!(n(&kind)= = 3)&&!(n(&kind)= = 4)
        )
    )]
    UInt64(u64),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 6&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(n(&kind)= = 2)&&!(n(&kind)= = 3)&&!(n(&kind)= = 4)&&!(n(&kind)= = 5)
        )
    )]
    Int8(i8),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 7&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(n(&kind)= = 3)&&!(n(&kind)= = 4)&&!(n(&kind)= = 5)&&!(n(&kind)= = 6)
        )
    )]
    Int16(i16),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 8&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(
                n(&kind)= = 3
            )&&!(n(&kind)= = 4)&&!(n(&kind)= = 5)&&!(n(&kind)= = 6)&&!(n(&kind)= = 7)
        )
    )]
    Int32(i32),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 9&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(
                n(&kind)= = 3
            )&&!(
                n(&kind)= = 4
            )&&!(n(&kind)= = 5)&&!(n(&kind)= = 6)&&!(n(&kind)= = 7)&&!(n(&kind)= = 8)
        )
    )]
    Int64(i64),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 10&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(
                n(&kind)= = 3
            )&&!(
                n(&kind)= = 4
            )&&!(
                n(&kind)= = 5
            )&&!(n(&kind)= = 6)&&!(n(&kind)= = 7)&&!(n(&kind)= = 8)&&!(n(&kind)= = 9)
        )
    )]
    Float(f32),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 11&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(
                n(&kind)= = 3
            )&&!(
                n(&kind)= = 4
            )&&!(
                n(&kind)= = 5
            )&&!(
                n(&kind)= = 6
            )&&!(n(&kind)= = 7)&&!(n(&kind)= = 8)&&!(n(&kind)= = 9)&&!(n(&kind)= = 10)
        )
    )]
    Double(f64),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 12&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(
                n(&kind)= = 3
            )&&!(
                n(&kind)= = 4
            )&&!(
                n(&kind)= = 5
            )&&!(
                n(&kind)= = 6
            )&&!(
                n(&kind)= = 7
            )&&!(n(&kind)= = 8)&&!(n(&kind)= = 9)&&!(n(&kind)= = 10)&&!(n(&kind)= = 11)
        )
    )]
    String(CText),
    #[br(
        pre_assert(
            n(
                &kind
            )= = 13&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(
                n(&kind)= = 3
            )&&!(
                n(&kind)= = 4
            )&&!(
                n(&kind)= = 5
            )&&!(
                n(&kind)= = 6
            )&&!(
                n(&kind)= = 7
            )&&!(
                n(&kind)= = 8
            )&&!(n(&kind)= = 9)&&!(n(&kind)= = 10)&&!(n(&kind)= = 11)&&!(n(&kind)= = 12)
        )
    )]
    Array,
    #[br(
        pre_assert(
            n(
                &kind
            )= = 14&&!(
                n(&kind)= = 0
            )&&!(
                n(&kind)= = 1
            )&&!(
                n(&kind)= = 2
            )&&!(
                n(&kind)= = 3
            )&&!(
                n(&kind)= = 4
            )&&!(
                n(&kind)= = 5
            )&&!(
                n(&kind)= = 6
            )&&!(
                n(&kind)= = 7
            )&&!(
                n(&kind)= = 8
            )&&!(
                n(&kind)= = 9
            )&&!(n(&kind)= = 10)&&!(n(&kind)= = 11)&&!(n(&kind)= = 12)&&!(n(&kind)= = 13)
        )
    )]
    Object,
}

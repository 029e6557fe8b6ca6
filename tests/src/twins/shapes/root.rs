//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.
//!
//! Without a twin:
//! * `Archive`: a checksum.
//! * `Nest`: bytes that have offsets of their own.
//! * `Ledger`: an expression over positions.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
pub const DEEP: u8 = 3;
#[bitfield]
#[derive(Debug, Clone, Copy, BinRead, BinWrite)]
#[br(map = Self::from_bytes)]
#[bw(map = |bits:&Self|bits.into_bytes())]
pub struct Packed {
    pub color: B4,
    pub wide: B11,
    pub traits: B10,
    pub rest: B7,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Pair {
    pub low: i16,
    pub high: u32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Rules {
    pub signature: [u8; 2],
    pub color: u8,
    pub free: u8,
    pub traits: u16,
    pub version: u32,
    pub choice: i32,
    #[brw(big)]
    pub first: u16,
    #[brw(big)]
    pub last: u16,
    pub ratio: f32,
    pub ratios: [f64; 2],
    pub wide: u64,
    pub signed: [i64; 2],
    pub matrix: [[u8; 3]; 2],
    pub text: [u8; 5],
    pub small: [u8; 3],
    pub pair: Pair,
    pub pairs: [Pair; 2],
    pub packed: Packed,
    pub pad: [u8; 3],
}
#[binrw]
#[brw(little)]
#[brw(magic = b"DYN1")]
#[derive(Debug, Clone)]
pub struct Dynamic {
    #[br(temp)]
    #[bw(calc = h::cut::<u8>(h::len(&pairs)))]
    pub count: u8,
    pub flags: u16,
    #[br(args{count:h::count(h::int(&count))})]
    pub pairs: Vec<Pair>,
    #[br(if((h::int(&flags)&1)!= 0))]
    pub big: Option<u64>,
    #[br(if((h::int(&flags)&8)!= 0, 77))]
    #[bw(if((h::int(&flags)&8)!= 0))]
    pub age: i32,
    #[br(if(h::int(&age)== 77||h::int(&count)>2))]
    pub pair: Option<Pair>,
    pub title: CText,
    #[br(temp)]
    #[bw(calc = <Uleb<u32>>::new(h::cut(h::len(&names))))]
    pub name_count: Uleb<u32>,
    #[br(args{count:h::count(h::int(&name_count))})]
    pub names: Vec<CText>,
    pub total: Uleb<u64>,
    #[brw(big)]
    #[br(args{count:h::count(if h::int(&count)>1{2}else{1})})]
    pub numbers: Vec<u16>,
    #[br(args(h::int(&count), h::int(&flags)))]
    #[bw(args(h::int(&count), h::int(&flags)))]
    pub switch: Choice,
    #[br(if((h::int(&flags)&256)!= 0))]
    pub floats: Option<[f32; 2]>,
    #[br(args{count:h::count(2), inner:h::single(h::int(&DEEP))})]
    #[bw(args(h::int(&DEEP)))]
    pub nested: Vec<Part>,
    #[br(parse_with = h::until_end)]
    pub rest: Vec<u8>,
}
#[binrw]
#[brw(little)]
#[br(import(tag:i128, flags:i128))]
#[bw(import(tag:i128, flags:i128))]
#[derive(Debug, Clone)]
pub enum Choice {
    #[br(pre_assert(h::int(&tag)== 0))]
    Empty,
    #[br(pre_assert(h::int(&tag)== 1))]
    One(u8),
    #[br(
        pre_assert(
            h::int(
                &tag
            )== 2&&h::int(&flags)!= 0&&h::none([h::int(&tag)== 0, h::int(&tag)== 1])
        )
    )]
    Two {
        #[br(temp)]
        #[bw(calc = h::cut::<u8>(h::len(&items)))]
        n: u8,
        #[br(args{count:h::count(h::int(&n))})]
        items: Vec<i16>,
    },
    #[br(
        pre_assert(
            h::none(
                [h::int(&tag)== 0,
                h::int(&tag)== 1,
                h::int(&tag)== 2&&h::int(&flags)!= 0]
            )
        )
    )]
    Other(#[br(args(h::int(&tag)))] #[bw(args(h::int(&tag)))] Strict),
}
#[binrw]
#[brw(little)]
#[br(import(tag:i128))]
#[bw(import(tag:i128))]
#[derive(Debug, Clone)]
pub enum Strict {
    #[br(pre_assert(h::int(&tag)== 2))]
    A(u8),
    #[br(pre_assert(h::int(&tag)== 3))]
    B(Packed),
    #[br(pre_assert(h::int(&tag)== 4))]
    C { x: f64, y: f32 },
    #[br(pre_assert(h::int(&tag)== 5))]
    Even(#[br(args{count:h::count(2)})] Vec<u16>),
    #[br(
        pre_assert(
            h::int(
                &tag
            )>= 5&&h::none([h::int(&tag)== 2, h::int(&tag)== 3, h::int(&tag)== 4])
        )
    )]
    Odd(u8),
}
#[binrw]
#[brw(big)]
#[br(import(deep:i128))]
#[bw(import(deep:i128))]
#[derive(Debug, Clone)]
pub struct Part {
    #[br(temp)]
    #[bw(calc = h::cut::<u8>(h::len(&data)))]
    pub len: u8,
    #[br(args{count:h::count(h::int(&len))})]
    pub data: Vec<u8>,
    #[br(if((h::int(&deep)-3)== 0))]
    pub extra: Option<i64>,
}
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone)]
pub enum Tail {
    #[br(pre_assert(h::int(&kind)== 0))]
    Pairs(#[br(parse_with = h::until_end)] Vec<Pair>),
    #[br(pre_assert(h::int(&kind)== 1))]
    Parts(#[br(parse_with = h::until_end, args(3))] #[bw(args(3))] Vec<Part>),
    #[br(pre_assert(h::int(&kind)== 2))]
    Texts(#[br(parse_with = h::until_end)] Vec<CText>),
    #[br(pre_assert(h::int(&kind)== 3))]
    Floats(#[br(parse_with = h::until_end)] Vec<f64>),
    #[br(pre_assert(h::int(&kind)== 4))]
    Forest(#[br(parse_with = h::until_end, args(0))] #[bw(args(0))] Vec<Branch>),
    #[br(pre_assert(h::int(&kind)== 5))]
    Hollow(#[br(parse_with = h::until_end, args(0))] #[bw(args(0))] Vec<Hollow>),
    #[br(pre_assert(h::int(&kind)== 6))]
    Hollows(
        #[br(args{count:h::count(1000000000000000000), inner:h::single(0)})]
        #[bw(args(0))]
        Vec<Hollow>,
    ),
}
#[binrw]
#[brw(little)]
#[br(import(full:i128))]
#[bw(import(full:i128))]
#[derive(Debug, Clone)]
pub struct Hollow {
    #[br(if(h::int(&full)!= 0))]
    pub value: Option<u8>,
}
#[binrw]
#[brw(little)]
#[br(import(parent:i128))]
#[bw(import(parent:i128))]
#[derive(Debug, Clone)]
pub struct Branch {
    #[br(temp)]
    #[bw(calc = h::cut::<u8>(h::len(&children)))]
    pub count: u8,
    #[br(if(h::int(&parent)!= 0, 5))]
    #[bw(if(h::int(&parent)!= 0))]
    pub kind: u8,
    #[br(args(h::int(&kind), 0))]
    #[bw(args(h::int(&kind), 0))]
    pub value: Choice,
    #[br(args{count:h::count(h::int(&count)), inner:h::single(h::int(&kind))})]
    #[bw(args(h::int(&kind)))]
    pub children: Vec<Branch>,
    pub weight: u8,
    #[br(if(h::int(&kind)== 2))]
    pub note: Option<CText>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Entry {
    pub offset: u16,
    pub size: u16,
    pub kind: u8,
    #[br(if((h::int(&kind)&128)!= 0))]
    pub sum: Option<u16>,
}
#[binrw]
#[brw(big)]
#[derive(Debug, Clone)]
pub struct Slot {
    pub offset: u32,
    pub stored: u32,
    pub content: u32,
    pub how: u8,
    pub sum: u32,
    pub arg: u8,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct ArchiveHead {
    pub count: u8,
    pub pad: u8,
    pub sum: u32,
    pub extra: u16,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct NestSlot {
    pub offset: u8,
    pub size: u8,
}
#[binrw]
#[brw(big)]
#[derive(Debug, Clone)]
pub struct Signed {
    pub color: i8,
    pub traits: i32,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Row {
    #[br(temp)]
    #[bw(calc = h::cut::<u8>(h::len(&name)))]
    pub name_length: u8,
    #[br(args{count:h::count(h::int(&name_length))})]
    pub name: Vec<u8>,
    pub kind: u8,
    pub offset: u8,
}
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone)]
pub enum Lot {
    #[br(pre_assert(h::int(&kind)== 1))]
    Small(u8),
    #[br(pre_assert(h::int(&kind)== 2))]
    Large(u32),
}

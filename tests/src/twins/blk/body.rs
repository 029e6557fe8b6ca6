//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone)]
pub struct Body {
    pub head: Head,
    #[br(args{count:h::count(h::int(&head.payload_size))})]
    pub payload: Vec<u8>,
    #[br(args{count:h::count(h::int(&head.param_count))})]
    pub params: Vec<Param>,
    #[br(
        args{count:h::count(h::int(&head.block_count)),
        inner:h::single(h::int(&kind))}
    )]
    #[bw(args(h::int(&kind)))]
    pub blocks: Vec<Block>,
    #[br(parse_with = h::until_end)]
    pub rest: Vec<u8>,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Head {
    pub name_count: Uleb<u32>,
    #[br(if(h::int(&name_count)>0))]
    #[br(args(h::int(&name_count)))]
    #[bw(args(h::int(&name_count)))]
    pub names: Option<Names>,
    pub block_count: Uleb<u32>,
    pub param_count: Uleb<u32>,
    pub payload_size: Uleb<u32>,
}
#[binrw]
#[brw(little)]
#[br(import(stated:i128))]
#[bw(import(stated:i128))]
#[derive(Debug, Clone)]
pub struct Names {
    pub names_size: Uleb<u32>,
    #[br(args{count:h::count(h::int(&names_size))})]
    pub bytes: Vec<u8>,
}
#[bitfield]
#[derive(Debug, Clone, Copy, BinRead, BinWrite)]
#[br(map = Self::from_bytes)]
#[bw(map = |bits:&Self|bits.into_bytes())]
pub struct ParamKey {
    pub name: B24,
    pub kind: B8,
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Param {
    pub key: ParamKey,
    pub value: u32,
}
#[binrw]
#[brw(little)]
#[br(import(kind:i128))]
#[bw(import(kind:i128))]
#[derive(Debug, Clone)]
pub struct Block {
    pub name: Uleb<u32>,
    pub param_count: Uleb<u16>,
    pub child_count: Uleb<u16>,
    #[br(if(h::int(&child_count)>0, <Uleb<u32>>::new(0)))]
    #[bw(if(h::int(&child_count)>0))]
    pub first_child: Uleb<u32>,
    #[br(
        if(
            h::int(&kind)== h::int(&FAT_DEDUP)&&h::int(&param_count)>0,
            <Uleb<u32>>::new(0)
        )
    )]
    #[bw(if(h::int(&kind)== h::int(&FAT_DEDUP)&&h::int(&param_count)>0))]
    pub first_param: Uleb<u32>,
}

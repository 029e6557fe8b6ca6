//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct TableHeader {
    pub name: u32,
    pub column_count: u16,
    pub reserved: [u8; 2],
}
#[binrw]
#[brw(little)]
#[derive(Debug, Clone)]
pub struct Table {
    pub header: TableHeader,
    #[br(args{count:h::count(h::int(&header.column_count))})]
    pub columns: Vec<Column>,
    #[br(parse_with = h::until_end)]
    pub rows: Vec<u8>,
}

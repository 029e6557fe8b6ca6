//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! writes it anew.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
pub const TABLE: u8 = 0xFD;
pub const STRUCTURED_DATA: u8 = 0xFE;
pub const STRINGS: u8 = 0xFF;
pub const SHADER_PACKAGE: u8 = b'S';
#[binrw]
#[brw(little)]
#[br(import(file:i128, section:i128))]
#[bw(import(file:i128, section:i128))]
#[derive(Debug, Clone)]
pub enum Content {
    #[br(pre_assert(h::int(&section)== h::int(&STRINGS)))]
    Strings(Strings),
    #[br(pre_assert(h::int(&section)== h::int(&STRUCTURED_DATA)))]
    StructuredData(#[br(args(h::int(&NONE)))] #[bw(args(h::int(&NONE)))] Node),
    #[br(
        pre_assert(
            h::int(
                &section
            )== h::int(
                &TABLE
            )&&h::int(
                &file
            )!= h::int(
                &SHADER_PACKAGE
            )&&h::none(
                [h::int(&section)== h::int(&STRINGS),
                h::int(&section)== h::int(&STRUCTURED_DATA)]
            )
        )
    )]
    Table(Table),
    #[br(
        pre_assert(
            h::none(
                [h::int(&section)== h::int(&STRINGS),
                h::int(&section)== h::int(&STRUCTURED_DATA)]
            )
        )
    )]
    Data(#[br(parse_with = h::until_end)] Vec<u8>),
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins`
//! writes it anew.

use crate::twins::helpers::*;
use super::*;
pub const STRUCTURED_DATA: u8 = 0xFE;
pub const STRINGS: u8 = 0xFF;
#[binrw]
#[brw(little)]
#[br(import(file:i128, section:i128))]
#[bw(import(file:i128, section:i128))]
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    #[br(pre_assert(n(&section)= = (STRINGS as i128)))]
    Strings(Strings),
    #[br(
        pre_assert(
            n(&section)= = (STRUCTURED_DATA as i128)&&!(n(&section)= = (STRINGS as i128))
        )
    )]
    StructuredData(#[br(args((NONE as i128)))] #[bw(args((NONE as i128)))] Node),
    #[br(
        pre_assert(
            !(
                n(&section)= = (STRINGS as i128)
            )&&!(n(&section)= = (STRUCTURED_DATA as i128))
        )
    )]
    Data(#[br(parse_with = until_end)] Vec<u8>),
}

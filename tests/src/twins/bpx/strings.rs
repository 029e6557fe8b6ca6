//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins`
//! writes it anew.

use crate::twins::helpers::*;
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Strings {
    #[br(parse_with = until_end)]
    pub strings: Vec<CText>,
}

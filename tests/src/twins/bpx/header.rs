//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins`
//! writes it anew.

use crate::twins::helpers::*;
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct MainHeader {
    pub signature: [u8; 3],
    pub kind: u8,
    pub checksum: u32,
    pub file_size: u64,
    pub section_count: u32,
    pub version: u32,
    pub type_ext: [u8; 16],
}

//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins`
//! writes it anew.
//!
//! Without a twin:
//! * `Index`: a checksum.

use crate::twins::helpers::*;
use super::*;
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct IndexRecord {
    pub unpadded_size: Uleb<u64>,
    pub content_size: Uleb<u64>,
}

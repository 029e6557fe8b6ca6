//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[bitfield]
#[derive(Debug, Clone, Copy, BinRead, BinWrite)]
#[br(map = Self::from_bytes)]
#[bw(map = |bits:&Self|bits.into_bytes())]
pub struct TextureExt {
    pub array: B16,
    pub width: B4,
    pub height: B4,
    pub format: B4,
    pub flags: B4,
    pub mipmaps: B8,
    pub reserved: B24,
}

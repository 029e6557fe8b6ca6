//! Generated from the declarations, for binrw's own derive; `TWINS=overwrite cargo test -p tests --test twins_current`
//! rewrites it.

use super::super::helpers::{
    self as h, BinRead, BinWrite, CText, Uleb, binrw, bitfield, specifiers::*,
};
use super::*;
#[binrw]
#[brw(little)]
#[br(import(minor:i128))]
#[bw(import(minor:i128))]
#[derive(Debug, Clone)]
pub struct Font {
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&family)))]
    pub family_length: u32,
    #[br(args{count:h::count(h::int(&family_length))})]
    pub family: Vec<u8>,
    pub style: u32,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&sizes)))]
    #[br(if(h::int(&minor)>= 4, 1))]
    #[bw(if(h::int(&minor)>= 4))]
    pub size_count: u32,
    #[br(args{count:h::count(h::int(&size_count)), inner:h::single(h::int(&minor))})]
    #[bw(args(h::int(&minor)))]
    pub sizes: Vec<FontSize>,
}
#[binrw]
#[brw(little)]
#[br(import(minor:i128))]
#[bw(import(minor:i128))]
#[derive(Debug, Clone)]
pub struct FontSize {
    pub line_height: u32,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&charset)))]
    pub charset_length: u32,
    #[br(args{count:h::count(h::int(&charset_length))})]
    pub charset: Vec<u8>,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&glyphs)))]
    pub glyph_count: u32,
    #[br(args{count:h::count(h::int(&glyph_count)), inner:h::single(h::int(&minor))})]
    #[bw(args(h::int(&minor)))]
    pub glyphs: Vec<Glyph>,
    pub texture_width: u32,
    pub texture_height: u32,
    #[br(temp)]
    #[bw(calc = h::cut::<u32>(h::len(&texture)))]
    pub texture_size: u32,
    #[br(args{count:h::count(h::int(&texture_size))})]
    pub texture: Vec<u8>,
    #[br(if(h::int(&minor)>= 3, 0))]
    #[bw(if(h::int(&minor)>= 3))]
    pub format: u32,
}
#[binrw]
#[brw(little)]
#[br(import(minor:i128))]
#[bw(import(minor:i128))]
#[derive(Debug, Clone)]
pub struct Glyph {
    pub code: u32,
    pub width: u32,
    #[br(if(h::int(&minor)>= 5, 0))]
    #[bw(if(h::int(&minor)>= 5))]
    pub bearing_x: i32,
    #[br(if(h::int(&minor)>= 5))]
    pub advance: Option<u32>,
    pub uv: [f32; 4],
}

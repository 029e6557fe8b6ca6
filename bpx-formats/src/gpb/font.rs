//! Fonts (`128 Font`).

use super::texts::LONGEST_TEXT;
use bpx_schema::{Record, structure};

/// Weight and slant of the letters (`enum FontStyle`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "Enums")]
pub enum FontStyle {
    /// Regular weight, upright.
    #[schema(name = "PLAIN")]
    Plain = 0,
    /// Bold, upright.
    #[schema(name = "BOLD")]
    Bold = 1,
    /// Regular weight, slanted.
    #[schema(name = "ITALIC")]
    Italic = 2,
    /// Bold, slanted.
    #[schema(name = "BOLD_ITALIC")]
    BoldItalic = 4,
}

/// Meaning of a pixel in the texture of a font (`enum FontFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "Enums")]
pub enum FontFormat {
    /// The share of the pixel that the letter covers.
    #[schema(name = "BITMAP")]
    Bitmap = 0,
    /// The distance of the pixel from the outline.
    #[schema(name = "DISTANCE_FIELD")]
    DistanceField = 1,
}

/// A font in one or more sizes (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u8))]
#[schema(
    spec = "128 Font",
    assert(
        count(family, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = family,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        family.len() <= LONGEST_TEXT || count(family, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {family.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = family,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    )
)]
pub struct Font {
    #[br(temp)]
    #[bw(calc = family.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.empty-family")]
    family_length: u32,
    /// Name of the family.
    #[br(count = family_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub family: Vec<u8>,
    /// Weight and slant of the letters.
    #[schema(codes = FontStyle, known, code = "gpb.bad-font-style", lenient = "I-83")]
    pub style: u32,
    /// Number of sizes; always one before version 1.4.
    #[br(temp, if(minor >= 4, 1))]
    #[bw(calc = sizes.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.zero-font-sizes")]
    size_count: u32,
    /// The sizes, each with a texture of its own.
    #[br(count = size_count, args(minor))]
    pub sizes: Vec<FontSize>,
}

/// One size of a font (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u8))]
#[schema(
    spec = "128 Font",
    assert(
        count(charset, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = charset,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        charset.len() <= LONGEST_TEXT || count(charset, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {charset.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = charset,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    )
)]
pub struct FontSize {
    /// Height of a line in pixels.
    #[schema(name = "size")]
    pub line_height: u32,
    #[br(temp)]
    #[bw(calc = charset.len())]
    charset_length: u32,
    /// The characters of the font; often empty.
    #[br(count = charset_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub charset: Vec<u8>,
    #[br(temp)]
    #[bw(calc = glyphs.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.zero-glyphs")]
    glyph_count: u32,
    /// The positions of the characters on the texture.
    #[br(count = glyph_count, args(minor))]
    pub glyphs: Vec<Glyph>,
    /// Width of the texture in pixels.
    #[schema(name = "texMapWidth")]
    pub texture_width: u32,
    /// Height of the texture in pixels.
    #[schema(name = "texMapHeight")]
    pub texture_height: u32,
    #[br(temp)]
    #[bw(calc = texture.len())]
    texture_size: u32,
    /// One byte for each pixel, from the upper left.
    #[br(count = texture_size, assert(texture_size == texture_width * texture_height))]
    #[schema(name = "texMap", code = "gpb.texture-size")]
    pub texture: Vec<u8>,
    /// Meaning of a pixel in the texture, since version 1.3; before version 1.3, a pixel always means coverage.
    #[br(if(minor >= 3, 0))]
    #[schema(codes = FontFormat, known, code = "gpb.bad-font-format", lenient = "I-83")]
    pub format: u32,
}

/// A character, and its rectangle on the texture (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u8))]
#[schema(spec = "128 Font")]
pub struct Glyph {
    /// Unicode code point of the character.
    #[schema(name = "index")]
    pub code: u32,
    /// Width of the character in pixels.
    pub width: u32,
    /// Distance from the pen to the left edge, in pixels; 0 before version 1.5.
    #[br(if(minor >= 5, 0))]
    #[schema(name = "bearingX")]
    pub bearing_x: i32,
    /// Distance that the pen moves, in pixels; missing before version 1.5, where the pen moves by the width.
    #[br(if(minor >= 5))]
    pub advance: Option<u32>,
    /// Left, top, right and bottom edge of the rectangle, as fractions of the texture from 0 to 1.
    #[schema(name = "uvCoords")]
    pub uv: [f32; 4],
}

impl Glyph {
    /// Returns the distance that the pen moves, in pixels.
    #[must_use]
    pub fn advance(&self) -> u32 {
        self.advance.unwrap_or(self.width)
    }
}

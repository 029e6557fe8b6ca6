//! The structures of textures, as declared (section 11).

use super::uses::{SectionUse, SectionUses};
use bpx_schema::{Record, structure};

/// Type of a file that is a texture.
pub const KIND: u8 = b'T';
/// Type of the section that holds the pixels.
pub const PIXEL_ARRAY: u8 = 1;

/// Number of layers of a cube map, one for each side (section 11.4).
pub const SIDES: u16 = 6;

/// The sections of a texture (section 11.1).
pub const SECTIONS: SectionUses = SectionUses {
    file: "a texture",
    spec: "11.1",
    single: "texture.single",
    list: &[SectionUse::any(PIXEL_ARRAY, "PixelArray").required("texture.pixel-array").single()],
};

/// Types of sections of a texture (section 11.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "11.1")]
pub enum TextureSection {
    /// Pixels of all layers.
    PixelArray = 1,
}

/// Format of a pixel (section 11.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "11.3.1")]
pub enum PixelFormat {
    /// Red, green and blue, 8 bits each.
    #[schema(name = "RGB")]
    Rgb = 1,
    /// Red, green, blue and opacity, 8 bits each.
    #[schema(name = "RGBA")]
    Rgba = 2,
    /// Brightness, 8 bits.
    GreyScale = 3,
    /// One float of 32 bits.
    Float = 4,
}

/// Use of a texture (section 11.3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "11.3.2", flags)]
pub enum TextureFlag {
    /// The layers of the texture form an array.
    Array = 0x1,
    /// The graphics processor compresses the texture when it is loaded.
    Compressed = 0x2,
    /// The six layers of the texture are the sides of a cube.
    CubeMap = 0x4,
}

/// Type-specific extension of the main header of a texture (section 11.2): 16 bytes.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(
    spec = "11.2",
    bits = 128,
    assert(
        flags & TextureFlag::CubeMap == 0 || array == SIDES,
        class = Inconsistent,
        text = "expected {SIDES} layers in a cube map, found {array}",
        on = array,
        code = "texture.cube-layers",
        spec = "11.4"
    )
)]
pub struct TextureExt {
    /// Number of layers; readers use the number only if a flag states several layers (section 11.3.4).
    #[schema(name = "Array", spec = "11.3.4")]
    pub array: B16,
    /// Base-2 logarithm of the width in pixels, minus 1.
    #[schema(name = "Width", spec = "11.2.1")]
    pub width: B4,
    /// Base-2 logarithm of the height in pixels, minus 1.
    #[schema(name = "Height", spec = "11.2.2")]
    pub height: B4,
    /// Format of a pixel.
    #[schema(name = "Format", spec = "11.3.1", codes = PixelFormat, known, code = "texture.format")]
    pub format: B4,
    /// Use of the texture.
    #[schema(name = "Flags", spec = "11.3.2", codes = TextureFlag, known, lenient = "I-34", code = "texture.flags")]
    pub flags: B4,
    /// Number of smaller copies that a program computes when it loads the texture; the file contains no copies.
    #[schema(name = "MipMap Level", spec = "11.3.3")]
    pub mipmaps: B8,
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-27", code = "texture.reserved")]
    pub reserved: B88,
}

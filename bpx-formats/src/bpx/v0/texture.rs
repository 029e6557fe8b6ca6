//! Textures, files of type `T` (2019, section 8).

use crate::bpx::texture::SIDES;
use bpx_schema::{Record, structure};

/// Type-specific extension of a texture (2019, section 8.2): 8 bytes.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(
    spec = "v0 8.2",
    bits = 64,
    assert(
        flags & TextureFlag::CubeMap == 0 || array == SIDES,
        class = Inconsistent,
        text = "expected {SIDES} layers in a cube map, found {array}",
        on = array,
        code = "v0.cube-map",
        spec = "v0 8.4"
    )
)]
pub struct TextureExt {
    /// Number of layers of an array or a cube map.
    #[schema(name = "Array", spec = "v0 8.3.4")]
    pub array: B16,
    /// Width: `2^(width + 1)` pixels.
    #[schema(name = "Width", spec = "v0 8.2.1")]
    pub width: B4,
    /// Height: `2^(height + 1)` pixels.
    #[schema(name = "Height", spec = "v0 8.2.2")]
    pub height: B4,
    /// Format of a pixel.
    #[schema(name = "Format", spec = "v0 8.3.1", codes = TextureFormat, known)]
    pub format: B4,
    /// Use of the texture.
    #[schema(name = "Flags", spec = "v0 8.3.2", codes = TextureFlag, known)]
    pub flags: B4,
    /// Number of mip maps that the loader computes.
    #[schema(name = "MipMap Level", spec = "v0 8.3.3")]
    pub mipmaps: B8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 8.2", reserved)]
    pub reserved: B24,
}

/// Format of a pixel (2019, section 8.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 8.3.1")]
pub enum TextureFormat {
    /// Three channels of 8 bits.
    #[schema(name = "RGB")]
    Rgb = 0x1,
    /// Four channels of 8 bits.
    #[schema(name = "RGBA")]
    Rgba = 0x2,
    /// One channel of 8 bits.
    #[schema(name = "GREY_SCALE")]
    GreyScale = 0x3,
    /// One channel, a float of 32 bits.
    #[schema(name = "FLOAT")]
    Float = 0x4,
}

/// Use of a texture (2019, section 8.3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 8.3.2", flags)]
pub enum TextureFlag {
    /// The texture is an array of layers.
    Array = 0x1,
    /// The loader compresses the texture for the graphics processor.
    Compressed = 0x2,
    /// The six layers of the texture are the sides of a cube.
    CubeMap = 0x4,
}

impl TextureFormat {
    /// Returns the size of a pixel in bytes.
    #[must_use]
    pub fn pixel_size(self) -> u64 {
        match self {
            Self::Rgb => 3,
            Self::Rgba | Self::Float => 4,
            Self::GreyScale => 1,
        }
    }
}

#[allow(clippy::arithmetic_side_effects, reason = "at most 2^16 · 2^16 pixels of 4 bytes, in less than 2^16 layers")]
impl TextureExt {
    /// Returns width and height in pixels, each from 2 to 65,536.
    #[must_use]
    pub fn dimensions(&self) -> (u64, u64) {
        let pixels = |exponent: u8| 2 << exponent;
        (pixels(self.width()), pixels(self.height()))
    }

    /// Returns whether a flag is set.
    #[must_use]
    pub fn has(&self, flag: TextureFlag) -> bool {
        self.flags() & flag as u8 != 0
    }

    /// Returns the number of layers. A texture that is neither array nor cube map has 1 layer, because the stored
    /// number has no meaning then.
    #[must_use]
    pub fn layers(&self) -> u64 {
        let layered = self.has(TextureFlag::Array) || self.has(TextureFlag::CubeMap);
        if layered && self.array() > 0 { u64::from(self.array()) } else { 1 }
    }

    /// Returns the size of all pixels in bytes; `None` when the format is unknown.
    #[must_use]
    pub fn pixels_size(&self) -> Option<u64> {
        let (width, height) = self.dimensions();
        let pixel = self.format_code().ok()?.pixel_size();
        Some(width * height * pixel * self.layers())
    }
}

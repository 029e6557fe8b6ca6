#![allow(
    clippy::arithmetic_side_effects,
    reason = "there are at most 2^32 pixels of 4 bytes, in less than 2^16 layers"
)]

use super::{PixelFormat, TextureExt, TextureFlag};
use bpx_schema::report::{Class, Error, Result};

/// Width and height of a texture in pixels, both powers of two from 2 to 65,536 (sections 11.2.1 and 11.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extent {
    width: u32,
    height: u32,
}

impl Extent {
    /// Creates an extent from width and height in pixels.
    ///
    /// # Errors
    /// `OutOfRange` for a number that is not a power of two from 2 to 65,536.
    pub fn new(width: u32, height: u32) -> Result<Self> {
        stored_exponent("width", width)?;
        stored_exponent("height", height)?;
        Ok(Self { width, height })
    }

    /// Returns the extent that a header states. Every value of the header states an extent.
    #[must_use]
    pub fn of(ext: &TextureExt) -> Self {
        Self { width: pixel_count(ext.width()), height: pixel_count(ext.height()) }
    }

    /// Returns the number of pixels in a row.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }

    /// Returns the number of pixels.
    #[must_use]
    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Stores the extent in a header.
    pub(super) fn store(self, ext: &mut TextureExt) -> Result<()> {
        ext.set_width(stored_exponent("width", self.width)?)?;
        ext.set_height(stored_exponent("height", self.height)?)
    }
}

/// Returns 2 to the power of (`stored` + 1), the number of pixels.
fn pixel_count(stored: u8) -> u32 {
    2 << stored
}

/// Returns the number that a header stores for a number of pixels.
fn stored_exponent(name: &'static str, pixels: u32) -> Result<u8> {
    (0..16).find(|stored| 2 << stored == pixels).ok_or_else(|| {
        let message = format!("expected a power of two from 2 to 65,536 pixels, found {pixels}");
        Error::unlocated_fault(Class::OutOfRange, message).in_field(name)
    })
}

/// Format and number of the pixels of a texture, from which all sizes follow (section 11.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Width and height.
    pub extent: Extent,
    /// Format of the pixels.
    pub format: PixelFormat,
    /// Number of layers, from 1 to 65,535.
    pub layers: u16,
}

impl Shape {
    /// Returns the shape that a header states; `None` when the format of pixels is unknown.
    #[must_use]
    pub fn of(ext: &TextureExt) -> Option<Self> {
        Some(Self { extent: Extent::of(ext), format: ext.format_code().ok()?, layers: layer_count(ext) })
    }

    /// Returns the size of a row in bytes.
    #[must_use]
    pub fn row_size(self) -> u64 {
        u64::from(self.extent.width()) * self.format.size()
    }

    /// Returns the size of a layer in bytes.
    #[must_use]
    pub fn layer_size(self) -> u64 {
        self.extent.area() * self.format.size()
    }

    /// Returns the offset of a layer in the content of the section, in bytes.
    pub(in crate::bpx) fn layer_offset(self, index: u16) -> u64 {
        self.layer_size() * u64::from(index)
    }

    /// Returns the size of all layers in bytes, which is the size of the section's content.
    #[must_use]
    pub fn size(self) -> u64 {
        self.layer_size() * u64::from(self.layers)
    }
}

impl PixelFormat {
    /// Returns the size of a pixel in bytes.
    #[must_use]
    pub const fn size(self) -> u64 {
        match self {
            Self::GreyScale => 1,
            Self::Rgb => 3,
            Self::Rgba | Self::Float => 4,
        }
    }
}

/// Returns the stated number of layers if a flag states several layers and the number is not zero, otherwise 1 (I-41).
fn layer_count(ext: &TextureExt) -> u16 {
    let several = TextureFlag::Array as u8 | TextureFlag::CubeMap as u8;
    match ext.array() {
        0 => 1,
        _ if ext.flags() & several == 0 => 1,
        count => count,
    }
}

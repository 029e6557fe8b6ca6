use super::SIDES;
use super::{Extent, KIND, PIXEL_ARRAY, PixelFormat, Shape, TextureExt, TextureFlag};
use crate::bpx::container::{ContainerBuilder, SectionOptions};
use bpx_schema::report::{Class, Error, Result};
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

/// Builds a texture from pixels. The builder accepts only consistent parts, so the file breaks no rule.
///
/// ```
/// use bpx_formats::bpx::texture::{Extent, PixelFormat, TextureBuilder};
///
/// let pixels = [0, 85, 170, 255];
/// let file = TextureBuilder::image(Extent::new(2, 2)?, PixelFormat::GreyScale, &pixels)?.mip_levels(1).build()?;
/// assert_eq!(&file[..4], b"BPXT");
/// # Ok::<(), bpx_schema::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct TextureBuilder<'a> {
    shape: Shape,
    /// Bits that [`TextureFlag`] names.
    flags: u8,
    mip_levels: u8,
    pixels: Cow<'a, [u8]>,
    options: SectionOptions,
}

impl<'a> TextureBuilder<'a> {
    /// Creates a texture of one image.
    ///
    /// # Errors
    /// `SizeMismatch` when the number of bytes differs from the number that extent and format need, `Overflow` when the
    /// pixels need more than 2^32 - 1 bytes.
    pub fn image(extent: Extent, format: PixelFormat, pixels: &'a [u8]) -> Result<Self> {
        let shape = Shape { extent, format, layers: 1 };
        check_layers(shape, &[pixels])?;
        Ok(Self::new(shape, 0, Cow::Borrowed(pixels)))
    }

    /// Creates a texture of an array of images.
    ///
    /// # Errors
    /// Returns the errors of [`image`](Self::image), for each layer and for all layers together; `OutOfRange` for less
    /// than 1 or more than 65,535 layers.
    pub fn array(extent: Extent, format: PixelFormat, layers: &[&[u8]]) -> Result<Self> {
        let count = u16::try_from(layers.len()).ok().filter(|count| *count > 0);
        let count = count.ok_or_else(|| {
            let message = format!("expected from 1 to 65,535 layers, found {}", layers.len());
            Error::unlocated_fault(Class::OutOfRange, message).in_field("layers")
        })?;
        let shape = Shape { extent, format, layers: count };
        check_layers(shape, layers)?;
        Ok(Self::new(shape, TextureFlag::Array as u8, Cow::Owned(layers.concat())))
    }

    /// Creates a texture with the six sides of a cube; the specification does not define the order of the sides.
    ///
    /// # Errors
    /// Returns the errors of [`image`](Self::image), for each side and for all sides together.
    pub fn cube_map(extent: Extent, format: PixelFormat, sides: [&[u8]; SIDES as usize]) -> Result<Self> {
        let shape = Shape { extent, format, layers: SIDES };
        check_layers(shape, &sides)?;
        Ok(Self::new(shape, TextureFlag::CubeMap as u8, Cow::Owned(sides.concat())))
    }

    fn new(shape: Shape, flags: u8, pixels: Cow<'a, [u8]>) -> Self {
        Self { shape, flags, mip_levels: 0, pixels, options: SectionOptions::default() }
    }

    /// Sets the number of mip maps, smaller copies that a loader computes; 0 by default.
    pub fn mip_levels(mut self, levels: u8) -> Self {
        self.mip_levels = levels;
        self
    }

    /// Sets whether the graphics processor compresses the texture when the texture is loaded; off by default.
    pub fn compressed_on_load(mut self, compressed: bool) -> Self {
        let flag = TextureFlag::Compressed as u8;
        self.flags = if compressed { self.flags | flag } else { self.flags & !flag };
        self
    }

    /// Sets how the pixels are stored; by default uncompressed, with the weak checksum.
    pub fn options(mut self, options: SectionOptions) -> Self {
        self.options = options;
        self
    }

    /// Returns the texture in memory.
    ///
    /// # Errors
    /// `OutOfRange` when the compression level does not exist.
    pub fn build(&self) -> Result<Vec<u8>> {
        self.build_container()?.build()
    }

    /// Writes the texture from front to back; returns the size of the file in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build) before anything is written, and the errors of the writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        self.build_container()?.write_to(out)
    }

    /// Saves the texture as a whole or not at all ([`replace`](crate::source::replace())); returns the size of the file
    /// in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`build`](Self::build), and the errors of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64> {
        self.build_container()?.save(path)
    }

    fn build_container(&self) -> Result<ContainerBuilder<'_>> {
        let mut ext = TextureExt::from_bytes([0; 16]);
        self.shape.extent.store(&mut ext)?;
        ext.set_format(self.shape.format as u8)?;
        ext.set_flags(self.flags)?;
        ext.set_mipmaps(self.mip_levels)?;
        // The number is ignored without a flag; zero is the usual value.
        ext.set_array(if self.flags & !(TextureFlag::Compressed as u8) == 0 { 0 } else { self.shape.layers })?;
        let builder = ContainerBuilder::new(KIND, 2).type_ext(ext.to_bytes());
        Ok(builder.section(PIXEL_ARRAY, &*self.pixels, self.options))
    }
}

/// Checks that each layer has the right size, and that all layers together fit into a section.
fn check_layers(shape: Shape, layers: &[&[u8]]) -> Result<()> {
    let wanted = shape.layer_size();
    for (index, layer) in (0_u64..).zip(layers) {
        if layer.len() as u64 != wanted {
            let message =
                format!("expected {wanted} bytes for a layer of this extent and format, found {}", layer.len());
            let error = Error::unlocated_fault(Class::SizeMismatch, message);
            return Err(error.in_element(index).in_field("layers"));
        }
    }
    if u32::try_from(shape.size()).is_err() {
        let message = format!("{} bytes of pixels exceed the largest section of 2^32 - 1 bytes", shape.size());
        return Err(Error::unlocated_fault(Class::Overflow, message).in_field("layers"));
    }
    Ok(())
}

use super::{PixelFormat, Shape};
use bpx_schema::codec::View;
use bpx_schema::schema::element_step;
use std::borrow::Cow;

/// The pixels of one layer: row after row, without padding (section 11.4).
///
/// The specification does not define which row is at the top (I-42); rows are numbered as they are stored.
#[derive(Debug, Clone)]
pub struct Layer<'t> {
    shape: Shape,
    bytes: Cow<'t, [u8]>,
}

/// One pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pixel {
    /// Red, green and blue.
    Rgb([u8; 3]),
    /// Red, green, blue and opacity.
    Rgba([u8; 4]),
    /// Brightness.
    GreyScale(u8),
    /// One float.
    Float(f32),
}

impl<'t> Layer<'t> {
    pub(super) fn new(shape: Shape, bytes: Cow<'t, [u8]>) -> Self {
        Self { shape, bytes }
    }

    /// Returns extent and format of the layer.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns all bytes of the layer.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns all bytes of the layer, without a copy if the layer borrows them from the file.
    #[must_use]
    pub fn into_bytes(self) -> Cow<'t, [u8]> {
        self.bytes
    }

    /// Returns the bytes of each row.
    #[must_use]
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        // A row has at least two pixels.
        self.bytes.chunks_exact(element_step(self.shape.row_size()))
    }

    /// Returns the bytes of one row.
    #[must_use]
    pub fn row(&self, y: u32) -> Option<&[u8]> {
        self.rows().nth(usize::try_from(y).ok()?)
    }

    /// Returns the bytes of one pixel.
    #[must_use]
    pub fn pixel_bytes(&self, x: u32, y: u32) -> Option<&[u8]> {
        let size = usize::try_from(self.shape.format.size()).ok()?;
        self.row(y)?.chunks_exact(size).nth(usize::try_from(x).ok()?)
    }

    /// Returns one pixel, in column `x` of row `y`, both counted from 0.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<Pixel> {
        let bytes = self.pixel_bytes(x, y)?;
        Some(match self.shape.format {
            PixelFormat::Rgb => Pixel::Rgb(*bytes.first_chunk()?),
            PixelFormat::Rgba => Pixel::Rgba(*bytes.first_chunk()?),
            PixelFormat::GreyScale => Pixel::GreyScale(*bytes.first()?),
            PixelFormat::Float => Pixel::Float(f32::from_le_bytes(*bytes.first_chunk()?)),
        })
    }

    /// Returns the floats of all pixels, decoded on access; `None` for other formats.
    #[must_use]
    pub fn floats(&self) -> Option<View<'_, f32>> {
        (self.shape.format == PixelFormat::Float).then(|| View::new(&self.bytes).0)
    }
}

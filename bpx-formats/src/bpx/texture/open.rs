use super::registry;
use super::{Extent, KIND, Layer, PIXEL_ARRAY, PixelFormat, SECTIONS, Shape, TextureExt, TextureFlag};
use crate::bpx::TypeExt;
use crate::bpx::container::{Container, Section, other_kind, type_ext_member};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::source::ReadAt;
use bpx_schema::value::FlagSet;
use std::sync::Arc;

/// A texture (section 11): its header is in memory, pixels are read when asked for.
///
/// Reading takes `&self` and may happen on any number of threads at once.
#[derive(Debug)]
pub struct Texture {
    container: Container,
    ext: TextureExt,
    shape: Shape,
    /// Number of the section of pixels.
    section: usize,
}

impl Texture {
    /// Opens a texture: reads header and section table.
    ///
    /// # Errors
    /// As [`Container::open`] and [`of`](Self::of).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::of(Container::open(source, limits)?)
    }

    /// Opens the texture in a container.
    ///
    /// # Errors
    /// `BadMagic` when the file is of another type, `UnknownCode` when the format of the pixels has no meaning (section
    /// 11.3.1), `Missing` when there are no pixels, `SizeMismatch` when they take other than the bytes that follow from
    /// the header.
    pub fn of(container: Container) -> Result<Self> {
        let header = container.header();
        let TypeExt::Texture(ext) = header.type_ext else {
            return Err(other_kind(&registry::KIND, header.kind, KIND));
        };
        let shape = Shape::of(&ext).ok_or_else(|| unknown_format(ext.format()))?;
        let section =
            container.find(PIXEL_ARRAY).ok_or_else(|| SECTIONS.missing(&registry::PIXEL_ARRAY, PIXEL_ARRAY))?;
        let (section, size) = (section.index(), section.content_size());
        match super::rules::size(shape, section, size) {
            Some(finding) => Err(finding.into()),
            None => Ok(Self { container, ext, shape, section }),
        }
    }

    /// The file.
    #[must_use]
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// The file, for other uses.
    #[must_use]
    pub fn into_container(self) -> Container {
        self.container
    }

    /// All that the header says of the texture.
    #[must_use]
    pub fn ext(&self) -> &TextureExt {
        &self.ext
    }

    /// Width, height, format and number of layers, and the sizes that follow.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.shape.extent
    }

    /// What a pixel is made of.
    #[must_use]
    pub fn format(&self) -> PixelFormat {
        self.shape.format
    }

    /// Number of layers, at least 1.
    #[must_use]
    pub fn layers(&self) -> u16 {
        self.shape.layers
    }

    /// Number of smaller copies to be computed when loading; none is stored (section 11.3.3).
    #[must_use]
    pub fn mip_levels(&self) -> u8 {
        self.ext.mipmaps()
    }

    /// How it is to be used (section 11.3.2).
    #[must_use]
    pub fn flags(&self) -> FlagSet<TextureFlag> {
        self.ext.flags_set()
    }

    /// One layer, counted from 0. Its bytes are borrowed when they are stored as they are and the file lies in memory;
    /// else only what is needed for them is read. The section's checksum is not looked at:
    /// [`check`](Section::check) of [`section`](Self::section) does.
    ///
    /// # Errors
    /// `OutOfBounds` when there is no such layer; those of reading and unpacking the section.
    pub fn layer(&self, index: u16) -> Result<Layer<'_>> {
        if index >= self.shape.layers {
            let message = format!("no layer {index}; there are {}", self.shape.layers);
            return Err(Error::fault(Class::OutOfBounds, Location::default(), message).in_field("layers"));
        }
        let size = self.shape.layer_size();
        let bytes = self.section()?.part(size.saturating_mul(index.into()), size)?;
        Ok(Layer::new(self.shape, bytes))
    }

    /// The section of the pixels.
    ///
    /// # Errors
    /// None for a texture that was opened.
    pub fn section(&self) -> Result<Section<'_>> {
        self.container.section(self.section).ok_or_else(|| SECTIONS.missing(&registry::PIXEL_ARRAY, PIXEL_ARRAY).into())
    }
}

fn unknown_format(raw: u8) -> Error {
    let (path, at) = type_ext_member("texture", TextureExt::FORMAT);
    let message = format!("{raw} is no known PixelFormat");
    registry::FORMAT.finding(at, message).at(path).into()
}

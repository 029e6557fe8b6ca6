use super::registry;
use super::{Extent, Layer, PIXEL_ARRAY, PixelFormat, SECTIONS, Shape, TextureExt, TextureFlag};
use crate::bpx::TypeExt;
use crate::bpx::container::{Container, Section, refused_type, type_ext_member};
use crate::bpx::layout::opened::OpenedTexture;
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Result, Rule};
use bpx_schema::source::ReadAt;
use bpx_schema::value::FlagSet;
use std::sync::{Arc, LazyLock};

/// A texture (section 11). The header is in memory; pixels are read on access.
///
/// Reading takes `&self` and may happen on several threads at once.
#[derive(Debug)]
pub struct Texture {
    container: Container,
    ext: TextureExt,
    shape: Shape,
    /// Number of the section that contains the pixels, counted from 0.
    section: usize,
}

impl Texture {
    /// Opens a texture, and reads header and section table.
    ///
    /// # Errors
    /// Returns the errors of [`Container::open`] and [`of`](Self::of).
    pub fn open(source: Arc<dyn ReadAt>, limits: Limits) -> Result<Self> {
        Self::of(Container::open(source, limits)?)
    }

    /// Opens the texture in a container.
    ///
    /// # Errors
    /// `BadMagic` when the file is of another type, `UnknownCode` when the format of the pixels is unknown (section
    /// 11.3.1), `Missing` when there is no section of pixels, `SizeMismatch` when the size of the pixels differs from
    /// the size that the header implies.
    pub fn of(container: Container) -> Result<Self> {
        let header = container.header();
        let TypeExt::Texture(ext) = header.type_ext else {
            return Err(refused_type::<OpenedTexture>("a texture", header.kind, header.version));
        };
        let shape = Shape::of(&ext).ok_or_else(|| unknown_format(ext.format()))?;
        let section = container.find(PIXEL_ARRAY).ok_or_else(|| {
            SECTIONS.missing_section(|at, message| registry::PIXEL_ARRAY.finding(at, message), PIXEL_ARRAY)
        })?;
        let (section, size) = (section.index(), section.content_size());
        match super::rules::check_size(shape, section, size) {
            Some(finding) => Err(finding.into()),
            None => Ok(Self { container, ext, shape, section }),
        }
    }

    /// Returns the container.
    #[must_use]
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the container, and consumes the texture.
    #[must_use]
    pub fn into_container(self) -> Container {
        self.container
    }

    /// Returns the type-specific extension of the header.
    #[must_use]
    pub fn ext(&self) -> &TextureExt {
        &self.ext
    }

    /// Returns width, height, format and number of layers, from which all sizes can be computed.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the width and height in pixels.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.shape.extent
    }

    /// Returns the format of a pixel.
    #[must_use]
    pub fn format(&self) -> PixelFormat {
        self.shape.format
    }

    /// Returns the number of layers, at least 1.
    #[must_use]
    pub fn layers(&self) -> u16 {
        self.shape.layers
    }

    /// Returns the number of mip maps, smaller copies that a loader computes; the file contains none of them (section
    /// 11.3.3).
    #[must_use]
    pub fn mip_levels(&self) -> u8 {
        self.ext.mipmaps()
    }

    /// Returns the flags, which describe the use of the texture (section 11.3.2).
    #[must_use]
    pub fn flags(&self) -> FlagSet<TextureFlag> {
        self.ext.flags_set()
    }

    /// Returns one layer by its number, counted from 0. The layer borrows its bytes when the pixels are stored
    /// uncompressed and the file is in memory; otherwise, only the part that contains the layer is read. The checksum
    /// of the section is not compared; [`check`](Section::check) of [`section`](Self::section) compares the checksum.
    ///
    /// # Errors
    /// `OutOfBounds` when the layer does not exist; errors of reading and decompressing the section.
    pub fn layer(&self, index: u16) -> Result<Layer<'_>> {
        if index >= self.shape.layers {
            let message = format!(
                "expected an existing layer, found the number {index} in a texture of {} layers",
                self.shape.layers
            );
            return Err(Error::unlocated_fault(Class::OutOfBounds, message).in_field("layers"));
        }
        let bytes = self.section()?.part(self.shape.layer_offset(index), self.shape.layer_size())?;
        Ok(Layer::new(self.shape, bytes))
    }

    /// Returns the section that contains the pixels.
    ///
    /// # Errors
    /// Returns no error for a texture that was opened.
    pub fn section(&self) -> Result<Section<'_>> {
        self.container.section(self.section).ok_or_else(|| {
            SECTIONS.missing_section(|at, message| registry::PIXEL_ARRAY.finding(at, message), PIXEL_ARRAY).into()
        })
    }
}

/// The rule that the format of the pixels is known.
static FORMAT: LazyLock<Rule> = LazyLock::new(|| TextureExt::RULE_TEXTURE_FORMAT.rule());

fn unknown_format(raw: u8) -> Error {
    let (path, at) = type_ext_member("texture", TextureExt::FORMAT);
    let message = format!("unknown PixelFormat {raw}");
    FORMAT.finding(at, message).with_path(path).into()
}

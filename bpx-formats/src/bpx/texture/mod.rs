//! Textures, files of type `T` (section 11): pixels of one image, of several, or of the sides of a cube.
//!
//! * [`Texture`]: opening and reading. [`Shape`] is what follows from the header, [`Layer`] the pixels of one image.
//! * [`TextureBuilder`]: making a texture of pixels.
//!
//! Width and height are powers of two ([`Extent`]). The specification does not say whether the first row is that at the
//! top, nor in which order the sides of a cube come; programs agree on it among themselves.
//!
//! The rules of textures are part of [`verify`](super::verify()).

mod builder;
mod layer;
mod open;
pub(crate) mod registry;
mod rules;
mod shape;

#[cfg(test)]
mod tests;

pub use self::builder::TextureBuilder;
pub use self::layer::{Layer, Pixel};
pub use self::open::Texture;
pub(crate) use self::rules::rules;
pub use self::shape::{Extent, Shape};
pub use super::layout::texture::{KIND, PIXEL_ARRAY, PixelFormat, SECTIONS, TextureExt, TextureFlag, TextureSection};

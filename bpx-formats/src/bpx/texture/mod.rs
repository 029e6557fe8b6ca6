//! Textures, files of type `T` (section 11), contain the pixels of one image, of several images, or of the sides of a
//! cube.
//!
//! * [`Texture`] opens and reads a texture. [`Shape`] has the sizes that the header states, [`Layer`] the pixels of one
//!   image.
//! * [`TextureBuilder`] builds a texture from pixels.
//!
//! Width and height are powers of two ([`Extent`]). The specification defines neither whether the first row is at the
//! top nor the order of the sides of a cube.
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
pub(crate) use self::rules::check_texture;
pub use self::shape::{Extent, Shape};
pub use super::layout::texture::{
    KIND, PIXEL_ARRAY, PixelFormat, SECTIONS, SIDES, TextureExt, TextureFlag, TextureSection,
};

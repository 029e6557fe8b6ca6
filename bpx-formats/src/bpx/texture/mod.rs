//! Textures, files of type `T` (section 11): pixels of one image, of several, or of the sides of a cube.

mod declare;
mod rules;

pub use self::declare::{KIND, PIXEL_ARRAY, PixelFormat, SECTIONS, TextureExt, TextureFlag, TextureSection};
pub(crate) use self::rules::rules;

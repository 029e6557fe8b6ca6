//! The rules of textures that are written by hand.

bpx_schema::rules! {
    /// A file that is opened as a texture is one.
    KIND = "texture.kind", BadMagic, "11";
    /// The section of pixels is there.
    PIXEL_ARRAY = "texture.pixel-array", Missing, "11.1";
    /// The section of pixels is there once; the first one counts.
    SINGLE = "texture.single", Duplicate, "11.1";
    /// The format of pixels is known.
    FORMAT = "texture.format", UnknownCode, "11.3.1";
    /// A cube map has six layers.
    CUBE_LAYERS = "texture.cube-layers", Inconsistent, "11.4";
    /// The pixels take the bytes that follow from the header.
    SIZE = "texture.size", SizeMismatch, "11.4";
}

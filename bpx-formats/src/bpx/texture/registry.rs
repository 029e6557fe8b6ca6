//! The rules of textures that are written by hand.

bpx_schema::rules! {
    /// A file that is opened as a texture is one.
    KIND = "texture.kind", BadMagic, "11";
    /// A texture has a section of pixels.
    PIXEL_ARRAY = "texture.pixel-array", Missing, "11.1";
    /// A texture has one section of pixels; of several, the first one is used.
    SINGLE = "texture.single", Duplicate, "11.1";
    /// The pixels have the size that follows from the header.
    SIZE = "texture.size", SizeMismatch, "11.4";
}

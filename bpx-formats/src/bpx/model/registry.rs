//! The rules of models that are written by hand.

bpx_schema::rules! {
    /// A file that is opened as a model is one.
    KIND = "model.kind", BadMagic, "12";
    /// A model is of version 2.
    VERSION = "model.version", UnsupportedVersion, "12";
    /// A model has vertices.
    VERTEX_ARRAY = "model.vertex-array", Missing, "12.1";
    /// Bones, frames, animations and names occur once; the first section of each is used.
    SINGLE = "model.single", Duplicate, "12.1";
    /// The section of vertices is a whole number of vertices.
    VERTICES = "model.vertices", SizeMismatch, "12.3.4";
    /// An index is less than the number of vertices of every array that uses it.
    INDEX = "model.index", BadReference, "12.4";
    /// The number of vertices, or of indices, is a multiple of three.
    TRIANGLES = "model.triangles", Inconsistent as Warning, "12.3.2";
    /// Nothing follows the indices.
    TRAILING_INDICES = "model.trailing", TrailingBytes as Warning, "12.4";
    /// Nothing follows the bones.
    TRAILING_BONES = "model.trailing", TrailingBytes as Warning, "12.5";
    /// Every frame has every bone.
    WHOLE_FRAMES = "model.whole-frames", Inconsistent as Warning, "12.7";
}

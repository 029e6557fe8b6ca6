//! The hand-written rules of files of version 0. Sections in the rules are sections of the text of 2019.

bpx_schema::rules! {
    /// The pixels have the size that width, height, format and layers need.
    TEXTURE_SIZE = "v0.texture-size", SizeMismatch, "v0 8.4";
    /// The section contains the stated number of vertices; each has the size that the vertex format states.
    VERTEX_COUNT = "v0.vertex-count", CountMismatch, "v0 9.3.4";
    /// An index is less than the number of vertices.
    INDEX = "v0.index", OutOfRange, "v0 9.4";
}

//! The rules of files of version 0 that are written by hand; sections are those of the text of 2019.

bpx_schema::rules! {
    /// The pixels have the size that width, height, format and layers need.
    TEXTURE_SIZE = "v0.texture-size", SizeMismatch, "v0 8.4";
    /// The section has the stated number of vertices, of the size of their format.
    VERTEX_COUNT = "v0.vertex-count", CountMismatch, "v0 9.3.4";
    /// An index is less than the number of vertices.
    INDEX = "v0.index", OutOfRange, "v0 9.4";
    /// Each file belongs to an asset.
    ORPHAN = "v0.orphan", BadReference as Note, "v0 11.3";
    /// The path of an asset can be the name of a file below a folder.
    UNSAFE_PATH = "v0.unsafe-path", UnsafePath as Warning, "v0 11.3.1";
}

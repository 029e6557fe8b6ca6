//! The rules of files of version 0 that are written by hand; sections are those of the text of 2019.

bpx_schema::rules! {
    /// A file that is opened as a package is one.
    PACKAGE_KIND = "package.kind", BadMagic, "v0 11";
    /// The file has at least the size that the header states.
    FILE_SIZE = "v0.file-size", Truncated, "v0 6.6";
    /// Nothing follows the end that the header states.
    TRAILING_BYTES = "v0.trailing-bytes", TrailingBytes as Note, "v0 6.6";
    /// No section lies in header or table.
    OVERLAP_HEAD = "container.overlap-head", Overlap as Warning, "v0 7.1.2";
    /// Sections share all of their bytes or none.
    OVERLAP = "container.overlap", Overlap as Note, "v0 7.1.2";
    /// A texture has its required sections.
    TEXTURE_REQUIRED = "v0.required", Missing, "v0 8.1";
    /// A texture has its single section once.
    TEXTURE_SINGLE = "v0.single", Duplicate, "v0 8.1";
    /// A cube map has six layers.
    CUBE_MAP = "v0.cube-map", Inconsistent, "v0 8.4";
    /// The pixels have the size that width, height, format and layers need.
    TEXTURE_SIZE = "v0.texture-size", SizeMismatch, "v0 8.4";
    /// A model has its required sections.
    MODEL_REQUIRED = "v0.required", Missing, "v0 9.1";
    /// A model has its single sections once.
    MODEL_SINGLE = "v0.single", Duplicate, "v0 9.1";
    /// Without indices, the number of vertices is a multiple of 3.
    TRIANGLES = "v0.triangles", Inconsistent as Warning, "v0 9.3.2";
    /// The section has the stated number of vertices, of the size of their format.
    VERTEX_COUNT = "v0.vertex-count", CountMismatch, "v0 9.3.4";
    /// An index is less than the number of vertices.
    INDEX = "v0.index", OutOfRange, "v0 9.4";
    /// A shader package has its required sections.
    SHADER_REQUIRED = "v0.required", Missing, "v0 10.1";
    /// A shader package has its single sections once.
    SHADER_SINGLE = "v0.single", Duplicate, "v0 10.1";
    /// A package has its required sections.
    PACKAGE_REQUIRED = "v0.required", Missing, "v0 11.1";
    /// A package without assets has files and paths.
    PACKAGE_REQUIRED_OF_EMPTY = "v0.required", Missing, "v0 11.1" excused "I-55";
    /// A package has its single sections once.
    PACKAGE_SINGLE = "v0.single", Duplicate, "v0 11.1";
    /// Each file belongs to an asset.
    ORPHAN = "v0.orphan", BadReference as Note, "v0 11.3";
    /// The path of an asset can be the name of a file below a folder.
    UNSAFE_PATH = "v0.unsafe-path", UnsafePath as Warning, "v0 11.3.1";
}

//! The rules of files of version 0 that are written by hand; sections are those of the text of 2019.

bpx_schema::rules! {
    /// A file that is opened as a package is one.
    PACKAGE_KIND = "package.kind", BadMagic, "v0 11";
    /// No section lies in header or table.
    OVERLAP_HEAD = "container.overlap-head", Overlap as Warning, "v0 7.1.2";
    /// Sections share all of their bytes or none.
    OVERLAP = "container.overlap", Overlap as Note, "v0 7.1.2";
    /// A cube map has six layers.
    CUBE_MAP = "v0.cube-map", Inconsistent, "v0 8.4";
    /// The pixels have the size that width, height, format and layers need.
    TEXTURE_SIZE = "v0.texture-size", SizeMismatch, "v0 8.4";
    /// The material of vertices is a text.
    MATERIAL = "v0.material", BadReference | OutOfBounds | Unterminated | BadText, "v0 9.3.1";
    /// The number of the section of indices, counted from 1, names one.
    INDEX_ARRAY = "v0.index-array", BadReference, "v0 9.3.3";
    /// The section has the stated number of vertices, of the size of their format.
    VERTEX_COUNT = "v0.vertex-count", CountMismatch, "v0 9.3.4";
    /// An index is less than the number of vertices.
    INDEX = "v0.index", OutOfRange, "v0 9.4";
    /// The name of a bone is a text.
    BONE_NAME = "v0.bone-name", BadReference | OutOfBounds | Unterminated | BadText, "v0 9.6.2";
    /// The stated number of shaders is the number of shader sections.
    SHADER_COUNT = "v0.shader-count", CountMismatch, "v0 10.2.1";
    /// The sections that a program for DirectX names are shaders.
    SHADER_INDEX_DX = "v0.shader-index", BadReference, "v0 10.4";
    /// The sections that a program for OpenGL names are shaders.
    SHADER_INDEX_GL = "v0.shader-index", BadReference, "v0 10.5";
    /// The stated number of assets is the number in the registry.
    ASSET_COUNT = "v0.asset-count", CountMismatch, "v0 11.2.1";
    /// The section that an asset names is a file.
    FILE_ID = "v0.file-id", BadReference, "v0 11.3";
    /// Each file belongs to an asset.
    ORPHAN = "v0.orphan", BadReference as Note, "v0 11.3";
    /// An asset that is read has a path.
    READ_PATH = "v0.virtual-path", BadText | OutOfBounds | Unterminated | LimitExceeded, "v0 11.3";
    /// The path of an asset is a text.
    VIRTUAL_PATH = "v0.virtual-path", BadText | OutOfBounds | Unterminated | LimitExceeded, "v0 11.3.1";
    /// The bytes that paths share stay within a limit.
    LIMIT = "v0.limit", LimitExceeded, "v0 11.3.1";
    /// The paths of assets differ.
    DUPLICATE_PATH = "v0.duplicate-path", Duplicate as Warning, "v0 11.3.1";
    /// The path of an asset can be the name of a file below a folder.
    UNSAFE_PATH = "v0.unsafe-path", UnsafePath as Warning, "v0 11.3.1";
}

//! Declares the header of a file that a caller opens as a file of a certain type.
//!
//! Containers may have any type and both versions, so another type or version is a fault of the call that opens the
//! file, and never of the file itself.

use bpx_schema::Record;

/// The header of a file that is opened as a texture (section 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(spec = "11", size = 1)]
pub(crate) struct OpenedTexture {
    /// Type of the file.
    #[schema(name = "Type", spec = "11", magic = b"T", code = "texture.kind")]
    pub(crate) kind: [u8; 1],
}

/// The header of a file that is opened as a model (section 12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "12", size = 5)]
pub(crate) struct OpenedModel {
    /// Type of the file.
    #[schema(name = "Type", spec = "12", magic = b"M", code = "model.kind")]
    pub(crate) kind: [u8; 1],
    /// Version of the container.
    #[schema(name = "Version", spec = "12", supported(2), code = "model.version")]
    pub(crate) version: u32,
}

/// The header of a file that is opened as a shader package (section 13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "13", size = 5)]
pub(crate) struct OpenedShaderPackage {
    /// Type of the file.
    #[schema(name = "Type", spec = "13", magic = b"S", code = "shader.kind")]
    pub(crate) kind: [u8; 1],
    /// Version of the container.
    #[schema(name = "Version", spec = "8.3", supported(2), code = "shader.version")]
    pub(crate) version: u32,
}

/// The header of a file that is opened as a package (section 14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(spec = "14", size = 1)]
pub(crate) struct OpenedPackage {
    /// Type of the file.
    #[schema(name = "Type", spec = "14", magic = b"P", code = "package.kind")]
    pub(crate) kind: [u8; 1],
}

/// The header of a file that is opened as a package of version 0 (2019, section 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(spec = "v0 11", size = 1)]
pub(crate) struct OpenedPackageV0 {
    /// Type of the file.
    #[schema(name = "Type", spec = "v0 11", magic = b"P", code = "package.kind")]
    pub(crate) kind: [u8; 1],
}

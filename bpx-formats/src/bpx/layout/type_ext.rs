//! Type-specific extensions of the main header (section 8.7).

use super::model::ModelExt;
use super::package::PackageExt;
use super::shader::ShaderExt;
use super::texture::TextureExt;
use bpx_schema::Budget;
use bpx_schema::Codec;
use bpx_schema::codec::Decoder;
use bpx_schema::structure;

/// Type-specific extension of the main header (section 8.7): 16 bytes.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[br(import(kind: u8, version: u32))]
#[schema(spec = "8.7")]
pub enum TypeExt {
    /// The extension of a texture.
    #[br(pre_assert(kind == b'T'))]
    Texture(TextureExt),
    /// The extension of a model of version 2; the specification does not define the extension of version 1.
    #[br(pre_assert(kind == b'M' && version == 2))]
    Model(ModelExt),
    /// The extension of a shader package of version 2; the specification does not define the extension of version 1.
    #[br(pre_assert(kind == b'S' && version == 2))]
    Shader(ShaderExt),
    /// The extension of a package.
    #[br(pre_assert(kind == b'P'))]
    Package(PackageExt),
    /// The extension of any other file, which is zero unless the type of the file defines another value.
    Other([u8; 16]),
}

impl TypeExt {
    /// Size of the extension in bytes.
    pub const SIZE: usize = 16;

    /// Returns the extension that these bytes form in a file of this type and version.
    #[must_use]
    pub fn new(kind: u8, version: u32, bytes: [u8; 16]) -> Self {
        let args = TypeExtArgs { kind, version };
        // Every case takes 16 bytes, and accepts any.
        Self::decode(&mut Decoder::new(&bytes, &Budget::default()), args.into()).unwrap_or(Self::Other(bytes))
    }

    /// Returns the bytes of the extension.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        match self {
            Self::Texture(ext) => ext.to_bytes(),
            Self::Model(ext) => ext.to_bytes(),
            Self::Shader(ext) => ext.to_bytes(),
            Self::Package(ext) => ext.to_bytes(),
            Self::Other(bytes) => bytes,
        }
    }
}

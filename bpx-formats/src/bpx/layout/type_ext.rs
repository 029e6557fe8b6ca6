//! What the main header says in addition, by the type of the file (section 8.7).

use super::model::ModelExt;
use super::package::PackageExt;
use super::shader::ShaderExt;
use super::texture::TextureExt;
use bpx_schema::Budget;
use bpx_schema::Codec;
use bpx_schema::codec::Decoder;
use bpx_schema::structure;

/// What the main header says in addition (section 8.7): 16 bytes, whose meaning is that of the type of the file.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[br(import(kind: u8, version: u32))]
#[schema(spec = "8.7")]
pub enum TypeExt {
    /// Of a texture.
    #[br(pre_assert(kind == b'T'))]
    Texture(TextureExt),
    /// Of a model; what those of version 1 say is written nowhere.
    #[br(pre_assert(kind == b'M' && version == 2))]
    Model(ModelExt),
    /// Of a shader package; what those of version 1 say is written nowhere.
    #[br(pre_assert(kind == b'S' && version == 2))]
    Shader(ShaderExt),
    /// Of a package.
    #[br(pre_assert(kind == b'P'))]
    Package(PackageExt),
    /// Of any other file: zero, unless its type says otherwise.
    Other([u8; 16]),
}

impl TypeExt {
    /// Size in bytes.
    pub const SIZE: usize = 16;

    /// What these bytes say in a file of this type and version.
    #[must_use]
    pub fn new(kind: u8, version: u32, bytes: [u8; 16]) -> Self {
        let args = TypeExtArgs { kind, version };
        // No case asks for more bytes, or refuses any.
        Self::decode(&mut Decoder::new(&bytes, &Budget::default()), args.into()).unwrap_or(Self::Other(bytes))
    }

    /// The bytes.
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

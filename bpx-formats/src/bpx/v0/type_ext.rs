//! What the type of a file says in addition: the last eight bytes of the header (2019, section 6.7).

use super::texture::TextureExt;
use super::{MODEL, PACKAGE, SHADER, TEXTURE};
use bpx_schema::{Record, structure};

/// The last eight bytes of the main header, by the type of the file (2019, section 6.7).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[br(import(file: u8))]
#[schema(spec = "v0 6.7")]
pub enum TypeExt {
    /// Of a texture.
    #[br(pre_assert(file == TEXTURE))]
    Texture(TextureExt),
    /// Of a model, which says nothing.
    #[br(pre_assert(file == MODEL))]
    Model(UnusedExt),
    /// Of a shader package.
    #[br(pre_assert(file == SHADER))]
    Shader(ShaderExt),
    /// Of a package.
    #[br(pre_assert(file == PACKAGE))]
    Package(PackageExt),
    /// Of files of other types, which nothing defines.
    Raw([u8; 8]),
}

/// Eight bytes without a use (2019, section 4).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[schema(spec = "v0 4", size = 8)]
pub struct UnusedExt {
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 4", reserved)]
    pub reserved: [u8; 8],
}

/// What a shader package says in addition (2019, section 10.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "v0 10.2", size = 8)]
pub struct ShaderExt {
    /// Number of shaders.
    #[schema(name = "ShaderCount", spec = "v0 10.2.1")]
    pub shader_count: u32,
    /// The rendering APIs that it is made for.
    #[schema(name = "CompatibilityFlags", spec = "v0 10.2.2", codes = Api, known)]
    pub compatibility: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 10.2", reserved)]
    pub reserved: [u8; 3],
}

/// What a package says in addition (2019, section 11.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "v0 11.2", size = 8)]
pub struct PackageExt {
    /// Number of assets.
    #[schema(name = "AssetCount", spec = "v0 11.2.1")]
    pub asset_count: u32,
    /// The rendering APIs that it is made for.
    #[schema(name = "CompatibilityFlags", spec = "v0 11.2.2", codes = Api, known)]
    pub compatibility: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 11.2", reserved)]
    pub reserved: [u8; 3],
}

/// A rendering API (2019, sections 10.2.2 and 11.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 10.2.2", flags)]
pub enum Api {
    /// DirectX.
    #[schema(name = "DirectX")]
    DirectX = 0x1,
    /// OpenGL.
    #[schema(name = "OpenGL")]
    OpenGl = 0x2,
    /// Vulkan.
    Vulkan = 0x4,
    /// Metal.
    Metal = 0x8,
}

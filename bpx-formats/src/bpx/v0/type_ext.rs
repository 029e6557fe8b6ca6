//! Type-specific extensions: the last eight bytes of the header (2019, section 6.7).

use super::package::FILE;
use super::texture::TextureExt;
use super::{MODEL, PACKAGE, SHADER, ShaderSection, TEXTURE};
use bpx_schema::{Record, structure};

/// Type-specific extension: the last eight bytes of the main header (2019, section 6.7).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[br(import(file: u8))]
#[schema(spec = "v0 6.7")]
pub enum TypeExt {
    /// The extension of a texture.
    #[br(pre_assert(file == TEXTURE))]
    Texture(TextureExt),
    /// The extension of a model, which is unused.
    #[br(pre_assert(file == MODEL))]
    Model(UnusedExt),
    /// The extension of a shader package.
    #[br(pre_assert(file == SHADER))]
    Shader(ShaderExt),
    /// The extension of a package.
    #[br(pre_assert(file == PACKAGE))]
    Package(PackageExt),
    /// The extension of other types of files, which is not defined.
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

/// Type-specific extension of a shader package (2019, section 10.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "v0 10.2", size = 8)]
pub struct ShaderExt {
    /// Number of shaders.
    #[schema(name = "ShaderCount", spec = "v0 10.2.1", count_of("sections", key = ShaderSection::Shader, code = "v0.shader-count"))]
    pub shader_count: u32,
    /// The rendering APIs that the shaders are made for.
    #[schema(name = "CompatibilityFlags", spec = "v0 10.2.2", codes = Api, known)]
    pub compatibility: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 10.2", reserved)]
    pub reserved: [u8; 3],
}

/// Type-specific extension of a package (2019, section 11.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "v0 11.2", size = 8)]
pub struct PackageExt {
    /// Number of assets.
    #[schema(
        name = "AssetCount",
        spec = "v0 11.2.1",
        count_of("assets", code = "v0.asset-count"),
        referred("sections", key = FILE, by = "assets", code = "v0.orphan", spec = "v0 11.3", severity = note)
    )]
    pub asset_count: u32,
    /// The rendering APIs that the package is made for.
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

//! The section header table of version 0 (2019, section 7).

use super::{MODEL, PACKAGE, SHADER, TEXTURE};
use crate::bpx::uses::{SectionUse, SectionUses};
use bpx_schema::Record;

/// Flags of a section (2019, section 7.1.4). In later versions the same bit means xz.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 7.1.4", flags)]
pub enum SectionFlag {
    /// The content is a zlib stream.
    Compressed = 0x2,
}

/// Describes one section (2019, section 7.1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "v0 7.1", size = 16)]
pub struct SectionHeader {
    /// Offset of the stored content from the beginning of the file, in bytes.
    #[schema(name = "Pointer", spec = "v0 7.1.2")]
    pub pointer: u64,
    /// Size of the content as stored, in bytes.
    #[schema(name = "Size", spec = "v0 7.1.1")]
    pub size: u32,
    /// Type of the section; its meaning depends on the type of the file.
    #[schema(name = "Type", spec = "v0 7.1.3")]
    pub kind: u8,
    /// Flags of the section, which state whether the content is compressed.
    #[schema(name = "Flags", spec = "v0 7.1.4", codes = SectionFlag, known)]
    pub flags: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 7.1", reserved)]
    pub reserved: [u8; 2],
}

/// Sections of a texture (2019, section 8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 8.1")]
pub enum TextureSection {
    /// Pixels.
    PixelArray = 1,
}

/// Sections of a model (2019, section 9.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 9.1")]
pub enum ModelSection {
    /// Components of a vertex.
    VertexFormat = 1,
    /// Vertices.
    VertexArray = 2,
    /// Numbers of vertices.
    IndexArray = 3,
    /// Bones.
    BoneArray = 4,
    /// Transforms of bones.
    FrameArray = 5,
    /// The text names this type, but does not define it.
    AnimationArray = 6,
    /// Texts.
    Strings = 7,
}

/// Sections of a shader package (2019, section 10.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 10.1")]
pub enum ShaderSection {
    /// Code of a shader.
    Shader = 1,
    /// The program for DirectX.
    #[schema(name = "AssemblyDX")]
    AssemblyDx = 2,
    /// The program for OpenGL.
    #[schema(name = "AssemblyGL")]
    AssemblyGl = 3,
    /// The program for Vulkan.
    #[schema(name = "AssemblyVGL")]
    AssemblyVgl = 4,
    /// The program for Metal.
    #[schema(name = "AssemblyMSL")]
    AssemblyMsl = 5,
}

/// Sections of a package (2019, section 11.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 11.1")]
pub enum PackageSection {
    /// The list of assets.
    AssetRegistry = 1,
    /// The bytes of an asset.
    File = 2,
    /// Paths of assets.
    Strings = 3,
}

/// Returns the sections that files of a type can have (2019, sections 8.1, 9.1, 10.1 and 11.1); `None` for types
/// without a table.
#[must_use]
pub fn section_uses(file: u8) -> Option<&'static SectionUses> {
    match file {
        TEXTURE => Some(&TEXTURES),
        MODEL => Some(&MODELS),
        SHADER => Some(&SHADERS),
        PACKAGE => Some(&PACKAGES),
        _ => None,
    }
}

/// Returns the name of a section type in files of a type; `None` when no table lists the section type.
#[must_use]
pub fn section_name(file: u8, kind: u8) -> Option<&'static str> {
    section_uses(file)?.get(kind).map(|one| one.name)
}

const TEXTURES: SectionUses = SectionUses {
    file: "a texture",
    spec: "v0 8.1",
    single: "v0.single",
    list: &[SectionUse::any(TextureSection::PixelArray as u8, "PixelArray").required("v0.required").single()],
};

const MODELS: SectionUses = SectionUses {
    file: "a model",
    spec: "v0 9.1",
    single: "v0.single",
    list: &[
        SectionUse::any(ModelSection::VertexFormat as u8, "VertexFormat").required("v0.required").single(),
        SectionUse::any(ModelSection::VertexArray as u8, "VertexArray").required("v0.required"),
        SectionUse::any(ModelSection::IndexArray as u8, "IndexArray"),
        SectionUse::any(ModelSection::BoneArray as u8, "BoneArray").single(),
        SectionUse::any(ModelSection::FrameArray as u8, "FrameArray").single(),
        SectionUse::any(ModelSection::AnimationArray as u8, "AnimationArray").single(),
        SectionUse::any(ModelSection::Strings as u8, "Strings").single(),
    ],
};

const SHADERS: SectionUses = SectionUses {
    file: "a shader package",
    spec: "v0 10.1",
    single: "v0.single",
    list: &[
        SectionUse::any(ShaderSection::Shader as u8, "Shader").required("v0.required"),
        SectionUse::any(ShaderSection::AssemblyDx as u8, "AssemblyDX").single(),
        SectionUse::any(ShaderSection::AssemblyGl as u8, "AssemblyGL").required("v0.required").single(),
        SectionUse::any(ShaderSection::AssemblyVgl as u8, "AssemblyVGL").single(),
        SectionUse::any(ShaderSection::AssemblyMsl as u8, "AssemblyMSL").single(),
    ],
};

const PACKAGES: SectionUses = SectionUses {
    file: "a package",
    spec: "v0 11.1",
    single: "v0.single",
    list: &[
        SectionUse::any(PackageSection::AssetRegistry as u8, "AssetRegistry").required("v0.required").single(),
        SectionUse::any(PackageSection::File as u8, "File").required("v0.required"),
        SectionUse::any(PackageSection::Strings as u8, "Strings").required("v0.required").single(),
    ],
};

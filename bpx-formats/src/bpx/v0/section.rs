//! The section header table of version 0 (2019, section 7).

use super::{MODEL, PACKAGE, SHADER, TEXTURE};
use bpx_derive::Record;
use bpx_schema::value::Coded;

/// How the content of a section is stored (2019, section 7.1.4). In later versions the same bit means xz.
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
    /// How the content is stored.
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
    /// What a vertex consists of.
    VertexFormat = 1,
    /// Vertices.
    VertexArray = 2,
    /// Numbers of vertices.
    IndexArray = 3,
    /// Bones.
    BoneArray = 4,
    /// Moves of bones.
    FrameArray = 5,
    /// Named by the text, and defined nowhere.
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

/// Name of a type of sections in files of a type; none for what no table lists.
#[must_use]
pub fn section_name(file: u8, kind: u8) -> Option<String> {
    let kind = u64::from(kind);
    match file {
        TEXTURE => TextureSection::from_raw(kind).map(|kind| kind.to_string()),
        MODEL => ModelSection::from_raw(kind).map(|kind| kind.to_string()),
        SHADER => ShaderSection::from_raw(kind).map(|kind| kind.to_string()),
        PACKAGE => PackageSection::from_raw(kind).map(|kind| kind.to_string()),
        _ => None,
    }
}

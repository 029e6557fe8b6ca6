//! The main header (section 8).

use super::TypeExt;
use bpx_schema::value::Coded;
use bpx_schema::{Record, structure};

/// The type of a file, which is the byte after the signature (section 8.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "8.2")]
pub enum FileKind {
    /// Pixels.
    #[schema(name = "Texture")]
    Texture = b'T',
    /// Vertices, bones and frames.
    Model = b'M',
    /// Compiled shaders and their symbols.
    #[schema(name = "ShaderPackage")]
    ShaderPackage = b'S',
    /// A type that the specification names, but does not define.
    Scene = b'C',
    /// Objects, that is, files.
    Package = b'P',
}

/// Returns the type of a file as a word, which is its name, or its byte as a character.
#[must_use]
pub fn kind_name(kind: u8) -> String {
    FileKind::from_raw(u64::from(kind)).map_or_else(|| format!("{:?}", char::from(kind)), |kind| kind.to_string())
}

/// The first 40 bytes of a file, in versions 1 and 2 (section 8).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "8")]
pub struct MainHeader {
    /// Always `BPX`.
    #[schema(name = "Signature", spec = "8.1", magic = b"BPX", code = "main-header.signature")]
    pub signature: [u8; 3],
    /// Type of the file; a container may have any byte here.
    #[schema(name = "Type", spec = "8.2", codes = FileKind)]
    pub kind: u8,
    /// Byte sum of this header and the section table, with this field as zero.
    #[schema(name = "Chksum", spec = "8.5")]
    pub checksum: u32,
    /// Size of the file in bytes, or 0 if the writer did not state the size.
    #[schema(name = "FileSize", spec = "8.6")]
    pub file_size: u64,
    /// Number of sections.
    #[schema(name = "SectionNum", spec = "8.4")]
    pub section_count: u32,
    /// Version of the format: 1 for SDK 1.0 and 2.0, 2 since SDK 3.0.
    #[schema(name = "Version", spec = "8.3", supported(1, 2), code = "main-header.version")]
    pub version: u32,
    /// Type-specific extension (TypeExt); zero for types that do not use it.
    #[br(args(kind, version))]
    #[schema(name = "TypeExt", spec = "8.7")]
    pub type_ext: TypeExt,
}

impl MainHeader {
    /// Size of the header in bytes.
    pub const SIZE: usize = 40;
}

//! The main header of version 0 (2019, section 6).

use super::TypeExt;
use crate::bpx::FileKind;
use bpx_schema::structure;

/// The first 32 bytes of a file (2019, section 6).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "v0 6")]
pub struct MainHeader {
    /// Always `BPX`.
    #[schema(name = "Signature", spec = "v0 6.1", magic = b"BPX", code = "main-header.signature")]
    pub signature: [u8; 3],
    /// What the file contains.
    #[schema(name = "Type", spec = "v0 6.2", codes = FileKind)]
    pub kind: u8,
    /// CRC-32 of all other bytes of the file.
    #[schema(name = "Chksum", spec = "v0 6.5")]
    pub checksum: u32,
    /// Size in bytes of what follows the 32 bytes of the header; 0 when the writer did not say.
    #[schema(name = "FileSize", spec = "v0 6.6")]
    pub file_size: u64,
    /// Number of sections.
    #[schema(name = "SectionNum", spec = "v0 6.4")]
    pub section_count: u32,
    /// Always 0.
    #[schema(name = "Version", spec = "v0 6.3", supported(0), code = "main-header.version")]
    pub version: u32,
    /// What the type of the file says in addition.
    #[br(args(kind))]
    #[schema(name = "TypeExt", spec = "v0 6.7")]
    pub type_ext: TypeExt,
}

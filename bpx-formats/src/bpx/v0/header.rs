//! The main header of version 0 (2019, section 6).

use super::TypeExt;
use crate::bpx::FileKind;
use bpx_schema::report::Result;
use bpx_schema::source::ReadAt;
use bpx_schema::structure;

/// The file type of textures.
pub const TEXTURE: u8 = b'T';
/// The file type of models.
pub const MODEL: u8 = b'M';
/// The file type of shader packages.
pub const SHADER: u8 = b'S';
/// The file type of packages.
pub const PACKAGE: u8 = b'P';
/// Size of the main header in bytes.
pub const HEADER: u64 = 32;
/// The first 32 bytes of a file (2019, section 6).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "v0 6")]
pub struct MainHeader {
    /// Always `BPX`.
    #[schema(name = "Signature", spec = "v0 6.1", magic = b"BPX", code = "main-header.signature")]
    pub signature: [u8; 3],
    /// Type of the content.
    #[schema(name = "Type", spec = "v0 6.2", codes = FileKind)]
    pub kind: u8,
    /// CRC-32 of all other bytes of the file.
    #[schema(name = "Chksum", spec = "v0 6.5")]
    pub checksum: u32,
    /// Size in bytes of the file after the 32 bytes of the header; 0 if the writer did not state the size.
    #[schema(name = "FileSize", spec = "v0 6.6")]
    pub file_size: u64,
    /// Number of sections.
    #[schema(name = "SectionNum", spec = "v0 6.4")]
    pub section_count: u32,
    /// Always 0.
    #[schema(name = "Version", spec = "v0 6.3", supported(0), code = "main-header.version")]
    pub version: u32,
    /// Type-specific extension.
    #[br(args(kind))]
    #[schema(name = "TypeExt", spec = "v0 6.7")]
    pub type_ext: TypeExt,
}

/// Returns whether bytes begin with the signature and the version of version 0.
#[must_use]
pub fn has_signature(head: &[u8]) -> bool {
    head.starts_with(b"BPX") && MainHeader::VERSION.bytes_in(head) == Some(&[0; 4])
}

/// Returns whether a file begins with the signature and the version of version 0.
///
/// # Errors
/// Returns errors of reading the source.
pub fn is_version_0(source: &dyn ReadAt) -> Result<bool> {
    let mut head = [0; 24];
    if source.size() < head.len() as u64 {
        return Ok(false);
    }
    source.read_exact_at(0, &mut head)?;
    Ok(has_signature(&head))
}

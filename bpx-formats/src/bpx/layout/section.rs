//! The section header table (section 9).

use bpx_schema::Record;
use bpx_schema::checksum::{ByteSum, ChecksumType};

/// Flags of a section: its compression and its check (section 9.1.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "9.1.6", flags)]
pub enum SectionFlag {
    /// The content is a zlib stream.
    CompressedZlib = 0x1,
    /// The content is an xz stream.
    #[schema(name = "CompressedXZ")]
    CompressedXz = 0x2,
    /// The checksum is a CRC-32 of the content.
    CheckCrc32 = 0x4,
    /// The checksum is the byte sum of the content.
    CheckWeak = 0x8,
}

/// Returns the usual name of a check, which is `weak` for the byte sum.
#[must_use]
pub fn check_name(check: Option<ChecksumType>) -> &'static str {
    match check {
        None => "none",
        Some(weak) if weak == ChecksumType::of::<ByteSum>() => "weak",
        Some(other) => other.name(),
    }
}

/// Section types that every file may use (section 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "10")]
pub enum StandardSection {
    /// Rows and columns, as the reference crate writes them.
    Table = 0xFD,
    /// Structured data.
    StructuredData = 0xFE,
    /// Texts.
    Strings = 0xFF,
}

/// Describes one section (section 9.1).
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "9.1", size = 24)]
pub struct SectionHeader {
    /// Offset of the stored content from the beginning of the file, in bytes.
    #[schema(name = "Pointer", spec = "9.1.1")]
    pub pointer: u64,
    /// Size of the content as stored, in bytes.
    #[schema(name = "CSize", spec = "9.1.2")]
    pub stored_size: u32,
    /// Size of the content, in bytes.
    #[schema(name = "USize", spec = "9.1.3")]
    pub content_size: u32,
    /// Checksum of the content; the flags state the algorithm.
    #[schema(name = "Chksum", spec = "9.1.4")]
    pub checksum: u32,
    /// Type of the section; its meaning depends on the type of the file.
    #[schema(name = "Type", spec = "9.1.5", codes = StandardSection)]
    pub kind: u8,
    /// Compression and check of the content.
    #[schema(name = "Flags", spec = "9.1.6", codes = SectionFlag, known, lenient = "I-8")]
    pub flags: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "9.1", reserved, lenient = "I-5")]
    pub reserved: [u8; 2],
}

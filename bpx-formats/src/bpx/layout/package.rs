//! The structures of packages, as declared (section 14).

use super::uses::{SectionUse, SectionUses};
use bpx_schema::{Record, structure};

/// Type of a file that is a package.
pub const KIND: u8 = b'P';
/// Type of sections that hold the bytes of objects.
pub const DATA: u8 = 1;
/// Type of the section that lists the objects, in revision 2.
pub const OBJECT_TABLE: u8 = 2;
/// Type of the section that describes the package.
pub const METADATA: u8 = 254;
/// Type of the section that holds the names.
pub const STRINGS: u8 = 255;

/// Types of sections of a package (section 14.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "14.1")]
pub enum PackageSection {
    /// Bytes of objects.
    Data = 1,
    /// The list of objects, since revision 2.
    ObjectTable = 2,
    /// Description of the package by its generator, as structured data.
    Metadata = 254,
    /// Names of objects.
    Strings = 255,
}

/// The sections of a package of revision 2 (section 14.1).
pub const SECTIONS: SectionUses = SectionUses {
    file: "a package",
    spec: "14.1",
    single: "package.single",
    list: &[
        SectionUse::any(DATA, "Data").required("package.data"),
        SectionUse::any(OBJECT_TABLE, "ObjectTable").required("package.object-table").single(),
        SectionUse::any(METADATA, "Metadata").single(),
        SectionUse::any(STRINGS, "Strings").required("package.strings").single(),
    ],
};

/// The sections of a package of revision 1; Data sections contain the headers of their objects (section 14.1).
pub const SECTIONS_V1: SectionUses = SectionUses {
    list: &[
        SectionUse::any(DATA, "Data").required("package.data"),
        SectionUse::any(METADATA, "Metadata").single(),
        SectionUse::any(STRINGS, "Strings").required("package.strings").single(),
    ],
    ..SECTIONS
};

/// The processor that a package is made for (section 14.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "14.2.1")]
pub enum Architecture {
    /// 64-bit processors of Intel and AMD.
    #[schema(name = "x86_64")]
    X86_64 = 0,
    /// 64-bit processors of ARM.
    #[schema(name = "aarch64")]
    Aarch64 = 1,
    /// 32-bit processors of Intel and AMD.
    #[schema(name = "x86")]
    X86 = 2,
    /// 32-bit processors of ARM, with hardware floats.
    #[schema(name = "armv7hl")]
    Armv7hl = 3,
    /// Any.
    #[schema(name = "any")]
    Any = 4,
}

/// The system that a package is made for (section 14.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "14.2.2")]
pub enum Platform {
    /// Linux.
    Linux = 0,
    /// macOS.
    #[schema(name = "MacOS")]
    MacOs = 1,
    /// Windows.
    Windows = 2,
    /// Android.
    Android = 3,
    /// Any.
    Any = 4,
}

/// Type-specific extension of the main header of a package (section 14.2): 16 bytes, the same in both revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(spec = "14.2", size = 16)]
pub struct PackageExt {
    /// The processor that the package is made for.
    #[schema(name = "Architecture", spec = "14.2.1", codes = Architecture, known, code = "package.architecture")]
    pub architecture: u8,
    /// The system that the package is made for.
    #[schema(name = "Platform", spec = "14.2.2", codes = Platform, known, code = "package.platform")]
    pub platform: u8,
    /// The program that wrote the package, as two ASCII characters: `PK` is fpkg, `BP` the engine, `BD` the debug
    /// tools. The metadata depends on the program.
    #[schema(name = "Generator", spec = "14.2.3")]
    pub generator: [u8; 2],
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-27", code = "package.reserved")]
    pub reserved: [u8; 12],
}

/// Size, name and offset of an object, in revision 2 (section 14.4): 20 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(spec = "14.4", size = 20)]
pub struct ObjectHeader {
    /// Size of the object in bytes; the object may continue in the following Data sections.
    #[schema(name = "Size", spec = "14.4.1")]
    pub size: u64,
    /// Name, as an offset in the strings section.
    #[schema(
        name = "Name",
        spec = "14.4.2",
        text_in(
            "strings",
            code = "package.name",
            largest = 65_535,
            shared(code = "package.name-limit"),
            filled(code = "package.empty-name", severity = warning),
            file_path(code = "package.unsafe-name", severity = warning),
            unique(code = "package.duplicate-name", severity = warning)
        )
    )]
    pub name: u32,
    /// Number of the Data section where the object begins, counted from 0 over all sections.
    #[schema(
        name = "Start",
        spec = "14.4.3",
        index_in("sections", required, key = DATA, code = "package.start")
    )]
    pub start: u32,
    /// Offset of the first byte of the object in the content of that section, in bytes.
    #[schema(name = "Offset", spec = "14.4")]
    pub offset: u32,
}

/// Header before the bytes of an object, in revision 1 (section 14.3): 12 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(spec = "14.3", size = 12)]
pub struct ObjectHeaderV1 {
    /// Size of the object in bytes; the object may continue in the following Data sections.
    #[schema(name = "Size", spec = "14.3.1")]
    pub size: u64,
    /// Name, as an offset in the strings section.
    #[schema(name = "Path", spec = "14.3.2")]
    pub path: u32,
}

/// The list of objects, in revision 2 (section 14.4).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "14.4",
    assert(
        rest.len() == 0,
        text = "{rest.len()} bytes are left after {objects.len()} entries of {ObjectHeader::SIZE} bytes",
        code = "object-table.whole-records"
    )
)]
pub struct ObjectTable {
    /// The objects.
    #[br(count = remaining / ObjectHeader::SIZE)]
    pub objects: Vec<ObjectHeader>,
    /// Bytes after the last whole entry; empty in a valid table.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

//! ELF, programs and libraries of Unix (1988), for processors of both byte orders and with words of 4 or 8 bytes.
//!
//! The sixth byte of a file states the byte order of the numbers after it, and the fifth byte the size of an address.
//! `is_big` decides the order, and `width` the number of bytes of a `u64`; a table passes the arguments `class` and
//! `order` to its elements by `args`. So programs use one structure, and expressions one number, for all files.
//!
//! A section table states the offsets and the kinds of sections: `contents.rs` declares the content of each kind. A
//! compressed section begins with a header of its own. Segments, which the system loads into memory, cover the same
//! bytes again, so the page declares only their offsets and sizes.

mod contents;

pub use contents::*;

use crate::{content, missing};
use bpx_schema::codec::Regions;
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Record, Result, structure};

/// Class of a file with words of 8 bytes.
pub const WIDE: u8 = 2;
/// Byte order with the most significant byte first.
pub const BIG: u8 = 2;
/// Type of a section that takes no bytes in the file.
pub const NO_BITS: u32 = 8;
/// The flag of a compressed section.
pub const COMPRESSED: u64 = 0x800;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(magic = b"\x7FELF", is_big = order == BIG)]
#[schema(
    assert(
        header_size == if class == WIDE { 64 } else { 52 },
        code = "elf.header-size",
        text = "expected 52 bytes, or 64 of a wide file, found {header_size}",
        on = header_size
    ),
    assert(
        segments.len() == 0 || segment_size == if class == WIDE { 56 } else { 32 },
        code = "elf.segment-size",
        text = "expected 32 bytes, or 56 of a wide file, found {segment_size}",
        on = segment_size
    ),
    assert(
        sections.len() == 0 || section_size == if class == WIDE { 64 } else { 40 },
        code = "elf.section-size",
        text = "expected 40 bytes, or 64 of a wide file, found {section_size}",
        on = section_size
    ),
    assert(
        names == 0 || names < sections.len(),
        class = BadReference,
        code = "elf.names",
        text = "expected one of {sections.len()} sections, found {names}",
        on = names
    ),
    each(segments, assert(
        entry.kind != 1 || entry.memory_size >= entry.size,
        code = "elf.memory-size",
        text = "expected at least the {entry.size} bytes of the file, found {entry.memory_size}",
        on = memory_size
    )),
    each(segments, assert(
        entry.kind != 1 || entry.align < 2 || entry.offset % entry.align == entry.address % entry.align,
        code = "elf.pages",
        text = "expected the offset and the address at the same place of a page, found {entry.offset} and {entry.address}",
        on = address
    )),
    each(sections, assert(
        index != 0 || entry.kind == 0,
        code = "elf.first-section",
        text = "expected no section at the index 0, found one of the kind {entry.kind}",
        on = kind
    )),
    each(sections, assert(
        entry.align & if entry.align == 0 { 0 } else { entry.align - 1 } == 0,
        code = "elf.align",
        text = "expected 0 or a power of two, found {entry.align}",
        on = align
    )),
    each(sections, assert(
        entry.link < sections.len() || entry.link >= 0xFF00,
        class = BadReference,
        code = "elf.link",
        text = "expected one of {sections.len()} sections, found {entry.link}",
        on = link
    ))
)]
pub struct Elf {
    /// Size of a word: 1 for 4 bytes, and 2 for 8 bytes.
    #[schema(one_of(1, 2))]
    pub class: u8,
    /// Byte order: 1 for the least significant byte first, and 2 for the most significant byte first.
    #[schema(one_of(1, 2))]
    pub order: u8,
    #[schema(supported(1))]
    format: u8,
    /// The operating system.
    #[schema(codes = System)]
    pub system: u8,
    /// A version that the system defines.
    pub system_version: u8,
    #[schema(reserved)]
    padding: [u8; 7],
    /// Type of the file.
    #[schema(codes = FileKind)]
    pub kind: u16,
    /// The processor.
    #[schema(codes = Machine)]
    pub machine: u16,
    #[schema(supported(1))]
    version: u32,
    /// Address of the entry point.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub start: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    segments_offset: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    sections_offset: u64,
    /// Flags of the processor.
    pub flags: u32,
    /// Size of this header in bytes.
    pub header_size: u16,
    /// Size of an element of the table of segments in bytes.
    pub segment_size: u16,
    #[br(temp)]
    #[bw(calc = segments.len())]
    segment_count: u16,
    /// Size of an element of the table of sections in bytes.
    pub section_size: u16,
    #[br(temp)]
    #[bw(calc = sections.len())]
    section_count: u16,
    /// Number of the section with the names of all sections.
    pub names: u16,
    /// Segments.
    #[br(count = segment_count, args(class, order))]
    #[schema(region(at = segments_offset))]
    pub segments: Vec<Segment>,
    /// Section headers.
    #[br(count = section_count, args(class, order))]
    #[schema(region(at = sections_offset))]
    pub sections: Vec<Section>,
    /// Contents of the sections.
    #[br(args(class, order, entry.kind, (entry.flags & COMPRESSED) / COMPRESSED))]
    #[schema(region(
        each = sections,
        at = entry.offset,
        size = if entry.kind == NO_BITS { 0 } else { entry.size },
        set(entry.size = if entry.kind == NO_BITS { entry.size } else { region.stored_size })
    ))]
    pub contents: Regions<Content>,
}

/// A segment: a part of the file that is loaded into memory.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Segment {
    /// Type of the segment.
    #[schema(codes = SegmentKind)]
    pub kind: u32,
    /// Permissions in files of 64 bits; in files of 32 bits, `flags` holds them.
    #[br(if(class == WIDE, 0))]
    #[schema(codes = Permission)]
    pub wide_flags: u32,
    /// Offset in the file.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub offset: u64,
    /// Virtual address.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub address: u64,
    /// Physical address.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub physical_address: u64,
    /// Size in the file, in bytes.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub size: u64,
    /// Size in memory, in bytes.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub memory_size: u64,
    /// Permissions in files of 32 bits; in files of 64 bits, `wide_flags` holds them.
    #[br(if(class != WIDE, 0))]
    #[schema(codes = Permission)]
    pub flags: u32,
    /// Alignment of the address in bytes, a power of two.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub align: u64,
}

/// A section: a part of the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Section {
    /// Offset of the name in the section of names.
    pub name: u32,
    /// Type of the section.
    #[schema(codes = SectionKind)]
    pub kind: u32,
    /// Flags of the section.
    #[schema(width = if class == WIDE { 8 } else { 4 }, codes = SectionFlag)]
    pub flags: u64,
    /// Virtual address.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub address: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    offset: u64,
    /// Size in bytes.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub size: u64,
    /// Number of another section to which this section refers.
    pub link: u32,
    /// Further information, which the type defines.
    pub info: u32,
    /// Alignment of the address in bytes, a power of two.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub align: u64,
    /// Size in bytes of an element, if the section is a table, or 0.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub entry_size: u64,
}

/// Operating systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum System {
    /// Any Unix.
    SystemV = 0,
    /// HP-UX.
    HpUx = 1,
    /// NetBSD.
    NetBsd = 2,
    /// Linux and GNU.
    Linux = 3,
    /// Solaris.
    Solaris = 6,
    /// AIX.
    Aix = 7,
    /// IRIX.
    Irix = 8,
    /// FreeBSD.
    FreeBsd = 9,
    /// OpenBSD.
    OpenBsd = 12,
    /// ARM without a system.
    Arm = 97,
    /// No system.
    Standalone = 255,
}

/// Types of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum FileKind {
    /// Nothing.
    None = 0,
    /// A part of a program, which a linker uses.
    Object = 1,
    /// A program at a fixed address.
    Program = 2,
    /// A library, or a program at any address.
    Library = 3,
    /// The memory of a program that ended.
    Core = 4,
}

/// Processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Machine {
    /// Any.
    None = 0,
    /// SPARC.
    Sparc = 2,
    /// Intel 80386.
    I386 = 3,
    /// Motorola 68000.
    M68k = 4,
    /// MIPS.
    Mips = 8,
    /// PowerPC.
    PowerPc = 20,
    /// PowerPC with 64 bits.
    PowerPc64 = 21,
    /// IBM S/390.
    S390 = 22,
    /// ARM with 32 bits.
    Arm = 40,
    /// SPARC with 64 bits.
    SparcV9 = 43,
    /// AMD x86-64.
    X86_64 = 62,
    /// ARM with 64 bits.
    AArch64 = 183,
    /// RISC-V.
    RiscV = 243,
    /// BPF of Linux.
    Bpf = 247,
    /// LoongArch.
    LoongArch = 258,
}

/// Types of segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum SegmentKind {
    /// An unused entry.
    None = 0,
    /// The loader loads the segment into memory.
    Load = 1,
    /// Dynamic linking information.
    Dynamic = 2,
    /// Path of the program that loads the file.
    Interpreter = 3,
    /// Notes.
    Note = 4,
    /// A type without a definition.
    Reserved = 5,
    /// The table of segments itself.
    Header = 6,
    /// Memory of each thread.
    ThreadLocal = 7,
    /// Index of the frames for exceptions.
    ExceptionFrames = 1685382480,
    /// Permissions of the stack.
    Stack = 1685382481,
    /// Addresses that become read-only after relocation.
    ReadOnly = 1685382482,
    /// Properties of the program.
    Property = 1685382483,
}

/// Permissions of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum Permission {
    /// The bytes are executed.
    Execute = 1,
    /// The bytes are written.
    Write = 2,
    /// The bytes are read.
    Read = 4,
}

/// Types of sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum SectionKind {
    /// Nothing.
    None = 0,
    /// Data of the program.
    Program = 1,
    /// All symbols.
    Symbols = 2,
    /// Texts, such as names.
    Texts = 3,
    /// Relocations with addends.
    RelocationsWithAddend = 4,
    /// A hash table of dynamic symbols.
    Hash = 5,
    /// Dynamic linking information.
    Dynamic = 6,
    /// Notes.
    Notes = 7,
    /// Memory that is filled with zeros.
    NoBits = 8,
    /// Relocations without addends.
    Relocations = 9,
    /// A type without a definition.
    Reserved = 10,
    /// Symbols for a loader.
    DynamicSymbols = 11,
    /// Functions that run when the program begins.
    InitFunctions = 14,
    /// Functions that run when the program ends.
    EndFunctions = 15,
    /// Functions that run before all others.
    FirstFunctions = 16,
    /// A group of sections that belong together.
    Group = 17,
    /// Section numbers of symbols whose number does not fit into 16 bits.
    WideIndexes = 18,
    /// Addresses that a loader relocates.
    RelativeRelocations = 19,
    /// A smaller hash table of dynamic symbols.
    GnuHash = 1879048182,
    /// Versions that the file defines.
    VersionsDefined = 1879048189,
    /// Versions that the file needs.
    VersionsNeeded = 1879048190,
    /// Version of each dynamic symbol.
    SymbolVersions = 1879048191,
}

/// Flags of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u64)]
#[schema(flags)]
pub enum SectionFlag {
    /// The bytes are written.
    Write = 0x1,
    /// The section takes memory.
    Memory = 0x2,
    /// The bytes are executed.
    Execute = 0x4,
    /// A linker may merge equal elements.
    Merge = 0x10,
    /// The section holds texts.
    Texts = 0x20,
    /// `info` is the number of a section.
    InfoLink = 0x40,
    /// The section keeps the order of the section to which it refers.
    LinkOrder = 0x80,
    /// The system must know the section.
    System = 0x100,
    /// The section is a member of a group.
    Group = 0x200,
    /// Each thread has its own copy of the section.
    ThreadLocal = 0x400,
    /// The section is compressed.
    Compressed = 0x800,
    /// A linker leaves the section out.
    Exclude = 0x8000_0000,
}

/// Returns the index of the section with a name.
pub fn find(file: &[u8], name: &str) -> Result<usize> {
    let elf = Elf::from_slice(file)?;
    let names = content(file, Elf::CONTENTS, &elf.contents, elf.names.into())?;
    let has_name = |section: &Section| {
        let begin = usize::try_from(section.name).ok().and_then(|begin| names.get(begin..)).unwrap_or(&[]);
        begin.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.first() == Some(&0))
    };
    elf.sections.iter().position(has_name).ok_or_else(|| missing(format!("no section `{name}`")))
}

/// Replaces the bytes of a section; the bytes after it move.
pub fn replace(file: &[u8], name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    let elf = Elf::from_slice(file)?;
    let mut writer = FileWriter::edit(&elf, [], file)?;
    writer.put(Elf::CONTENTS, find(file, name)? as u64, bpx_schema::layout::Content::new(bytes.to_vec()))?;
    writer.place()?.to_vec()
}

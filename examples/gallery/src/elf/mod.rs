//! ELF, programs and libraries of Unix (1988): for processors of both byte orders, with words of 4 or of 8 bytes.
//!
//! The sixth byte of a file states the byte order of the numbers after it, and the fifth one the size of an address.
//! `is_big` decides the order, and `width` the number of bytes of a `u64`; a table passes both to its elements by
//! `args`. So programs use one structure, and expressions one number, for all files.
//!
//! A section table states the places and the kinds of sections: `contents.rs` declares the content of each kind. A
//! compressed section begins with a header of its own. Segments, which the system loads into memory, cover the same
//! bytes again: the page declares their places.

mod contents;

pub use contents::*;

use crate::{content, missing};
use bpx_schema::codec::Regions;
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Record, Result, structure};

/// Words of 8 bytes.
pub const WIDE: u8 = 2;
/// The most significant byte first.
pub const BIG: u8 = 2;
/// A section that takes no bytes in the file.
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
    /// Size of a word: 1 for 4 bytes, and 2 for 8.
    #[schema(one_of(1, 2))]
    pub class: u8,
    /// The byte order: 1 for the least significant byte first, and 2 for the most significant one.
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
    /// The section with the names of all.
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
    /// Permissions in files of 64 bits; the place of the field depends on the class.
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
    /// Its bytes in the file.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub size: u64,
    /// Its bytes in memory.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub memory_size: u64,
    /// Permissions in files of 32 bits.
    #[br(if(class != WIDE, 0))]
    #[schema(codes = Permission)]
    pub flags: u32,
    /// Addresses are multiples of it, a power of two.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub align: u64,
}

/// A part of the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Section {
    /// Offset of its name in the section of names.
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
    /// Its bytes.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub size: u64,
    /// Another section that it belongs to.
    pub link: u32,
    /// Further information, which the type defines.
    pub info: u32,
    /// Addresses are multiples of it, a power of two.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub align: u64,
    /// Size of an element of a table in bytes, or 0.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub entry_size: u64,
}

/// The operating system that a file is for.
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
    /// A part of a program, to be linked.
    Object = 1,
    /// A program at one address.
    Program = 2,
    /// A library, or a program at any address.
    Library = 3,
    /// The memory of a program that ended.
    Core = 4,
}

/// The processor.
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
    /// Not used.
    None = 0,
    /// It is loaded into memory.
    Load = 1,
    /// Dynamic linking information.
    Dynamic = 2,
    /// Path of the loader.
    Interpreter = 3,
    /// Notes.
    Note = 4,
    /// Not defined.
    Reserved = 5,
    /// This table itself.
    Header = 6,
    /// Memory of each thread.
    ThreadLocal = 7,
    /// Index of the frames of exceptions.
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
    /// It is executed.
    Execute = 1,
    /// It is written.
    Write = 2,
    /// It is read.
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
    /// A table that finds dynamic symbols.
    Hash = 5,
    /// Dynamic linking information.
    Dynamic = 6,
    /// Notes.
    Notes = 7,
    /// Memory that begins as zeros.
    NoBits = 8,
    /// Relocations without addends.
    Relocations = 9,
    /// Not defined.
    Reserved = 10,
    /// Symbols for a loader.
    DynamicSymbols = 11,
    /// Functions that begin a program.
    InitFunctions = 14,
    /// Functions that end it.
    EndFunctions = 15,
    /// Functions before all others.
    FirstFunctions = 16,
    /// Sections that belong together.
    Group = 17,
    /// Numbers of sections of symbols.
    WideIndexes = 18,
    /// Addresses to be moved.
    RelativeRelocations = 19,
    /// A smaller table that finds dynamic symbols.
    GnuHash = 1879048182,
    /// Versions that the file defines.
    VersionsDefined = 1879048189,
    /// Versions that it needs.
    VersionsNeeded = 1879048190,
    /// Version of each dynamic symbol.
    SymbolVersions = 1879048191,
}

/// Flags of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u64)]
#[schema(flags)]
pub enum SectionFlag {
    /// It is written.
    Write = 0x1,
    /// It takes memory.
    Memory = 0x2,
    /// It is executed.
    Execute = 0x4,
    /// Equal elements may be one.
    Merge = 0x10,
    /// It holds texts.
    Texts = 0x20,
    /// `info` is the number of a section.
    InfoLink = 0x40,
    /// It keeps the order of the section it belongs to.
    LinkOrder = 0x80,
    /// The system has to know it.
    System = 0x100,
    /// It is a member of a group.
    Group = 0x200,
    /// Each thread has its own.
    ThreadLocal = 0x400,
    /// It is compressed.
    Compressed = 0x800,
    /// A linker leaves it out.
    Exclude = 0x8000_0000,
}

/// Returns the place of the section that has a name.
pub fn find(file: &[u8], name: &str) -> Result<usize> {
    let elf = Elf::from_slice(file)?;
    let names = content(file, Elf::CONTENTS, &elf.contents, elf.names.into())?;
    let has_name = |section: &Section| {
        let begin = usize::try_from(section.name).ok().and_then(|begin| names.get(begin..)).unwrap_or(&[]);
        begin.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.first() == Some(&0))
    };
    elf.sections.iter().position(has_name).ok_or_else(|| missing(format!("no section `{name}`")))
}

/// Replaces the bytes of a section; what follows moves.
pub fn replace(file: &[u8], name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    let elf = Elf::from_slice(file)?;
    let mut writer = FileWriter::edit(&elf, [], file)?;
    writer.put(Elf::CONTENTS, find(file, name)? as u64, bpx_schema::layout::Content::new(bytes.to_vec()))?;
    writer.place()?.to_vec()
}

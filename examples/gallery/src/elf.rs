//! ELF, programs and libraries of Unix (1988): for processors of both byte orders, with words of 4 or of 8 bytes.
//!
//! The sixth byte of a file says in which order the numbers behind it are, and the fifth one how many bytes an address has.
//! `is_big` decides the order, and `width` the number of bytes of a `u64`; a table gives both to its elements by `args`. So
//! programs see one structure, and expressions one number, whatever the file has.

use crate::{content, missing};
use bpx_schema::codec::Regions;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::{Codec, Result, structure};

/// Words of 8 bytes.
pub const WIDE: u8 = 2;
/// The most significant byte first.
pub const BIG: u8 = 2;
/// A section that takes no bytes in the file.
pub const NO_BITS: u32 = 8;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(magic = b"\x7FELF", is_big = order == BIG)]
pub struct Elf {
    /// How many bytes a word has: 1 for 4, and 2 for 8.
    #[schema(one_of(1, 2))]
    pub class: u8,
    /// The byte order: 1 for the least significant byte first, and 2 for the most significant one.
    #[schema(one_of(1, 2))]
    pub order: u8,
    #[schema(supported(1))]
    format: u8,
    /// The operating system.
    pub system: u8,
    /// A version that the system defines.
    pub system_version: u8,
    #[schema(reserved)]
    padding: [u8; 7],
    /// 1 for an object, 2 for a program, 3 for a library.
    pub kind: u16,
    /// The processor.
    pub machine: u16,
    #[schema(supported(1))]
    version: u32,
    /// Where a program begins.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub start: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    segments_offset: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    sections_offset: u64,
    /// Flags of the processor.
    pub flags: u32,
    header_size: u16,
    segment_size: u16,
    #[br(temp)]
    #[bw(calc = segments.len())]
    segment_count: u16,
    section_size: u16,
    #[br(temp)]
    #[bw(calc = sections.len())]
    section_count: u16,
    /// The section with the names of all.
    pub names: u16,
    /// What a program has in memory.
    #[br(count = segment_count, args(class, order))]
    #[schema(region(at = segments_offset))]
    pub segments: Vec<Segment>,
    /// What the file consists of.
    #[br(count = section_count, args(class, order))]
    #[schema(region(at = sections_offset))]
    pub sections: Vec<Section>,
    /// The bytes of the sections.
    #[schema(region(
        each = sections,
        at = entry.offset,
        size = if entry.kind == NO_BITS { 0 } else { entry.size },
        set(entry.size = if entry.kind == NO_BITS { entry.size } else { region.stored_size })
    ))]
    pub contents: Regions<Bytes>,
}

/// What a program has in memory, from a part of the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Segment {
    /// What it is.
    pub kind: u32,
    /// What may be done with it; the place of the field differs.
    #[br(if(class == WIDE, 0))]
    pub wide_flags: u32,
    /// Where it begins in the file.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub offset: u64,
    /// Where it begins in memory.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub address: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    physical_address: u64,
    /// Its bytes in the file.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub size: u64,
    /// Its bytes in memory.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub memory_size: u64,
    /// What may be done with it.
    #[br(if(class != WIDE, 0))]
    pub flags: u32,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    align: u64,
}

/// A part of the file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Section {
    /// Where its name begins in the section of names.
    pub name: u32,
    /// What it is.
    pub kind: u32,
    /// What may be done with it.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub flags: u64,
    /// Where it begins in memory.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub address: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    offset: u64,
    /// Its bytes.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub size: u64,
    /// Another section that it belongs to.
    pub link: u32,
    /// What its kind defines.
    pub info: u32,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    align: u64,
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    entry_size: u64,
}

/// What a section holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Bytes {
    /// All bytes.
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
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

/// Replaces the bytes of a section; what lies behind moves.
pub fn replace(file: &[u8], name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    let elf = Elf::from_slice(file)?;
    let mut writer = FileWriter::edit(&elf, [], file)?;
    writer.put(Elf::CONTENTS, find(file, name)? as u64, Content::new(bytes.to_vec()))?;
    writer.place()?.to_vec()
}

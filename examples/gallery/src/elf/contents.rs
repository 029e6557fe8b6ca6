//! The contents of the sections of an ELF file, by their kind.

use super::{BIG, WIDE};
use bpx_schema::codec::{CText, U24};
use bpx_schema::{Record, structure};

/// The content of a section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8, kind: u32, is_compressed: u64))]
#[brw(is_big = order == BIG)]
pub enum Content {
    /// A compressed section.
    #[br(pre_assert(is_compressed != 0))]
    Compressed(#[br(args(class, order))] Compressed),
    /// All symbols, or those for a loader.
    #[br(pre_assert(kind == 2 || kind == 11))]
    Symbols(#[br(parse_with = until_eof, args(class, order))] Vec<Symbol>),
    /// Texts, each up to a NUL.
    #[br(pre_assert(kind == 3))]
    Texts(#[br(parse_with = until_eof)] Vec<CText>),
    /// Relocations with addends.
    #[br(pre_assert(kind == 4))]
    RelocationsWithAddend(#[br(parse_with = until_eof, args(class, order, 1))] Vec<Relocation>),
    /// Relocations without addends.
    #[br(pre_assert(kind == 9))]
    Relocations(#[br(parse_with = until_eof, args(class, order, 0))] Vec<Relocation>),
    /// A table that finds dynamic symbols.
    #[br(pre_assert(kind == 5))]
    Hash(#[br(args(order))] Hash),
    /// A smaller table that finds dynamic symbols.
    #[br(pre_assert(kind == 0x6FFF_FFF6))]
    GnuHash(#[br(args(class, order))] GnuHash),
    /// Dynamic linking information.
    #[br(pre_assert(kind == 6))]
    Dynamic(#[br(parse_with = until_eof, args(class, order))] Vec<Dynamic>),
    /// Notes.
    #[br(pre_assert(kind == 7))]
    Notes(#[br(parse_with = until_eof, args(class, order))] Vec<Note>),
    /// Addresses of functions, or addresses to be moved.
    #[br(pre_assert(kind == 14 || kind == 15 || kind == 16 || kind == 19))]
    Addresses(#[br(parse_with = until_eof, args(class, order))] Vec<Address>),
    /// Sections that belong together.
    #[br(pre_assert(kind == 17))]
    Group {
        /// 1: of groups with the same symbol, a linker keeps one.
        #[schema(codes = GroupFlag)]
        flags: u32,
        /// Numbers of the sections.
        #[br(parse_with = until_eof)]
        members: Vec<u32>,
    },
    /// Numbers of the sections of symbols, where 16 bits do not hold them.
    #[br(pre_assert(kind == 18))]
    WideIndexes(#[br(parse_with = until_eof)] Vec<u32>),
    /// Version of each dynamic symbol; the upper bit says that it is hidden.
    #[br(pre_assert(kind == 0x6FFF_FFFF))]
    SymbolVersions(#[br(parse_with = until_eof)] Vec<u16>),
    /// Versions that the file defines.
    #[br(pre_assert(kind == 0x6FFF_FFFD))]
    VersionsDefined(#[br(parse_with = until_eof, args(order))] Vec<VersionDefined>),
    /// Versions that it needs.
    #[br(pre_assert(kind == 0x6FFF_FFFE))]
    VersionsNeeded(#[br(args(order))] VersionsNeeded),
    /// Data of the program.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A compressed section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Compressed {
    /// Compression of the section.
    #[schema(codes = Compression, known)]
    pub method: u32,
    /// Not used.
    #[br(if(class == WIDE, 0))]
    #[schema(reserved)]
    pub reserved: u32,
    /// Size of the content in bytes.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub content_size: u64,
    /// Addresses of the content are multiples of it.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub align: u64,
    /// The content.
    #[br(parse_with = until_eof)]
    #[schema(region(content_size = content_size, transform(zlib if method == 1, zstd if method == 2)))]
    pub content: Vec<u8>,
}

/// A symbol.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub enum Symbol {
    /// Of a file with words of 8 bytes.
    #[br(pre_assert(class == WIDE))]
    Wide {
        /// Offset of its name in the string table.
        name: u32,
        /// Type and binding.
        info: SymbolInfo,
        /// Visibility.
        other: SymbolOther,
        /// The section that it is in.
        #[schema(codes = SpecialSection)]
        section: u16,
        /// Its address, or another number.
        value: u64,
        /// Its size in bytes, or 0.
        size: u64,
    },
    /// Of a file with words of 4 bytes.
    Narrow {
        /// Offset of its name in the string table.
        name: u32,
        /// Its address, or another number.
        value: u32,
        /// Its size in bytes, or 0.
        size: u32,
        /// Type and binding.
        info: SymbolInfo,
        /// Visibility.
        other: SymbolOther,
        /// The section that it is in.
        #[schema(codes = SpecialSection)]
        section: u16,
    },
}

/// The type and the binding of a symbol.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(bits = 8)]
pub struct SymbolInfo {
    /// Type of the symbol.
    #[schema(codes = SymbolKind)]
    pub kind: B4,
    /// Binding of the symbol.
    #[schema(codes = Binding)]
    pub binding: B4,
}

/// The visibility of a symbol.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(bits = 8)]
pub struct SymbolOther {
    /// Whether other parts of the program see it.
    #[schema(codes = Visibility)]
    pub visibility: B2,
    /// Of the processor.
    pub processor: B6,
}

/// A relocation.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8, has_addend: u8))]
#[brw(is_big = order == BIG)]
pub struct Relocation {
    /// Place that is relocated: an offset in the section, or an address.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub offset: u64,
    /// By which symbol, and how.
    #[br(args(class, order))]
    pub info: RelocationInfo,
    /// Addend.
    #[br(if(has_addend != 0, 0))]
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub addend: i64,
}

/// The symbol and the type of a relocation; the processor defines the type, which lies in the lower bits of a number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
pub enum RelocationInfo {
    /// Of words of 8 bytes, the least significant first.
    #[br(pre_assert(class == WIDE && order != BIG))]
    #[brw(little)]
    WideLittle { kind: u32, symbol: u32 },
    /// Of words of 8 bytes, the most significant first.
    #[br(pre_assert(class == WIDE))]
    #[brw(big)]
    WideBig { symbol: u32, kind: u32 },
    /// Of words of 4 bytes, the least significant first.
    #[br(pre_assert(order != BIG))]
    #[brw(little)]
    NarrowLittle { kind: u8, symbol: U24 },
    /// Of words of 4 bytes, the most significant first.
    #[brw(big)]
    NarrowBig { symbol: U24, kind: u8 },
}

/// A table that finds dynamic symbols.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct Hash {
    #[br(temp)]
    #[bw(calc = buckets.len())]
    bucket_count: u32,
    #[br(temp)]
    #[bw(calc = chain.len())]
    symbol_count: u32,
    /// The first symbol of each bucket.
    #[br(count = bucket_count)]
    pub buckets: Vec<u32>,
    /// The next symbol in the bucket of a symbol, or 0.
    #[br(count = symbol_count)]
    pub chain: Vec<u32>,
}

/// A smaller table that finds dynamic symbols.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct GnuHash {
    #[br(temp)]
    #[bw(calc = buckets.len())]
    bucket_count: u32,
    /// Number of the first symbol of the table.
    pub first: u32,
    #[br(temp)]
    #[bw(calc = filter.len())]
    filter_count: u32,
    /// Bits by which the second sum for the filter is shifted.
    pub shift: u32,
    /// Bits that say which symbols are not there.
    #[br(count = filter_count, args(class, order))]
    pub filter: Vec<Address>,
    /// The first symbol of each bucket.
    #[br(count = bucket_count)]
    pub buckets: Vec<u32>,
    /// Sums of the names of the symbols; the lowest bit ends a bucket.
    #[br(parse_with = until_eof)]
    pub sums: Vec<u32>,
}

/// An address.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Address {
    /// The address, of one word.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub value: u64,
}

/// Something that a loader needs.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Dynamic {
    /// Tag of the entry.
    #[schema(width = if class == WIDE { 8 } else { 4 }, codes = DynamicTag)]
    pub tag: u64,
    /// A number, an address, or the offset of a text.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub value: u64,
}

/// A note.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Note {
    #[br(temp)]
    #[bw(calc = name.len())]
    name_size: u32,
    /// Size of the description in bytes, which a writer sets.
    description_size: u32,
    /// Type, whose meaning the name determines.
    pub kind: u32,
    /// Name of the owner, with a NUL.
    #[br(count = name_size)]
    #[schema(text(encoding = "latin-1"))]
    pub name: Vec<u8>,
    #[schema(padding(align = 4, of = self))]
    padding: Vec<u8>,
    /// Description.
    #[br(args(class, order, if name == b"GNU\0" { kind } else { 0 }))]
    #[schema(region(size = description_size))]
    pub description: Description,
    #[schema(padding(align = 4, of = self))]
    end: Vec<u8>,
}

/// The description of a note, by its type among those of GNU.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8, kind: u32))]
#[brw(is_big = order == BIG)]
pub enum Description {
    /// The oldest system that runs the program.
    #[br(pre_assert(kind == 1))]
    Abi {
        /// 0 for Linux.
        system: u32,
        /// Its version.
        version: [u32; 3],
    },
    /// A number of this very file.
    #[br(pre_assert(kind == 3))]
    BuildId(#[br(parse_with = until_eof)] Vec<u8>),
    /// Properties of the program.
    #[br(pre_assert(kind == 5))]
    Properties(#[br(parse_with = until_eof, args(class, order))] Vec<Property>),
    /// Anything else.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A property of a program.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Property {
    /// Type of the property.
    pub kind: u32,
    #[br(temp)]
    #[bw(calc = data.len())]
    data_size: u32,
    /// Value of the property.
    #[br(count = data_size)]
    pub data: Vec<u8>,
    /// Up to a whole word.
    #[br(count = if class == WIDE { (8 - data_size % 8) % 8 } else { (4 - data_size % 4) % 4 })]
    #[schema(reserved)]
    pub padding: Vec<u8>,
}

/// A version that a file defines.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
#[schema(
    assert(
        names_offset == 20 && (next == 0 || next == 20 + names.len() * 8),
        class = UnsupportedFeature,
        code = "version-defined.place",
        text = "expected the names after it, and the next version after them, found them at {names_offset} and {next}",
        on = next
    )
)]
pub struct VersionDefined {
    /// Of the format; there is one.
    #[schema(supported(1))]
    pub format: u16,
    /// 1 for the name of the file itself, 2 for a weak version.
    pub flags: u16,
    /// Number of the version, as symbols have it.
    pub index: u16,
    #[br(temp)]
    #[bw(calc = names.len())]
    name_count: u16,
    /// A sum of the name, which finds it.
    pub hash: u32,
    /// Offset of the names from here.
    pub names_offset: u32,
    /// Offset of the next version from here, or 0.
    pub next: u32,
    /// The name, and those of versions before it.
    #[br(count = name_count, args(order))]
    pub names: Vec<VersionName>,
}

/// Name of a version.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct VersionName {
    /// Offset of its name in the string table.
    pub name: u32,
    /// Offset of the next name from here, or 0.
    pub next: u32,
}

/// Versions that a file needs.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
pub struct VersionsNeeded {
    /// The files.
    #[br(until = entry.next == 0, args(order))]
    pub files: Vec<FileNeeded>,
    /// Versions of all files, where a linker puts them after the files.
    #[br(parse_with = until_eof, args(order))]
    pub versions: Vec<VersionNeeded>,
}

/// A file of which versions are needed.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct FileNeeded {
    /// Of the format; there is one.
    #[schema(supported(1))]
    pub format: u16,
    /// Number of versions.
    pub count: u16,
    /// Offset of the name of the file in the string table.
    pub file: u32,
    /// Offset of the first version from here.
    pub versions_offset: u32,
    /// Offset of the next file from here, or 0.
    pub next: u32,
    /// The versions, where they follow directly.
    #[br(count = if versions_offset == 16 && next != 16 { count } else { 0 }, args(order))]
    pub versions: Vec<VersionNeeded>,
}

/// A version that is needed.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct VersionNeeded {
    /// A sum of the name, which finds it.
    pub hash: u32,
    /// 2 for a weak version.
    pub flags: u16,
    /// Number of the version, as symbols have it.
    pub index: u16,
    /// Offset of its name in the string table.
    pub name: u32,
    /// Offset of the next version from here, or 0.
    pub next: u32,
}

/// Compressions of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Compression {
    /// zlib.
    Zlib = 1,
    /// zstd.
    Zstd = 2,
}

/// Flags of a section group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum GroupFlag {
    /// Of groups with the same symbol, it keeps one.
    Once = 1,
}

/// Types of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum SymbolKind {
    /// Nothing that is said.
    None = 0,
    /// Data.
    Object = 1,
    /// A function.
    Function = 2,
    /// A section.
    Section = 3,
    /// A file of the source.
    File = 4,
    /// Data without a place yet.
    Common = 5,
    /// Data of each thread.
    ThreadLocal = 6,
    /// A function that returns the address of the function.
    Indirect = 10,
}

/// Bindings of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Binding {
    /// This one.
    Local = 0,
    /// All, and it is defined once.
    Global = 1,
    /// All, unless another one is defined.
    Weak = 2,
    /// All, and there is one in a process.
    Unique = 10,
}

/// Visibilities of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Visibility {
    /// All, and others may replace it.
    Default = 0,
    /// Hidden, with a meaning that the processor defines.
    Internal = 1,
    /// Visible in the same program or library only.
    Hidden = 2,
    /// All, and nobody replaces it.
    Protected = 3,
}

/// Numbers of sections that are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum SpecialSection {
    /// It is defined elsewhere.
    Undefined = 0,
    /// Its value is not an address.
    Absolute = 0xFFF1,
    /// It has no place yet.
    Common = 0xFFF2,
    /// The number is in a section of numbers.
    Wide = 0xFFFF,
}

/// Tags of dynamic linking information.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u64)]
pub enum DynamicTag {
    /// The end of the list.
    End = 0,
    /// Name of a library.
    Needed = 1,
    /// Size of the relocations of calls.
    PltRelocationsSize = 2,
    /// Address of the table of addresses.
    Got = 3,
    /// Address of the table that finds symbols.
    Hash = 4,
    /// Address of texts.
    Texts = 5,
    /// Address of symbols.
    Symbols = 6,
    /// Address of relocations with addends.
    Addends = 7,
    /// Size of these.
    AddendsSize = 8,
    /// Size of one.
    AddendsEntry = 9,
    /// Size of texts.
    TextsSize = 10,
    /// Size of a symbol.
    SymbolSize = 11,
    /// Function that begins.
    Init = 12,
    /// Function that ends.
    Fini = 13,
    /// Name of this library.
    Name = 14,
    /// Search path of libraries; replaced by `RunPath`.
    Path = 15,
    /// Symbols are searched here first.
    Symbolic = 16,
    /// Address of relocations without addends.
    Rel = 17,
    /// Size of these.
    RelSize = 18,
    /// Size of one.
    RelEntry = 19,
    /// Kind of the relocations of calls.
    PltKind = 20,
    /// For debuggers.
    Debug = 21,
    /// Code is changed.
    TextRelocations = 22,
    /// Address of the relocations of calls.
    PltRelocations = 23,
    /// All symbols are bound at the begin.
    BindNow = 24,
    /// Functions that begin.
    InitArray = 25,
    /// Functions that end.
    FiniArray = 26,
    /// Size of these.
    InitArraySize = 27,
    /// Size of these.
    FiniArraySize = 28,
    /// Search path of libraries.
    RunPath = 29,
    /// Flags.
    Flags = 30,
    /// Functions before all others.
    PreinitArray = 32,
    /// Size of these.
    PreinitArraySize = 33,
    /// Size of addresses to be moved.
    RelrSize = 35,
    /// Addresses to be moved.
    Relr = 36,
    /// Size of one.
    RelrEntry = 37,
    /// Address of the smaller table.
    GnuHash = 0x6FFF_FEF5,
    /// Version of each symbol.
    SymbolVersions = 0x6FFF_FFF0,
    /// Number of relative relocations.
    AddendsCount = 0x6FFF_FFF9,
    /// More flags.
    Flags1 = 0x6FFF_FFFB,
    /// Versions that the file defines.
    VersionsDefined = 0x6FFF_FFFC,
    /// Number of these.
    VersionsDefinedCount = 0x6FFF_FFFD,
    /// Versions that it needs.
    VersionsNeeded = 0x6FFF_FFFE,
    /// Number of these.
    VersionsNeededCount = 0x6FFF_FFFF,
}

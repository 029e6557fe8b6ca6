//! Declares the contents of the sections of an ELF file, by kind.

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
    /// All symbols, or the symbols for a loader.
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
    /// A hash table of dynamic symbols.
    #[br(pre_assert(kind == 5))]
    Hash(#[br(args(order))] Hash),
    /// A smaller hash table of dynamic symbols.
    #[br(pre_assert(kind == 0x6FFF_FFF6))]
    GnuHash(#[br(args(class, order))] GnuHash),
    /// Dynamic linking information.
    #[br(pre_assert(kind == 6))]
    Dynamic(#[br(parse_with = until_eof, args(class, order))] Vec<Dynamic>),
    /// Notes.
    #[br(pre_assert(kind == 7))]
    Notes(#[br(parse_with = until_eof, args(class, order))] Vec<Note>),
    /// Addresses of functions, or addresses that a loader relocates.
    #[br(pre_assert(kind == 14 || kind == 15 || kind == 16 || kind == 19))]
    Addresses(#[br(parse_with = until_eof, args(class, order))] Vec<Address>),
    /// A group of sections that belong together.
    #[br(pre_assert(kind == 17))]
    Group {
        /// 1 if a linker keeps one of the groups with the same symbol.
        #[schema(codes = GroupFlag)]
        flags: u32,
        /// Numbers of the sections.
        #[br(parse_with = until_eof)]
        members: Vec<u32>,
    },
    /// Section numbers of symbols whose number does not fit into 16 bits.
    #[br(pre_assert(kind == 18))]
    WideIndexes(#[br(parse_with = until_eof)] Vec<u32>),
    /// Version of each dynamic symbol; the upper bit marks a hidden symbol.
    #[br(pre_assert(kind == 0x6FFF_FFFF))]
    SymbolVersions(#[br(parse_with = until_eof)] Vec<u16>),
    /// Versions that the file defines.
    #[br(pre_assert(kind == 0x6FFF_FFFD))]
    VersionsDefined(#[br(parse_with = until_eof, args(order))] Vec<VersionDefined>),
    /// Versions that the file needs.
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
    /// Reserved bytes.
    #[br(if(class == WIDE, 0))]
    #[schema(reserved)]
    pub reserved: u32,
    /// Size of the content in bytes.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub content_size: u64,
    /// Alignment of the address of the content, in bytes.
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
    /// A symbol of a file with words of 8 bytes.
    #[br(pre_assert(class == WIDE))]
    Wide {
        /// Offset of the name in the string table.
        name: u32,
        /// Type and binding.
        info: SymbolInfo,
        /// Visibility.
        other: SymbolOther,
        /// Number of the section that holds the symbol.
        #[schema(codes = SpecialSection)]
        section: u16,
        /// Address of the symbol, or another number.
        value: u64,
        /// Size of the symbol in bytes, or 0.
        size: u64,
    },
    /// A symbol of a file with words of 4 bytes.
    Narrow {
        /// Offset of the name in the string table.
        name: u32,
        /// Address of the symbol, or another number.
        value: u32,
        /// Size of the symbol in bytes, or 0.
        size: u32,
        /// Type and binding.
        info: SymbolInfo,
        /// Visibility.
        other: SymbolOther,
        /// Number of the section that holds the symbol.
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
    /// Visibility for other parts of the program.
    #[schema(codes = Visibility)]
    pub visibility: B2,
    /// Bits that the processor defines.
    pub processor: B6,
}

/// A relocation.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8, has_addend: u8))]
#[brw(is_big = order == BIG)]
pub struct Relocation {
    /// The relocated bytes, as an offset in the section or as an address.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub offset: u64,
    /// Symbol and type of the relocation.
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
    /// Words of 8 bytes, with the least significant byte first.
    #[br(pre_assert(class == WIDE && order != BIG))]
    #[brw(little)]
    WideLittle { kind: u32, symbol: u32 },
    /// Words of 8 bytes, with the most significant byte first.
    #[br(pre_assert(class == WIDE))]
    #[brw(big)]
    WideBig { symbol: u32, kind: u32 },
    /// Words of 4 bytes, with the least significant byte first.
    #[br(pre_assert(order != BIG))]
    #[brw(little)]
    NarrowLittle { kind: u8, symbol: U24 },
    /// Words of 4 bytes, with the most significant byte first.
    #[brw(big)]
    NarrowBig { symbol: U24, kind: u8 },
}

/// A hash table of dynamic symbols.
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
    /// Number of the first symbol of each bucket.
    #[br(count = bucket_count)]
    pub buckets: Vec<u32>,
    /// Number of the next symbol in the bucket of each symbol, or 0.
    #[br(count = symbol_count)]
    pub chain: Vec<u32>,
}

/// A smaller hash table of dynamic symbols.
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
    /// Number of bits by which the second hash for the filter is shifted.
    pub shift: u32,
    /// Bits that show which symbols are missing.
    #[br(count = filter_count, args(class, order))]
    pub filter: Vec<Address>,
    /// Number of the first symbol of each bucket.
    #[br(count = bucket_count)]
    pub buckets: Vec<u32>,
    /// Hashes of the names of the symbols; the lowest bit marks the end of a bucket.
    #[br(parse_with = until_eof)]
    pub sums: Vec<u32>,
}

/// An address.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8))]
#[brw(is_big = order == BIG)]
pub struct Address {
    /// The address, which is one word.
    #[schema(width = if class == WIDE { 8 } else { 4 })]
    pub value: u64,
}

/// Information for a loader.
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

/// The description of a note, which depends on the type if the owner is GNU.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(class: u8, order: u8, kind: u32))]
#[brw(is_big = order == BIG)]
pub enum Description {
    /// The oldest operating system that can run the program.
    #[br(pre_assert(kind == 1))]
    Abi {
        /// Number of the operating system; 0 for Linux.
        system: u32,
        /// Version of the operating system.
        version: [u32; 3],
    },
    /// A number that identifies the build of this file.
    #[br(pre_assert(kind == 3))]
    BuildId(#[br(parse_with = until_eof)] Vec<u8>),
    /// Properties of the program.
    #[br(pre_assert(kind == 5))]
    Properties(#[br(parse_with = until_eof, args(class, order))] Vec<Property>),
    /// Description of another type.
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
    /// Padding up to a whole word.
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
    /// Version of the format, which is 1.
    #[schema(supported(1))]
    pub format: u16,
    /// 1 if the name is that of the file itself, 2 for a weak version.
    pub flags: u16,
    /// Number by which symbols refer to the version.
    pub index: u16,
    #[br(temp)]
    #[bw(calc = names.len())]
    name_count: u16,
    /// Hash of the name.
    pub hash: u32,
    /// Offset of the names from the beginning of this entry, in bytes.
    pub names_offset: u32,
    /// Offset of the next version from the beginning of this entry in bytes, or 0.
    pub next: u32,
    /// Name of the version, and names of the versions before it.
    #[br(count = name_count, args(order))]
    pub names: Vec<VersionName>,
}

/// Name of a version.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct VersionName {
    /// Offset of the name in the string table.
    pub name: u32,
    /// Offset of the next name from the beginning of this entry in bytes, or 0.
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
    /// The versions that all files need, if a linker puts them after the files.
    #[br(parse_with = until_eof, args(order))]
    pub versions: Vec<VersionNeeded>,
}

/// A file of which this file needs versions.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct FileNeeded {
    /// Version of the format, which is 1.
    #[schema(supported(1))]
    pub format: u16,
    /// Number of versions.
    pub count: u16,
    /// Offset of the name of the file in the string table.
    pub file: u32,
    /// Offset of the first version from the beginning of this entry, in bytes.
    pub versions_offset: u32,
    /// Offset of the next file from the beginning of this entry in bytes, or 0.
    pub next: u32,
    /// The versions, if they follow directly.
    #[br(count = if versions_offset == 16 && next != 16 { count } else { 0 }, args(order))]
    pub versions: Vec<VersionNeeded>,
}

/// A version that this file needs.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct VersionNeeded {
    /// Hash of the name.
    pub hash: u32,
    /// Flags; 2 for a weak version.
    pub flags: u16,
    /// Number by which symbols refer to the version.
    pub index: u16,
    /// Offset of the name in the string table.
    pub name: u32,
    /// Offset of the next version from the beginning of this entry in bytes, or 0.
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
    /// A linker keeps one of the groups with the same symbol.
    Once = 1,
}

/// Types of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum SymbolKind {
    /// A symbol without a stated type.
    None = 0,
    /// Data.
    Object = 1,
    /// A function.
    Function = 2,
    /// A section.
    Section = 3,
    /// A source file.
    File = 4,
    /// Data whose address a linker chooses.
    Common = 5,
    /// Data of which each thread has its own.
    ThreadLocal = 6,
    /// A function that returns the address of the real function.
    Indirect = 10,
}

/// Bindings of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Binding {
    /// Only this file sees the symbol.
    Local = 0,
    /// All files see the symbol, and one file defines it.
    Global = 1,
    /// All files see the symbol, unless another definition exists.
    Weak = 2,
    /// All files see the symbol, and a process has one definition of it.
    Unique = 10,
}

/// Visibilities of symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Visibility {
    /// Other files see the symbol, and may replace it.
    Default = 0,
    /// The symbol is hidden, with a meaning that the processor defines.
    Internal = 1,
    /// Only the same program or library sees the symbol.
    Hidden = 2,
    /// Other files see the symbol, but cannot replace it.
    Protected = 3,
}

/// Section numbers with a special meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum SpecialSection {
    /// Another file defines the symbol.
    Undefined = 0,
    /// The value of the symbol is not an address.
    Absolute = 0xFFF1,
    /// A linker chooses the address of the symbol.
    Common = 0xFFF2,
    /// The number is in the section of type `WideIndexes`.
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
    /// Size in bytes of the relocations of calls.
    PltRelocationsSize = 2,
    /// Address of the table of addresses.
    Got = 3,
    /// Address of the hash table of symbols.
    Hash = 4,
    /// Address of texts.
    Texts = 5,
    /// Address of symbols.
    Symbols = 6,
    /// Address of relocations with addends.
    Addends = 7,
    /// Size in bytes of the relocations with addends.
    AddendsSize = 8,
    /// Size in bytes of a relocation with an addend.
    AddendsEntry = 9,
    /// Size of the texts in bytes.
    TextsSize = 10,
    /// Size of a symbol in bytes.
    SymbolSize = 11,
    /// Address of the function that initialises the file.
    Init = 12,
    /// Address of the function that ends the use of the file.
    Fini = 13,
    /// Name of this library.
    Name = 14,
    /// Search path of libraries; replaced by `RunPath`.
    Path = 15,
    /// Symbols are searched in this file first.
    Symbolic = 16,
    /// Address of relocations without addends.
    Rel = 17,
    /// Size in bytes of the relocations without addends.
    RelSize = 18,
    /// Size in bytes of a relocation without an addend.
    RelEntry = 19,
    /// Kind of the relocations of calls.
    PltKind = 20,
    /// An entry for debuggers.
    Debug = 21,
    /// Relocations change code.
    TextRelocations = 22,
    /// Address of the relocations of calls.
    PltRelocations = 23,
    /// The loader binds all symbols at the start.
    BindNow = 24,
    /// Address of the table of functions that initialise the file.
    InitArray = 25,
    /// Address of the table of functions that end the use of the file.
    FiniArray = 26,
    /// Size in bytes of the table of `InitArray`.
    InitArraySize = 27,
    /// Size in bytes of the table of `FiniArray`.
    FiniArraySize = 28,
    /// Search path of libraries.
    RunPath = 29,
    /// Flags.
    Flags = 30,
    /// Address of the table of functions that run before all others.
    PreinitArray = 32,
    /// Size in bytes of the table of `PreinitArray`.
    PreinitArraySize = 33,
    /// Size in bytes of the table of `Relr`.
    RelrSize = 35,
    /// Address of the table of addresses that the loader relocates.
    Relr = 36,
    /// Size in bytes of an element of the table of `Relr`.
    RelrEntry = 37,
    /// Address of the smaller hash table.
    GnuHash = 0x6FFF_FEF5,
    /// Address of the versions of symbols.
    SymbolVersions = 0x6FFF_FFF0,
    /// Number of relative relocations.
    AddendsCount = 0x6FFF_FFF9,
    /// More flags.
    Flags1 = 0x6FFF_FFFB,
    /// Address of the versions that the file defines.
    VersionsDefined = 0x6FFF_FFFC,
    /// Number of versions that the file defines.
    VersionsDefinedCount = 0x6FFF_FFFD,
    /// Address of the versions that the file needs.
    VersionsNeeded = 0x6FFF_FFFE,
    /// Number of files of which the file needs versions.
    VersionsNeededCount = 0x6FFF_FFFF,
}

//! Small formats of others: they use features that our formats use rarely or never.

use bpx_schema::codec::{CText, Regions, Tree, Uleb};
use bpx_schema::{Record, structure};

/// Big-endian: chunks with a tag, a size and a checksum.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Picture {
    #[schema(magic = b"\x89PIC")]
    pub signature: [u8; 4],
    #[schema(utf8)]
    pub author: [u8; 3],
    #[br(parse_with = until_eof)]
    pub chunks: Vec<Chunk>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(sum(crc32, over(tag, body), stored = crc))]
pub struct Chunk {
    pub length: u32,
    pub tag: u32,
    #[br(args(tag, length))]
    pub body: ChunkBody,
    pub crc: u32,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(tag: u32, length: u32))]
pub enum ChunkBody {
    /// `HEAD`
    #[br(pre_assert(tag == 0x4845_4144))]
    Head(Head),
    /// `TEXT`
    #[br(pre_assert(tag == 0x5445_5854))]
    Text {
        #[br(count = length)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// `NAME`
    #[br(pre_assert(tag == 0x4E41_4D45))]
    Names {
        #[schema(magic = b"NM")]
        mark: [u8; 2],
        #[br(count = 2)]
        #[schema(utf8)]
        names: Vec<CText>,
        levels: [u16; 2],
        shifts: [i8; 2],
    },
    Other(#[br(count = length)] Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
pub struct Head {
    #[schema(magic = b"HD")]
    pub mark: [u8; 2],
    #[schema(utf8)]
    pub title: [u8; 4],
    #[schema(reserved)]
    pub reserved: [u8; 3],
    #[schema(range(1..=8))]
    pub depth: u8,
    #[schema(range(0..=300))]
    pub sizes: [u16; 2],
    pub ratio: f32,
}

/// Every name is a word of Rust.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    derive(r#struct.r#enum = r#loop.len() * 2),
    sum(byte_sum, over(r#type, r#loop), stored = r#struct.r#mod, skip(r#struct.r#mod))
)]
pub struct Keywords {
    pub r#type: u8,
    pub r#struct: Keyword,
    #[br(if(r#type == 1))]
    pub r#match: Option<u8>,
    #[br(if(r#type != 1, 7))]
    pub r#if: u8,
    #[br(temp)]
    #[bw(calc = r#loop.len())]
    r#in: u8,
    #[br(count = r#in)]
    pub r#loop: Vec<Keyword>,
    #[br(count = r#struct.r#enum / 2)]
    pub r#ref: Vec<u16>,
    #[br(args(r#type))]
    pub r#use: Used,
    #[br(args(find(r#loop.r#enum == 3, r#loop.r#mod) + sum(r#loop.r#enum)))]
    pub r#pub: Tree<Keytree>,
    #[schema(region(each = r#loop, at = entry.r#enum, size = entry.r#mod % 3, set()))]
    pub r#extern: Regions<Keybytes>,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[br(assert(r#enum != 99))]
pub struct Keyword {
    #[schema(range(0..=100))]
    pub r#enum: u8,
    pub r#mod: u32,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(r#type: u8))]
pub enum Used {
    #[br(pre_assert(r#type == 1))]
    Fn(u8),
    #[br(pre_assert(r#type == 2))]
    Static {
        r#const: u8,
        #[br(count = r#const + r#type)]
        r#let: Vec<u8>,
    },
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(r#impl: u8), assert(r#impl != 200))]
pub struct Keytree {
    #[br(temp)]
    #[bw(calc = r#for.len())]
    r#as: u8,
    #[br(count = r#as, args(r#impl + 1))]
    #[schema(children)]
    r#for: Vec<Keytree>,
    pub r#while: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Keybytes {
    #[br(parse_with = until_eof)]
    pub r#move: Vec<u8>,
}

/// Boxes in boxes: their bodies are regions of bytes that were read before.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(name = "Boxes")]
pub struct Boxes {
    #[br(parse_with = until_eof)]
    pub boxes: Vec<Atom>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(name = "Box")]
pub struct Atom {
    pub kind: u8,
    #[br(count = 1)]
    pub sizes: Vec<AtomSize>,
    pub length: u8,
    #[br(count = length)]
    pub bytes: Vec<u8>,
    #[schema(region(each = sizes, at = position - bytes.len(), size = entry.size, set()))]
    #[br(args(kind))]
    pub body: Regions<BoxBody>,
    pub end: u8,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct AtomSize {
    pub size: u8,
}

/// What a box holds; its name is that of a field and of a type of the format around.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum BoxBody {
    #[br(pre_assert(kind == 1))]
    Inner(#[br(parse_with = until_eof)] Vec<Atom>),
    #[br(pre_assert(kind == 2))]
    Kind {
        first: u8,
    },
    #[br(pre_assert(kind == 3))]
    Table {
        #[br(count = 2)]
        slots: Vec<Slot>,
        #[br(args(kind - 1))]
        #[schema(region(each = slots, at = entry.at, size = entry.size))]
        parts: Regions<Part>,
    },
    Data(#[br(parse_with = until_eof)] Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Slot {
    pub at: u8,
    pub size: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(end: u8))]
pub struct Part {
    #[br(args(end))]
    pub choice: Ending,
}

/// A case has the name of the parameter.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(end: u8))]
pub enum Ending {
    #[br(pre_assert(end == 1))]
    End,
    #[br(pre_assert(end == 2))]
    Other { byte: u8 },
}

/// Computed values that a file can state wrong.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(
    head.total = sum(lots.size) + tail.len(),
    code = "stated.total",
    head.double = head.total * 2,
    lenient = "I-9",
    spec = "7"
))]
pub struct Stated {
    pub head: StatedHead,
    #[br(temp)]
    #[bw(calc = tail.len() + 1)]
    #[schema(code = "stated.more", lenient = "I-9")]
    more: u16,
    #[br(temp, if(head.kind != 0, 0))]
    #[bw(calc = tail.len() * head.kind)]
    scaled: u8,
    #[br(count = 2)]
    pub lots: Vec<Lot>,
    #[br(count = head.count)]
    pub tail: Vec<u8>,
    #[br(args(head.kind))]
    pub case: StatedCase,
    #[br(args(head.kind))]
    pub tree: Tree<StatedNode>,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct StatedHead {
    pub kind: u8,
    pub count: u8,
    pub total: u16,
    pub double: u32,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Lot {
    pub size: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
pub enum StatedCase {
    #[br(pre_assert(kind == 1))]
    Doubled {
        #[br(temp)]
        #[bw(calc = plain * 2)]
        doubled: Uleb<u32>,
        plain: u8,
    },
    Plain,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub struct StatedNode {
    #[br(temp)]
    #[bw(calc = children.len() + name.len())]
    sum: u8,
    #[br(temp)]
    #[bw(calc = children.len())]
    count: u8,
    #[br(count = kind)]
    pub name: Vec<u8>,
    #[br(count = count, args(kind))]
    #[schema(children)]
    children: Vec<StatedNode>,
    pub end: u8,
}

/// Parts that have offsets of their own, in any order; a table of entries that vary in size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Places {
    pub names_at: u8,
    pub numbers_at: u8,
    pub entries_at: u8,
    #[br(temp)]
    #[bw(calc = entries.len())]
    entry_count: u8,
    pub padded: Uleb<u32>,
    #[br(count = 2)]
    #[schema(region(at = numbers_at))]
    pub numbers: Vec<u16>,
    #[br(count = entry_count)]
    #[schema(region(at = entries_at))]
    pub entries: Vec<Entry>,
    #[br(count = 3)]
    #[schema(region(at = names_at), utf8)]
    pub names: Vec<u8>,
    #[br(count = 0)]
    #[schema(region(at = 2, set()))]
    pub nothing: Vec<u8>,
    #[schema(region(each = entries, at = entry.at, size = entry.size))]
    pub parts: Regions<Bytes>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    #[schema(utf8)]
    pub name: CText,
    pub at: u8,
    pub size: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Bytes {
    #[br(count = 2)]
    pub two: Vec<u8>,
}

/// Fields in place that are stored through a transform.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(sum(byte_sum, over(page, seal), stored = sum))]
pub struct Letter {
    pub page_size: u16,
    pub content_size: u16,
    pub page_sum: u32,
    pub sum: u32,
    /// A structure.
    #[br(args(page_size))]
    #[schema(region(size = page_size, content_size = content_size, transform(zlib), check(crc32, stored = page_sum)))]
    pub page: Page,
    pub seal: u8,
    /// Bytes, up to the end of a structure of its own.
    pub inner: Folded,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(page_size: u16))]
pub struct Page {
    #[schema(range(1..=9))]
    pub number: u8,
    #[br(if(page_size > 0))]
    pub line: Option<u16>,
    #[br(parse_with = until_eof)]
    #[schema(region(transform(zlib if number > 1)))]
    pub text: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Folded {
    pub pair_size: u8,
    /// A size and no more.
    #[br(count = 2)]
    #[schema(region(size = pair_size - 1))]
    pub pair: Vec<u16>,
    #[br(parse_with = until_eof)]
    #[schema(region(transform(zlib)))]
    pub rest: Vec<u8>,
}

/// Plain regions in compressed content.
#[structure]
#[derive(Debug)]
#[brw(magic = b"HEAD")]
pub struct Cabinet {
    #[schema(region(transform(zlib)))]
    pub content: Drawers,
}

#[structure]
#[derive(Debug)]
pub struct Drawers {
    #[br(count = 1)]
    pub table: Vec<Drawer>,
    #[schema(region(each = table, at = entry.offset, size = entry.size))]
    pub drawers: Regions<Flags>,
}

#[derive(Debug, Clone, PartialEq, Eq, Record)]
pub struct Drawer {
    pub offset: u8,
    pub size: u8,
}

#[structure]
#[derive(Debug)]
pub struct Flags {
    #[br(parse_with = until_eof)]
    pub flags: Vec<Flag>,
}

#[derive(Debug, Clone, PartialEq, Eq, Record)]
pub struct Flag {
    #[schema(range(0..=1))]
    pub value: u8,
}

//! Structures that use every feature of the language, with bytes that form them.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing)]

pub mod compare;
pub mod samples;
pub mod schemas;

use bpx_schema::codec::{CText, Regions, Tree, Uleb};
use bpx_schema::{Record, structure};

pub const DEEP: u8 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Color {
    Red = 1,
    Green = 2,
    Blue = 9,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub enum Trait {
    Big = 0x1,
    Old = 0x8,
    Odd = 0x100,
}

/// Bit fields.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed {
    #[schema(codes = Color, known)]
    pub color: B4,
    #[schema(range(0..=1000))]
    pub wide: B11,
    #[schema(codes = Trait, known)]
    pub traits: B10,
    #[schema(reserved)]
    pub rest: B7,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Pair {
    #[schema(range(-5..=100))]
    pub low: i16,
    #[schema(multiple_of = 4)]
    pub high: u32,
}

/// Every rule of a record.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[br(assert(first <= last))]
pub struct Rules {
    #[schema(magic = b"RU")]
    pub signature: [u8; 2],
    #[schema(codes = Color, known)]
    pub color: u8,
    #[schema(codes = Color, spec = "1.2", name = "Kind")]
    pub free: u8,
    #[schema(codes = Trait, known)]
    pub traits: u16,
    #[schema(supported(1, 2, 4))]
    pub version: u32,
    #[schema(one_of(-1, 7, 12), lenient = "I-1")]
    pub choice: i32,
    #[brw(big)]
    pub first: u16,
    #[brw(big)]
    pub last: u16,
    #[schema(finite)]
    pub ratio: f32,
    #[schema(finite)]
    pub ratios: [f64; 2],
    pub wide: u64,
    pub signed: [i64; 2],
    pub matrix: [[u8; 3]; 2],
    #[schema(utf8)]
    pub text: [u8; 5],
    #[schema(range(2..=3))]
    pub small: [u8; 3],
    pub pair: Pair,
    pub pairs: [Pair; 2],
    pub packed: Packed,
    #[schema(reserved)]
    pub pad: [u8; 3],
}

/// Counts, conditions, texts, variable-length numbers.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"DYN1")]
#[br(assert(total == sum(pairs.high)), assert(rest.len() != 4 || names.len() == 2))]
#[schema(spec = "2")]
pub struct Dynamic {
    #[br(temp)]
    #[bw(calc = pairs.len())]
    count: u8,
    #[schema(codes = Trait, known)]
    pub flags: u16,
    #[br(count = count)]
    pub pairs: Vec<Pair>,
    #[br(if(flags & 1 != 0))]
    pub big: Option<u64>,
    #[br(if(flags & 8 != 0, 77))]
    pub age: i32,
    #[br(if(age == 77 || count > 2))]
    pub pair: Option<Pair>,
    #[schema(utf8)]
    pub title: CText,
    #[br(temp)]
    #[bw(calc = names.len())]
    name_count: Uleb<u32>,
    #[br(count = name_count)]
    pub names: Vec<CText>,
    pub total: Uleb<u64>,
    #[br(count = if count > 1 { 2 } else { 1 })]
    #[brw(big)]
    pub numbers: Vec<u16>,
    #[br(args(count, flags))]
    pub switch: Choice,
    #[br(if(flags & 256 != 0))]
    pub floats: Option<[f32; 2]>,
    #[br(count = 2, args(DEEP))]
    pub nested: Vec<Part>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A switch with an alternative.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(tag: u8, flags: u16))]
pub enum Choice {
    #[br(pre_assert(tag == 0))]
    Empty,
    #[br(pre_assert(tag == 1))]
    One(#[schema(range(0..=9))] u8),
    #[br(pre_assert(tag == 2 && flags != 0))]
    Two {
        #[br(temp)]
        #[bw(calc = items.len())]
        n: u8,
        #[br(count = n)]
        items: Vec<i16>,
    },
    #[schema(name = "Else")]
    Other(#[br(args(tag))] Strict),
}

/// A switch without an alternative, under another name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(tag: u8))]
#[schema(name = "StrictChoice")]
pub enum Strict {
    #[br(pre_assert(tag == 2))]
    A(u8),
    #[br(pre_assert(tag == 3))]
    B(Packed),
    #[br(pre_assert(tag == 4))]
    C { x: f64, y: f32 },
    #[br(pre_assert(tag == 5))]
    #[schema(attempt = "I-2")]
    Even(#[br(count = 2)] Vec<u16>),
    #[br(pre_assert(tag >= 5))]
    Odd(u8),
}

/// A structure with a parameter and no fixed size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(deep: u8))]
#[br(assert(size >= position), assert(deep == DEEP))]
pub struct Part {
    #[br(temp)]
    #[bw(calc = data.len())]
    len: u8,
    #[br(count = len)]
    pub data: Vec<u8>,
    #[br(if(deep - 3 == 0))]
    pub extra: Option<i64>,
}

/// Elements up to the end, of each kind.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
pub enum Tail {
    #[br(pre_assert(kind == 0))]
    Pairs(#[br(parse_with = until_eof)] Vec<Pair>),
    #[br(pre_assert(kind == 1))]
    Parts(#[br(parse_with = until_eof, args(3))] Vec<Part>),
    #[br(pre_assert(kind == 2))]
    Texts(
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        Vec<CText>,
    ),
    #[br(pre_assert(kind == 3))]
    Floats(
        #[br(parse_with = until_eof)]
        #[schema(finite)]
        Vec<f64>,
    ),
    #[br(pre_assert(kind == 4))]
    Forest(#[br(parse_with = until_eof, args(0))] Vec<Tree<Branch>>),
    #[br(pre_assert(kind == 5))]
    Hollow(#[br(parse_with = until_eof, args(0))] Vec<Hollow>),
    #[br(pre_assert(kind == 6))]
    Hollows(#[br(count = 1_000_000_000_000_000_000i64, args(0))] Vec<Hollow>),
}

/// May take no bytes at all.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(full: u8))]
pub struct Hollow {
    #[br(if(full != 0))]
    pub value: Option<u8>,
}

/// A tree with fields on both sides of the children.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(parent: u8), assert(weight != 66))]
pub struct Branch {
    #[br(temp)]
    #[bw(calc = children.len())]
    count: u8,
    #[br(if(parent != 0, 5))]
    pub kind: u8,
    #[br(args(kind, 0))]
    pub value: Choice,
    #[br(count = count, args(kind))]
    #[schema(children)]
    children: Vec<Branch>,
    #[schema(range(0..=100))]
    pub weight: u8,
    #[br(if(kind == 2))]
    pub note: Option<CText>,
}

/// Describes a region.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Entry {
    pub offset: u16,
    pub size: u16,
    pub kind: u8,
    #[br(if(kind & 128 != 0))]
    pub sum: Option<u16>,
}

/// Describes a region, in a fixed size.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(big)]
pub struct Slot {
    pub offset: u32,
    pub stored: u32,
    pub content: u32,
    pub how: u8,
    pub sum: u32,
    pub arg: u8,
}

/// Regions described by records and by structures, a part that has an offset of its own, and checksums.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    derive(head.count = slots.len()),
    sum(crc32, over(head, slots), stored = head.sum, skip(head.sum, slots.sum), spec = "9"),
    sum(byte_sum, over(slots), stored = check, or_skip(slots.arg))
)]
pub struct Archive {
    pub head: ArchiveHead,
    #[br(count = head.count)]
    pub slots: Vec<Slot>,
    pub check: u32,
    #[br(temp)]
    #[bw(calc = entries.len())]
    entry_count: u8,
    #[br(count = entry_count)]
    pub entries: Vec<Entry>,
    #[br(count = 2)]
    #[schema(region(at = head.extra))]
    pub elsewhere: Vec<Pair>,
    #[br(if(head.count > 1, 0))]
    #[schema(region(at = head.extra + 12, set()), range(0..=7))]
    pub maybe: u8,
    #[br(args(entry.arg))]
    #[schema(region(
        each = slots,
        at = entry.offset,
        size = entry.stored,
        content_size = entry.content,
        transform(zlib if entry.how & 1 != 0, xz if entry.how & 2 != 0),
        check(crc32 if entry.how & 4 != 0, stored = entry.sum),
        check(byte_sum | bpx_formats::bpx::Crc32Legacy if entry.how & 8 != 0, stored = entry.sum)
    ))]
    pub contents: Regions<Tail>,
    #[br(args(DEEP - entry.kind % 128))]
    #[schema(region(each = entries, at = entry.offset, size = entry.size * 2 / 2, set()))]
    pub parts: Regions<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(little)]
pub struct ArchiveHead {
    pub count: u8,
    #[schema(reserved)]
    pub pad: u8,
    pub sum: u32,
    pub extra: u16,
}

/// A structure whose regions are structures of the same kind.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Nest {
    #[br(temp)]
    #[bw(calc = slots.len())]
    count: u8,
    #[br(count = count)]
    pub slots: Vec<NestSlot>,
    #[schema(region(each = slots, at = entry.offset, size = entry.size))]
    pub nests: Regions<Nest>,
}

#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(little)]
pub struct NestSlot {
    pub offset: u8,
    pub size: u8,
}

/// Codes in numbers with a sign.
#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(big)]
pub struct Signed {
    #[schema(codes = Color, known)]
    pub color: i8,
    #[schema(codes = Trait)]
    pub traits: i32,
}

/// Parameters of elements that a table knows by where they begin; and a field by what the table holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Ledger {
    #[br(temp)]
    #[bw(calc = rows.len())]
    row_count: u8,
    #[br(count = row_count)]
    pub rows: Vec<Row>,
    #[br(temp)]
    #[bw(calc = parts.len())]
    part_count: u8,
    #[br(count = part_count, args(find(rows.offset == position, rows.kind)))]
    pub parts: Vec<Lot>,
    #[br(if(find(rows.kind == 9, rows.offset) != 0))]
    pub extra: Option<u16>,
    #[br(parse_with = until_eof, args(find(rows.offset == position + 0, rows.kind)))]
    pub rest: Vec<Lot>,
}

/// A row with a text, so that its size varies.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    #[br(temp)]
    #[bw(calc = name.len())]
    name_length: u8,
    #[br(count = name_length)]
    #[schema(utf8)]
    pub name: Vec<u8>,
    pub kind: u8,
    pub offset: u8,
}

/// By its kind, which it does not say.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
pub enum Lot {
    #[br(pre_assert(kind == 1))]
    Small(u8),
    #[br(pre_assert(kind == 2))]
    Large(u32),
}

//! Declarations of small files.

use bpx_schema::codec::{CText, Regions, Uleb};
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Record, structure};

/// A text elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub at: u8,
    pub length: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = length, set(at = region.offset, length = region.stored_size)))]
    pub text: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Labels {
    pub count: u8,
    #[br(count = count)]
    pub list: Vec<Label>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct SharedLabel {
    pub at: u8,
    pub length: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = length, place(share), set(at = region.offset, length = region.stored_size)))]
    pub text: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Shared {
    pub count: u8,
    #[br(count = count)]
    pub list: Vec<SharedLabel>,
}

/// A field that the number of left bytes decides.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Trailing {
    #[br(temp)]
    #[bw(calc = body.len())]
    length: u8,
    #[br(count = length)]
    pub body: Vec<u8>,
    #[br(if(remaining >= 2))]
    pub end: Option<u16>,
    #[br(parse_with = until_eof)]
    pub tail: Vec<u8>,
}

/// Counts that the number of left bytes decides.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Halves {
    #[br(count = remaining / 2)]
    pub first: Vec<u8>,
    #[br(parse_with = until_eof)]
    pub second: Vec<u8>,
}

/// Contents of which the size decides a count, in other contents, between other stored fields.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Boxes {
    pub plain_size: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(size = plain_size))]
    pub plain: Vec<u8>,
    pub outer_size: u8,
    #[schema(region(size = outer_size))]
    pub outer: OuterBox,
    pub packed_size: u16,
    #[schema(region(size = packed_size, transform(zlib)))]
    pub packed: Halves,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct OuterBox {
    pub before_size: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(size = before_size))]
    pub before: Vec<u8>,
    pub inner_size: u8,
    #[schema(region(size = inner_size))]
    pub inner: Halves,
    #[br(if(remaining > 1))]
    pub end: Option<u16>,
    #[br(if(size % 2 == 1))]
    pub odd: Option<u8>,
}

/// A list up to the end in each element of a list.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Remainders {
    #[br(temp)]
    #[bw(calc = list.len())]
    count: u8,
    #[br(count = count)]
    pub list: Vec<Remainder>,
}

/// A field that its position decides.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Odd {
    #[br(temp)]
    #[bw(calc = name.len())]
    length: u8,
    #[br(count = length)]
    pub name: Vec<u8>,
    #[br(if(position % 2 == 0))]
    pub even: Option<u8>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A checksum beside a part elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(sum(crc32, over(number, at), stored = check))]
pub struct Sheet {
    pub number: u8,
    pub at: u8,
    pub check: u32,
    #[schema(region(at = at))]
    pub text: CText,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Sheets {
    #[br(temp)]
    #[bw(calc = list.len())]
    count: u8,
    #[br(count = count)]
    pub list: Vec<Sheet>,
}

/// A space of its own, with a part elsewhere in it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    pub number: u8,
    pub at: u8,
    #[schema(region(at = at))]
    pub text: CText,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Album {
    pub leaf_size: u8,
    #[schema(region(size = leaf_size))]
    pub leaf: Leaf,
    pub packed_size: u16,
    pub sum: u32,
    #[schema(region(size = packed_size, transform(zlib), check(crc32, stored = sum)))]
    pub packed: Leaf,
    pub numbers_size: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(size = numbers_size))]
    pub numbers: Vec<u16>,
    pub after: u8,
}

/// Cases that begin with a tag, or have none.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub enum Item {
    #[brw(magic = b"A")]
    Short(u8),
    #[brw(magic = b"B")]
    Long {
        value: u16,
        more: u8,
    },
    Other {
        kind: u8,
    },
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Tagged {
    #[br(parse_with = until_eof)]
    pub items: Vec<Item>,
}

/// Lists that end by themselves.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    #[br(until = entry == 0)]
    pub bytes: Vec<u8>,
    #[br(until_excluding = entry == 0)]
    pub word: Vec<u8>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A part that a reader searches.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub number: u8,
    #[schema(region(at = find_last(b"END")))]
    pub end: End,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(magic = b"END")]
pub struct End {
    pub value: u8,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Parts at multiples of a number, with zeros between them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Aligned {
    pub first_at: u16,
    pub first_size: u16,
    pub second_at: u16,
    pub third_at: u16,
    #[br(count = first_size)]
    #[schema(region(at = first_at, place(align = 8)))]
    pub first: Vec<u8>,
    #[schema(region(at = second_at, place(align = 4, padded)))]
    pub second: CText,
    #[schema(region(at = third_at, place(align = 16)))]
    pub third: u32,
}

/// Numbers of every form.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Numbers {
    pub varint: Uleb<u32>,
    pub half: bpx_schema::codec::F16,
    pub single: f32,
    pub double: f64,
    pub wide: u64,
    pub signed: i8,
    #[br(if(signed < 0, 5))]
    pub optional: u16,
}

/// Texts of every form.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Texts {
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub padded: [u8; 6],
    #[schema(utf8)]
    pub fixed: [u8; 4],
    pub ended: CText,
    #[br(temp)]
    #[bw(calc = counted.len())]
    length: u8,
    #[br(count = length)]
    #[schema(utf8)]
    pub counted: Vec<u8>,
    #[schema(text(encoding = "utf-16le"))]
    pub wide: [u8; 8],
}

/// Regions that a table describes, with all forms of storing.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(head.count = slots.len()), sum(byte_sum, over(head, ..), stored = head.sum, skip(head.sum)))]
pub struct Directory {
    pub head: DirectoryHead,
    #[br(count = head.count)]
    #[schema(region(at = head.table, place(after = parts)))]
    pub slots: Vec<Slot>,
    #[schema(region(
        each = slots,
        at = entry.at,
        size = entry.stored,
        content_size = entry.size,
        transform(zlib if entry.flags & 1 != 0),
        check(crc32 if entry.flags & 2 != 0, stored = entry.sum),
        place(align = 4, share, reverse)
    ))]
    pub parts: Regions<Leaf>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct DirectoryHead {
    pub count: u16,
    pub sum: u32,
    pub table: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Slot {
    pub at: u16,
    pub stored: u16,
    pub size: u16,
    pub flags: u8,
    pub sum: u32,
}

/// Offsets that count from another number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Based {
    pub base: u16,
    pub name_at: u16,
    pub count: u8,
    pub rows_at: u16,
    #[schema(region(at = base + name_at, set(name_at = region.offset - base)))]
    pub name: CText,
    #[br(count = count)]
    #[schema(region(at = rows_at))]
    pub rows: Vec<Label>,
}

/// Rows elsewhere, with texts of any size in them, and offsets in these rows.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Rows {
    pub at: u16,
    pub length: u16,
    pub next_at: u16,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = length))]
    pub list: Vec<Row>,
    #[schema(region(at = next_at))]
    pub next: Row,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub kind: u8,
    pub name: CText,
    #[br(if(kind & 1 != 0))]
    pub more: Option<CText>,
}

/// A structure elsewhere that leads to another one.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Chained {
    pub at: u8,
    #[br(if(at != 0))]
    #[schema(region(at = at))]
    pub first: Option<Link>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    pub value: u8,
    pub at: u8,
    #[schema(region(at = at))]
    pub last: Leaf,
}

/// Bytes up to the end of the file, and a text elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    pub at: u8,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
    #[schema(region(at = at))]
    pub text: CText,
}

/// Stored bytes elsewhere up to the end of the file, and a text elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Open {
    pub rest_at: u8,
    pub text_at: u8,
    pub flags: u8,
    pub sum: u32,
    #[schema(region(at = rest_at, check(crc32, stored = sum)))]
    pub rest: Remainder,
    #[br(if(flags & 1 != 0))]
    #[schema(region(at = text_at))]
    pub text: Option<CText>,
}

/// All bytes up to the end.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Remainder {
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

/// A compressed part that ends by itself, and bytes after it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Streams {
    #[br(parse_with = until_eof)]
    #[schema(region(self_ending, transform(zlib)))]
    pub first: Vec<u8>,
    pub after: u8,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A number that a writer sets, and fields on both sides that depend on it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    pub body_size: u8,
    #[br(if(body_size > 2))]
    pub long: Option<u8>,
    #[br(parse_with = until_eof)]
    #[schema(region(size = body_size))]
    pub body: Vec<u8>,
    #[br(count = (4 - body_size % 4) % 4)]
    pub padding: Vec<u8>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A size that a rule of a field before the sized one uses.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Advised {
    pub kind: u8,
    pub body_size: u8,
    #[br(if(kind >= 128), args(body_size))]
    pub advice: Option<Advice>,
    #[br(parse_with = until_eof)]
    #[schema(region(size = body_size))]
    pub body: Vec<u8>,
}

/// A number that a size bounds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(body_size: u8), assert(value >= body_size))]
pub struct Advice {
    pub value: u8,
}

/// A number whose byte order and width depend on a size that a writer sets.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered {
    pub body_size: u8,
    #[brw(is_big = body_size > 2)]
    pub number: u16,
    #[brw(little)]
    #[schema(width = 1 + body_size / 4)]
    pub narrow: u16,
    #[br(parse_with = until_eof)]
    #[schema(region(size = body_size))]
    pub body: Vec<u8>,
}

/// A list of one element, which takes all bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Filled {
    pub kind: u8,
    #[br(parse_with = until_eof)]
    pub list: Vec<Filling>,
}

/// A byte, and all bytes after it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Filling {
    pub length: u8,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// The file that a writer makes of a value.
pub fn made<T: Codec<Args = [i128; 0]>>(value: &T) -> Vec<u8> {
    FileWriter::new(value, []).unwrap().place().unwrap().to_vec().unwrap()
}

//! MO, the translated texts of gettext (1995), in the byte order of the machine that made them.
//!
//! The first number states the byte order, also of the tables: `args` passes the number on, because structures do not
//! inherit it. An entry of a table holds its text. The text is at another offset and ends with a NUL that its length
//! does not count, so the region is one byte longer. The region contains forms, each up to a NUL. A writer places the
//! texts, and sets their offsets and lengths.
//!
//! Texts of revision 1 have parts that a system adds when it reads them, such as the letters for a number of 64 bits in
//! `printf`. The page has no rule for the order of the texts, because expressions compare texts only for equality.

use crate::missing;
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Result, structure};

/// The first number of a big-endian file, as a little-endian reader sees it.
pub const BIG: u32 = 0xDE12_0495;
/// Number that means that no segment follows a part of a text.
pub const LAST: u32 = 0xFFFF_FFFF;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, is_big = magic == BIG)]
#[schema(assert(
    hash_size == 0 || hash_size > 2,
    code = "mo.hash-size",
    text = "expected more than 2 places, found {hash_size}",
    on = hash_size
))]
pub struct Mo {
    /// Signature, which also states the byte order of the other numbers.
    #[schema(one_of(0x9504_12DE, 0xDE12_0495))]
    pub magic: u32,
    /// Version of the format in the upper half, and minor version in the lower half.
    #[schema(supported(0, 1, 0x1_0000, 0x1_0001))]
    pub revision: u32,
    /// Number of texts.
    pub count: u32,
    /// Offset of the table of originals.
    pub originals_at: u32,
    /// Offset of the table of translations.
    pub translations_at: u32,
    /// Number of entries of the hash table; 0 for no hash table.
    pub hash_size: u32,
    /// Offset of the hash table.
    pub hash_at: u32,
    /// Texts with parts that a system adds.
    #[br(if(revision & 0xFFFF == 1), args(magic))]
    pub dynamic: Option<Dynamic>,
    /// The texts of the program, sorted.
    #[br(count = count, args(magic))]
    #[schema(region(at = originals_at), pool("texts"))]
    pub originals: Vec<Entry>,
    /// Translations, in the order of the originals.
    #[br(count = count, args(magic))]
    #[schema(region(at = translations_at))]
    pub translations: Vec<Entry>,
    /// Entries of the hash table; the hash of a text gives the first index at which the text may be.
    #[br(count = hash_size, args(magic))]
    #[schema(region(at = hash_at))]
    pub hashes: Vec<Place>,
}

/// An entry of the hash table.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32))]
#[brw(is_big = magic == BIG)]
pub struct Place {
    /// Number of a text, counted from 1; 0 means no text.
    #[schema(index_in("texts", first = 1, code = "mo.hash"))]
    pub text: u32,
}

/// A text with its length and offset.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32))]
#[brw(is_big = magic == BIG)]
pub struct Entry {
    /// Number of bytes, without the NUL at the end.
    pub length: u32,
    /// Offset of the text.
    pub at: u32,
    /// The text: the singular form, and possibly plural forms. An original may begin with a context and the byte 4.
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = length + 1, place(share), set(at = region.offset, length = region.stored_size - 1)))]
    pub forms: Vec<Form>,
}

/// A text up to a NUL, in the encoding that the translation of the empty text names.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// The bytes.
    #[br(until_excluding = entry == 0)]
    pub text: Vec<u8>,
}

/// Texts with parts that a system adds, of revision 1.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32))]
#[brw(is_big = magic == BIG)]
pub struct Dynamic {
    /// Number of segments.
    pub segment_count: u32,
    /// Offset of the table of segments.
    pub segments_at: u32,
    /// Number of texts.
    pub count: u32,
    /// Offset of the table of originals.
    pub originals_at: u32,
    /// Offset of the table of translations.
    pub translations_at: u32,
    /// Names of the parts that a system adds.
    #[br(count = segment_count, args(magic))]
    #[schema(region(at = segments_at))]
    pub segments: Vec<Segment>,
    /// The texts of the program.
    #[br(count = count, args(magic, segment_count))]
    #[schema(region(at = originals_at))]
    pub originals: Vec<Reference>,
    /// Translations.
    #[br(count = count, args(magic, segment_count))]
    #[schema(region(at = translations_at))]
    pub translations: Vec<Reference>,
}

/// Name of a part that a system adds, such as `PRIu64`.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32))]
#[brw(is_big = magic == BIG)]
pub struct Segment {
    /// Number of bytes, with the NUL at the end.
    pub length: u32,
    /// Offset of the name.
    pub at: u32,
    /// The name.
    #[schema(region(at = at, size = length, place(share)))]
    pub name: Form,
}

/// The offset of a text with parts that a system adds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32, segment_count: u32))]
#[brw(is_big = magic == BIG)]
pub struct Reference {
    /// Offset from the beginning of the file, in bytes.
    pub at: u32,
    /// Segments of the text.
    #[br(args(magic, segment_count))]
    #[schema(region(at = at))]
    pub text: DynamicText,
}

/// A text with parts that a system adds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32, segment_count: u32))]
#[brw(is_big = magic == BIG)]
#[schema(each(parts, assert(
    entry.segment < segment_count || entry.segment == LAST,
    code = "mo.segment",
    text = "expected one of {segment_count} segments, found {entry.segment}",
    on = segment
)))]
pub struct DynamicText {
    /// Offset of the bytes of all parts.
    pub bytes_at: u32,
    /// Parts of the text; the last part has no segment.
    #[br(until = entry.segment == LAST, args(magic))]
    pub parts: Vec<Part>,
    /// The bytes of all parts, and the NUL at the end.
    #[br(count = sum(parts.length))]
    #[schema(region(at = bytes_at, place(share)))]
    pub bytes: Vec<u8>,
}

/// Bytes of a text, and the segment that a system adds after the bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32))]
#[brw(is_big = magic == BIG)]
pub struct Part {
    /// Number of bytes.
    pub length: u32,
    /// Number of the segment, from 0 on.
    pub segment: u32,
}

/// Replaces all forms of the translation of a text; all other texts stay as they are.
pub fn translate(file: &[u8], original: &str, translation: &[&str]) -> Result<Vec<u8>> {
    let mut mo = Mo::from_slice(file)?;
    let is_original = |entry: &Entry| entry.forms.first().is_some_and(|form| form.text == original.as_bytes());
    let found = mo.originals.iter().position(is_original);
    let entry = found.and_then(|index| mo.translations.get_mut(index));
    let entry = entry.ok_or_else(|| missing(format!("no text `{original}`")))?;
    entry.forms = translation.iter().map(|form| Form { text: form.as_bytes().to_vec() }).collect();
    FileWriter::edit(&mo, [], file)?.place()?.to_vec()
}

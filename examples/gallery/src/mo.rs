//! MO, the translated texts of gettext (1995), in the byte order of the machine that made them.
//!
//! The first number says the byte order, also to the tables: `args` hands it on, as structures do not inherit it. An entry of a
//! table holds its text, which lies elsewhere and ends with a NUL that its length does not count. A writer places the
//! texts and sets where they lie.

use crate::missing;
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Result, structure};

/// The first number, read so, where the most significant byte comes first.
pub const BIG: u32 = 0xDE12_0495;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, is_big = magic == BIG)]
#[schema(assert(originals.len() == translations.len()))]
pub struct Mo {
    /// Which byte order the other numbers have.
    #[schema(one_of(0x9504_12DE, 0xDE12_0495))]
    pub magic: u32,
    /// Version of the format, in the upper half, and what it adds.
    #[schema(supported(0, 1))]
    pub revision: u32,
    /// Number of texts.
    pub count: u32,
    /// Where the table of originals lies.
    pub originals_at: u32,
    /// Where the table of translations lies.
    pub translations_at: u32,
    /// Number of places in a table that finds texts faster.
    pub hash_size: u32,
    /// Where that table lies.
    pub hash_at: u32,
    /// The texts of the program, sorted.
    #[br(count = count, args(magic))]
    #[schema(region(at = originals_at))]
    pub originals: Vec<Entry>,
    /// The same in another language, in the same order.
    #[br(count = count, args(magic))]
    #[schema(region(at = translations_at))]
    pub translations: Vec<Entry>,
    /// Numbers of texts, from 1, each behind a place that its hash gives.
    #[br(count = hash_size)]
    #[schema(region(at = hash_at))]
    pub hashes: Vec<u32>,
}

/// A text, by reference.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32))]
#[brw(is_big = magic == BIG)]
pub struct Entry {
    /// Number of bytes, without the NUL at the end.
    pub length: u32,
    /// Where the text lies.
    pub at: u32,
    /// The text.
    #[br(args(length))]
    #[schema(region(at = at, place(share)))]
    pub text: Text,
}

/// A text and a NUL; forms for one and for several things have a NUL between them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(length: u32))]
pub struct Text {
    /// The bytes, in the encoding that the translation of the empty text names.
    #[br(count = length)]
    pub bytes: Vec<u8>,
    #[schema(reserved)]
    end: u8,
}

/// Replaces the translation of a text; all others stay as they are.
pub fn translate(file: &[u8], original: &str, translation: &str) -> Result<Vec<u8>> {
    let mut mo = Mo::from_slice(file)?;
    let found = mo.originals.iter().position(|entry| entry.text.bytes == original.as_bytes());
    let entry = found.and_then(|index| mo.translations.get_mut(index));
    let entry = entry.ok_or_else(|| missing(format!("no text `{original}`")))?;
    entry.text.bytes = translation.into();
    entry.length = translation.len() as u32;
    FileWriter::edit(&mo, [], file)?.place()?.to_vec()
}

//! A small archive of notes, whose transform and checksum are declared here and not in bpx-schema.

pub mod fletcher;
pub mod rot13;

use crate::fletcher::Fletcher16;
use crate::rot13::Rot13;
use bpx_schema::codec::Regions;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::{Record, Result, structure};

/// Flag of a note that is stored in ROT13.
pub const HIDDEN: u8 = 1;

/// Value of `Entry::checksum` that asks the writer for a checksum; 0 means that the note has no checksum.
const CHECKED: u16 = 1;

/// Offset, size, checksum and flags of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Entry {
    /// Offset from the beginning of the file, in bytes.
    pub offset: u32,
    /// Size in bytes, as stored and as read.
    pub size: u16,
    /// Fletcher-16 of the note as it is read.
    pub checksum: u16,
    /// Compression of the note.
    pub flags: u8,
}

/// A text.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The text.
    #[br(parse_with = until_eof)]
    #[schema(utf8)]
    pub text: Vec<u8>,
}

/// A file of notes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(magic = b"NOTE")]
#[schema(sum(Fletcher16, over(count, table), stored = checksum))]
pub struct Notes {
    /// Fletcher-16 of count and table.
    pub checksum: u16,
    /// Number of notes.
    #[br(temp)]
    #[bw(calc = table.len())]
    pub count: u8,
    /// One entry for each note.
    #[br(count = count)]
    pub table: Vec<Entry>,
    /// The notes.
    #[schema(region(
        each = table,
        at = entry.offset,
        size = entry.size,
        content_size = entry.size,
        transform(Rot13 if entry.flags & HIDDEN != 0),
        check(crate::fletcher::Fletcher16 if entry.checksum != 0, stored = entry.checksum)
    ))]
    pub notes: Regions<Note>,
}

/// A page whose text follows the field before, and is stored in ROT13.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Page {
    /// Size of the text as stored, which a writer sets.
    pub text_size: u16,
    /// Fletcher-16 of the text as it is read, which a writer sets.
    pub text_sum: u16,
    /// The text.
    #[br(parse_with = until_eof)]
    #[schema(utf8, region(size = text_size, transform(Rot13), check(Fletcher16, stored = text_sum)))]
    pub text: Vec<u8>,
    /// Mood of the day, from 1 to 5.
    #[schema(range(1..=5))]
    pub mood: u8,
}

/// Returns a file of notes; `true` beside a text hides the note in ROT13. The declaration states offsets, sizes and
/// checksums, and the writer sets them.
pub fn write(notes: &[(&str, bool)]) -> Result<Vec<u8>> {
    let entry = |(_, is_hidden): &(&str, bool)| Entry {
        checksum: CHECKED,
        flags: if *is_hidden { HIDDEN } else { 0 },
        ..Entry::default()
    };
    let file = Notes { checksum: 0, table: notes.iter().map(entry).collect(), notes: Regions::default() };
    let mut writer = FileWriter::new(&file, [])?;
    for (index, (text, _)) in (0..).zip(notes) {
        writer.put(Notes::NOTES, index, Content::new(text.as_bytes()))?;
    }
    writer.place()?.to_vec()
}

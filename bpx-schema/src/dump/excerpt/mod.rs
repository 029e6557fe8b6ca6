//! Collects the bytes of findings: the value that holds the bytes, and the rows around the value.

mod field;
mod listener;
mod window;

use self::listener::ExcerptListener;
use super::ReadFile;
use crate::report::{Error, Finding, Result};
use std::ops::Range;

/// The number of bytes in a row.
pub const ROW: usize = 16;

/// The number of bytes of a value that an excerpt keeps.
pub(super) const KEPT: usize = 64;

/// The bytes around the location of a finding.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Excerpt {
    /// The value at the location; `None` when the reader read no value there.
    pub field: Option<FieldBytes>,
    /// Path of the region in whose decompressed content the bytes lie; `None` if the bytes lie in the file itself.
    pub region: Option<String>,
    /// Offset of the first byte of `bytes`, in the file or in the decompressed content: a multiple of [`ROW`].
    pub start: u64,
    /// The bytes of whole rows, up to the end of the file. In decompressed content, `None` replaces a byte that was
    /// not read.
    pub bytes: Vec<Option<u8>>,
    /// Offsets of the bytes at fault; at the end of the file, the range is empty.
    pub marked: Range<u64>,
}

/// A value, and its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldBytes {
    /// Offset of the value's first byte, in the file or in decompressed content.
    pub offset: u64,
    /// Size of the value in bytes.
    pub size: u64,
    /// The first bytes of the value, at most 64.
    pub bytes: Vec<u8>,
    /// The type of the value: `u32`, `u8 × 12`, `3 bits`, `text`, or the name of a structure.
    pub type_name: String,
    /// The value as a dump shows it; empty for a value with parts.
    pub value: String,
    /// The first line of the field's documentation.
    pub doc: String,
    /// The named values that the field may have, such as `2 (Model)`.
    pub known: Vec<String>,
}

/// Returns the excerpt of each finding, in the order of the findings. The function reads the file once.
///
/// # Errors
/// Returns errors of reading and of limits. A fault of the file is not an error; it only ends the search for values.
pub fn collect_excerpts(file: &[u8], findings: &[&Finding], read: ReadFile<'_>) -> Result<Vec<Excerpt>> {
    let mut listener = ExcerptListener::new(findings);
    match read(&mut listener) {
        Ok(()) | Err(Error::Fault(_)) => Ok(listener.finish(file)),
        Err(error) => Err(error),
    }
}

/// Returns the text of a row: the offset, the bytes in hexadecimal, and the bytes as characters. The text shows `..`
/// for an unknown byte.
#[must_use]
pub fn hex_row(offset: u64, bytes: &[Option<u8>]) -> String {
    let pair = |byte: &Option<u8>| byte.map_or_else(|| "..".to_owned(), |byte| format!("{byte:02x}"));
    let pairs = bytes.iter().map(pair).collect::<Vec<_>>().join(" ");
    let letter = |byte: &Option<u8>| match byte {
        Some(byte @ b' '..=b'~') => char::from(*byte),
        _ => '.',
    };
    let letters: String = bytes.iter().map(letter).collect();
    format!("{offset:08x}  {pairs:width$}  {letters}", width = 3 * ROW - 1)
}

/// Returns the column of [`hex_row`] at which the byte with this number begins. Each byte is two hexadecimal digits.
#[must_use]
pub fn hex_column(offset: u64, number: usize) -> usize {
    format!("{offset:08x}  ").len() + 3 * number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_offset_bytes_and_characters() {
        let row = hex_row(0x40, &[Some(0x42), Some(0), None, Some(b'~')]);
        assert_eq!(row, format!("00000040  42 00 .. 7e{}  B..~", " ".repeat(36)));
        assert_eq!(row.get(hex_column(0x40, 3)..).and_then(|rest| rest.get(..2)), Some("7e"));
        let far = hex_row(1 << 40, &[Some(1), Some(2)]);
        assert_eq!(far.get(hex_column(1 << 40, 1)..).and_then(|rest| rest.get(..2)), Some("02"));
    }
}

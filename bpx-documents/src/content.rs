//! Reads the bytes of a file: text in one of several encodings, or a PDF.

use std::borrow::Cow;
use std::fmt;

/// The reasons why a file has no text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// The bytes are not text, because there is a zero byte at this offset, counted from 0.
    Binary(usize),
    /// The bytes begin with the byte order mark of UTF-16, but a unit is half a character.
    Utf16,
    /// The PDF cannot be read; the text states the reason.
    Pdf(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Binary(at) => write!(f, "expected text or a PDF, found a zero byte at offset {at}"),
            Self::Utf16 => f.write_str("expected UTF-16 after the byte order mark, found half a character"),
            Self::Pdf(why) => write!(f, "expected a PDF, found {why}"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// Returns the text of a file: UTF-8, UTF-16 with a byte order mark, Windows-1252, or the text of a PDF with gaps
/// between columns.
///
/// # Errors
///
/// Returns an error if the bytes are neither text nor a PDF that can be read.
pub fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, Unreadable> {
    if let Some(units) = bytes.strip_prefix(&[0xff, 0xfe]) {
        return decode_utf16(units, u16::from_le_bytes);
    }
    if let Some(units) = bytes.strip_prefix(&[0xfe, 0xff]) {
        return decode_utf16(units, u16::from_be_bytes);
    }
    if crate::pdf::is_pdf(bytes) {
        return crate::pdf::pdf_text(bytes).map(Cow::Owned).map_err(Unreadable::Pdf);
    }
    // Texts extracted from PDF have other control characters in place of letters that a font does not name.
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(Unreadable::Binary(at));
    }
    // Without UTF-8, the encoding that browsers assume for a page that states none.
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    })
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>, Unreadable> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Unreadable::Utf16);
    }
    let text: Result<String, _> = char::decode_utf16(units.iter().map(|bytes| unit(*bytes))).collect();
    text.map(Cow::Owned).map_err(|_| Unreadable::Utf16)
}

//! Decodes and encodes texts.

use crate::schema::{Encoding, TextForm};
use std::borrow::Cow;

/// Returns the text that bytes encode, without padding.
///
/// # Errors
/// Returns the offset of the first byte that is not part of a character.
pub fn decode_text(form: TextForm, bytes: &[u8]) -> Result<Cow<'_, str>, usize> {
    let text = without_padding(form, bytes);
    match form.encoding {
        Encoding::Utf8 => std::str::from_utf8(text).map(Cow::Borrowed).map_err(|error| error.valid_up_to()),
        Encoding::Latin1 => Ok(text.iter().copied().map(char::from).collect::<String>().into()),
        Encoding::Utf16Le => decode_utf16(text, u16::from_le_bytes).map(Cow::Owned),
        Encoding::Utf16Be => decode_utf16(text, u16::from_be_bytes).map(Cow::Owned),
        Encoding::ShiftJis => shift_jis::decode(text).map(Cow::Owned),
    }
}

/// Returns the bytes of a text, without padding; `None` when the encoding lacks one of the text's characters.
#[must_use]
pub fn encode_text(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    Some(match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Latin1 => text.chars().map(|one| u8::try_from(one).ok()).collect::<Option<_>>()?,
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Encoding::ShiftJis => shift_jis::encode(text)?,
    })
}

/// Returns the bytes of a text, filled up to a size with padding. Returns `None` when the text does not fit, when the
/// encoding lacks one of its characters, or when the bytes would read back as another text.
#[must_use]
pub fn fill_text(form: TextForm, text: &str, size: Option<u64>) -> Option<Vec<u8>> {
    let mut bytes = encode_text(form.encoding, text)?;
    if let (Some(size), Some(byte)) = (size, form.pad) {
        let size = usize::try_from(size).ok().filter(|size| *size >= bytes.len())?;
        let unit = padding_bytes(form.encoding, byte);
        while bytes.len() < size {
            bytes.extend(&unit);
        }
        bytes.truncate(size);
    }
    decode_text(form, &bytes).is_ok_and(|read| read == text).then_some(bytes)
}

/// Returns whether this build supports an encoding.
#[must_use]
pub const fn knows_encoding(encoding: Encoding) -> bool {
    !matches!(encoding, Encoding::ShiftJis) || cfg!(feature = "encodings")
}

/// Returns the bytes of the padding character.
fn padding_bytes(encoding: Encoding, pad: u8) -> Vec<u8> {
    match encoding {
        Encoding::Utf16Le => vec![pad, 0],
        Encoding::Utf16Be => vec![0, pad],
        Encoding::Utf8 | Encoding::Latin1 | Encoding::ShiftJis => vec![pad],
    }
}

/// Returns the bytes without padding.
fn without_padding(form: TextForm, bytes: &[u8]) -> &[u8] {
    let Some(pad_byte) = form.pad else { return bytes };
    let (pad, unit) = (padding_bytes(form.encoding, pad_byte), form.encoding.unit_size());
    let end = if pad_byte == 0 {
        bytes.chunks_exact(unit).position(|one| one == pad).map(|at| at * unit)
    } else {
        let whole = bytes.chunks_exact(unit);
        let filled = whole.clone().rev().take_while(|one| *one == pad).count();
        whole.remainder().is_empty().then(|| bytes.len() - filled * unit)
    };
    end.and_then(|end| bytes.get(..end)).unwrap_or(bytes)
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, usize> {
    let (units, rest) = bytes.as_chunks::<2>();
    let (mut text, mut at) = (String::with_capacity(units.len()), 0);
    for one in char::decode_utf16(units.iter().map(|bytes| unit(*bytes))) {
        let one = one.map_err(|_| at)?;
        text.push(one);
        at += 2 * one.len_utf16();
    }
    if rest.is_empty() { Ok(text) } else { Err(at) }
}

#[cfg(feature = "encodings")]
mod shift_jis {
    use encoding_rs::{DecoderResult, SHIFT_JIS};

    pub(super) fn decode(bytes: &[u8]) -> Result<String, usize> {
        let mut decoder = SHIFT_JIS.new_decoder_without_bom_handling();
        // Only a text that does not fit into memory has no such length.
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(0));
        match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
            (DecoderResult::InputEmpty, _) => Ok(text),
            (DecoderResult::Malformed(bad, after), read) => {
                // The decoder has read the bytes that it reports.
                Err(read.saturating_sub(usize::from(bad) + usize::from(after)))
            }
            (DecoderResult::OutputFull, read) => Err(read),
        }
    }

    pub(super) fn encode(text: &str) -> Option<Vec<u8>> {
        let (bytes, _, is_lossy) = SHIFT_JIS.encode(text);
        (!is_lossy).then(|| bytes.into_owned())
    }
}

/// Rejects all texts in Shift-JIS, because the build lacks the feature `encodings`. The checks of declarations and
/// schemas already reject the name of the encoding.
#[cfg(not(feature = "encodings"))]
mod shift_jis {
    pub(super) fn decode(_: &[u8]) -> Result<String, usize> {
        Err(0)
    }

    pub(super) fn encode(_: &str) -> Option<Vec<u8>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(encoding: Encoding, pad: Option<u8>) -> TextForm {
        TextForm { encoding, pad }
    }

    fn read(encoding: Encoding, pad: Option<u8>, bytes: &[u8]) -> Result<String, usize> {
        decode_text(form(encoding, pad), bytes).map(Cow::into_owned)
    }

    #[test]
    fn every_encoding() {
        assert_eq!(read(Encoding::Latin1, None, b"\x80\xe9"), Ok("\u{80}\u{e9}".to_owned()));
        assert_eq!(read(Encoding::Utf16Le, None, &[0x3d, 0xd8, 0, 0xde, 0x41, 0]), Ok("\u{1F600}A".to_owned()));
        assert_eq!(read(Encoding::Utf16Be, None, &[0xd8, 0x3d, 0xde, 0]), Ok("\u{1F600}".to_owned()));
        assert_eq!(encode_text(Encoding::Utf16Be, "\u{e9}"), Some(vec![0, 0xe9]));
        assert_eq!(encode_text(Encoding::Latin1, "\u{e9}\u{20ac}"), None);
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn japanese() {
        assert_eq!(read(Encoding::ShiftJis, None, b"\x83e\xb1A"), Ok("\u{30c6}\u{ff71}A".to_owned()));
        assert_eq!(encode_text(Encoding::ShiftJis, "\u{30c6}"), Some(vec![0x83, 0x65]));
        assert_eq!(read(Encoding::ShiftJis, None, b"ab\x83"), Err(2));
        assert_eq!(read(Encoding::ShiftJis, None, b"ab\xa0c"), Err(2));
        assert_eq!(encode_text(Encoding::ShiftJis, "\u{e9}"), None);
    }

    #[test]
    fn the_first_bad_byte_is_named() {
        assert_eq!(read(Encoding::Utf8, None, b"ab\xffc"), Err(2));
        assert_eq!(read(Encoding::Utf16Le, None, &[0x41, 0, 0, 0xde, 0x41, 0]), Err(2));
        assert_eq!(read(Encoding::Utf16Le, None, &[0x41, 0, 0x41]), Err(2));
        assert_eq!(read(Encoding::Utf16Be, None, &[0xd8, 0x3d]), Err(0));
    }

    #[test]
    fn what_fills_is_no_part_of_the_text() {
        assert_eq!(read(Encoding::Utf8, Some(0), b"ab\0c\xff"), Ok("ab".to_owned()));
        assert_eq!(read(Encoding::Utf8, Some(b' '), b"a b  "), Ok("a b".to_owned()));
        assert_eq!(read(Encoding::Utf16Le, Some(0), &[0, 0x41, 0, 0, 0x42, 0]), Ok("\u{4100}".to_owned()));
        assert_eq!(read(Encoding::Utf16Be, Some(b' '), &[0, 0x41, 0, 0x20]), Ok("A".to_owned()));
        assert_eq!(fill_text(form(Encoding::Utf8, Some(b' ')), "ab", Some(4)), Some(b"ab  ".to_vec()));
        assert_eq!(fill_text(form(Encoding::Utf16Le, Some(0)), "a", Some(4)), Some(vec![0x61, 0, 0, 0]));
        assert_eq!(fill_text(form(Encoding::Utf8, Some(0)), "abc", Some(2)), None);
        assert_eq!(fill_text(form(Encoding::Utf8, Some(b' ')), "ab ", Some(4)), None);
        assert_eq!(fill_text(form(Encoding::Utf8, Some(0)), "", Some(0)), Some(Vec::new()));
    }
}

//! Refuses files that would exhaust the memory or the stack of the PDF library, before the library reads them.
//!
//! The guard does not trust the structure of a file: it takes each word `stream` as the beginning of a stream. It
//! does not cover:
//! * encrypted data, which only the library can decrypt;
//! * the sizes that LZW, run lengths, and the formats of pictures unpack to;
//! * brackets in a stream that calls itself a picture, but draws a glyph of a font;
//! * objects that refer to each other in a chain, which the library follows.

use super::brackets;
use super::filters::{self, Filters};
use flate2::bufread::{DeflateDecoder, ZlibDecoder};
use hayro_syntax::Pdf;
use hayro_syntax::object::dict::keys::CONTENTS;
use hayro_syntax::object::{Array, Stream};
use std::io::Read;
use std::ops::Range;

/// The largest size of all unpacked data of a file in bytes.
const LARGEST: u64 = 256 << 20;

/// The number of times that pictures may unpack to the largest size, each to that size at most. The library unpacks no
/// picture, unless a page names it as its contents.
const PICTURES: u64 = 16;

/// The number of bytes that are unpacked at once.
const PART: usize = 1 << 14;

/// Checks the bytes of a file. The error describes what was found instead, for a message with "found".
pub(super) fn check_file(bytes: &[u8]) -> Result<(), String> {
    Guard::with_limit(LARGEST, bytes).check_streams()
}

/// Checks the contents of pages. A page may join streams, and repeat them; the contents may also be encrypted.
pub(super) fn check_pages(pdf: &Pdf) -> Result<(), String> {
    let mut left = LARGEST;
    for page in pdf.pages().iter() {
        for stream in page.raw().get::<Array<'_>>(CONTENTS).iter().flat_map(Array::iter::<Stream<'_>>) {
            let size = stream.decoded().map_or(0, |data| data.len() as u64);
            left = left.checked_sub(size).ok_or_else(|| format!("a file with pages of more than {LARGEST} bytes"))?;
        }
        brackets::check_nesting(page.page_stream().unwrap_or_default())?;
    }
    Ok(())
}

/// A check of a file.
struct Guard<'b> {
    bytes: &'b [u8],
    limit: u64,
    /// The number of bytes that may still be unpacked, or read to unpack others.
    left: u64,
    /// The number of bytes that pictures may still unpack to.
    left_for_pictures: u64,
}

impl<'b> Guard<'b> {
    fn with_limit(limit: u64, bytes: &'b [u8]) -> Self {
        // Each byte of the file may be read twice.
        let left = limit.saturating_add(2 * bytes.len() as u64);
        Self { bytes, limit, left, left_for_pictures: limit.saturating_mul(PICTURES) }
    }

    fn check_streams(&mut self) -> Result<(), String> {
        let bytes = self.bytes;
        brackets::check_nesting(bytes)?;
        let mut before = 0;
        for Range { start, end } in stream_keywords(bytes) {
            let filters = filters::read_filters(bytes, before..start)?;
            let data = bytes.get(end..).unwrap_or_default();
            // Functions are procedures in braces.
            brackets::check_procedure(data)?;
            self.check_stream(data, filters)?;
            before = end;
        }
        filters::read_filters(bytes, before..bytes.len()).map(drop)
    }

    /// Checks the data of a stream. Packed data states its own end, so that a wrong size of the stream hides nothing.
    fn check_stream(&mut self, data: &[u8], filters: Filters) -> Result<(), String> {
        if let Some(plain) = filters.decode_digits(data) {
            self.charge(plain.len() as u64)?;
            return self.check_packed(&plain, filters);
        }
        self.check_packed(data, filters)
    }

    fn check_packed(&mut self, data: &[u8], filters: Filters) -> Result<(), String> {
        let mut zlib = ZlibDecoder::new(data);
        let whole = self.check_unpacked(&mut zlib, filters);
        self.charge(zlib.total_in())?;
        if whole? {
            return Ok(());
        }
        // The library also accepts data without the header.
        let mut deflate = DeflateDecoder::new(data);
        let whole = self.check_unpacked(&mut deflate, filters);
        self.charge(deflate.total_in())?;
        whole.map(drop)
    }

    /// Checks the data that a decoder returns; returns whether the data is whole.
    fn check_unpacked(&mut self, decoder: &mut impl Read, filters: Filters) -> Result<bool, String> {
        let mut unpacked = Vec::new();
        let mut part = vec![0; PART];
        let mut picture = 0;
        let whole = loop {
            match decoder.read(&mut part) {
                Ok(0) => break true,
                // A gray area of a picture may be a run of brackets.
                Ok(size) if filters.picture => {
                    picture += size as u64;
                    self.charge_picture(size as u64, picture)?;
                }
                Ok(size) => {
                    self.charge(size as u64)?;
                    unpacked.extend_from_slice(part.get(..size).unwrap_or_default());
                }
                Err(_) => break false,
            }
        };
        brackets::check_nesting(&unpacked)?;
        brackets::check_procedure(&unpacked)?;
        Ok(whole)
    }

    fn charge(&mut self, size: u64) -> Result<(), String> {
        let left = self.left.checked_sub(size);
        self.left = left.unwrap_or(0);
        left.map(drop).ok_or_else(|| format!("a file that unpacks to more than {} bytes", self.limit))
    }

    /// Charges a part of a picture, which has unpacked to `all` bytes so far.
    fn charge_picture(&mut self, size: u64, all: u64) -> Result<(), String> {
        let left = self.left_for_pictures.checked_sub(size).filter(|_| all <= self.limit);
        self.left_for_pictures = left.unwrap_or(0);
        left.map(drop).ok_or_else(|| format!("a file with pictures of more than {} bytes", self.limit))
    }
}

/// Returns the places of the words `stream` with the ends of their lines; `endstream` has such a word too.
fn stream_keywords(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    const KEYWORD: &[u8] = b"stream";
    let begins = |at: &usize| bytes.get(*at..).is_some_and(|rest| rest.starts_with(KEYWORD));
    (0..bytes.len()).filter(move |at| begins(at)).filter_map(|start| {
        let end = start + KEYWORD.len();
        let rest = bytes.get(end..)?;
        let line_end: &[&[u8]] = &[b"\r\n", b"\n", b"\r"];
        line_end.iter().find(|line_end| rest.starts_with(line_end)).map(|line_end| start..end + line_end.len())
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, ZlibEncoder};
    use std::io::Write;

    const SIZE: usize = 1 << 20;

    fn zlib() -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&[0; SIZE]).unwrap();
        encoder.finish().unwrap()
    }

    fn stream(head: &str, data: &[u8]) -> Vec<u8> {
        [format!("1 0 obj << {head} >> stream\r\n").as_bytes(), data, b"\r\nendstream\nendobj\n"].concat()
    }

    #[track_caller]
    fn check(bytes: &[u8], least: u64) {
        assert_eq!(Guard::with_limit(least, bytes).check_streams(), Ok(()));
        let error = Guard::with_limit(least / 2, bytes).check_streams().unwrap_err();
        assert_eq!(error, format!("a file that unpacks to more than {} bytes", least / 2));
    }

    #[test]
    fn strings_without_an_end_are_charged() {
        let bytes = b"[(".repeat(20_000);
        assert!(brackets::check_nesting(&bytes).unwrap_err().contains("too many strings"));
    }

    #[test]
    fn all_packed_data_is_counted() {
        let one = stream("/Filter /FlateDecode", &zlib());
        check(&one, SIZE as u64);
        check(&one.repeat(3), 3 * SIZE as u64);
        // The end of data in a stream, garbage between a dictionary and its stream, and no header.
        check(&stream("/Filter /FlateDecode >> endstream stream garbage", &zlib()), SIZE as u64);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&[0; SIZE]).unwrap();
        check(&stream("/Filter /FlateDecode", &encoder.finish().unwrap()), SIZE as u64);
    }

    #[test]
    fn pictures_count_apart_from_other_data() {
        let picture = [stream("", b"x"), stream("/Subtype /Image /Filter /FlateDecode", &zlib())].concat();
        let several = picture.repeat(3);
        assert_eq!(Guard::with_limit(SIZE as u64, &several).check_streams(), Ok(()));
        let error = Guard::with_limit(SIZE as u64 / 2, &picture).check_streams().unwrap_err();
        assert_eq!(error, format!("a file with pictures of more than {} bytes", SIZE / 2));
    }

    #[test]
    fn gray_areas_of_pictures_are_no_brackets() {
        let gray = |head: &str| {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&[b'['; 1000]).unwrap();
            let whole = [stream("", b"x"), stream(head, &encoder.finish().unwrap())].concat();
            check_file(&whole)
        };
        assert_eq!(gray("/Subtype /Image /Filter /FlateDecode"), Ok(()));
        for head in [
            "",
            "/Subtype /Form",
            "/Subtype /Image /Subtype 9 0 R",
            "/Subtype /Image /PatternType 1",
            "/Subtype /Form /A (endstream\nendobj 5 0 obj <</Subtype /Image>>)",
            "/Subtype /Form /A endstream\nendobj 5 0 obj <</Subtype /Image>>",
            "/Subtype /Form /A [endstream\nendobj 5 0 obj <</Subtype /Image>>]",
            "/Subtype /Form %endstream\nendobj 5 0 obj <</Subtype /Image>>",
        ] {
            assert!(gray(head).is_err(), "{head}");
        }
    }

    #[test]
    fn filters_are_near_their_key() {
        for filters in ["[/Fl /Fl]", "7 0 R", "[/Fl 7 0 R]", &format!("{}/Fl", " ".repeat(2000)), "[/Fl %/Fl]"] {
            assert!(check_file(&stream(&format!("/Filter {filters}"), &[])).is_err(), "{filters}");
        }
        for filters in ["/Standard", "/#46l", "[/AHx /Fl]", "[/FlateDecode/DCTDecode]", "[]", "null"] {
            assert_eq!(check_file(&stream(&format!("/Filter {filters} /V 1"), &[])), Ok(()), "{filters}");
        }
    }

    #[test]
    fn data_in_digits_is_unpacked() {
        let hex: String = zlib().iter().map(|byte| format!("{byte:02X} ")).collect();
        check(&stream("/Filter [/ASCIIHexDecode /FlateDecode]", format!("{hex}>").as_bytes()), SIZE as u64);
        let mut digits = String::new();
        for chunk in zlib().chunks(4) {
            let word = chunk.iter().chain(&[0; 3]).take(4).fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
            let all =
                [4, 3, 2, 1, 0].map(|power| char::from(33 + u8::try_from(word / 85_u32.pow(power) % 85).unwrap()));
            digits.extend(all.iter().take(chunk.len() + 1));
        }
        check(&stream("/Filter[/A85/Fl]", format!("{digits}~>").as_bytes()), SIZE as u64);
    }
}

//! Reads the filters that dictionaries name.

use super::brackets::is_regular;
use crate::nesting::Nesting;
use std::ops::Range;

/// The size of the text after a key that must have the names of all filters, in bytes.
const LONGEST: usize = 1024;

/// The largest size of a name of interest in bytes; each of its characters may take three bytes.
const LONGEST_NAME: usize = 64;

/// Filters whose data unpacks to far more than itself. Filters of pictures are missing, because no picture is drawn.
const COMPRESSING: &[&[u8]] = &[b"FlateDecode", b"Fl", b"LZWDecode", b"LZW", b"RunLengthDecode", b"RL"];

const HEX: &[&[u8]] = &[b"ASCIIHexDecode", b"AHx"];

const BASE_85: &[&[u8]] = &[b"ASCII85Decode", b"A85"];

/// Names in the dictionary of a stream that is not a picture.
const OTHER_KEYS: &[&[u8]] = &[b"PatternType", b"First", b"FunctionType"];

/// What the dictionary of a stream says about its data.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Filters {
    hex: bool,
    base_85: bool,
    /// Whether the data is surely a picture.
    pub picture: bool,
}

/// Reads the names in a range of a file, which has the dictionary of a stream; returns an error for filters that the
/// guard cannot follow.
pub(super) fn read_filters(bytes: &[u8], range: Range<usize>) -> Result<Filters, String> {
    let text = bytes.get(range.clone()).unwrap_or_default();
    let mut filters = Filters { picture: is_picture(text), ..Filters::default() };
    for (at, _) in text.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
        let rest = bytes.get(range.start + at + 1..).unwrap_or_default();
        let name = read_name(rest);
        let after = rest.get(name.len()..).unwrap_or_default();
        let key = unescaped(name);
        if key != b"Filter" && key != b"F" {
            continue;
        }
        let list = Names::of(after);
        if list.count(COMPRESSING) > 1 || list.count(HEX) + list.count(BASE_85) > 1 {
            return Err("a file with data in more than one compressing filter".to_owned());
        }
        if list.incomplete && key == b"Filter" {
            return Err("a file with a filter whose name is in another place".to_owned());
        }
        filters.hex |= list.count(HEX) > 0;
        filters.base_85 |= list.count(BASE_85) > 0;
    }
    Ok(filters)
}

/// Returns whether the text between two streams ends with the dictionary of a picture, and the library can read no other
/// dictionary before the second stream.
fn is_picture(text: &[u8]) -> bool {
    let plain = text.trim_ascii();
    // Strings and comments hide parts of a dictionary.
    if !plain.starts_with(END) || plain.iter().any(|byte| matches!(byte, b'(' | b')' | b'%')) {
        return false;
    }
    let last = plain.windows(END.len()).rposition(|word| word == END).unwrap_or(0) + END.len();
    let object = plain.get(last..).unwrap_or_default();
    let Some(at) = object.windows(3).position(|word| word == b"obj") else { return false };
    let (number, body) = (object.get(..at).unwrap_or_default(), object.get(at + 3..).unwrap_or_default().trim_ascii());
    let is_alone = number.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
    is_alone && is_one_dictionary(body) && says_picture(body)
}

/// The end of an object.
const END: &[u8] = b"endobj";

/// Returns whether the bytes are one dictionary, with nothing after it.
fn is_one_dictionary(bytes: &[u8]) -> bool {
    let mut depth = Nesting::NONE;
    let mut rest = bytes;
    while let Some((first, after)) = rest.split_first() {
        let is_double = after.first() == Some(first) && matches!(first, b'<' | b'>');
        match first {
            b'[' => depth.open_bracket(),
            b'<' if is_double => depth.open_bracket(),
            b']' => depth.close_bracket(),
            b'>' if is_double => depth.close_bracket(),
            _ => {}
        }
        rest = if is_double { after.get(1..).unwrap_or_default() } else { after };
        if depth == Nesting::NONE {
            return bytes.starts_with(b"<<") && rest.is_empty();
        }
    }
    false
}

/// Returns whether a dictionary says that its stream is a picture, and nothing else.
fn says_picture(body: &[u8]) -> bool {
    let mut picture = false;
    for (at, _) in body.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
        let rest = body.get(at + 1..).unwrap_or_default();
        let name = read_name(rest);
        let key = unescaped(name);
        if key == b"Subtype" {
            let names = Names::of(rest.get(name.len()..).unwrap_or_default()).names;
            picture = matches!(names.as_slice(), [name] if name == b"Image");
        }
        if OTHER_KEYS.contains(&key.as_slice()) || key == b"Subtype" && !picture {
            return false;
        }
    }
    picture
}

/// Returns the bytes of a name after its slash.
fn read_name(bytes: &[u8]) -> &[u8] {
    let size = bytes.iter().take(LONGEST_NAME).take_while(|byte| is_regular(**byte)).count();
    bytes.get(..size).unwrap_or_default()
}

/// Returns a name with its characters instead of their numbers, such as `#46`.
fn unescaped(name: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'#').and_then(|digits| str::from_utf8(digits).ok());
        let number = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        plain.push(number.unwrap_or(*first));
        rest = after.get(2..).filter(|_| number.is_some()).unwrap_or(after);
    }
    plain
}

/// The names after a key: one name, or all names of an array.
struct Names {
    names: Vec<Vec<u8>>,
    /// Whether another object has names, or the names do not end near the key.
    incomplete: bool,
}

impl Names {
    fn of(bytes: &[u8]) -> Self {
        let mut found = Self { names: Vec::new(), incomplete: true };
        let mut rest = bytes.get(..LONGEST).unwrap_or(bytes);
        let (mut in_array, mut refers) = (false, false);
        while let Some((first, mut after)) = rest.split_first() {
            match first {
                b'[' => in_array = true,
                b'%' => {
                    let end = after.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(after.len());
                    after = after.get(end..).unwrap_or_default();
                }
                b'/' => {
                    let name = read_name(after);
                    found.names.push(unescaped(name));
                    after = after.get(name.len()..).unwrap_or_default();
                }
                b'0'..=b'9' => refers = true,
                _ => {}
            }
            let is_value = is_regular(*first) || matches!(first, b'/' | b'(' | b'<' | b'>');
            if *first == b']' || is_value && !in_array {
                found.incomplete = refers;
                break;
            }
            rest = after;
        }
        found
    }

    /// Returns how many of the names are those of filters.
    fn count(&self, filters: &[&[u8]]) -> usize {
        self.names.iter().filter(|name| filters.contains(&name.as_slice())).count()
    }
}

impl Filters {
    /// Returns the bytes of data that consists of digits.
    pub(super) fn decode_digits(self, data: &[u8]) -> Option<Vec<u8>> {
        if self.base_85 { Some(decode_base_85(data)) } else { self.hex.then(|| decode_hex(data)) }
    }
}

fn decode_hex(data: &[u8]) -> Vec<u8> {
    let digits = data.iter().filter(|byte| !byte.is_ascii_whitespace());
    let digits = digits.map_while(|byte| u8::try_from(char::from(*byte).to_digit(16)?).ok());
    let digits: Vec<u8> = digits.collect();
    digits.chunks(2).map(|pair| pair.iter().chain(&[0]).take(2).fold(0, |byte, digit| byte << 4 | digit)).collect()
}

fn decode_base_85(data: &[u8]) -> Vec<u8> {
    let (mut plain, mut word, mut count) = (Vec::new(), 0_u32, 0_usize);
    let mut add = |word: u32, size: usize| plain.extend(word.to_be_bytes().into_iter().take(size));
    for byte in data.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            b'z' if count == 0 => add(0, 4),
            b'!'..=b'u' => {
                word = word.wrapping_mul(85).wrapping_add(u32::from(byte - b'!'));
                count += 1;
            }
            _ => break,
        }
        if count == 5 {
            add(word, 4);
            (word, count) = (0, 0);
        }
    }
    // The last digits that are missing are the largest ones.
    if count > 1 {
        add((count..5).fold(word, |word, _| word.wrapping_mul(85).wrapping_add(84)), count - 1);
    }
    plain
}

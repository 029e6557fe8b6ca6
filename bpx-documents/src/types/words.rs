//! Reads the words of a type one after the other.

use super::{Digits, TypeMeaning};
use crate::model::Number;
use crate::size::{Size, Unit};
use bpx_model::Endian;

/// The statements of the words of a type so far.
#[derive(Default)]
pub(super) struct TypeWords {
    digits: Digits,
    /// Whether a `word` is half of a `dword`.
    words: bool,
    /// A size in bits that the words state.
    bits: Option<u64>,
    /// The size of the base type in bits, and whether the size is part of the type's name.
    base: Option<(Option<u64>, bool)>,
    number: Option<Number>,
    signed: Option<bool>,
    endian: Option<Endian>,
    longs: u8,
    many: bool,
    /// Whether there are words that describe a number of a known size, and change nothing.
    nouns: bool,
}

impl TypeWords {
    /// Creates a reader; `words` states whether a `word` is half of a `dword`.
    pub(super) fn new(digits: Digits, words: bool) -> Self {
        Self { digits, words, ..Self::default() }
    }

    /// Returns the meaning of the words of a type; returns `None` if a word is not understood.
    pub(super) fn read_meaning(mut self, text: &str) -> Option<TypeMeaning> {
        let is_between = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | ':' | '/' | ',' | '(' | ')');
        // Most texts end at their first word, so that the others are not looked for.
        let mut words = text.trim_end_matches('.').split(is_between).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            match (word.parse(), words.peek()) {
                (Ok(count), Some(unit)) => {
                    self.state_bits(Unit::of(unit)?.size(count).exact()?)?;
                    words.next();
                }
                // `uint 32`; `char 32` may be so many characters.
                (Ok(bits @ (8_u64 | 16 | 24 | 32 | 64)), None)
                    if self.base.is_some() && self.number != Some(Number::Bytes) =>
                {
                    self.bits = Some(bits);
                }
                (Ok(_), None) => return None,
                (Err(_), _) => self.read_quantity(word).or_else(|| self.take_word(word))?,
            }
        }
        self.into_meaning()
    }

    /// Adds a size in bits; returns `None` if the size contradicts another size.
    fn state_bits(&mut self, bits: u64) -> Option<()> {
        self.bits.replace(bits).is_none_or(|known| known == bits).then_some(())
    }

    /// Reads `4B`, `32bit`.
    fn read_quantity(&mut self, word: &str) -> Option<()> {
        let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = word.strip_suffix(unit)?.parse().ok()?;
        self.state_bits(Unit::of(unit)?.size(count).exact()?)
    }

    /// Adds a word; returns `None` if the word is not understood.
    fn take_word(&mut self, word: &str) -> Option<()> {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "unsigned" => self.signed = Some(false),
            "signed" => self.signed = Some(true),
            "le" | "little" => self.state_order(Endian::Little)?,
            "be" | "big" => self.state_order(Endian::Big)?,
            "endian" if self.endian.is_some() => {}
            "integer" | "number" | "std" | "t" | "precision" | "ieee" | "ieee754" | "point" | "fixed" => {}
            "array" | "list" | "string" => self.many = true,
            // Its size depends on the compiler: 4 or 8 bytes.
            "long" if word != "LONG" => self.longs += 1,
            // It may be the word of a machine.
            "word" if word == "word" && !self.words => self.base = self.base.is_none().then_some((None, false)),
            "int" if self.longs > 0 || self.base.is_some() => {}
            _ if NOUNS.contains(&lower.as_str()) => self.nouns = true,
            _ => {
                let point = read_fixed_point(&lower);
                self.signed = point.and_then(|(.., signed)| signed).or(self.signed);
                let point = point.map(|(bits, part, _)| (Some(bits), Number::Fixed(part), true));
                let (bits, number, firm) =
                    point.or_else(|| base_number(word, &lower)).or_else(|| self.read_numbered(&lower))?;
                if self.base.replace((bits, firm)).is_some() {
                    return None;
                }
                self.number = Some(number);
            }
        }
        Some(())
    }

    fn state_order(&mut self, endian: Endian) -> Option<()> {
        self.endian.replace(endian).is_none_or(|known| known == endian).then_some(())
    }

    /// Reads `u32`, `uint16le`, `int32u`, `le32`.
    fn read_numbered(&mut self, word: &str) -> Option<(Option<u64>, Number, bool)> {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let stem = word.strip_suffix(rest)?;
        let suffix = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits: u64 = rest.strip_suffix(suffix)?.parse().ok()?;
        let mut number = match stem {
            "u" | "uint" | "b" | "quint" | "unsigned" | "word" | "offset" => Number::Unsigned,
            "i" | "s" | "int" | "sint" | "qint" | "signed" => Number::Signed,
            "f" | "float" | "real" | "binary" => Number::Float,
            "le" | "be" | "ulittle" | "ubig" => {
                self.state_order(if matches!(stem, "le" | "ulittle") { Endian::Little } else { Endian::Big })?;
                Number::Unsigned
            }
            "little" | "big" | "lsbint" | "msbint" => {
                self.state_order(if stem.starts_with('l') { Endian::Little } else { Endian::Big })?;
                Number::Signed
            }
            "char" if matches!(digits, 8 | 16 | 32) => Number::Unsigned,
            _ => return None,
        };
        match suffix {
            "" | "t" => {}
            "le" => self.state_order(Endian::Little)?,
            "be" => self.state_order(Endian::Big)?,
            "u" if number == Number::Signed => number = Number::Unsigned,
            "s" if number == Number::Signed => {}
            _ => return None,
        }
        let short = matches!(stem, "u" | "i" | "s" | "f") && matches!(digits, 1 | 2 | 4 | 8);
        let bits = match self.digits {
            Digits::Bytes if short => Some(digits * 8),
            Digits::Open if short => None,
            _ => Some(digits),
        };
        let fits = |bits: &u64| match number {
            Number::Float => matches!(bits, 16 | 32 | 64 | 80 | 128),
            _ => (1..=128).contains(bits),
        };
        Some((bits, number, true)).filter(|(bits, ..)| bits.as_ref().is_none_or(fits))
    }

    fn into_meaning(self) -> Option<TypeMeaning> {
        let (base, firm) = match (self.longs, self.base) {
            (0, base) => base.unwrap_or((None, false)),
            (1, None) => (None, false),
            (2, None) => (Some(64), true),
            _ => return None,
        };
        // `long` of 8 bytes, `32-bit float`; a 32-bit short is nonsense.
        let bits = match (self.bits, base) {
            (Some(stated), Some(base)) if firm && stated != base => return None,
            (stated, base) => stated.or(base),
        };
        let number = match (self.number, self.signed) {
            (Some(Number::Float), Some(_)) => return None,
            (number @ Some(Number::Float | Number::Fixed(_)), None) => number,
            (Some(Number::Fixed(part)), Some(signed)) => {
                Some(if signed { Number::SignedFixed(part) } else { Number::Fixed(part) })
            }
            (_, Some(true)) => Some(Number::Signed),
            (_, Some(false)) => Some(Number::Unsigned),
            (None, None) if self.longs > 0 => Some(Number::Signed),
            (number, None) => number,
        };
        let is_known = bits.is_some() || number.is_some() || self.base.is_some();
        if !is_known || (self.nouns && bits.is_none()) || (self.many && bits.is_none()) {
            return None;
        }
        let size = if self.many { Some(Size::VARIABLE) } else { bits.map(Size::bits) };
        let is_firm = self.bits.is_some() || firm;
        Some(TypeMeaning { size, element: bits, endian: self.endian, number, is_firm, is_array: self.many })
    }
}

/// Words for the purpose of a number.
const NOUNS: &[&str] = &[
    "address",
    "ascii",
    "bitfield",
    "bitmask",
    "checksum",
    "color",
    "count",
    "crc",
    "enum",
    "enumeration",
    "flag",
    "flags",
    "hash",
    "hex",
    "id",
    "identifier",
    "index",
    "magic",
    "mask",
    "offset",
    "signature",
    "size",
    "text",
    "timestamp",
    "value",
    "version",
];

/// Returns the number of bits and the kind of a word without digits, and whether the size is part of the name.
fn base_number(word: &str, lower: &str) -> Option<(Option<u64>, Number, bool)> {
    let upper = word.chars().all(|c| c.is_ascii_uppercase());
    let (bits, number, firm) = match lower {
        "byte" | "char" | "character" | "octet" => (8, Number::Bytes, false),
        "bool" | "boolean" => (8, Number::Unsigned, false),
        "ubyte" | "uchar" => (8, Number::Unsigned, true),
        "sbyte" | "schar" => (8, Number::Signed, true),
        "short" => (16, Number::Signed, true),
        "ushort" => (16, Number::Unsigned, true),
        "int" => (32, Number::Signed, false),
        "uint" => (32, Number::Unsigned, false),
        "half" => (16, Number::Float, true),
        "float" | "single" => (32, Number::Float, false),
        "double" => (64, Number::Float, true),
        "floating" => return Some((None, Number::Float, false)),
        // C# has a `ulong` of 8 bytes.
        "word" | "uword" => (16, Number::Unsigned, true),
        "ulong" if upper => (32, Number::Unsigned, true),
        "long" if upper => (32, Number::Signed, true),
        "ulong" => return Some((None, Number::Unsigned, false)),
        "dword" => (32, Number::Unsigned, true),
        "smallint" => (16, Number::Signed, true),
        "shortint" => (8, Number::Signed, true),
        "longint" => (32, Number::Signed, true),
        "longword" | "cardinal" => (32, Number::Unsigned, true),
        "ansichar" => (8, Number::Bytes, true),
        "qword" | "ulonglong" => (64, Number::Unsigned, true),
        "longlong" => (64, Number::Signed, true),
        "fourcc" => (32, Number::Bytes, true),
        "guid" | "uuid" => (128, Number::Bytes, true),
        _ => return None,
    };
    Some((Some(bits), number, firm))
}

/// Reads a fixed-point format, `16.16`, `u8.8`, or `s15.16` with a bit for the sign. Returns the number of all bits,
/// the number of bits after the point, and the sign.
fn read_fixed_point(word: &str) -> Option<(u64, u8, Option<bool>)> {
    let digits = word.trim_start_matches(['s', 'u']);
    let signed = match word.strip_suffix(digits)? {
        "" => None,
        "s" => Some(true),
        "u" => Some(false),
        _ => return None,
    };
    let (whole, part) = digits.split_once('.')?;
    let (whole, part): (u8, u8) = (whole.parse().ok()?, part.parse().ok()?);
    let bits = u64::from(whole).checked_add(u64::from(part))?;
    let sign = u64::from(signed == Some(true) && bits % 8 == 7);
    Some((bits.checked_add(sign)?, part, signed)).filter(|(bits, ..)| matches!(bits, 8 | 16 | 32 | 64))
}

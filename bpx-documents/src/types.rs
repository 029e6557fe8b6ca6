//! What the words of a type state: size, sign, byte order.
//!
//! A type counts only if all of its words are understood.

use super::measure;
use super::model::{Field, Number};
use super::name::norm;
use super::size::{Size, Unit};
use bpx_model::Endian;
use std::collections::{BTreeMap, HashSet};

/// What is known of the types of a document.
#[derive(Debug, Clone, Default)]
pub(super) struct Types {
    /// Sizes of types that the document defines, by normal name.
    sizes: BTreeMap<String, Size>,
    /// Normal names of the types that fields have.
    used: HashSet<String>,
    /// What `u4` means.
    digits: Digits,
}

/// What the number in `u1`, `u2`, `u4` and `u8` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Digits {
    #[default]
    Bits,
    /// As Kaitai and the class files of Java count.
    Bytes,
    /// Nothing shows it.
    Open,
}

impl Types {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Defines a type.
    pub(super) fn define(&mut self, name: &str, size: Size) {
        self.sizes.insert(norm(name), size);
    }

    /// Adds a structure; several of one name and of unlike sizes are cases of a choice.
    pub(super) fn add_case(&mut self, name: &str, size: Size) {
        let known = self.sizes.entry(name.to_owned()).or_insert(size);
        *known = if *known == size { size } else { Size::VARIABLE };
    }

    /// Notes that a field has a type.
    pub(super) fn note_use(&mut self, ty: &str) {
        if ty.len() <= MAX_TYPE {
            self.used.insert(norm(ty));
        }
    }

    /// Returns whether a field has the type.
    pub(super) fn is_used(&self, name: &str) -> bool {
        name.len() <= MAX_TYPE && self.used.contains(&norm(name))
    }

    /// Returns what is known of words, without the types that the document defines.
    pub(super) fn without_sizes(&self) -> Self {
        let used = ["dword"].into_iter().filter(|word| self.used.contains(*word)).map(ToOwned::to_owned).collect();
        Self { sizes: BTreeMap::new(), used, digits: self.digits }
    }

    pub(super) fn with_digits(self, digits: Digits) -> Self {
        Self { digits, ..self }
    }
}

/// Longer texts are no types.
const MAX_TYPE: usize = 200;

/// What a type states.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Meaning {
    /// `None` if the words are understood and the size still depends on something, as that of `long`.
    pub size: Option<Size>,
    /// Bits of an element.
    pub element: Option<u64>,
    pub endian: Option<Endian>,
    pub number: Option<Number>,
    /// Whether the size is part of the name, so that another size contradicts it.
    pub is_firm: bool,
    /// Whether it is an array of a number of elements.
    pub is_array: bool,
}

/// Returns a field of this type, without a name and a size.
pub(super) fn field(ty: String, known: &Types) -> Field {
    let meaning = meaning(&ty, known).unwrap_or_default();
    let element = meaning.element.filter(|_| meaning.is_firm);
    Field { ty, element, endian: meaning.endian, number: meaning.number, ..Field::default() }
}

/// Returns the size of a type by its name: `u32`, `uint16_t`, `f32[3]`, `[u8; 4]`, `31 bit unsigned integer`, `byte[]`,
/// or a type of the document. `None` if the name states no size.
pub(super) fn of_type(text: &str, known: &Types) -> Option<Size> {
    meaning(text, known)?.size
}

/// Returns the size that a text begins with: `8-bit unsigned char, from ..`.
pub(super) fn leading(text: &str, known: &Types) -> Option<Size> {
    let lower = text.trim().to_lowercase().replace('-', " ");
    let mut words = lower.split_whitespace();
    let count = words.next().and_then(|word| word.parse().ok());
    let Some((count, unit)) = count.zip(words.next().and_then(Unit::of)) else { return of_type(text, known) };
    let many = words.any(|word| matches!(word.trim_end_matches(['.', ',', ';']), "array" | "string" | "list"));
    Some(if many { Size::VARIABLE } else { unit.size(count) })
}

/// Returns what the words of a type state; `None` if a word is not understood.
pub(super) fn meaning(text: &str, known: &Types) -> Option<Meaning> {
    let text = text.trim();
    // Also bounds how deep arrays of arrays go.
    if text.len() > MAX_TYPE || text.is_empty() {
        return None;
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let (of, count) = inner.rsplit_once(';')?;
        return array(element(of, known), count);
    }
    if let Some((of, count)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
        return array(element(of, known), count);
    }
    if let Some(size) = known.sizes.get(&norm(text)) {
        return Some(Meaning { size: Some(*size), is_firm: true, ..Meaning::default() });
    }
    if let Some((of, count)) = text.strip_suffix(')').and_then(|text| text.split_once('('))
        && let Some(count) = measure::number(count)
    {
        // `char(4)`; `uint(4)` may be of 4 bytes or of 4 elements.
        let of = element(of, known).filter(|of| of.element == Some(8))?;
        return array(Some(of), &count.to_string());
    }
    if let Some((of, width)) = text.split_once(':').filter(|(of, width)| !of.is_empty() && !width.starts_with(':')) {
        return bit_field(meaning(of, known)?, width);
    }
    let lower = text.to_lowercase();
    if ["leb", "varint", "terminated"].iter().any(|word| lower.contains(word)) {
        return Some(Meaning { size: Some(Size::VARIABLE), ..Meaning::default() });
    }
    let words = known.used.contains("dword");
    Words { digits: known.digits, words, ..Words::default() }.read(text)
}

/// Returns the type of an element; `bytes[4]` are bytes.
fn element(text: &str, known: &Types) -> Option<Meaning> {
    match text.trim().to_lowercase().as_str() {
        "bytes" | "chars" | "octets" => meaning("byte", known),
        _ => meaning(text, known),
    }
}

/// Makes an array of so many elements; one of an unknown number has no fixed size, whatever its elements are.
fn array(of: Option<Meaning>, count: &str) -> Option<Meaning> {
    let number = measure::number(count);
    let of = if number.is_none() { of.unwrap_or_default() } else { of? };
    let size = number.map_or(Some(Size::VARIABLE), |count| of.size.map(|size| size.times(count)));
    Some(Meaning { size, is_array: true, is_firm: of.is_firm || of.size == Some(Size::bits(8)), ..of })
}

/// Makes a bit field of a C structure: `uint32:8`.
fn bit_field(of: Meaning, width: &str) -> Option<Meaning> {
    let width =
        width.trim().parse().ok().filter(|width| (1..=of.size.and_then(Size::exact).unwrap_or(0)).contains(width))?;
    Some(Meaning { size: Some(Size::bits(width)), element: None, ..of })
}

/// What the words of a type say, so far.
#[derive(Default)]
struct Words {
    digits: Digits,
    /// Whether a word is half of a `dword`.
    words: bool,
    /// A size in bits that the words state.
    bits: Option<u64>,
    /// The size of the base type, and whether it is firm.
    base: Option<(Option<u64>, bool)>,
    number: Option<Number>,
    signed: Option<bool>,
    endian: Option<Endian>,
    longs: u8,
    many: bool,
    /// Words that describe a number of a known size, and change nothing.
    nouns: bool,
}

impl Words {
    fn read(mut self, text: &str) -> Option<Meaning> {
        let is_between = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | ':' | '/' | ',' | '(' | ')');
        let words: Vec<&str> = text.trim_end_matches('.').split(is_between).filter(|word| !word.is_empty()).collect();
        let mut rest = words.as_slice();
        while let Some((word, after)) = rest.split_first() {
            rest = match (word.parse(), after) {
                (Ok(count), [unit, after @ ..]) => {
                    self.state(Unit::of(unit)?.size(count).exact()?)?;
                    after
                }
                // `uint 32`
                (Ok(bits @ (8_u64 | 16 | 24 | 32 | 64)), []) if self.base.is_some() => {
                    self.bits = Some(bits);
                    after
                }
                (Ok(_), []) => return None,
                (Err(_), _) => {
                    self.quantity(word).or_else(|| self.word(word))?;
                    after
                }
            };
        }
        self.end()
    }

    /// Takes a size in bits; `None` if it contradicts another one.
    fn state(&mut self, bits: u64) -> Option<()> {
        self.bits.replace(bits).is_none_or(|known| known == bits).then_some(())
    }

    /// Reads `4B`, `32bit`.
    fn quantity(&mut self, word: &str) -> Option<()> {
        let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = word.strip_suffix(unit)?.parse().ok()?;
        self.state(Unit::of(unit)?.size(count).exact()?)
    }

    /// Takes a word; `None` if it is not understood.
    fn word(&mut self, word: &str) -> Option<()> {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "unsigned" => self.signed = Some(false),
            "signed" => self.signed = Some(true),
            "le" | "little" => self.order(Endian::Little)?,
            "be" | "big" => self.order(Endian::Big)?,
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
                let (bits, number, firm) = base(word, &lower).or_else(|| self.numbered(&lower))?;
                if self.base.replace((bits, firm)).is_some() {
                    return None;
                }
                self.number = Some(number);
            }
        }
        Some(())
    }

    fn order(&mut self, endian: Endian) -> Option<()> {
        self.endian.replace(endian).is_none_or(|known| known == endian).then_some(())
    }

    /// Reads `u32`, `uint16le`, `int32u`, `le32`.
    fn numbered(&mut self, word: &str) -> Option<(Option<u64>, Number, bool)> {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let stem = word.strip_suffix(rest)?;
        let suffix = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits: u64 = rest.strip_suffix(suffix)?.parse().ok()?;
        let mut number = match stem {
            "u" | "uint" | "b" | "quint" | "unsigned" | "word" | "offset" => Number::Unsigned,
            "i" | "s" | "int" | "sint" | "qint" | "signed" => Number::Signed,
            "f" | "float" | "real" | "binary" => Number::Float,
            "le" | "be" => {
                self.order(if stem == "le" { Endian::Little } else { Endian::Big })?;
                Number::Unsigned
            }
            "char" if matches!(digits, 8 | 16 | 32) => Number::Unsigned,
            _ => return None,
        };
        match suffix {
            "" | "t" => {}
            "le" => self.order(Endian::Little)?,
            "be" => self.order(Endian::Big)?,
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

    fn end(self) -> Option<Meaning> {
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
        Some(Meaning { size, element: bits, endian: self.endian, number, is_firm, is_array: self.many })
    }
}

/// Words that say what a number is for.
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

/// Returns bits, kind, and whether the size is part of the name, of a word that has no number in it.
fn base(word: &str, lower: &str) -> Option<(Option<u64>, Number, bool)> {
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
        "word" => (16, Number::Unsigned, true),
        "ulong" if upper => (32, Number::Unsigned, true),
        "long" if upper => (32, Number::Signed, true),
        "ulong" => return Some((None, Number::Unsigned, false)),
        "dword" => (32, Number::Unsigned, true),
        "qword" | "ulonglong" => (64, Number::Unsigned, true),
        "longlong" => (64, Number::Signed, true),
        "fourcc" => (32, Number::Bytes, true),
        "guid" | "uuid" => (128, Number::Bytes, true),
        _ => return fixed(lower),
    };
    Some((Some(bits), number, firm))
}

/// Reads the bits before and behind the point: `16.16`.
fn fixed(word: &str) -> Option<(Option<u64>, Number, bool)> {
    let (whole, part) = word.split_once('.')?;
    let (whole, part): (u8, u8) = (whole.parse().ok()?, part.parse().ok()?);
    let bits = u64::from(whole).checked_add(u64::from(part))?;
    matches!(bits, 8 | 16 | 32 | 64).then_some((Some(bits), Number::Fixed(part), true))
}

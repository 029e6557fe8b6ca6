//! Reads the words of a type: size, sign, byte order.
//!
//! A type counts only if the reader understands all of its words.

mod packed;
mod several;
mod varying;
mod words;

pub(super) use self::several::several_in_text;
pub(super) use self::varying::base_128;
use self::words::TypeWords;
use super::measure;
use super::model::{Field, Number};
use super::name::normal_name;
use super::size::{Size, Unit};
use bpx_model::Endian;
use std::collections::{BTreeMap, HashSet};

/// The known types of a document.
#[derive(Debug, Clone, Default)]
pub(super) struct Types {
    /// The sizes of the types that the document defines, by normal name.
    sizes: BTreeMap<String, Size>,
    /// The kinds of numbers of these types, as far as their explanations state the kinds.
    numbers: BTreeMap<String, Number>,
    /// The types that sentences define, by normal name.
    words: BTreeMap<String, TypeMeaning>,
    /// The normal names of the types that fields have.
    used: HashSet<String>,
    /// The normal titles of sections, which may be titles of structures.
    titles: HashSet<String>,
    /// The meaning of `u4`.
    digits: Digits,
}

/// The unit of the number in `u1`, `u2`, `u4` and `u8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Digits {
    #[default]
    Bits,
    /// Bytes, as in Kaitai Struct and in descriptions of Java class files.
    Bytes,
    /// An unknown unit.
    Open,
}

impl Types {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Defines a type by its size and the kind of its numbers, if the document states the kind.
    pub(super) fn define_type(&mut self, name: &str, size: Size, number: Option<Number>) {
        let name = normal_name(name);
        match number {
            Some(number) => drop(self.numbers.insert(name.clone(), number)),
            None => drop(self.numbers.remove(&name)),
        }
        self.sizes.insert(name, size);
    }

    /// Defines a type by a sentence: `FIXED`, `A 32-bit fixed point (16.16) value`.
    pub(super) fn define_by(&mut self, name: &str, sentence: &str) {
        let lower = sentence.trim().to_lowercase();
        let Some(words) = ["a ", "an "].iter().find_map(|article| lower.strip_prefix(article)) else { return };
        let found = TypeWords::new(self.digits, false).read_meaning(words.trim_end_matches(" value"));
        if let Some(found) = found.filter(|found| found.size.is_some() && found.number.is_some()) {
            self.words.insert(
                normal_name(name),
                TypeMeaning { is_firm: true, element: found.size.and_then(Size::exact), ..found },
            );
        }
    }

    /// Adds the size of a structure; structures with the same name and different sizes are cases of a choice.
    pub(super) fn add_case(&mut self, name: &str, size: Size) {
        let known = self.sizes.entry(name.to_owned()).or_insert(size);
        *known = if *known == size { size } else { Size::VARIABLE };
    }

    /// Records the title of a section.
    pub(super) fn note_title(&mut self, title: &str) {
        if title.len() <= MAX_TYPE {
            self.titles.insert(normal_name(title));
        }
    }

    /// Returns whether a section has the name of a type; the number of elements in the type does not count.
    pub(super) fn is_title(&self, ty: &str) -> bool {
        ty.len() <= MAX_TYPE && self.titles.contains(&normal_name(ty.split('[').next().unwrap_or(ty)))
    }

    /// Records that a field has a type.
    pub(super) fn note_use(&mut self, ty: &str) {
        if ty.len() <= MAX_TYPE {
            self.used.insert(normal_name(ty));
        }
    }

    /// Returns whether a field has the type.
    pub(super) fn is_used(&self, name: &str) -> bool {
        name.len() <= MAX_TYPE && self.used.contains(&normal_name(name))
    }

    /// Returns the meanings of words, without the types that the document defines.
    pub(super) fn without_sizes(&self) -> Self {
        let used = ["dword"].into_iter().filter(|word| self.used.contains(*word)).map(ToOwned::to_owned).collect();
        let (words, numbers) = (self.words.clone(), self.numbers.clone());
        Self { words, numbers, used, digits: self.digits, ..Self::default() }
    }

    pub(super) fn with_digits(self, digits: Digits) -> Self {
        Self { digits, ..self }
    }
}

/// The largest size of a type's text, in bytes.
const MAX_TYPE: usize = 200;

/// The statements of a type.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct TypeMeaning {
    /// The size; `None` if the words are understood, but the size depends on something else, as that of `long` does.
    pub size: Option<Size>,
    /// The number of bits in an element.
    pub element: Option<u64>,
    pub endian: Option<Endian>,
    pub number: Option<Number>,
    /// Whether the size is part of the name, so that another size contradicts it.
    pub is_firm: bool,
    /// Whether the type is an array with a number of elements.
    pub is_array: bool,
}

/// Returns a field with this type, without a name and a size.
pub(super) fn typed_field(ty: String, known: &Types) -> Field {
    // A type that is not understood states nothing about the field.
    let meaning = type_meaning(&ty, known).unwrap_or_default();
    let element = meaning.element.filter(|_| meaning.is_firm);
    Field { ty, element, endian: meaning.endian, number: meaning.number, ..Field::default() }
}

/// Returns the kind of a number that a clause of a description states, if the number has the size `bits`: `signed`,
/// `32-bit float`.
pub(super) fn number_of_clause(text: &str, bits: u64) -> Option<Number> {
    let said = |clause: &str| {
        let lower = clause.to_lowercase().replace("ieee 754", "ieee").replace("ieee-754", "ieee");
        let says = ["signed", "unsigned", "float", "floating", "double", "integer", "int"];
        let words = lower.split(|c: char| !c.is_alphanumeric());
        // `int16` has a size too.
        let is_numbered =
            |word: &str| word.starts_with(char::is_alphabetic) && word.ends_with(|c: char| c.is_ascii_digit());
        words.filter(|word| says.contains(word) || is_numbered(word)).count().checked_sub(1)?;
        let meaning = type_meaning(&lower, &Types::new()).filter(|meaning| !meaning.is_array)?;
        meaning.number.filter(|_| meaning.size.is_none_or(|size| size.exact() == Some(bits)))
    };
    let mut found = text.split([',', ';', '.', '(', ')', '\n']).filter_map(said);
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// Returns whether a clause of a description states a number of `bits` bits: `double precision`, `a 64-bit integer`.
pub(super) fn has_sized_clause(text: &str, bits: u64) -> bool {
    let is_sized = |clause: &str| {
        let clause = clause.trim();
        let words = clause.strip_prefix("a ").or_else(|| clause.strip_prefix("an ")).unwrap_or(clause);
        type_meaning(&words.to_lowercase(), &Types::new())
            .is_some_and(|meaning| !meaning.is_array && meaning.size.and_then(Size::exact) == Some(bits))
    };
    text.split([',', ';', '.', '(', ')', '\n']).any(is_sized)
}

/// Returns the size that the name of a type states: `u32`, `uint16_t`, `f32[3]`, `[u8; 4]`, `31 bit unsigned integer`,
/// `byte[]`, or a type of the document. Returns `None` if the name states no size.
pub(super) fn size_of_type(text: &str, known: &Types) -> Option<Size> {
    type_meaning(text, known)?.size
}

/// Returns the size at the beginning of a text: `8-bit unsigned char, from ..`.
pub(super) fn leading_size(text: &str, known: &Types) -> Option<Size> {
    let lower = text.trim().to_lowercase().replace('-', " ");
    let mut words = lower.split_whitespace();
    let count = words.next().and_then(|word| word.parse().ok());
    let Some((count, unit)) = count.zip(words.next().and_then(Unit::of)) else { return size_of_type(text, known) };
    let many = words.any(|word| matches!(word.trim_end_matches(['.', ',', ';']), "array" | "string" | "list"));
    Some(if many { Size::VARIABLE } else { unit.size(count) })
}

/// Returns whether a text is a common type.
pub(super) fn is_common_type(text: &str) -> bool {
    type_meaning(text, &Types::new()).is_some()
}

/// Returns the meaning of the words of a type; returns `None` if a word is not understood.
pub(super) fn type_meaning(text: &str, known: &Types) -> Option<TypeMeaning> {
    let text = text.trim();
    // This also bounds the depth of arrays of arrays.
    if text.len() > MAX_TYPE || text.is_empty() {
        return None;
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let (of, count) = inner.rsplit_once(';')?;
        return array_meaning(element_meaning(of, known), count);
    }
    if let Some((of, count)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
        return array_meaning(element_meaning(of, known), count);
    }
    let number = get_entry(&known.numbers, text);
    if let Some(size) = get_entry(&known.sizes, text) {
        return Some(TypeMeaning { size: Some(size), number, is_firm: true, ..TypeMeaning::default() });
    }
    if let Some(found) = packed::packed_meaning(text).or_else(|| get_entry(&known.words, text)) {
        return Some(found);
    }
    if let Some((of, count)) = text.strip_suffix(')').and_then(|text| text.split_once('('))
        && let Some(count) = measure::read_number(count)
    {
        // `char(4)`, `string(4)`; `uint(4)` may be of 4 bytes or of 4 elements.
        let of = if of.trim().eq_ignore_ascii_case("string") { "char" } else { of };
        // `1 byte (0x7e)` has a value in brackets.
        let of = Some(of).filter(|of| !of.starts_with(|c: char| c.is_ascii_digit()));
        let of = element_meaning(of?, known).filter(|of| of.element == Some(8))?;
        return array_meaning(Some(of), &count.to_string());
    }
    if let Some((left, right)) = [" x ", " \u{d7} ", " * "].iter().find_map(|sign| text.split_once(sign)) {
        let (count, of) = if measure::read_number(left).is_some() { (left, right) } else { (right, left) };
        let of = element_meaning(of, known).filter(|of| of.size.and_then(Size::exact).is_some() && !of.is_array)?;
        return measure::read_number(count).and_then(|count| array_meaning(Some(of), &count.to_string()));
    }
    // `2 uint16`
    if let Some((count, of)) = text.split_once(' ').filter(|(_, of)| of.ends_with(|c: char| c.is_ascii_digit()))
        && let Some(number) = measure::read_number(count)
        && let Some(of) = element_meaning(of, known).filter(|of| of.is_firm && !of.is_array)
    {
        return array_meaning(Some(of), &number.to_string());
    }
    if let Some((of, width)) = text.split_once(':').filter(|(of, width)| !of.is_empty() && !width.starts_with(':')) {
        return bit_field(type_meaning(of, known)?, width);
    }
    if varying::is_self_terminated(text) {
        return Some(TypeMeaning { size: Some(Size::VARIABLE), ..TypeMeaning::default() });
    }
    let meaning = TypeWords::new(known.digits, known.used.contains("dword")).read_meaning(text)?;
    // A document may give another meaning to the name of a common type.
    Some(TypeMeaning { number: number.or(meaning.number), ..meaning })
}

/// Returns the entry with a name. The function is fast for empty entries, because most lines are read before the
/// document defines any type.
fn get_entry<T: Copy>(entries: &BTreeMap<String, T>, name: &str) -> Option<T> {
    if entries.is_empty() { None } else { entries.get(&normal_name(name)).copied() }
}

/// Returns the type of an element; `bytes[4]` are bytes.
fn element_meaning(text: &str, known: &Types) -> Option<TypeMeaning> {
    match text.trim().to_lowercase().as_str() {
        "bytes" | "chars" | "octets" => type_meaning("byte", known),
        _ => type_meaning(text, known),
    }
}

/// Creates an array with a number of elements; an array with an unknown number has no fixed size.
fn array_meaning(of: Option<TypeMeaning>, count: &str) -> Option<TypeMeaning> {
    let number = measure::read_number(count);
    // Without a number, the size of the array is not known, whatever the size of an element.
    let of = if number.is_none() { of.unwrap_or_default() } else { of? };
    let size = number.map_or(Some(Size::VARIABLE), |count| of.size.map(|size| size.times(count)));
    Some(TypeMeaning { size, is_array: true, is_firm: of.is_firm || of.size == Some(Size::bits(8)), ..of })
}

/// Creates a bit field of a C structure: `uint32:8`.
fn bit_field(of: TypeMeaning, width: &str) -> Option<TypeMeaning> {
    let bits = of.size.and_then(Size::exact)?;
    let width = width.trim().parse().ok().filter(|width| (1..=bits).contains(width))?;
    Some(TypeMeaning { size: Some(Size::bits(width)), element: None, ..of })
}

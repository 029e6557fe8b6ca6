//! Derives the declared type of a field from the type and the size in the document.

use super::super::model::{Field, Number};
use super::super::name::is_reserved;
use super::super::size::Size;
use super::super::types;
use super::names::Names;
use bpx_model::{Endian, Length, Link, List, Type, VarintForm};

/// The meaning of the type and the size of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// The type of an element, the number of elements, and the size of all elements in bytes.
    Fixed(Type, Option<Length>, u64),
    /// A number of bits that do not fill whole bytes.
    Bits(u64),
    /// A text that ends with a zero byte.
    CString,
    /// A number of varying size, and the largest number of its bits.
    Varint(u8, VarintForm),
    /// A type or a size that the document does not state.
    Open,
}

/// Returns the type of a byte.
pub(super) fn byte_type() -> Type {
    Type::Int { size: 1, signed: false, endian: Endian::Little }
}

/// The properties of a number that the words of its type state.
struct Words {
    float: bool,
    signed: bool,
    bytes: bool,
    /// Whether the words state that the field is a whole number.
    number: bool,
    /// The number of bits after the point, for a fixed-point number.
    fraction: Option<u8>,
}

impl Words {
    fn of(field: &Field, ty: &str) -> Self {
        let stem: String = ty.chars().filter(char::is_ascii_alphabetic).collect();
        let has = |word: &str| ty.contains(word);
        let said = field.number;
        let is = |number: Number| said == Some(number);
        let known = said.is_some();
        // One letter without a width is a word that is not known.
        let wide = ty.contains(|c: char| c.is_ascii_digit());
        let short = |letters: &[&str]| wide && letters.contains(&&*stem);
        let signed = (has("signed") && !has("unsigned")) || matches!(&*stem, "int" | "intt") || short(&["i", "s"]);
        let float = has("float") || has("double") || has("half") || short(&["f"]);
        let bytes = has("byte") || has("char") || has("ascii") || has("utf");
        Self {
            float: if known { is(Number::Float) } else { float },
            signed: if known { matches!(said, Some(Number::Signed | Number::SignedFixed(_))) } else { signed },
            bytes: if known { is(Number::Bytes) } else { bytes },
            number: is(Number::Unsigned)
                || is(Number::Signed)
                || !known && (has("signed") || has("int") || signed || ty.is_empty() && counts_things(&field.name)),
            fraction: said.and_then(|said| match said {
                Number::Fixed(fraction) | Number::SignedFixed(fraction) => Some(fraction),
                _ => None,
            }),
        }
    }
}

/// Returns whether a name is that of a number of things: `size`, `Length of the name`.
fn counts_things(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_count = |word: Option<&str>| matches!(word, Some("size" | "length" | "len" | "count" | "offset"));
    let first = words.clone().next();
    is_count(words.next_back()) || is_count(first) && lower.contains(" of ")
}

/// Returns the meaning of the type and the size of a field; `endian` is the byte order of its numbers.
pub(super) fn field_kind(field: &Field, names: &Names, endian: Endian) -> Kind {
    let lower = field.ty.to_lowercase();
    let bare = lower.split(['[', ';', ']']).map(str::trim).find(|part| !part.is_empty()).unwrap_or("");
    let Some(bits) = field.size.and_then(Size::exact) else {
        let is_empty = array_length(&lower).is_none() && !lower.contains(|c: char| c.is_ascii_digit());
        return if is_empty && is_terminated_text(bare, &field.notes) { Kind::CString } else { varying_kind(&lower) };
    };
    if bits % 8 != 0 {
        return Kind::Bits(bits);
    }
    let size = bits / 8;
    if size == 0 {
        return Kind::Fixed(byte_type(), None, 0);
    }
    let count = array_length(&lower);
    let array = |ty: Type, element: u64| elements_of(ty, element, size, count);
    if let Some(name) = names.find_structure(bare) {
        let element = count.and_then(|count| size.checked_div(count)).unwrap_or(size);
        // A structure called `Char` is not what `char` of one byte is.
        let number = types::size_of_type(bare, &types::Types::new()).and_then(Size::exact);
        let name = Some(name).filter(|_| number.is_none_or(|bits| Some(bits) != element.checked_mul(8)));
        let Some(name) = name else { return number_kind(field, (&lower, bare), size, endian) };
        return array(named_type(name), element).unwrap_or(Kind::Open);
    }
    number_kind(field, (&lower, bare), size, endian)
}

/// Divides `size` bytes into elements of `element` bytes.
fn elements_of(ty: Type, element: u64, size: u64, count: Option<u64>) -> Option<Kind> {
    let len = size.checked_div(element).filter(|len| len.checked_mul(element) == Some(size))?;
    Some(Kind::Fixed(ty, (len != 1 || count.is_some()).then_some(Length::Fixed(len)), size))
}

/// Returns the kind of a number, or of bytes, that takes `size` bytes; `bare` is the type without brackets.
fn number_kind(field: &Field, (lower, bare): (&str, &str), size: u64, endian: Endian) -> Kind {
    let words = Words::of(field, bare);
    let count = array_length(lower);
    let array = |ty: Type, element: u64| elements_of(ty, element, size, count);
    // An element of whole bytes.
    let stated = field.element.filter(|bits| bits.is_multiple_of(8)).map(|bits| bits / 8);
    let element = stated.or_else(|| count.and_then(|count| size.checked_div(count))).filter(|width| *width > 0);
    let element = match element {
        Some(element) => element,
        None if words.float && size.is_multiple_of(8) && bare.contains("double") => 8,
        None if words.float && size.is_multiple_of(4) => 4,
        None if words.float && size == 2 => 2,
        None if matches!(size, 1 | 2 | 4 | 8) && !is_reserved(&field.name) && !words.bytes => size,
        None if matches!(size, 3 | 5 | 6 | 7) && words.number && count.is_none() => size,
        None => 1,
    };
    let Ok(width) = u8::try_from(element) else { return Kind::Open };
    // One byte has no order.
    let order = if element == 1 { Endian::Little } else { endian };
    let ty = match (words.float, words.fraction, element) {
        (true, _, 2 | 4 | 8) => Type::Float { size: width, endian },
        (_, Some(fraction), 1 | 2 | 4) if u64::from(fraction) <= 8 * size => {
            Type::FixedPoint { size: width, signed: words.signed, fraction, endian: order }
        }
        (true, ..) | (_, Some(_), _) => return array(byte_type(), 1).unwrap_or(Kind::Open),
        (false, None, 1 | 2 | 4 | 8) => Type::Int { size: width, signed: words.signed, endian: order },
        // Bytes, unless the document calls them a number.
        (false, None, 3 | 5 | 6 | 7) if stated == Some(element) || words.number => {
            Type::Int { size: width, signed: words.signed, endian: order }
        }
        // No type has this many bytes.
        _ => return array(byte_type(), 1).unwrap_or(Kind::Open),
    };
    array(ty, element).unwrap_or(Kind::Open)
}

/// Returns the element type with a name, which is a structure or a number of a known size, and the size of the number
/// in bytes.
pub(super) fn element_type(ty: &str, names: &Names, endian: Endian) -> Option<(Type, Option<u64>)> {
    let ty = ty.trim();
    if let Some(name) = names.find_structure(ty) {
        return Some((named_type(name), None));
    }
    let meaning = types::type_meaning(ty, &types::Types::new())?;
    let field = Field { size: Some(meaning.size?), ..types::typed_field(ty.to_owned(), &types::Types::new()) };
    match field_kind(&field, names, meaning.endian.unwrap_or(endian)) {
        Kind::Fixed(ty, None, size) => Some((ty, Some(size))),
        _ => None,
    }
}

fn varying_kind(lower: &str) -> Kind {
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if let Some(form) = types::base_128(lower) {
        return Kind::Varint(32, form);
    }
    // Letters of two bytes end with two zero bytes.
    if !has(&["utf-16", "utf16", "wide", "wchar", "unicode"]) && says_terminated(lower) {
        return Kind::CString;
    }
    Kind::Open
}

/// Returns whether words say that a text ends with a zero byte.
fn says_terminated(lower: &str) -> bool {
    let words = lower.replace('-', " ");
    let ends =
        ["null terminated", "nul terminated", "zero terminated", "cstring", "c string", "asciiz", "stringz", "zstring"];
    ends.iter().any(|end| words.contains(end))
}

/// Returns whether the description of a text of varying size says that the text ends with a zero byte.
fn is_terminated_text(bare: &str, notes: &str) -> bool {
    let is_text = matches!(bare, "char" | "chars" | "string" | "text" | "ascii" | "ascii string" | "str");
    let lower = notes.to_lowercase();
    let is_other = [
        "not nul", "not null", "not zero", "utf-16", "utf16", "unicode", "strings", "padded", " if ", "unless", " or ",
    ];
    is_text && says_terminated(&lower) && !is_other.iter().any(|words| lower.contains(words))
}

/// Returns the number of elements that a type states: 3 for `f32[3]` and `[f32; 3]`.
fn array_length(lower: &str) -> Option<u64> {
    let inside = lower.split_once('[')?.1.split(']').next()?;
    inside.rsplit(';').next()?.trim().parse().ok()
}

/// Returns the type that names a structure of the document.
pub(super) fn named_type(name: &str) -> Type {
    Type::Named { link: Link::Name(name.to_owned().into()), args: List::default() }
}

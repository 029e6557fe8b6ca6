//! Reads types in the form of Python's `struct`: the byte order, a count, and a letter: `<H`, `>3f`, `!16s`.

use super::TypeMeaning;
use crate::model::Number;
use crate::size::Size;
use bpx_model::Endian;

/// Reads a type of `struct`; a letter without a byte order is not such a type, because it may be a word of another
/// language.
pub(super) fn packed_meaning(text: &str) -> Option<TypeMeaning> {
    let (order, rest) = text.split_at_checked(1)?;
    let endian = match order {
        "<" => Some(Endian::Little),
        ">" | "!" => Some(Endian::Big),
        "=" => None,
        _ => return None,
    };
    let (count, letter) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
    let (bits, number) = match letter {
        "b" => (8, Number::Signed),
        "B" | "?" => (8, Number::Unsigned),
        "c" | "s" | "x" => (8, Number::Bytes),
        "h" => (16, Number::Signed),
        "H" => (16, Number::Unsigned),
        "i" | "l" => (32, Number::Signed),
        "I" | "L" => (32, Number::Unsigned),
        "q" => (64, Number::Signed),
        "Q" => (64, Number::Unsigned),
        "e" => (16, Number::Float),
        "f" => (32, Number::Float),
        "d" => (64, Number::Float),
        _ => return None,
    };
    let many = if count.is_empty() { 1 } else { count.parse().ok()? };
    let size = Some(Size::bits(bits).times(many));
    let is_array = !count.is_empty();
    Some(TypeMeaning { size, element: Some(bits), endian, number: Some(number), is_firm: true, is_array })
}

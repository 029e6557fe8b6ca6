//! Finds lines that state a field by its size, its type or its offset.

use super::entry::{self, Habit};
use super::place;
use crate::columns::cell_number;
use crate::size::Unit;
use crate::types::{self, Types};

/// The largest number of words in a name.
const MAX_WORDS: usize = 5;

/// Returns the name of the field that a line states, although no reader may understand the whole line. The name may be
/// empty. Examples are `magic (4 bytes, ASCII)`, `count: 2 bytes as ever`, `0x04-0x07: size` and `{ u8 id, u16 size }`.
pub(crate) fn stated_field(text: &str) -> Option<String> {
    let text = without_mark(text);
    // `[ 8 ] [ 4 Bytes ]  Callsign`
    if text.starts_with('[') && text.split('[').any(|inside| is_quantity(inside.trim_start()) && inside.contains(']')) {
        return Some(String::new());
    }
    if let Some(members) = text.strip_prefix('{') {
        let member = members.split([',', ';', '}']).next()?;
        return Habit::Code.read_entry(member).filter(|entry| entry.is_known).map(|entry| entry.name);
    }
    if let Some((_, entry)) = Habit::of(text) {
        return Some(entry.name).filter(|name| !entry::is_type(name));
    }
    if is_quantity(text) || split_member(text).is_some() || states_bits(text) || is_valued(text) {
        return Some(String::new());
    }
    let after = |mark: &&str| {
        let (name, rest) = text.split_once(*mark)?;
        // The explanation of a type states no field.
        let bare = name.split('(').next().unwrap_or(name);
        let is_name = bare.split_whitespace().count() <= MAX_WORDS && !entry::is_type(name.trim());
        Some((name.trim(), rest.trim())).filter(|(name, _)| is_name && !name.is_empty())
    };
    let marks = [":", "(", " - ", " \u{2013} ", " \u{2014} "];
    let mut named = marks.iter().filter_map(after);
    let found = named.find(|(name, rest)| is_place(name) || is_quantity(rest) || is_typed(rest));
    found.map(|(name, _)| name.trim_matches(['`', '*']).to_owned())
}

/// Returns whether a text begins with a type and the value of its field: `Int32(8): length of it`.
fn is_valued(text: &str) -> bool {
    let valued = text.split_once('(').and_then(|(ty, rest)| Some((ty, rest.split_once(')')?.0)));
    valued.is_some_and(|(ty, value)| {
        ty.contains(|c: char| c.is_ascii_digit()) && is_typed(ty) && !ty.contains(' ') && cell_number(value).is_some()
    })
}

/// Removes the mark of an item, and marks of emphasis.
fn without_mark(text: &str) -> &str {
    let text = text.trim_start_matches(['-', '*', '+', '\u{2022}', '`', ' ']);
    let (mark, rest) = text.split_once(' ').unwrap_or((text, ""));
    let count = mark.strip_suffix(['.', ')']).unwrap_or("");
    let is_item = !count.is_empty() && count.len() <= 3 && count.chars().all(|c| c.is_ascii_digit());
    if is_item { rest } else { text }
}

/// Returns whether a text begins with a size: `4 bytes`, `32-bit`.
fn is_quantity(text: &str) -> bool {
    let text = text.trim_start_matches(['`', '*', '(']);
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = unit.trim_start_matches([' ', '-']).split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    unit.len() < text.len() && word.len() > 1 && Unit::of(word).is_some()
}

/// Returns whether a text begins with a type: `u32`, `uint16_t, the count`.
pub(crate) fn is_typed(text: &str) -> bool {
    let word = text.trim_start_matches(['`', '*']).split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
    let meaning = word.and_then(|word| types::type_meaning(word, &Types::new()));
    let is_word = |word: &str| word.contains(|c: char| c.is_ascii_digit()) || entry::is_word(word);
    meaning.is_some_and(|meaning| meaning.size.is_some()) && word.is_some_and(is_word)
}

/// Splits a text that begins with a type and a few words that name something: `uint16 Magic number (0xC6F5)`.
pub(super) fn split_member(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(['`', '*']);
    let is_type = |ty: &str| is_typed(ty) && !ty.ends_with(':') && ty.contains(|c: char| c.is_ascii_digit());
    let (ty, rest) = text.split_once(' ').filter(|(ty, rest)| is_type(ty) && !is_quantity(rest))?;
    let end = rest.find([':', ',', '.', '(', ';']).unwrap_or(rest.len());
    let words: Vec<&str> = rest.get(..end).unwrap_or("").split_whitespace().collect();
    let is_sentence = words.iter().any(|word| VERBS.contains(word));
    let is_name = !ty.contains(',')
        && words.len() <= MAX_WORDS
        && !is_sentence
        && rest.starts_with(|c: char| c.is_alphabetic() || c == '(');
    is_name.then_some((ty, rest))
}

/// Returns whether a text is an item about bits, `Bits 0-4: mode`, but not a sentence about bits.
fn states_bits(text: &str) -> bool {
    let first = || text.split(". ").next().unwrap_or(text).split_whitespace().take(MAX_LEAD);
    place::is_bits(text) && !first().any(|word| VERBS.contains(&word) || word == "of")
}

/// The number of words in which a verb shows a sentence.
const MAX_LEAD: usize = 8;

/// Words that show a sentence about a type.
const VERBS: [&str; 14] = [
    "is", "are", "was", "were", "has", "have", "must", "should", "can", "will", "may", "values", "numbers", "integers",
];

/// Returns whether a text is an offset or a range of offsets: `Byte 4`, `Bytes 4 - 7`, `0x04-0x07`.
fn is_place(text: &str) -> bool {
    // `[0..3]`
    let inside = text.trim().trim_matches('`').strip_prefix('[').and_then(|text| text.strip_suffix([']', ')']));
    if let Some((first, _)) = inside.and_then(|inside| inside.split_once("..")) {
        return cell_number(first).is_some();
    }
    let lower = text.trim().to_lowercase();
    let word = ["bytes ", "byte ", "octets ", "octet "].iter().find_map(|word| lower.strip_prefix(word));
    let numbers = word.unwrap_or(&lower).split(['-', '\u{2013}']).map(str::trim);
    let (count, known) =
        numbers.fold((0, 0), |(count, known), one| (count + 1, known + usize::from(cell_number(one).is_some())));
    count == known && count <= 2 && (word.is_some() || lower.starts_with("0x"))
}

//! Finds fields without a type that are texts, not numbers: names, letters, digits of ASCII.

use crate::columns::title_words;

/// Returns whether a field of `bits` bits without a type is a text, by its name and its description.
pub(super) fn is_text(name: &str, notes: &str, bits: u64) -> bool {
    let (name, said) = (title_words(name), title_words(notes));
    let has = |words: &[String], list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(&name, ABOUT) || has(&said, ABOUT) {
        return false;
    }
    // A name of 4 bytes may be a number that identifies it.
    let is_name = bits == 64 && name.last().is_some_and(|last| matches!(last.as_str(), "name" | "string" | "text"));
    is_name || has(&said, LETTERS) && !has(&said, &["in", "of", "if", "or"])
}

/// Words for a text.
const LETTERS: &[&str] =
    &["ascii", "octal", "letters", "characters", "chars", "string", "nul", "nuls", "null", "nulls", "spaces"];

/// Words for a number that is about a text.
const ABOUT: &[&str] = &[
    "address",
    "checksum",
    "code",
    "count",
    "crc",
    "flag",
    "flags",
    "hash",
    "id",
    "identifier",
    "index",
    "length",
    "number",
    "offset",
    "pointer",
    "position",
    "size",
    "total",
    "value",
];

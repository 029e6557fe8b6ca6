//! Finds types whose values mark their own end, by the words of the types.

use bpx_model::VarintForm;

/// Parts of words for texts and numbers that mark their own end.
const ENDS: [&str; 6] = ["varint", "varuint", "terminated", "zstring", "asciiz", "stringz"];

/// Returns whether the words of a type say that its values mark their own end: `LEB128`, `null-terminated string`.
pub(super) fn is_self_terminated(text: &str) -> bool {
    let mut has_end = false;
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        // Most texts end here, at their first words.
        let lower = word.to_lowercase();
        let is_end = is_leb(&lower) || ENDS.iter().any(|end| lower.contains(end));
        let is_beside = || VARYING.contains(&lower.as_str()) || lower.chars().all(|c| c.is_ascii_digit());
        if index >= MAX_VARYING || !(is_end || is_beside()) {
            return false;
        }
        has_end |= is_end;
    }
    has_end
}

/// Returns whether a word names numbers in base 128; `FileBlock` only contains the same letters.
fn is_leb(word: &str) -> bool {
    word.strip_prefix(['u', 's']).unwrap_or(word).starts_with("leb")
}

/// Returns the form of a number in base 128, if the words of a type name such a number. A `varint` alone may have
/// another encoding.
pub(in super::super) fn base_128(text: &str) -> Option<VarintForm> {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let has = |is: fn(&str) -> bool| words.clone().any(is);
    if !(has(|word| is_leb(word) || word == "protobuf") && is_self_terminated(text)) {
        return None;
    }
    if words.clone().any(|word| word == "zigzag") {
        return Some(VarintForm::Zigzag);
    }
    let is_signed = words.any(|word| word == "signed" || word.starts_with("sleb"));
    Some(if is_signed { VarintForm::Sleb } else { VarintForm::Uleb })
}

/// The largest number of words in a type whose values mark their own end.
const MAX_VARYING: usize = 8;

/// Words that may occur beside a word for values that mark their own end.
const VARYING: &[&str] = &[
    "a",
    "an",
    "array",
    "ascii",
    "base",
    "big",
    "bit",
    "byte",
    "bytes",
    "c",
    "char",
    "chars",
    "character",
    "characters",
    "cstring",
    "encoded",
    "endian",
    "format",
    "int",
    "integer",
    "length",
    "line",
    "little",
    "n",
    "newline",
    "nil",
    "nul",
    "null",
    "number",
    "of",
    "or",
    "protobuf",
    "signed",
    "str",
    "string",
    "strings",
    "style",
    "text",
    "the",
    "u",
    "uint",
    "unicode",
    "unsigned",
    "utf",
    "utf8",
    "utf16",
    "value",
    "variable",
    "wide",
    "with",
    "zero",
    "zigzag",
];

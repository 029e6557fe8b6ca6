//! Types whose values have a mark of their end, by their words.

/// Returns whether all words say that a type has a mark of its own end: `LEB128`, `null-terminated string`.
pub(super) fn varies(text: &str) -> bool {
    let lower = text.to_lowercase();
    let ends = |word: &str| ["leb", "varint", "varuint", "terminated"].iter().any(|end| word.contains(end));
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    ends(&lower)
        && words.clone().count() <= MAX_VARYING
        && words.all(|word| ends(word) || VARYING.contains(&word) || word.chars().all(|c| c.is_ascii_digit()))
}

/// The largest number of words of such a type.
const MAX_VARYING: usize = 8;

/// Words beside the one that says that a type has a mark of its end.
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

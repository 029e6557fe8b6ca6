//! Finds the length of a field by the name of a field before: `name length` is the length of `name` in bytes.

use super::words::{Token, split_sentences};
use crate::model::Field;
use crate::name::normal_name;
use bpx_model::Text;
use std::collections::HashMap;

/// The paths to fields that are lengths in bytes, by the normal name of the field that has the length; `None` for two
/// such fields.
#[derive(Default)]
pub(super) struct NamedLengths(HashMap<String, Option<Vec<Text>>>);

impl NamedLengths {
    /// Records a field if its name says that it is a length, and its description names no unit other than bytes.
    pub(super) fn add_field(&mut self, field: &Field, path: &[Text]) {
        let Some(of) = measured_name(&field.name) else { return };
        let notes = field.notes.to_lowercase();
        let other = notes.split(|c: char| !c.is_alphanumeric()).any(|word| OTHER_UNITS.contains(&word));
        let path = Some(path.to_vec()).filter(|_| !other && !self.0.contains_key(&of));
        self.0.insert(of, path);
    }

    /// Returns the path to the length of a field of bytes whose size the document calls variable, or states as a letter
    /// that it does not define.
    pub(super) fn length_of(&self, field: &Field) -> Option<&[Text]> {
        let path = self.0.get(&normal_name(&field.name))?.as_deref();
        let ty = field.ty.trim().to_lowercase();
        let stated = field.stated.trim().to_lowercase();
        let is_bytes = matches!(ty.as_str(), "" | "bytes" | "byte[]" | "u8[]" | "uint8[]" | "uint8_t[]" | "char[]");
        let is_varying = match (stated.as_str(), is_bytes) {
            ("", true) => !ty.is_empty() || field.notes.to_lowercase().starts_with("(variable"),
            ("", false) => is_unknown_length(&ty),
            (stated, true) => is_unknown_length(stated),
            (_, false) => false,
        };
        path.filter(|_| is_varying)
    }
}

/// Returns the normal name of the field whose length has this name: `name` for `name length` and `length of the name`.
fn measured_name(name: &str) -> Option<String> {
    let bare = name.split(['(', '[']).next().unwrap_or(name).to_lowercase();
    let words: Vec<&str> = bare.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_length = |word: &str| matches!(word, "length" | "len" | "size");
    let of = match words.as_slice() {
        [of @ .., last] if is_length(last) => of,
        [first, "of", "the", of @ ..] | [first, "of", of @ ..] if is_length(first) => of,
        _ => return None,
    };
    (!of.is_empty()).then(|| normal_name(&of.concat()))
}

/// Returns whether a size says only that the length varies: `variable`, `N bytes`.
fn is_unknown_length(text: &str) -> bool {
    let [tokens] = split_sentences(text).try_into().unwrap_or_else(|_| [Vec::new()]);
    let word = |token: &Token| if let Token::Word(word) = token { word.clone() } else { String::new() };
    let words: Vec<String> = tokens.iter().map(word).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words = words.strip_suffix(&["bytes"]).or_else(|| words.strip_suffix(&["octets"])).unwrap_or(&words);
    match words {
        ["variable" | "varies" | "var"] | ["variable", "length" | "size"] => true,
        [letter] => letter.chars().count() == 1,
        _ => false,
    }
}

/// Words for units other than bytes, and for lengths of something else besides.
const OTHER_UNITS: [&str; 16] = [
    "words",
    "word",
    "characters",
    "chars",
    "bits",
    "entries",
    "elements",
    "including",
    "includes",
    "include",
    "plus",
    "minus",
    "multiple",
    "units",
    "if",
    "header",
];

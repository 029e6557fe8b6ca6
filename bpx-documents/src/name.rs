//! Compares names by their letters and digits, and finds damaged spellings.

use crate::nesting::Nesting;

/// Returns the lower-case letters and digits of a name, without the text in parentheses or brackets.
pub(super) fn normal_name(name: &str) -> String {
    let mut depth = Nesting::NONE;
    let mut norm = String::new();
    for c in name.chars() {
        match c {
            '(' | '[' => depth.open_bracket(),
            ')' | ']' => depth.close_bracket(),
            c if depth == Nesting::NONE && c.is_alphanumeric() => norm.extend(c.to_lowercase()),
            _ => {}
        }
    }
    norm
}

/// The largest length of a name that other parts of a document may mention.
pub(super) const MAX_NAME: usize = 200;

/// The largest number of letters in names that are compared letter by letter.
const MAX_NEAR: usize = 64;

/// Returns whether a normal name may be a damaged spelling of another name, because at most a third of the letters, or
/// one letter, differ.
pub(super) fn is_near(a: &str, b: &str) -> bool {
    let [a_len, b_len] = [a, b].map(|name| name.chars().take(2 * MAX_NEAR).count());
    let (long, short) = (a_len.max(b_len), a_len.min(b_len));
    let allowed = (short / 3).max(1);
    (3..=MAX_NEAR).contains(&short) && long - short <= allowed && edit_distance(a, b) <= allowed
}

/// Returns the number of letters to insert, remove or replace so that both texts are equal.
fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (1..=b.chars().count()).collect();
    for (above, a) in a.chars().enumerate() {
        let (mut diagonal, mut left) = (above, above + 1);
        for (cell, b) in row.iter_mut().zip(b.chars()) {
            let replaced = diagonal + usize::from(a != b);
            diagonal = *cell;
            left = replaced.min(left + 1).min(*cell + 1);
            *cell = left;
        }
    }
    row.pop().unwrap_or_else(|| a.chars().count())
}

/// Returns whether a name is one for bytes without meaning.
pub(super) fn is_reserved(name: &str) -> bool {
    let normal = normal_name(name);
    let is = |word: &str| normal.starts_with(word);
    // `paddr`, `paddle` and `blanking` are other words.
    let is_word = |word: &str| {
        let rest = name.trim_start_matches(|c: char| !c.is_alphanumeric()).get(word.len()..).unwrap_or("");
        let ends = ["ding", "byte", "bits", "word", "to"].iter().any(|end| rest.to_lowercase().starts_with(end));
        is(word) && (ends || !rest.starts_with(|c: char| c.is_lowercase()))
    };
    // `reserved_size` and `reserved sectors` have a meaning.
    let measures = ["size", "count", "length", "offset", "sectors", "blocks", "clusters", "pages", "inodes", "tracks"];
    let measures = measures.iter().any(|end| normal.ends_with(end));
    (is("reserved") || is("unused") || is_word("pad") || is_word("blank")) && !measures
}

/// Returns whether a word looks like the name of a part of a file: letters, digits and `_`, with a capital letter or
/// `_`.
pub(super) fn is_identifier(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '_')
        && word.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && word.chars().any(|c| c.is_uppercase() || c == '_')
}

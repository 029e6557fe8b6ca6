//! Lines that state fields so clearly that one alone is not a sentence.

use crate::forms::lists::is_typed;

/// Returns whether a line declares a field and explains it, or shows the bits of fields by letters.
pub(super) fn states_fields(text: &str) -> bool {
    declares(text) || is_row_of_boxes(text) || text.split_whitespace().any(shows_bits)
}

/// Returns whether a line draws boxes, of which one states a size in brackets: `| kind | lids (2 bytes) | pots |`.
fn is_row_of_boxes(text: &str) -> bool {
    let mut inside = text.split('|').filter_map(|cell| cell.trim().strip_suffix(')')?.rsplit_once('('));
    // `(1 << 4) | (2 << 2)` is computed.
    let is_size = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic);
    text.matches('|').count() > 3 && inside.any(|(_, inside)| is_size(inside))
}

/// Returns whether a line is a declaration with a comment: `byte name[8] // what it is`.
fn declares(text: &str) -> bool {
    let Some((code, _)) = text.split_once("//") else { return false };
    let mut words = code.split_whitespace();
    let (Some(ty), Some(name), None) = (words.next(), words.next(), words.next()) else { return false };
    let name = name.split('[').next().unwrap_or(name);
    let is_name =
        name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let has_digit = ty.starts_with(|c: char| c.is_alphabetic()) && ty.contains(|c: char| c.is_ascii_digit());
    is_name && (is_typed(ty) || has_digit || ty.eq_ignore_ascii_case("byte"))
}

/// Returns whether a word shows bits of whole bytes, a letter for each field: `AAABBCDE`, but not `YYYYMMDD`.
fn shows_bits(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    if !matches!(word.len(), 8 | 16 | 24 | 32) || !word.bytes().all(|c| c.is_ascii_alphabetic()) {
        return false;
    }
    let runs: Vec<&[u8]> = word.as_bytes().chunk_by(|a, b| a == b).collect();
    let mut letters: Vec<_> = runs.iter().filter_map(|run| run.first()).collect();
    letters.sort_unstable();
    let is_once = letters.windows(2).all(|pair| pair.first() != pair.last());
    is_once && runs.len() > 1 && runs.iter().any(|run| run.len() > 2) && !word.contains("YYYY")
}

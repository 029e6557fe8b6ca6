//! Recognizes lines that state fields so clearly that a single such line is not a sentence.

use crate::forms::lists::is_typed;

/// Returns whether a line declares and explains a field, or shows the bits of fields by letters.
pub(super) fn states_fields(text: &str) -> bool {
    is_declaration(text)
        || has_typed_names(text)
        || is_typed_column(text)
        || has_byte_position(text)
        || is_row_of_boxes(text)
        || text.split_whitespace().any(shows_bits)
        || text.split(['`', '\'', '"', ' ', ':', ',']).any(is_format)
}

/// Returns whether a line has fields with types in angle brackets: `KILN <u8 kind> <u32 size>`.
fn has_typed_names(text: &str) -> bool {
    let inside = text.split('<').skip(1).filter_map(|part| part.split_once('>'));
    let is_field = |inside: &str| {
        let (ty, name) = inside.split_once(' ').unwrap_or((inside, ""));
        is_numbered(ty) && name.split_whitespace().count() == 1
    };
    inside.filter(|(inside, _)| is_field(inside)).count() > 0
}

/// Returns whether a line is a type, a gap and a name: `u32    Number of pots`.
fn is_typed_column(text: &str) -> bool {
    let at = text.find("  ").into_iter().chain(text.find('\t')).min();
    at.and_then(|at| text.split_at_checked(at)).is_some_and(|(ty, rest)| is_numbered(ty) && !rest.trim().is_empty())
}

/// Returns whether an item begins with the position of its bytes, counted from 1, as in standards of ECMA:
/// `[3] "BP 4 - Version"`.
fn has_byte_position(text: &str) -> bool {
    let mut words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_position = |word: &str| word == "BP" || word == "RBP";
    let at = words.by_ref().take(MAX_LEAD).any(is_position);
    at && words.next().is_some_and(|word| word.parse::<u32>().is_ok())
}

/// The number of words in which a position is searched.
const MAX_LEAD: usize = 2;

/// Returns whether a word is a type that states its size.
fn is_numbered(word: &str) -> bool {
    let is_word = word.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && is_typed(word) && word.contains(|c: char| c.is_ascii_digit()) && word.starts_with(char::is_alphabetic)
}

/// Returns whether a line draws boxes, and at least one box states a size in parentheses:
/// `| kind | lids (2 bytes) | pots |`.
fn is_row_of_boxes(text: &str) -> bool {
    let mut inside = text.split('|').filter_map(|cell| cell.trim().strip_suffix(')')?.rsplit_once('('));
    // `(1 << 4) | (2 << 2)` is computed.
    let is_size = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic);
    text.matches('|').count() > 3 && inside.any(|(_, inside)| is_size(inside))
}

/// Returns whether a line is a declaration with a comment: `byte name[8] // what it is`.
fn is_declaration(text: &str) -> bool {
    let Some((code, _)) = text.split_once("//") else { return false };
    let mut words = code.split_whitespace();
    let (Some(ty), Some(name), None) = (words.next(), words.next(), words.next()) else { return false };
    let name = name.split('[').next().unwrap_or(name);
    let is_name =
        name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let has_digit = ty.starts_with(|c: char| c.is_alphabetic()) && ty.contains(|c: char| c.is_ascii_digit());
    is_name && (is_typed(ty) || has_digit || ty.eq_ignore_ascii_case("byte"))
}

/// Returns whether a word shows the bits of whole bytes, with the same letter for all bits of a field: `AAABBCDE`, but
/// not `YYYYMMDD`.
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

/// Returns whether a text is a format of Python's `struct`: `<4sHBx`.
fn is_format(text: &str) -> bool {
    let Some(letters) = text.strip_prefix(['<', '>', '!', '@', '=']) else { return false };
    let is_letter = |c: char| "xcbBhHiIlLqQefdspnN?".contains(c);
    letters.len() > 2 && letters.chars().all(|c| is_letter(c) || c.is_ascii_digit()) && letters.contains(is_letter)
}

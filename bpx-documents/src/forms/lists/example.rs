//! Reads lines of an example that begin with the bytes of a field: `02 00   u16   kind: 2 (oval)`.

use super::entry::{self, Entry};

/// Returns whether a text is bytes in hexadecimal digits. A single byte must begin with a decimal digit, because `FE`
/// may be a name.
pub(super) fn is_bytes(text: &str) -> bool {
    let is_byte = |word: &str| word.len() == 2 && word.bytes().all(|c| c.is_ascii_hexdigit());
    text.split(' ').all(is_byte) && (text.contains(' ') || text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Creates the field of a line in an example. The name follows the type, or follows the value if the value comes first.
pub(super) fn example_entry(bytes: &str, ty: &str, notes: &str) -> Option<Entry> {
    let notes = notes.trim();
    let words = notes.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_value = Some(words.trim_start()).filter(|rest| rest.len() < words.len() && !rest.is_empty());
    let (name, more) = entry::split_name(after_value.unwrap_or(notes));
    entry::named_entry(&name, ty, &format!("{more} (as an example {bytes})"))
}

//! Lines of an example that begin with the bytes of a field: `02 00   u16   kind: 2 (oval)`.

use super::entry::{self, Entry};

/// Returns whether a text is bytes in hexadecimal. A single one begins with a digit, as `FE` may be a name.
pub(super) fn is_bytes(text: &str) -> bool {
    let is_byte = |word: &str| word.len() == 2 && word.bytes().all(|c| c.is_ascii_hexdigit());
    text.split(' ').all(is_byte) && (text.contains(' ') || text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Makes the field of such a line; its name is after the type, and after the value if that comes first.
pub(super) fn example_entry(bytes: &str, ty: &str, notes: &str) -> Option<Entry> {
    let notes = notes.trim();
    let words = notes.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_value = Some(words.trim_start()).filter(|rest| rest.len() < words.len() && !rest.is_empty());
    let (name, more) = entry::split_name(after_value.unwrap_or(notes));
    entry::named_entry(&name, ty, &format!("{more} (as an example {bytes})"))
}

//! Lines of a list that begin with the place of a field.

use super::entry::{Entry, gap, name, quantity, typed};
use crate::types::{self, Types};

/// Reads `0x04  u16  count`.
pub(super) fn offset(text: &str) -> Option<Entry> {
    let (at, rest) = text.split_once(char::is_whitespace)?;
    let number = at.trim_matches([':', '+', '(', ')', '[', ']']);
    let is_hex = number.starts_with("0x") || number.ends_with('h') || at.starts_with('+');
    crate::columns::number(number.trim_end_matches('h')).filter(|_| is_hex)?;
    let rest = rest.trim_start_matches([':', ' ', '\t', '-']).trim();
    let entry = gap(rest).and_then(|(ty, rest)| typed(ty, rest)).filter(|entry| entry.is_known);
    let entry = entry.or_else(|| {
        let (ty, rest) = rest.split_once(' ')?;
        typed(ty.trim_end_matches(':'), rest).filter(|entry| entry.is_known)
    });
    entry.or_else(|| quantity(rest)).map(|entry| Entry { offset: Some(number.to_owned()), ..entry })
}

/// Reads `Bytes 0 - 3: magic`; lines after the first one may leave the word out.
pub(super) fn range(text: &str) -> Option<Entry> {
    let lower = text.to_lowercase();
    let word = ["bytes", "byte", "octets", "octet"].iter().find(|word| lower.starts_with(**word));
    let rest = text.get(word.map_or(0, |word| word.len())..)?.trim();
    let end =
        rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, ' ' | '-' | '\u{2013}' | '.'))).unwrap_or(rest.len());
    let (numbers, after) = rest.split_at_checked(end)?;
    let mut parts = numbers.split(['-', '\u{2013}', '.']).map(str::trim).filter(|part| !part.is_empty());
    let first: u64 = parts.next()?.parse().ok()?;
    let last: u64 = parts.next().map_or(Ok(first), str::parse).ok()?;
    // `Bytes 4..: the rest` has no end.
    let is_open = last == first && numbers.trim_end().ends_with(['-', '\u{2013}', '.']);
    let is_end = parts.next().is_none() && (after.starts_with(':') || numbers.ends_with("  "));
    let count = last.checked_sub(first)?.checked_add(1)?;
    let after = after.trim_start_matches(':').trim();
    // Several columns may be bits, from the highest.
    let has_columns = after.split("  ").filter(|column| !column.trim().is_empty()).count() > 3;
    let is_value = crate::columns::number(after).is_some();
    let (name, notes) = if has_columns || is_value { (format!("byte {first}"), after.to_owned()) } else { name(after) };
    let ty = if is_open { String::new() } else { format!("{count} bytes") };
    let offset = Some(first.to_string());
    let entry = Entry { offset, ty, name, notes, is_known: word.is_some(), has_columns };
    (is_end && !entry.name.is_empty()).then_some(entry)
}

/// Returns whether two types have the same size.
pub(super) fn same_size(a: &str, b: &str) -> bool {
    let size = |text: &str| types::of_type(text.trim(), &Types::new());
    size(a).is_some() && size(a) == size(b)
}

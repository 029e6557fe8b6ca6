//! Reads lines of a list that begin with the offset of a field.

use super::entry::{Entry, split_gap, split_name, typed_entry};
use super::quantity;
use crate::types::{self, Types};

/// Reads `0x04  u16  count`.
pub(super) fn read_offset(text: &str) -> Option<Entry> {
    let (at, rest) = text.split_once(char::is_whitespace)?;
    let number = at.trim_matches([':', '+', '(', ')', '[', ']']);
    let is_hex = number.starts_with("0x") || number.ends_with('h') || at.starts_with('+');
    crate::columns::cell_number(number.trim_end_matches('h')).filter(|_| is_hex)?;
    let rest = rest.trim_start_matches([':', ' ', '\t', '-']).trim();
    let entry = split_gap(rest).and_then(|(ty, rest)| typed_entry(ty, rest)).filter(|entry| entry.is_known);
    let entry = entry.or_else(|| {
        let (ty, rest) = rest.split_once(' ')?;
        typed_entry(ty.trim_end_matches(':'), rest).filter(|entry| entry.is_known)
    });
    entry.or_else(|| quantity::read_quantity(rest)).map(|entry| Entry { offset: Some(number.to_owned()), ..entry })
}

/// Reads `Bytes 0 - 3: magic`, `Offsets [0 .. 4): magic`; lines after the first line may omit the first word.
pub(super) fn read_range(text: &str) -> Option<Entry> {
    let lower = text.to_lowercase();
    let words = ["bytes", "byte", "octets", "octet", "offsets", "offset"];
    let word = words.iter().find(|word| lower.starts_with(**word));
    let bounds = read_bounds(text.get(word.map_or(0, |word| word.len())..)?.trim_start())?;
    let after = bounds.rest;
    // An offset alone does not say how many bytes begin there.
    let is_place = !word.is_some_and(|word| word.starts_with("offset")) || bounds.last != Some(bounds.first);
    let is_end = after.trim_start().starts_with(':')
        || after.starts_with('\t')
        || after.starts_with("  ")
        || bounds.closed && after.starts_with(" - ");
    let count = match bounds.last {
        Some(last) => Some(last.checked_sub(bounds.first)?.checked_add(1)?),
        None => None,
    };
    let first = bounds.first;
    let after = after.trim_start_matches([':', '-', ' ', '\t']).trim();
    // Several columns may be bits, from the highest.
    let has_columns = after.split("  ").filter(|column| !column.trim().is_empty()).count() > 3;
    let is_value = crate::columns::cell_number(after).is_some();
    let (name, notes) =
        if has_columns || is_value { (format!("byte {first}"), after.to_owned()) } else { split_name(after) };
    let ty = count.map_or_else(String::new, |count| format!("{count} bytes"));
    let offset = Some(first.to_string());
    let entry = Entry { offset, ty, name, notes, is_known: word.is_some(), has_columns, ..Entry::default() };
    (is_end && is_place && !entry.name.is_empty()).then_some(entry)
}

/// The first and the last number of a range; `last` is `None` for a range without an end, such as `4..n`.
struct Bounds<'t> {
    first: u64,
    last: Option<u64>,
    /// Whether the range is in brackets.
    closed: bool,
    rest: &'t str,
}

/// Reads `4`, `0 - 3`, `2 to 5`, `4..`, `6 .. n`, `[0, 3]`, and `[0 .. 4)`, which excludes its last number.
fn read_bounds(text: &str) -> Option<Bounds<'_>> {
    let inside = text.strip_prefix('[');
    let (first, rest) = split_number(inside.unwrap_or(text))?;
    let marks = ["...", "..", "\u{2026}", "\u{2013}", "-", "to ", ","];
    let mark = marks.iter().filter(|mark| **mark != "," || inside.is_some());
    let range = mark.clone().find_map(|mark| rest.trim_start().strip_prefix(*mark)).map(str::trim_start);
    let (last, rest) = match range {
        None => (Some(first), rest),
        Some(end) => match split_number(end) {
            Some((last, rest)) => (Some(last), rest),
            None => (None, end.strip_prefix(['n', 'N', '*']).or_else(|| end.strip_prefix("end")).unwrap_or(end)),
        },
    };
    let Some(_) = inside else { return Some(Bounds { first, last, closed: false, rest }) };
    let rest = rest.trim_start();
    let half = rest.starts_with(')');
    let last = if half { last.and_then(|last| last.checked_sub(1)) } else { last };
    Some(Bounds { first, last, closed: true, rest: rest.strip_prefix([']', ')'])? })
}

/// Splits a number off the beginning of a text.
fn split_number(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    Some((number.parse().ok()?, rest))
}

/// Reads `0x00-0x03: magic`, and `0x04: kind` below such a line. Only all lines together show whether the last offset
/// of each range belongs to its field.
pub(super) fn read_hexadecimal(text: &str) -> Option<Entry> {
    let number = |text: &str| {
        let digits = text.trim().strip_prefix("0x")?;
        u64::from_str_radix(digits, 16).ok()
    };
    let (place, rest) = text.strip_prefix("0x").and(text.split_once(':'))?;
    let (first, last) = place.split_once(['-', '\u{2013}']).map_or((place, None), |(first, last)| (first, Some(last)));
    number(first)?;
    last.map_or(Some(0), number)?;
    let (name, notes) = split_name(rest);
    let offset = last.map_or_else(|| first.trim().to_owned(), |last| format!("{}-{}", first.trim(), last.trim()));
    let is_name = !name.is_empty() && crate::columns::cell_number(&name).is_none();
    is_name.then(|| Entry { offset: Some(offset), name, notes, is_known: last.is_some(), ..Entry::default() })
}

/// Returns whether two types have the same size.
pub(super) fn have_same_size(a: &str, b: &str) -> bool {
    let size = |text: &str| types::size_of_type(text.trim(), &Types::new());
    size(a).is_some() && size(a) == size(b)
}

/// Reads `Bits 0-4: mode`, `bit 7 - on`, which state the bits of a field within a number.
pub(super) fn read_bits(text: &str) -> Option<Entry> {
    let (first, last, rest) = bit_range(text)?;
    let after = rest.trim_start();
    let is_end = after.starts_with([':', '=', '\u{2013}']) || after.starts_with("- ") || after.starts_with("-> ");
    let after = after.trim_start_matches([':', '=', '-', '>', '\u{2013}', ' ', '\t']);
    let (words, notes) = split_name(after);
    // A sentence is not a name.
    let is_name = words.split_whitespace().count() <= MAX_WORDS && crate::columns::cell_number(&words).is_none();
    let (name, notes) = if is_name { (words, notes) } else { (format!("bit {}", first.min(last)), after.to_owned()) };
    let offset = if first == last { first.to_string() } else { format!("{first}-{last}") };
    (is_end && !name.is_empty()).then_some(Entry {
        offset: Some(offset),
        name,
        notes,
        is_known: true,
        ..Entry::default()
    })
}

/// The largest number of words in a name.
const MAX_WORDS: usize = 5;

/// Returns whether a text begins with a range of bits.
pub(super) fn is_bits(text: &str) -> bool {
    bit_range(text).is_some()
}

/// Reads `bits 0-4`; returns the first bit, the last bit, and the text after the range.
fn bit_range(text: &str) -> Option<(u32, u32, &str)> {
    let text = text.trim();
    let lower = text.get(..5.min(text.len()))?.to_lowercase();
    let word = ["bits ", "bit "].iter().find(|word| lower.starts_with(**word))?;
    let number = |text: &str| {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, rest) = text.split_at(digits);
        Some((digits.parse::<u32>().ok()?, rest.len()))
    };
    let rest = text.get(word.len()..)?.trim_start();
    let (first, left) = number(rest)?;
    let rest = rest.get(rest.len() - left..)?;
    // `bit 3 - 1 if on` has no range.
    let bare = if *word == "bits " { rest.trim_start() } else { rest };
    let marks = ["-", "\u{2013}", "..", "to "].iter().find_map(|mark| bare.strip_prefix(*mark)).map(str::trim_start);
    let mark = marks.or_else(|| rest.strip_prefix(':').filter(|_| *word == "bits "));
    match mark.and_then(|following| Some((following, number(following)?))) {
        Some((following, (last, left))) => Some((first, last, following.get(following.len() - left..)?)),
        None => Some((first, first, rest)),
    }
}

/// Returns whether ranges of bits are single bits, or follow each other.
pub(super) fn are_bits<'e>(entries: impl Iterator<Item = &'e Entry>) -> bool {
    let range = |entry: &Entry| {
        let text = entry.offset.as_deref()?;
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        Some((first.min(last), first.max(last)))
    };
    let Some(ranges) = entries.map(range).collect::<Option<Vec<_>>>() else { return false };
    let single = ranges.iter().all(|(first, last)| first == last);
    let follow = |a: &(u32, u32), b: &(u32, u32)| a.1.checked_add(1) == Some(b.0);
    let rises = ranges.windows(2).all(|pair| matches!(pair, [a, b] if follow(a, b)));
    let falls = ranges.windows(2).all(|pair| matches!(pair, [a, b] if follow(b, a)));
    !ranges.is_empty() && (single || rises || falls)
}

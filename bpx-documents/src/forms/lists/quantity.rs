//! Reads items that begin with a size: `4 bytes: magic`.

use super::entry::{Entry, is_type, split_gap, split_name};
use crate::measure;
use crate::model::Number;
use crate::size::Unit;
use crate::types::{self, Types};

/// Reads `4 bytes: magic`, `32-bit number of entries`.
pub(super) fn read_quantity(text: &str) -> Option<Entry> {
    // `two (2) bytes: magic`
    let digits = text.split_once(" (").filter(|(word, _)| measure::number_word(word).is_some());
    let text = &digits.map_or_else(|| text.to_owned(), |(_, rest)| rest.replacen(')', "", 1));
    let text = text.strip_prefix("A ").or_else(|| text.strip_prefix("a ")).unwrap_or(text);
    let digits = text.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
    let (count, rest) = text.split_at_checked(digits)?;
    let rest = rest.strip_prefix(['-', ' ']).unwrap_or(rest);
    let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at_checked(letters)?;
    let unit = Unit::of(unit).filter(|_| unit.len() > 1)?;
    let unit = if unit == Unit::Bits { "bits" } else { "bytes" };
    let (kind, rest) = split_kind(rest.trim_start_matches([':', '-', ' ', '\u{2013}', ',']));
    let (name, notes) = split_name(skip_type(rest));
    let ty = format!("{count} {unit} {kind}").trim_end().to_owned();
    let verbs = ["is", "are", "was", "were", "has", "have", "must", "should", "can", "will", "may"];
    let is_each = name.split(' ').next().is_some_and(|word| ["each", "per", "apiece"].contains(&word));
    if is_each || name.starts_with('/') || name.split(' ').any(|word| verbs.contains(&word)) {
        return None;
    }
    let is_known = is_type(&ty);
    (!name.is_empty() && name.split(' ').count() <= 8).then_some(Entry {
        ty,
        name,
        notes,
        is_known,
        ..Entry::default()
    })
}

/// Splits the kind of a number at the beginning of a text from the rest: `(signed): tuning`, `signed: tuning`,
/// `signed tuning`.
fn split_kind(text: &str) -> (&str, &str) {
    let is_sign = |word: &str| ["signed", "unsigned"].iter().any(|one| one.eq_ignore_ascii_case(word));
    let states = |word: &str| is_sign(word) || ["float", "double"].iter().any(|one| one.eq_ignore_ascii_case(word));
    let marked = |kind: &&str| {
        kind.split([' ', '-']).any(states) && is_type(&format!("1 byte {}", kind.trim()))
            || types::type_meaning(kind, &Types::new()).is_some_and(|meaning| meaning.number == Some(Number::Float))
    };
    let inside = text.strip_prefix('(').and_then(|text| text.split_once(')'));
    let found = inside.or_else(|| text.split_once(':')).filter(|(kind, _)| marked(kind));
    let dashed = || text.split_once(" - ").filter(|(kind, _)| marked(kind));
    let leading = || text.split_once(' ').filter(|(kind, _)| is_sign(kind));
    let Some((kind, rest)) = found.or_else(dashed).or_else(leading) else { return ("", text) };
    (kind.trim(), rest.trim_start_matches([':', '-', ' ', '\u{2013}', ',']))
}

/// Splits a number and its unit, in columns of their own, off the text after them: `4   bytes`.
pub(super) fn split_quantity(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = split_gap(text)?;
    let (unit, notes) = split_gap(rest).unwrap_or((rest, ""));
    measure::read_number(number).filter(|_| unit.len() > 1)?;
    Unit::of(unit)?;
    Some((text.get(..text.len() - rest.len() + unit.len())?, notes))
}

/// Reads a name, a size, and a type of the same size: `magic 4 u32`, `magic 4 bytes u32`.
pub(super) fn read_sized(text: &str) -> Option<Entry> {
    let words: Vec<&str> = text.split_whitespace().take(MAX_LEAD).collect();
    let at = words.iter().position(|word| measure::read_number(word).is_some()).filter(|at| *at > 0)?;
    let unit = words.get(at + 1).and_then(|word| Unit::of(word));
    let ty = words.get(at + 1 + usize::from(unit.is_some())).filter(|ty| is_type(ty))?;
    let size = measure::read_number(words.get(at)?)?.checked_mul(unit.unwrap_or(Unit::Bytes).bits())?;
    types::size_of_type(ty, &Types::new()).filter(|of_type| of_type.exact() == Some(size))?;
    let rest = text.split_once(ty).map_or("", |(_, rest)| rest);
    super::entry::named_entry(&words.get(..at)?.join(" "), ty, rest)
}

/// The largest number of words in which the type of a field is searched.
const MAX_LEAD: usize = 8;

/// Skips a type that repeats the size before a name: `4 bytes int: count`, `16 bytes char[16] name`.
pub(super) fn skip_type(text: &str) -> &str {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    // `8 bytes long integer - count`
    let is_kind = |ty: &str| is_type(ty) || is_type(&format!("1 byte {ty}"));
    let dashed = text.split_once(" - ").filter(|(ty, name)| is_kind(ty.trim()) && !name.trim().is_empty());
    if let Some((_, name)) = dashed {
        return name.trim();
    }
    let is_repeated = is_type(first.trim_end_matches(':')) && (first.ends_with([':', ']']));
    if is_repeated && !rest.trim().is_empty() { rest.trim() } else { text }
}

/// Returns whether a text begins with a size: `2 byte integer`.
pub(super) fn is_size(text: &str) -> bool {
    let mut words = text.split([' ', '-']).filter(|word| !word.is_empty());
    let is_number = words.next().is_some_and(|word| measure::read_number(word).is_some());
    is_number && words.next().is_some_and(|word| Unit::of(word).is_some())
}

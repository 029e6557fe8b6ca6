//! Finds the kind of a number without a type from the description: a sign from a range, and a point from words.

use crate::model::{Field, Number};
use crate::size::Size;

/// Returns whether a description says that a number may be negative: `in two's complement`, `can be negative`.
pub(super) fn says_negative(notes: &str) -> bool {
    let lower = notes.to_lowercase();
    if MINUS_ONE.iter().any(|words| lower.replace('\u{2212}', "-").contains(words)) {
        return true;
    }
    let text = lower.replace('\u{2019}', "'").replace('-', " ");
    let complement = ["two's complement", "twos complement", "2's complement", "2s complement"];
    let found = complement.iter().find_map(|words| text.split_once(words));
    // Of a sum, it is a way to compute the field.
    let is_number = |(before, after): (&str, &str)| {
        let is_computed = ["of ", "sum", "checksum"].iter().any(|word| after.trim_start().starts_with(word));
        !is_computed && !before.contains("sum") && !before.ends_with("not ") && !before.ends_with("not in ")
    };
    let says =
        ["can be negative", "may be negative", "could be negative", "can also be negative", "may also be negative"];
    let is_value = |(at, mark): (usize, &str)| {
        let after = text.get(at + mark.len()..).unwrap_or("").trim_start();
        AFTER_NEGATIVE.iter().any(|word| after.starts_with(word))
    };
    found.is_some_and(is_number)
        || says.iter().any(|words| text.contains(words))
        || text.match_indices("negative ").any(is_value) && !text.contains("non negative")
}

/// Statements about the value -1.
const MINUS_ONE: [&str; 7] = ["-1 if ", "-1 for ", "-1 means", "-1 = ", "or -1", "-1: ", "-1 when "];

/// Words after `negative` in a statement about the values of a field.
const AFTER_NEGATIVE: [&str; 8] = ["if ", "for ", "before ", "values", "value ", "means ", "is ", "numbers "];

/// Returns whether a description states a range that begins with a negative number: `-180 to 180`, `-1.0..1.0`,
/// `between -5 and 5`.
pub(super) fn has_negative_range(notes: &str) -> bool {
    let text = notes.replace(['\u{2212}', '\u{2013}'], "-");
    let mut places = text.match_indices('-').map(|(at, _)| at).take(MAX_PLACES);
    places.any(|at| {
        let (before, rest) = text.split_at(at);
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let (low, after) = split_number(rest);
        let is_range = |mark: &&&str| {
            !LOOSE.contains(*mark) || ["between", "range", "from"].iter().any(|word| text.contains(word))
        };
        let begins = before.is_empty() || before.ends_with([' ', '(', '[', ':', '=']);
        let mark = MARKS.iter().filter(is_range).find_map(|mark| after.strip_prefix(mark));
        let high = mark.map(|after| after.trim_start().trim_start_matches(['+', '-']));
        begins && !low.is_empty() && high.is_some_and(|high| !split_number(high).0.is_empty())
    })
}

/// The largest number of minus signs that are examined.
const MAX_PLACES: usize = 16;

/// The marks between the ends of a range.
const MARKS: [&str; 8] = [" to ", "..", " .. ", " - ", "-", ", ", " and ", " through "];

/// Marks that also separate numbers outside of ranges.
const LOOSE: [&str; 2] = [", ", " and "];

/// Splits a text after the number at its beginning.
fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    // The dots of `5..9` are not part of a number.
    let end = text.find("..").map_or(end, |dots| end.min(dots));
    text.split_at(end)
}

/// Returns the reason why a field is not the whole number that the schema declares: a fixed point, or decimal digits.
pub(super) fn coding_doubt(field: &Field) -> Option<String> {
    let words = coding_words(&field.notes, field.number).or_else(|| coding_words(&field.ty, field.number))?;
    let what = if is_decimal(words) { "decimal digits" } else { "digits after a point" };
    Some(format!("`{words}` gives `{}` {what}, but the schema declares a whole number", field.name))
}

fn is_decimal(word: &str) -> bool {
    word.eq_ignore_ascii_case("bcd") || word.eq_ignore_ascii_case("binary-coded")
}

/// Returns the words that state a fixed point or decimal digits for a number of another kind: `Q1.15`, `fixed point`,
/// `BCD`.
fn coding_words(notes: &str, kind: Option<Number>) -> Option<&str> {
    if matches!(kind, Some(Number::Fixed(_) | Number::SignedFixed(_) | Number::Float)) {
        return None;
    }
    let is_format = |word: &&str| {
        let digits = word.trim_start_matches(['U', 'u', 'S', 's']).strip_prefix(['Q', 'q']);
        let parts = digits.and_then(|digits| digits.split_once('.'));
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        parts.is_some_and(|(whole, part)| is_number(whole) && is_number(part))
    };
    let words = notes.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')'));
    let said = || {
        let at = notes.to_ascii_lowercase().find("fixed")?;
        let words = notes.get(at..at + "fixed point".len())?;
        ["fixed point", "fixed-point"].iter().any(|known| words.eq_ignore_ascii_case(known)).then_some(words)
    };
    words.map(|word| word.trim_end_matches('.')).find(|word| is_format(word) || is_decimal(word)).or_else(said)
}

/// Returns the sign of a number whose range is that of all signed numbers of the size of the field: `-128..127` for 8
/// bits.
pub(super) fn sign_of_range(range: &str, field: &Field) -> Option<Number> {
    let bits = u32::try_from(field.size.and_then(Size::exact)?).ok().filter(|bits| (1..=64).contains(bits))?;
    let half = 1_i128.checked_shl(bits - 1)?;
    let text = range.replace(['\u{2212}', '\u{2013}'], "-").replace(' ', "");
    let (low, high) = MARKS.iter().find_map(|mark| text.get(1..)?.split_once(mark.trim()))?;
    let (low, high): (i128, i128) = (low.parse().ok()?, high.trim_start_matches('+').parse().ok()?);
    (text.starts_with('-') && low == half && high == half - 1).then_some(Number::Signed)
}

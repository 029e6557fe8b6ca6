//! Reads clauses of descriptions that say that a field has several numbers: `three floats`, `2 x 32-bit integers`.

use super::{Types, type_meaning};
use crate::measure::{number_word, read_number};
use crate::model::Number;
use crate::size::Size;

/// The largest number of words of a type in a clause.
const MAX_WORDS: usize = 3;

/// Returns the kind and the size in bits of the numbers in a field of `bits` bits, if a clause of a text states how many
/// numbers of which type the field has.
pub(crate) fn several_in_text(text: &str, bits: u64) -> Option<(Number, u64)> {
    let lower = text.to_lowercase();
    lower.split([',', ';', '.', '(', ')', ':', '\n']).find_map(|clause| several_in_clause(clause, bits))
}

fn several_in_clause(clause: &str, bits: u64) -> Option<(Number, u64)> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let of = |at: usize| {
        let count = words.get(at).and_then(|word| number_word(word).or_else(|| read_number(word)))?;
        let after = words.get(at + 1..)?;
        let after = after.strip_prefix(&["x"]).or_else(|| after.strip_prefix(&["\u{d7}"])).unwrap_or(after);
        let found = (1..=MAX_WORDS).rev().find_map(|taken| element_type(after.get(..taken)?))?;
        (count > 1 && found.1.checked_mul(count) == Some(bits)).then_some(found)
    };
    (0..words.len()).find_map(of)
}

/// Returns the kind and the size of a number of several bytes that words name, in the singular or in the plural.
fn element_type(words: &[&str]) -> Option<(Number, u64)> {
    let text = words.join(" ");
    let one = text.strip_suffix('s').unwrap_or(&text);
    let meaning = type_meaning(one, &Types::new()).filter(|meaning| !meaning.is_array)?;
    let bits = meaning.size.and_then(Size::exact).filter(|bits| *bits > 8)?;
    meaning.number.filter(|number| *number != Number::Bytes).map(|number| (number, bits))
}

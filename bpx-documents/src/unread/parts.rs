//! Finds sentences that state the sizes of consecutive parts: `a 4-byte magic number, followed by a 2-byte version`.

use crate::forms::lists::is_typed;
use crate::measure::{number_word, read_number};
use crate::prose::Sentence;
use crate::size::Unit;

/// Returns the number of consecutive parts whose sizes a sentence states.
pub(super) fn stated_parts(sentence: &Sentence<'_>) -> Option<usize> {
    if names_bytes(sentence) {
        return Some(1);
    }
    let follows = sentence.has_any(&["followed"]);
    if !follows
        && !sentence.has_any(&["begins", "begin", "starts", "start", "consists", "consist", "comprises", "then"])
    {
        return None;
    }
    let is_end = |c: char| !c.is_alphanumeric() && c != '-';
    let words: Vec<&str> = sentence.words().map(|word| word.trim_matches(is_end)).collect();
    let next = |at: usize| words.get(at + 1).copied().unwrap_or("");
    let states = |(at, word): &(usize, &&str)| is_size(word, next(*at)) || is_numbered_type(word);
    let count = words.iter().enumerate().filter(states).count();
    (count > 2 || follows && count > 1).then_some(count)
}

/// Returns whether a sentence begins with bytes of a file, and describes their content: `The next 4 bytes are ..`,
/// `First 18 bytes of file will be`.
fn names_bytes(sentence: &Sentence<'_>) -> bool {
    let words: Vec<String> = sentence.words().take(MAX_LEAD).map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(|word| word.trim_matches([',', ':', '(', ')'])).collect();
    let words = words.strip_prefix(&["the"]).unwrap_or(&words);
    let [place, count, unit, rest @ ..] = words else { return false };
    let is_count = read_number(count).is_some() || number_word(count).is_some();
    let says = ["is", "are", "contain", "contains", "hold", "holds", "store", "stores", "be"];
    matches!(*place, "next" | "first" | "following" | "last")
        && is_count
        && matches!(*unit, "byte" | "bytes")
        && rest.iter().any(|word| says.contains(word))
}

/// The number of words in which a sentence describes bytes.
const MAX_LEAD: usize = 9;

/// Returns whether words state a size: `4 bytes`, `four-byte`, `16-bit`, or `four- byte` at the end of a line.
fn is_size(word: &str, next: &str) -> bool {
    let (count, unit) = word.trim_end_matches('-').split_once('-').unwrap_or((word.trim_end_matches('-'), next));
    let unit = unit.split('-').next().unwrap_or(unit);
    (read_number(count).is_some() || number_word(count).is_some()) && unit.len() > 1 && Unit::of(unit).is_some()
}

/// Returns whether a word is a type that states its size: `u32`, `uint16_t`.
fn is_numbered_type(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && is_typed(word)
}

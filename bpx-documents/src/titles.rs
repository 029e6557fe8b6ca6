//! Reads the name and the size in a title.

use super::prose::Sentence;

/// Returns the size in bits that a title states: `Header (8 bytes)`.
pub(super) fn stated_bits(title: &str) -> Option<u64> {
    match (Sentence { line: 0, text: title }).quantities().as_slice() {
        [quantity] => Some(quantity.bits),
        _ => None,
    }
}

/// Returns the words of a title that form a name: the words before parentheses, a dash or a size.
pub(super) fn title_subject(title: &str) -> String {
    let words = title.split('(').next().unwrap_or("").split_whitespace();
    let ends = |word: &str| !word.chars().any(|c| c.is_ascii_alphanumeric() || c == '_');
    let named: Vec<_> = words.take_while(|word| !ends(word)).collect();
    let size = Sentence { line: 0, text: &named.join(" ") }.quantities().first().map(|quantity| quantity.at);
    named.get(..size.unwrap_or(named.len())).unwrap_or(&named).join(" ")
}

//! Rules that the notes of a field state.

use bpx_model::Rule;
use std::collections::HashSet;

/// Returns the rules of a field of this many bits that notes state unambiguously.
pub(super) fn rules(notes: &str, bits: u64) -> Vec<Rule> {
    let lower = notes.to_lowercase();
    let words: Vec<&str> = lower
        .split(|one: char| one.is_whitespace() || matches!(one, ',' | ';' | '.' | '(' | ')'))
        .filter(|word| !word.is_empty())
        .collect();
    let (mut rules, mut known) = (Vec::new(), HashSet::new());
    if let Some(text) = quoted(notes).filter(|text| (text.len() as u64).checked_mul(8) == Some(bits)) {
        return vec![Rule::Magic(text.into_bytes().into())];
    }
    for (at, word) in words.iter().enumerate() {
        let next = |ahead: usize| words.get(at.saturating_add(ahead)).copied().unwrap_or_default();
        let rule = match (*word, next(1), next(2), next(3)) {
            ("must" | "always" | "shall", "be" | "is", value, _) | ("always", value, ..) => exact(value),
            ("between", low, "and", high) => range(low, high),
            ("multiple", "of", factor, _) => number(factor).filter(|factor| *factor > 0).map(Rule::MultipleOf),
            _ => None,
        };
        rules.extend(rule.filter(|rule| known.insert(numbers(rule))));
    }
    // `zero`, and nothing else.
    if matches!(*words, ["zero" | "0"]) {
        rules.push(Rule::Zero);
    }
    rules
}

/// Returns a key that distinguishes the rules of notes.
fn numbers(rule: &Rule) -> (&'static str, Vec<i64>) {
    let numbers = match rule {
        Rule::OneOf(values) => values.to_vec(),
        Rule::Range(low, high) => vec![*low, *high],
        Rule::MultipleOf(factor) => vec![*factor],
        _ => Vec::new(),
    };
    (rule.name(), numbers)
}

pub(super) fn exact(value: &str) -> Option<Rule> {
    match number(value)? {
        0 => Some(Rule::Zero),
        value => Some(Rule::OneOf(vec![value].into())),
    }
}

pub(super) fn range(low: &str, high: &str) -> Option<Rule> {
    let (low, high) = (number(low)?, number(high)?);
    (low <= high).then_some(Rule::Range(low, high))
}

pub(super) fn number(word: &str) -> Option<i64> {
    match word.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None if word == "zero" => Some(0),
        None => word.parse().ok(),
    }
}

/// Returns the text between quotation marks.
fn quoted(text: &str) -> Option<String> {
    let mut parts = text.split(['"', '\u{201c}', '\u{201d}']);
    let (before, inner) = (parts.next()?, parts.next()?);
    let signature = ["magic", "signature", "letters", "always", "must"];
    let said = signature.iter().any(|word| before.to_lowercase().contains(word)) || before.trim().is_empty();
    (said && parts.next().is_some() && inner.is_ascii() && !inner.is_empty()).then(|| inner.to_owned())
}

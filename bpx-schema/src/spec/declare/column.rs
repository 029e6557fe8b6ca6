//! Rules that a column of their own states, as exported references have them: `is zero (header.reserved, I-5); ..`.

use super::notes::{exact, number, range};
use crate::schema::Rule;

/// A rule, its code, and the interpretation that excuses it; both empty when not told.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stated {
    pub(super) rule: Rule,
    pub(super) code: String,
    pub(super) lenient: String,
}

/// The rules of a cell, and what of it is understood by nobody.
pub(super) fn rules(cell: &str) -> (Vec<Stated>, Vec<String>) {
    let (mut rules, mut left) = (Vec::new(), Vec::new());
    for phrase in cell.split("; ").map(str::trim).filter(|phrase| !phrase.is_empty()) {
        let inside = phrase.strip_suffix(')').and_then(|phrase| phrase.rsplit_once(" ("));
        let (words, about) = inside.unwrap_or((phrase, ""));
        let (code, lenient) = about.split_once(", ").unwrap_or((about, ""));
        match rule(words) {
            Some(rule) => rules.push(Stated { rule, code: code.to_owned(), lenient: lenient.to_owned() }),
            None => left.push(phrase.to_owned()),
        }
    }
    (rules, left)
}

fn rule(words: &str) -> Option<Rule> {
    let list = |numbers: &str| -> Option<Vec<i64>> { numbers.split(',').map(|one| number(one.trim())).collect() };
    if let Some(text) = words.strip_prefix("is \"").and_then(|words| words.strip_suffix('"')) {
        return Some(Rule::Magic(text.as_bytes().to_vec().into()));
    }
    if let Some(allowed) = words.strip_prefix("is one of ") {
        return Some(Rule::OneOf(list(allowed)?.into()));
    }
    if let Some(versions) = words.strip_prefix("is a supported version: ") {
        return Some(Rule::Supported(list(versions)?.into()));
    }
    match *words.split(' ').collect::<Vec<_>>() {
        ["is", "finite"] => Some(Rule::Finite),
        ["is", "UTF-8"] => Some(Rule::Utf8),
        ["has", "only", "known", "codes"] => Some(Rule::Known),
        ["is", value] => exact(value),
        ["lies", "between", low, "and", high] => range(low, high),
        ["is", "a", "multiple", "of", factor] => number(factor).filter(|factor| *factor > 0).map(Rule::MultipleOf),
        _ => None,
    }
}

//! Reads a column of rules, as exported references have them: `is zero (header.reserved, I-5); ..`.

use super::notes::{exact_rule, range_rule};
use super::words::parse_number;
use bpx_model::Rule;

/// A rule, its code, and the interpretation that excuses the rule; code and interpretation may be empty.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StatedRule {
    pub(super) rule: Rule,
    pub(super) code: String,
    pub(super) lenient: String,
}

/// Returns whether a cell has a rule with a code in parentheses.
pub(super) fn is_exported(cell: &str) -> bool {
    cell.split("; ").any(|phrase| {
        phrase.ends_with(')') && phrase.contains(" (") && rule_in_words(split_brackets(phrase).0).is_some()
    })
}

/// Splits a phrase into the text before the last parentheses, and the text in them.
fn split_brackets(phrase: &str) -> (&str, &str) {
    phrase.strip_suffix(')').and_then(|phrase| phrase.rsplit_once(" (")).unwrap_or((phrase, ""))
}

/// Reads the rules in the cell of a field with the size `bits`; also returns the phrases that are not known rules.
pub(super) fn rules_in_cell(cell: &str, bits: u64) -> (Vec<StatedRule>, Vec<String>) {
    let (mut rules, mut left) = (Vec::new(), Vec::new());
    for phrase in cell.split("; ").map(str::trim).filter(|phrase| !phrase.is_empty()) {
        let (words, about) = split_brackets(phrase);
        let (code, lenient) = about.split_once(", ").unwrap_or((about, ""));
        let fits =
            |rule: &Rule| !matches!(rule, Rule::Magic(magic) if (magic.len() as u64).checked_mul(8) != Some(bits));
        match rule_in_words(words).filter(fits) {
            Some(rule) => rules.push(StatedRule { rule, code: code.to_owned(), lenient: lenient.to_owned() }),
            None => left.push(phrase.to_owned()),
        }
    }
    (rules, left)
}

fn rule_in_words(words: &str) -> Option<Rule> {
    let list = |numbers: &str| -> Option<Vec<i64>> { numbers.split(',').map(|one| parse_number(one.trim())).collect() };
    if let Some(text) = words.strip_prefix("is \"").and_then(|words| words.strip_suffix('"')) {
        return Some(Rule::Magic(unescape_ascii(text)?.into()));
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
        ["is", value] => exact_rule(value),
        ["lies", "between", low, "and", high] => range_rule(low, high),
        ["is", "a", "multiple", "of", factor] => {
            parse_number(factor).filter(|factor| *factor > 0).map(Rule::MultipleOf)
        }
        _ => None,
    }
}

/// Reverses `escape_ascii`; also reads octal escapes of three digits: `\101`.
pub(super) fn unescape_ascii(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let octal = octal_byte(rest.clone().take(3)).filter(|_| byte == b'\\');
        if let Some(octal) = octal {
            bytes.push(octal);
            rest.nth(2);
            continue;
        }
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b't' => b'\t',
                b'r' => b'\r',
                b'n' => b'\n',
                b'0' => 0,
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                other => other,
            },
            byte => byte,
        });
    }
    Some(bytes)
}

/// Returns the byte that three octal digits state.
fn octal_byte(digits: impl Iterator<Item = u8>) -> Option<u8> {
    let digits: Vec<u8> = digits.collect();
    let text = std::str::from_utf8(&digits).ok().filter(|text| text.len() == 3)?;
    u8::from_str_radix(text, 8).ok().filter(|_| text.bytes().all(|digit| digit.is_ascii_digit()))
}

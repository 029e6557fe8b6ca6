//! The rules of the formats. They are hand-written, declared by schemas, or rules of every decoder.
//!
//! Each finding of [`FileFormat::verify`] belongs to one of these rules. Three kinds of faults have no rule of their
//! own:
//!
//! * a fault in a case of a switch that is attempted but does not apply is reported under the rules of the case's
//!   fields, with the interpretation of the case;
//! * failures to read or write are not findings;
//! * errors of JSON models and of builders are not about a file.

use crate::FileFormat;
use bpx_schema::report::{Rule, decoding_rules};

/// Returns the rules of a format without duplicates, sorted by code, clause and interpretation.
#[must_use]
pub fn rules(format: &dyn FileFormat) -> Vec<Rule> {
    let mut rules: Vec<Rule> =
        format.written_rules().into_iter().chain(decoding_rules().iter().copied()).cloned().collect();
    let by_hand = rules.len();
    for declared in format.declared_rules() {
        match rules.iter_mut().enumerate().find(|(_, rule)| is_same(rule, &declared)) {
            None => rules.push(declared),
            // Several fields have the rule: list them, with the documentation of the first.
            Some((place, rule)) if place >= by_hand => {
                let required = declared.sentence.split_inclusive(". ").next().unwrap_or("").trim_end();
                if !rule.sentence.contains(required) {
                    rule.sentence = format!("{} {required}", rule.sentence).into();
                }
            }
            Some(_) => {}
        }
    }
    rules.sort_by(|a, b| rule_key(a).cmp(&rule_key(b)));
    rules
}

/// Returns whether findings of two rules are indistinguishable.
fn is_same(a: &Rule, b: &Rule) -> bool {
    rule_key(a) == rule_key(b)
}

/// Returns the key by which rules are sorted and distinguished.
fn rule_key(rule: &Rule) -> (&str, &str, &str, &'static str, &'static str) {
    (&rule.code, &rule.clause, &rule.reading, rule.class.name(), rule.severity.name())
}

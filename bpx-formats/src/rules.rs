//! The rules of the formats: hand-written rules, rules that schemas declare, and rules of every decoder.
//!
//! A finding of [`Format::verify`] is made from one of them. Three kinds of faults have no rule of their own:
//!
//! * an attempted case of a switch that does not apply reports the rules of its fields, with the interpretation of
//!   the case;
//! * failures to read or write are not findings;
//! * errors of JSON models and of builders are not about a file.

use crate::Format;
#[cfg(any(feature = "blk", feature = "bpx"))]
use bpx_schema::Codec;
use bpx_schema::report::{Rule, declared_rules, decoding_rules};
use bpx_schema::schema::Structure;

/// Returns every rule of a format, once, sorted by code, clause and interpretation.
#[must_use]
pub fn rules(format: Format) -> Vec<Rule> {
    let mut rules: Vec<Rule> =
        written_rules(format).into_iter().chain(decoding_rules().iter().copied()).cloned().collect();
    let by_hand = rules.len();
    for declared in declared_rules(&roots(format)) {
        match rules.iter_mut().enumerate().find(|(_, rule)| is_same(rule, &declared)) {
            None => rules.push(declared),
            // Several fields have the rule: list them, with the documentation of the first.
            Some((place, rule)) if place >= by_hand => {
                let required = declared.sentence.split_inclusive(". ").next().unwrap_or_default().trim_end();
                if !rule.sentence.contains(required) {
                    rule.sentence = format!("{} {required}", rule.sentence).into();
                }
            }
            Some(_) => {}
        }
    }
    rules.sort_by(|a, b| order(a).cmp(&order(b)));
    rules
}

/// Returns the hand-written rules of a format, in the order of their lists.
#[must_use]
pub fn written_rules(format: Format) -> Vec<&'static Rule> {
    let lists: &[&[&'static Rule]] = match format {
        #[cfg(feature = "bpx")]
        Format::Bpx => {
            use crate::bpx::{model, package, sd, shader, texture, v0};
            &[
                sd::registry::RULES,
                texture::registry::RULES,
                model::registry::RULES,
                shader::registry::RULES,
                package::registry::RULES,
                v0::registry::RULES,
            ]
        }
        #[cfg(feature = "bpat")]
        Format::Bpat => &[crate::bpat::registry::RULES],
        #[cfg(feature = "blk")]
        Format::Blk => &[crate::blk::registry::RULES],
        #[cfg(feature = "gpb")]
        Format::Gpb => &[crate::gpb::registry::RULES],
    };
    lists.concat()
}

/// Returns the structures of a format that no other structure contains.
#[must_use]
pub fn roots(format: Format) -> Vec<&'static Structure> {
    match format {
        #[cfg(feature = "bpx")]
        Format::Bpx => {
            use crate::bpx::layout::opened;
            vec![
                format.schema(),
                <crate::bpx::package::ObjectHeaderV1 as Codec>::schema(),
                <crate::bpx::v0::Layout as Codec>::schema(),
                <opened::OpenedTexture as Codec>::schema(),
                <opened::OpenedModel as Codec>::schema(),
                <opened::OpenedShaderPackage as Codec>::schema(),
                <opened::OpenedPackage as Codec>::schema(),
                <opened::OpenedPackageV0 as Codec>::schema(),
            ]
        }
        #[cfg(feature = "blk")]
        Format::Blk => vec![
            format.schema(),
            <crate::blk::Inner as Codec>::schema(),
            <crate::blk::NameMapFile as Codec>::schema(),
            <crate::blk::NameList as Codec>::schema(),
        ],
        #[allow(unreachable_patterns)]
        _ => vec![format.schema()],
    }
}

/// Returns whether findings of two rules are indistinguishable.
fn is_same(a: &Rule, b: &Rule) -> bool {
    order(a) == order(b)
}

/// Returns the key by which rules are sorted and distinguished.
fn order(rule: &Rule) -> (&str, &str, &str, &'static str, &'static str) {
    (&rule.code, &rule.clause, &rule.reading, rule.class.name(), rule.severity.name())
}

//! Writes `#[brw(..)]`, `#[br(..)]`, `#[bw(..)]`, `#[schema(..)]` and documentation.

use super::expr::expr_text;
use super::names::rust_ident;
use super::values::FieldValues;
use crate::doc::wrapped_lines;
use bpx_model::{Constraint, Expr, Length, MessagePiece, Rule};
use std::collections::HashSet;

/// Maximum number of columns of a line.
pub(super) const WIDTH: usize = 120;

/// Returns lines of documentation.
pub(super) fn doc_lines(text: &str, indent: &str) -> String {
    comment_lines(text, &format!("{indent}///"))
}

/// Returns lines of a comment, each after `sign`. The function writes characters that could end the comment or hide
/// text as numbers.
pub(super) fn comment_lines(text: &str, sign: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |c: char| match c {
        c if c.is_control() && c != '\t' || turns(c) => c.escape_default().to_string(),
        c => c.into(),
    };
    let text: String = text.lines().map(|line| line.chars().map(shown).collect::<String>() + "\n").collect();
    // A sign as wide as a line leaves no room; each word then gets a line of its own.
    let width = WIDTH.saturating_sub(sign.len() + 1);
    wrapped_lines(&text, width).iter().map(|line| format!("{}\n", format!("{sign} {line}").trim_end())).collect()
}

/// Returns `#[name(a, b)]` as one line, or as several lines if one line is too long; an empty text without words.
pub(super) fn attribute_lines(name: &str, words: &[String], indent: &str) -> String {
    if words.is_empty() {
        return String::new();
    }
    let line = format!("{indent}#[{name}({})]", words.join(", "));
    if line.len() <= WIDTH {
        return format!("{line}\n");
    }
    let words: Vec<_> = words.iter().map(|word| format!("{indent}    {word}")).collect();
    format!("{indent}#[{name}(\n{}\n{indent})]\n", words.join(",\n"))
}

/// Returns `name = "text"`, unless the text is empty.
pub(super) fn text_word(name: &str, text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{name} = {text:?}"))
}

/// The rules of one field: attributes, and `TODO` lines for rules that no attribute can express.
#[derive(Default)]
pub(super) struct FieldRules {
    pub(super) schema: Vec<String>,
    pub(super) todo: Vec<String>,
}

impl FieldRules {
    /// Returns the rules of a field. Their default codes are `owner.field.*`, and their default section is `spec`;
    /// `codes` is the attribute of the field's set of codes.
    pub(super) fn of_field(
        owner: &str,
        field: &str,
        constraints: &[Constraint],
        (values, bytes): &(FieldValues, Option<Length>),
        codes: Option<&str>,
        spec: &str,
    ) -> Self {
        let mut rules = Self::default();
        let own = |constraint: &Constraint| format!("{owner}.{field}.{}", constraint.rule.name());
        let mut said = HashSet::new();
        for constraint in constraints {
            let rule = &constraint.rule;
            let can = values.can_have_rule(rule, bytes.as_ref()) && (*rule != Rule::Known || codes.is_some());
            // Each rule is stated once.
            match rule_word(rule).filter(|_| can && said.insert(rule.name())) {
                Some(word) => rules.schema.push(word),
                // The expression or the type states it.
                None if matches!(rule, Rule::Computed | Rule::Digits) => {}
                None => rules.todo.push(format!("`{field}` has a rule that cannot be declared: {rule:?}")),
            }
            if constraint.spec != spec {
                let message = format!(
                    "the declaration cannot state that the rule `{}` is of section `{}`",
                    constraint.code, constraint.spec
                );
                rules.todo.push(message);
            }
        }
        let Some(first) = constraints.first() else { return rules };
        // Both are stated once for all rules of a field.
        for differs in constraints.iter().filter(|one| one.lenient != first.lenient) {
            rules.todo.push(format!(
                "the declaration cannot state that the rule `{}` has the interpretation `{}`",
                differs.code, differs.lenient
            ));
        }
        rules.schema.extend(text_word("lenient", &first.lenient));
        if constraints.iter().any(|constraint| constraint.code != own(constraint)) {
            rules.schema.extend(text_word("code", &first.code));
            for differs in constraints.iter().filter(|one| one.code != first.code) {
                rules.todo.push(format!(
                    "the declaration cannot state that a rule of `{field}` has the code `{}`",
                    differs.code
                ));
            }
        }
        rules
    }
}

fn rule_word(rule: &Rule) -> Option<String> {
    let list = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    Some(match rule {
        Rule::Zero => "reserved".to_owned(),
        Rule::Magic(bytes) => format!("magic = {}", byte_string(bytes)),
        Rule::OneOf(values) => format!("one_of({})", list(values)),
        Rule::Supported(values) => format!("supported({})", list(values)),
        Rule::Range(low, high) => format!("range({low}..={high})"),
        Rule::MultipleOf(factor) => format!("multiple_of = {factor}"),
        Rule::Known => "known".to_owned(),
        Rule::Finite => "finite".to_owned(),
        Rule::Utf8 => "utf8".to_owned(),
        Rule::Text(form) => {
            let pad = form.pad.map_or(String::new(), |pad| format!(", pad = {pad}"));
            format!("text(encoding = {:?}{pad})", form.encoding.name())
        }
        Rule::Digits | Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) | Rule::Computed => return None,
    })
}

/// Returns `b"BPX"`
pub(super) fn byte_string(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// Returns `assert(condition)`
pub(super) fn assert_word(condition: &Expr) -> String {
    format!("assert({})", expr_text(condition))
}

/// Rules across fields: attributes, and `TODO` lines for rules that no attribute can express.
#[derive(Default)]
pub(super) struct RulesAcross {
    /// Words in `#[br(..)]` of the structure.
    pub(super) br: Vec<String>,
    pub(super) schema: Vec<String>,
    /// `TODO` lines for rules that no attribute can express.
    pub(super) todo: Vec<String>,
}

impl RulesAcross {
    /// Returns the rules across fields of a structure. Their default codes are `owner.*`, and their default section is
    /// `spec`.
    pub(super) fn of_structure(owner: &str, rules: &[Constraint], spec: &str) -> Self {
        let mut across = Self::default();
        for constraint in rules {
            let (array, expr) = match &constraint.rule {
                Rule::Assert(expr) => (None, expr),
                Rule::Each(array, expr) => (Some(array), expr),
                Rule::Custom(name) => {
                    across.todo.push(format!(
                        "the rule `{}` is the function `{name}`, which the schema does not contain",
                        constraint.code
                    ));
                    continue;
                }
                other => {
                    across
                        .todo
                        .push(format!("the structure has a rule across fields that cannot be declared: {other:?}"));
                    continue;
                }
            };
            let place = across.br.len() + across.schema.len() + 1;
            let words = assert_settings(constraint, &format!("{owner}.assert-{place}"), spec);
            // The attributes of binrw come before those of the macro.
            if words.is_empty() && across.schema.is_empty() && array.is_none() {
                across.br.push(assert_word(expr));
            } else {
                let condition = std::iter::once(expr_text(expr));
                let rule = format!("assert({})", condition.chain(words).collect::<Vec<_>>().join(", "));
                across
                    .schema
                    .push(array.map_or_else(|| rule.clone(), |array| format!("each({}, {rule})", rust_ident(array))));
            }
        }
        across
    }
}

/// Returns the settings of a rule across fields that differ from their defaults.
fn assert_settings(constraint: &Constraint, code: &str, spec: &str) -> Vec<String> {
    let class = constraint.class.map(|class| format!("class = {class:?}"));
    let severity = (!constraint.severity.is_usual()).then(|| format!("severity = {}", constraint.severity.name()));
    let sentence = constraint.text.iter().map(|piece| match piece {
        MessagePiece::Words(words) => words.replace('{', "{{").replace('}', "}}"),
        MessagePiece::Value(expr) => format!("{{{}}}", expr_text(expr)),
        MessagePiece::Hex(expr) => format!("{{{}:#x}}", expr_text(expr)),
    });
    let on = constraint.on.iter().map(|name| rust_ident(name)).collect::<Vec<_>>().join(".");
    let parts = [
        class,
        severity,
        text_word("text", &sentence.collect::<String>()),
        (!on.is_empty()).then(|| format!("on = {on}")),
        text_word("code", &constraint.code).filter(|_| constraint.code != code),
        (constraint.spec != spec).then(|| format!("spec = {:?}", constraint.spec)),
        text_word("lenient", &constraint.lenient),
    ];
    parts.into_iter().flatten().collect()
}

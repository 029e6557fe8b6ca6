//! `#[brw(..)]`, `#[br(..)]`, `#[bw(..)]`, `#[schema(..)]` and documentation.

use super::expr::text as expr_text;
use crate::schema::{Codes, Constraint, Expr, Field, Rule};

/// Widest line.
pub(super) const WIDTH: usize = 120;

/// Lines of documentation.
pub(super) fn doc(text: &str, indent: &str) -> String {
    text.lines().map(|line| format!("{}\n", format!("{indent}/// {line}").trim_end())).collect()
}

/// `#[name(a, b)]` as a line, or as several when it is long; nothing without words.
pub(super) fn attribute(name: &str, words: &[String], indent: &str) -> String {
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

/// `name = "text"`, unless the text is empty.
pub(super) fn text(name: &str, text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{name} = {text:?}"))
}

/// The rules of one field: words, and what they do not say.
#[derive(Default)]
pub(super) struct Rules {
    pub(super) schema: Vec<String>,
    pub(super) todo: Vec<String>,
}

impl Rules {
    /// Of a field whose rules are called `owner.field.*`, in this section of the specification, if nothing else is said.
    pub(super) fn of(owner: &str, field: &str, constraints: &[Constraint], codes: Option<&Codes>, spec: &str) -> Self {
        let mut rules = Self::default();
        let own = |constraint: &Constraint| format!("{owner}.{field}.{}", constraint.rule.name());
        for constraint in constraints {
            match word(&constraint.rule, codes) {
                Some(word) => rules.schema.push(word),
                // The expression says it.
                None if constraint.rule == Rule::Computed => {}
                None => rules.todo.push(format!("`{field}` has a rule that cannot be declared: {:?}", constraint.rule)),
            }
            if constraint.spec != spec {
                let message = format!("the rule `{}` is of section `{}`", constraint.code, constraint.spec);
                rules.todo.push(message);
            }
        }
        let Some(first) = constraints.first() else { return rules };
        // Both are said once for all rules of a field.
        for differs in constraints.iter().filter(|one| one.lenient != first.lenient) {
            rules.todo.push(format!("the rule `{}` is excused by `{}`", differs.code, differs.lenient));
        }
        rules.schema.extend(text("lenient", &first.lenient));
        if constraints.iter().any(|constraint| constraint.code != own(constraint)) {
            rules.schema.extend(text("code", &first.code));
            for differs in constraints.iter().filter(|one| one.code != first.code) {
                rules.todo.push(format!("a rule of `{field}` is called `{}`", differs.code));
            }
        }
        rules
    }
}

fn word(rule: &Rule, codes: Option<&Codes>) -> Option<String> {
    let list = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    Some(match rule {
        Rule::Zero => "reserved".to_owned(),
        Rule::Magic(bytes) => format!("magic = {}", byte_string(bytes)),
        Rule::OneOf(values) => format!("one_of({})", list(values)),
        Rule::Supported(values) => format!("supported({})", list(values)),
        Rule::Range(low, high) => format!("range({low}..={high})"),
        Rule::MultipleOf(factor) => format!("multiple_of = {factor}"),
        Rule::Known => codes.map(|_| "known".to_owned())?,
        Rule::Finite => "finite".to_owned(),
        Rule::Utf8 => "utf8".to_owned(),
        Rule::Assert(_) | Rule::Custom(_) | Rule::Computed => return None,
    })
}

/// `b"BPX"`
pub(super) fn byte_string(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// `assert(condition)`
pub(super) fn assertion(condition: &Expr) -> String {
    format!("assert({})", expr_text(condition))
}

/// Rules across fields.
#[derive(Default)]
pub(super) struct Across {
    /// Words of the structure.
    pub(super) br: Vec<String>,
    /// Rules with names of their own, which stand at a field: its place, and the rule.
    pub(super) hosted: Vec<(usize, Constraint)>,
    /// What they do not say.
    pub(super) todo: Vec<String>,
}

impl Across {
    /// Of a structure whose rules are called `owner.*`, in this section of the specification, if nothing else is said.
    pub(super) fn of(owner: &str, rules: &[Constraint], spec: &str, fields: &[Field]) -> Self {
        let mut across = Self::default();
        for constraint in rules {
            let expr = match &constraint.rule {
                Rule::Assert(expr) => expr,
                Rule::Custom(name) => {
                    across.todo.push(format!("the rule `{}` is a function, `{name}`", constraint.code));
                    continue;
                }
                other => {
                    across.todo.push(format!("a rule across fields that cannot be declared: {other:?}"));
                    continue;
                }
            };
            let own = format!("{owner}.assert-{}", across.br.len().saturating_add(1));
            let plain = constraint.code == own && constraint.spec == spec && constraint.lenient.is_empty();
            match across.host(constraint, expr, fields).filter(|_| !plain) {
                Some(place) => across.hosted.push((place, constraint.clone())),
                None => {
                    across.br.push(assertion(expr));
                    if !plain {
                        let Constraint { code, spec, lenient, .. } = constraint;
                        let excused =
                            if lenient.is_empty() { String::new() } else { format!(", excused by `{lenient}`") };
                        across.todo.push(format!("the rule `{expr}` is called `{code}`, section `{spec}`{excused}"));
                    }
                }
            }
        }
        across
    }

    /// A field that can bear the rule, because it says nothing else of its own rules; one of those that the rule is about.
    fn host(&self, constraint: &Constraint, expr: &Expr, fields: &[Field]) -> Option<usize> {
        let names = expr.fields();
        let same = |other: &Constraint| other.code == constraint.code && other.lenient == constraint.lenient;
        let free = |(place, field): &(usize, &Field)| {
            let mut hosted = self.hosted.iter().filter(|(other, _)| other == place);
            field.spec == constraint.spec
                && names.contains(&&field.name)
                && field.constraints.iter().all(same)
                && hosted.all(|(_, rule)| same(rule))
        };
        fields.iter().enumerate().rev().find(free).map(|(place, _)| place)
    }
}

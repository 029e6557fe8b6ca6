//! `#[brw(..)]`, `#[br(..)]`, `#[bw(..)]`, `#[schema(..)]` and documentation.

use super::expr::text as expr_text;
use super::values::Values;
use bpx_model::{Constraint, Expr, Field, Length, Rule};
use std::collections::{HashMap, HashSet};

/// Widest line.
pub(super) const WIDTH: usize = 120;

/// Lines of documentation.
pub(super) fn doc(text: &str, indent: &str) -> String {
    comment(text, &format!("{indent}///"))
}

/// Lines of a comment that begin so: what is no letter of a text, and could end the comment or hide what is behind it, is
/// written as its number.
pub(super) fn comment(text: &str, sign: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |c: char| match c {
        c if c.is_control() && c != '\t' || turns(c) => c.escape_default().to_string(),
        c => c.into(),
    };
    let line = |line: &str| format!("{sign} {}", line.chars().map(shown).collect::<String>());
    text.lines().map(|text| format!("{}\n", line(text).trim_end())).collect()
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
    /// Of a field whose rules are called `owner.field.*`, in this section of the specification, if nothing else is said;
    /// `word` is that of its codes.
    pub(super) fn of(
        owner: &str,
        field: &str,
        constraints: &[Constraint],
        (values, bytes): &(Values, Option<Length>),
        codes: Option<&str>,
        spec: &str,
    ) -> Self {
        let mut rules = Self::default();
        let own = |constraint: &Constraint| format!("{owner}.{field}.{}", constraint.rule.name());
        let mut said = HashSet::new();
        for constraint in constraints {
            let rule = &constraint.rule;
            let can = values.take(rule, bytes.as_ref()) && (*rule != Rule::Known || codes.is_some());
            // Each rule is said once.
            match word(rule).filter(|_| can && said.insert(rule.name())) {
                Some(word) => rules.schema.push(word),
                // The expression says it.
                None if *rule == Rule::Computed => {}
                None => rules.todo.push(format!("`{field}` has a rule that cannot be declared: {rule:?}")),
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

fn word(rule: &Rule) -> Option<String> {
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
    /// Rules with names of their own, which are written at a field, by its place.
    pub(super) hosted: HashMap<usize, Vec<Constraint>>,
    /// What they do not say.
    pub(super) todo: Vec<String>,
}

impl Across {
    /// Of a structure whose rules are called `owner.*`, in this section of the specification, if nothing else is said.
    pub(super) fn of(owner: &str, rules: &[Constraint], spec: &str, fields: &[Field]) -> Self {
        let mut across = Self::default();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, field) in fields.iter().enumerate().filter(|_| !rules.is_empty()) {
            places.insert(&field.name, place);
        }
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
            match across.host(constraint, expr, fields, &places).filter(|_| !plain) {
                Some(place) => across.hosted.entry(place).or_default().push(constraint.clone()),
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

    /// The last field that can bear the rule, because it says nothing else of its own rules; one of those that the rule is
    /// about.
    fn host(
        &self,
        constraint: &Constraint,
        expr: &Expr,
        fields: &[Field],
        places: &HashMap<&str, usize>,
    ) -> Option<usize> {
        let same = |other: &Constraint| other.code == constraint.code && other.lenient == constraint.lenient;
        let free = |place: &usize| {
            // Those that it bears already are the same.
            let hosted = self.hosted.get(place).and_then(|hosted| hosted.first());
            let field = fields.get(*place).filter(|field| field.spec == constraint.spec);
            field.is_some_and(|field| field.constraints.iter().all(same)) && hosted.is_none_or(same)
        };
        expr.fields().into_iter().filter_map(|name| places.get(&**name).copied()).filter(free).max()
    }
}

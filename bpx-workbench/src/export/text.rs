//! Texts that several targets share.

use bpx_schema::schema::{Constraint, Field, Length, Rule};

/// Returns documentation without the square brackets of links.
pub(super) fn plain_doc(doc: &str) -> String {
    doc.replace("[`", "`").replace("`]", "`")
}

/// Returns documentation on one line.
pub(super) fn one_line(doc: &str) -> String {
    plain_doc(doc).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns documentation on one line, with the section of the specification unless the documentation names the section.
pub(super) fn doc_with_section(doc: &str, spec: &str) -> String {
    let doc = one_line(doc);
    if spec.is_empty() || doc.contains(&format!("section {spec})")) || doc.contains(&format!("(`{spec}`)")) {
        return doc;
    }
    format!("{doc} Section {spec}.").trim_start().to_owned()
}

/// Returns the number of elements in short form; an empty text for a single value.
pub(super) fn count_text(field: &Field) -> String {
    match &field.len {
        None => String::new(),
        Some(Length::Fixed(count)) => count.to_string(),
        Some(Length::Count(expr)) => expr.to_string(),
        Some(Length::Rest) => "to the end".to_owned(),
        Some(Length::Until(expr)) => format!("until {expr}"),
        Some(Length::Terminated(bytes)) => format!("up to \"{}\"", bytes.escape_ascii()),
    }
}

/// Returns a rule in words.
pub(super) fn rule_text(rule: &Rule) -> String {
    let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    match rule {
        Rule::Zero => "is zero".to_owned(),
        Rule::Magic(magic) => format!("is \"{}\"", magic.escape_ascii()),
        Rule::OneOf(allowed) => format!("is one of {}", list(allowed)),
        Rule::Supported(versions) => format!("is a supported version: {}", list(versions)),
        Rule::Range(low, high) => format!("lies between {low} and {high}"),
        Rule::MultipleOf(factor) => format!("is a multiple of {factor}"),
        Rule::Known => "has only known codes".to_owned(),
        Rule::Finite => "is finite".to_owned(),
        Rule::Digits => "is a number in digits".to_owned(),
        Rule::Utf8 => "is UTF-8".to_owned(),
        Rule::Text(form) => match form.pad {
            Some(pad) => format!("is a text in {}, filled with {pad:#04x}", form.encoding.name()),
            None => format!("is a text in {}", form.encoding.name()),
        },
        Rule::Computed => "is the computed value".to_owned(),
        Rule::Assert(expr) => format!("`{expr}`"),
        Rule::Each(array, expr) => format!("`{expr}` for each `entry` of `{array}`"),
        Rule::Custom(name) => format!("the function `{name}`"),
    }
}

/// Returns a rule with its code, and with the interpretation that excuses the rule.
pub(super) fn constraint_text(constraint: &Constraint) -> String {
    let excused = if constraint.lenient.is_empty() { String::new() } else { format!(", {}", constraint.lenient) };
    format!("{} (`{}`{excused})", rule_text(&constraint.rule), constraint.code)
}

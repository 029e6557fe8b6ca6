use super::foreign;
use crate::args::Foreign;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_formats::rules::rules;
use bpx_formats::{FileFormat, ReadOptions, find_format, formats};
use bpx_schema::report::{Class, Rule, decoding_rules};
use serde_json::{Value, json};
use std::fmt::Write;

/// Lists the rules of a format, of a schema, or of all formats.
pub(crate) fn run(format: Option<&str>, as_json: bool, schema: &Foreign) -> Result<Exit, Failure> {
    let schema = foreign::open_schema(schema, &ReadOptions::default())?;
    let formats: Vec<&dyn FileFormat> = match (&schema, format) {
        (Some(schema), _) => vec![schema],
        (None, Some(name)) => vec![find_format(name).ok_or_else(|| unknown_format(name))?],
        (None, None) => formats().to_vec(),
    };
    if as_json {
        let list: Value = formats
            .iter()
            .map(|format| {
                let rules: Value = rules(*format).iter().map(as_value).collect();
                json!({ "format": format.name(), "rules": rules })
            })
            .collect();
        output::print_json(&list)?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    for format in &formats {
        let _ = writeln!(text, "{format}", format = format.name());
        let own = rules(*format).into_iter().filter(|rule| !decoding_rules().contains(&rule));
        own.for_each(|rule| describe_rule(&rule, &mut text));
    }
    let _ = writeln!(text, "every format");
    decoding_rules().iter().for_each(|rule| describe_rule(rule, &mut text));
    output::print_text(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}

fn unknown_format(name: &str) -> Failure {
    Failure::Usage(format!("expected a format, one of {}, found `{name}`", crate::format::format_names()))
}

/// Returns the classes of the faults that break a rule.
fn fault_classes(rule: &Rule) -> impl Iterator<Item = Class> {
    std::iter::once(rule.class).chain(rule.also.iter().copied())
}

fn as_value(rule: &Rule) -> Value {
    json!({
        "code": rule.code,
        "severity": rule.severity.name(),
        "classes": fault_classes(rule).map(Class::name).collect::<Vec<_>>(),
        "spec": rule.clause,
        "lenient": rule.reading,
        "sentence": rule.sentence,
    })
}

/// Describes a rule in two lines: the contents of its findings, and the requirement.
fn describe_rule(rule: &Rule, text: &mut String) {
    let _ = write!(text, "  {}  {}", rule.code, rule.severity.name());
    for (index, class) in fault_classes(rule).enumerate() {
        let _ = write!(text, "{}{class}", if index == 0 { "  " } else { ", " });
    }
    if !rule.clause.is_empty() {
        let _ = write!(text, "  section {}", rule.clause);
    }
    if !rule.reading.is_empty() {
        let _ = write!(text, "  excused by {}", rule.reading);
    }
    let _ = writeln!(text, "\n      {}", rule.sentence);
}

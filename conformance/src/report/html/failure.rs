//! A failure with everything that is needed to investigate it.

use super::super::Report;
use super::super::escape::escaped;
use super::super::excerpt::excerpt;
use crate::runner::CaseResult;
use crate::source::Built;
use crate::suite::{Case, Explanations};
use std::fmt::Write;

pub(super) fn failure(
    page: &mut String,
    report: &Report<'_>,
    (case, result): (&Case, &CaseResult),
    index: usize,
    explained: &Explanations,
) {
    let _ = writeln!(
        page,
        "<details id=\"{}-{index}\"><summary><code>{}</code> <b class=\"bad\">{}</b> {}</summary>\n<dl>",
        escaped(&case.id),
        escaped(&case.id),
        escaped(&result.symptom),
        escaped(&case.title),
    );
    let mut entry = |title: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(page, "<dt>{title}</dt><dd>{}</dd>", escaped(text));
        }
    };
    for id in &case.clauses {
        entry("clause", &clause(id, explained));
    }
    entry("level", case.level.name());
    entry("asked", case.op.name());
    entry("expected", &expected(case));
    if let Some(known) = report.reason(case, result) {
        entry("reported", &known.issue);
        entry("until", &known.until);
    }
    for name in &case.flags {
        entry("finds", &flag(name, explained));
    }
    if !result.detail.is_empty() {
        let _ = writeln!(page, "<dt>said</dt><dd><pre class=\"said\">{}</pre></dd>", escaped(&result.detail));
    }
    let _ = writeln!(page, "<dt>again</dt><dd><code>{}</code></dd>\n</dl>", escaped(&again(report.command, case)));
    let _ = writeln!(page, "<pre>{}</pre>\n</details>", bytes(case));
}

fn clause(id: &str, explained: &Explanations) -> String {
    match explained.clauses.get(id) {
        Some(clause) => format!("{}, section {}: {} ({id})", clause.document, clause.section, clause.text),
        None => id.to_owned(),
    }
}

fn flag(name: &str, explained: &Explanations) -> String {
    match explained.flags.get(name) {
        Some(flag) => format!("{name}: it {}; {}", flag.what, flag.harm),
        None => name.to_owned(),
    }
}

/// Returns the bytes around the fault, each field named, the line of the fault marked; without a text, the first bytes.
fn bytes(case: &Case) -> String {
    let listing = case.built.as_ref().map_or_else(|| plain(&case.input), Built::annotate);
    let changed = case.built.as_ref().and_then(|built| built.fault).map(|offset| offset as u64);
    let lines = escaped(&excerpt(&listing, case.expect.offset.or(changed)));
    let marked = lines.lines().map(|line| match line.strip_prefix("  &gt; ") {
        Some(rest) => format!("<mark>  &gt; {rest}</mark>\n"),
        None => format!("{line}\n"),
    });
    marked.collect()
}

fn plain(input: &[u8]) -> String {
    let rows = input.chunks(16).take(16).enumerate().map(|(row, bytes)| {
        let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{:08x}  {}\n", row.saturating_mul(16), pairs.join(" "))
    });
    rows.collect()
}

/// Describes the expectation in a line.
fn expected(case: &Case) -> String {
    let expect = &case.expect;
    let mut text = expect.verdict.to_string();
    if let Some(class) = &expect.class {
        let _ = write!(text, ", {class}");
    }
    if let Some(path) = &expect.path {
        let _ = write!(text, ", at {path}");
    }
    if let Some(offset) = expect.offset {
        let _ = write!(text, ", offset {offset:#x}");
    }
    for (path, value) in &expect.model {
        let _ = write!(text, "; {path} = {value}");
    }
    if expect.same_bytes {
        text.push_str("; the same bytes");
    }
    text
}

/// Returns the command that asks only this case.
fn again(command: &str, case: &Case) -> String {
    let option = if command.contains("{in}") { "--oneshot" } else { "--testee" };
    format!("bpx conform run {option} '{}' --case {}", command.replace('\'', r"'\''"), case.id)
}

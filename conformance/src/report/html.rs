use super::escape::escaped;
use super::excerpt::excerpt;
use super::{Count, Report, Summary};
use crate::known::Surprise;
use crate::runner::{CaseResult, Status};
use crate::source::Built;
use crate::suite::Case;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How the page looks; it loads nothing.
const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--ok:#2a7d46;--bad:#b3261e;--skip:#777}\
body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem}\
table{border-collapse:collapse}th,td{border-bottom:1px solid var(--line);padding:.25rem .75rem;text-align:left}\
td.n{text-align:right;font-variant-numeric:tabular-nums}\
.ok{color:var(--ok)}.bad{color:var(--bad)}.skip{color:var(--skip)}\
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}\
pre{overflow-x:auto;padding:.5rem;border:1px solid var(--line);border-radius:4px;font-size:13px}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dt{color:var(--skip)}dd{margin:0}";

/// The runs as one page that needs nothing else: programs against parts of the formats, then each failure with the
/// bytes around it, what was expected, and the command that asks just that case again.
#[must_use]
pub fn html(reports: &[Report<'_>]) -> String {
    let names: Vec<String> = reports.iter().map(name).collect();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Conformance: {}</title>\n<style>{STYLE}</style>\n\
         <h1>Conformance</h1>\n",
        escaped(&names.join(", "))
    );
    matrix(&mut page, reports, &names);
    for (report, name) in reports.iter().zip(&names) {
        failures(&mut page, report, name);
    }
    page.push_str("</html>\n");
    page
}

fn name(report: &Report<'_>) -> String {
    format!("{} {}", report.hello.name, report.hello.version).trim_end().to_owned()
}

fn matrix(page: &mut String, reports: &[Report<'_>], names: &[String]) {
    let summaries: Vec<Summary> = reports.iter().map(Summary::of).collect();
    let heads: String = names.iter().map(|name| format!("<th>{}</th>", escaped(name))).collect();
    let _ = writeln!(page, "<table><thead><tr><th></th>{heads}</tr></thead><tbody>");
    let mut row = |title: &str, of: &dyn Fn(&Summary) -> Option<Count>| {
        let cells: String = summaries.iter().map(|summary| cell(of(summary))).collect();
        let _ = writeln!(page, "<tr><th>{}</th>{cells}</tr>", escaped(title));
    };
    row("all", &|summary| Some(summary.all));
    for level in ["must", "should", "may"] {
        row(level, &|summary| summary.levels.get(level).copied());
    }
    let formats: BTreeSet<&String> = summaries.iter().flat_map(|summary| summary.formats.keys()).collect();
    for format in formats {
        row(format, &|summary| summary.formats.get(format).copied());
    }
    let features: BTreeSet<&String> = summaries.iter().flat_map(|summary| summary.features.keys()).collect();
    for feature in features {
        row(feature, &|summary| summary.features.get(feature).copied());
    }
    page.push_str("</tbody></table>\n");
}

/// Passed of those asked; how many were not asked.
fn cell(count: Option<Count>) -> String {
    let Some(count) = count else { return "<td></td>".to_owned() };
    let asked = count.passed.saturating_add(count.failed);
    let class = match (asked, count.failed) {
        (0, _) => "skip",
        (_, 0) => "ok",
        _ => "bad",
    };
    let skipped =
        if count.skipped > 0 { format!(" <span class=skip>({} skipped)</span>", count.skipped) } else { String::new() };
    format!("<td class=\"n {class}\">{} / {asked}{skipped}</td>", count.passed)
}

fn failures(page: &mut String, report: &Report<'_>, name: &str) {
    let failed: Vec<_> = report.pairs().filter(|(_, result)| result.status == Status::Failed).collect();
    let _ = writeln!(page, "<h2>{}: {} failures</h2>", escaped(name), failed.len());
    // Failures follow one by one.
    let others = report.surprises.iter().filter(|surprise| !matches!(surprise, Surprise::Failure { .. }));
    for surprise in others {
        let _ = writeln!(page, "<p class=bad>{}</p>", escaped(&surprise.to_string()));
    }
    for (case, result) in failed {
        failure(page, report, case, result);
    }
}

fn failure(page: &mut String, report: &Report<'_>, case: &Case, result: &CaseResult) {
    let _ = writeln!(
        page,
        "<details id=\"{id}\"><summary><code>{id}</code> <b class=bad>{}</b> {}</summary><dl>",
        escaped(&result.symptom),
        escaped(&case.title),
        id = escaped(&case.id),
    );
    let mut entry = |title: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(page, "<dt>{title}</dt><dd>{}</dd>", escaped(text));
        }
    };
    entry("level", case.level.name());
    entry("clauses", &case.clauses.join(", "));
    entry("asked", case.op.name());
    entry("expected", &expected(case));
    entry("said", &result.detail);
    entry("finds", &case.flags.join(", "));
    entry("again", &again(report.command, case));
    let listing = case.built.as_ref().map(Built::annotate).unwrap_or_default();
    let _ = writeln!(page, "</dl><pre>{}</pre></details>", escaped(&excerpt(&listing, case.expect.offset)));
}

/// What was expected, in a line.
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

/// The command that asks just this case.
fn again(command: &str, case: &Case) -> String {
    let option = if command.contains("{in}") { "--oneshot" } else { "--testee" };
    format!("bpx conform run {option} '{}' --case {}", command.replace('\'', r"'\''"), case.id)
}

//! Writes one page for several runs: a table of results by program and part of the formats, then the failures, with the
//! bytes. The page needs no other file and no script.

mod failure;
mod matrix;

use self::failure::write_failure;
use self::matrix::write_matrix;
use super::Report;
use super::causes::{FailureGroup, Pair, RefusedFiles, failure_groups};
use crate::known::Surprise;
use crate::runner::Status;
use crate::suite::Explanations;
use bpx_schema::dump::{PAGE_STYLE, escape_markup};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the runs as one page.
#[must_use]
pub fn html(reports: &[Report<'_>], explained: &Explanations) -> String {
    let names: Vec<String> = reports.iter().map(Report::name).collect();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Conformance: {}</title>\n<style>\n{PAGE_STYLE}{}</style>\n\
         </head>\n<body>\n<h1>Conformance</h1>\n",
        escape_markup(&names.join(", ")),
        include_str!("style.css"),
    );
    write_matrix(&mut page, reports, &names, explained);
    for (index, (report, name)) in reports.iter().zip(&names).enumerate() {
        write_failures(&mut page, report, (index, name), explained);
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// Writes new failures by cause, unfolded, and known failures by reason, folded; then the notes.
fn write_failures(page: &mut String, report: &Report<'_>, (index, name): (usize, &str), explained: &Explanations) {
    let _ = writeln!(page, "<section id=\"testee-{index}\">\n<h2>{}</h2>", escape_markup(name));
    let _ = writeln!(page, "<p><code>{}</code></p>", escape_markup(report.command));
    // Failures follow one by one.
    let others = report.surprises.iter().filter(|surprise| !matches!(surprise, Surprise::Failure { .. }));
    for surprise in others {
        let _ = writeln!(page, "<p class=\"bad\">{}</p>", escape_markup(&surprise.to_string()));
    }
    let (new, roots) = (failure_groups(report), RefusedFiles::of(report));
    let mut known: BTreeMap<(&str, &str), Vec<Pair<'_>>> = BTreeMap::new();
    for pair in report.pairs() {
        if let Some(entry) = report.listed_reason(pair.0, pair.1) {
            known.entry((&entry.why, &entry.got)).or_default().push(pair);
        }
    }
    if new.is_empty() && known.is_empty() {
        page.push_str("<p class=\"ok\">Nothing failed.</p>\n");
    }
    let mut show = |title: &str, class: &str, open: &str, pairs: &[Pair<'_>], explanation: &str| {
        let count = pairs.len();
        let _ = writeln!(
            page,
            "<details{open}><summary><b class=\"{class}\">{count}</b> {}</summary>",
            escape_markup(title)
        );
        if !explanation.is_empty() {
            let _ = writeln!(page, "<p>{}</p>", escape_markup(explanation));
        }
        for pair in pairs {
            write_failure(page, report, *pair, roots.root_cause(*pair), index, explained);
        }
        page.push_str("</details>\n");
    };
    for group in &new {
        match group.root {
            Some(root) => {
                let known = if group.is_root_known() { ", which is a known failure" } else { "" };
                let title = format!("{}: the program refused the valid file of {}{known}", group.symptom, root.0.id);
                show(
                    &title,
                    "bad",
                    " open",
                    &group.pairs,
                    &consequences_html(group, roots.doubtful_count(report, root)),
                );
            }
            None => show(&group.symptom, "bad", " open", &group.pairs, ""),
        }
    }
    for ((why, got), pairs) in &known {
        show(&format!("known: {got}: {why}"), "known", "", pairs, "");
    }
    write_notes(page, report);
    page.push_str("</section>\n");
}

/// Describes the consequences of the refusal of a valid file.
fn consequences_html(group: &FailureGroup<'_>, doubtful: usize) -> String {
    let Some((root, _)) = group.root else { return String::new() };
    let mut text = format!(
        "Look at {} first: the other cases use the same file or a file made from it, and the program refused them as \
            well.",
        root.id
    );
    if doubtful > 0 {
        let _ = write!(text, " Cases of broken files that passed, perhaps because of this refusal: {doubtful}.");
    }
    text
}

/// Writes the notes on passed cases, folded.
fn write_notes(page: &mut String, report: &Report<'_>) {
    let noted: Vec<Pair<'_>> =
        report.pairs().filter(|(_, result)| result.status == Status::Passed && !result.notes.is_empty()).collect();
    if noted.is_empty() {
        return;
    }
    let count = noted.len();
    let _ = writeln!(page, "<details><summary><b class=\"known\">{count}</b> passed cases with notes</summary>\n<dl>");
    for (case, result) in noted {
        let _ = writeln!(page, "<dt><code>{}</code></dt>", escape_markup(&case.id));
        for note in &result.notes {
            let _ = writeln!(page, "<dd>{}</dd>", escape_markup(&note.to_string()));
        }
    }
    page.push_str("</dl>\n</details>\n");
}

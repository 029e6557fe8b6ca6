//! One page for several runs: programs against parts of the formats, then the failures, with the bytes. It needs no
//! other file and no script.

mod failure;
mod matrix;

use self::failure::failure;
use self::matrix::matrix;
use super::Report;
use super::escape::escaped;
use crate::known::Surprise;
use crate::runner::{CaseResult, Status};
use crate::suite::{Case, Explanations};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the runs as one page.
#[must_use]
pub fn html(reports: &[Report<'_>], explained: &Explanations) -> String {
    let names: Vec<String> = reports.iter().map(Report::name).collect();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Conformance: {}</title>\n<style>\n{}</style>\n\
         </head>\n<body>\n<h1>Conformance</h1>\n",
        escaped(&names.join(", ")),
        include_str!("style.css"),
    );
    matrix(&mut page, reports, &names, explained);
    for (index, (report, name)) in reports.iter().zip(&names).enumerate() {
        failures(&mut page, report, (index, name), explained);
    }
    page.push_str("</body>\n</html>\n");
    page
}

type Pair<'a> = (&'a Case, &'a CaseResult);

/// Writes new failures by symptom, unfolded, and known ones by reason, folded.
fn failures(page: &mut String, report: &Report<'_>, (index, name): (usize, &str), explained: &Explanations) {
    let mut new: BTreeMap<&str, Vec<Pair<'_>>> = BTreeMap::new();
    let mut known: BTreeMap<(&str, &str), Vec<Pair<'_>>> = BTreeMap::new();
    let failed = report.pairs().filter(|(_, result)| result.status == Status::Failed);
    for (case, result) in failed {
        match report.reason(case, result) {
            Some(entry) => known.entry((&entry.why, &entry.got)).or_default().push((case, result)),
            None => new.entry(&result.symptom).or_default().push((case, result)),
        }
    }
    let _ = writeln!(page, "<section id=\"testee-{index}\">\n<h2>{}</h2>", escaped(name));
    let _ = writeln!(page, "<p><code>{}</code></p>", escaped(report.command));
    // Failures follow one by one.
    let others = report.surprises.iter().filter(|surprise| !matches!(surprise, Surprise::Failure { .. }));
    for surprise in others {
        let _ = writeln!(page, "<p class=\"bad\">{}</p>", escaped(&surprise.to_string()));
    }
    if new.is_empty() && known.is_empty() {
        page.push_str("<p class=\"ok\">Nothing failed.</p>\n");
    }
    let mut group = |title: &str, class: &str, open: &str, pairs: &[Pair<'_>]| {
        let _ = writeln!(
            page,
            "<details{open}><summary><b class=\"{class}\">{}</b> {}</summary>",
            pairs.len(),
            escaped(title)
        );
        for (case, result) in pairs {
            failure(page, report, (case, result), index, explained);
        }
        page.push_str("</details>\n");
    };
    for (symptom, pairs) in &new {
        group(symptom, "bad", " open", pairs);
    }
    for ((why, got), pairs) in &known {
        group(&format!("known: {got}: {why}"), "known", "", pairs);
    }
    page.push_str("</section>\n");
}

//! Writes the overview: a sentence for each program, and a table with levels and formats as rows and programs as
//! columns; then, for each format, a table of its chapters and features.

use super::super::Report;
use super::super::summary::{Count, Summary};
use super::super::text::passed_shares;
use crate::known::Surprise;
use crate::suite::{Case, Explanations, Level};
use bpx_schema::dump::escape_markup;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A row of the table of all cases; the order of the variants is the order of the rows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum MatrixRow {
    All,
    Sound,
    Broken,
    Open,
    Level(usize),
    Format(String),
}

/// A row of the table of one format; the order of the variants is the order of the rows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum FormatRow {
    /// A chapter of a specification: document, word and number to sort by, chapter.
    Chapter(String, String, u32, String),
    Feature(String),
}

/// The results of each row, by program.
type Table<R> = BTreeMap<R, Vec<Count>>;

/// The four columns of a program, and their CSS classes.
const COLUMNS: [(&str, &str); 4] = [("passed", "ok"), ("failed", "bad"), ("known", "known"), ("skipped", "dim")];

pub(super) fn write_matrix(page: &mut String, reports: &[Report<'_>], names: &[String], explained: &Explanations) {
    let mut all = Table::new();
    let mut formats: BTreeMap<&str, Table<FormatRow>> = BTreeMap::new();
    for (index, report) in reports.iter().enumerate() {
        for (case, result) in report.pairs() {
            let known = report.listed_reason(case, result).is_some();
            let count = |counts: &mut Vec<Count>| {
                counts.resize(reports.len(), Count::default());
                if let Some(count) = counts.get_mut(index) {
                    count.add_result(result.status, known);
                }
            };
            rows_of_all(case).into_iter().for_each(|row| count(all.entry(row).or_default()));
            let format = formats.entry(&case.format).or_default();
            parts_of_format(case, explained).into_iter().for_each(|part| count(format.entry(part).or_default()));
        }
    }
    page.push_str("<ul>\n");
    let totals = all.get(&MatrixRow::All).into_iter().flatten();
    for (index, ((report, name), total)) in reports.iter().zip(names).zip(totals).enumerate() {
        write_summary(page, report, (index, name), total);
    }
    page.push_str("</ul>\n");
    write_table(page, names, &all, |row| match row {
        MatrixRow::All => ("whole", "all cases".to_owned()),
        MatrixRow::Sound => ("part", "valid files".to_owned()),
        MatrixRow::Broken => ("part", "broken files".to_owned()),
        MatrixRow::Open => ("part", "left open".to_owned()),
        MatrixRow::Level(level) => ("part", Level::ALL.get(*level).map_or("", |level| level.name()).to_owned()),
        MatrixRow::Format(format) => ("whole", format.clone()),
    });
    page.push_str(
        "<p class=\"dim\">Valid files must be accepted, and broken files refused; for other files, the specification \
        allows both. Known cases fail as the list of known failures states; skipped cases need operations or features \
        that the program does not list. A case counts in every row that it belongs to.</p>\n",
    );
    for (format, parts) in formats.iter().filter(|(_, parts)| !parts.is_empty()) {
        let _ = writeln!(page, "<details><summary>{}, by chapter and feature</summary>", escape_markup(format));
        write_table(page, names, parts, |part| match part {
            FormatRow::Chapter(document, .., chapter) => ("part", format!("{document}, section {chapter}")),
            FormatRow::Feature(feature) => ("part", format!("with {feature}")),
        });
        page.push_str("</details>\n");
    }
}

/// Summarizes the results of a program in a line.
fn write_summary(page: &mut String, report: &Report<'_>, (index, name): (usize, &str), total: &Count) {
    let asked = total.asked_count();
    let _ = write!(page, "<li><a href=\"#testee-{index}\">{}</a>: ", escape_markup(name));
    let _ = write!(page, "<b class=\"ok\">{}</b> of {asked} cases passed", total.passed);
    for (number, class, words) in [(total.failed, "bad", "failed"), (total.known, "known", "known to fail")] {
        if number > 0 {
            let _ = write!(page, ", <b class=\"{class}\">{number}</b> {words}");
        }
    }
    if total.skipped > 0 {
        let _ = write!(page, "; {} were not asked", total.skipped);
    }
    let summary = Summary::of(report);
    let _ = write!(page, "; {}", passed_shares(&summary));
    if summary.noted > 0 {
        let _ = write!(page, "; <b class=\"known\">{}</b> passed with notes", summary.noted);
    }
    if let Some(remark) = summary.one_sided_warning() {
        let _ = write!(page, "; it <b class=\"bad\">{remark}</b>");
    }
    let stale = report.surprises.iter().filter(|surprise| !matches!(surprise, Surprise::Failure { .. })).count();
    if stale > 0 {
        let _ = write!(page, "; <b class=\"bad\">{stale}</b> errors in its list of known failures");
    }
    page.push_str("</li>\n");
}

fn rows_of_all(case: &Case) -> [MatrixRow; 4] {
    // `Level::ALL` has each level.
    let level = Level::ALL.iter().position(|level| *level == case.level).unwrap_or_default();
    let part = match (case.expect.allows_acceptance(), case.expect.allows_rejection()) {
        (true, false) => MatrixRow::Sound,
        (false, _) => MatrixRow::Broken,
        (true, true) => MatrixRow::Open,
    };
    [MatrixRow::All, part, MatrixRow::Level(level), MatrixRow::Format(case.format.clone())]
}

/// Returns the rows of the case's format in which the case counts, each row once.
fn parts_of_format(case: &Case, explained: &Explanations) -> Vec<FormatRow> {
    let clauses = case.clauses.iter().filter_map(|id| explained.clauses.get(id));
    let mut parts: Vec<FormatRow> = clauses
        .map(|clause| {
            let chapter = clause.section.split_once('.').map_or(&*clause.section, |(chapter, _)| chapter);
            // Chapter 10 comes after chapter 2.
            let (word, rest) =
                chapter.split_at(chapter.find(|one: char| one.is_ascii_digit()).unwrap_or(chapter.len()));
            // A chapter without a number comes first.
            let digits = rest.split(|one: char| !one.is_ascii_digit()).next().unwrap_or_default();
            let number = digits.parse().unwrap_or_default();
            FormatRow::Chapter(clause.document.clone(), word.to_owned(), number, chapter.to_owned())
        })
        .collect();
    parts.extend(case.features.iter().cloned().map(FormatRow::Feature));
    parts.sort();
    parts.dedup();
    parts
}

fn write_table<R>(page: &mut String, names: &[String], rows: &Table<R>, title: impl Fn(&R) -> (&'static str, String)) {
    page.push_str("<table>\n<thead>\n<tr><th></th>");
    for (index, name) in names.iter().enumerate() {
        let _ = write!(page, "<th colspan=\"4\"><a href=\"#testee-{index}\">{}</a></th>", escape_markup(name));
    }
    let columns: String = COLUMNS.iter().map(|(name, class)| format!("<td class=\"{class}\">{name}</td>")).collect();
    let _ = writeln!(page, "</tr>\n<tr><th></th>{}</tr>\n</thead>\n<tbody>", columns.repeat(names.len()));
    for (row, counts) in rows {
        let (class, title) = title(row);
        let _ = write!(page, "<tr class=\"{class}\"><th>{}</th>", escape_markup(&title));
        counts.iter().for_each(|count| write_cells(page, count));
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n");
}

fn write_cells(page: &mut String, count: &Count) {
    for ((_, class), number) in COLUMNS.iter().zip([count.passed, count.failed, count.known, count.skipped]) {
        let _ = match number {
            0 => write!(page, "<td></td>"),
            _ => write!(page, "<td class=\"{class}\">{number}</td>"),
        };
    }
}

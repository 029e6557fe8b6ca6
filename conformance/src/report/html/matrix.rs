//! Parts of the formats as rows, programs as columns.

use super::super::Report;
use super::super::escape::escaped;
use super::super::summary::Count;
use crate::suite::{Case, Explanations, Level};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A row: where it stands, and how it is called.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    All,
    Level(&'static str),
    Format(String),
    /// A chapter of a text: format, document, number as far as it is one, chapter.
    Chapter(String, String, u32, String),
    Feature(String, String),
}

/// For each row how it went, by program.
type Table = BTreeMap<Row, Vec<Count>>;

/// What the four columns of a program are, and their class.
const COLUMNS: [(&str, &str); 4] = [("passed", "ok"), ("failed", "bad"), ("known", "known"), ("skipped", "dim")];

pub(super) fn matrix(page: &mut String, reports: &[Report<'_>], names: &[String], explained: &Explanations) {
    let mut table = Table::new();
    for (index, report) in reports.iter().enumerate() {
        for (case, result) in report.pairs() {
            for row in rows(case, explained) {
                let counts = table.entry(row).or_insert_with(|| vec![Count::default(); reports.len()]);
                if let Some(count) = counts.get_mut(index) {
                    count.add(result.status, report.reason(case, result).is_some());
                }
            }
        }
    }
    page.push_str("<table>\n<thead>\n<tr><th></th>");
    for (index, name) in names.iter().enumerate() {
        let _ = write!(page, "<th colspan=\"4\"><a href=\"#testee-{index}\">{}</a></th>", escaped(name));
    }
    let columns: String = COLUMNS.iter().map(|(name, class)| format!("<td class=\"{class}\">{name}</td>")).collect();
    let _ = writeln!(page, "</tr>\n<tr><th></th>{}</tr>\n</thead>\n<tbody>", columns.repeat(names.len()));
    for (row, counts) in &ordered(table) {
        line(page, row, counts);
    }
    page.push_str("</tbody>\n</table>\n<p class=\"dim\">A case counts in every row that it belongs to.</p>\n");
}

/// The rows that a case counts for; each once.
fn rows(case: &Case, explained: &Explanations) -> Vec<Row> {
    let format = || case.format.clone();
    let mut rows = vec![Row::All, Row::Level(case.level.name()), Row::Format(format())];
    let clauses = case.clauses.iter().filter_map(|id| explained.clauses.get(id));
    rows.extend(clauses.map(|clause| {
        let chapter = clause.section.split('.').next().unwrap_or_default();
        Row::Chapter(format(), clause.document.clone(), chapter.parse().unwrap_or(0), chapter.to_owned())
    }));
    rows.extend(case.features.iter().map(|feature| Row::Feature(format(), feature.clone())));
    rows.sort();
    rows.dedup();
    rows
}

/// The rows of a format below it.
fn ordered(table: Table) -> Vec<(Row, Vec<Count>)> {
    let place = |row: &Row| match row {
        Row::All => (0, String::new()),
        Row::Level(level) => {
            (Level::ALL.iter().position(|one| one.name() == *level).map_or(1, |one| one + 1), String::new())
        }
        Row::Format(format) | Row::Chapter(format, ..) | Row::Feature(format, _) => (9, format.clone()),
    };
    let mut rows: Vec<_> = table.into_iter().collect();
    // Stable: within a format, its own row, chapters, features.
    rows.sort_by_key(|(row, _)| place(row));
    rows
}

fn line(page: &mut String, row: &Row, counts: &[Count]) {
    let (class, title) = match row {
        Row::All => ("format", "all cases".to_owned()),
        Row::Level(level) => ("part", (*level).to_owned()),
        Row::Format(format) => ("format", format.clone()),
        Row::Chapter(_, document, _, chapter) => ("part", format!("{document}, section {chapter}")),
        Row::Feature(_, feature) => ("part", format!("with {feature}")),
    };
    let _ = write!(page, "<tr class=\"{class}\"><th>{}</th>", escaped(&title));
    for count in counts {
        for ((_, class), number) in COLUMNS.iter().zip([count.passed, count.failed, count.known, count.skipped]) {
            let _ = match number {
                0 => write!(page, "<td></td>"),
                _ => write!(page, "<td class=\"{class}\">{number}</td>"),
            };
        }
    }
    page.push_str("</tr>\n");
}

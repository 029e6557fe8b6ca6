//! Reports lines that state fields, but that no reader converted to a table.

use super::forms::lists::stated_field;
use super::measure::number;
use super::model::{Body, Document, Skipped};
use super::name::norm;
use super::prose::beginning;
use std::collections::HashSet;

/// The largest number of lines between two that belong together.
const NEAR: usize = 4;

/// The largest number of reports. A document with more of them is open anyway.
const MAX_REPORTED: usize = 500;

/// Lines that follow each other and state fields.
struct Found<'d> {
    first: (usize, &'d str),
    last: usize,
    count: usize,
}

/// Adds what is not read to the open parts of a document. One line alone may be a sentence that mentions a size.
pub(super) fn report(document: &mut Document) {
    let mut found: Vec<Found<'_>> = Vec::new();
    let mut section = None;
    let known = names(document);
    let placed: HashSet<Option<usize>> = document.structures().map(|(_, table, ..)| table.within).collect();
    for (within, prose) in document.prose.iter().filter(|(_, prose)| !prose.is_code) {
        // Text beside a table explains its fields.
        let states = |text: &str| {
            is_row(text)
                || placed.contains(within) && is_placed(text)
                || stated_field(text).is_some_and(|name| !known.contains(&(*within, norm(&name))))
        };
        for (line, text) in prose.lines().filter(|(_, text)| states(text)) {
            match found.last_mut().filter(|last| section == Some(*within) && last.last + NEAR >= line) {
                Some(last) => {
                    last.last = line;
                    last.count += 1;
                }
                None => found.push(Found { first: (line, text), last: line, count: 1 }),
            }
            section = Some(*within);
        }
    }
    let skipped = found.into_iter().filter(|found| found.count > 1).take(MAX_REPORTED).map(|found| {
        let (line, text) = found.first;
        let words = beginning(text);
        let (file, first) = document.place(line);
        let count = found.count;
        let reason = format!("{file}:{first}: {count} lines from `{words}` on state sizes or types, but are not read");
        Skipped { line, name: String::new(), reason, open: true }
    });
    let skipped: Vec<_> = skipped.collect();
    document.skipped.extend(skipped);
}

/// Returns whether a line is a row of a table with bars that no table has.
fn is_row(text: &str) -> bool {
    text.matches(" | ").count() > 1 && !text.contains("+-") && !text.starts_with(['+', '|'])
}

/// Returns whether a line has columns of which the first two are numbers, as rows of a table of fields have them.
fn is_placed(text: &str) -> bool {
    let mut columns = text.split("  ").map(str::trim).filter(|column| !column.is_empty());
    let is_number = |column: Option<&str>| column.is_some_and(|column| number(column).is_some());
    is_number(columns.next()) && is_number(columns.next()) && columns.next().is_some_and(|name| number(name).is_none())
}

/// Returns the names of all fields, each with its section.
fn names(document: &Document) -> HashSet<(Option<usize>, String)> {
    let mut names = HashSet::new();
    for table in &document.tables {
        match &table.body {
            Body::Structure { fields, .. } => {
                names.extend(fields.iter().map(|field| (table.within, norm(&field.name))));
            }
            Body::Diagram(diagram) => {
                let boxes = diagram.rows.iter().flat_map(|row| &row.boxes);
                names.extend(boxes.map(|unit| (table.within, norm(&unit.name))));
            }
            _ => {}
        }
    }
    names.retain(|(_, name)| !name.is_empty());
    names
}

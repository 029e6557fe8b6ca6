//! Reports lines that state fields, but that no reader converted to a table.

mod alone;
mod parts;

use super::forms::lists::stated_field;
use super::measure::read_number;
use super::model::{Body, Document, Section, Skipped};
use super::name::normal_name;
use super::prose::{Sentence, line_beginning};
use super::tables;
use std::collections::HashSet;
use std::fmt::{Display, Formatter};

/// The largest distance in lines between two lines that belong together.
const NEAR: usize = 4;

/// The largest number of reports; a document with more such lines has open parts anyway.
const MAX_REPORTED: usize = 500;

/// Returns the headings that state sizes in parentheses, in sections without a table: `Seal (4 bytes)`. A single such
/// heading may be that of a section about something else.
fn sized_headings(document: &Document) -> Option<(usize, FieldText<'_>)> {
    let filled: HashSet<Option<usize>> = document.tables.iter().map(|table| table.within).collect();
    let states = |(index, section): &(usize, &Section)| {
        let sentence = Sentence { line: section.line, text: &section.title };
        !filled.contains(&Some(*index)) && section.title.ends_with(')') && sentence.quantities().len() == 1
    };
    let mut headings = document.sections.iter().enumerate().filter(states).map(|(_, section)| section);
    let first = headings.next()?;
    let count = 1 + headings.count();
    (count > 1).then_some((first.line, FieldText::Headings { text: &first.title, count }))
}

/// Text that states fields.
enum FieldText<'d> {
    /// Lines that are near each other.
    Lines { text: &'d str, count: usize, is_certain: bool, section: Option<usize>, last: usize },
    /// Headings of sections without a table.
    Headings { text: &'d str, count: usize },
    /// A sentence that states the sizes of `count` parts.
    Sentence { text: &'d str, count: usize },
}

impl Display for FieldText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lines { text, count: 1, .. } => {
                write!(f, "the line `{}` states sizes or types, but is not read", line_beginning(text))
            }
            Self::Lines { text, count, .. } => {
                write!(f, "{count} lines from `{}` on state sizes or types, but are not read", line_beginning(text))
            }
            Self::Headings { text, count } => {
                write!(f, "{count} headings from `{}` on state sizes, but no table is below", line_beginning(text))
            }
            Self::Sentence { text, count: 1 } => {
                write!(f, "the sentence `{}` states the size of a part, but is not read", line_beginning(text))
            }
            Self::Sentence { text, count } => {
                write!(f, "the sentence `{}` states the sizes of {count} parts, but is not read", line_beginning(text))
            }
        }
    }
}

/// Adds unread text that states fields to the open parts of a document. A single line does not count, because it may be
/// a sentence that mentions a size, unless the line states a field clearly.
pub(super) fn report_unread(document: &mut Document) {
    let (mut found, mut parts) = (Vec::<(usize, FieldText<'_>)>::new(), Vec::new());
    let known = field_names(document);
    let placed: HashSet<Option<usize>> = document.structures().map(|(_, table, ..)| table.within).collect();
    for (within, prose) in document.prose.iter().filter(|(_, prose)| !prose.is_code) {
        // Text beside a table explains its fields.
        let states = |text: &str| {
            is_row(text)
                || is_numbered_row(text)
                || placed.contains(within) && is_placed(text)
                || stated_field(text).is_some_and(|name| !known.contains(&(*within, normal_name(&name))))
        };
        for (line, text) in prose.lines() {
            let is_alone = alone::states_fields(text);
            if !is_alone && !states(text) {
                continue;
            }
            match found.last_mut() {
                Some((_, FieldText::Lines { last, count, section, is_certain, .. }))
                    if *section == *within && *last + NEAR >= line =>
                {
                    (*last, *count) = (line, *count + 1);
                    *is_certain = true;
                }
                _ => {
                    let lines = FieldText::Lines { text, count: 1, is_certain: is_alone, section: *within, last: line };
                    found.push((line, lines));
                }
            }
        }
        let is_placed = placed.contains(within);
        let sentences = prose.sentences().filter_map(|sentence| {
            let each = || (tables::states_each(sentence) && !is_placed).then_some(1);
            let count = parts::stated_parts(&sentence).or_else(each)?;
            Some((sentence, count))
        });
        parts.extend(sentences.map(|(one, count)| (one.line, FieldText::Sentence { text: one.text, count })));
    }
    found.extend(parts);
    found.extend(sized_headings(document));
    found.retain(|(_, found)| !matches!(found, FieldText::Lines { is_certain: false, .. }));
    let skipped = found.into_iter().take(MAX_REPORTED).map(|(line, found)| {
        let (file, first) = document.place(line);
        let reason = format!("{file}:{first}: {found}");
        Skipped::open_part(line, reason)
    });
    let skipped: Vec<_> = skipped.collect();
    document.skipped.extend(skipped);
}

/// Returns whether a line is a row with bars that belongs to no table.
fn is_row(text: &str) -> bool {
    text.matches(" | ").count() > 1 && !text.contains("+-") && !text.starts_with(['+', '|'])
}

/// Returns whether a line has columns, of which the first is a number, the second a name, and the third a size:
/// `0    bLength   1   Number`.
fn is_numbered_row(text: &str) -> bool {
    let mut columns = text.split("  ").map(str::trim).filter(|column| !column.is_empty());
    let first = columns.next().and_then(read_number);
    let is_name = |name: &str| name.starts_with(char::is_alphabetic) && !name.contains(' ');
    first.is_some() && columns.next().is_some_and(is_name) && columns.next().and_then(read_number).is_some()
}

/// Returns whether a line has columns, and only the first two columns are numbers, as in rows of a table of fields.
fn is_placed(text: &str) -> bool {
    let mut columns = text.split("  ").map(str::trim).filter(|column| !column.is_empty());
    let is_number = |column: Option<&str>| column.is_some_and(|column| read_number(column).is_some());
    is_number(columns.next())
        && is_number(columns.next())
        && columns.next().is_some_and(|name| read_number(name).is_none())
}

/// Returns the names of all fields, each with its section.
fn field_names(document: &Document) -> HashSet<(Option<usize>, String)> {
    let mut names = HashSet::new();
    for table in &document.tables {
        match &table.body {
            Body::Structure { fields, .. } => {
                names.extend(fields.iter().map(|field| (table.within, normal_name(&field.name))));
            }
            Body::Diagram(diagram) => {
                let boxes = diagram.rows.iter().flat_map(|row| &row.boxes);
                names.extend(boxes.map(|unit| (table.within, normal_name(&unit.name))));
            }
            _ => {}
        }
    }
    names.retain(|(_, name)| !name.is_empty());
    names
}

//! Reads tables of MediaWiki, which may be nested.

use super::{attribute_value, inline};
use crate::forms::captions;
use crate::forms::spans::{self, Cell, SpannedTable};
use crate::model::Form;

/// The open tables, with the innermost last, and the ended tables inside of them.
#[derive(Default)]
pub(super) struct Tables {
    open: Vec<SpannedTable>,
    done: Vec<SpannedTable>,
    /// The part that the next lines continue: a cell or a caption.
    last: LastLine,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum LastLine {
    #[default]
    Nothing,
    Cell,
    Caption,
}

impl Tables {
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Reads a line of a table; returns all finished tables when the outermost table ends.
    pub(super) fn take_line(&mut self, number: usize, text: &str) -> Vec<SpannedTable> {
        if text.starts_with("{|") {
            self.open.push(SpannedTable { line: number, form: Form::Wiki, ..SpannedTable::default() });
            self.last = LastLine::Nothing;
        } else if text.starts_with("|}") && !text.starts_with("|}}") {
            self.done.extend(self.open.pop().map(finish_table));
            self.last = LastLine::Nothing;
            if self.open.is_empty() {
                return spans::take_in_order(&mut self.done);
            }
            // The following text belongs to the outer cell, not to a new one.
            self.last = LastLine::Cell;
        } else if let Some(table) = self.open.last_mut() {
            self.last = add_part(table, number, text, self.last);
        }
        Vec::new()
    }

    /// Ends all tables, as at the end of a text, and returns the finished tables.
    pub(super) fn close_all(&mut self) -> Vec<SpannedTable> {
        self.done.extend(self.open.drain(..).map(finish_table));
        spans::take_in_order(&mut self.done)
    }
}

/// Adds a line to a table; returns the part that the next lines may continue.
fn add_part(table: &mut SpannedTable, number: usize, text: &str, last: LastLine) -> LastLine {
    if let Some(caption) = text.strip_prefix("|+") {
        table.name = Some(split_cell(caption).1.to_owned());
        return LastLine::Caption;
    }
    if text.starts_with("|-") {
        table.rows.push((number, Vec::new()));
        return LastLine::Nothing;
    }
    let (title, cells) = match (text.strip_prefix('!'), text.strip_prefix('|')) {
        (Some(cells), _) => (true, inline::split_at_mark(cells, &["!!", "||"])),
        (None, Some(cells)) => (false, inline::split_at_mark(cells, &["||"])),
        (None, None) => {
            let cell = table.rows.last_mut().and_then(|(_, cells)| cells.last_mut());
            match (last, cell, &mut table.name) {
                (LastLine::Cell, Some(cell), _) => {
                    cell.text.push('\n');
                    cell.text.push_str(text);
                }
                (LastLine::Caption, _, Some(name)) => {
                    name.push(' ');
                    name.push_str(text);
                }
                _ => {}
            }
            return last;
        }
    };
    if table.rows.is_empty() {
        table.rows.push((number, Vec::new()));
    }
    let Some((_, row)) = table.rows.last_mut() else { return last };
    for cell in cells {
        let (attributes, text) = split_cell(cell);
        let number =
            |name: &str| attribute_value(attributes, name).and_then(|value| value.trim().parse().ok()).unwrap_or(1);
        row.push(Cell { title, wide: number("colspan"), tall: number("rowspan"), ..Cell::plain_cell(text) });
    }
    LastLine::Cell
}

/// Splits a cell into its attributes and its text: `colspan="2" | text`.
fn split_cell(cell: &str) -> (&str, &str) {
    let parts = inline::split_at_mark(cell, &["|"]);
    match parts.as_slice() {
        [attributes, _, ..] if attributes.contains('=') || attributes.trim().is_empty() => {
            (attributes, cell.get(attributes.len() + 1..).unwrap_or(""))
        }
        _ => ("", cell),
    }
}

/// Removes the marks from the texts of a table.
fn finish_table(mut table: SpannedTable) -> SpannedTable {
    for cell in table.rows.iter_mut().flat_map(|(_, cells)| cells) {
        let marks = inline::read_marks(&cell.text);
        cell.bold = marks.is_bold();
        cell.text = marks.plain_text();
    }
    table.name = table.name.and_then(|name| captions::caption_name(&inline::plain_text(&name)));
    table
}

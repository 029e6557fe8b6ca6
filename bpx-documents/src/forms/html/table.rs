//! Reads tables of HTML, which may be nested.

use super::inline::Marks;
use crate::forms::spans::{self, Cell, SpannedTable};
use crate::model::Form;
use html5gum::StartTag;

/// The open tables, with the innermost last, and the ended tables inside of them.
#[derive(Default)]
pub(super) struct Tables {
    open: Vec<OpenTable>,
    done: Vec<SpannedTable>,
}

/// A table that has not ended.
struct OpenTable {
    table: SpannedTable,
    /// Whether rows belong to the head of the table.
    head: bool,
    cell: Option<(Cell, Marks)>,
    caption: Option<Marks>,
    /// The classes of columns, for tables without titles.
    columns: Vec<String>,
}

impl Tables {
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    pub(super) fn open_table(&mut self, line: usize) {
        let within = self.open.last().is_some_and(|outer| outer.cell.is_none());
        if within && let Some(outer) = self.open.pop() {
            // Only a cell can have a table inside.
            self.done.extend(outer.end_table());
        }
        let table = SpannedTable { line, form: Form::Html, ..SpannedTable::default() };
        self.open.push(OpenTable { table, head: false, cell: None, caption: None, columns: Vec::new() });
    }

    /// Reads a start tag; a tag that belongs to no table is a mark in a cell.
    pub(super) fn start_tag(&mut self, name: &str, tag: &StartTag<usize>, line: usize) {
        let Some(open) = self.open.last_mut() else { return };
        match name {
            "caption" => open.caption = Some(Marks::default()),
            "col" => {
                let class = tag.attributes.get(b"class".as_slice());
                let class = class.map_or(String::new(), |class| String::from_utf8_lossy(&class.value).into());
                open.columns.push(class);
            }
            "thead" | "tbody" | "tfoot" => {
                open.end_cell();
                open.head = name == "thead";
            }
            "tr" => {
                open.end_cell();
                open.table.rows.push((line, Vec::new()));
            }
            "td" | "th" => {
                open.end_cell();
                let number = |key: &str| {
                    let value = tag.attributes.get(key.as_bytes()).map(|value| String::from_utf8_lossy(&value.value));
                    value.and_then(|value| value.trim().parse().ok())
                };
                let rows = number("rowspan").map(|rows| if rows == 0 { usize::MAX } else { rows });
                let title = name == "th" || open.head;
                let (wide, tall) = (number("colspan").unwrap_or(1), rows.unwrap_or(1));
                if open.table.rows.is_empty() {
                    open.table.rows.push((line, Vec::new()));
                }
                open.cell = Some((Cell { title, wide, tall, ..Cell::default() }, Marks::default()));
            }
            name => open.add_mark(name, true),
        }
    }

    /// Reads an end tag; returns all finished tables when the outermost table ends.
    pub(super) fn end_tag(&mut self, name: &str) -> Vec<SpannedTable> {
        let Some(open) = self.open.last_mut() else { return Vec::new() };
        match name {
            "table" => {
                let table = self.open.pop();
                self.done.extend(table.and_then(OpenTable::end_table));
            }
            "caption" => open.end_caption(),
            "thead" => {
                open.end_cell();
                open.head = false;
            }
            "td" | "th" | "tr" | "tbody" | "tfoot" => open.end_cell(),
            name => open.add_mark(name, false),
        }
        if self.open.is_empty() { spans::take_in_order(&mut self.done) } else { Vec::new() }
    }

    pub(super) fn add_text(&mut self, text: &str) {
        if let Some(to) = self.open.last_mut().and_then(OpenTable::text_target) {
            to.push_text(text);
        }
    }

    /// Ends all tables, as at the end of a text, and returns the finished tables.
    pub(super) fn close_all(&mut self) -> Vec<SpannedTable> {
        while let Some(open) = self.open.pop() {
            self.done.extend(open.end_table());
        }
        spans::take_in_order(&mut self.done)
    }
}

impl OpenTable {
    /// Returns the caption or the cell to which text belongs.
    fn text_target(&mut self) -> Option<&mut Marks> {
        self.caption.as_mut().or(self.cell.as_mut().map(|(_, marks)| marks))
    }

    fn add_mark(&mut self, name: &str, opens: bool) {
        if let Some(to) = self.text_target() {
            to.add_tag(name, opens);
        }
    }

    fn end_caption(&mut self) {
        if let Some(caption) = self.caption.take() {
            self.table.name = crate::forms::captions::caption_name(&caption.plain_text());
        }
    }

    fn end_cell(&mut self) {
        self.end_caption();
        let Some((mut cell, marks)) = self.cell.take() else { return };
        cell.text = marks.plain_text();
        cell.bold = marks.is_bold();
        if let Some((_, cells)) = self.table.rows.last_mut() {
            cells.push(cell);
        }
    }

    /// Returns the table; the classes of columns become titles if the table has no other titles.
    fn end_table(mut self) -> Option<SpannedTable> {
        self.end_cell();
        let first = self.table.rows.iter().find(|(_, cells)| cells.len() > 1).map(|(line, cells)| (*line, cells));
        let untitled = first.filter(|(_, cells)| !cells.iter().any(|cell| cell.title || cell.bold));
        let named = !self.columns.is_empty() && self.columns.iter().all(|class| !class.is_empty());
        if let Some((line, cells)) = untitled
            && named
            && cells.len() == self.columns.len()
        {
            let title = |class| Cell { title: true, ..Cell::plain_cell(class) };
            let titles = self.columns.into_iter().map(title).collect();
            let at = self.table.rows.iter().take_while(|(_, cells)| cells.iter().all(|cell| cell.title)).count();
            self.table.rows.insert(at, (line, titles));
        }
        (!self.table.rows.is_empty()).then_some(self.table)
    }
}

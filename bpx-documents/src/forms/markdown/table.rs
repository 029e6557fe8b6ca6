//! Reads tables of Markdown.

use super::add_inline;
use super::pipes;
use crate::forms::line::Line;
use crate::forms::sources::JoinedLines;
use crate::forms::spans::{Cell, SpannedTable};
use crate::forms::{captions, html};
use crate::model::Form;
use pulldown_cmark::{Event, Tag, TagEnd};
use std::ops::Range;

/// A table that is being read from events.
pub(super) struct TableReader {
    table: SpannedTable,
    head: bool,
    row: Vec<Cell>,
    text: html::Marks,
    /// The index of the first line after the table.
    after: usize,
    /// Whether a line without bars has ended the table.
    ended: bool,
}

impl TableReader {
    /// Begins a table at the line with the index.
    pub(super) fn new(lines: &[Line<'_>], index: usize) -> Self {
        let line = lines.get(index).map_or(0, |line| line.number);
        let mut above = lines.iter().take(index).rev().take(2).map(|line| line.text.trim());
        let name = above.find(|text| !text.is_empty()).and_then(caption_name);
        let table = SpannedTable { line, form: Form::Pipes, name, ..SpannedTable::default() };
        let after = index + 2;
        Self { table, head: false, row: Vec::new(), text: html::Marks::default(), after, ended: false }
    }

    pub(super) fn read_event(
        &mut self,
        event: Event<'_>,
        range: Range<usize>,
        source: &JoinedLines,
        lines: &[Line<'_>],
    ) {
        match event {
            Event::Start(Tag::TableHead) => self.head = true,
            Event::Start(Tag::TableRow | Tag::TableCell) => {}
            Event::End(TagEnd::TableCell) => {
                let marks = std::mem::take(&mut self.text);
                let (text, bold) = (marks.plain_text(), marks.is_bold());
                self.row.push(Cell { title: self.head, bold, ..Cell::plain_cell(text) });
            }
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => {
                let row = std::mem::take(&mut self.row);
                let index = source.line_index(range.start);
                self.add_row(row, index, lines);
                self.head = false;
            }
            event => add_inline(&mut self.text, &event),
        }
    }

    fn add_row(&mut self, mut row: Vec<Cell>, index: usize, lines: &[Line<'_>]) {
        let Some(line) = lines.get(index).filter(|_| !self.ended) else { return };
        if !self.head && !line.text.contains('|') {
            // The parser takes a paragraph right below for a row.
            self.ended = true;
            return;
        }
        // The parser drops cells that have no title.
        let all = pipes::row_cells(&line.text);
        row.extend(all.into_iter().skip(row.len()).map(Cell::plain_cell));
        let rule = |cell: &Cell| !cell.text.is_empty() && cell.text.chars().all(|c| matches!(c, '-' | ':' | '—'));
        if self.head || !row.iter().filter(|cell| !cell.text.is_empty()).all(rule) {
            self.table.rows.push((line.number, row));
        }
        self.after = self.after.max(index + 1);
    }

    pub(super) fn line_after(&self) -> usize {
        self.after
    }

    pub(super) fn finish_table(self) -> SpannedTable {
        self.table
    }
}

/// Returns the name in a caption: `Table: Header {#id}`, `**Table 2. Header**`.
fn caption_name(line: &str) -> Option<String> {
    let line = line.trim_matches(['*', '_']).split('{').next().unwrap_or("");
    let text = line.strip_prefix("Table")?;
    let numbered = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let text = text.strip_prefix(':').or(numbered.then_some(line))?;
    // A sentence about a table is not its name.
    captions::caption_name(text)
        .filter(|_| !line.trim_end().ends_with(['.', ':']) && text.contains(['.', ':']) == numbered)
}

//! Collects the output of a reader of markup, in order. Headings and tables are passed on at once, and lines and list
//! items when another block follows.

use super::block::{Block, Heading};
use super::line::Line;
use super::lists::{self, Item};
use super::spans::SpannedTable;
use super::{listing, text};
use crate::model::Skipped;
use std::borrow::Cow;

pub(in crate::forms) struct Flow<'g> {
    give: &'g mut dyn FnMut(Block),
    lines: Vec<Line<'static>>,
    items: Vec<Item>,
    /// Whether lines of text may be headings, because the form has no mark for headings.
    headings: bool,
}

impl<'g> Flow<'g> {
    /// Creates a flow; `headings` states whether lines of text may be headings.
    pub(in crate::forms) fn new(headings: bool, give: &'g mut dyn FnMut(Block)) -> Self {
        Self { give, lines: Vec::new(), items: Vec::new(), headings }
    }

    /// Adds a line of text.
    pub(in crate::forms) fn add_line(&mut self, number: usize, text: impl Into<String>) {
        self.end_list();
        self.lines.push(Line { number, text: Cow::Owned(text.into()) });
    }

    /// Ends a paragraph.
    pub(in crate::forms) fn end_paragraph(&mut self) {
        let number = self.lines.last().map(|line| line.number);
        self.lines.extend(number.map(|number| Line { number, text: Cow::Borrowed("") }));
    }

    /// Adds an item of a list.
    pub(in crate::forms) fn add_item(&mut self, item: Item) {
        self.end_lines();
        if !item.text.is_empty() {
            self.items.push(item);
        }
    }

    /// Adds a heading; a number at the beginning of the title is the number of the section.
    pub(in crate::forms) fn add_heading(&mut self, line: usize, depth: usize, title: &str) {
        let title = title.trim().trim_end_matches(['¶', '§', ':']).trim();
        let (number, title) = text::heading::section_number(title).unwrap_or((Vec::new(), title));
        if !title.is_empty() {
            self.add_block(Block::Heading(Heading { line, number, depth, title: title.to_owned() }));
        }
    }

    /// Adds a table.
    pub(in crate::forms) fn add_table(&mut self, table: SpannedTable) {
        if let Some(grid) = table.into_grid() {
            self.add_block(Block::grid(grid));
        }
    }

    /// Adds a block of code, or another block whose spaces have a meaning.
    pub(in crate::forms) fn add_code(&mut self, language: &str, lines: &[Line<'_>]) {
        self.give_gathered();
        listing::read_blocks(language, lines, self.give);
    }

    /// Reports that the reader skips a part of the document.
    pub(in crate::forms) fn report_skipped(&mut self, line: usize, reason: &str) {
        let reason = reason.to_owned();
        self.add_block(Block::Skipped(Skipped::open_part(line, reason)));
    }

    pub(in crate::forms) fn add_block(&mut self, block: Block) {
        self.give_gathered();
        (self.give)(block);
    }

    /// Passes the collected lines and list items on.
    pub(in crate::forms) fn give_gathered(&mut self) {
        self.end_lines();
        self.end_list();
    }

    fn end_lines(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if self.headings {
            text::read_blocks(&lines, self.give);
        } else {
            text::read_parts(&lines, self.give);
        }
    }

    fn end_list(&mut self) {
        let items = std::mem::take(&mut self.items);
        if !items.is_empty() {
            lists::read_blocks(&items, self.give);
        }
    }
}

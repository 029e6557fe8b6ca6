//! Reads Markdown by the events of a parser of CommonMark with the tables of GitHub. The readers of plain texts get the
//! lines that no event covers, without their marks: paragraphs, tables without a line of dashes, drawings.

mod fences;
mod html_tables;
mod pipes;
mod table;

use super::block::Block;
use super::flow::Flow;
use super::html;
use super::line::Line;
use super::lists::Item;
use super::restructured;
use super::sources::JoinedLines;
use crate::columns;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::borrow::Cow;
use std::ops::Range;
use table::TableReader;

/// Passes the blocks of a document to `give`.
pub(in crate::forms) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let lines = fences::after_front_matter(lines);
    let source = JoinedLines::of(lines);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES;
    // Parsed twice, because the events of a large table take 50 times its bytes.
    let events = || Parser::new_ext(&source.text, options).into_offset_iter();
    // A document whose headings have no marks has them as plain texts do.
    let mut starts = events().filter(|(event, _)| matches!(event, Event::Start(Tag::Heading { .. })));
    let headings = !starts.any(|(_, range)| is_heading(lines, &source, &range));
    drop(starts);
    let mut reader = Reader {
        flow: Flow::new(headings, give),
        lines,
        source: &source,
        html: html_tables::find_ends(lines),
        claimed: 0,
        until: 0,
        place: Place::Text,
        items: Vec::new(),
    };
    for (event, range) in events() {
        reader.read_event(event, range);
    }
    reader.lines_to(lines.len());
    reader.flow.give_gathered();
}

/// The part of a document to which the current events belong.
enum Place {
    /// A paragraph, or no part.
    Text,
    Heading {
        line: usize,
        depth: usize,
        text: html::Marks,
    },
    Code {
        language: String,
        lines: Vec<Line<'static>>,
    },
    Table(TableReader),
    Html,
}

/// An item of a list that has not ended.
struct OpenItem {
    item: Item,
    text: html::Marks,
    /// Whether the item was passed on, because another block followed in the item.
    given: bool,
}

struct Reader<'r, 'g> {
    flow: Flow<'g>,
    lines: &'r [Line<'r>],
    source: &'r JoinedLines,
    /// For each line, the last line of the HTML table that begins in the line.
    html: html_tables::Ends,
    /// The index of the first line that was not passed on.
    claimed: usize,
    /// The offset before which all events belong to parts that are read.
    until: usize,
    place: Place,
    items: Vec<OpenItem>,
}

impl Reader<'_, '_> {
    fn read_event(&mut self, event: Event<'_>, range: Range<usize>) {
        if range.start < self.until && range.end <= self.until {
            return;
        }
        match (&mut self.place, event) {
            (Place::Table(table), Event::End(TagEnd::Table)) => {
                let after = table.line_after();
                let table = std::mem::replace(&mut self.place, Place::Text);
                if let Place::Table(table) = table {
                    self.flow.add_table(table.finish_table());
                }
                // Lines without bars at the end are paragraphs.
                self.claimed = after;
            }
            (Place::Table(table), event) => table.read_event(event, range, self.source, self.lines),
            (Place::Heading { text, .. }, event) if !matches!(event, Event::End(TagEnd::Heading(_))) => {
                add_inline(text, &event);
            }
            (Place::Heading { .. }, _) => {
                if let Place::Heading { line, depth, text } = std::mem::replace(&mut self.place, Place::Text) {
                    self.flow.add_heading(line, depth, &text.plain_text());
                }
            }
            (Place::Code { lines, .. }, Event::Text(text)) => {
                let first = self.source.line_index(range.start);
                for (at, text) in text.split_terminator('\n').enumerate() {
                    let number = self.lines.get(first + at).map_or(0, |line| line.number);
                    match lines.last_mut().filter(|last| last.number == number) {
                        Some(last) => last.text.to_mut().push_str(text),
                        None => lines.push(Line { number, text: Cow::Owned(text.to_owned()) }),
                    }
                }
            }
            (Place::Code { .. }, Event::End(TagEnd::CodeBlock)) => {
                if let Place::Code { language, lines } = std::mem::replace(&mut self.place, Place::Text) {
                    self.give_code(&language, &lines);
                }
            }
            (Place::Code { .. }, _) => {}
            (Place::Html, Event::End(TagEnd::HtmlBlock)) => self.place = Place::Text,
            (Place::Html, _) => {}
            (Place::Text, event) => self.text_event(event, range),
        }
    }

    fn text_event(&mut self, event: Event<'_>, range: Range<usize>) {
        let Event::Start(tag) = event else { return self.inline_event(&event, range) };
        match tag {
            Tag::Heading { level, .. } if is_heading(self.lines, self.source, &range) => {
                let index = self.claim_range(&range);
                let line = self.line_number(index);
                self.place = Place::Heading { line, depth: heading_depth(level), text: html::Marks::default() };
            }
            Tag::CodeBlock(kind) => {
                self.claim_range(&range);
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.trim().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.place = Place::Code { language, lines: Vec::new() };
            }
            Tag::Table(_) => {
                let index = self.claim_range(&range);
                self.place = Place::Table(TableReader::new(self.lines, index));
            }
            Tag::HtmlBlock => self.html_block(&range),
            Tag::List(_) => self.give_items(),
            Tag::Item => {
                let index = self.source.line_index(range.start);
                self.lines_to(index);
                self.give_items();
                let depth = self.items.len();
                let item = Item { line: self.line_number(index), depth, text: String::new() };
                self.items.push(OpenItem { item, text: html::Marks::default(), given: false });
                self.claimed = index + 1;
            }
            other => self.inline_event(&Event::Start(other), range),
        }
    }

    /// Passes on a block of code, or a table in the form of a block of code.
    fn give_code(&mut self, info: &str, lines: &[Line<'_>]) {
        match fences::directive_lines(info, lines) {
            Some(lines) => restructured::read_document(&lines, &mut self.flow),
            None => self.flow.add_code(&fences::fence_language(info), lines),
        }
    }

    /// Reads an event within a paragraph. The method keeps only the texts of items, because other methods read
    /// paragraphs by their lines.
    fn inline_event(&mut self, event: &Event<'_>, range: Range<usize>) {
        if matches!(event, Event::End(TagEnd::List(_))) && self.items.is_empty() {
            self.flow.give_gathered();
            return;
        }
        if matches!(event, Event::End(TagEnd::Item)) {
            self.give_items();
            self.items.pop();
            let after = self.source.last_index(&range) + 1;
            if self.items.is_empty() {
                self.claimed = self.claimed.max(after);
            }
            return;
        }
        let Some(open) = self.items.last_mut() else { return };
        add_inline(&mut open.text, event);
        if !matches!(event, Event::End(_)) {
            self.claimed = self.claimed.max(self.source.last_index(&range) + 1);
        }
    }

    /// Passes on the text of the innermost open item; later text in the item becomes a paragraph.
    fn give_items(&mut self) {
        let Some(open) = self.items.last_mut() else { return };
        let text = std::mem::take(&mut open.text).plain_text();
        if text.is_empty() {
            return;
        }
        if std::mem::replace(&mut open.given, true) {
            let line = open.item.line;
            self.flow.add_line(line, text);
            self.flow.end_paragraph();
        } else {
            self.flow.add_item(Item { text, ..open.item.clone() });
        }
    }

    /// Reads a block of HTML, with the whole of a table that begins in the block and has empty lines.
    fn html_block(&mut self, range: &Range<usize>) {
        let first = self.claim_range(range);
        let last = self.html.last_line(first, self.source.last_index(range));
        let end = self.source.line_start(last + 1);
        html::read_page(self.lines.split_at(last + 1).0.split_at(first).1, &mut self.flow);
        self.claimed = self.claimed.max(last + 1);
        self.until = self.until.max(end);
        if range.end > end {
            self.place = Place::Html;
        }
    }

    /// Passes on the lines before a range, and marks the lines of the range as read; returns the index of the first
    /// line of the range.
    fn claim_range(&mut self, range: &Range<usize>) -> usize {
        let first = self.source.line_index(range.start);
        self.lines_to(first);
        self.give_items();
        self.claimed = self.claimed.max(self.source.last_index(range) + 1);
        first
    }

    /// Passes on the unread lines before an index as plain text.
    fn lines_to(&mut self, index: usize) {
        let lines = self.lines.iter().take(index).skip(self.claimed);
        if lines.clone().any(|line| !line.text.trim().is_empty()) {
            self.give_items();
        }
        for line in lines {
            let text = line.text.trim_start_matches(['>', ' ']);
            let text =
                if text.len() < line.text.len() && line.text.trim_start().starts_with('>') { text } else { &line.text };
            if text.trim().is_empty() {
                self.flow.end_paragraph();
            } else {
                self.flow.add_line(line.number, pipes::plain_line(text));
            }
        }
        self.claimed = self.claimed.max(index);
    }

    fn line_number(&self, index: usize) -> usize {
        self.lines.get(index).map_or(0, |line| line.number)
    }
}

/// Returns whether a heading of the parser is a heading. A line of dashes below a paragraph of several lines, or below
/// titles of columns, makes no heading.
fn is_heading(lines: &[Line<'_>], source: &JoinedLines, range: &Range<usize>) -> bool {
    let first = source.line_index(range.start);
    let last = source.last_index(range);
    let text = |index: usize| lines.get(index).map_or("", |line| line.text.trim());
    let has_mark = text(first).trim_start_matches(['>', ' ', '-', '*']).starts_with('#');
    let mut words = text(first).split_whitespace();
    let columns = words.clone().nth(1).is_some() && words.all(columns::is_title_word) && !text(last + 1).is_empty();
    has_mark || (last == first + 1 && text(first).len() <= 80 && !columns)
}

/// Adds an event within a line to a text.
fn add_inline(text: &mut html::Marks, event: &Event<'_>) {
    match event {
        Event::Text(more) | Event::Code(more) => text.push_text(more),
        Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph) => text.push_text(" "),
        Event::Start(Tag::Strong) => text.add_tag("strong", true),
        Event::End(TagEnd::Strong) => text.add_tag("strong", false),
        Event::InlineHtml(tag) => text.add_html(tag),
        _ => {}
    }
}

fn heading_depth(level: HeadingLevel) -> usize {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

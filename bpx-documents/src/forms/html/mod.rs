//! Reads HTML: tables, headings, lists and `pre`, from the tokens of a page. The reader implies tags that HTML lets
//! authors omit, as far as tables and lists need such tags.

mod inline;
mod table;

pub(in crate::forms) use self::inline::Marks;

use super::block::Block;
use super::flow::Flow;
use super::line::Line;
use super::lists::Item;
use super::sources::JoinedLines;
use crate::nesting::Nesting;
use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use std::borrow::Cow;
use table::Tables;

/// Passes the blocks of a page to `give`.
pub(in crate::forms) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let mut flow = Flow::new(false, give);
    read_page(lines, &mut flow);
    flow.give_gathered();
}

/// Reads a page, or a part of a page.
pub(in crate::forms) fn read_page(lines: &[Line<'_>], flow: &mut Flow<'_>) {
    let source = JoinedLines::of(lines);
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut reader =
        Reader { flow, source: &source, tables: Tables::default(), place: Place::Body, depth: Nesting::NONE };
    for token in Tokenizer::new_with_emitter(source.text.as_str(), emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => reader.start_tag(&tag),
            Token::EndTag(tag) => reader.end_tag(&tag_name(&tag.name)),
            Token::String(text) => reader.add_text(text.span.start, &String::from_utf8_lossy(&text.value)),
            _ => {}
        }
    }
    reader.end_page();
}

/// The element that receives text outside of tables.
enum Place {
    Body,
    /// Text that a browser does not show.
    Hidden(&'static str),
    Heading {
        line: usize,
        depth: usize,
        title: Marks,
    },
    Pre {
        lines: Vec<Line<'static>>,
        language: String,
    },
    /// An item of a list; the text of a `dt` item continues with the text of `dd`.
    Item {
        line: usize,
        text: Marks,
        named: bool,
    },
}

struct Reader<'r, 'g> {
    flow: &'r mut Flow<'g>,
    source: &'r JoinedLines,
    tables: Tables,
    place: Place,
    /// The number of open lists.
    depth: Nesting,
}

/// Returns the name of the tag if a browser does not show the text in the tag.
fn hidden_tag(name: &str) -> Option<&'static str> {
    ["script", "style", "title", "template", "textarea", "svg"].into_iter().find(|one| *one == name)
}

impl Reader<'_, '_> {
    fn start_tag(&mut self, tag: &StartTag<usize>) {
        let name = tag_name(&tag.name);
        let line = self.source.line_number(tag.span.start);
        if matches!(self.place, Place::Hidden(_)) {
            return;
        }
        if let Some(hidden) = hidden_tag(&name).filter(|_| !tag.self_closing) {
            self.end_place();
            self.place = Place::Hidden(hidden);
            return;
        }
        if name == "table" {
            self.end_place();
            self.tables.open_table(line);
            return;
        }
        if self.tables.is_open() {
            self.tables.start_tag(&name, tag, line);
            return;
        }
        match &*name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_place();
                let depth = name.bytes().last().map_or(1, |digit| usize::from(digit - b'0'));
                self.place = Place::Heading { line, depth, title: Marks::default() };
            }
            "pre" => {
                self.end_place();
                self.place = Place::Pre { lines: Vec::new(), language: code_language(tag) };
            }
            "code" if matches!(self.place, Place::Pre { .. }) => {
                if let Place::Pre { language: known, .. } = &mut self.place
                    && known.is_empty()
                {
                    *known = code_language(tag);
                }
            }
            "ul" | "ol" | "dl" => {
                self.end_place();
                self.depth.open_bracket();
            }
            "li" | "dt" => {
                self.end_place();
                self.place = Place::Item { line, text: Marks::default(), named: name == "dt" };
            }
            "dd" if matches!(self.place, Place::Item { named: true, .. }) => {
                if let Place::Item { text, .. } = &mut self.place {
                    text.push_text(": ");
                }
            }
            "dd" => {
                self.end_place();
                self.place = Place::Item { line, text: Marks::default(), named: false };
            }
            "p" | "div" if matches!(self.place, Place::Item { .. } | Place::Pre { .. }) => self.note_mark(&name, true),
            name if is_block(name) => self.end_place(),
            name => self.note_mark(name, true),
        }
    }

    fn end_tag(&mut self, name: &str) {
        if let Place::Hidden(hidden) = self.place {
            if hidden == name {
                self.place = Place::Body;
            }
            return;
        }
        if self.tables.is_open() {
            for table in self.tables.end_tag(name) {
                self.flow.add_table(table);
            }
            return;
        }
        match name {
            "ul" | "ol" | "dl" => {
                self.end_place();
                self.depth.close_bracket();
                if self.depth == Nesting::NONE {
                    self.flow.give_gathered();
                }
            }
            // The text of `dd` belongs to the name before it.
            "dt" => {}
            "p" | "div" if matches!(self.place, Place::Item { .. } | Place::Pre { .. }) => self.note_mark(name, false),
            "li" | "dd" | "pre" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.end_place(),
            name if is_block(name) => self.end_place(),
            name => self.note_mark(name, false),
        }
    }

    /// Adds a tag within a line to the text.
    fn note_mark(&mut self, name: &str, opens: bool) {
        match &mut self.place {
            Place::Heading { title: text, .. } | Place::Item { text, .. } => text.add_tag(name, opens),
            _ => {}
        }
    }

    fn add_text(&mut self, offset: usize, text: &str) {
        if matches!(self.place, Place::Hidden(_)) {
            return;
        }
        if self.tables.is_open() {
            self.tables.add_text(text);
            return;
        }
        let number = self.source.line_number(offset);
        match &mut self.place {
            Place::Heading { title: to, .. } | Place::Item { text: to, .. } => to.push_text(text),
            Place::Pre { lines, .. } => {
                for (number, text) in (number..).zip(text.split('\n')) {
                    match lines.last_mut().filter(|last| last.number == number) {
                        Some(last) => last.text.to_mut().push_str(text),
                        None => lines.push(Line { number, text: Cow::Owned(text.to_owned()) }),
                    }
                }
            }
            _ => {
                for (number, text) in (number..).zip(text.split('\n')) {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    if !text.is_empty() {
                        self.flow.add_line(number, text);
                    }
                }
            }
        }
    }

    /// Passes the text of the open element on.
    fn end_place(&mut self) {
        match std::mem::replace(&mut self.place, Place::Body) {
            Place::Body => self.flow.end_paragraph(),
            Place::Hidden(_) => {}
            Place::Heading { line, depth, title } => self.flow.add_heading(line, depth, &title.plain_text()),
            Place::Pre { lines, language } => self.flow.add_code(&language, &lines),
            Place::Item { line, text, .. } => {
                self.flow.add_item(Item { line, depth: self.depth.outer_count(), text: text.plain_text() });
            }
        }
    }

    fn end_page(mut self) {
        for table in self.tables.close_all() {
            self.flow.add_table(table);
        }
        self.end_place();
    }
}

fn tag_name(name: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(name)
}

/// Returns the language that a class such as `language-c` names.
fn code_language(tag: &StartTag<usize>) -> String {
    let class = tag.attributes.get(b"class".as_slice()).map(|class| String::from_utf8_lossy(&class.value));
    let words = class.as_deref().unwrap_or("").split_whitespace();
    let language = words.filter_map(|word| word.strip_prefix("language-").or(word.strip_prefix("lang-"))).next();
    language.unwrap_or("").to_owned()
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "section"
            | "article"
            | "body"
            | "html"
            | "head"
            | "header"
            | "footer"
            | "main"
            | "nav"
            | "aside"
            | "blockquote"
            | "figure"
            | "figcaption"
            | "hr"
            | "details"
            | "summary"
            | "address"
            | "form"
            | "center"
    )
}

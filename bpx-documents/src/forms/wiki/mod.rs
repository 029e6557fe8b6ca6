//! Reads MediaWiki: headings, tables between `{|` and `|}`, lists, and code.

mod inline;
mod table;

use super::block::Block;
use super::flow::Flow;
use super::html;
use super::line::{Line, leading_lines};
use super::lists::Item;
use std::borrow::Cow;
use table::Tables;

/// Passes the blocks of a page to `give`.
pub(in crate::forms) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let mut reader = Reader { flow: Flow::new(false, give), tables: Tables::default(), ends: find_ends(lines) };
    let mut at = 0;
    while at < lines.len() {
        at += reader.read_block(lines, at).max(1);
    }
    for table in reader.tables.close_all() {
        reader.flow.add_table(table);
    }
    reader.flow.give_gathered();
}

/// Elements whose lines are not read as marks of MediaWiki.
const ELEMENTS: [&str; 6] = ["pre", "source", "syntaxhighlight", "code", "table", "blockcode"];

/// For each element, the indexes of the lines with an end tag, in order.
type Ends = [Vec<usize>; ELEMENTS.len()];

fn find_ends(lines: &[Line<'_>]) -> Ends {
    let mut ends = Ends::default();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.text.contains("</")) {
        let lower = line.text.to_ascii_lowercase();
        for (element, ends) in ELEMENTS.iter().zip(&mut ends) {
            if lower.contains(&format!("</{element}")) {
                ends.push(at);
            }
        }
    }
    ends
}

struct Reader<'g> {
    flow: Flow<'g>,
    tables: Tables,
    ends: Ends,
}

impl Reader<'_> {
    /// Reads the block that begins at a line; returns the number of lines that the block takes.
    fn read_block(&mut self, lines: &[Line<'_>], at: usize) -> usize {
        let Some(line) = lines.get(at) else { return 0 };
        let text = line.text.trim();
        if self.tables.is_open() || text.trim_start_matches(':').starts_with("{|") {
            for table in self.tables.take_line(line.number, text.trim_start_matches(':')) {
                self.flow.add_table(table);
            }
            return 1;
        }
        if text.is_empty() {
            self.flow.end_paragraph();
            return 1;
        }
        if let Some(taken) = self.read_element(lines, at) {
            return taken;
        }
        if let Some((depth, title)) = split_heading(text) {
            self.flow.add_heading(line.number, depth, &inline::plain_text(title));
            return 1;
        }
        if line.text.starts_with(' ') {
            let code = leading_lines(lines.split_at(at).1, |line| line.text.starts_with(' '));
            self.flow.add_code("", code);
            return code.len();
        }
        let item = text.trim_start_matches(['*', '#', ':', ';']);
        let depth = text.len() - item.len();
        if depth > 0 {
            let text = inline::plain_text(item.trim());
            self.flow.add_item(Item { line: line.number, depth: depth - 1, text });
        } else if !is_markup(text) {
            self.flow.add_line(line.number, inline::plain_text(text));
        }
        1
    }

    /// Reads an element of HTML that begins a line, up to the line with the end tag.
    fn read_element(&mut self, lines: &[Line<'_>], at: usize) -> Option<usize> {
        let line = lines.get(at)?;
        let tag = line.text.trim().strip_prefix('<')?.to_ascii_lowercase();
        let is =
            |name: &&str| tag.strip_prefix(*name).is_some_and(|rest| rest.starts_with(['>', ' ']) || rest.is_empty());
        let (element, ends) = ELEMENTS.iter().zip(&self.ends).find(|(name, _)| is(name))?;
        let last = *ends.get(ends.partition_point(|end| *end < at))?;
        let block = lines.get(at..=last)?;
        if *element == "table" {
            html::read_page(block, &mut self.flow);
            return Some(block.len());
        }
        let language = attribute_value(&tag, "lang");
        let mut code: Vec<Line<'_>> = block.to_vec();
        // The tags themselves are not code.
        if let Some(first) = code.first_mut() {
            first.text = Cow::Owned(first.text.split_once('>').map_or("", |(_, text)| text).to_owned());
        }
        if let Some(last) = code.last_mut() {
            last.text = Cow::Owned(last.text.rsplit_once("</").map_or(&*last.text, |(text, _)| text).to_owned());
        }
        self.flow.add_code(language.as_deref().unwrap_or(""), &code);
        Some(block.len())
    }
}

/// Returns the depth and the title of `== Title ==`.
fn split_heading(text: &str) -> Option<(usize, &str)> {
    let inside = text.trim_start_matches('=');
    let depth = text.len() - inside.len();
    let title = inside.trim_end_matches('=');
    let closed = inside.len() - title.len();
    let is = (1..=6).contains(&depth) && closed > 0 && !title.trim().is_empty();
    is.then_some((depth.min(closed), title))
}

/// Returns whether a line is a template, a category, a comment or a switch, which only the wiki software reads.
fn is_markup(text: &str) -> bool {
    let alone = text.starts_with("{{") && text.ends_with("}}") && text.matches("{{").count() == 1;
    alone
        || text.starts_with("__") && text.ends_with("__")
        || text.starts_with("[[Category:")
        || text.starts_with("<!--")
}

/// Returns the value of an attribute of a tag, or of a cell.
fn attribute_value(text: &str, name: &str) -> Option<String> {
    for (at, _) in text.match_indices(name) {
        let before = text.get(..at).unwrap_or("").chars().next_back();
        let after = text.get(at + name.len()..).unwrap_or("").trim_start();
        if let Some(value) = after.strip_prefix('=')
            && before.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '|'))
        {
            let value = value.trim_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            let end = |c: char| quote.map_or(c.is_whitespace() || matches!(c, '>' | '|'), |quote| c == quote);
            let value = quote.map_or(value, |_| value.get(1..).unwrap_or(""));
            return Some(value.split(end).next().unwrap_or("").to_owned());
        }
    }
    None
}

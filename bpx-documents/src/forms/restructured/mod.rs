//! Reads reStructuredText: headings with their underlines, tables in borders, simple tables, `list-table` and
//! `csv-table`, literal blocks, and lists.

mod directive;
mod inline;
mod simple;

use super::block::Block;
use super::border;
use super::boxed;
use super::flow::Flow;
use super::line::{Line, each_block, indentation, leading_lines};
use super::lists::{self, Item};
use std::borrow::Cow;

/// Passes the blocks of a document to `give`.
pub(in crate::forms) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let mut flow = Flow::new(false, give);
    read_document(lines, &mut flow);
    flow.give_gathered();
}

/// Reads a document, or a part of a document of another form.
pub(in crate::forms) fn read_document(lines: &[Line<'_>], flow: &mut Flow<'_>) {
    let mut reader = Reader { flow, styles: Vec::new(), caption: None, literal: None };
    each_block(lines, |first, lines| reader.read_block(first, lines));
}

/// The style of a heading: its mark, and whether a line of marks is above the title too.
type Style = (char, bool);

struct Reader<'r, 'g> {
    flow: &'r mut Flow<'g>,
    /// The styles in the order of their first headings, so that the style of the outermost headings is first.
    styles: Vec<Style>,
    /// The name that the directive `table` gives to the next table.
    caption: Option<String>,
    /// The indentation of the paragraph that announced a literal block.
    literal: Option<usize>,
}

impl Reader<'_, '_> {
    /// Reads the block that begins at the first line; returns how many lines the block takes.
    fn read_block(&mut self, first: &Line<'_>, lines: &[Line<'_>]) -> usize {
        let text = first.text.trim();
        if text.is_empty() {
            self.flow.end_paragraph();
            return 1;
        }
        if let Some(outer) = self.literal.take() {
            let block = indented_lines(lines, outer);
            if !block.is_empty() {
                self.flow.add_code("", &dedent_lines(block));
                return block.len();
            }
        }
        if let Some(taken) = self.read_directive(lines) {
            return taken;
        }
        if border::is_of_grid(text) {
            return self.read_boxed(lines);
        }
        if let Some((mut table, taken)) = simple::read_table(lines) {
            table.name = self.caption.take();
            self.flow.add_table(table);
            return taken;
        }
        // A caption belongs to the table right below.
        self.caption = None;
        let item = self.read_heading(lines).or_else(|| self.read_item(lines)).or_else(|| self.read_term(lines));
        item.unwrap_or_else(|| self.read_paragraph(first))
    }

    /// Reads a table in borders; the readers of plain texts read a drawing that is not a table.
    fn read_boxed(&mut self, lines: &[Line<'_>]) -> usize {
        let name = self.caption.take();
        if let Some(mut boxed) = boxed::read_boxed(lines) {
            boxed.table.name = name;
            for cell in boxed.table.rows.iter_mut().flat_map(|(_, cells)| cells) {
                cell.text = inline::plain_text(&cell.text);
            }
            self.flow.add_table(boxed.table);
            return boxed.taken;
        }
        let taken = boxed::drawing_extent(lines).max(1);
        self.flow.add_code("", &dedent_lines(lines.split_at(taken).0));
        taken
    }

    /// Reads a title with a line of marks below, and possibly another line of marks above.
    fn read_heading(&mut self, lines: &[Line<'_>]) -> Option<usize> {
        let line = |at: usize| lines.get(at).map_or("", |line| &*line.text);
        let (title, style, taken) = match (rule_mark(line(0)), rule_mark(line(1)), rule_mark(line(2))) {
            (None, Some(mark), _) => (0, (mark, false), 2),
            (Some(above), None, Some(below)) if above == below => (1, (below, true), 3),
            _ => return None,
        };
        let text = line(title).trim_end();
        let long = line(taken - 1).trim_end().chars().count() >= text.trim().chars().count().min(4);
        if text.trim().is_empty() || !long || (!style.1 && text.starts_with(' ')) {
            return None;
        }
        let depth = self.styles.iter().position(|known| *known == style).unwrap_or(self.styles.len());
        if depth == self.styles.len() {
            self.styles.push(style);
        }
        self.flow.add_heading(lines.get(title)?.number, depth + 1, &inline::plain_text(text));
        Some(taken)
    }

    /// Reads a list item, or a field `:Name: text`.
    fn read_item(&mut self, lines: &[Line<'_>]) -> Option<usize> {
        let first = lines.first()?;
        let indent = indentation(&first.text);
        let text = first.text.trim();
        let (text, width) = match bullet_width(text) {
            Some(width) => (text.get(width..)?.trim().to_owned(), width),
            None => {
                let (name, more) = text.strip_prefix(':')?.split_once(':')?;
                let is_field = !name.is_empty() && (more.is_empty() || more.starts_with(' ')) && !name.contains('`');
                (is_field.then(|| format!("{name}: {}", more.trim()))?, 1)
            }
        };
        let mut text = text;
        let mut taken = 1;
        for line in lines.iter().skip(1) {
            let more = line.text.trim();
            let inside = indentation(&line.text) > indent && bullet_width(more).is_none() && !border::is_of_grid(more);
            if more.is_empty() || !inside || more.starts_with(".. ") {
                break;
            }
            text.push(' ');
            text.push_str(more);
            taken += 1;
        }
        self.note_literal(&text, indent);
        let text = inline::plain_text(text.strip_suffix(':').filter(|text| text.ends_with(':')).unwrap_or(&text));
        self.flow.add_item(Item { line: first.number, depth: indent / width.max(1), text });
        Some(taken)
    }

    /// Reads a term of a definition list with a type, `name : u32`, with its definition below.
    fn read_term(&mut self, lines: &[Line<'_>]) -> Option<usize> {
        let first = lines.first()?;
        let (name, ty) = first.text.trim().split_once(" : ")?;
        let outer = indentation(&first.text);
        let is_below = |line: &&Line<'_>| !line.text.trim().is_empty() && indentation(&line.text) > outer;
        let below: Vec<&Line<'_>> = lines.iter().skip(1).take_while(is_below).collect();
        let ty = inline::plain_text(ty);
        let is_type = lists::is_typed(&ty) && ty.split_whitespace().count() <= 2;
        let name = Some(inline::plain_text(name)).filter(|name| !below.is_empty() && is_type && !name.contains(' '))?;
        let definition: Vec<String> = below.iter().map(|line| inline::plain_text(line.text.trim())).collect();
        let definition = definition.join(" ");
        let text = format!("{name}: {ty}, {}", definition.trim());
        self.flow.add_item(Item { line: first.number, depth: 0, text });
        Some(1 + below.len())
    }

    /// Reads a line of text.
    fn read_paragraph(&mut self, first: &Line<'_>) -> usize {
        let text = &*first.text;
        let indent = indentation(text);
        self.note_literal(text.trim_end(), indent);
        let text = text.trim().strip_suffix("::").map_or(text.trim(), |text| text.trim_end());
        self.flow.add_line(first.number, inline::plain_text(text));
        1
    }

    /// Records whether a paragraph ends with `::`.
    fn note_literal(&mut self, text: &str, indent: usize) {
        self.literal = text.ends_with("::").then_some(indent);
    }
}

/// Returns the mark that a line repeats.
fn rule_mark(text: &str) -> Option<char> {
    let text = text.trim_end();
    let mark = text.chars().next().filter(char::is_ascii_punctuation)?;
    (text.len() >= 2 && text.chars().all(|c| c == mark)).then_some(mark)
}

/// Returns the width of the mark of a list item: `- `, `* `, `#. `, `1. `, `(1) `.
fn bullet_width(text: &str) -> Option<usize> {
    let (mark, rest) = text.split_once(' ')?;
    let number = mark.trim_start_matches('(').trim_end_matches(['.', ')']);
    let counts = number == "#" || (1..=3).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit());
    let is_mark = matches!(mark, "-" | "*" | "+" | "•") || (counts && number.len() < mark.len());
    (is_mark && !rest.trim().is_empty()).then(|| text.len() - rest.trim_start().len())
}

/// Returns the lines that are indented more than `outer`, with the empty lines between them.
fn indented_lines<'l, 't>(lines: &'l [Line<'t>], outer: usize) -> &'l [Line<'t>] {
    let is_empty = |line: &Line<'_>| line.text.trim().is_empty();
    let mut inside = leading_lines(lines, |line| is_empty(line) || indentation(&line.text) > outer);
    while let Some((_, before)) = inside.split_last().filter(|(last, _)| is_empty(last)) {
        inside = before;
    }
    inside
}

/// Removes the indentation that all lines have.
fn dedent_lines(lines: &[Line<'_>]) -> Vec<Line<'static>> {
    let full = lines.iter().filter(|line| !line.text.trim().is_empty());
    // Lines without text have no indentation to remove.
    let least = full.map(|line| indentation(&line.text)).min().unwrap_or(0);
    let cut = |line: &Line<'_>| line.text.get(least..).unwrap_or("").to_owned();
    lines.iter().map(|line| Line { number: line.number, text: Cow::Owned(cut(line)) }).collect()
}

//! Plain texts and Markdown: at each line the first reader that recognizes a block takes it.
//!
//! A reader decides by the lines that it takes, or by a few of them, so that no line is read many times.

use crate::forms::block::{Block, Grid, Taken};
use crate::forms::columns;
use crate::forms::line::Line;
use crate::prose::Prose;
mod boxes;
pub(in crate::forms) mod diagram;
mod heading;
mod members;
mod pipes;
mod tabs;

/// Gives the blocks of a text, in order.
pub(crate) fn blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    let mut blocks = Blocks { give, last: None, paragraph: Prose::default() };
    let mut number = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        if line.text.trim().is_empty() {
            blocks.end_paragraph();
            rest = after;
            continue;
        }
        let Some((found, taken)) = begins(rest, &number, blocks.table()) else {
            if line.text.starts_with(['-', '*']) {
                blocks.end_paragraph();
            }
            blocks.paragraph.push(line.number, &line.text);
            rest = after;
            continue;
        };
        blocks.end_paragraph();
        for block in found {
            if let Block::Heading(heading) = &block {
                number.clone_from(&heading.number);
            }
            blocks.push(block);
        }
        rest = rest.get(taken.max(1)..).unwrap_or_default();
    }
    blocks.end_paragraph();
    if let Some(last) = blocks.last.take() {
        give(last);
    }
}

/// Blocks on their way out.
struct Blocks<'g> {
    give: &'g mut dyn FnMut(Block),
    /// A table that is held back, as a picture of it may follow.
    last: Option<Block>,
    paragraph: Prose,
}

impl Blocks<'_> {
    fn push(&mut self, block: Block) {
        if let Some(before) = self.last.replace(block) {
            (self.give)(before);
        }
    }

    fn end_paragraph(&mut self) {
        if !self.paragraph.is_empty() {
            let paragraph = std::mem::take(&mut self.paragraph);
            self.push(Block::Prose(paragraph));
        }
    }

    /// Returns the table right before the next line.
    fn table(&self) -> Option<&Grid> {
        match &self.last {
            Some(Block::Grid(grid)) if self.paragraph.is_empty() => Some(grid),
            _ => None,
        }
    }
}

/// Reads the block that begins at the first of these lines, unless it is a paragraph.
fn begins(lines: &[Line<'_>], number: &[u32], table: Option<&Grid>) -> Option<Taken> {
    boxes::read(lines)
        .or_else(|| pipes::read(lines))
        .or_else(|| columns::read(lines))
        .or_else(|| members::list(lines))
        .or_else(|| heading::read(lines, number))
        .or_else(|| members::enumeration(lines))
        .or_else(|| diagram::read(lines, table?))
        .or_else(|| tabs::read(lines))
}

//! Reads plain texts: at each line, the first reader that recognizes a block reads the block.
//!
//! A reader decides by the lines of its block, or by a few of these lines, so that no line is read many times.

use crate::forms::bits;
use crate::forms::block::{Block, Grid, TakenLines};
use crate::forms::boxed;
use crate::forms::columns;
use crate::forms::line::{Line, each_block};
use crate::forms::listing::{self, Braces};
use crate::forms::lists::{self, ListSurroundings, UnreadItems};
use crate::prose::Prose;
mod bit_rows;
mod boxes;
pub(in crate::forms) mod diagram;
pub(in crate::forms) mod heading;
mod letters;
mod members;
mod notation;
mod pipes;
mod row_of_boxes;
mod tabs;

/// Passes the blocks of a text to `give`, in order.
pub(crate) fn read_blocks(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    read_text(lines, true, give);
}

/// Passes the blocks of a part of a document to `give`; another reader finds the headings of the document.
pub(crate) fn read_parts(lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    read_text(lines, false, give);
}

fn read_text(lines: &[Line<'_>], headings: bool, give: &mut dyn FnMut(Block)) {
    let mut blocks = Blocks { give, last: None, paragraph: Prose::default() };
    let mut number = Vec::new();
    let braces = Braces::of(lines);
    let mut others = 0_usize;
    let mut unread: Option<UnreadItems> = None;
    each_block(lines, |line, rest| {
        if line.text.trim().is_empty() {
            blocks.end_paragraph();
            return 1;
        }
        let at = lines.len() - rest.len();
        let found = listing::read_declaration(lines, at, &braces);
        let number_of = Some(&number).filter(|_| headings);
        let around = ListSurroundings {
            is_program: braces.declares_structures(),
            in_sentence: blocks.is_in_sentence(),
            others: &mut others,
        };
        let found = found.or_else(|| read_beginning(rest, number_of, blocks.table_above(), around));
        // Of the lines that were looked at, so many are left; 0 if more were taken.
        others = others.saturating_sub(found.as_ref().map_or(1, |(_, taken)| *taken));
        let Some((found, taken)) = found else {
            if line.text.starts_with(['-', '*']) {
                blocks.end_paragraph();
            }
            blocks.paragraph.push_line(line.number, &line.text);
            unread = UnreadItems::with_line(unread, line);
            return 1;
        };
        blocks.end_paragraph();
        let before = unread.take().and_then(|unread| unread.report_before(line, lines.split_at(at).0, &found));
        before.into_iter().for_each(|block| blocks.push_block(block));
        for block in found {
            if let Block::Heading(heading) = &block {
                number.clone_from(&heading.number);
            }
            blocks.push_block(block);
        }
        taken
    });
    blocks.end_paragraph();
    if let Some(last) = blocks.last.take() {
        give(last);
    }
}

/// Collects the blocks that readers return.
struct Blocks<'g> {
    give: &'g mut dyn FnMut(Block),
    /// The last block, which is held back, because a picture of the table may follow a table.
    last: Option<Block>,
    paragraph: Prose,
}

impl Blocks<'_> {
    fn push_block(&mut self, block: Block) {
        if let Some(before) = self.last.replace(block) {
            (self.give)(before);
        }
    }

    fn end_paragraph(&mut self) {
        if !self.paragraph.is_empty() {
            let paragraph = std::mem::take(&mut self.paragraph);
            self.push_block(Block::Prose(paragraph));
        }
    }

    /// Returns whether the line before may be the beginning of an unfinished sentence.
    fn is_in_sentence(&self) -> bool {
        let last = self.paragraph.text().trim_end().chars().next_back();
        last.is_some_and(|c| c.is_alphanumeric() || c == ',')
    }

    /// Returns the table right before the next line.
    fn table_above(&self) -> Option<&Grid> {
        match &self.last {
            Some(Block::Grid(grid)) if self.paragraph.is_empty() => Some(grid),
            _ => None,
        }
    }
}

/// Reads the block that begins at the first line, unless the block is a paragraph.
fn read_beginning(
    lines: &[Line<'_>],
    number: Option<&Vec<u32>>,
    table: Option<&Grid>,
    around: ListSurroundings<'_>,
) -> Option<TakenLines> {
    notation::read_packet(lines)
        .or_else(|| bits::read_picture(lines))
        .or_else(|| letters::read_letters(lines))
        .or_else(|| bit_rows::read_bit_rows(lines))
        .or_else(|| {
            let boxed = boxed::read_in_text(lines)?;
            Some((vec![Block::grid(boxed.table.into_grid()?)], boxed.taken))
        })
        .or_else(|| row_of_boxes::read_row(lines))
        .or_else(|| boxes::read_drawing(lines))
        .or_else(|| pipes::read_table(lines))
        .or_else(|| columns::read_columns(lines))
        .or_else(|| members::read_list(lines))
        .or_else(|| lists::read_list(lines, around))
        .or_else(|| heading::read_heading(lines, number?))
        .or_else(|| diagram::read_diagram(lines, table?))
        .or_else(|| tabs::read_table(lines))
}

//! The forms in which documents are written: one reader a form gives [blocks](block::Block).
//!
//! A reader knows the marks of its form and nothing of what columns mean: it gives headings, paragraphs, and tables as
//! rows of plain cells. The end of the file name chooses the reader; a text without a known one is recognized by its
//! lines.

pub(crate) mod block;
pub(crate) mod columns;
mod latex;
pub(crate) mod line;
pub(crate) mod pages;
mod text;

use self::block::Block;
use self::line::Line;

/// What goes on from one file of a document to the next.
#[derive(Default)]
pub(crate) struct State {
    counters: latex::Counters,
}

/// Gives the blocks of a file, in order.
pub(crate) fn blocks(_name: &str, lines: &[Line<'_>], state: &mut State, give: &mut dyn FnMut(Block)) {
    if latex::is_latex(lines) {
        latex::blocks(lines, &mut state.counters, give);
    } else {
        text::blocks(lines, give);
    }
}

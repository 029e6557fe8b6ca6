//! The forms in which documents are written: one reader a form gives [blocks](block::Block).
//!
//! A reader knows the marks of its form and nothing of what columns mean: it gives headings, paragraphs, and tables as
//! rows of plain cells. The end of the file name chooses the reader; a text without a known one is recognized by its
//! lines.

mod bits;
pub(crate) mod block;
mod captions;
mod flow;
mod html;
mod latex;
pub(crate) mod line;
mod listing;
mod lists;
mod markdown;
mod sources;
mod spans;
mod text;

use self::block::Block;
use self::line::Line;

/// What goes on from one file of a document to the next.
#[derive(Default)]
pub(crate) struct State {
    counters: latex::Counters,
}

/// Gives the blocks of a file, in order.
pub(crate) fn blocks(name: &str, lines: &[Line<'_>], state: &mut State, give: &mut dyn FnMut(Block)) {
    let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    match end.as_deref() {
        Some("md" | "markdown" | "mdown" | "mkd") => markdown::blocks(lines, give),
        Some("html" | "htm" | "xhtml") => html::blocks(lines, give),
        _ if latex::is_latex(lines) => latex::blocks(lines, &mut state.counters, give),
        _ => text::blocks(lines, give),
    }
}

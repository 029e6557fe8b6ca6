//! The forms in which documents are written: one reader a form gives [blocks](block::Block).
//!
//! A reader knows the marks of its form and nothing of what columns mean: it gives headings, paragraphs, and tables as
//! rows of plain cells. The end of the file name chooses the reader; a text without a known one is recognized by its
//! lines.

mod asciidoc;
mod bits;
pub(crate) mod block;
mod boxed;
mod captions;
pub(crate) mod columns;
mod flow;
mod html;
mod latex;
pub(crate) mod line;
mod listing;
mod lists;
mod markdown;
mod markup;
mod org;
pub(crate) mod pages;
mod restructured;
mod separated;
mod sources;
mod spans;
mod text;
mod wiki;

use self::block::Block;
use self::line::Line;
use self::markup::Markup;

/// What goes on from one file of a document to the next.
#[derive(Default)]
pub(crate) struct State {
    counters: latex::Counters,
}

/// Gives the blocks of a file, in order.
pub(crate) fn blocks(name: &str, lines: &[Line<'_>], state: &mut State, give: &mut dyn FnMut(Block)) {
    match Markup::of_name(name).or_else(|| Markup::of_lines(lines)) {
        Some(Markup::Markdown) => markdown::blocks(lines, give),
        Some(Markup::Html) => html::blocks(lines, give),
        Some(Markup::Asciidoc) => asciidoc::blocks(lines, give),
        Some(Markup::Restructured) => restructured::blocks(lines, give),
        Some(Markup::Wiki) => wiki::blocks(lines, give),
        Some(Markup::Org) => org::blocks(lines, give),
        Some(Markup::Csv) => separated::blocks(name, lines, give),
        None if latex::is_latex(lines) => latex::blocks(lines, &mut state.counters, give),
        None => text::blocks(lines, give),
    }
}

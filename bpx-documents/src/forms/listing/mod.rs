//! Listings: blocks of code in documents, with structures, enumerations and constants of C, Rust and languages alike,
//! and lists of `type name`.

use crate::forms::block::Block;
use crate::forms::line::Line;
use crate::forms::text;

/// Gives the blocks of a listing; `language` is what the document calls it, and may be empty or wrong.
pub(in crate::forms) fn blocks(_language: &str, lines: &[Line<'_>], give: &mut dyn FnMut(Block)) {
    text::blocks(lines, give);
}

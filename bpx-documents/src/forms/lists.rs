//! Lists: items between bullets or numbers, of a structure (`magic: u32`) or of codes (`0: none`).

use crate::forms::block::Block;
use crate::prose::Prose;

/// An item of a list, without its mark and without markup.
#[derive(Debug, Clone)]
pub(in crate::forms) struct Item {
    pub line: usize,
    /// 0 for the outermost.
    pub depth: usize,
    /// The text; lines of it are joined by spaces.
    pub text: String,
}

/// Gives the blocks of a list: what is understood as a table, and the other items as paragraphs.
pub(in crate::forms) fn blocks(items: &[Item], give: &mut dyn FnMut(Block)) {
    for item in items {
        let mut paragraph = Prose::default();
        paragraph.push(item.line, &item.text);
        give(Block::Prose(paragraph));
    }
}

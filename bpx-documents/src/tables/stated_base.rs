//! Finds the tables whose offsets are hexadecimal because a sentence says so: `All offsets are hexadecimal.`

use crate::forms::block::Block;
use crate::prose::{Prose, Sentence};

/// Marks the tables to which a sentence about hexadecimal offsets applies: those in the section of the sentence and in
/// its subsections, or all tables after a sentence about all offsets.
pub(crate) fn mark_hexadecimal_offsets(blocks: &mut [Block]) {
    let mut depth = 0;
    // The depth of the section of the last such sentence.
    let mut stated: Option<usize> = None;
    let mut of_all = false;
    for block in blocks {
        match block {
            Block::Heading(heading) => {
                stated = stated.filter(|within| heading.depth > *within);
                depth = heading.depth;
            }
            Block::Prose(prose) => {
                if let Some(sentence) = hexadecimal_sentence(prose) {
                    stated = Some(depth);
                    of_all |= sentence.has_any(&["all"]);
                }
            }
            Block::Grid(grid) => grid.hex_offsets = of_all || stated.is_some(),
            Block::Diagram(_) | Block::Picture(_) | Block::Skipped(_) => {}
        }
    }
}

/// Returns the sentence of a paragraph that states that offsets are hexadecimal. Sentences that also state another base
/// or an exception do not count.
fn hexadecimal_sentence(prose: &Prose) -> Option<Sentence<'_>> {
    let says = |sentence: &Sentence<'_>| {
        let lower = sentence.text.to_lowercase();
        lower.contains("hex")
            && sentence.has_any(&["offsets", "offset", "addresses", "positions"])
            && sentence.has_any(&["are", "is", "in", "as"])
            && sentence.has_any(&["hex", "hexadecimal"])
            && !sentence.has_any(&["decimal", "not", "unless", "except", "some", "prefix", "prefixed", "if", "or"])
            && !lower.contains("0x")
    };
    prose.sentences().find(says)
}

//! Finds the tables whose offsets or codes are hexadecimal because a sentence says so: `All offsets are hexadecimal.`

use crate::forms::block::Block;
use crate::prose::{Prose, Sentence};

/// The nouns of sentences about offsets.
const OFFSETS: [&str; 4] = ["offsets", "offset", "addresses", "positions"];
/// The nouns of sentences about codes.
const CODES: [&str; 2] = ["codes", "opcodes"];

/// Marks the tables to which a sentence about hexadecimal offsets or codes applies: those in the section of the
/// sentence and in its subsections. A sentence about all offsets applies to all tables after it.
pub(crate) fn mark_hexadecimal(blocks: &mut [Block]) {
    let mut depth = 0;
    // The depths of the sections of the last such sentences.
    let (mut offsets, mut codes): (Option<usize>, Option<usize>) = (None, None);
    let mut of_all = false;
    for block in blocks {
        match block {
            Block::Heading(heading) => {
                offsets = offsets.filter(|within| heading.depth > *within);
                codes = codes.filter(|within| heading.depth > *within);
                depth = heading.depth;
            }
            Block::Prose(prose) => {
                if let Some(sentence) = hexadecimal_sentence(prose, &OFFSETS) {
                    offsets = Some(depth);
                    of_all |= sentence.has_any(&["all"]);
                }
                codes = hexadecimal_sentence(prose, &CODES).map(|_| depth).or(codes);
            }
            Block::Grid(grid) => {
                grid.hex_offsets = of_all || offsets.is_some();
                grid.hex_codes = codes.is_some();
            }
            Block::Diagram(_) | Block::Picture(_) | Block::Skipped(_) => {}
        }
    }
}

/// Returns the sentence of a paragraph that states that something is hexadecimal. Sentences that also state another
/// base or an exception do not count.
fn hexadecimal_sentence<'p>(prose: &'p Prose, nouns: &[&str]) -> Option<Sentence<'p>> {
    let says = |sentence: &Sentence<'_>| {
        sentence.has_any(&["hex", "hexadecimal"])
            && sentence.has_any(nouns)
            && sentence.has_any(&["are", "is", "in", "as"])
            && !sentence.has_any(&["decimal", "not", "unless", "except", "some", "prefix", "prefixed", "if", "or"])
            && !sentence.has_any(&["dump", "dumps", "example", "examples", "figure", "listing", "printed", "shown"])
            && !sentence.text.contains("0x")
            && !sentence.text.contains("0X")
    };
    prose.sentences().find(says)
}

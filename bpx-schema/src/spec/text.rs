//! Plain texts and Markdown: at each line the first reader that knows what begins there takes it.

use super::block::{Block, Taken};
use super::line::Line;
use super::prose::Prose;
use super::{boxes, diagram, heading, members, pipes, tabs};

/// The blocks of a text.
pub(super) fn blocks(lines: &[Line]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph = Prose::default();
    let mut number = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        if line.text.trim().is_empty() {
            flush(&mut blocks, &mut paragraph);
            rest = after;
            continue;
        }
        let Some((found, taken)) = begins(rest, &number, &blocks, &paragraph) else {
            if line.text.starts_with(['-', '*']) {
                flush(&mut blocks, &mut paragraph);
            }
            paragraph.push(line);
            rest = after;
            continue;
        };
        flush(&mut blocks, &mut paragraph);
        for block in &found {
            if let Block::Heading(heading) = block {
                number.clone_from(&heading.number);
            }
        }
        blocks.extend(found);
        rest = rest.get(taken.max(1)..).unwrap_or_default();
    }
    flush(&mut blocks, &mut paragraph);
    blocks
}

fn flush(blocks: &mut Vec<Block>, paragraph: &mut Prose) {
    if !paragraph.is_empty() {
        blocks.push(Block::Prose(std::mem::take(paragraph)));
    }
}

/// What begins at the first of these lines, unless it is a paragraph.
fn begins(lines: &[Line], number: &[u32], before: &[Block], paragraph: &Prose) -> Option<Taken> {
    let table = match before.last() {
        Some(Block::Grid(grid)) if paragraph.is_empty() => Some(grid),
        _ => None,
    };
    let names: Vec<_> = table.iter().flat_map(|grid| &grid.rows).filter_map(|row| row.cells.first()).collect();
    boxes::read(lines)
        .or_else(|| pipes::read(lines))
        .or_else(|| members::list(lines))
        .or_else(|| heading::read(lines, number))
        .or_else(|| members::enumeration(lines))
        .or_else(|| diagram::read(lines, &names))
        .or_else(|| tabs::read(lines))
}

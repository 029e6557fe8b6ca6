//! Reads drawings that show the order of the parts of a file as boxes of `+`, `-` and `|`.

use crate::forms::block::{Block, TakenLines};
use crate::forms::border::is_of_boxes;
use crate::forms::line::Line;
use crate::model::{BitBox, Diagram, DiagramRow, Form};
use crate::prose::{Prose, Sentence};

/// Reads a drawing; the first border may be missing, and words of a paragraph may precede the first box.
pub(crate) fn read_drawing(lines: &[Line<'_>]) -> Option<TakenLines> {
    let first = lines.first()?;
    let start = if is_of_boxes(&first.text) { 1 } else { 0 };
    let open = lines.get(start)?;
    let at = open.text.find('|')?;
    if start == 0 && !lines.get(1).is_some_and(|line| is_of_boxes(&line.text)) {
        return None;
    }
    let (prose, drawn) = open.text.split_at_checked(at)?;
    let mut diagram = Diagram { line: open.number, form: Form::Boxes, damaged: true, ..Diagram::default() };
    diagram.rows.push(row_boxes(open.number, drawn));
    let mut taken: usize = start + 1;
    for line in lines.iter().skip(taken) {
        if !is_of_boxes(&line.text) {
            if !line.text.trim_start().starts_with('|') {
                break;
            }
            diagram.rows.push(row_boxes(line.number, &line.text));
        }
        taken += 1;
    }
    diagram.rows.retain(|row| !row.boxes.is_empty());
    let mut paragraph = Prose::default();
    paragraph.push_line(open.number, prose);
    let paragraph = Some(Block::Prose(paragraph)).filter(|_| !prose.trim().is_empty());
    Some((paragraph.into_iter().chain([Block::diagram(diagram)]).collect(), taken))
}

/// Returns the boxes of a row, without the boxes that have no words.
fn row_boxes(line: usize, text: &str) -> DiagramRow {
    let inside = text.trim().trim_start_matches('|');
    let inside = inside.rsplit_once('|').map_or(inside, |(inside, _)| inside);
    DiagramRow {
        line,
        boxes: inside.split('|').take(MAX_BOXES).filter_map(|text| read_box(line, text.trim())).collect(),
    }
}

/// The largest number of boxes that are read from a row.
const MAX_BOXES: usize = 256;

/// Returns a box with its name, and with the size in parentheses.
fn read_box(line: usize, text: &str) -> Option<BitBox> {
    let (label, size) = text.split_once('(').unwrap_or((text, ""));
    let text = size.split(')').next().unwrap_or("");
    let bits = Sentence { line, text }.quantities().first().map(|quantity| quantity.bits);
    let mut words = label.split_whitespace();
    // `Entry × count` is an array of entries; other words together are a name.
    let name = match words.next() {
        Some(first) if crate::name::is_identifier(first) && bits.is_some() => first,
        _ => label.trim(),
    };
    (!name.is_empty()).then(|| BitBox { name: name.to_owned(), times: 1, bits })
}

//! Reads rows of bits without borders: `bit  7 6 5 4 3 2 1 0` above the names of the bits, and
//! `byte 0:  a b c d e f g h`.

use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::Form;

/// The number of bits in a row.
const BITS: usize = 8;

/// Reads rows that each have the eight bits of a byte, from the highest bit.
pub(super) fn read_bit_rows(lines: &[Line<'_>]) -> Option<TakenLines> {
    let ruled = usize::from(is_ruler(&lines.first()?.text));
    let mut rows = Vec::new();
    for line in lines.iter().skip(ruled).take_while(|line| !line.text.trim().is_empty()) {
        let numbered = split_byte_number(&line.text);
        let (at, rest) = numbered.unwrap_or((rows.len(), &line.text));
        let cells: Vec<&str> = rest.split_whitespace().collect();
        let is_row = cells.len() == BITS && (numbered.is_some() || ruled > 0 && rows.is_empty());
        if at != rows.len() {
            // A row that occurs again is another form of it.
            return None;
        }
        let bits = match is_row {
            true => merge_names(&cells)?,
            // A whole byte is explained by words.
            false if numbered.is_some() && !rest.trim().is_empty() => vec![rest.trim().to_owned()],
            false => break,
        };
        let cells = std::iter::once(at.to_string()).chain(bits).collect();
        rows.push(Row { line: line.number, cells, when: String::new() });
    }
    let is_drawn = |row: &Row| row.cells.len() > BITS;
    if !rows.iter().any(is_drawn) || rows.len() + ruled < 2 {
        return None;
    }
    let taken = rows.len() + ruled;
    let header = std::iter::once("byte".to_owned()).chain((0..BITS).rev().map(|bit| bit.to_string())).collect();
    let grid = Grid { line: lines.first()?.number, form: Form::Bits, header, rows, ..Grid::default() };
    Some((vec![Block::grid(grid)], taken))
}

/// Returns the names of bits. Equal adjacent names are one field of several bits, and the names after the first are
/// empty. Returns `None` if a name occurs again after another name.
fn merge_names(cells: &[&str]) -> Option<Vec<String>> {
    let is_name = |cell: &str| cell.contains(|c: char| c.is_alphabetic());
    let mut names: Vec<String> = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        let is_known = is_name(cell) && names.iter().any(|name| name == cell);
        let goes_on = is_known && at.checked_sub(1).and_then(|before| cells.get(before)) == Some(cell);
        if is_known && !goes_on {
            return None;
        }
        names.push(if goes_on { String::new() } else { (*cell).to_owned() });
    }
    Some(names)
}

/// Returns whether a line counts bits down to 0: `bit 7 6 5 4 3 2 1 0`, `b7 b6 b5 b4 b3 b2 b1 b0`.
fn is_ruler(text: &str) -> bool {
    let words = text.split_whitespace().map(|word| word.trim_start_matches(|c: char| c.is_alphabetic()));
    let numbers: Vec<&str> = words.skip_while(|word| word.is_empty()).collect();
    numbers == ["7", "6", "5", "4", "3", "2", "1", "0"]
}

/// Splits the byte number off a row: `byte 3: ..`.
fn split_byte_number(text: &str) -> Option<(usize, &str)> {
    let text = text.trim();
    let (word, rest) = text.split_once(' ')?;
    let (number, rest) = rest.split_once(':')?;
    let is_byte = ["byte", "octet"].iter().any(|known| word.eq_ignore_ascii_case(known));
    number.trim().parse().ok().filter(|_| is_byte).map(|number| (number, rest))
}

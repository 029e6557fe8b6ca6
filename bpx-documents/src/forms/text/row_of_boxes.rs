//! Reads boxes beside each other that each have a name and a size: `| Seal (4 B) | Kind (2 B) |`.

use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::border;
use crate::forms::line::Line;
use crate::measure::{self, Measure};
use crate::model::{Form, Skipped};

/// The bar between two boxes.
const BAR: char = '|';

/// The largest number of lines in a box.
const MAX_LINES: usize = 8;

/// Reads a row of boxes between two borders.
pub(super) fn read_row(lines: &[Line<'_>]) -> Option<TakenLines> {
    let (first, below) = lines.split_first().filter(|(first, _)| is_border(&first.text))?;
    let rows: Vec<_> = below.iter().take(MAX_LINES).take_while(|line| line.text.trim().starts_with(BAR)).collect();
    below.get(rows.len()).filter(|line| is_border(&line.text) && !rows.is_empty())?;
    let cells = |text: &str| text.trim().trim_matches(BAR).split(BAR).map(|cell| cell.trim().to_owned()).collect();
    let mut columns: Vec<Vec<String>> =
        vec![Vec::new(); rows.first()?.text.trim().trim_matches(BAR).split(BAR).count()];
    for row in &rows {
        let cells: Vec<String> = cells(&row.text);
        if cells.len() != columns.len() {
            return None;
        }
        columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
    }
    let fields: Vec<_> = columns.iter().map(|column| split_box(&column.join(" "))).collect();
    let sized = fields.iter().filter(|(_, size)| !size.is_empty()).count();
    if columns.len() < 2 || sized == 0 {
        return None;
    }
    let taken = rows.len() + 2;
    let is_more = lines.get(taken).is_some_and(|line| line.text.trim().starts_with(BAR));
    if sized < 2 || is_more {
        let reason = "a picture of boxes states sizes, but is not read".to_owned();
        let skipped = Skipped::open_part(first.number, reason);
        return Some((vec![Block::Skipped(skipped)], taken));
    }
    let row = |(name, size): (String, String)| Row { line: first.number, cells: vec![name, size], when: String::new() };
    let header = ["Name", "Size"].map(str::to_owned).to_vec();
    let rows = fields.into_iter().map(row).collect();
    Some((vec![Block::grid(Grid { line: first.number, form: Form::Columns, header, rows, ..Grid::default() })], taken))
}

/// Returns whether a line is a border; it may be shorter than the rows.
fn is_border(text: &str) -> bool {
    border::of(text).is_some_and(|border| border.len() > 2)
}

/// Splits the text of a box into name and size; the size is empty if the box states no size with a unit.
fn split_box(text: &str) -> (String, String) {
    let sized = text.split_once('(').and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)));
    match sized {
        Some((name, size)) if matches!(measure::read_size(size), Some(Measure::Bits(_))) => {
            (name.trim().to_owned(), size.to_owned())
        }
        Some((name, size)) if ["var", "variable", "n bytes", "n B", "varies"].contains(&size) => {
            (name.trim().to_owned(), "variable".to_owned())
        }
        _ => (text.trim().to_owned(), String::new()),
    }
}

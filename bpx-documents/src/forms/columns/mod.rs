//! Reads tables whose columns are separated by two or more spaces, with titles above the cells, as `pdftotext -layout`
//! and authors of plain texts write such tables.

mod bars;
mod header;
mod layout;
mod lines;
mod rows;
mod segments;
mod stacked;

use self::header::Header;
pub(crate) use self::lines::{Lines, append_words};
use self::rows::Rows;
pub(crate) use self::segments::{Range, Segment};
use crate::forms::block::{Block, Grid, TakenLines};
use crate::forms::line::Line;
use crate::model::Form;

/// Reads a table: a row of titles, then rows.
pub(crate) fn read_columns(lines: &[Line<'_>]) -> Option<TakenLines> {
    bars::read_table(lines).or_else(|| read_spaced(lines)).or_else(|| stacked::read_stacked(lines))
}

fn read_spaced(lines: &[Line<'_>]) -> Option<TakenLines> {
    let (grid, taken) = read_table(&lines)?;
    Some((vec![Block::grid(grid)], taken))
}

/// Reads the table whose titles are in the first line; also returns the number of lines that the table takes.
pub(crate) fn read_table(lines: &impl Lines) -> Option<(Grid, usize)> {
    let header = Header::read_titles(lines)?;
    let titles = header.titles.clone();
    let (rows, taken) = Rows::of(header, lines).read_rows();
    let grid = Grid { line: lines.number_at(0), form: Form::Columns, header: titles, rows, ..Grid::default() };
    (!grid.rows.is_empty()).then_some((grid, taken))
}

/// Returns whether a line consists of titles of columns.
pub(crate) fn is_titles(text: &str) -> bool {
    segments::split_segments(text).is_some_and(|segments| header::is_titles(&segments, 2))
}

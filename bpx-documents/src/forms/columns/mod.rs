//! Tables in columns of two or more spaces: titles above cells, as `pdftotext -layout` and authors of plain texts
//! write them.

mod bars;
mod header;
mod layout;
mod lines;
mod rows;
mod segments;
mod stacked;

use self::header::Header;
pub(crate) use self::lines::{Lines, append};
use self::rows::Rows;
pub(crate) use self::segments::{Range, Segment};
use crate::forms::block::{Block, Grid, Taken};
use crate::forms::line::Line;
use crate::model::Form;

/// Reads a table: a row of titles, then rows.
pub(crate) fn read(lines: &[Line<'_>]) -> Option<Taken> {
    bars::read(lines).or_else(|| spaces(lines)).or_else(|| stacked::read(lines))
}

fn spaces(lines: &[Line<'_>]) -> Option<Taken> {
    let (grid, taken) = table(&lines)?;
    Some((vec![Block::grid(grid)], taken))
}

/// Reads the table whose titles are in the first line; also returns how many lines it takes.
pub(crate) fn table(lines: &impl Lines) -> Option<(Grid, usize)> {
    let header = Header::read(lines)?;
    let titles = header.titles.clone();
    let (rows, taken) = Rows::of(header, lines).read();
    let grid = Grid { line: lines.number(0), form: Form::Columns, header: titles, rows, ..Grid::default() };
    (!grid.rows.is_empty()).then_some((grid, taken))
}

/// Returns whether a line has nothing but titles of columns.
pub(crate) fn is_titles(text: &str) -> bool {
    segments::segments(text).is_some_and(|segments| header::is_titles(&segments, 2))
}

//! Tables in columns of two or more spaces: titles above cells, as `pdftotext -layout` and authors of plain texts
//! write them.

mod bars;
mod header;
mod layout;
mod rows;
mod segments;
mod stacked;

use self::header::Header;
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

/// Lines as pieces with places, from the first one of a table.
pub(crate) trait Lines {
    /// Returns the pieces of a line, of which an empty one has none; `None` behind the last line, or if a line has no
    /// pieces that can be cells.
    fn segments(&self, at: usize) -> Option<Vec<Segment>>;
    /// Returns the number of a line in the document.
    fn number(&self, at: usize) -> usize;
}

impl Lines for &[Line<'_>] {
    fn segments(&self, at: usize) -> Option<Vec<Segment>> {
        segments::segments(&self.get(at)?.text)
    }

    fn number(&self, at: usize) -> usize {
        self.get(at).map_or(0, |line| line.number)
    }
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

/// Adds words to a cell. A word that was broken at the end of a line becomes whole.
pub(crate) fn append(cell: &mut String, text: &str) {
    let broken = cell.strip_suffix('-').is_some_and(|cell| cell.ends_with(char::is_alphabetic));
    if broken && text.starts_with(char::is_lowercase) {
        cell.pop();
    } else if !cell.is_empty() {
        cell.push(' ');
    }
    cell.push_str(text.trim());
}

//! Tables in columns of two or more spaces: titles above cells, as `pdftotext -layout` and authors of plain texts
//! write them.

mod bars;
mod header;
mod layout;
mod rows;
mod segments;

use self::header::Header;
use self::rows::Rows;
use crate::forms::block::{Block, Grid, Taken};
use crate::forms::line::Line;
use crate::model::Form;

/// Reads a table: a row of titles, then rows.
pub(crate) fn read(lines: &[Line<'_>]) -> Option<Taken> {
    bars::read(lines).or_else(|| spaces(lines))
}

fn spaces(lines: &[Line<'_>]) -> Option<Taken> {
    let header = Header::read(lines)?;
    let first = lines.first()?;
    let grid = Grid { line: first.number, form: Form::Columns, header: header.titles.clone(), ..Grid::default() };
    let (rows, taken) = Rows::of(header, lines).read();
    (!rows.is_empty()).then_some((vec![Block::grid(Grid { rows, ..grid })], taken))
}

/// Returns whether a line has nothing but titles of columns.
pub(crate) fn is_titles(text: &str) -> bool {
    segments::segments(text).is_some_and(|segments| header::is_titles(&segments, 2))
}

/// Adds words to a cell. A word that was broken at the end of a line becomes whole.
fn append(cell: &mut String, text: &str) {
    let broken = cell.strip_suffix('-').is_some_and(|cell| cell.ends_with(char::is_alphabetic));
    if broken && text.starts_with(char::is_lowercase) {
        cell.pop();
    } else if !cell.is_empty() {
        cell.push(' ');
    }
    cell.push_str(text.trim());
}

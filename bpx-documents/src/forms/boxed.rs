//! Reads tables in borders of `+`, `-` and `=`, such as grid tables of reStructuredText and of plain texts. A border
//! may have a gap where a cell crosses the border.

use super::border;
use super::line::{Line, indentation};
use super::spans::{Cell, SpannedTable};
use crate::columns;
use crate::model::Form;

/// A table, and the number of lines that the table takes.
pub(in crate::forms) struct BoxedTable {
    pub table: SpannedTable,
    pub taken: usize,
}

/// Returns the number of lines at the beginning that belong to a drawing in borders.
pub(in crate::forms) fn drawing_extent(lines: &[Line<'_>]) -> usize {
    lines.iter().take_while(|line| line.text.trim_start().starts_with(['+', '|'])).count()
}

/// Returns whether the lines begin with a border and a row.
fn begins_drawing(lines: &[Line<'_>]) -> bool {
    let [first, row, ..] = lines else { return false };
    border::is_of_grid(&first.text) && row.text.trim_start().starts_with('|')
}

/// Reads a table of a plain text, if its first row has titles above a double border, or has known titles of columns.
pub(in crate::forms) fn read_in_text(lines: &[Line<'_>]) -> Option<BoxedTable> {
    if !begins_drawing(lines) {
        return None;
    }
    let is_part = |line: &&Line<'_>| line.text.trim_start().starts_with('|') || border::is_of_grid(&line.text);
    let taken = lines.iter().take_while(is_part).count();
    let block = with_rows(lines.get(..taken)?);
    let boxed = read_boxed(&block)?;
    let (_, first) = boxed.table.rows.first()?;
    let titles = first.iter().filter(|cell| columns::role_of_title(&cell.text).is_some()).count();
    (first.iter().any(|cell| cell.title) || titles >= 2).then_some(BoxedTable { taken, ..boxed })
}

/// Adds borders between the rows of a table that has borders only around all rows and below the titles. A line whose
/// first cell is empty continues the row above.
fn with_rows<'t>(block: &[Line<'t>]) -> Vec<Line<'t>> {
    let borders = block.iter().enumerate().filter(|(_, line)| border::is_of_grid(&line.text));
    let borders: Vec<_> = borders.collect();
    let [_, (titles, border), (end, _)] = borders.as_slice() else { return block.to_vec() };
    let begins = |line: &Line<'_>| {
        let cell = line.text.trim_start().trim_start_matches('|').split('|').next();
        cell.is_some_and(|cell| !cell.trim().is_empty())
    };
    let is_row = |at: usize, line: &Line<'_>| at > titles + 1 && at < *end && begins(line);
    let mut lines = Vec::with_capacity(block.len());
    for (at, line) in block.iter().enumerate() {
        if is_row(at, line) {
            lines.push(Line { number: line.number, text: border.text.replace('=', "-").into() });
        }
        lines.push(line.clone());
    }
    lines
}

/// Reads a table that begins with the first line; returns `None` for a drawing that is not a table.
pub(in crate::forms) fn read_boxed(lines: &[Line<'_>]) -> Option<BoxedTable> {
    let first = lines.first().filter(|_| begins_drawing(lines))?;
    let taken = drawing_extent(lines);
    let block = lines.get(..taken)?;
    let lead = indentation(&first.text);
    let rows: Vec<Vec<char>> = block.iter().map(|line| line.text.chars().skip(lead).collect()).collect();
    let columns = columns_of(&rows)?;
    let numbers = block.iter().map(|line| line.number);
    let mut reader = Reader::new(columns);
    for (number, row) in numbers.zip(&rows) {
        reader.read_line(number, row)?;
    }
    let table = reader.finish_table(first.number)?;
    Some(BoxedTable { table, taken })
}

/// Returns the positions of the column borders, which are at every `+` of a border.
fn columns_of(rows: &[Vec<char>]) -> Option<Vec<usize>> {
    let mut at = std::collections::BTreeSet::new();
    let width = rows.first()?.len();
    for row in rows {
        // Every line ends at the right border.
        if row.len() != width || !matches!(row.last(), Some('+' | '|')) {
            return None;
        }
        let beside = |column: usize| row.get(column).is_some_and(|c| matches!(c, '-' | '='));
        let plus = row
            .iter()
            .enumerate()
            .filter(|(column, c)| **c == '+' && (beside(column + 1) || column.checked_sub(1).is_some_and(beside)));
        at.extend(plus.map(|(column, _)| column));
    }
    let columns: Vec<_> = at.into_iter().collect();
    (columns.len() >= 3 && columns.first() == Some(&0) && columns.last().map(|last| last + 1) == Some(width))
        .then_some(columns)
}

/// A cell that the reader has not finished.
struct OpenCell {
    /// The first column, and the column after the last.
    columns: (usize, usize),
    /// The row in which the cell begins.
    row: usize,
    lines: Vec<String>,
}

struct Reader {
    /// The positions of the column borders.
    at: Vec<usize>,
    open: Vec<OpenCell>,
    /// The finished cells, each with its first row, its first column, and the row after its last row.
    done: Vec<(usize, usize, OpenCell, usize)>,
    /// The line of each row.
    rows: Vec<usize>,
    /// The number of rows above the double border.
    titles: usize,
    /// For each column, whether the line before was a border.
    fresh: Vec<bool>,
}

impl Reader {
    fn new(at: Vec<usize>) -> Self {
        let fresh = vec![true; at.len() - 1];
        Self { at, open: Vec::new(), done: Vec::new(), rows: Vec::new(), titles: 0, fresh }
    }

    /// Reads a line; returns `None` if the line does not fit the columns.
    fn read_line(&mut self, number: usize, row: &[char]) -> Option<()> {
        let border: Vec<bool> = self.split_segments(row).map(is_rule).collect();
        if border.iter().any(|is| *is) {
            if row.contains(&'=') && border.iter().all(|is| *is) {
                self.titles = self.rows.len();
            }
            let ends = self.rows.len();
            let is_over = |cell: &OpenCell| border.get(cell.columns.0).copied().unwrap_or(false);
            for cell in std::mem::take(&mut self.open) {
                if is_over(&cell) {
                    self.done.push((cell.row, cell.columns.0, cell, ends));
                } else {
                    self.open.push(cell);
                }
            }
            self.fresh = border.clone();
        }
        let starts_row = self.fresh.iter().any(|fresh| *fresh) && border.iter().all(|is| !*is);
        if starts_row {
            let this = self.rows.len();
            self.rows.push(number);
            let mut column = 0;
            while column < self.fresh.len() {
                if !self.fresh.get(column).copied().unwrap_or(false) {
                    column += 1;
                    continue;
                }
                // A bar ends the cell; without one it goes on in the next column.
                let bar =
                    |at: &usize| self.at.get(*at).and_then(|at| row.get(*at)).is_some_and(|c| matches!(c, '|' | '+'));
                bar(&column).then_some(())?;
                let end = (column + 1..self.at.len()).find(bar)?;
                self.open.push(OpenCell { columns: (column, end), row: this, lines: Vec::new() });
                column = end;
            }
            self.fresh.fill(false);
        }
        for cell in &mut self.open {
            let (from, to) = (self.at.get(cell.columns.0)?, self.at.get(cell.columns.1)?);
            let text: String = row.get(from + 1..*to)?.iter().collect();
            cell.lines.push(text.trim().to_owned());
        }
        Some(())
    }

    fn split_segments<'r>(&'r self, row: &'r [char]) -> impl Iterator<Item = &'r [char]> {
        let ends = self.at.iter().zip(self.at.iter().skip(1));
        ends.filter_map(|(from, to)| row.get(from + 1..*to))
    }

    /// Returns the table; `None` if a cell is not closed, or if the table has fewer than two rows.
    fn finish_table(mut self, line: usize) -> Option<SpannedTable> {
        let several = self.rows.len() >= 2;
        if !self.open.is_empty() || !several {
            return None;
        }
        self.done.sort_by_key(|(row, column, ..)| (*row, *column));
        let mut rows: Vec<(usize, Vec<Cell>)> = self.rows.iter().map(|line| (*line, Vec::new())).collect();
        if let Some(lines) = self.lines_as_rows() {
            rows.truncate(1);
            self.done.retain(|(row, ..)| *row == 0);
            rows.extend(lines);
        }
        for (row, _, cell, end) in self.done {
            let text =
                cell.lines.iter().filter(|text| !text.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ");
            let title = row < self.titles;
            let (wide, tall) = (cell.columns.1 - cell.columns.0, end - row);
            if let Some((_, cells)) = rows.get_mut(row) {
                cells.push(Cell { text, title, wide, tall, ..Cell::default() });
            }
        }
        Some(SpannedTable { line, form: Form::Restructured, name: None, rows })
    }

    /// Returns the lines between the last two borders as rows, if each line has a first cell, cells span no columns,
    /// and the table has no other rows except one row of titles. Programs write such tables.
    fn lines_as_rows(&self) -> Option<Vec<(usize, Vec<Cell>)>> {
        let body: Vec<_> = self.done.iter().filter(|(row, ..)| *row == 1).map(|(_, _, cell, _)| cell).collect();
        let lines = body.first()?.lines.len();
        let full = |cell: &&OpenCell| cell.lines.iter().all(|text| !text.is_empty());
        let straight = body.iter().all(|cell| cell.columns.1 == cell.columns.0 + 1 && cell.lines.len() == lines);
        if self.rows.len() != 2 || lines < 2 || !straight || !body.first().is_some_and(full) {
            return None;
        }
        // Two columns without a hole are rows too; a name beside a text of several lines is not.
        if body.iter().filter(|cell| full(cell)).count() < 2 {
            return None;
        }
        let first = *self.rows.get(1)?;
        let row = |at: usize| {
            let cells = body.iter().filter_map(|cell| cell.lines.get(at));
            (first + at, cells.map(Cell::plain_cell).collect())
        };
        Some((0..lines).map(row).collect())
    }
}

fn is_rule(part: &[char]) -> bool {
    !part.is_empty() && part.iter().all(|c| matches!(c, '-' | '=' | '+')) && part.iter().any(|c| *c != '+')
}

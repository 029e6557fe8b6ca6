//! Reads tables between tabs, as extraction from PDF returns tables: rows break, tabs get lost, and the next page
//! repeats titles.

use super::diagram::is_ruler;
use crate::columns::{self, Role};
use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::measure;
use crate::model::Form;

/// Reads a table: a row of titles, then rows.
pub(crate) fn read_table(lines: &[Line<'_>]) -> Option<TakenLines> {
    let first = lines.first()?;
    let header = line_cells(&first.text)?;
    if is_ruler(&first.text) || header.first().is_some_and(String::is_empty) {
        return None;
    }
    let numbers = numeric_column(&header);
    let mut grid = Grid { line: first.number, form: Form::Tabs, header, ..Grid::default() };
    let mut taken: usize = 1;
    let mut blank = false;
    for (at, line) in lines.iter().enumerate().skip(1) {
        let after = at + 1;
        if line.text.trim().is_empty() {
            blank = true;
            continue;
        }
        if is_ruler(&line.text) {
            break;
        }
        let Some(mut cells) = line_cells(&line.text) else {
            // A wrapped cell goes on below, without a tab.
            if blank || !continue_cell(&mut grid, &line.text) {
                break;
            }
            taken = after;
            continue;
        };
        if cells == grid.header {
            if grid.rows.is_empty() {
                break;
            }
            // The next page repeats the titles.
            (blank, taken) = (false, after);
            continue;
        }
        restore_tab(&mut cells, &grid.header, numbers);
        if blank && !belongs_to_table(&cells, &grid.header, numbers) {
            break;
        }
        if cells.first().is_some_and(String::is_empty) && !join_row(&mut grid, &cells) {
            break;
        } else if cells.first().is_some_and(|cell| !cell.is_empty()) {
            grid.rows.push(Row { line: line.number, cells, when: String::new() });
        }
        (blank, taken) = (false, after);
    }
    (!grid.rows.is_empty()).then_some((vec![Block::grid(grid)], taken))
}

/// Returns the cells of a line with tabs, without empty cells at the end.
fn line_cells(line: &str) -> Option<Vec<String>> {
    if !line.contains('\t') {
        return None;
    }
    let mut cells: Vec<_> = line.split('\t').map(plain_text).collect();
    while cells.last().is_some_and(String::is_empty) {
        cells.pop();
    }
    (cells.len() >= 2).then_some(cells)
}

/// Removes marks of formulas from a cell: `${\bf Name}$` becomes `Name`.
fn plain_text(cell: &str) -> String {
    let trimmed = cell.trim();
    let is_formula = trimmed.contains("\\mathbf") || trimmed.contains("\\bf") || trimmed.contains("\\text");
    if is_formula { crate::forms::latex::marks::plain_text(trimmed) } else { trimmed.to_owned() }
}

/// Finds the column that holds numbers in every row.
fn numeric_column(header: &[String]) -> Option<usize> {
    let roles = columns::column_roles(header);
    roles.iter().position(|role| matches!(role, Role::Size(_))).or_else(|| roles.iter().position(|r| *r == Role::Value))
}

/// Returns whether a cell may be in a column of numbers.
fn is_number(cell: &str) -> bool {
    columns::cell_number(cell).is_some() || measure::read_size(cell).is_some()
}

/// Splits the cell in which a tab was lost, if the column of numbers shows the loss.
fn restore_tab(cells: &mut Vec<String>, header: &[String], numbers: Option<usize>) {
    let Some(column) = numbers.filter(|_| cells.len() < header.len()) else { return };
    let before = column.checked_sub(1).and_then(|before| cells.get(before));
    if !before.is_some_and(|cell| is_number(cell)) || cells.get(column).is_some_and(|cell| is_number(cell)) {
        return;
    }
    let split = cells.iter().take(column).position(|cell| cell.contains(' '));
    if let Some(at) = split
        && let Some((left, right)) = cells.get(at).and_then(|cell| cell.rsplit_once(' '))
    {
        let (left, right) = (left.trim().to_owned(), right.to_owned());
        cells.splice(at..=at, [left, right]);
    }
}

/// Returns whether a row after an empty line belongs to the table, because the row has no more columns than the table,
/// and a number in the column of numbers.
fn belongs_to_table(cells: &[String], header: &[String], numbers: Option<usize>) -> bool {
    let number = numbers.and_then(|column| cells.get(column));
    number.is_some_and(|cell| is_number(cell)) && (2..=header.len()).contains(&cells.len())
}

/// Adds the words of a line without tabs to the last cell; returns `false` for the beginning of a sentence, which does
/// not belong to a table.
fn continue_cell(grid: &mut Grid, text: &str) -> bool {
    let starts_lower = text.trim().chars().next().is_some_and(|c| c.is_lowercase() || c == '(');
    let last = grid.rows.last_mut().and_then(|row| row.cells.last_mut()).filter(|_| starts_lower);
    last.map(|cell| append_words(cell, text)).is_some()
}

/// Adds the cells of a row without a name to the cells of the row above; returns whether there is a row above.
fn join_row(grid: &mut Grid, cells: &[String]) -> bool {
    let Some(row) = grid.rows.last_mut() else { return false };
    for (at, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
        if row.cells.len() <= at {
            row.cells.resize(at + 1, String::new());
        }
        row.cells.iter_mut().skip(at).take(1).for_each(|above| append_words(above, cell));
    }
    true
}

fn append_words(cell: &mut String, text: &str) {
    if !cell.is_empty() {
        cell.push(' ');
    }
    cell.push_str(text.trim());
}

//! Reads tables with one paragraph for each cell, as `pdftotext` writes tables without `-layout`: titles, then the
//! cells of each row.
//!
//! The column of numbers decides which cell belongs to which row, because the same number of cells precedes the number
//! in each row.

use super::lines::append_words;
use crate::columns::{self, Role};
use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::Form;
use crate::size::Unit;
use crate::types::{Types, size_of_type};
use std::collections::HashSet;

/// The largest number of columns of a table.
const MOST: usize = 8;

/// The number of earlier rows whose types are compared with a type.
const SEEN: usize = 64;

/// The largest size of a cell in bytes.
const LONGEST: usize = 200;
const TITLE: usize = 40;

/// Reads a table; there must be exactly one number of columns with which the cells form rows.
pub(super) fn read_stacked(lines: &[Line<'_>]) -> Option<TakenLines> {
    let mut titles = Vec::new();
    let mut seen = HashSet::new();
    let mut cells = Cells::of(lines);
    let mut starts = Vec::new();
    while let Some(cell) = cells.next_cell() {
        let role = columns::role_of_title(&cell.text).filter(|_| cell.lines == 1 && cell.text.chars().count() <= TITLE);
        let Some(role) = role.filter(|role| seen.insert(std::mem::discriminant(role))) else { break };
        titles.push((cell.text, role));
        starts.push(cells.at);
        if titles.len() > MOST {
            return None;
        }
    }
    let mut read = (2..=titles.len()).filter_map(|columns| {
        let from = *starts.get(columns.checked_sub(1)?)?;
        Rows::of(titles.get(..columns)?)?
            .read_rows(lines.get(from..)?)
            .map(|(rows, taken)| (columns, rows, from + taken))
    });
    let (columns, rows, taken) = read.next().filter(|_| read.next().is_none())?;
    let header = titles.into_iter().take(columns).map(|(title, _)| title).collect();
    let grid = Grid { line: lines.first()?.number, form: Form::Columns, header, rows, ..Grid::default() };
    Some((vec![Block::grid(grid)], taken))
}

/// A paragraph.
#[derive(Debug, Clone)]
struct Cell {
    line: usize,
    text: String,
    lines: usize,
}

/// The paragraphs of lines.
struct Cells<'l, 't> {
    lines: &'l [Line<'t>],
    /// The index of the line after the last paragraph.
    at: usize,
}

impl<'l, 't> Cells<'l, 't> {
    fn of(lines: &'l [Line<'t>]) -> Self {
        Self { lines, at: 0 }
    }

    fn next_cell(&mut self) -> Option<Cell> {
        let mut cell: Option<Cell> = None;
        while let Some(line) = self.lines.get(self.at) {
            let text = line.text.trim();
            match &mut cell {
                None if text.is_empty() => {}
                None => cell = Some(Cell { line: line.number, text: text.to_owned(), lines: 1 }),
                // A paragraph that is longer than a cell is not needed as a whole.
                Some(cell) if text.is_empty() || is_section(text) || cell.text.len() > LONGEST => break,
                Some(cell) => {
                    append_words(&mut cell.text, text);
                    cell.lines += 1;
                }
            }
            self.at += 1;
        }
        cell.filter(|cell| cell.text.len() <= LONGEST)
    }
}

/// Returns whether a line is the number of a section.
fn is_section(text: &str) -> bool {
    text.contains('.') && text.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// The columns of a table.
struct Rows {
    /// The number of cells before the number in a row.
    before: usize,
    /// The number of cells in a full row.
    full: usize,
    /// Whether a row has exactly one cell after the number, with notes that may be absent.
    optional: bool,
    /// The column of types, if it precedes the number.
    ty: Option<usize>,
}

impl Rows {
    fn of(titles: &[(String, Role)]) -> Option<Self> {
        let number = |role: &Role| matches!(role, Role::Size(_) | Role::Value | Role::Offset(_));
        if !titles.iter().any(|(_, role)| matches!(role, Role::Name | Role::Notes)) {
            return None;
        }
        let exact = titles.iter().position(|(_, role)| number(role));
        let required = titles.iter().any(|(_, role)| *role == Role::Required);
        // Sections have their number as a type.
        let before = exact.or_else(|| titles.iter().position(|(_, role)| required && *role == Role::Type))?;
        let full = titles.len();
        let optional = full == before + 2 && titles.last().is_some_and(|(_, role)| *role == Role::Notes);
        let ty = titles.iter().take(before).position(|(_, role)| *role == Role::Type);
        Some(Self { before, full, optional, ty })
    }

    fn read_rows(&self, lines: &[Line<'_>]) -> Option<(Vec<Row>, usize)> {
        let mut rows: Vec<Row> = Vec::new();
        let mut cells = Cells::of(lines);
        // Cells that are read and not taken yet, each with the line after it.
        let mut ahead: Vec<(Cell, usize)> = Vec::new();
        let mut taken = 0;
        loop {
            while ahead.len() <= 2 * self.full
                && let Some(cell) = cells.next_cell()
            {
                ahead.push((cell, cells.at));
            }
            let Some(width) = self.next_width(&ahead, &rows)? else { break };
            let row: Vec<_> = ahead.drain(..width).collect();
            taken = row.last().map_or(taken, |(_, end)| *end);
            let line = row.first().map_or(0, |(cell, _)| cell.line);
            let mut cells: Vec<_> = row.into_iter().map(|(cell, _)| cell.text).collect();
            cells.resize(self.full, String::new());
            rows.push(Row { line, cells, when: String::new() });
        }
        (!rows.is_empty()).then_some((rows, taken))
    }

    /// Returns the number of cells in the next row: `None` if the number is ambiguous, `Some(None)` after the last row.
    #[allow(clippy::option_option, reason = "an open table is none, and the end of one is a table")]
    fn next_width(&self, ahead: &[(Cell, usize)], rows: &[Row]) -> Option<Option<usize>> {
        let full = self.full;
        if !self.begins_row(ahead, 0) {
            // If a row lacks a cell before its number, the rows are ambiguous.
            let lost = self.before > 1 && Self { before: self.before - 1, ..*self }.begins_row(ahead, 0);
            let follows = || self.begins_row(ahead, full - 1) || self.begins_row(ahead, full - 2);
            return if lost && !rows.is_empty() && follows() { None } else { Some(None) };
        }
        if !self.optional {
            return Some((ahead.len() >= full).then_some(full));
        }
        let bare = full - 1;
        match (self.begins_row(ahead, full), self.begins_row(ahead, bare)) {
            (true, _) => Some(Some(full)),
            // Notes may be absent here, or a cell of the next row is: then it has no type in its place.
            (false, true) => self.has_type(ahead, bare, rows).then_some(Some(bare)),
            // The last row has notes if all others have them.
            (false, false) => {
                let described = rows.iter().all(|row| row.cells.last().is_some_and(|cell| !cell.is_empty()));
                let notes = ahead.get(bare).is_some_and(|(cell, _)| is_word(&cell.text));
                Some(Some(if described && notes { full } else { bare }))
            }
        }
    }

    /// Returns whether a row may begin with a cell: the number of the row is at its position, and only words are before
    /// the number.
    fn begins_row(&self, ahead: &[(Cell, usize)], at: usize) -> bool {
        let cell = |at: usize| ahead.get(at).map(|(cell, _)| cell.text.as_str());
        let number = at + self.before;
        let next = cell(number + 1).is_none_or(|next| self.before > 0 || !is_number(next));
        cell(number).is_some_and(is_number) && next && (at..number).all(|at| cell(at).is_some_and(is_word))
    }
}

impl Rows {
    /// Returns whether the row that begins with a cell has a known type, or a type that another row has.
    fn has_type(&self, ahead: &[(Cell, usize)], at: usize, rows: &[Row]) -> bool {
        let Some(column) = self.ty else { return true };
        let cell = |at: usize| ahead.get(at).map_or("", |(cell, _)| cell.text.as_str());
        let ty = cell(at + column);
        let seen = rows.iter().rev().take(SEEN).filter_map(|row| row.cells.get(column));
        size_of_type(ty, &Types::new()).is_some() || ty == cell(column) || seen.into_iter().any(|seen| seen == ty)
    }
}

/// Returns whether a cell has words, but is not the beginning of a list.
fn is_word(cell: &str) -> bool {
    !is_number(cell) && !is_section(cell) && !cell.ends_with(':')
}

/// Returns whether a cell is one that a column of numbers may have.
fn is_number(cell: &str) -> bool {
    let depends = |cell: &str| {
        cell.split_whitespace().next().is_some_and(|word| {
            ["depends", "variable", "varies", "dynamic"].iter().any(|one| one.eq_ignore_ascii_case(word))
        })
    };
    let quoted = cell.starts_with(['"', '\u{201c}', '\u{201d}', '\'']);
    cell.chars().count() <= TITLE && (is_number_word(cell) || depends(cell) || quoted)
}

/// Returns whether a cell is a number, or several numbers or a number with a unit: `0x10`, `4 bytes`, `8-16`, `3 x 32`.
fn is_number_word(cell: &str) -> bool {
    let amount = |word: &str| {
        let mut parts = word.split(['-', '\u{2013}', 'x', '*', '\u{d7}']);
        Unit::of(word).is_some() || parts.all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let first = cell.starts_with(|c: char| c.is_ascii_digit());
    columns::cell_number(cell).is_some() || first && cell.split_whitespace().all(amount)
}

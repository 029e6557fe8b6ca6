//! The rows of a table in columns.

use super::header::{Header, is_titles};
use super::layout::Layout;
use super::lines::Lines;
use super::lines::append;
use super::segments::Segment;
use crate::columns::{self, Role};
use crate::forms::block::Row;
use crate::measure;

/// The number of lines from which the places of cells are learned.
const LEARNED: usize = 200;

/// The largest number of adjacent empty lines in a table.
const BLANK: usize = 12;

/// Reads rows below titles.
pub(super) struct Rows<'l, L> {
    lines: &'l L,
    header: Header,
    roles: Vec<Role>,
    layout: Layout,
    rows: Vec<Row>,
    /// The number of lines of the table.
    taken: usize,
}

/// The role of a line in the table.
enum Next {
    Taken,
    End,
}

impl<'l, L: Lines> Rows<'l, L> {
    pub(super) fn of(header: Header, lines: &'l L) -> Self {
        let (layout, roles, taken) = (header.layout(), columns::roles(&header.titles), header.lines);
        let mut rows = Self { lines, header, roles, layout, rows: Vec::new(), taken };
        rows.learn(taken);
        rows
    }

    /// Learns the places of cells from the lines after one, up to the next titles.
    fn learn(&mut self, from: usize) {
        for at in (from..).take(LEARNED) {
            let Some(segments) = self.lines.segments(at) else { break };
            if is_titles(&segments, segments.len()) {
                break;
            }
            self.layout.learn(&segments);
        }
    }

    /// Returns the rows, and how many lines the table takes.
    pub(super) fn read(mut self) -> (Vec<Row>, usize) {
        let mut blank = 0;
        for at in self.taken.. {
            let Some(segments) = self.lines.segments(at) else { break };
            if segments.is_empty() {
                blank += 1;
                if blank > BLANK {
                    break;
                }
                continue;
            }
            match self.line(at, self.lines.number(at), &segments, blank > 0) {
                Next::Taken => self.taken = at + 1,
                Next::End => break,
            }
            blank = 0;
        }
        (self.rows, self.taken)
    }

    fn line(&mut self, at: usize, number: usize, segments: &[Segment], blank: bool) -> Next {
        if segments.iter().all(Segment::is_rule) {
            // A line of dashes closes the table, unless a row follows at once.
            return if blank || self.rows.is_empty() { Next::End } else { self.after_rule(at) };
        }
        if self.header.repeats(segments) {
            if self.rows.is_empty() {
                return Next::End;
            }
            self.header.ranges = segments.iter().map(Segment::range).collect();
            self.layout = self.header.layout();
            self.learn(at + 1);
            return Next::Taken;
        }
        if is_titles(segments, segments.len()) || is_heading(segments) {
            return Next::End;
        }
        let Some(cells) = self.layout.cells(segments) else {
            // A row of other columns right below is kept as a row of one cell; a sentence ends the table.
            let row = !blank && segments.len() > 1 && !self.rows.is_empty();
            return if row { self.push(number, vec![whole(segments)]) } else { Next::End };
        };
        let first = cells.first().is_some_and(|cell| !cell.is_empty());
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        if !first && !self.has_number(&cells) {
            return self.goes_on(&cells, blank);
        }
        if first && filled == 1 {
            return self.only_first(number, cells, blank);
        }
        if blank && !self.rows.is_empty() && !self.belongs(&cells, filled) {
            return Next::End;
        }
        self.push(number, cells)
    }

    fn push(&mut self, line: usize, cells: Vec<String>) -> Next {
        self.rows.push(Row { line, cells, when: String::new() });
        Next::Taken
    }

    /// A line of dashes between rows is skipped.
    fn after_rule(&self, at: usize) -> Next {
        let Some(next) = self.lines.segments(at + 1) else { return Next::End };
        let row = next.len() > 1 && self.layout.cells(&next).is_some() && !is_titles(&next, next.len());
        if row { Next::Taken } else { Next::End }
    }

    /// Adds the cells of a line without a first cell to the row above.
    fn goes_on(&mut self, cells: &[String], blank: bool) -> Next {
        let lower = |cell: &String| cell.starts_with(|c: char| c.is_lowercase() || c == '(');
        let new_sentence = cells.iter().any(|cell| !cell.is_empty() && !lower(cell));
        let Some(row) = self.rows.last_mut().filter(|row| row.cells.len() == cells.len()) else { return Next::End };
        if blank && new_sentence {
            return Next::End;
        }
        for (above, cell) in row.cells.iter_mut().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            append(above, cell);
        }
        Next::Taken
    }

    /// A single first cell, which continues the cell above, or is a row without other cells.
    fn only_first(&mut self, number: usize, cells: Vec<String>, blank: bool) -> Next {
        let Some(above) = self.rows.last_mut().filter(|_| !blank) else { return Next::End };
        let open =
            above.cells.first().is_some_and(|cell| cell.ends_with(['-', '\u{2013}', ',']) || cell.ends_with(".."));
        let rest = cells.first().filter(|rest| open || rest.starts_with(char::is_lowercase));
        if let Some((above, rest)) = above.cells.first_mut().zip(rest) {
            append(above, rest);
            return Next::Taken;
        }
        self.push(number, cells)
    }

    /// Returns whether a row has a cell in a column of numbers or types.
    fn has_number(&self, cells: &[String]) -> bool {
        let counts = |role: &Role| matches!(role, Role::Size(_) | Role::Offset(_) | Role::Count | Role::Value);
        cells.iter().zip(&self.roles).any(|(cell, role)| !cell.is_empty() && counts(role))
    }

    /// Returns whether a row after an empty line belongs to the table: it is full, or has its number.
    fn belongs(&self, cells: &[String], filled: usize) -> bool {
        let numbers = |(_, role): &(&String, &Role)| matches!(role, Role::Size(_) | Role::Offset(_) | Role::Value);
        let mut numbers = cells.iter().zip(&self.roles).filter(numbers);
        filled == self.layout.len() && filled > 2 || numbers.any(|(cell, _)| is_number(cell))
    }
}

/// Returns whether a column of numbers may have this cell; letters in quotes are numbers as well.
fn is_number(cell: &str) -> bool {
    let quoted = cell.starts_with(['"', '\'', '\u{201c}', '\u{201d}']);
    quoted || columns::number(cell).is_some() || measure::read(cell).is_some()
}

/// Returns whether a line is the number of a section and its title.
fn is_heading(segments: &[Segment]) -> bool {
    let [number, title] = segments else { return false };
    let dotted = number.text.contains('.') && number.text.chars().all(|c| c.is_ascii_digit() || c == '.');
    dotted && title.text.starts_with(char::is_uppercase)
}

/// Returns the words of a line.
fn whole(segments: &[Segment]) -> String {
    segments.iter().map(|segment| segment.text.as_str()).collect::<Vec<_>>().join("  ")
}

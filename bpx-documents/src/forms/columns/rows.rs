//! Reads the rows of a table in columns.

use super::header::{Header, is_titles};
use super::layout::Layout;
use super::lines::Lines;
use super::lines::append_words;
use super::segments::Segment;
use crate::columns::{self, Role};
use crate::forms::block::Row;
use crate::measure;

/// The number of lines from which the reader learns the positions of cells.
const LEARNED: usize = 200;

/// The largest number of adjacent empty lines in a table.
const BLANK: usize = 12;

/// A reader of the rows below titles.
pub(super) struct Rows<'l, L> {
    lines: &'l L,
    header: Header,
    roles: Vec<Role>,
    layout: Layout,
    rows: Vec<Row>,
    /// The number of lines of the table so far.
    taken: usize,
}

/// Whether a line belongs to the table.
enum LineRole {
    Taken,
    End,
}

impl<'l, L: Lines> Rows<'l, L> {
    pub(super) fn of(header: Header, lines: &'l L) -> Self {
        let (layout, roles, taken) = (header.initial_layout(), columns::column_roles(&header.titles), header.lines);
        let mut rows = Self { lines, header, roles, layout, rows: Vec::new(), taken };
        rows.learn_places(taken);
        rows
    }

    /// Learns the positions of cells from the lines `from` and below, up to the next titles.
    fn learn_places(&mut self, from: usize) {
        for at in (from..).take(LEARNED) {
            let Some(segments) = self.lines.segments_at(at) else { break };
            if is_titles(&segments, segments.len()) {
                break;
            }
            self.layout.learn_from_row(&segments);
        }
    }

    /// Returns the rows, and the number of lines that the table takes.
    pub(super) fn read_rows(mut self) -> (Vec<Row>, usize) {
        let mut blank = 0;
        for at in self.taken.. {
            let Some(segments) = self.lines.segments_at(at) else { break };
            if segments.is_empty() {
                blank += 1;
                if blank > BLANK {
                    break;
                }
                continue;
            }
            match self.read_line(at, self.lines.number_at(at), &segments, blank > 0) {
                LineRole::Taken => self.taken = at + 1,
                LineRole::End => break,
            }
            blank = 0;
        }
        (self.rows, self.taken)
    }

    fn read_line(&mut self, at: usize, number: usize, segments: &[Segment], blank: bool) -> LineRole {
        if segments.iter().all(Segment::is_rule) {
            // A line of dashes closes the table, unless a row follows at once.
            return if blank || self.rows.is_empty() { LineRole::End } else { self.skip_rule(at) };
        }
        if self.header.repeats_titles(segments) {
            if self.rows.is_empty() {
                return LineRole::End;
            }
            self.header.ranges = segments.iter().map(Segment::range).collect();
            self.layout = self.header.initial_layout();
            self.learn_places(at + 1);
            return LineRole::Taken;
        }
        if is_titles(segments, segments.len()) || is_heading(segments) {
            return LineRole::End;
        }
        let Some(cells) = self.layout.row_cells(segments) else {
            // A row of other columns right below is kept as a row of one cell; a sentence ends the table.
            let row = !blank && segments.len() > 1 && !self.rows.is_empty();
            return if row { self.push_row(number, vec![joined_words(segments)]) } else { LineRole::End };
        };
        let first = cells.first().is_some_and(|cell| !cell.is_empty());
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        if !first && !self.has_number(&cells) {
            return self.continue_row(&cells, blank);
        }
        if first && filled == 1 {
            return self.add_first_cell(number, cells, blank);
        }
        if blank && !self.rows.is_empty() && !self.belongs_to_table(&cells, filled) {
            return LineRole::End;
        }
        self.push_row(number, cells)
    }

    fn push_row(&mut self, line: usize, cells: Vec<String>) -> LineRole {
        self.rows.push(Row { line, cells, when: String::new() });
        LineRole::Taken
    }

    /// Skips a line of dashes if a row follows; otherwise the line ends the table.
    fn skip_rule(&self, at: usize) -> LineRole {
        let Some(next) = self.lines.segments_at(at + 1) else { return LineRole::End };
        let row = next.len() > 1 && self.layout.row_cells(&next).is_some() && !is_titles(&next, next.len());
        if row { LineRole::Taken } else { LineRole::End }
    }

    /// Adds the cells of a line without a first cell to the row above.
    fn continue_row(&mut self, cells: &[String], blank: bool) -> LineRole {
        let lower = |cell: &String| cell.starts_with(|c: char| c.is_lowercase() || c == '(');
        let new_sentence = cells.iter().any(|cell| !cell.is_empty() && !lower(cell));
        let Some(row) = self.rows.last_mut().filter(|row| row.cells.len() == cells.len()) else { return LineRole::End };
        if blank && new_sentence {
            return LineRole::End;
        }
        for (above, cell) in row.cells.iter_mut().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            append_words(above, cell);
        }
        LineRole::Taken
    }

    /// Adds a first cell without other cells to the cell above, or as a row of its own.
    fn add_first_cell(&mut self, number: usize, cells: Vec<String>, blank: bool) -> LineRole {
        let Some(above) = self.rows.last_mut().filter(|_| !blank) else { return LineRole::End };
        let open =
            above.cells.first().is_some_and(|cell| cell.ends_with(['-', '\u{2013}', ',']) || cell.ends_with(".."));
        let rest = cells.first().filter(|rest| open || rest.starts_with(char::is_lowercase));
        if let Some((above, rest)) = above.cells.first_mut().zip(rest) {
            append_words(above, rest);
            return LineRole::Taken;
        }
        self.push_row(number, cells)
    }

    /// Returns whether a row has a cell in a column of numbers.
    fn has_number(&self, cells: &[String]) -> bool {
        let counts = |role: &Role| matches!(role, Role::Size(_) | Role::Offset(_) | Role::Count | Role::Value);
        cells.iter().zip(&self.roles).any(|(cell, role)| !cell.is_empty() && counts(role))
    }

    /// Returns whether a row after an empty line belongs to the table, because the row is full or has a number in a
    /// column of numbers.
    fn belongs_to_table(&self, cells: &[String], filled: usize) -> bool {
        let numbers = |(_, role): &(&String, &Role)| matches!(role, Role::Size(_) | Role::Offset(_) | Role::Value);
        let mut numbers = cells.iter().zip(&self.roles).filter(numbers);
        filled == self.layout.len() && filled > 2 || numbers.any(|(cell, _)| is_number(cell))
    }
}

/// Returns whether a cell may be in a column of numbers; letters in quotation marks count as numbers.
fn is_number(cell: &str) -> bool {
    let quoted = cell.starts_with(['"', '\'', '\u{201c}', '\u{201d}']);
    quoted || columns::cell_number(cell).is_some() || measure::read_size(cell).is_some()
}

/// Returns whether a line is a section number and a title.
fn is_heading(segments: &[Segment]) -> bool {
    let [number, title] = segments else { return false };
    let dotted = number.text.contains('.') && number.text.chars().all(|c| c.is_ascii_digit() || c == '.');
    dotted && title.text.starts_with(char::is_uppercase)
}

/// Returns the words of a line.
fn joined_words(segments: &[Segment]) -> String {
    segments.iter().map(|segment| segment.text.as_str()).collect::<Vec<_>>().join("  ")
}

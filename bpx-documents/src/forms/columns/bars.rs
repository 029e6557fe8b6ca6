//! Reads tables with `|` between columns and a line of dashes below the titles.

use super::lines::append_words;
use super::segments::split_segments;
use crate::columns;
use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::Form;

/// The largest number of bars in a line of a table; a line with more bars belongs to a picture.
const MOST: usize = 16;

/// Reads a table: titles, a line of dashes, then rows up to the next line of dashes.
pub(super) fn read_table(lines: &[Line<'_>]) -> Option<TakenLines> {
    let [first, rule, rest @ ..] = lines else { return None };
    let bars = Bars::of(&first.text);
    if !(1..MOST).contains(&bars.between.len()) || !is_rule(&rule.text) {
        return None;
    }
    let header = bars.split_cells(&first.text)?;
    let known = header.iter().filter(|title| columns::role_of_title(title).is_some()).count();
    if header.len() < 2 || 2 * known < header.len() {
        return None;
    }
    let mut grid = Grid { line: first.number, form: Form::Columns, header, ..Grid::default() };
    let mut taken = 2;
    for (at, line) in (3..).zip(rest) {
        if line.text.trim().is_empty() {
            continue;
        }
        if is_rule(&line.text) {
            taken = at;
            break;
        }
        let Some(cells) = bars.split_cells(&line.text) else { break };
        if cells.first().is_some_and(|first| !first.is_empty()) {
            grid.rows.push(Row { line: line.number, cells, when: String::new() });
        } else {
            let Some(above) = grid.rows.last_mut() else { break };
            above
                .cells
                .iter_mut()
                .zip(&cells)
                .filter(|(_, cell)| !cell.is_empty())
                .for_each(|(a, cell)| append_words(a, cell));
        }
        taken = at;
    }
    (!grid.rows.is_empty()).then_some((vec![Block::grid(grid)], taken))
}

/// The positions of the bars in the line of titles.
struct Bars {
    between: Vec<usize>,
    /// Whether each line also ends with a bar.
    closed: bool,
}

impl Bars {
    fn of(text: &str) -> Self {
        let closed = text.trim_end().ends_with('|');
        let bars = without_bar(text, closed).chars().enumerate().filter(|(_, c)| *c == '|').map(|(at, _)| at);
        Self { between: bars.filter(|at| *at > 0).collect(), closed }
    }

    /// Returns the cells between the bars; `None` if a bar is missing or at another position, except bars in the last
    /// column.
    fn split_cells(&self, text: &str) -> Option<Vec<String>> {
        let mut cells = vec![String::new()];
        let mut ahead = self.between.as_slice();
        for (at, c) in without_bar(text, self.closed).chars().enumerate().filter(|(at, c)| *at > 0 || *c != '|') {
            // In the last column a bar is a letter.
            if c != '|' || ahead.is_empty() {
                cells.last_mut()?.push(c);
                continue;
            }
            // A bar of a row can be a letter off that of the titles.
            let found = ahead.iter().position(|bar| bar.abs_diff(at) <= 1)?;
            cells.extend(std::iter::repeat_n(String::new(), found + 1));
            ahead = ahead.split_at(found + 1).1;
        }
        (cells.len() > 1 && ahead.is_empty()).then(|| cells.iter().map(|cell| cell.trim().to_owned()).collect())
    }
}

/// Returns a line without the bar at its end, if `closed` is true.
fn without_bar(text: &str, closed: bool) -> &str {
    let text = text.trim_end();
    if closed { text.strip_suffix('|').unwrap_or(text) } else { text }
}

/// Returns whether a line consists of dashes, and of crosses where the line meets bars.
fn is_rule(text: &str) -> bool {
    let text = text.replace('+', "-");
    split_segments(&text).is_some_and(|found| matches!(found.as_slice(), [rule] if rule.is_rule()))
}

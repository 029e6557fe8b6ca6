//! Reads simple tables of reStructuredText, whose columns are under `====  ====`.

use super::inline::plain_text;
use crate::forms::line::{Line, tab_stop};
use crate::forms::spans::{Cell, MOST_COLUMNS, SpannedTable};
use crate::model::Form;

/// The position of the first character of a column, and the position after the last character.
type Column = (usize, usize);

/// The line of a row, whether the cells are titles, and the cells.
type SimpleRow = (usize, bool, Vec<(Column, String)>);

/// The largest size of a border with tabs, in bytes.
const MAX_BORDER: usize = 1000;

/// Returns the columns that a border draws; returns `None` if the line is not a border of at least two columns.
pub(super) fn border_columns(text: &str, mark: char) -> Option<Vec<Column>> {
    let is_border = |c: char| c == mark || c == ' ' || c == '\t' && text.len() <= MAX_BORDER;
    if !text.trim_start().starts_with(mark) || !text.chars().all(is_border) {
        return None;
    }
    let mut columns: Vec<Column> = Vec::new();
    let mut place = 0_usize;
    let places = text.chars().map(|c| {
        let at = place;
        place = if c == '\t' { tab_stop(at) } else { at + 1 };
        (at, c)
    });
    for (at, _) in places.filter(|(_, c)| *c == mark) {
        match columns.last_mut().filter(|(_, end)| *end == at) {
            Some((_, end)) => *end = at + 1,
            None => columns.push((at, at + 1)),
        }
    }
    (2..=MOST_COLUMNS).contains(&columns.len()).then_some(columns)
}

/// Reads a table; also returns the number of lines that the table takes. Returns `None` if no border ends the table.
pub(super) fn read_table(lines: &[Line<'_>]) -> Option<(SpannedTable, usize)> {
    let first = lines.first()?;
    let columns = border_columns(&first.text, '=')?;
    // A table ends at the second border below its titles, or at one that an empty line, or the end, follows.
    let mut borders = Vec::new();
    for (at, _) in lines.iter().enumerate().skip(1).filter(|(_, line)| border_columns(&line.text, '=').is_some()) {
        borders.push(at);
        if borders.len() == 2 || lines.get(at + 1).is_none_or(|next| next.text.trim().is_empty()) {
            break;
        }
    }
    let end = *borders.last()?;
    // Without titles, no row comes before the first border, which is line 0.
    let head = borders.first().copied().filter(|_| borders.len() == 2).unwrap_or(0);
    let mut table = SpannedTable { line: first.number, form: Form::Restructured, ..SpannedTable::default() };
    let mut texts: Vec<SimpleRow> = Vec::new();
    let mut begins = true;
    for (at, line) in lines.iter().enumerate().take(end).skip(1) {
        if at == head || line.text.trim().is_empty() {
            begins = true;
            continue;
        }
        if let Some(spans) = border_columns(&line.text, '-').or_else(|| single_column(&line.text)) {
            // A line below titles shows which columns each of them takes.
            if let Some((_, _, cells)) = texts.last_mut() {
                *cells = recut_line(cells, &spans, lines.get(at - 1));
            }
            begins = true;
            continue;
        }
        let cells = cut_cells(&with_spaces(&line.text, &columns), &columns);
        let goes_on = cells.first().is_some_and(|(_, text)| text.is_empty()) && !texts.is_empty() && !begins;
        begins = false;
        match texts.last_mut().filter(|_| goes_on) {
            Some((_, _, above)) => append_cells(above, cells),
            None => texts.push((line.number, at < head, cells)),
        }
    }
    for (line, title, cells) in texts {
        let cell = |((from, to), text): (Column, String)| {
            let before = |end| columns.partition_point(|column| column.0 < end);
            let wide = before(to) - before(from);
            Cell { title, wide, ..Cell::plain_cell(plain_text(&text)) }
        };
        table.rows.push((line, cells.into_iter().map(cell).collect()));
    }
    Some((table, end + 1))
}

/// Returns the column above a single line of dashes.
fn single_column(text: &str) -> Option<Vec<Column>> {
    let lead = text.chars().take_while(|c| *c == ' ').count();
    let end = text.chars().count();
    (end - lead >= 3 && text.trim().chars().all(|c| c == '-')).then(|| vec![(lead, end)])
}

fn cut_cells(chars: &[char], columns: &[Column]) -> Vec<(Column, String)> {
    let starts = columns.iter().skip(1).map(|column| column.0).chain([usize::MAX]);
    let cell = |(column, next): (&Column, usize)| {
        let text: String = chars.iter().take(next).skip(column.0).collect();
        (*column, text.trim().to_owned())
    };
    columns.iter().zip(starts).map(cell).collect()
}

/// Splits a line into cells again, at other columns.
fn recut_line(cells: &[(Column, String)], spans: &[Column], line: Option<&Line<'_>>) -> Vec<(Column, String)> {
    let Some(line) = line.filter(|_| spans.len() <= cells.len()) else { return cells.to_vec() };
    cut_cells(&with_spaces(&line.text, spans), spans)
}

/// Returns the characters of a line, with spaces for each tab before the last column. A later tab becomes one space,
/// because such a tab moves nothing, and a line of tabs would grow to many times its size.
fn with_spaces(text: &str, columns: &[Column]) -> Vec<char> {
    let last = columns.last().map_or(0, |(start, _)| *start);
    let mut chars = Vec::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' if chars.len() < last => chars.resize(tab_stop(chars.len()), ' '),
            '\t' => chars.push(' '),
            _ => chars.push(c),
        }
    }
    chars
}

fn append_cells(above: &mut [(Column, String)], cells: Vec<(Column, String)>) {
    for ((_, text), (_, more)) in above.iter_mut().zip(cells).filter(|(_, (_, more))| !more.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&more);
    }
}

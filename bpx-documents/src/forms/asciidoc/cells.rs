//! Reads tables of AsciiDoc, whose cells follow `|` in the order of rows, over any number of lines.

use super::inline;
use crate::forms::line::Line;
use crate::forms::separated;
use crate::forms::spans::{Cell, CopyBudget, MOST_COLUMNS, SpannedTable};
use crate::model::Form;

/// The largest number of times that a table repeats a cell.
const MOST_TIMES: usize = 64;

/// The attributes above a table.
pub(super) struct Layout {
    /// The number of columns, if the attributes state the number.
    columns: Option<usize>,
    /// Whether the first row has titles, if the attributes state that.
    header: Option<bool>,
    separator: char,
    /// The separator of values, in a table of separated values.
    values: Option<u8>,
}

impl Layout {
    /// Reads the attributes of a table whose fence begins with `mark`.
    pub(super) fn of(attributes: &[String], mark: char) -> Self {
        let all = attributes.join(",");
        let named = |name: &str| {
            let (_, rest) = all.split_once(&format!("{name}="))?;
            let quoted = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
            quoted.or_else(|| rest.split([',', ' ']).next())
        };
        let options =
            ["options", "opts", "%header"].iter().filter_map(|name| named(name)).collect::<Vec<_>>().join(",");
        let says = |word: &str| all.contains(&format!("%{word}")) || options.split(',').any(|one| one.trim() == word);
        let header = if says("noheader") { Some(false) } else { says("header").then_some(true) };
        let values = match (named("format"), mark) {
            (Some("csv"), _) | (None, ',') => Some(b','),
            (Some("tsv"), _) => Some(b'\t'),
            (Some("dsv"), _) | (None, ':') => Some(b':'),
            _ => None,
        };
        let separator =
            named("separator").and_then(|text| text.chars().next()).unwrap_or(if mark == '!' { '!' } else { '|' });
        Self { columns: named("cols").map(count_columns).filter(|count| *count > 0), header, separator, values }
    }
}

/// Counts the columns that a text such as `1,2,3`, `3*` or `2*,1` states.
fn count_columns(text: &str) -> usize {
    let text = text.trim();
    // A number alone is one column of that width.
    let one = |part: &str| part.split_once('*').and_then(|(times, _)| times.trim().parse().ok()).unwrap_or(1_usize);
    let parts = text.split([',', ';']).filter(|part| !part.is_empty() || text.contains(','));
    parts.map(|part| one(part).min(MOST_COLUMNS)).sum::<usize>().min(MOST_COLUMNS)
}

/// Reads the lines of a table.
pub(super) fn read_table(lines: &[Line<'_>], layout: &Layout) -> SpannedTable {
    // A table without text has no rows, so that any line may be its first one.
    let first = lines.iter().position(|line| !line.text.trim().is_empty()).unwrap_or(0);
    // Titles are in the first line, and an empty line follows.
    let implied = first == 0 && lines.get(1).is_some_and(|line| line.text.trim().is_empty());
    let mut table = SpannedTable { form: Form::Asciidoc, ..SpannedTable::default() };
    if let Some(mark) = layout.values {
        let plain = |text: String| Cell::plain_cell(inline::plain_text(&text));
        let records = separated::read_records(lines, mark).into_iter();
        table.rows = records.map(|(line, cells)| (line, cells.into_iter().map(plain).collect())).collect();
    } else {
        let cells = read_cells(lines, layout.separator);
        let head = lines.get(first).map_or(0, |line| line.number);
        let in_first: usize = cells.iter().filter(|(line, _)| *line == head).map(|(_, cell)| cell.wide.max(1)).sum();
        table.rows = arrange_rows(cells, layout.columns.unwrap_or(in_first).max(1));
    }
    if layout.header.unwrap_or(implied)
        && let Some((_, cells)) = table.rows.first_mut()
    {
        cells.iter_mut().for_each(|cell| cell.title = true);
    }
    table
}

/// Reads the cells, each with its line; a specification right before a separator applies to the cell after the
/// separator.
fn read_cells(lines: &[Line<'_>], separator: char) -> Vec<(usize, Cell)> {
    let mut cells: Vec<(usize, Cell, usize)> = Vec::new();
    for line in lines {
        let mut rest = line.text.trim();
        let mut text = String::new();
        let mut first = true;
        let is_directive = ["ifdef::", "ifndef::", "endif::", "include::"].iter().any(|name| rest.starts_with(name));
        if is_directive || (rest.starts_with("//") && !rest.contains(separator)) {
            continue;
        }
        loop {
            let (before, after) = match rest.split_once(separator) {
                Some((before, after)) => (before, Some(after)),
                None => (rest, None),
            };
            if after.is_some() && before.ends_with('\\') {
                text.push_str(before.trim_end_matches('\\'));
                text.push(separator);
                rest = after.unwrap_or("");
                continue;
            }
            text.push_str(before);
            let word = text.rsplit(char::is_whitespace).next().unwrap_or("");
            // It is at the beginning of a line, or after a space.
            let free = first || word.len() < text.len();
            let about =
                if after.is_some() && free && read_spec(word).is_some() { word.to_owned() } else { String::new() };
            let own = text.strip_suffix(&about).unwrap_or(&text).trim();
            let own = own.strip_suffix(" +").filter(|_| after.is_none()).unwrap_or(own);
            if let Some((_, cell, _)) = cells.last_mut().filter(|_| !own.is_empty()) {
                if !cell.text.is_empty() {
                    cell.text.push(if first { '\n' } else { ' ' });
                }
                cell.text.push_str(own);
            }
            text.clear();
            first = false;
            let Some(after) = after else { break };
            let (times, cell) = read_spec(&about).unwrap_or((1, Cell::default()));
            cells.push((line.number, cell, times));
            rest = after;
        }
    }
    let mut budget = CopyBudget::of(cells.iter().map(|(_, cell, _)| cell));
    let mut all = Vec::with_capacity(cells.len());
    for (line, mut cell, times) in cells {
        cell.bold = inline::is_bold(&cell.text);
        cell.text = inline::plain_text(&cell.text);
        for _ in 1..times {
            if !budget.pay_copy(cell.text.len()) {
                break;
            }
            all.push((line, cell.clone()));
        }
        all.push((line, cell));
    }
    all
}

/// Reads the specification of a cell: `2+`, `.3+`, `2.3+^.>s`, `3*`; also returns how often the table repeats the cell.
fn read_spec(word: &str) -> Option<(usize, Cell)> {
    let mut rest = word;
    let mut number = || {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = rest.split_at_checked(digits)?;
        rest = after;
        number.parse::<usize>().ok().map(|number| number.min(1000))
    };
    let wide = number();
    let mut cell = Cell::default();
    let mut times = 1;
    let tall = match rest.strip_prefix('.').filter(|after| after.starts_with(|c: char| c.is_ascii_digit())) {
        Some(after) => {
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let tall = after.get(..digits).and_then(|tall| tall.parse().ok());
            rest = after.get(digits..).unwrap_or("");
            tall
        }
        None => None,
    };
    if let Some(after) = rest.strip_prefix('+').filter(|_| wide.is_some() || tall.is_some()) {
        (cell.wide, cell.tall) = (wide.unwrap_or(1), tall.unwrap_or(1));
        rest = after;
    } else if let Some(after) = rest.strip_prefix('*').filter(|_| tall.is_none()) {
        times = wide?.min(MOST_TIMES);
        rest = after;
    } else if wide.is_some() || tall.is_some() {
        return None;
    }
    let rest = rest.trim_start_matches(['<', '^', '>']);
    let rest = rest.strip_prefix('.').map_or(rest, |rest| rest.trim_start_matches(['<', '^', '>']));
    if !matches!(rest, "" | "a" | "d" | "e" | "h" | "l" | "m" | "s" | "v") {
        return None;
    }
    cell.title = rest == "h";
    Some((times, cell))
}

/// Arranges cells in rows of `columns` columns; a cell that spans rows takes its columns in the rows below.
fn arrange_rows(cells: Vec<(usize, Cell)>, columns: usize) -> Vec<(usize, Vec<Cell>)> {
    // For each column, the number of further rows that a cell above takes.
    let mut taken = vec![0_usize; columns];
    let mut rows: Vec<(usize, Vec<Cell>)> = Vec::new();
    let mut at = columns;
    for (line, cell) in cells {
        if at >= columns {
            rows.push((line, Vec::new()));
            at = 0;
            taken.iter_mut().filter(|rows| **rows > 0).for_each(|rows| *rows -= 1);
        }
        let free = |from: usize, taken: &[usize]| {
            taken.iter().enumerate().skip(from).find(|(_, rows)| **rows == 0).map_or(columns, |(at, _)| at)
        };
        at = free(at, &taken);
        for rows in taken.iter_mut().skip(at).take(cell.wide.max(1)) {
            *rows = cell.tall.max(1);
        }
        at = free(at + cell.wide.max(1), &taken);
        if let Some((_, row)) = rows.last_mut() {
            row.push(cell);
        }
    }
    rows
}

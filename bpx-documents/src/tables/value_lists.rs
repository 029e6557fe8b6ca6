//! Reads columns of values whose cells list the values of a field: `0 = raw, 1 = packed`.

use crate::columns::{Role, cell_number, column_roles, title_words};
use crate::forms::block::Grid;
use crate::model::{Body, Value};
use std::collections::HashSet;

/// Returns the values that cells of a table list, each list with the line of its row.
pub(crate) fn value_lists(grid: &Grid) -> Vec<(usize, Vec<Value>)> {
    let is_list = |title: &String| {
        let titles = ["value", "values", "codes", "options", "enum", "enumeration", "choices"];
        title_words(title).last().is_some_and(|word| titles.contains(&word.as_str()))
    };
    let columns: Vec<usize> =
        grid.header.iter().enumerate().filter(|(_, title)| is_list(title)).map(|(column, _)| column).collect();
    let cells = |(at, column): (usize, usize)| {
        let row = grid.rows.get(at)?;
        Some((row.line, list_in_cell(row.cells.get(column)?, row.line)?))
    };
    let places = (0..grid.rows.len()).flat_map(|at| columns.iter().map(move |column| (at, *column)));
    let notes = column_roles(&grid.header).iter().position(|role| *role == Role::Notes);
    let described = (0..grid.rows.len()).filter_map(|at| Some((at, notes?))).filter_map(cells);
    places.filter_map(cells).chain(described.filter(|(_, values)| counts_on(values))).collect()
}

/// Returns whether at least three values count from 0 or 1. In a description, other numbers may only be some of the
/// values.
fn counts_on(values: &[Value]) -> bool {
    let numbers: Option<Vec<u64>> = values.iter().map(|value| value.value).collect();
    numbers.is_some_and(|numbers| {
        let first = numbers.first().copied().unwrap_or(2);
        numbers.len() > 2 && first <= 1 && (first..).zip(&numbers).all(|(expected, number)| expected == *number)
    })
}

/// Returns the set of the values of a field. Values of flags are single bits; single bits of another field may be flags
/// too, so they are not a set if each is twice the one before. The error is the reason why the values are not a set.
pub(crate) fn listed_body(name: &str, values: Vec<Value>) -> Result<Body, String> {
    let words = title_words(name);
    let is_flag = |word: &String| FLAGS.iter().any(|flag| word.ends_with(flag));
    let are_bits = values.iter().all(|value| value.value.is_none_or(|value| value.count_ones() <= 1));
    let mut numbers: Vec<u64> = values.iter().filter_map(|value| value.value.filter(|value| *value > 0)).collect();
    numbers.sort_unstable();
    let doubles =
        numbers.len() > 2 && numbers.windows(2).all(|pair| matches!(pair, [a, b] if a.checked_mul(2) == Some(*b)));
    match (words.iter().any(is_flag), are_bits) {
        (true, true) => Ok(Body::Flags { values }),
        (true, false) => Err(format!("the values of `{name}` are not single bits, but its name is that of flags")),
        (false, _) if doubles => Err(format!("the values of `{name}` may be numbers or single bits")),
        (false, _) => Ok(Body::Enumeration { values }),
    }
}

/// Ends of names of fields whose bits have meanings of their own.
const FLAGS: [&str; 12] = [
    "flag",
    "flags",
    "mask",
    "bits",
    "bitfield",
    "attribute",
    "attributes",
    "permissions",
    "options",
    "caps",
    "capabilities",
    "features",
];

/// Reads a list of at least two numbers with names; a part that has no number stays a text.
fn list_in_cell(cell: &str, line: usize) -> Option<Vec<Value>> {
    let part = |part: &str| {
        let (left, right) = MARKS.iter().find_map(|mark| part.split_once(mark))?;
        let (left, right) = (left.trim(), right.trim());
        let is_text = |text: &str| text.contains(char::is_alphabetic) && cell_number(text).is_none();
        let (text, name) = if is_text(left) && cell_number(right).is_some() { (right, left) } else { (left, right) };
        let is_pair = is_text(name) && text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let value = cell_number(text);
        is_pair.then(|| Value { line, name: name.to_owned(), value, text: text.to_owned(), notes: String::new() })
    };
    let parts = cell.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let values: Vec<Value> = parts.map(part).collect::<Option<_>>()?;
    let mut known = HashSet::new();
    let numbers: Vec<u64> = values.iter().filter_map(|value| value.value).collect();
    (numbers.len() > 1 && numbers.into_iter().all(|number| known.insert(number))).then_some(values)
}

/// The marks between a number and its name.
const MARKS: [&str; 6] = ["=>", "=", ":", " - ", " \u{2013} ", "\u{2192}"];

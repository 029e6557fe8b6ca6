//! Splits columns that state two things: `Offset/Size` above `0x1F1/1`.

use crate::columns::{Role, role_of_title};
use crate::forms::block::Grid;

/// Splits a column whose title names an offset and a size, if each cell has two numbers.
pub(super) fn split_joined(grid: &mut Grid) {
    let Some(column) = grid.header.iter().position(|title| split_titles(title).is_some()) else { return };
    let Some((left, right)) = grid.header.get(column).and_then(|title| split_titles(title)) else { return };
    let titles = [left.to_owned(), right.to_owned()];
    let cells = grid.cells().map(|cells| split_numbers(cells.get(column).map_or("", String::as_str)));
    let Some(cells) = cells.collect::<Option<Vec<_>>>() else { return };
    let (lefts, rights): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
    let (lefts, rights) = (mark_hexadecimal(lefts), mark_hexadecimal(rights));
    grid.header.splice(column..=column, titles);
    for (row, (left, right)) in grid.rows.iter_mut().zip(lefts.into_iter().zip(rights)) {
        row.cells.splice(column..=column, [left, right]);
    }
}

/// Returns the two titles of a column of offsets and sizes.
fn split_titles(title: &str) -> Option<(&str, &str)> {
    let (left, right) = title.split_once('/')?;
    let is_pair =
        matches!(role_of_title(left), Some(Role::Offset(_))) && matches!(role_of_title(right), Some(Role::Size(_)));
    is_pair.then(|| (left.trim(), right.trim()))
}

/// Splits a cell into two numbers.
fn split_numbers(cell: &str) -> Option<(String, String)> {
    let (left, right) = cell.split_once('/')?;
    let is_number =
        |text: &str| !text.is_empty() && text.trim_start_matches("0x").bytes().all(|c| c.is_ascii_hexdigit());
    let (left, right) = (left.trim(), right.trim());
    (is_number(left) && is_number(right)).then(|| (left.to_owned(), right.to_owned()))
}

/// Marks all numbers of a column as hexadecimal, if a number has a letter as a digit.
fn mark_hexadecimal(cells: Vec<String>) -> Vec<String> {
    let has_letter = |cell: &String| cell.bytes().any(|c| c.is_ascii_alphabetic() && c != b'x');
    if !cells.iter().any(has_letter) {
        return cells;
    }
    let mark = |cell: String| if cell.starts_with("0x") { cell } else { format!("0x{cell}") };
    cells.into_iter().map(mark).collect()
}

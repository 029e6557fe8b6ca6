//! Reads tables whose titles occur several times, side by side.

use crate::columns::{Role, role_of_title};
use crate::forms::block::{Grid, Row};

/// Moves parts with the same titles below each other: `Name | Value | Name | Value`. The parts stay beside each other
/// if no title names a value or an offset, because nothing then shows the order of the parts.
pub(super) fn stack_parts(grid: &mut Grid) {
    let Some(wide) = repeated_width(&grid.header) else { return };
    let ordered = |title: &String| matches!(role_of_title(title), Some(Role::Value | Role::Offset(_)));
    if !grid.header.iter().take(wide).any(ordered) {
        return;
    }
    let parts = grid.header.len() / wide;
    let rows = std::mem::take(&mut grid.rows);
    for part in 0..parts {
        let cells = |row: &Row| row.cells.iter().skip(part * wide).take(wide).cloned().collect::<Vec<_>>();
        let rows = rows.iter().map(|row| Row { line: row.line, cells: cells(row), when: row.when.clone() });
        grid.rows.extend(rows.filter(|row| row.cells.iter().any(|cell| !cell.trim().is_empty())));
    }
    grid.header.truncate(wide);
}

/// Returns the number of titles after which the titles repeat.
fn repeated_width(header: &[String]) -> Option<usize> {
    let titles: Vec<String> = header.iter().map(|title| crate::name::normal_name(title)).collect();
    let repeats = |wide: &usize| {
        let first = titles.get(..*wide).unwrap_or(&[]);
        titles.len().is_multiple_of(*wide) && titles.chunks(*wide).all(|part| part == first)
    };
    let wide = (2..=titles.len() / 2).find(repeats)?;
    titles.iter().all(|title| !title.is_empty()).then_some(wide)
}

/// Reports a title that occurs twice, because only the first column with the title is read.
pub(super) fn doubtful_title(grid: &Grid) -> Option<String> {
    let named =
        |title: &&String| matches!(role_of_title(title), Some(Role::Name | Role::Type | Role::Size(_) | Role::Value));
    let is_filled =
        |column: usize| grid.cells().any(|cells| cells.get(column).is_some_and(|cell| !cell.trim().is_empty()));
    let again = |(column, title): (usize, &String)| {
        let known = grid.header.iter().take(column).any(|before| before.trim().eq_ignore_ascii_case(title.trim()));
        (known && named(&title) && is_filled(column)).then(|| title.trim().to_owned())
    };
    let title = grid.header.iter().enumerate().take(MAX_TITLES).find_map(again)?;
    Some(format!("two columns have the title `{title}`, but only the first column is read"))
}

/// The largest number of titles that are compared.
const MAX_TITLES: usize = 64;

//! Reads rows that state a condition for the rows below: `If the kiln is hot:`.

use crate::forms::block::{Grid, Row};

/// Removes rows of conditions from a table, and adds each condition to the rows below, up to the next row with nothing
/// but a text. A condition above several rows stays open, because the condition may apply only to the first of these
/// rows.
pub(super) fn apply_conditions(grid: &mut Grid) {
    if grid.header.len() < 2 || !grid.rows.iter().any(|row| row_condition(row).is_some()) {
        return;
    }
    let rows = std::mem::take(&mut grid.rows);
    let mut rest = rows.into_iter().peekable();
    while let Some(row) = rest.next() {
        let Some(when) = row_condition(&row) else {
            grid.rows.push(row);
            continue;
        };
        let mut below = Vec::new();
        while let Some(row) = rest.next_if(|row| only_text(row).is_none()) {
            below.push(row);
        }
        let when = match below.len() {
            0 | 1 => when,
            count => format!("{when} (stated above {count} rows)"),
        };
        below.iter_mut().for_each(|row| row.when.clone_from(&when));
        grid.rows.append(&mut below);
    }
}

/// Returns the text of a row that has nothing but the text.
fn only_text(row: &Row) -> Option<&str> {
    let (first, others) = row.cells.split_first()?;
    let is_alone = !first.trim().is_empty() && others.iter().all(|cell| cell.trim().is_empty());
    is_alone.then(|| first.trim_matches(['*', '_', ':', ' ']))
}

/// Returns the condition that a row states.
fn row_condition(row: &Row) -> Option<String> {
    let text = only_text(row)?;
    let lower = text.to_lowercase();
    let lead = ["only if ", "only when ", "if ", "when "].into_iter().find(|lead| lower.starts_with(lead))?;
    text.get(lead.len()..).map(|when| when.trim().to_owned()).filter(|when| !when.is_empty())
}

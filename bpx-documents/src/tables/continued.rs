//! Joins rows that only continue the description of the field above, and removes a row with the sum of sizes.

use super::places::Places;
use super::totals::{LastRow, last_row};
use crate::columns::Role;
use crate::forms::block::{Grid, Row};

/// Joins a row that has nothing but notes, or the same offset and name as the row above, to the row above. Notes before
/// the first row, and notes about the following field, belong to the row below.
pub(super) fn join_rows(grid: &mut Grid) {
    if grid.header.is_empty() {
        return;
    }
    let places = Places::of(grid);
    if last_row(grid, &places) == LastRow::Sum {
        grid.rows.pop();
    }
    let placed = places.has_role(Role::Offset(None));
    let is_fields = placed || places.has_role(Role::Type) || places.has_role(Role::Size(None));
    if is_fields && grid.header.len() > 2 {
        grid.rows.retain(|row| !is_title(row, &places));
    }
    remove_groups(grid, &places);
    let Some(notes) = places.column_of(Role::Notes).filter(|_| is_fields && places.has_role(Role::Name)) else {
        return;
    };
    let mut rows = Vec::with_capacity(grid.rows.len());
    let mut above: Option<String> = None;
    let mut rest = std::mem::take(&mut grid.rows).into_iter().peekable();
    while let Some(mut row) = rest.next() {
        let is_lead = placed && rest.peek().is_some() && is_note_for_rows(&row, notes, rows.is_empty());
        if let Some(lead) = row.cells.get(notes).filter(|_| is_lead) {
            let lead = lead.trim();
            above = Some(above.take().map_or_else(|| lead.to_owned(), |above| format!("{above}\n{lead}")));
            continue;
        }
        if let Some((lead, own)) = above.take().zip(row.cells.get_mut(notes)) {
            *own = format!("{lead}\n{own}").trim().to_owned();
        }
        let cell = |column: usize| row.cells.get(column).map_or("", |cell| cell.trim());
        let others = || (0..row.cells.len()).filter(|column| *column != notes);
        let Some(last): Option<&mut Row> = rows.last_mut().filter(|_| !cell(notes).is_empty()) else {
            rows.push(row);
            continue;
        };
        let is_empty = others().all(|column| cell(column).is_empty());
        let is_same = placed
            && [Role::Offset(None), Role::Name]
                .into_iter()
                .all(|role| places.cell_of(&row.cells, role).is_some_and(|cell| !cell.is_empty()))
            && others().all(|column| last.cells.get(column).is_some_and(|above| above.trim() == cell(column)));
        let text = Some(cell(notes).to_owned()).filter(|_| is_empty || is_same);
        match text.zip(last.cells.get_mut(notes)) {
            Some((text, above)) => {
                above.push('\n');
                above.push_str(&text);
            }
            None => rows.push(row),
        }
    }
    grid.rows = rows;
}

/// Removes rows without a size whose parts are the next rows: `bounds` of the type `struct` before `bounds.left`.
fn remove_groups(grid: &mut Grid, places: &Places) {
    let name = |row: &Row| places.cell_of(&row.cells, Role::Name).map_or("", str::trim).to_owned();
    let next: Vec<String> = grid.rows.iter().skip(1).map(name).chain([String::new()]).collect();
    let mut next = next.into_iter();
    grid.rows.retain(|row| {
        let part = next.next().unwrap_or_default();
        let own = name(row);
        let ty = places.cell_of(&row.cells, Role::Type).map_or("", str::trim).to_lowercase();
        let is_group = matches!(ty.as_str(), "struct" | "structure" | "record" | "group" | "object");
        let has_parts = !own.is_empty() && part.strip_prefix(&own).is_some_and(|rest| rest.starts_with('.'));
        let sized = places.cell_of(&row.cells, Role::Size(None)).is_some_and(|cell| !cell.trim().is_empty());
        !(is_group && has_parts && !sized)
    });
}

/// Returns whether a row is the title of a group of fields: a single cell, in a column that has no role, or words in the
/// column of offsets.
fn is_title(row: &Row, places: &Places) -> bool {
    let mut filled = row.cells.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty());
    let (Some((column, cell)), None) = (filled.next(), filled.next()) else { return false };
    let cell = cell.trim_matches(['*', '_', ':', ' ']);
    let is_words = cell.chars().all(|c| c.is_alphabetic() || c == ' ') && cell.len() >= LEAST_TITLE;
    let in_offsets = places.column_of(Role::Offset(None)) == Some(column);
    !places.is_read(column) || in_offsets && is_words && !MARKS.contains(&&*cell.to_lowercase())
}

/// The smallest size in bytes of a title in a column of offsets.
const LEAST_TITLE: usize = 3;

/// Words in a column of offsets that are not titles.
const MARKS: [&str; 7] = ["variable", "varies", "var", "end", "rest", "last", "eof"];

/// Returns whether a row has nothing but notes about the rows below.
fn is_note_for_rows(row: &Row, notes: usize, is_first: bool) -> bool {
    let is_alone = row.cells.iter().enumerate().all(|(column, cell)| (column == notes) != cell.trim().is_empty());
    let text = row.cells.get(notes).map_or("", |cell| cell.trim()).to_lowercase();
    is_alone && (is_first || ["next field", "following field"].iter().any(|words| text.contains(words)))
}

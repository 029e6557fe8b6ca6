//! Splits tables of several structures: rows with a title, after which offsets begin at 0 again.

use super::offsets::read_offsets;
use crate::columns::{Role, column_roles};
use crate::forms::block::{Block, Grid, Row};
use crate::model::Skipped;
use std::mem::discriminant;

/// Replaces each table of several structures by a table for each structure.
pub(crate) fn split_groups(blocks: Vec<Block>) -> Vec<Block> {
    let mut split = Vec::with_capacity(blocks.len());
    for block in blocks {
        match block {
            Block::Grid(grid) => split_table(*grid, &mut split),
            other => split.push(other),
        }
    }
    split
}

fn split_table(mut grid: Grid, blocks: &mut Vec<Block>) {
    let Some(titles) = find_titles(&grid) else { return blocks.push(Block::grid(grid)) };
    let mut titles = titles.into_iter().peekable();
    let rows = std::mem::take(&mut grid.rows).into_iter().enumerate();
    let mut part = Grid { rows: Vec::new(), ..grid.clone() };
    let mut end = |part: Grid| {
        if !part.rows.is_empty() {
            blocks.push(Block::grid(part));
        }
    };
    let mut repeated = Vec::new();
    for (at, row) in rows {
        let Some(title) = titles.next_if(|title| title.row == at) else {
            part.rows.push(row);
            continue;
        };
        if title.repeats {
            let reason = format!("`{}` is repeated, but no table shows how often", title.name);
            repeated.push(Block::Skipped(Skipped::open_part(row.line, reason)));
        }
        let next = Grid { line: row.line, name: Some(title.name), rows: Vec::new(), ..grid.clone() };
        end(std::mem::replace(&mut part, next));
    }
    end(part);
    blocks.append(&mut repeated);
}

/// The title of a group of rows.
struct Title {
    row: usize,
    name: String,
    /// Whether the title says that the group occurs several times.
    repeats: bool,
}

/// Returns the rows that are titles, if the offsets of at least two groups begin at 0.
fn find_titles(grid: &Grid) -> Option<Vec<Title>> {
    let roles = column_roles(&grid.header);
    let is_offset = |role: &Role| discriminant(role) == discriminant(&Role::Offset(None));
    let column = roles.iter().position(is_offset).filter(|_| grid.header.len() > 1)?;
    let titles: Vec<Title> = grid.rows.iter().enumerate().filter_map(|(at, row)| title_of_row(at, row)).collect();
    let first = titles.first()?;
    let begins_at_0 = |at: usize| {
        let cell = grid.rows.get(at).and_then(|row| row.cells.get(column)).map_or("", |cell| cell.trim());
        let start = read_offsets(std::iter::once(cell), false).first().copied().flatten();
        start.is_some_and(|place| place.start == 0)
    };
    let before = usize::from(first.row > 0 && begins_at_0(0));
    let all = titles.iter().all(|title| begins_at_0(title.row + 1));
    (all && titles.len() + before > 1 && (first.row == 0 || before == 1)).then_some(titles)
}

/// Returns the title that a row states: a text in a single cell.
fn title_of_row(at: usize, row: &Row) -> Option<Title> {
    let mut filled = row.cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
    let text = filled.next()?;
    // A cell over all columns may be repeated in each of them.
    let is_alone = filled.all(|cell| cell == text);
    let name = text.trim_matches(['*', '_', ':', ' ', '-', '=']);
    let lower = name.to_lowercase();
    let condition = ["if ", "when ", "only ", "unless "].iter().any(|lead| lower.starts_with(lead));
    let is_title = is_alone && name.starts_with(char::is_alphabetic) && name.len() <= MAX_TITLE && !condition;
    let lead = ["for each ", "for every ", "each ", "every ", "per "].iter().find(|lead| lower.starts_with(**lead));
    let own = lead.and_then(|lead| name.get(lead.len()..)).unwrap_or(name);
    let own = own.split(['(', ',', ':', '.']).next().unwrap_or(own).trim();
    let repeats = lead.is_some() || ["repeated", "repeats", " times"].iter().any(|word| lower.contains(word));
    (is_title && !own.is_empty()).then(|| Title { row: at, name: own.to_owned(), repeats })
}

/// The largest size of a title in bytes.
const MAX_TITLE: usize = 60;

//! Applies corrections to the tables of a document.

use super::entry::{Cell, Entry, Which, table_fingerprint};
use super::{Corrections, Key, Keys, Unapplied};
use crate::forms::block::{Block, Grid, Heading, Row};
use crate::limit::Allowance;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The effects of corrections, except changes of existing tables: the corrections that were not applied, and the tables
/// to ignore and to add.
#[derive(Default)]
pub(crate) struct CorrectionEffects {
    pub unapplied: Vec<Unapplied>,
    /// The indexes of blocks with tables that a correction ignores.
    pub ignored: BTreeSet<usize>,
    /// The tables to add, with their sections, by the index of the block before each table.
    pub added: BTreeMap<usize, Vec<(String, Grid)>>,
}

impl CorrectionEffects {
    /// Removes ignored tables, and inserts added tables.
    pub(crate) fn apply_to_blocks(mut self, blocks: Vec<Block>) -> Vec<Block> {
        let mut finished = Vec::with_capacity(blocks.len());
        for (index, block) in blocks.into_iter().enumerate() {
            if !self.ignored.contains(&index) {
                finished.push(block);
            }
            let added = self.added.remove(&index).into_iter().flatten();
            finished.extend(added.map(|(_, grid)| Block::grid(grid)));
        }
        finished.extend(self.added.into_values().flatten().map(|(_, grid)| Block::grid(grid)));
        finished
    }
}

impl Corrections {
    /// Corrects the tables among blocks; the other blocks stay at their indexes. Cells that a row lacks are charged.
    pub(crate) fn correct_tables(
        &self,
        blocks: &mut [Block],
        keys: &Keys,
        allowance: &mut Allowance,
    ) -> CorrectionEffects {
        let mut outcome = CorrectionEffects::default();
        let mut corrected = HashSet::new();
        for one in &self.entries {
            let done = apply_entry(&one.entry, (&mut *blocks, keys, &mut *allowance), &mut corrected, &mut outcome);
            if let Err(message) = done {
                outcome.unapplied.push(Unapplied { place: one.place.clone(), message });
            }
        }
        outcome
    }
}

fn apply_entry(
    entry: &Entry,
    (blocks, keys, allowance): (&mut [Block], &Keys, &mut Allowance),
    corrected: &mut HashSet<usize>,
    outcome: &mut CorrectionEffects,
) -> Result<(), String> {
    let number = entry.number.unwrap_or(1);
    let key = Key { section: entry.section.clone(), name: entry.name.clone(), number };
    let found = keys.block_of(&key);
    if entry.add {
        if found.is_some() {
            return Err(format!("the table {key} to add is in the document already"));
        }
        let (after, line) = end_of(&entry.section, blocks)?;
        let grid = added_grid(entry, line);
        outcome.added.entry(after).or_default().push((entry.section.clone(), grid));
        return Ok(());
    }
    let Some(index) = found else {
        let names: Vec<_> = keys.tables_in_section(&entry.section).take(8).map(|name| format!("`{name}`")).collect();
        let has = if names.is_empty() { "no table".to_owned() } else { names.join(", ") };
        return Err(format!("expected the table {key}, found in the section {has}"));
    };
    if entry.number.is_none() && keys.block_of(&Key { number: 2, ..key.clone() }).is_some() {
        return Err(format!("expected one table {key}, found several tables: add `number = 1` for the first table"));
    }
    let Some(Block::Grid(grid)) = blocks.get_mut(index) else { return Err(format!("{key} is not a table")) };
    if let Some(was) = &entry.was {
        let is = table_fingerprint(grid);
        if *was != is {
            return Err(format!(
                "expected the table {key} with `was = {was}`, found `{is}`, because the text of the table has changed"
            ));
        }
    }
    if !corrected.insert(index) {
        return Err(format!("the table {key} is corrected by another entry"));
    }
    // An entry is applied completely or not at all.
    let mut changed = (**grid).clone();
    change_grid(entry, &mut changed, allowance)?;
    **grid = changed;
    if entry.ignore {
        outcome.ignored.insert(index);
    }
    Ok(())
}

fn change_grid(entry: &Entry, grid: &mut Grid, allowance: &mut Allowance) -> Result<(), String> {
    for cell in &entry.cell {
        let place = find_cell(cell, grid, allowance)?;
        if *place != cell.was {
            return Err(format!("expected `{}` in {}, found `{place}`", cell.was, cell_name(cell)));
        }
        place.clone_from(&cell.text);
    }
    if let Some(header) = &entry.header {
        grid.header.clone_from(header);
    }
    if let Some(rows) = &entry.rows {
        grid.rows = place_rows(rows, &grid.rows, grid.line);
    }
    for (row, when) in grid.rows.iter_mut().zip(entry.when.iter().flatten()) {
        row.when.clone_from(when);
    }
    grid.name = entry.rename.clone().or_else(|| grid.name.take());
    grid.code = entry.code.or(grid.code);
    grid.unit = entry.unit.map(Into::into).or(grid.unit);
    grid.endian = entry.endian.map(Into::into).or(grid.endian);
    Ok(())
}

/// Returns rows with the cells: old rows keep their lines, and a new row has the line of the row before.
fn place_rows(rows: &[Vec<String>], old: &[Row], line: usize) -> Vec<Row> {
    let mut left = old;
    let mut last = old.first().map_or(line, |row| row.line);
    let place = |cells: &Vec<String>| {
        let at = left.iter().take(NEAR).position(|row| row.cells == *cells);
        if let Some((row, rest)) = at.and_then(|at| left.get(at..)).and_then(<[Row]>::split_first) {
            left = rest;
            last = row.line;
            return row.clone();
        }
        Row { line: last, cells: cells.clone(), when: String::new() }
    };
    rows.iter().map(place).collect()
}

/// The largest number of adjacent removed rows after which later rows are still found.
const NEAR: usize = 64;

fn cell_name(cell: &Cell) -> String {
    format!("row {}, column {}", cell.row, cell.column)
}

/// Returns the text of a cell, to be changed.
fn find_cell<'g>(cell: &Cell, grid: &'g mut Grid, allowance: &mut Allowance) -> Result<&'g mut String, String> {
    let column = match &cell.column {
        Which::Number(number) => number.checked_sub(1),
        Which::Text(title) => {
            let mut same =
                grid.header.iter().enumerate().filter(|(_, one)| one.trim().eq_ignore_ascii_case(title.trim()));
            same.next().filter(|_| same.next().is_none()).map(|(column, _)| column)
        }
    };
    let column = column.ok_or_else(|| {
        format!("expected one column {}, found the columns `{}`", cell.column, grid.header.join("`, `"))
    })?;
    let has = |row: &Row, text: &String| row.cells.iter().any(|one| one.trim() == text.trim());
    let row = match &cell.row {
        Which::Number(number) => number.checked_sub(1),
        Which::Text(text) => {
            let mut same = grid.rows.iter().enumerate().filter(|(_, row)| has(row, text));
            same.next().filter(|_| same.next().is_none()).map(|(row, _)| row)
        }
    };
    let missing = match &cell.row {
        Which::Number(number) => format!("expected row {number}, found {} rows", grid.rows.len()),
        Which::Text(text) => {
            let count = grid.rows.iter().filter(|row| has(row, text)).count();
            format!("expected one row with the cell `{text}`, found {count}")
        }
    };
    let row = row.and_then(|row| grid.rows.get_mut(row)).ok_or(missing)?;
    // Readers leave out empty cells at the end of a row.
    if row.cells.len() <= column && column < grid.header.len() {
        if !allowance.charge_cells(row.line, grid.header.len() - row.cells.len()) {
            return Err(format!("expected enough memory for {}, found too little", cell_name(cell)));
        }
        row.cells.resize(grid.header.len(), String::new());
    }
    row.cells.get_mut(column).ok_or_else(|| format!("expected a cell in {}, found none", cell_name(cell)))
}

/// Returns the index of the last block of a section before its subsections, and the line of the section's heading.
fn end_of(section: &str, blocks: &[Block]) -> Result<(usize, usize), String> {
    let label = |heading: &Heading| match heading.number.as_slice() {
        [] => heading.title.clone(),
        number => number.iter().map(u32::to_string).collect::<Vec<_>>().join("."),
    };
    let (mut inside, mut found) = (section.is_empty(), section.is_empty().then_some((0, 1)));
    for (index, block) in blocks.iter().enumerate() {
        if let Block::Heading(heading) = block {
            if found.is_some() {
                break;
            }
            inside = label(heading) == section;
            found = inside.then_some((index, heading.line));
        } else if inside {
            found = found.map(|(_, line)| (index, line));
        }
    }
    found.ok_or_else(|| format!("expected a section `{section}` for the table to add, found none"))
}

fn added_grid(entry: &Entry, line: usize) -> Grid {
    let row = |cells: &Vec<String>| Row { line, cells: cells.clone(), when: String::new() };
    let mut grid = Grid {
        line,
        name: Some(entry.name.clone()),
        code: entry.code,
        unit: entry.unit.map(Into::into),
        endian: entry.endian.map(Into::into),
        header: entry.header.iter().flatten().cloned().collect(),
        rows: entry.rows.iter().flatten().map(row).collect(),
        ..Grid::default()
    };
    for (row, when) in grid.rows.iter_mut().zip(entry.when.iter().flatten()) {
        row.when.clone_from(when);
    }
    grid
}

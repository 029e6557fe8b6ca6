//! Finds the roles of columns whose cells show the roles, although the titles do not.

use crate::columns::Role;
use crate::forms::block::Grid;
use crate::measure::{self, Measure};
use crate::types::{Types, type_meaning};
use std::collections::HashSet;

/// Returns the cells of a column that are not empty.
fn filled_cells(grid: &Grid, column: usize) -> impl Iterator<Item = &str> {
    grid.cells().filter_map(move |cells| cells.get(column)).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
}

/// Finds a column whose cells are marked offsets, a column whose cells are sizes with units, and another column with
/// names, in a table without titles of offsets and sizes: `+00 | 8B | Seal`.
pub(super) fn shown_by_cells(grid: &Grid, roles: &mut [Role]) {
    let is_laid_out = |role: &Role| matches!(role, Role::Offset(_) | Role::Size(_) | Role::Type | Role::Name);
    if grid.rows.len() < 2 || roles.iter().any(is_laid_out) {
        return;
    }
    let is_offset = |cell: &str| cell.starts_with(['+', '$']) || cell.starts_with("0x");
    let is_size = |cell: &str| matches!(measure::read_size(cell), Some(Measure::Bits(_)));
    let most = |column: usize, is: &dyn Fn(&str) -> bool| {
        3 * filled_cells(grid, column).filter(|cell| is(cell)).count() >= 2 * grid.rows.len()
    };
    let first = |column: &usize| filled_cells(grid, *column).next().and_then(measure::read_number) == Some(0);
    let Some(offsets) = (0..roles.len()).find(|column| most(*column, &is_offset)).filter(first) else { return };
    let Some(sizes) = (0..roles.len()).find(|column| most(*column, &is_size)) else { return };
    let names = (0..roles.len()).find(|column| ![offsets, sizes].contains(column));
    let found = [(Some(offsets), Role::Offset(None)), (Some(sizes), Role::Size(None)), (names, Role::Name)];
    for (column, role) in found {
        let place = column.and_then(|column| roles.get_mut(column));
        place.into_iter().for_each(|place| *place = role);
    }
}

/// Makes a column of types a column of names, beside sizes, offsets or numbers, if its cells are different words and
/// not known types: `Type | Size | Contents`, `Type | Number`.
pub(super) fn types_are_names(grid: &Grid, roles: &mut [Role]) {
    let is_laid_out = roles.iter().any(|role| matches!(role, Role::Offset(_) | Role::Size(_)));
    let values = roles.iter().position(|role| *role == Role::Value).filter(|_| !is_laid_out);
    let is_number =
        |cells: &[String], at: usize| cells.get(at).is_some_and(|cell| measure::read_number(cell).is_some());
    let are_numbered = values.is_some_and(|at| grid.cells().all(|cells| is_number(cells, at)));
    if roles.contains(&Role::Name) || !is_laid_out && !are_numbered {
        return;
    }
    let Some(column) = roles.iter().position(|role| *role == Role::Type) else { return };
    let mut known = HashSet::new();
    let are_unlike =
        filled_cells(grid, column).all(|cell| known.insert(cell) && type_meaning(cell, &Types::new()).is_none());
    let words = filled_cells(grid, column).filter(|cell| cell.contains(' ')).count();
    if are_unlike && known.len() > 1 && (are_numbered || 2 * words > known.len()) {
        roles.iter_mut().skip(column).take(1).for_each(|place| *place = Role::Name);
    }
}

//! Finds the roles of columns from their cells, where titles alone do not show the roles.

use super::offsets;
use crate::columns::{Role, cell_answer, cell_number, names_kind, names_size, role_of_title, title_words};
use crate::forms::block::Grid;
use crate::measure::{self, Measure};
use std::collections::HashSet;
use std::mem::discriminant;

/// Returns whether all cells of a column are numbers.
fn has_numbers(grid: &Grid, column: usize) -> bool {
    grid.cells().all(|cells| cells.get(column).is_some_and(|cell| measure::read_number(cell.trim()).is_some()))
}

fn set_role(roles: &mut [Role], column: usize, role: Role) {
    roles.iter_mut().skip(column).take(1).for_each(|place| *place = role);
}

/// Makes the first of two columns of values a column of names, if its cells are words and the other cells are numbers:
/// `Code | Value | Meaning`.
pub(super) fn numbers_are_values(grid: &Grid, roles: &mut [Role]) {
    let titled = |column: &usize| grid.header.get(*column).and_then(|title| role_of_title(title)) == Some(Role::Value);
    let columns: Vec<usize> = (0..roles.len()).filter(titled).collect();
    if let [first, second] = columns.as_slice()
        && roles.get(*first) == Some(&Role::Value)
        && !roles.contains(&Role::Name)
        && !has_numbers(grid, *first)
        && has_numbers(grid, *second)
        && !grid.rows.is_empty()
    {
        set_role(roles, *first, Role::Name);
        set_role(roles, *second, Role::Value);
    }
}

/// Makes a column of decimal numbers a column of offsets, if a column of hexadecimal numbers repeats it and the numbers
/// leave room for the sizes in another column: `Dec | Hex | Length | Content`.
pub(super) fn sums_are_offsets(grid: &Grid, roles: &mut [Role]) {
    if roles.iter().any(|role| matches!(role, Role::Offset(_))) {
        return;
    }
    let titled = |wanted: [&str; 2]| {
        grid.header
            .iter()
            .position(|title| matches!(title_words(title).as_slice(), [word] if wanted.contains(&word.as_str())))
    };
    let size = roles.iter().position(|role| matches!(role, Role::Size(_)));
    let columns = titled(["dec", "decimal"]).zip(titled(["hex", "hexadecimal"])).zip(size);
    let Some(((decimal, hexadecimal), size)) = columns else { return };
    let cell = |cells: &'_ [String], column: usize| cells.get(column).map(|cell| cell.trim().to_owned());
    let row = |cells: &[String]| {
        let first: u64 = cell(cells, decimal)?.parse().ok()?;
        let second = cell(cells, hexadecimal)?.to_lowercase();
        let digits = second.trim_start_matches("0x").trim_end_matches('h');
        (u64::from_str_radix(digits, 16).ok()? == first).then_some((first, cell(cells, size)?))
    };
    let rows: Option<Vec<(u64, String)>> = grid.cells().map(row).collect();
    if rows.is_some_and(|rows| leave_room(&rows)) {
        set_role(roles, decimal, Role::Offset(None));
        set_role(roles, hexadecimal, Role::Unknown);
    }
}

/// Returns whether numbers from 0 grow by at least the sizes beside them, and at least once by a size of several bytes.
fn leave_room(rows: &[(u64, String)]) -> bool {
    let bytes = |cell: &str| match measure::read_size(cell)? {
        Measure::Plain(size) => size.exact(),
        Measure::Bits(size) => size.exact().map(|bits| bits / 8),
    };
    let pairs = || {
        rows.windows(2).filter_map(|pair| match pair {
            [(a, size), (b, _)] => Some((b.checked_sub(*a), bytes(size))),
            _ => None,
        })
    };
    let has_room = |(step, size): (Option<u64>, Option<u64>)| {
        step.is_some_and(|step| step > 0 && size.is_none_or(|size| size <= step))
    };
    rows.first().is_some_and(|(first, _)| *first == 0)
        && pairs().all(has_room)
        && pairs().any(|(step, size)| step == size && step > Some(1))
}

/// Makes the first of two columns of descriptions a column of names, beside a column of numbers:
/// `Code | Meaning | Description`.
pub(super) fn meanings_are_names(grid: &Grid, roles: &mut [Role]) {
    let titled = |wanted: Role| move |title: &&String| role_of_title(title) == Some(wanted);
    let describing = grid.header.iter().filter(titled(Role::Notes)).count();
    let others = |role: &Role| matches!(role, Role::Offset(_) | Role::Size(_) | Role::Type | Role::Name | Role::Count);
    let Some(values) = roles.iter().position(|role| *role == Role::Value) else { return };
    if describing < 2 || !has_numbers(grid, values) || roles.iter().any(others) {
        return;
    }
    let mut columns =
        (0..grid.header.len()).filter(|at| grid.header.get(*at).as_ref().is_some_and(titled(Role::Notes)));
    for role in [Role::Name, Role::Notes] {
        columns.next().into_iter().for_each(|column| set_role(roles, column, role));
    }
}

/// Makes a column of numbers a column of values, if its title names a kind and only texts are beside it:
/// `Kind | Name`, `Type | Message`.
pub(super) fn kinds_are_values(grid: &Grid, roles: &mut [Role]) {
    let others = |role: &Role| matches!(role, Role::Offset(_) | Role::Size(_) | Role::Count | Role::Value);
    if grid.header.len() > 3 || grid.rows.len() < 2 || roles.iter().any(others) {
        return;
    }
    let is_kind = |column: &usize| {
        let named = grid.header.get(*column).is_some_and(|title| names_kind(title));
        let number = |cells: &[String]| cells.get(*column).and_then(|cell| measure::read_number(cell));
        let numbers: Option<HashSet<u64>> = grid.cells().map(number).collect();
        named && numbers.is_some_and(|numbers| numbers.len() == grid.rows.len())
    };
    let is_text = |column: usize| {
        let filled = |cells: &[String]| cells.get(column).is_some_and(|cell| cell.contains(char::is_alphabetic));
        grid.cells().all(filled)
    };
    let Some(values) = (0..roles.len()).find(is_kind) else { return };
    let beside = (0..roles.len()).find(|column| *column != values && is_text(*column));
    if let Some(names) = beside {
        set_role(roles, values, Role::Value);
        if !roles.contains(&Role::Name) {
            set_role(roles, names, Role::Name);
        }
    }
}

/// Makes a column beside numbers a column of names, if the title of the numbers begins with its title, or if there are
/// only two columns: `Mode ID | Mode`, `Value | Glaze`.
pub(super) fn titled_as_values(grid: &Grid, roles: &mut [Role]) {
    let values = roles.iter().position(|role| *role == Role::Value);
    let Some(values) = values.filter(|_| !roles.contains(&Role::Name) && grid.rows.len() > 1) else { return };
    let title = title_words(grid.header.get(values).map_or("", String::as_str));
    let is_shared = |column: usize| {
        let own = title_words(grid.header.get(column).map_or("", String::as_str));
        let is_same = title.split_last().is_some_and(|(_, lead)| !own.is_empty() && own == lead);
        is_same || grid.header.len() == 2 && !own.is_empty()
    };
    let is_named = |cells: &[String], column: usize| {
        let is_number =
            |column: usize| cells.get(column).is_some_and(|cell| measure::read_number(cell.trim()).is_some());
        is_number(values) && !is_number(column) && cells.get(column).is_some_and(|cell| !cell.trim().is_empty())
    };
    let mut columns = (0..roles.len()).filter(|column| roles.get(*column) == Some(&Role::Unknown));
    let column = columns.find(|column| is_shared(*column) && grid.cells().all(|cells| is_named(cells, *column)));
    column.into_iter().for_each(|column| set_role(roles, column, Role::Name));
}

/// Makes a column of values that are words a column of names, beside types and sizes:
/// `Type | Size | Value | Description`.
pub(super) fn values_are_names(grid: &Grid, roles: &mut [Role]) {
    let has = |wanted: fn(&Role) -> bool| roles.iter().any(wanted);
    let laid_out = has(|role| *role == Role::Type) && has(|role| matches!(role, Role::Size(_) | Role::Offset(_)));
    if !laid_out || has(|role| *role == Role::Name) {
        return;
    }
    let Some(values) = roles.iter().position(|role| *role == Role::Value) else { return };
    let is_word = |cell: &str| {
        cell.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && cell.split_whitespace().count() <= 3
            && cell_number(cell).is_none()
    };
    if grid.cells().all(|cells| cells.get(values).is_some_and(|cell| is_word(cell.trim()))) {
        set_role(roles, values, Role::Name);
    }
}

/// Derives the roles of columns without titles from their cells. A number after a type is a size, and otherwise a
/// value. Yes and no state whether a section is required; a second such column states whether the section occurs once.
pub(super) fn infer_roles(grid: &Grid) -> Vec<Role> {
    // Of each column: whether all cells are answers, and whether one is a number.
    let mut found: Vec<(bool, bool)> = Vec::new();
    for cells in grid.cells() {
        found.resize(found.len().max(cells.len()), (true, false));
        for (cell, (answers, numbers)) in cells.iter().zip(&mut found) {
            *answers &= cell_answer(cell).is_some();
            *numbers |= cell_number(cell).is_some();
        }
    }
    let columns = || found.iter().enumerate().skip(1);
    let mut answers = columns().filter(|(_, (answers, _))| *answers).map(|(column, _)| column);
    let (required, single) = (answers.next(), answers.next());
    let numbers = columns().find(|(_, (_, numbers))| *numbers).map(|(column, _)| column);
    // A number is not a name: such rows are sizes above values, or numbered.
    if has_numbers(grid, 0) {
        return vec![Role::Unknown; found.len()];
    }
    (0..found.len())
        .map(|column| match column {
            0 => Role::Name,
            _ if required == Some(column) => Role::Required,
            _ if single == Some(column) => Role::Single,
            _ if numbers == Some(column) && required.is_some() => Role::Type,
            _ if numbers == Some(column) && column == 1 => Role::Value,
            _ if numbers == Some(column) => Role::Size(None),
            1 if numbers == Some(2) => Role::Type,
            _ => Role::Notes,
        })
        .collect()
}

/// Makes a column of sizes a column of offsets, if its cells are ranges: bytes `0-3` are a place, `4` is a size. Returns
/// whether there is such a column.
pub(super) fn ranges_are_offsets(grid: &Grid, roles: &mut [Role]) -> bool {
    if roles.iter().any(|role| matches!(role, Role::Offset(_))) {
        return false;
    }
    let mut found = false;
    for (column, role) in roles.iter_mut().enumerate() {
        let title = grid.header.get(column).map_or("", String::as_str);
        if let Role::Size(unit @ Some(_)) = *role
            && !names_size(title)
        {
            // A row without a place goes on with the one above.
            let cells = || grid.cells().filter_map(|cells| cells.get(column).map(String::as_str));
            let cells = || cells().filter(|cell| !cell.trim().is_empty());
            if offsets::are_ranges(cells()) || offsets::are_intervals(cells()) {
                *role = Role::Offset(unit);
                found = true;
            }
        }
    }
    found
}

/// Returns the columns whose titles name sizes or offsets, if another column has that role.
pub(super) fn repeated_columns(grid: &Grid, roles: &[Role]) -> Vec<usize> {
    let is_again = |column: &usize| {
        let titled = grid.header.get(*column).and_then(|title| role_of_title(title));
        let has = |wanted: Role| roles.iter().any(|role| discriminant(role) == discriminant(&wanted));
        matches!(titled, Some(wanted @ (Role::Size(_) | Role::Offset(_))) if has(wanted))
    };
    (0..grid.header.len()).filter(|column| roles.get(*column) == Some(&Role::Unknown)).filter(is_again).collect()
}

/// Returns whether the cells of a column are consecutive numbers from 0 or 1.
pub(super) fn numbers_rows(grid: &Grid, column: usize) -> bool {
    let number = |cells: &[String]| measure::read_number(cells.get(column)?.trim().trim_end_matches('.'));
    let numbers: Option<Vec<u64>> = grid.cells().map(number).collect();
    numbers.is_some_and(|numbers| {
        let first = numbers.first().copied().unwrap_or(2);
        first <= 1 && (first..).zip(&numbers).all(|(expected, number)| expected == *number)
    })
}

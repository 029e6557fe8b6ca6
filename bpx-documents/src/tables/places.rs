//! Finds the roles of columns.

use super::beside::ExtraColumns;
use super::offsets;
use super::roles::{
    infer_roles, kinds_are_values, meanings_are_names, numbers_are_values, numbers_rows, ranges_are_offsets,
};
use super::roles::{repeated_columns, sums_are_offsets, titled_as_values, values_are_names};
use super::scale::Scale;
use super::shown::{shown_by_cells, types_are_names};
use crate::columns::{Role, column_roles, title_words};
use crate::forms::block::Grid;
use crate::measure::{self, Measure};
use crate::size::Unit;
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};

/// The role of each column of a table.
pub(super) struct Places {
    columns: HashMap<Discriminant<Role>, usize>,
    /// The unit that the title of the size column names.
    pub size: Option<Unit>,
    /// The unit that the title of the offset column names.
    pub offset: Option<Unit>,
    /// The scale of the numbers in the size column; `offsets` has that of the offset column.
    pub sizes: Scale,
    pub offsets: Scale,
    /// Whether the size column states the size of one of several elements.
    pub per_element: bool,
    /// Whether the offset column states the beginnings and the ends of fields.
    pub ranges: bool,
    /// Whether a single number beside ranges is one byte or one bit.
    pub singles: bool,
    /// The columns with further facts about fields.
    pub beside: ExtraColumns,
    /// The columns that repeat sizes or offsets.
    pub again: Vec<usize>,
}

impl Places {
    pub(super) fn of(grid: &Grid) -> Self {
        let mut roles = if grid.header.is_empty() { infer_roles(grid) } else { column_roles(&grid.header) };
        let mut ranges = false;
        let singles = ranges_are_offsets(grid, &mut roles);
        shown_by_cells(grid, &mut roles);
        sums_are_offsets(grid, &mut roles);
        types_are_names(grid, &mut roles);
        numbers_are_values(grid, &mut roles);
        meanings_are_names(grid, &mut roles);
        values_are_names(grid, &mut roles);
        kinds_are_values(grid, &mut roles);
        titled_as_values(grid, &mut roles);
        let beside = ExtraColumns::of(grid, |column| roles.get(column).is_some_and(|role| *role != Role::Unknown));
        let (sizes, offsets) = (Scale::default(), Scale::default());
        let (columns, again) = (HashMap::new(), repeated_columns(grid, &roles));
        let mut places = Self {
            columns,
            size: None,
            offset: None,
            sizes,
            offsets,
            per_element: false,
            ranges: false,
            singles,
            beside,
            again,
        };
        let scale = |column: usize| grid.header.get(column).map_or_else(Scale::default, |title| Scale::of(title));
        for (column, role) in roles.iter().enumerate() {
            match role {
                Role::Size(unit) => {
                    places.size = *unit;
                    places.sizes = scale(column);
                }
                Role::Offset(unit) => {
                    places.offset = *unit;
                    places.offsets = scale(column);
                    let cells = || grid.cells().filter_map(|cells| cells.get(column).map(String::as_str));
                    ranges = offsets::are_ranges(cells());
                }
                _ => {}
            }
            places.columns.entry(discriminant(role)).or_insert(column);
        }
        places.ranges = ranges;
        places.singles |= ranges && places.offset.is_some();
        places.columns.remove(&discriminant(&Role::Unknown));
        places.find_description(grid, &roles);
        places.per_element = places.has_role(Role::Count) && places.states_elements(grid);
        // A first bit and a count of bits.
        if places.offset == Some(Unit::Bits)
            && !places.has_role(Role::Size(None))
            && !places.has_role(Role::Type)
            && let Some(column) = places.columns.remove(&discriminant(&Role::Count))
        {
            places.columns.insert(discriminant(&Role::Size(None)), column);
            places.size = Some(Unit::Bits);
        }
        places
    }

    /// Takes a column without a known title as descriptions, beside offsets and types.
    fn find_description(&mut self, grid: &Grid, roles: &[Role]) {
        let labelled = [Role::Name, Role::Notes, Role::Value].into_iter().any(|role| self.has_role(role));
        let sized = self.has_role(Role::Type) || self.has_role(Role::Size(None));
        if labelled || !sized || !self.has_role(Role::Offset(None)) {
            return;
        }
        let unknown = (0..roles.len()).filter(|column| roles.get(*column) == Some(&Role::Unknown));
        let unknown: Vec<usize> = unknown.filter(|column| !self.again.contains(column)).collect();
        // A column that numbers the rows describes nothing, if there is another one.
        if let Some(column) = unknown.iter().find(|column| !numbers_rows(grid, **column)).or(unknown.first()) {
            self.columns.insert(discriminant(&Role::Notes), *column);
        }
    }

    /// Returns whether the title of the size column is about one element.
    fn states_elements(&self, grid: &Grid) -> bool {
        let title = self.title_of(grid, Role::Size(None)).map(title_words).unwrap_or_default();
        let words = ["element", "elements", "item", "entry", "each", "per"];
        title.iter().any(|word| words.contains(&word.as_str()))
    }

    pub(super) fn has_role(&self, role: Role) -> bool {
        self.columns.contains_key(&discriminant(&role))
    }

    pub(super) fn cell_of<'c>(&self, cells: &'c [String], role: Role) -> Option<&'c str> {
        cells.get(*self.columns.get(&discriminant(&role))?).map(String::as_str)
    }

    /// Returns whether a column has a role.
    pub(super) fn is_read(&self, column: usize) -> bool {
        self.columns.values().any(|read| *read == column)
    }

    pub(super) fn column_of(&self, role: Role) -> Option<usize> {
        self.columns.get(&discriminant(&role)).copied()
    }

    /// Returns the title of the column that has a role.
    pub(super) fn title_of<'g>(&self, grid: &'g Grid, role: Role) -> Option<&'g str> {
        grid.header.get(self.column_of(role)?).map(String::as_str)
    }

    /// Takes the cell that has a role out of a row; an empty text without such a cell.
    pub(super) fn take_cell(&self, cells: &mut [String], role: Role) -> String {
        let column = self.columns.get(&discriminant(&role));
        column.and_then(|column| cells.get_mut(*column)).map(std::mem::take).unwrap_or_default()
    }

    /// Returns the unit of sizes that a correction or the title of the column states.
    pub(super) fn size_unit(&self, grid: &Grid) -> Option<Unit> {
        grid.unit.or(self.size)
    }

    /// Returns a size cell and its size; a column with the sizes of elements gives the size of all elements.
    pub(super) fn measure_elements(&self, cell: String, count: &str) -> (String, Option<Measure>) {
        let measure = self.sizes.measure_cell(&cell);
        if !self.per_element || matches!(count, "" | "1" | "-") {
            return (cell, measure);
        }
        let all = measure::read_number(count).zip(measure).map(|(count, measure)| measure.times(count));
        if all.is_some() { (cell, all) } else { (format!("{count} * {cell}"), None) }
    }
}

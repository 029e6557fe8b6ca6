//! Finds the roles of columns, and from them the kind of a table.

use super::beside::ExtraColumns;
use super::offsets;
use super::roles::{
    infer_roles, kinds_are_values, meanings_are_names, numbers_are_values, numbers_rows, ranges_are_offsets,
};
use super::roles::{repeated_columns, sums_are_offsets, titled_as_values, values_are_names};
use super::scale::Scale;
use super::shown::{shown_by_cells, types_are_names};
use super::typed_size;
use crate::columns::{Role, cell_number, column_roles, title_words};
use crate::forms::block::Grid;
use crate::measure::{self, Measure};
use crate::model::Form;
use crate::size::Unit;
use crate::types::{Types, leading_size, type_meaning};
use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

/// The kind of a table, by its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Sections,
    Codes,
    /// A table with one row for each bit, which has the names of flags.
    Bits,
    Structure,
    Types,
    Other,
}

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

    pub(super) fn table_kind(&self, grid: &Grid, types: &Types) -> Kind {
        let (named, described) = (self.has_role(Role::Name) && self.has_names(grid), self.has_role(Role::Notes));
        let (typed, sized) = (self.has_role(Role::Type), self.has_role(Role::Size(None)));
        let placed = self.has_role(Role::Offset(None));
        let laid_out = sized || placed || self.has_role(Role::Count);
        let labelled = named || described;
        let is_field = placed && sized || typed && (sized || placed || self.has_types(grid, types));
        if (self.has_role(Role::Required) || self.has_role(Role::Single)) && !is_field {
            Kind::Sections
        } else if self.has_role(Role::Value)
            && labelled
            && !placed
            && !(sized && named && !self.has_codes(grid))
            && !(named && typed && self.has_words(grid) && self.has_types(grid, types))
        {
            Kind::Codes
        } else if named && (typed && laid_out || is_members(grid) && !placed) {
            Kind::Structure
        } else if placed && self.offset == Some(Unit::Bits) && labelled && !typed && !sized && !self.ranges {
            if self.are_bits(grid) { Kind::Bits } else { Kind::Other }
        } else if placed
            && (labelled || self.has_role(Role::Value))
            && (sized || typed || self.ranges || self.offsets_grow(grid))
        {
            Kind::Structure
        } else if (named || typed) && sized && !placed && self.defines_types(grid, types)
            || (named || self.lists_types(grid, types)) && self.is_glossary(grid)
            || self.explains_types(grid)
        {
            Kind::Types
        } else if labelled && (sized && self.has_sizes(grid, types) || typed && self.has_types(grid, types)) {
            Kind::Structure
        } else {
            Kind::Other
        }
    }

    /// Returns whether most values are words instead of numbers: `0: none, 1: image`.
    fn has_words(&self, grid: &Grid) -> bool {
        let values = grid.cells().filter_map(|cells| self.cell_of(cells, Role::Value)).map(str::trim);
        let is_word = |value: &&str| value.contains([' ', ':', '=']) && cell_number(value).is_none();
        2 * values.filter(is_word).count() > grid.rows.len()
    }

    /// Returns whether at least half of the names are not empty.
    fn has_names(&self, grid: &Grid) -> bool {
        let names = grid.cells().filter_map(|cells| self.cell_of(cells, Role::Name));
        2 * names.filter(|name| !name.trim().is_empty()).count() >= grid.rows.len()
    }

    /// Returns whether the values are numbers of the rows, and not contents of fields. One of four values may be
    /// another text: `8 or 9`.
    fn has_codes(&self, grid: &Grid) -> bool {
        let mut known = HashSet::new();
        let codes = grid.cells().filter_map(|cells| self.cell_of(cells, Role::Value).and_then(cell_number));
        let codes: Vec<_> = codes.filter(|code| known.insert(*code)).collect();
        let range = codes.iter().max().zip(codes.iter().min()).map(|(max, min)| max - min);
        range.is_some_and(|range| range < 4 * grid.rows.len() as u64) && 4 * codes.len() >= 3 * grid.rows.len()
    }

    /// Returns whether each row has a single bit, with a number below 64.
    fn are_bits(&self, grid: &Grid) -> bool {
        let mut bits = grid.cells().map(|cells| self.cell_of(cells, Role::Offset(None)).and_then(cell_number));
        bits.all(|bit| bit.is_some_and(|bit| bit < 64))
    }

    /// Returns whether the offsets are numbers that increase.
    fn offsets_grow(&self, grid: &Grid) -> bool {
        let cells = grid.cells().filter_map(|cells| self.cell_of(cells, Role::Offset(None)));
        let starts: Option<Vec<_>> = offsets::read_offsets(cells, self.offsets.hex).into_iter().collect();
        starts.is_some_and(|starts| starts.len() > 1 && starts.is_sorted_by(|a, b| a.start < b.start))
    }

    /// Returns whether a field of the document has a type that the table names.
    pub(super) fn defines_types(&self, grid: &Grid, types: &Types) -> bool {
        let name = if self.has_role(Role::Name) { Role::Name } else { Role::Type };
        let own = |name: &&str| self.has_role(Role::Name) || type_meaning(name, &Types::new()).is_none();
        grid.cells().filter_map(|cells| self.cell_of(cells, name)).filter(own).any(|name| types.is_used(name))
    }

    /// Returns whether the table lists types with explanations of the same size: `UInt16`,
    /// `16-bit (2-byte) unsigned integer`.
    fn explains_types(&self, grid: &Grid) -> bool {
        let explains = |cells: &[String]| {
            let ty = type_meaning(self.cell_of(cells, Role::Type)?, &Types::new())?.size?;
            (leading_size(self.cell_of(cells, Role::Notes)?, &Types::new())? == ty).then_some(())
        };
        !self.has_role(Role::Name) && grid.cells().all(|cells| explains(cells).is_some())
    }

    /// Returns whether a table without sizes and offsets has each type once, and fields have several of the types.
    fn lists_types(&self, grid: &Grid, types: &Types) -> bool {
        if !self.has_role(Role::Type)
            || [Role::Size(None), Role::Offset(None)].into_iter().any(|role| self.has_role(role))
        {
            return false;
        }
        let mut known = HashSet::new();
        let mut used = 0_usize;
        let is_new = |ty: &str| {
            used += usize::from(types.is_used(ty));
            known.insert(ty.to_owned())
        };
        grid.cells().filter_map(|cells| self.cell_of(cells, Role::Type)).all(is_new) && used > 1
    }

    /// Returns whether most descriptions begin with a size: `8-bit unsigned char`.
    fn is_glossary(&self, grid: &Grid) -> bool {
        let notes = grid.cells().filter_map(|cells| self.cell_of(cells, Role::Notes));
        let sized = notes.filter(|notes| leading_size(notes, &Types::new()).is_some()).count();
        sized > 0 && 2 * sized > grid.rows.len()
    }

    /// Returns whether at least half of the types are known, or have a section of their own.
    pub(super) fn has_types(&self, grid: &Grid, types: &Types) -> bool {
        let cells = grid.cells().filter_map(|cells| self.cell_of(cells, Role::Type));
        let (mut known, mut titles) = (0_usize, 0_usize);
        for cell in cells {
            known += usize::from(type_meaning(cell, types).is_some());
            titles += usize::from(types.is_title(cell));
        }
        known > 0 && 2 * (known + titles) >= grid.rows.len()
    }

    /// Returns whether at least half of the sizes are understood.
    fn has_sizes(&self, grid: &Grid, types: &Types) -> bool {
        let cells = grid.cells().filter_map(|cells| self.cell_of(cells, Role::Size(None)));
        let is_size = |cell: &&str| measure::read_size(cell).is_some() || type_meaning(cell, types).is_some();
        let known =
            cells.filter(|cell| is_size(cell) || typed_size::split_typed_size(cell, self.size).is_some()).count();
        known > 0 && 2 * known >= grid.rows.len()
    }
}

fn is_members(grid: &Grid) -> bool {
    matches!(grid.form, Form::Members | Form::Listing | Form::Bits) && grid.header.len() == 3
}

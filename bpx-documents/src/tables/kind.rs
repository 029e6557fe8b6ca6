//! Finds the kind of a table from the roles and the cells of its columns.

use super::offsets;
use super::places::Places;
use super::typed_size;
use crate::columns::{Role, cell_number};
use crate::forms::block::Grid;
use crate::measure;
use crate::model::Form;
use crate::size::Unit;
use crate::types::{Types, leading_size, type_meaning};
use std::collections::HashSet;

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

impl Places {
    /// Returns the kind of a table.
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

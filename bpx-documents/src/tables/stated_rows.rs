//! Reads the cells of the rows of a structure: types, sizes and places.

use super::declared::{counted_type, declares_members, split_declared, with_brackets};
use super::declared::{without_keyword, without_placeholder};
use super::offsets::Place;
use super::places::Places;
use super::scale::Counts;
use super::typed_size;
use super::units::{Evidence, type_of_size};
use super::{again, footnotes, radix};
use crate::columns::Role;
use crate::forms::block::{Grid, Row};
use crate::measure::{self, Measure};
use crate::size::{Size, Unit};
use crate::types::{TypeMeaning, Types, type_meaning};

/// The statements in the cells of a row.
pub(super) struct StatedRow {
    pub(super) ty: String,
    /// The name, if the name follows the type in one cell.
    pub(super) name: Option<String>,
    pub(super) meaning: Option<TypeMeaning>,
    /// The cell with the size.
    pub(super) cell: String,
    pub(super) measure: Option<Measure>,
    pub(super) place: Option<Place>,
    /// The cell with the offset, if the offset is not understood.
    pub(super) lost: Option<String>,
}

impl StatedRow {
    /// Returns the words of the type, or else those in the column of sizes.
    pub(super) fn words(&self) -> &str {
        if self.ty.is_empty() { &self.cell } else { &self.ty }
    }
}

/// The rows of a structure.
pub(super) struct Rows {
    pub(super) rows: Vec<StatedRow>,
    /// The number of bits between two offsets that differ by 1; `None` if the number is not known.
    pub(super) offset: Option<u64>,
    /// Sentences about the columns that are not understood.
    pub(super) open: Vec<String>,
}

impl Rows {
    /// Reads the cells of all rows.
    pub(super) fn of(grid: &Grid, places: &Places, types: &Types) -> Self {
        let cell = |row: &Row, role| places.cell_of(&row.cells, role).unwrap_or("").trim().to_owned();
        let (mut starts, unclear) = radix::read_offsets(grid, places, types);
        let mut open = again::add_repeated_places(grid, places, &mut starts);
        open.extend(unclear);
        if places.singles {
            let end = |place: &mut Place| place.end = place.end.or(place.start.checked_add(1));
            starts.iter_mut().flatten().for_each(end);
        }
        let members = declares_members(grid, places, types);
        let row = |(row, place): (&Row, Option<Place>)| {
            let ty = counted_type(without_keyword(cell(row, Role::Type)), &cell(row, Role::Count));
            let ty = without_placeholder(with_brackets(ty, &cell(row, Role::Name)), &cell(row, Role::Notes));
            let member = split_declared(&ty, types).filter(|_| members);
            let member = member.map(|(ty, name)| (with_brackets(ty.to_owned(), name), Some(name.to_owned())));
            let (ty, name) = member.unwrap_or((ty, None));
            let mut size = cell(row, Role::Size(None));
            let is_type = places.sizes.measure_cell(&size).is_none() && type_of_size(&size, types).is_some();
            if ty.is_empty() && is_type {
                size = with_brackets(size, &cell(row, Role::Name));
            }
            let typed = typed_size::split_typed_size(&size, places.size_unit(grid)).filter(|_| ty.is_empty());
            let typed = typed.map(|(size, ty)| (size.to_owned(), with_brackets(ty.to_owned(), &cell(row, Role::Name))));
            let (size, ty) = typed.unwrap_or((size, ty));
            let (size, measure) = places.measure_elements(size, &cell(row, Role::Count));
            let offset = cell(row, Role::Offset(None));
            let lost = Some(offset).filter(|offset| place.is_none() && !offset.is_empty());
            let meaning = type_meaning(&ty, types).or_else(|| type_of_size(&size, types));
            StatedRow { ty, name, meaning, cell: size, measure, place, lost }
        };
        let rows = grid.rows.iter().zip(starts).map(row).collect();
        // Offsets count bytes unless the document mentions bits.
        let offset = match places.offsets.counts {
            Counts::Units => Some(places.offset.unwrap_or(Unit::Bytes).bits()),
            Counts::Groups(bits) => Some(bits),
            Counts::Unknown => None,
        };
        if let Some(title) = places.title_of(grid, Role::Offset(None)).filter(|_| offset.is_none()) {
            open.push(format!("the unit of the offsets in `{title}` is not known"));
        }
        let mut rows = Self { rows, offset, open };
        footnotes::remove_marks(&mut rows, places.size_unit(grid));
        rows
    }

    /// Returns the number of bits from the beginning of a field to its stated end, or else to the next field.
    pub(super) fn step_bits(&self, at: usize) -> Option<u64> {
        let place = self.rows.get(at)?.place?;
        let next = || self.rows.get(at + 1)?.place?.start.checked_sub(place.start);
        place.element_count().or_else(next)?.checked_mul(self.offset?)
    }

    /// Returns whether a row has the offset of the row before.
    pub(super) fn shares_offset(&self, at: usize) -> bool {
        let start = |at: usize| self.rows.get(at).and_then(|row| Some(row.place?.start));
        at.checked_sub(1).is_some_and(|before| start(at).is_some() && start(at) == start(before))
    }

    /// Returns whether the offsets are those of the bits in whole bytes, from the highest bit down to 0.
    pub(super) fn places_fall(&self) -> bool {
        let ends: Option<Vec<_>> = self.rows.iter().map(|row| Some((row.place?.start, row.place?.end?))).collect();
        let Some(ends) = ends.filter(|ends| ends.len() > 1 && self.offset == Some(1)) else { return false };
        let follow = |pair: &[(u64, u64)]| matches!(pair, [(start, _), (_, end)] if start == end);
        let whole = ends.first().zip(ends.last()).is_some_and(|((_, all), (first, _))| all % 8 == 0 && *first == 0);
        whole && ends.windows(2).all(follow)
    }

    /// Returns whether cells of sizes name bytes, and no cell names bits.
    pub(super) fn states_bytes(&self) -> bool {
        let units = || {
            let words = self.rows.iter().filter(|row| row.measure.is_some()).flat_map(|row| row.cell.split([' ', '-']));
            words.filter_map(|word| Unit::of(word.trim_start_matches(|c: char| c.is_ascii_digit())))
        };
        units().next().is_some() && units().all(|unit| unit == Unit::Bytes)
    }

    /// Returns whether an offset after a field of varying size is a mark, or a sum that begins with the offset of that
    /// field: `5 + n`. The other terms are the sizes of the fields between, and are not checked.
    pub(super) fn follows_varying(&self, at: usize, cell: &str, sizes: &[Option<Size>]) -> bool {
        let mut before = self.rows.iter().zip(sizes).take(at).rev();
        let varying = before.find(|(row, _)| row.place.is_some());
        let varying = varying.filter(|(_, size)| size.is_none_or(|size| size.exact().is_none()));
        let Some(start) = varying.and_then(|(row, _)| row.place) else { return false };
        let sum = cell.split_once('+').filter(|(_, rest)| rest.contains(char::is_alphabetic));
        sum.is_some_and(|(first, _)| measure::read_number(first) == Some(start.start))
            || matches!(cell, "?" | "..." | "\u{2026}" | "-" | "\u{2013}" | "\u{2014}" | "var" | "variable" | "varies")
    }

    /// Returns the evidence of the sizes for a unit; `total` is the stated size of all fields in bits.
    pub(super) fn size_evidence(&self, total: Option<u64>) -> Evidence {
        let mut evidence = Evidence::default();
        let mut sum = Some(0_u64);
        for (at, row) in self.rows.iter().enumerate() {
            let count = row.measure.and_then(Measure::plain_number);
            sum = sum.zip(count).and_then(|(sum, count)| sum.checked_add(count));
            let Some(count) = count else { continue };
            if let Some(meaning) = &row.meaning {
                evidence.add_type(count, meaning);
            }
            // A field at the offset of the next one shares its bytes.
            if let Some(step) = self.step_bits(at).filter(|step| *step > 0) {
                evidence.add_step(count, step);
            }
        }
        if let Some((sum, total)) = sum.zip(total) {
            evidence.add_total(sum, total);
        }
        evidence
    }
}

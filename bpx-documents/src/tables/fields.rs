//! Converts rows to fields: names, types, offsets, and sizes in the unit that the table shows.

use super::Context;
use super::doubts;
use super::notes::{condition_of_name, presence_condition, split_name};
use super::numbers;
use super::offsets::Place;
use super::places::Places;
use super::several;
use super::stated_rows::{Rows, StatedRow};
use super::texts;
use super::typed_size;
use super::units::{Evidence, type_of_size};
use crate::columns::Role;
use crate::forms::block::{Grid, Row};
use crate::measure::{self, Measure};
use crate::model::{Field, Number};
use crate::size::{Size, Unit};
use crate::types::{self, Types, type_meaning};
use std::collections::HashMap;

/// Returns the evidence of a structure's sizes for a unit.
pub(super) fn unit_evidence(grid: &Grid, places: &Places, types: &Types, total: Option<u64>) -> Evidence {
    Rows::of(grid, places, types).size_evidence(total)
}

/// Returns the types of a structure, each with the number of bits that the size or the offsets of its field state.
pub(super) fn sized_types(grid: &Grid, places: &Places) -> Vec<(String, Option<u64>)> {
    let rows = Rows::of(grid, places, &Types::new());
    let unit = places.size_unit(grid);
    let of = |(at, row): (usize, &StatedRow)| {
        let measured = row.measure.and_then(|measure| measure.in_unit(unit)).and_then(Size::exact);
        let ty = if row.ty.is_empty() { &row.cell } else { &row.ty };
        (ty.to_lowercase(), measured.or_else(|| rows.step_bits(at)))
    };
    rows.rows.iter().enumerate().map(of).collect()
}

/// Reads the fields of a structure; also returns sentences about the parts that stay open.
pub(super) fn read_fields(grid: Grid, places: &Places, context: &Context<'_>) -> (Vec<Field>, Vec<String>) {
    let rows = Rows::of(&grid, places, context.types);
    let evidence = rows.size_evidence(context.total);
    let mut open = rows.open.clone();
    open.extend(doubts::unknown_column(places, &grid));
    let titled = places.size_unit(&grid);
    let stated = titled.or(context.stated);
    let unit = grid.unit.map_or_else(|| evidence.choose_unit(stated, context.shown), Ok);
    let plain = |row: &StatedRow| matches!(row.measure, Some(Measure::Plain(_)));
    let why = unit.err().filter(|_| rows.rows.iter().any(plain));
    open.extend(why.map(|why| why.to_string()));
    let unit = unit.ok();
    let mut sizes: Vec<_> = (0..).zip(&rows.rows).map(|(at, row)| field_size(row, unit, rows.step_bits(at))).collect();
    fill_sizes(&rows, &mut sizes, context.total);
    let mut fields = Vec::with_capacity(grid.rows.len());
    let (falls, in_bytes) = (rows.places_fall(), rows.states_bytes());
    let mut end = Some(0_u64).filter(|_| !falls);
    for (at, (row, (stated, size))) in grid.rows.into_iter().zip(rows.rows.iter().zip(&sizes)).enumerate() {
        let mut row = row;
        let cells = std::mem::take(&mut row.cells);
        let mut field = make_field(Row { cells: cells.clone(), ..row }, stated, *size, places, context.types);
        open.extend(places.beside.add_cells(&cells, &mut field));
        field.endian = grid.endian.or(field.endian);
        if let Some(reason) = numbers::coding_doubt(&field) {
            open.push(reason);
        }
        open.extend(doubts::shares_bytes(&field));
        open.extend(doubts::both_orders(&field));
        open.extend(several::untyped_parts(&field));
        open.extend(several::doubtful_number(&mut field, stated.meaning.as_ref()));
        (field.falls, field.from_lowest) = (falls, grid.bits_fall);
        field.in_bytes = unit.map_or(in_bytes, |unit| unit == Unit::Bytes);
        if let Some(cell) = stated.lost.as_ref().filter(|cell| !rows.follows_varying(at, cell, &sizes)) {
            open.push(format!("the offset `{cell}` of `{}` is not understood", field.name));
        }
        let count = stated.place.and_then(Place::element_count).and_then(|_| rows.step_bits(at));
        if let Some((count, bits)) = count.zip(size.and_then(Size::exact)).filter(|(count, bits)| count != bits) {
            open.push(format!("`{}` takes {bits} bits by its size, but {count} bits by its offsets", field.name));
        }
        let start =
            stated.place.filter(|_| !falls).zip(rows.offset).and_then(|(place, unit)| place.start.checked_mul(unit));
        field.offset = start.filter(|start| start.is_multiple_of(8)).map(|start| start / 8);
        // Offsets in bytes are compared where fields are laid out.
        if let Some((start, end)) = start.zip(end).filter(|(start, end)| rows.offset == Some(1) && start != end) {
            open.push(format!("`{}` begins at bit {start}, but the field before ends at bit {end}", field.name));
        }
        let measured = stated.measure.and_then(|measure| measure.in_unit(unit));
        let shares = rows.shares_offset(at) && several::has_bytes(&field);
        if let Some(before) = fields.last_mut().filter(|before| shares && several::has_bytes(before)) {
            open.push(several::merge_alternatives(before, field));
            continue;
        }
        let (parts, why) = several::split_fields(field, stated.meaning.as_ref(), measured, rows.step_bits(at));
        open.extend(why);
        for part in parts {
            end = end.zip(part.size.and_then(Size::exact)).and_then(|(end, bits)| end.checked_add(bits));
            fields.push(part);
        }
    }
    open.extend(doubts::types_as_names(&fields, context.types));
    open.extend(doubts::condition_doubt(&fields));
    (fields, open)
}

/// Returns the size that the size cell of a field states, or else the size of the field's type. `step` is the number of
/// bits up to the next offset.
fn field_size(row: &StatedRow, unit: Option<Unit>, step: Option<u64>) -> Option<Size> {
    let of_type = || row.meaning.and_then(|meaning| meaning.size);
    match row.measure {
        // A number of an unknown unit is not a size, and neither is that of a type beside it.
        Some(measure) => Some(measure.in_unit(unit).unwrap_or(Size::VARIABLE)),
        None if row.cell.is_empty() || is_mark(&row.cell) => of_type(),
        // A word has the size that offsets show, here or in another row.
        None if row.ty.is_empty() && is_word_of_size(&row.cell, step) => None,
        None if row.ty.is_empty() || row.cell.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let typed = type_of_size(&row.cell, &Types::new()).is_some() || row.ty.is_empty();
            Some(of_type().filter(|_| typed).unwrap_or(Size::VARIABLE))
        }
        None => Some(Size::VARIABLE),
    }
}

/// Returns whether a cell in a column of sizes is a word for a number, whose size is that of the step to the next field:
/// `word`.
fn is_word_of_size(cell: &str, step: Option<u64>) -> bool {
    let words = ["byte", "word", "dword", "qword", "double word", "short", "long", "int", "char"];
    let size = type_meaning(cell, &Types::new()).and_then(|meaning| meaning.size).and_then(Size::exact);
    words.contains(&&*cell.to_lowercase()) && step.is_none_or(|step| size.is_none_or(|size| size == step))
}

/// Returns whether a cell is a mark for an absent value.
fn is_mark(cell: &str) -> bool {
    matches!(cell, "-" | "\u{2013}" | "\u{2014}" | "n/a" | "N/A" | "/")
}

/// Adds the sizes that follow from offsets, from the size of all fields, or from other fields of the same type.
fn fill_sizes(rows: &Rows, sizes: &mut [Option<Size>], total: Option<u64>) {
    // Types whose size their words do not state, by the size that offsets show.
    let mut learned: HashMap<&str, Option<u64>> = HashMap::new();
    for (at, row) in rows.rows.iter().enumerate() {
        let Some(size) = sizes.get_mut(at).filter(|size| size.is_none()) else { continue };
        let Some(step) = rows.step_bits(at).filter(|step| *step > 0) else { continue };
        *size = Some(Size::bits(step));
        if row.meaning.is_some() || is_word_of_size(&row.cell, Some(step)) {
            let known = learned.entry(row.words()).or_insert(Some(step));
            *known = known.filter(|known| *known == step);
        }
    }
    for (row, size) in rows.rows.iter().zip(sizes.iter_mut()).filter(|(_, size)| size.is_none()) {
        let of_words = || type_meaning(&row.cell, &Types::new())?.size.filter(|_| is_word_of_size(&row.cell, None));
        *size = learned.get(row.words()).copied().flatten().map(Size::bits).or_else(of_words);
    }
    let sum = |sizes: &[Option<Size>]| {
        let known = sizes.iter().flatten().try_fold(0_u64, |sum, size| sum.checked_add(size.exact()?));
        known.filter(|_| sizes.iter().filter(|size| size.is_none()).count() == 1)
    };
    let rest = total.zip(sum(sizes)).and_then(|(total, sum)| total.checked_sub(sum)).filter(|rest| *rest > 0);
    if let Some(rest) = rest {
        sizes.iter_mut().filter(|size| size.is_none()).for_each(|size| *size = Some(Size::bits(rest)));
    }
}

fn make_field(mut row: Row, stated: &StatedRow, size: Option<Size>, places: &Places, known: &Types) -> Field {
    let rules = places.cell_of(&row.cells, Role::Rules).map(ToOwned::to_owned);
    let mut notes = places.take_cell(&mut row.cells, Role::Notes);
    let mut name = places.take_cell(&mut row.cells, Role::Name);
    let bits = size.and_then(Size::exact);
    let typed = bits.filter(|_| stated.ty.is_empty());
    let typed = typed.and_then(|bits| typed_size::split_leading_type(&notes, bits));
    let typed = typed.map(|(ty, rest)| (ty.to_owned(), rest.to_owned()));
    let lead = typed.map(|(ty, rest)| {
        notes = rest;
        ty
    });
    if notes.is_empty() && !places.has_role(Role::Notes) && !places.has_role(Role::Name) {
        notes = places.take_cell(&mut row.cells, Role::Value);
    }
    if let Some(stated) = &stated.name {
        name.clone_from(stated);
    } else if name.is_empty() {
        (name, notes) = split_name(&notes);
    } else if let Some((first, rest)) =
        [" - ", " \u{2013} ", " \u{2014} "].iter().find_map(|mark| name.split_once(mark))
    {
        notes = if notes.is_empty() { rest.trim().to_owned() } else { format!("{}. {notes}", rest.trim()) };
        name = first.trim().to_owned();
    }
    let value = places.take_cell(&mut row.cells, Role::Value);
    if !value.is_empty() && (places.has_role(Role::Name) || places.has_role(Role::Notes)) {
        notes = if notes.is_empty() { format!("Value: {value}") } else { format!("{notes} Value: {value}") };
    }
    let stated_when = [row.when, presence_condition(&notes), condition_of_name(&name)];
    // A field without a condition is always present.
    let when = stated_when.into_iter().find(|when| !when.is_empty()).unwrap_or_default();
    let ty = if stated.ty.is_empty() && stated.measure.is_none() && stated.meaning.is_some() {
        &stated.cell
    } else {
        lead.as_ref().unwrap_or(&stated.ty)
    };
    let is_open = size.is_none_or(|size| size.exact().is_none());
    let cell = if is_open { stated.cell.clone() } else { String::new() };
    let mut of_type = types::typed_field(ty.clone(), known);
    // Without a type, or with a size in its place, the description may state one.
    let of_unknown_kind = || type_meaning(ty, known).is_some_and(|of| of.number.is_none() && !of.is_array);
    let is_size = ty.is_empty() || measure::read_size(ty).is_some() || of_unknown_kind();
    if let Some(bits) = bits.filter(|_| is_size && of_type.number.is_none()) {
        let of_name = || name.split_once('(').and_then(|(_, inside)| types::number_of_clause(inside, bits));
        let is_negative = || numbers::has_negative_range(&notes) || numbers::says_negative(&notes);
        let of_range = || Some(Number::Signed).filter(|_| is_negative());
        let of_text = || Some(Number::Bytes).filter(|_| texts::is_text(&name, &notes, bits));
        let several = types::several_in_text(&notes, bits).or_else(|| types::several_in_text(&name, bits));
        of_type.number = types::number_of_clause(&notes, bits).or_else(of_name);
        of_type.number = of_type.number.or(several.map(|(number, _)| number)).or_else(of_range).or_else(of_text);
        let is_number = of_type.number.is_some_and(|number| number != Number::Bytes);
        let element = several.map_or(bits, |(_, element)| element);
        of_type.element = Some(element).filter(|_| is_number).or(of_type.element);
    }
    Field { line: row.line, name, size, stated: cell, notes, rules, when, ..of_type }
}

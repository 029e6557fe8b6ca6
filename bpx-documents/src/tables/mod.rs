//! Finds the kind of a table from its cells: a structure, types, values, sections, or none of them.

mod above;
mod again;
mod beside;
mod conditions;
mod continued;
mod declared;
mod doubts;
mod fields;
mod joined;
mod notes;
mod numbers;
mod offsets;
mod picture;
mod places;
mod radix;
mod repeated;
mod roles;
mod scale;
mod shown;
mod typed_size;
mod units;

use self::places::{Kind, Places};
use super::columns::{Role, answer, number};
use super::forms::block::{Grid, Row};
use super::model::{Body, Field, SectionUse, TypeSize, Value};
use super::size::{Size, Unit};
use super::types::{Types, leading, of_type};

pub(super) use self::doubts::FROM_ONE;
pub(super) use self::units::{Evidence, digits};

/// The surroundings of a table.
pub(super) struct Context<'c> {
    pub types: &'c Types,
    /// The unit of sizes without one that a sentence states.
    pub stated: Option<Unit>,
    /// The unit that the other tables of the document show.
    pub shown: Option<Unit>,
    /// The text before the table, in which a structure or flags may be announced.
    pub about: &'c str,
    /// The name that the table itself states.
    pub own: Option<&'c str>,
    /// The size of all fields in bits, if the heading or the caption states it.
    pub total: Option<u64>,
}

/// The content of a table, and its open parts.
pub(super) type Read = (Body, Vec<String>);

/// Makes the first row the header of a table without one, if its cells are titles; a picture of bits gets rows of fields.
pub(super) fn with_header(grid: &mut Grid) {
    picture::rows_of_fields(grid);
    above::rows_of_fields(grid);
    repeated::stack(grid);
    if grid.header.iter().any(|title| !title.trim().is_empty()) {
        joined::split(grid);
        conditions::apply(grid);
        continued::join(grid);
        return;
    }
    let titles = grid.rows.first().filter(|_| grid.rows.len() > 1).map_or(&[][..], |row| &row.cells);
    let filled = titles.iter().filter(|title| !title.trim().is_empty());
    let known = filled.clone().filter(|title| super::columns::role(title).is_some()).count();
    let all = filled.count();
    // One of four titles may be unknown.
    if known >= 2 && known == all || known > 2 && 4 * known >= 3 * all {
        grid.header = grid.rows.remove(0).cells;
        joined::split(grid);
        continued::join(grid);
    }
}

/// Adds the types that a table defines, when it is one of types.
pub(super) fn define(grid: &Grid, types: &mut Types, unit: Option<Unit>) {
    let places = Places::of(grid);
    if transposed(grid, types).is_some() || places.kind(grid, types) != Kind::Types {
        return;
    }
    // The words of a type say what it is, when its explanation says the same.
    let name = if places.has(Role::Name) { Role::Name } else { Role::Type };
    if name == Role::Type && !places.defines(grid, types) {
        return;
    }
    let row = |cells| (places.get(cells, name), type_size(&places, cells, types, places.unit(grid).or(unit)));
    let found: Vec<_> = grid.cells().map(row).map(|(name, size)| (name.unwrap_or("").to_owned(), size)).collect();
    for (name, size) in found {
        types.define(&name, size.unwrap_or(Size::VARIABLE));
    }
}

/// Notes the types that fields of a table have.
pub(super) fn note_uses(grid: &Grid, types: &mut Types) {
    let places = Places::of(grid);
    // A glossary has types too.
    if places.has(Role::Name) || places.has(Role::Offset(None)) {
        grid.cells().filter_map(|cells| places.get(cells, Role::Type)).for_each(|ty| types.note_use(ty));
    }
}

/// Returns types of fields, each with its bits if a size or offsets state them.
pub(super) fn sized_types(grid: &Grid) -> Vec<(String, Option<u64>)> {
    let places = Places::of(grid);
    let has_types = places.has(Role::Type) || places.has(Role::Size(None));
    if has_types { fields::sized_types(grid, &places) } else { Vec::new() }
}

/// Returns what the sizes of a table show of their unit.
pub(super) fn evidence(grid: &Grid, types: &Types, total: Option<u64>) -> Evidence {
    let places = Places::of(grid);
    let is_known = grid.unit.or(places.unit(grid)).is_some() || !places.has(Role::Size(None));
    if is_known || places.kind(grid, types) != Kind::Structure {
        return Evidence::default();
    }
    fields::evidence(grid, &places, types, total)
}

/// Returns the content of a table.
pub(super) fn body(grid: Grid, context: &Context<'_>) -> Read {
    let types = context.types;
    if let Some(fields) = transposed(&grid, types) {
        return (structure(fields), Vec::new());
    }
    let places = Places::of(&grid);
    let kind = places.kind(&grid, types);
    let unit = places.unit(&grid).or(context.stated).or(context.shown);
    let rows = |grid: Grid| grid.rows.into_iter();
    let body = match kind {
        Kind::Structure => {
            let doubts = [repeated::doubt(&grid), doubts::alternatives(&grid, context.about)];
            let (fields, mut open) = fields::read(grid, &places, context);
            open.extend(doubts.into_iter().flatten());
            return (structure(fields), open);
        }
        Kind::Sections => {
            let section = |mut row: Row| SectionUse {
                line: row.line,
                ty: places.get(&row.cells, Role::Type).or(places.get(&row.cells, Role::Value)).and_then(number),
                required: places.get(&row.cells, Role::Required).and_then(answer),
                single: places.get(&row.cells, Role::Single).and_then(answer),
                name: places.take(&mut row.cells, Role::Name),
            };
            Body::Sections { sections: rows(grid).map(section).collect() }
        }
        Kind::Codes => return values(grid, &places, context),
        Kind::Bits => {
            let value = |mut row: Row| {
                let text = places.take(&mut row.cells, Role::Offset(None));
                let notes = places.take(&mut row.cells, Role::Notes);
                let name = places.take(&mut row.cells, Role::Name);
                let (name, notes) = if name.is_empty() { notes::split_name(&notes) } else { (name, notes) };
                let value = number(&text).and_then(|bit| 1_u64.checked_shl(u32::try_from(bit).ok()?));
                Value { line: row.line, name, value, text, notes }
            };
            let values: Vec<Value> = rows(grid).map(value).collect();
            let open = doubts::bits_from_one(&values);
            return (Body::Flags { values }, open.into_iter().collect());
        }
        Kind::Types => {
            let ty = |mut row: Row| {
                let size = type_size(&places, &row.cells, types, unit);
                let name = if places.has(Role::Name) { Role::Name } else { Role::Type };
                let name = places.take(&mut row.cells, name);
                TypeSize { line: row.line, name, size, notes: places.take(&mut row.cells, Role::Notes) }
            };
            Body::Types { types: rows(grid).map(ty).collect() }
        }
        Kind::Other => return other(grid, &places),
    };
    (body, Vec::new())
}

/// Returns a set of values, which may be flags.
fn values(grid: Grid, places: &Places, context: &Context<'_>) -> Read {
    let title = places.title(&grid, Role::Value).unwrap_or("");
    let texts = grid.cells().filter_map(|cells| places.get(cells, Role::Value)).map(str::trim);
    let (is_hex, mut open) = radix::codes(title, &texts.collect::<Vec<_>>());
    open = open.or_else(|| doubts::numbers_fields(places, &grid, context.types));
    open = open.or_else(|| doubts::numbers_places(&grid, context.about));
    let is_mask = super::columns::words(title).iter().any(|word| word == "mask");
    let value = |mut row: Row| {
        let text = places.take(&mut row.cells, Role::Value);
        let text = if is_hex && !text.starts_with("0x") { format!("0x{}", text.trim()) } else { text };
        let name = places.get(&row.cells, Role::Name).is_some();
        let name = if name { places.take(&mut row.cells, Role::Name) } else { text.trim_matches('"').to_owned() };
        let notes = places.take(&mut row.cells, Role::Notes);
        Value { line: row.line, name, value: number(&text), text, notes }
    };
    let values: Vec<Value> = grid.rows.into_iter().map(value).collect();
    if is_mask && values.iter().any(|value| value.value.is_some_and(|mask| mask.count_ones() > 1)) {
        open = Some("masks of several bits are fields, but the table is read as values".to_owned());
    }
    (codes(values, context), open.into_iter().collect())
}

/// Returns a table of another kind, and why it may be one of fields.
fn other(grid: Grid, places: &Places) -> Read {
    let why = if doubts::places_fields(places, &grid) {
        let title = places.title(&grid, Role::Offset(None)).unwrap_or("");
        Some(format!("the places in `{title}` do not follow each other, and no column states sizes or types"))
    } else {
        let unread = doubts::unread_sizes(places, &grid).map(|title| format!("no size in `{title}` is understood"));
        let stated =
            || Some(format!("`{}` and others state sizes or places, but no column does", doubts::states_sizes(&grid)?));
        let unnamed = || {
            Some(format!(
                "no column has the names of what `{}` has the sizes of",
                doubts::unnamed_sizes(places, &grid)?
            ))
        };
        unread.or_else(unnamed).or_else(stated)
    };
    let rows = grid.rows.into_iter().map(|row| row.cells).collect();
    (Body::Other { rows, header: grid.header }, why.into_iter().collect())
}

/// Returns the size of a type in a glossary.
fn type_size(places: &Places, cells: &[String], types: &Types, unit: Option<Unit>) -> Option<Size> {
    let stated = places.get(cells, Role::Size(None)).and_then(|cell| places.sizes.measure(cell));
    let stated = stated.and_then(|measure| measure.in_unit(unit));
    let cell = places.get(cells, Role::Size(None)).map(|_| Size::VARIABLE);
    stated.or(cell).or_else(|| leading(places.get(cells, Role::Notes)?, types))
}

/// Reads fields in columns: titles are names, and the only row has types.
fn transposed(grid: &Grid, types: &Types) -> Option<Vec<Field>> {
    let [row] = grid.rows.as_slice() else { return None };
    let size = |cell: &String| of_type(cell, types);
    let sized = row.cells.iter().filter(|cell| size(cell).is_some()).count();
    let titled = grid.header.iter().filter(|title| super::columns::role(title).is_some()).count();
    // A row of types and sizes alone is none of a table with these titles.
    let is_row = titled >= 2 && sized < row.cells.len();
    if grid.header.is_empty() || 2 * sized <= row.cells.len() || is_row {
        return None;
    }
    let types_of_fields = row.cells.iter().cloned().chain(std::iter::repeat(String::new()));
    let field = |(name, ty): (&String, String)| Field {
        line: row.line,
        name: name.clone(),
        size: size(&ty),
        ..crate::types::field(ty, types)
    };
    Some(grid.header.iter().zip(types_of_fields).map(field).collect())
}

fn structure(fields: Vec<Field>) -> Body {
    let size = sum(&fields);
    Body::Structure { fields, size }
}

/// Returns the sum of the sizes of fields.
pub(super) fn sum(fields: &[Field]) -> Size {
    let size = |field: &Field| match field.size {
        Some(size) if field.when.is_empty() => size,
        Some(size) => Size { min: 0, ..size },
        None => Size::VARIABLE,
    };
    fields.iter().map(size).fold(Size::bits(0), Size::plus)
}

/// Returns flags if the table's own name or the words before it mention them, else an enumeration. Words before a table
/// with a name may be about another one, so that its values have to be bits too.
fn codes(values: Vec<Value>, context: &Context<'_>) -> Body {
    let says = |text: &str| {
        let text = text.to_lowercase();
        ["flag", "bit mask", "bitmask", "or'ed", "any combination of"].iter().any(|word| text.contains(word))
    };
    // Values that count on are not bits.
    let counts = counts_on(&values);
    let are_bits = || values.iter().all(|value| value.value.is_some_and(|value| value.count_ones() <= 1));
    let flags = match context.own {
        Some(own) => says(own) || says(context.about) && are_bits(),
        None => says(context.about) && !counts,
    };
    if flags { Body::Flags { values } } else { Body::Enumeration { values } }
}

/// The smallest number of values that count on, of which some are not bits.
const LEAST_COUNTED: u64 = 5;

/// Returns whether values count on from 0 or 1, all of them once.
fn counts_on(values: &[Value]) -> bool {
    let mut numbers: Vec<u64> = values.iter().filter_map(|value| value.value).collect();
    numbers.sort_unstable();
    let range = numbers.first().zip(numbers.last());
    let follow = numbers.windows(2).all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b)));
    range.is_some_and(|(first, last)| *first <= 1 && last - first + 1 >= LEAST_COUNTED) && follow
}

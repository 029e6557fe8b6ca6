//! Finds the kind of a table from its cells: a structure, types, values, sections, or none of them.

mod above;
mod again;
mod beside;
mod bit_places;
mod code_sets;
mod conditions;
mod continued;
mod declared;
mod doubts;
mod each_type;
mod fields;
mod footnotes;
mod groups;
mod joined;
mod kind;
mod notes;
mod numbers;
mod offsets;
mod picture;
mod places;
mod radix;
mod repeated;
mod roles;
mod said;
mod scale;
mod several;
mod shown;
mod stated_base;
mod stated_rows;
mod texts;
mod totals;
mod transposed;
mod typed_size;
mod units;
mod value_lists;

use self::kind::Kind;
use self::places::Places;
use super::columns::{Role, cell_answer, cell_number};
use super::forms::block::{Grid, Row};
use super::model::{Body, Field, SectionUse, TypeSize, Value};
use super::size::{Size, Unit};
use super::types::{Types, leading_size, number_of_clause};

pub(super) use self::doubts::FROM_ONE;
pub(super) use self::each_type::states_each;
pub(super) use self::groups::split_groups;
pub(super) use self::said::{apply_sentences, stated_groups};
pub(super) use self::stated_base::mark_hexadecimal;
pub(super) use self::units::{Evidence, digits_meaning};
pub(super) use self::value_lists::{listed_body, value_lists};

/// The facts about a document that matter for a table.
pub(super) struct Context<'c> {
    pub types: &'c Types,
    /// The unit that a sentence states for sizes without a unit.
    pub stated: Option<Unit>,
    /// The unit that other tables of the document show.
    pub shown: Option<Unit>,
    /// The text before the table, which may announce a structure or flags.
    pub about: &'c str,
    /// The name that the table states.
    pub own: Option<&'c str>,
    /// The size of all fields in bits, if the heading or the caption states it.
    pub total: Option<u64>,
}

/// The content of a table, and sentences about its open parts.
pub(super) type ReadTable = (Body, Vec<String>);

/// Converts the first row of a table without titles to the header, if the cells are titles. A picture of bits gets rows
/// of fields.
pub(super) fn with_header(grid: &mut Grid) {
    picture::rows_of_fields(grid);
    bit_places::join_places(grid);
    above::rows_of_fields(grid);
    repeated::stack_parts(grid);
    if grid.header.iter().any(|title| !title.trim().is_empty()) {
        joined::split_joined(grid);
        conditions::apply_conditions(grid);
        continued::join_rows(grid);
        return;
    }
    let titles = grid.rows.first().filter(|_| grid.rows.len() > 1).map_or(&[][..], |row| &row.cells);
    let filled = titles.iter().filter(|title| !title.trim().is_empty());
    let known = filled.clone().filter(|title| super::columns::role_of_title(title).is_some()).count();
    let all = filled.count();
    // One of four titles may be unknown.
    if known >= 2 && known == all || known > 2 && 4 * known >= 3 * all {
        grid.header = grid.rows.remove(0).cells;
        joined::split_joined(grid);
        continued::join_rows(grid);
    }
}

/// Adds the types that a table defines, if the table is a list of types.
pub(super) fn define_types(grid: &Grid, types: &mut Types, unit: Option<Unit>) {
    let places = Places::of(grid);
    if transposed::read_transposed(grid, types).is_some() || places.table_kind(grid, types) != Kind::Types {
        return;
    }
    // The words of a type say what it is, when its explanation says the same.
    let name = if places.has_role(Role::Name) { Role::Name } else { Role::Type };
    if name == Role::Type && !places.defines_types(grid, types) {
        return;
    }
    let row = |cells| {
        let size = type_size(&places, cells, types, places.size_unit(grid).or(unit)).unwrap_or(Size::VARIABLE);
        let notes = places.cell_of(cells, Role::Notes);
        let number = size.exact().and_then(|bits| number_of_clause(notes?, bits));
        (places.cell_of(cells, name).unwrap_or("").to_owned(), size, number)
    };
    let found: Vec<_> = grid.cells().map(row).collect();
    for (name, size, number) in found {
        types.define_type(&name, size, number);
    }
}

/// Records the types of the fields in a table.
pub(super) fn note_uses(grid: &Grid, types: &mut Types) {
    let places = Places::of(grid);
    // A glossary has types too.
    if places.has_role(Role::Name) || places.has_role(Role::Offset(None)) {
        grid.cells().filter_map(|cells| places.cell_of(cells, Role::Type)).for_each(|ty| types.note_use(ty));
    }
}

/// Returns the types of fields, each with the number of bits that a size or offsets state.
pub(super) fn sized_types(grid: &Grid) -> Vec<(String, Option<u64>)> {
    let places = Places::of(grid);
    let has_types = places.has_role(Role::Type) || places.has_role(Role::Size(None));
    if has_types { fields::sized_types(grid, &places) } else { Vec::new() }
}

/// Returns the evidence of a table's sizes for a unit.
pub(super) fn unit_evidence(grid: &Grid, types: &Types, total: Option<u64>) -> Evidence {
    let places = Places::of(grid);
    let is_known = grid.unit.or(places.size_unit(grid)).is_some() || !places.has_role(Role::Size(None));
    if is_known || places.table_kind(grid, types) != Kind::Structure {
        return Evidence::default();
    }
    fields::unit_evidence(grid, &places, types, total)
}

/// Returns the title of the column that has the numbers of a set of values.
pub(super) fn value_title(grid: &Grid) -> Option<String> {
    Places::of(grid).title_of(grid, Role::Value).map(ToOwned::to_owned)
}

/// Returns the content of a table.
pub(super) fn read_body(grid: Grid, context: &Context<'_>) -> ReadTable {
    let types = context.types;
    if let Some(fields) = transposed::read_transposed(&grid, types) {
        return (structure_body(fields), Vec::new());
    }
    let places = Places::of(&grid);
    let kind = places.table_kind(&grid, types);
    let unit = places.size_unit(&grid).or(context.stated).or(context.shown);
    let rows = |grid: Grid| grid.rows.into_iter();
    let body = match kind {
        Kind::Structure => {
            let doubts = [
                repeated::doubtful_title(&grid),
                doubts::alternatives_reason(&grid, context.about),
                doubts::doubtful_sum(&places, &grid),
            ];
            let (fields, mut open) = fields::read_fields(grid, &places, context);
            open.extend(doubts.into_iter().flatten());
            return (structure_body(fields), open);
        }
        Kind::Sections => read_sections(grid, &places),
        Kind::Codes => return read_values(grid, &places, context),
        Kind::Bits => {
            let value = |mut row: Row| {
                let text = places.take_cell(&mut row.cells, Role::Offset(None));
                let notes = places.take_cell(&mut row.cells, Role::Notes);
                let name = places.take_cell(&mut row.cells, Role::Name);
                let (name, notes) = if name.is_empty() { notes::split_name(&notes) } else { (name, notes) };
                let value = cell_number(&text).and_then(|bit| 1_u64.checked_shl(u32::try_from(bit).ok()?));
                Value { line: row.line, name, value, text, notes }
            };
            let values: Vec<Value> = rows(grid).map(value).collect();
            let open = doubts::doubtful_bit_numbers(&values);
            return (Body::Flags { values }, open.into_iter().collect());
        }
        Kind::Types => {
            let ty = |mut row: Row| {
                let size = type_size(&places, &row.cells, types, unit);
                let name = if places.has_role(Role::Name) { Role::Name } else { Role::Type };
                let name = places.take_cell(&mut row.cells, name);
                TypeSize { line: row.line, name, size, notes: places.take_cell(&mut row.cells, Role::Notes) }
            };
            Body::Types { types: rows(grid).map(ty).collect() }
        }
        Kind::Other => return read_other_kind(grid, &places),
    };
    (body, Vec::new())
}

/// Returns a list of sections, whose types are numbers.
fn read_sections(grid: Grid, places: &Places) -> Body {
    let role = if places.has_role(Role::Type) { Role::Type } else { Role::Value };
    let texts = grid.cells().filter_map(|cells| places.cell_of(cells, role)).map(str::trim);
    let title = (places.title_of(&grid, role).unwrap_or(""), grid.hex_codes);
    let (base, _) = radix::find_base(title, &texts.collect::<Vec<_>>());
    let section = |mut row: Row| SectionUse {
        line: row.line,
        ty: places.cell_of(&row.cells, role).and_then(|cell| cell_number(&base.prefixed(cell))),
        required: places.cell_of(&row.cells, Role::Required).and_then(cell_answer),
        single: places.cell_of(&row.cells, Role::Single).and_then(cell_answer),
        name: places.take_cell(&mut row.cells, Role::Name),
    };
    Body::Sections { sections: grid.rows.into_iter().map(section).collect() }
}

/// Returns a set of values, which may be flags.
fn read_values(grid: Grid, places: &Places, context: &Context<'_>) -> ReadTable {
    let title = places.title_of(&grid, Role::Value).unwrap_or("");
    let texts = grid.cells().filter_map(|cells| places.cell_of(cells, Role::Value)).map(str::trim);
    let (base, mut open) = radix::find_base((title, grid.hex_codes), &texts.collect::<Vec<_>>());
    open = open.or_else(|| doubts::numbers_fields(places, &grid, context.types));
    open = open.or_else(|| doubts::numbers_places(&grid, context.about));
    let is_mask = super::columns::title_words(title).iter().any(|word| word == "mask");
    let value = |mut row: Row| {
        let text = base.prefixed(&places.take_cell(&mut row.cells, Role::Value));
        let name = places.cell_of(&row.cells, Role::Name).is_some();
        let name = if name { places.take_cell(&mut row.cells, Role::Name) } else { text.trim_matches('"').to_owned() };
        let notes = places.take_cell(&mut row.cells, Role::Notes);
        Value { line: row.line, name, value: cell_number(&text), text, notes }
    };
    let values: Vec<Value> = grid.rows.into_iter().map(value).collect();
    if is_mask && values.iter().any(|value| value.value.is_some_and(|mask| mask.count_ones() > 1)) {
        open = Some("masks of several bits are fields, but the table is read as values".to_owned());
    }
    (code_sets::codes_body(values, context), open.into_iter().collect())
}

/// Returns a table of another kind, and the reason why the table may be one of fields.
fn read_other_kind(grid: Grid, places: &Places) -> ReadTable {
    let why = if doubts::places_fields(places, &grid) {
        let title = places.title_of(&grid, Role::Offset(None)).unwrap_or("");
        Some(format!("the offsets in `{title}` do not follow each other, and no column states sizes or types"))
    } else {
        let unread = doubts::unread_sizes(places, &grid).map(|title| format!("no size in `{title}` is understood"));
        let stated = || {
            Some(format!(
                "`{}` and other texts state sizes or offsets, but no column does",
                doubts::states_sizes(&grid)?
            ))
        };
        let unnamed = || {
            Some(format!("no column names the parts whose sizes are in `{}`", doubts::unnamed_sizes(places, &grid)?))
        };
        unread.or_else(unnamed).or_else(stated)
    };
    let rows = grid.rows.into_iter().map(|row| row.cells).collect();
    (Body::Other { rows, header: grid.header }, why.into_iter().collect())
}

/// Returns the size of a type in a list of types.
fn type_size(places: &Places, cells: &[String], types: &Types, unit: Option<Unit>) -> Option<Size> {
    let stated = places.cell_of(cells, Role::Size(None)).and_then(|cell| places.sizes.measure_cell(cell));
    let stated = stated.and_then(|measure| measure.in_unit(unit));
    let cell = places.cell_of(cells, Role::Size(None)).map(|_| Size::VARIABLE);
    stated.or(cell).or_else(|| leading_size(places.cell_of(cells, Role::Notes)?, types))
}

fn structure_body(fields: Vec<Field>) -> Body {
    let size = sum_sizes(&fields);
    Body::Structure { fields, size }
}

/// Returns the sum of the sizes of fields.
pub(super) fn sum_sizes(fields: &[Field]) -> Size {
    let size = |field: &Field| match field.size {
        Some(size) if field.when.is_empty() => size,
        Some(size) => Size { min: 0, ..size },
        None => Size::VARIABLE,
    };
    fields.iter().map(size).fold(Size::bits(0), Size::plus)
}

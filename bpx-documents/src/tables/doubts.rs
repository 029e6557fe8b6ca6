//! Finds doubts about the meaning of a table.

use super::offsets;
use super::places::Places;
use super::totals::{LastRow, last_row};
use crate::columns::{Role, role_of_title, title_words};
use crate::forms::block::Grid;
use crate::measure::{self, Measure};
use crate::model::{Field, Form, Value};
use crate::prose::line_beginning;
use crate::types::{Types, type_meaning};
use std::collections::HashSet;

/// Reports a column that may have the names of fields, or may show that the rows are not fields.
pub(super) fn unknown_column(places: &Places, grid: &Grid) -> Option<String> {
    if places.has_role(Role::Name) || places.has_role(Role::Type) || places.has_role(Role::Offset(None)) {
        return None;
    }
    let is_unknown = |(_, title): &(usize, &String)| !title.trim().is_empty() && role_of_title(title).is_none();
    let (_, title) = grid.header.iter().enumerate().find(is_unknown)?;
    Some(format!("the column `{title}` is not understood"))
}

/// Returns the reason why the last row may be the sum of the sizes above instead of a field.
pub(super) fn doubtful_sum(places: &Places, grid: &Grid) -> Option<String> {
    match last_row(grid, places) {
        LastRow::Unclear(why) => Some(why),
        LastRow::Field | LastRow::Sum => None,
    }
}

/// Returns the reason why a set of values may be a structure: the numbers may be numbers of fields, whose types are in
/// another column.
pub(super) fn numbers_fields(places: &Places, grid: &Grid, types: &Types) -> Option<String> {
    let title = places.title_of(grid, Role::Value)?;
    let title_words = title_words(title);
    let numbers = title_words.iter().all(|word| matches!(word.as_str(), "number" | "field" | "no" | "tag"));
    let is_typed =
        numbers && places.has_role(Role::Name) && places.has_role(Role::Type) && places.has_types(grid, types);
    is_typed.then(|| format!("`{title}` may number fields, whose types are in another column"))
}

/// Returns the reason why the numbers of a list may be offsets: the title of the list names bytes or bits, as
/// `Byte: meaning` does.
pub(super) fn numbers_places(grid: &Grid, about: &str) -> Option<String> {
    let lower = about.trim_start().to_lowercase();
    let titles = ["bytes", "byte", "bits", "bit", "octets", "octet", "offset", "position", "index"];
    let rest = titles.iter().find_map(|title| lower.strip_prefix(title))?.trim_start();
    let is_title = rest.is_empty() || rest.starts_with([':', '|', '/', '=', '-']);
    (grid.form == Form::Listing && is_title).then(|| {
        "the numbers in this list may be offsets instead of values, as the title of the list suggests".to_owned()
    })
}

/// Returns the reason why the rows of a list may be alternatives: the text before the list says that the form depends
/// on the size.
pub(super) fn alternatives_reason(grid: &Grid, about: &str) -> Option<String> {
    let last = about.trim_end().trim_end_matches(':').rsplit(['.', ';']).next().unwrap_or("").to_lowercase();
    let depends =
        ["depending on the length", "depending on the size", "depending on its length", "depending on its size"];
    let is_list = grid.form == Form::Listing && about.trim_end().ends_with(':');
    (is_list && depends.iter().any(|words| last.contains(words)))
        .then(|| "the rows may be alternatives of different sizes, as the text before the list suggests".to_owned())
}

/// The end of a message about bits whose first number is not known.
pub(crate) const FROM_ONE: &str = "may count from 0 or from 1";

/// Returns the reason why flags may be other bits than their numbers state. The reason applies if no number is 0, and
/// the numbers either count from 1, or reach the number of bits in whole bytes.
pub(super) fn doubtful_bit_numbers(values: &[Value]) -> Option<String> {
    let mut bits: Vec<u32> = values.iter().filter_map(|value| Some(value.value?.trailing_zeros())).collect();
    bits.sort_unstable();
    let (first, last) = (bits.first().copied()?, bits.last().copied()?);
    let follow = bits.len() > 1 && bits.windows(2).all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b)));
    let is_doubtful = bits.len() > 1 && (follow && first == 1 || first > 0 && matches!(last, 8 | 16 | 32 | 64));
    is_doubtful.then(|| format!("the bits {first} to {last} {FROM_ONE}"))
}

/// Reports a type that is the name of several fields, because the names of the fields may be in another column or be
/// absent.
pub(super) fn types_as_names(fields: &[Field], types: &Types) -> Option<String> {
    let mut names = HashSet::new();
    let is_type = |name: &str| type_meaning(name, types).is_some_and(|meaning| meaning.size.is_some());
    let field = fields.iter().find(|field| !names.insert(&*field.name) && is_type(&field.name))?;
    Some(format!("`{}` is the name of a type and of several fields", field.name))
}

/// Reports a field whose notes say that the field shares bytes with another field.
pub(super) fn shares_bytes(field: &Field) -> Option<String> {
    let lower = field.notes.to_lowercase();
    let words = ["overlays ", "overlaid ", "overlaps ", "overlapping ", "shares its bytes ", "union with "];
    let at = words.iter().filter_map(|word| lower.find(word)).min()?;
    let said = line_beginning(lower.get(at..)?);
    let said = said.split([')', '.', ';', '\n']).next().unwrap_or("").trim();
    Some(format!("`{}` may have the bytes of another field: `{said}`", field.name))
}

/// Reports a field that may have its number twice, once in each byte order.
pub(super) fn both_orders(field: &Field) -> Option<String> {
    let says = |text: &str| {
        let words = title_words(text);
        let has = |list: [&str; 2]| words.iter().any(|word| list.contains(&word.as_str()));
        let phrase = words.join(" ");
        let both = phrase.contains("both endian") || phrase.contains("both byte order");
        let upper = text.split(|c: char| !c.is_alphanumeric());
        let marked = upper.filter(|word| matches!(*word, "LE" | "BE" | "LSB" | "MSB")).count() > 1;
        both || marked && has(["le", "lsb"]) && has(["be", "msb"])
            || phrase.contains("little endian") && phrase.contains("big endian") && !has(["if", "or"])
    };
    let is_wide = field.size.and_then(crate::size::Size::exact).is_some_and(|bits| bits >= 32);
    (is_wide && says(&field.name)).then(|| format!("`{}` may have its number in both byte orders", field.name))
}

/// Returns the title of a column of sizes, beside names, if no size in the column is understood.
pub(super) fn unread_sizes<'g>(places: &Places, grid: &'g Grid) -> Option<&'g str> {
    let cells = || grid.cells().filter_map(|cells| places.cell_of(cells, Role::Size(None)));
    let numbers = cells().filter(|cell| cell.contains(|c: char| c.is_ascii_digit())).count();
    let is_row = places.has_role(Role::Name) && !places.has_role(Role::Value) && 2 * numbers > grid.rows.len();
    places.title_of(grid, Role::Size(None)).filter(|_| is_row)
}

/// Returns the title of a column of sizes if no other column has names.
pub(super) fn unnamed_sizes<'g>(places: &Places, grid: &'g Grid) -> Option<&'g str> {
    let sizes = grid.cells().filter_map(|cells| measure::read_size(places.cell_of(cells, Role::Size(None))?)).count();
    let is_alone = places.size.is_some()
        && [Role::Name, Role::Type, Role::Notes, Role::Value].iter().all(|role| !places.has_role(*role));
    places.title_of(grid, Role::Size(None)).filter(|_| is_alone && sizes > 1 && 2 * sizes >= grid.rows.len())
}

/// Reports a field whose notes begin with a condition on another field.
pub(super) fn condition_doubt(fields: &[Field]) -> Option<String> {
    let names: Vec<_> = fields.iter().map(|field| format!(" {} ", crate::name::normal_name(&field.name))).collect();
    let depends = |field: &&Field| {
        let clause = field.notes.strip_prefix("If ").and_then(|notes| notes.split_once(", "));
        let Some((clause, rest)) = clause.filter(|_| field.when.is_empty()) else { return false };
        let words: String =
            clause.split_whitespace().map(|word| format!(" {} ", crate::name::normal_name(word))).collect();
        let own = crate::name::normal_name(&field.name);
        let is_other = |name: &&String| name.trim().len() > 2 && name.trim() != own && words.contains(name.as_str());
        // `If flags is 2, the lid ..` speaks of the field itself.
        crate::name::normal_name(rest).contains(&own) && !own.is_empty() && names.iter().any(|name| is_other(&name))
    };
    let field = fields.iter().take(MAX_FIELDS).find(depends)?;
    Some(format!("`{}` may be present under a condition: `{}`", field.name, line_beginning(&field.notes)))
}

/// The largest number of fields that are compared with each other.
const MAX_FIELDS: usize = 256;

/// Returns whether a table without sizes and types has offsets of fields: ranges, or numbers that increase from 0,
/// beside words.
pub(super) fn places_fields(places: &Places, grid: &Grid) -> bool {
    let labelled = [Role::Name, Role::Notes, Role::Value].into_iter().any(|role| places.has_role(role));
    let cells = grid.cells().filter_map(|cells| places.cell_of(cells, Role::Offset(None)));
    let found: Vec<_> = offsets::read_offsets(cells, places.offsets.hex).into_iter().flatten().collect();
    let ranges = found.iter().filter(|place| place.end.is_some()).count();
    let rises = found.len() > 2 && found.first().is_some_and(|first| first.start == 0);
    let up = found.windows(2).filter(|pair| matches!(pair, [a, b] if a.start < b.start)).count();
    let rises = rises && 4 * up >= 3 * (found.len() - 1);
    labelled && ranges > 1 && 2 * ranges >= grid.rows.len()
        || (places.offset.is_some() || labelled) && rises && 2 * found.len() >= grid.rows.len()
}

/// Returns the first text of a table that states the size or the offset of a field, if there are several such texts:
/// `4 bytes`, `Seal (4 bytes)`, the title `Byte 3`.
pub(super) fn states_sizes(grid: &Grid) -> Option<&str> {
    // `625B` may be a hash.
    let is_unit = |text: &str| ["byte", "bit", "octet"].iter().any(|unit| text.to_lowercase().contains(unit));
    let is_size = |text: &str| is_unit(text) && matches!(measure::read_size(text), Some(Measure::Bits(_)));
    let is_sized = |text: &&str| {
        let inside = text.trim().strip_suffix([')', ']']).and_then(|text| text.rsplit_once(['(', '[']));
        is_size(text) || inside.is_some_and(|(_, inside)| is_size(inside))
    };
    let is_place = |text: &&str| {
        let (word, number) = text.trim().split_once(' ').unwrap_or(("", ""));
        matches!(&*word.to_lowercase(), "byte" | "bytes" | "bit" | "bits" | "octet" | "octets")
            && number.split(['-', '\u{2013}']).all(|number| measure::read_number(number).is_some())
    };
    let titles = grid.header.iter().map(String::as_str).filter(|title| is_sized(title) || is_place(title));
    let cells = grid.cells().flatten().map(String::as_str).filter(|cell| is_sized(cell) || is_place(cell));
    // `Byte index | 1 | 2 | 3`
    let is_word = |title: &String| ["byte", "bit", "octet"].iter().any(|word| title.to_lowercase().starts_with(word));
    let counted = grid.header.split_first().filter(|(first, _)| is_word(first)).map_or(&[][..], |(_, rest)| rest);
    let counted = counted.iter().map(String::as_str).filter(|title| measure::read_number(title).is_some());
    let mut stated = titles.chain(counted).chain(cells);
    let first = stated.next()?;
    stated.next().map(|_| first)
}

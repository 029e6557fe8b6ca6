//! Doubts about what a table describes, by its columns.

use super::offsets;
use super::places::Places;
use crate::columns::{Role, role, words};
use crate::forms::block::Grid;
use crate::model::{Field, Form, Value};
use crate::prose::beginning;
use crate::types::{Types, meaning};
use std::collections::HashSet;

/// Reports a column that may have the names of fields, or say that the rows are none.
pub(super) fn unknown(places: &Places, grid: &Grid) -> Option<String> {
    if places.has(Role::Name) || places.has(Role::Type) || places.has(Role::Offset(None)) {
        return None;
    }
    let is_unknown = |(_, title): &(usize, &String)| !title.trim().is_empty() && role(title).is_none();
    let (_, title) = grid.header.iter().enumerate().find(is_unknown)?;
    Some(format!("the column `{title}` is not understood"))
}

/// Returns why a set of values may be none: it numbers fields, whose types are in another column.
pub(super) fn numbers_fields(places: &Places, grid: &Grid, types: &Types) -> Option<String> {
    let title = places.title(grid, Role::Value)?;
    let title_words = words(title);
    let numbers = title_words.iter().all(|word| matches!(word.as_str(), "number" | "field" | "no" | "tag"));
    let is_typed = numbers && places.has(Role::Name) && places.has(Role::Type) && places.has_types(grid, types);
    is_typed.then(|| format!("`{title}` may number fields, whose types are in another column"))
}

/// Returns why the numbers of a list may be places: its title names bytes, and what they have: `Byte: meaning`.
pub(super) fn numbers_places(grid: &Grid, about: &str) -> Option<String> {
    let lower = about.trim_start().to_lowercase();
    let titles = ["bytes", "byte", "bits", "bit", "octets", "octet", "offset", "position", "index"];
    let rest = titles.iter().find_map(|title| lower.strip_prefix(title))?.trim_start();
    let is_title = rest.is_empty() || rest.starts_with([':', '|', '/', '=', '-']);
    (grid.form == Form::Listing && is_title)
        .then(|| "the numbers of this list may be places, as its title suggests, and not values".to_owned())
}

/// Returns why bits may be others than their numbers say: they go on from 1, or up to the last bit of whole bytes.
pub(super) fn bits_from_one(values: &[Value]) -> Option<String> {
    let mut bits: Vec<u32> = values.iter().filter_map(|value| Some(value.value?.trailing_zeros())).collect();
    bits.sort_unstable();
    let (first, last) = (bits.first().copied()?, bits.last().copied()?);
    let follow = bits.len() > 1 && bits.windows(2).all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b)));
    let is_doubtful = follow && (first == 1 || first > 0 && matches!(last, 8 | 16 | 32 | 64));
    is_doubtful.then(|| format!("the bits {first} to {last} may count from 0 or from 1"))
}

/// Reports a type that is the name of several fields: their names are elsewhere, or they have none.
pub(super) fn types_as_names(fields: &[Field], types: &Types) -> Option<String> {
    let mut names = HashSet::new();
    let is_type = |name: &str| meaning(name, types).is_some_and(|meaning| meaning.size.is_some());
    let field = fields.iter().find(|field| !names.insert(&*field.name) && is_type(&field.name))?;
    Some(format!("`{}` is the name of a type and of several fields", field.name))
}

/// Reports a field whose notes say that it has the bytes of another field.
pub(super) fn shares_bytes(field: &Field) -> Option<String> {
    let lower = field.notes.to_lowercase();
    let words = ["overlays ", "overlaid ", "overlaps ", "overlapping ", "shares its bytes ", "union with "];
    let at = words.iter().filter_map(|word| lower.find(word)).min()?;
    let said = beginning(lower.get(at..)?);
    let said = said.split([')', '.', ';', '\n']).next().unwrap_or("").trim();
    Some(format!("`{}` may have the bytes of another field: `{said}`", field.name))
}

/// Returns the title of a column of sizes of which none is understood, beside names.
pub(super) fn unread_sizes<'g>(places: &Places, grid: &'g Grid) -> Option<&'g str> {
    let cells = || grid.cells().filter_map(|cells| places.get(cells, Role::Size(None)));
    let numbers = cells().filter(|cell| cell.contains(|c: char| c.is_ascii_digit())).count();
    let is_row = places.has(Role::Name) && !places.has(Role::Value) && 2 * numbers > grid.rows.len();
    places.title(grid, Role::Size(None)).filter(|_| is_row)
}

/// Returns whether rows without sizes and types have places of fields: ranges, each with words beside it.
pub(super) fn places_fields(places: &Places, grid: &Grid) -> bool {
    let labelled = [Role::Name, Role::Notes, Role::Value].into_iter().any(|role| places.has(role));
    let cells = grid.cells().filter_map(|cells| places.get(cells, Role::Offset(None)));
    let found = offsets::read(cells, places.offsets.hex);
    let ranges = found.iter().flatten().filter(|place| place.end.is_some()).count();
    labelled && ranges > 1 && 2 * ranges >= grid.rows.len()
}

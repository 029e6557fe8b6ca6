//! Doubts about what a table describes, by its columns.

use super::places::Places;
use crate::columns::{Role, role, words};
use crate::forms::block::Grid;
use crate::model::Field;
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

/// Reports a type that is the name of several fields: their names are elsewhere, or they have none.
pub(super) fn types_as_names(fields: &[Field], types: &Types) -> Option<String> {
    let mut names = HashSet::new();
    let is_type = |name: &str| meaning(name, types).is_some_and(|meaning| meaning.size.is_some());
    let field = fields.iter().find(|field| !names.insert(&*field.name) && is_type(&field.name))?;
    Some(format!("`{}` is a type, and the name of several fields", field.name))
}

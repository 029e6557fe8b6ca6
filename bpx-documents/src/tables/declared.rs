//! Splits cells with a type and a name, and joins types with counts and brackets of other cells.

use super::places::Places;
use crate::columns::Role;
use crate::forms::block::Grid;
use crate::types::{Types, type_meaning};
use std::collections::HashSet;

/// Joins a type with the count of another column: `f32[3]`.
pub(super) fn counted_type(ty: String, count: &str) -> String {
    let is_once = matches!(count, "" | "1" | "-");
    if is_once || ty.ends_with(&format!("[{count}]")) {
        return ty;
    }
    let (first, rest) = ty.split_once(' ').unwrap_or((&ty, ""));
    format!("{first}[{count}] {rest}").trim_end().to_owned()
}

/// Splits a member of C into its type and its name: `uint8_t data[4]`.
pub(super) fn split_declared<'c>(cell: &'c str, types: &Types) -> Option<(&'c str, &'c str)> {
    let (ty, name) = cell.trim().trim_end_matches(';').rsplit_once(' ')?;
    let is_name =
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && type_meaning(name, types).is_none();
    let is_order = matches!(name.to_ascii_lowercase().as_str(), "le" | "be");
    (is_name && !is_order && type_meaning(ty, types).is_some()).then_some((ty, name))
}

/// Returns whether the cells of types declare members, each with its name.
pub(super) fn declares_members(grid: &Grid, places: &Places, types: &Types) -> bool {
    let mut names = HashSet::new();
    let mut cells = grid.cells().filter_map(|cells| places.cell_of(cells, Role::Type));
    !places.has_role(Role::Name)
        && cells.all(|cell| split_declared(cell, types).is_some_and(|(_, name)| names.insert(name)))
}

/// Joins a type with the brackets after a name, as C writes arrays: `char name[4]`.
pub(super) fn with_brackets(ty: String, name: &str) -> String {
    let brackets = name.find('[').filter(|at| *at > 0 && name.ends_with(']'));
    let brackets = brackets.and_then(|at| Some((name.get(..at)?, name.get(at..)?)));
    match brackets {
        Some((word, brackets)) if !ty.is_empty() && !ty.contains('[') && !word.contains(' ') => {
            format!("{ty}{brackets}")
        }
        _ => ty,
    }
}

/// Removes the number of elements from an array of no element, and from an array of one element that the description
/// calls variable, because the number only holds a place: `uint8_t data[1]; /* variable length */`.
pub(super) fn without_placeholder(ty: String, notes: &str) -> String {
    if let Some(of) = ty.strip_suffix("[0]").filter(|of| !of.is_empty()) {
        return format!("{of}[]");
    }
    let Some(of) = ty.strip_suffix("[1]").filter(|of| !of.is_empty()) else { return ty };
    let words = notes.to_lowercase().replace('-', " ");
    let is_varying =
        ["variable length", "variable size", "variable number", "variably sized", "varying length", "flexible array"]
            .iter()
            .any(|varying| words.contains(varying));
    if is_varying { format!("{of}[]") } else { ty }
}

/// Removes the keyword before the name of a structure: `struct Lid`.
pub(super) fn without_keyword(ty: String) -> String {
    let name = ty.strip_prefix("struct ").map(str::trim).filter(|name| !name.is_empty() && !name.contains(' '));
    name.map(ToOwned::to_owned).unwrap_or(ty)
}

//! Reports fields whose types are names that the document does not explain. Such a number may be signed, or a
//! floating-point number.

use super::model::{Body, Document, Field, Table};
use super::name::normal_name;
use super::size::Size;
use super::types::{Types, type_meaning};
use std::collections::HashSet;

/// Adds a sentence about each unexplained type to the open parts of its table.
pub(super) fn report_unexplained(document: &mut Document, types: &Types) {
    let known = explained_names(document);
    for table in &mut document.tables {
        let Body::Structure { fields, .. } = &table.body else { continue };
        let mut reported = HashSet::new();
        let unknown = fields.iter().filter_map(|field| Some((field, unknown_type(field, types)?)));
        let unknown = unknown.filter(|(field, _)| !known.contains(&normal_name(field.ty.trim())));
        let reasons: Vec<_> =
            unknown.filter(|(field, _)| reported.insert(&field.ty)).map(|(_, reason)| reason).collect();
        table.open.extend(reasons);
    }
}

/// Returns the normal names that headings, names of tables, and the first cells of tables have; the last word of a
/// title may be the name too: `Pot LID`.
fn explained_names(document: &Document) -> HashSet<String> {
    let last = |title: &str| normal_name(title.split_whitespace().next_back().unwrap_or(title));
    let titles = document.sections.iter().map(|section| section.title.as_str());
    let titles = titles.chain(document.tables.iter().map(Table::title));
    let mut names: HashSet<String> = titles.flat_map(|title| [normal_name(title), last(title)]).collect();
    for table in &document.tables {
        match &table.body {
            Body::Types { types } => names.extend(types.iter().map(|ty| normal_name(&ty.name))),
            Body::Other { rows, .. } => {
                names.extend(rows.iter().filter_map(|row| row.first()).map(|cell| normal_name(cell)));
            }
            _ => {}
        }
    }
    names
}

/// Returns a sentence about a field with the size of a number whose type is an unknown name.
fn unknown_type(field: &Field, types: &Types) -> Option<String> {
    let bits = field.size.and_then(Size::exact).filter(|bits| matches!(bits, 16 | 32 | 64))?;
    let ty = field.ty.trim();
    let is_name = ty.starts_with(char::is_alphabetic) && ty.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_plain = PLAIN_WORDS.contains(&ty.to_lowercase().as_str());
    let is_unknown = is_name && !is_plain && field.number.is_none() && type_meaning(ty, types).is_none();
    is_unknown.then(|| format!("the type `{ty}` of `{}`, which has {bits} bits, is not explained", field.name))
}

/// Words for whole numbers and for bytes, in place of a type.
const PLAIN_WORDS: [&str; 33] = [
    "integer",
    "int",
    "number",
    "enum",
    "enumeration",
    "flags",
    "bits",
    "bitmask",
    "bitfield",
    "mask",
    "pointer",
    "ptr",
    "offset",
    "address",
    "id",
    "hash",
    "index",
    "count",
    "size",
    "length",
    "handle",
    "version",
    "bytes",
    "octets",
    "chars",
    "ascii",
    "utf8",
    "string",
    "text",
    "data",
    "raw",
    "binary",
    "hex",
];

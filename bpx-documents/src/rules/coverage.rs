//! Finds parts that are listed but not described, or described but not listed.

use super::Inconsistency;
use crate::chapters::Chapters;
use crate::model::{Body, Document, Field, Form, Section, Table};
use crate::name::{is_identifier, is_reserved, normal_name};
use crate::types::{Types, size_of_type};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Compares the fields of each section with the titles of the following sections that may describe the fields.
pub(super) fn check_fields(document: &Document) -> Vec<Inconsistency> {
    let mut homes: BTreeMap<usize, Vec<(&Field, &str)>> = BTreeMap::new();
    for (_, table, fields, _) in document.structures() {
        let Some(home) = table.within else { continue };
        homes.entry(home).or_default().extend(fields.iter().map(|field| (field, table.name.as_str())));
    }
    let chapters = Chapters::of(document);
    let of_section = |(home, fields): (&usize, &Vec<_>)| {
        let chapter = chapters.outermost_section(Some(*home));
        // Descriptions end where the chapter does, or where another structure begins.
        let after = document.sections.iter().enumerate().skip(home + 1);
        let scope =
            after.take_while(|(at, _)| chapters.outermost_section(Some(*at)) == chapter && !homes.contains_key(at));
        check_section(document, *home, fields, &scope.map(|(_, section)| section).collect::<Vec<_>>())
    };
    homes.iter().flat_map(of_section).collect()
}

/// Compares all structures of one section with the following sections that may describe their fields.
fn check_section(
    document: &Document,
    home: usize,
    fields: &[(&Field, &str)],
    scope: &[&Section],
) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    if scope.is_empty() {
        return found;
    }
    let titles: HashSet<String> = scope.iter().map(|section| normal_name(&section.title)).collect();
    let described = |field: &Field| {
        let name = normal_name(&field.name);
        !name.is_empty() && titles.contains(&name)
    };
    let Some((example, _)) = fields.iter().find(|(field, _)| described(field)) else { return found };
    let silent = fields.iter().filter(|(field, _)| !described(field) && !is_reserved(&field.name));
    let silent: Vec<_> = silent.collect();
    if let Some((first, name)) = silent.first() {
        let names = silent.iter().map(|(field, _)| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ");
        let message = format!("no section describes {names}, but a section describes `{}`", example.name);
        found.push(document.inconsistency("field.undescribed", first.line, name, message, vec![example.line]));
    }
    let depth = document.sections.get(home).map_or(0, |section| section.depth);
    let listed: HashSet<String> = fields.iter().map(|(field, _)| normal_name(&field.name)).collect();
    let children = scope.iter().take_while(|section| section.depth > depth);
    let strange = children.filter(|section| section.depth == depth + 1 && is_name(&section.title));
    for section in strange.filter(|section| !listed.contains(&normal_name(&section.title))) {
        let message = format!("`{}` is described like a field, but no table lists it", section.title);
        let against = fields.first().map(|(field, _)| field.line).into_iter().collect();
        found.push(document.inconsistency("field.unlisted", section.line, &section.title, message, against));
    }
    found
}

/// Returns whether a title may be the name of a field, because it is several words in one.
fn is_name(title: &str) -> bool {
    is_identifier(title) && title.chars().skip(1).any(|c| c.is_uppercase() || c == '_')
}

/// Compares types of sections with the headings of their chapter.
pub(super) fn check_sections(document: &Document) -> Vec<Inconsistency> {
    let chapters = Chapters::of(document);
    let mut titles: HashMap<Option<usize>, HashSet<String>> = HashMap::new();
    for table in document.tables.iter().filter(|table| matches!(table.body, Body::Sections { .. })) {
        titles.entry(chapters.outermost_section(table.within)).or_default();
    }
    for (at, section) in document.sections.iter().enumerate() {
        if let Some(titles) = titles.get_mut(&chapters.outermost_section(Some(at))) {
            titles.insert(normal_name(&section.title));
        }
    }
    let mut found = Vec::new();
    for table in &document.tables {
        let Body::Sections { sections } = &table.body else { continue };
        let Some(titles) = titles.get(&chapters.outermost_section(table.within)) else { continue };
        for section in sections.iter().filter(|section| !titles.contains(&normal_name(&section.name))) {
            let message = format!("`{}` is listed, but no section describes it", section.name);
            found.push(document.inconsistency("section.undescribed", section.line, &section.name, message, Vec::new()));
        }
    }
    found
}

/// Finds fields with undefined types, in a document that lists its types.
pub(super) fn check_types(document: &Document) -> Vec<Inconsistency> {
    // Names of types in source code are not a list of all types.
    let is_glossary = |table: &Table| matches!(table.body, Body::Types { .. }) && table.form != Form::Listing;
    if !document.tables.iter().any(is_glossary) {
        return Vec::new();
    }
    let mut known: HashSet<String> = HashSet::new();
    for table in &document.tables {
        known.extend([normal_name(&table.name), normal_name(&table.field)]);
        if let Body::Types { types } = &table.body {
            known.extend(types.iter().map(|ty| normal_name(&ty.name)));
        }
    }
    for section in &document.sections {
        // A title in the plural also describes the singular.
        let title = normal_name(&section.title);
        known.extend(title.strip_suffix('s').map(str::to_owned));
        known.insert(title);
    }
    let fields = document.structures().flat_map(|(_, _, fields, _)| fields);
    let unsized_fields = fields.filter(|field| field.size.is_none() && !field.ty.is_empty());
    let unknown = unsized_fields.filter(|field| !is_known_type(&field.ty, &known));
    let found = unknown.map(|field| {
        let message = format!("the document does not define the type `{}`", field.ty);
        document.inconsistency("type.unknown", field.line, &field.name, message, Vec::new())
    });
    found.collect()
}

fn is_known_type(ty: &str, known: &HashSet<String>) -> bool {
    let last = ty.rsplit([':', ' ']).next().unwrap_or(ty);
    known.contains(&normal_name(last)) || size_of_type(last, &Types::new()).is_some()
}

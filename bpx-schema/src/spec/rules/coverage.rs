//! What is listed and not described, or described and not listed.

use super::Inconsistency;
use crate::spec::model::{Body, Document, Field};
use crate::spec::name::{is_identifier, is_reserved, norm, same};
use crate::spec::size::Types;
use crate::spec::size::of_type;

/// Fields against the sections that describe them.
pub(super) fn fields(document: &Document) -> Vec<Inconsistency> {
    let mut homes: Vec<usize> = document.structures().filter_map(|(_, table, ..)| table.within).collect();
    homes.dedup();
    homes.iter().flat_map(|home| of_section(document, *home, &homes)).collect()
}

/// The structures of one section, together.
fn of_section(document: &Document, home: usize, homes: &[usize]) -> Vec<Inconsistency> {
    let here = document.structures().filter(|(_, table, ..)| table.within == Some(home));
    let fields: Vec<(&Field, &str)> =
        here.flat_map(|(_, table, fields, _)| fields.iter().map(|field| (field, table.name.as_str()))).collect();
    let chapter = document.chapter(Some(home));
    // Descriptions end where the chapter does, or where another structure begins.
    let after = document.sections.iter().enumerate().skip(home.saturating_add(1));
    let scope = after.take_while(|(at, _)| document.chapter(Some(*at)) == chapter && !homes.contains(at));
    let scope: Vec<_> = scope.map(|(_, section)| section).collect();
    let described = |field: &Field| scope.iter().any(|section| same(&section.title, &field.name));
    let mut found = Vec::new();
    let example = fields.iter().find(|(field, _)| described(field));
    let silent = fields.iter().filter(|(field, _)| !described(field) && !is_reserved(&field.name));
    let silent: Vec<_> = silent.collect();
    if let (Some((example, _)), Some((first, name))) = (example, silent.first()) {
        let names = silent.iter().map(|(field, _)| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ");
        let message = format!("no section describes {names}, as one does `{}`", example.name);
        found.push(document.inconsistency("field.undescribed", first.line, name, message, vec![example.line]));
    }
    let depth = document.sections.get(home).map_or(0, |section| section.depth);
    let children = scope.iter().take_while(|section| section.depth > depth);
    let strange = children.filter(|section| section.depth == depth.saturating_add(1) && is_name(&section.title));
    for section in strange.filter(|section| !fields.iter().any(|(field, _)| same(&field.name, &section.title))) {
        if example.is_some() {
            let message = format!("`{}` is described like a field, and no table lists it", section.title);
            let against = fields.first().map(|(field, _)| field.line).into_iter().collect();
            found.push(document.inconsistency("field.unlisted", section.line, &section.title, message, against));
        }
    }
    found
}

/// A title that can be the name of a field: one word of several, written as one.
fn is_name(title: &str) -> bool {
    is_identifier(title) && title.chars().skip(1).any(|c| c.is_uppercase() || c == '_')
}

/// Types of sections against the headings of their chapter.
pub(super) fn sections(document: &Document) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    for table in &document.tables {
        let Body::Sections { sections } = &table.body else { continue };
        let chapter = document.chapter(table.within);
        let titles = document.sections.iter().enumerate().filter(|(at, _)| document.chapter(Some(*at)) == chapter);
        let titles: Vec<_> = titles.map(|(_, section)| norm(&section.title)).collect();
        for section in sections.iter().filter(|section| !titles.contains(&norm(&section.name))) {
            let message = format!("`{}` is listed, and no section describes it", section.name);
            found.push(document.inconsistency("section.undescribed", section.line, &section.name, message, Vec::new()));
        }
    }
    found
}

/// Types of fields, in a document that says which types there are.
pub(super) fn types(document: &Document) -> Vec<Inconsistency> {
    let mut known: Vec<String> = Vec::new();
    let mut defines = false;
    for table in &document.tables {
        known.push(norm(&table.name));
        if let Body::Types { types } = &table.body {
            defines = true;
            known.extend(types.iter().map(|ty| norm(&ty.name)));
        }
    }
    known.extend(document.tables.iter().map(|table| norm(&table.field)));
    for section in &document.sections {
        // A section on several is a section on one.
        let title = norm(&section.title);
        known.extend(title.strip_suffix('s').map(str::to_owned));
        known.push(title);
    }
    let fields = document.structures().flat_map(|(_, _, fields, _)| fields);
    let unsized_fields = fields.filter(|field| defines && field.size.is_none() && !field.ty.is_empty());
    let unknown = unsized_fields.filter(|field| !is_known(&field.ty, &known));
    let found = unknown.map(|field| {
        let message = format!("the type `{}` is defined nowhere", field.ty);
        document.inconsistency("type.unknown", field.line, &field.name, message, Vec::new())
    });
    found.collect()
}

fn is_known(ty: &str, known: &[String]) -> bool {
    let last = ty.rsplit([':', ' ']).next().unwrap_or(ty);
    known.contains(&norm(last)) || of_type(last, &Types::new()).is_some()
}

//! Finds the fields whose values the tables of enumerations and flags list.

use super::chapters::Chapters;
use super::model::{Body, Document};
use super::name::{MAX_NAME, normal_name};
use super::phrases::Phrases;
use std::collections::{HashMap, HashSet};

/// The index of a table, and the index of a field in the table.
type Place = (usize, usize);

/// Finds the field for each table of enumeration values or flags: the field in the nearest earlier structure of the
/// chapter that has the name of the table, else a field whose type has the name, else a field whose notes contain the
/// name.
pub(super) fn link_codes(document: &mut Document) {
    let is_set = |body: &Body| matches!(body, Body::Enumeration { .. } | Body::Flags { .. });
    let sets = document.tables.iter().enumerate().filter(|(_, table)| is_set(&table.body));
    let sets: Vec<_> = sets.map(|(index, table)| (index, normal_name(&table.name))).collect();
    if sets.is_empty() {
        return;
    }
    let fields = Fields::of(document, &sets);
    let chapters = Chapters::of(document);
    let of_set = |index: usize, name: &str| {
        let table = document.tables.get(index)?;
        let titled = fields.named.get(name).and_then(|places| {
            let before = places.partition_point(|(at, _)| *at < index);
            // Chapters follow one another: if the last place is in another chapter, so are the earlier ones.
            let last = places.get(before.checked_sub(1)?)?;
            let of = document.tables.get(last.0)?;
            (chapters.chapter_of_table(of) == chapters.chapter_of_table(table)).then_some(last)
        });
        let of_type = || fields.typed.get(name);
        let (at, field) = titled.or_else(of_type).or_else(|| fields.noted.get(table.name.as_str()))?;
        let of = document.tables.get(*at)?;
        let Body::Structure { fields, .. } = &of.body else { return None };
        Some((index, of.name.clone(), fields.get(*field)?.name.clone(), (*at, *field)))
    };
    let links: Vec<_> = sets.iter().filter_map(|(index, name)| of_set(*index, name)).collect();
    for (index, structure, field, of) in links {
        if let Some(table) = document.tables.get_mut(index) {
            (table.structure, table.field, table.of) = (structure, field, Some(of));
        }
    }
}

/// The fields whose values a set may list.
struct Fields<'d> {
    /// For each normal name, the first such field of each structure, in the order of the document.
    named: HashMap<String, Vec<Place>>,
    /// For each normal name of a type, the first field with the type.
    typed: HashMap<String, Place>,
    /// For each title of a set, the first field whose notes contain the title.
    noted: HashMap<&'d str, Place>,
}

impl<'d> Fields<'d> {
    fn of(document: &'d Document, sets: &[(usize, String)]) -> Self {
        let wanted: HashSet<&str> =
            sets.iter().map(|(_, name)| name.as_str()).filter(|name| !name.is_empty()).collect();
        let titles = sets.iter().filter_map(|(index, _)| Some(document.tables.get(*index)?.name.as_str()));
        let titles = Phrases::of(titles.filter(|title| title.contains(' ')).map(|title| (title, title)));
        let mut found = Self { named: HashMap::new(), typed: HashMap::new(), noted: HashMap::new() };
        for (index, _, fields, _) in document.structures() {
            for (at, field) in fields.iter().enumerate().filter(|(_, field)| field.name.len() <= MAX_NAME) {
                let name = normal_name(&field.name);
                if wanted.contains(name.as_str()) {
                    let places = found.named.entry(name).or_default();
                    if places.last().is_none_or(|(last, _)| *last != index) {
                        places.push((index, at));
                    }
                }
                let ty = normal_name(field.ty.trim_start_matches("enum "));
                if wanted.contains(ty.as_str()) {
                    found.typed.entry(ty).or_insert((index, at));
                }
                for title in titles.values_within(&field.notes) {
                    found.noted.entry(title).or_insert((index, at));
                }
            }
        }
        found
    }
}

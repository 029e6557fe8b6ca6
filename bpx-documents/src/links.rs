//! Finds the fields whose values the tables of enumerations and flags list.

use super::chapters::Chapters;
use super::model::{Body, Document, Field, Table};
use super::name::{MAX_NAME, normal_name};
use super::phrases::Phrases;
use super::prose::Sentence;
use std::collections::{HashMap, HashSet};

/// The index of a table, and the index of a field in the table.
type Place = (usize, usize);

/// Finds the field for each table of enumeration values or flags: the field in the nearest earlier structure of the
/// chapter that has the name of the table, else a field whose type has the name, else a field whose notes contain the
/// name.
pub(super) fn link_codes(document: &mut Document) {
    let is_set = |body: &Body| matches!(body, Body::Enumeration { .. } | Body::Flags { .. });
    let sets = document.tables.iter().enumerate().filter(|(_, table)| is_set(&table.body) && table.of.is_none());
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

/// Links the values of the last table to the field at a place.
pub(super) fn link_last_table(tables: &mut [Table], of: Option<Place>) {
    let Some((at, place)) = of else { return };
    let found = tables.get(at).and_then(|table| {
        let Body::Structure { fields, .. } = &table.body else { return None };
        Some((table.name.clone(), fields.get(place)?.name.clone()))
    });
    if let Some(((structure, field), last)) = found.zip(tables.last_mut()) {
        (last.structure, last.field, last.of) = (structure, field, of);
    }
}

/// Returns the place of the field of the last structure that has the title of a column of values: `Kind`. The values lie
/// in the section of the structure, or in a subsection with the title of the column: `Kinds`.
pub(super) fn titled_field(document: &Document, title: &str) -> Option<Place> {
    let wanted = normal_name(title);
    let is_general = matches!(&*wanted, "" | "value" | "values" | "code" | "id" | "number" | "hex" | "mask" | "no");
    let (index, table, fields, _) = document.structures().last().filter(|_| !is_general)?;
    let of_name = |field: &Field| field.name.len() <= MAX_NAME && normal_name(&field.name) == wanted;
    let field = fields.iter().position(of_name)?;
    let current = document.sections.len().checked_sub(1);
    let within = || {
        let own = document.sections.get(table.within?)?;
        let after = document.sections.get(table.within? + 1..)?;
        let section = document.sections.last()?;
        let name = normal_name(&section.title);
        let of_table = format!("{}{wanted}", normal_name(table.title()));
        let is_named = [wanted.as_str(), &of_table].iter().any(|title| name.trim_end_matches('s') == *title);
        (is_named && after.iter().all(|one| one.depth > own.depth)).then_some(())
    };
    (table.within == current || within().is_some()).then_some((index, field))
}

/// Returns the index of the only field that is the subject of a sentence before a table: `The kind is one of:`,
/// `Values of kind:`.
pub(super) fn announced_field(sentence: Sentence<'_>, fields: &[Field]) -> Option<usize> {
    if !sentence.text.ends_with(':') {
        return None;
    }
    let clean = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_').to_lowercase();
    let words: Vec<String> = sentence.words().map(clean).filter(|word| !word.is_empty()).collect();
    let is_filler = |word: &String| FILLERS.contains(&word.as_str());
    let last = words.iter().position(|word| !is_filler(word)).unwrap_or(words.len());
    let is_subject = |name: &str, start: usize| {
        let rest = words.get(start..).unwrap_or_default();
        let taken = (1..=rest.len().min(MAX_WORDS))
            .find(|taken| normal_name(&rest.get(..*taken).unwrap_or_default().concat()) == normal_name(name));
        taken.is_some_and(|taken| rest.get(taken).is_none_or(|next| AFTER.contains(&next.as_str())))
    };
    let is_named = |field: &Field| field.name.len() <= MAX_NAME && !normal_name(&field.name).is_empty();
    let is_said = |field: &Field| (0..=last).any(|start| is_subject(&field.name, start));
    let mut found = fields.iter().enumerate().filter(|(_, field)| is_named(field) && is_said(field));
    found.next().filter(|_| found.next().is_none()).map(|(at, _)| at)
}

/// The largest number of words in the name of a field.
const MAX_WORDS: usize = 5;

/// Words before the subject of a sentence.
const FILLERS: [&str; 14] = [
    "the", "possible", "valid", "values", "value", "of", "for", "bits", "bit", "in", "field", "codes", "these",
    "defined",
];

/// Words after the subject of a sentence.
const AFTER: [&str; 13] =
    ["field", "fields", "is", "are", "can", "has", "have", "may", "must", "contains", "holds", "values", "bits"];

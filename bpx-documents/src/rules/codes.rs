//! Finds names and values that collide or do not fit, and tables whose number of rows differs from the announced
//! number.

use super::{Inconsistency, shorten_name};
use crate::chapters::Chapters;
use crate::model::{Body, Document, Field, Table, Value};
use crate::name::{is_reserved, normal_name};
use crate::prose::Sentence;
use crate::size::Size;
use std::collections::{HashMap, HashSet};

pub(super) fn check_codes(document: &Document) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    let fields = Fields::of(document);
    let mut announced = AnnouncedCounts::of(document);
    for table in &document.tables {
        let names = unconditional_rows(&table.body);
        let mut first: HashMap<String, usize> = HashMap::new();
        for (line, name) in names.iter().filter(|(_, name)| !is_reserved(name)) {
            let normal = normal_name(name);
            match first.get(&normal) {
                _ if normal.is_empty() => {}
                Some(other) => {
                    let message = "another row of the table has the same name".to_owned();
                    found.push(document.inconsistency("name.repeated", *line, name, message, vec![*other]));
                }
                None => drop(first.insert(normal, *line)),
            }
        }
        if let Body::Enumeration { values } | Body::Flags { values } = &table.body {
            found.extend(values_of(document, table, values, fields.field_of_set(table)));
        }
        if let Body::Sections { sections } = &table.body {
            found.extend(repeated_codes(document, sections.iter().map(|one| (one.line, one.name.as_str(), one.ty))));
        }
        found.extend(announced.compare_count(document, table, names.len()));
    }
    found
}

/// The fields that have sets of values.
struct Fields<'d> {
    chapters: Chapters,
    /// The first field with each chapter, structure and normal name.
    known: HashMap<(Option<usize>, &'d str, String), &'d Field>,
}

impl<'d> Fields<'d> {
    fn of(document: &'d Document) -> Self {
        let chapters = Chapters::of(document);
        let sets = document.tables.iter().filter(|table| !table.structure.is_empty());
        let wanted: HashSet<_> = sets.map(|table| (table.structure.as_str(), normal_name(&table.field))).collect();
        let mut known = HashMap::new();
        for (_, table, fields, _) in document.structures().filter(|_| !wanted.is_empty()) {
            for field in fields {
                let key = (table.name.as_str(), normal_name(&field.name));
                if wanted.contains(&key) && !key.1.is_empty() {
                    known.entry((chapters.chapter_of_table(table), key.0, key.1)).or_insert(field);
                }
            }
        }
        Self { chapters, known }
    }

    fn field_of_set(&self, table: &'d Table) -> Option<&'d Field> {
        self.known
            .get(&(self.chapters.chapter_of_table(table), table.structure.as_str(), normal_name(&table.field)))
            .copied()
    }
}

/// Returns the line and the name of each row of a table that has no condition.
fn unconditional_rows(body: &Body) -> Vec<(usize, &str)> {
    match body {
        Body::Structure { fields, .. } => {
            fields.iter().filter(|field| field.when.is_empty()).map(|field| (field.line, field.name.as_str())).collect()
        }
        Body::Types { types } => types.iter().map(|ty| (ty.line, ty.name.as_str())).collect(),
        Body::Enumeration { values } | Body::Flags { values } => {
            values.iter().map(|value| (value.line, value.name.as_str())).collect()
        }
        Body::Sections { sections } => sections.iter().map(|section| (section.line, section.name.as_str())).collect(),
        Body::Diagram(_) | Body::Other { .. } => Vec::new(),
    }
}

fn values_of(document: &Document, table: &Table, values: &[Value], field: Option<&Field>) -> Vec<Inconsistency> {
    let mut found = repeated_codes(document, values.iter().map(|one| (one.line, one.name.as_str(), one.value)));
    for value in values {
        let Some(number) = value.value else { continue };
        if matches!(table.body, Body::Flags { .. }) && number.count_ones() != 1 {
            let message = format!("the flag is {}, which is not a single bit", value.text);
            found.push(document.inconsistency("flag.bits", value.line, &value.name, message, vec![table.line]));
        }
        let wide = field.and_then(|field| Some((field, field.size.and_then(Size::exact)?)));
        if let Some((field, bits)) = wide.filter(|(_, bits)| *bits < 64 && number >> bits != 0) {
            let field_name = shorten_name(&field.name);
            let message = format!("{} does not fit into the {bits} bits of `{field_name}`", value.text);
            found.push(document.inconsistency("value.wide", value.line, &value.name, message, vec![field.line]));
        }
    }
    found
}

fn repeated_codes<'d>(
    document: &Document,
    values: impl Iterator<Item = (usize, &'d str, Option<u64>)>,
) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    let mut first: HashMap<u64, (usize, &str)> = HashMap::new();
    for (line, name, value) in values.filter_map(|(line, name, value)| Some((line, name, value?))) {
        if let Some((other, first)) = first.get(&value) {
            let message = format!("the value {value} belongs to `{}` too", shorten_name(first));
            found.push(document.inconsistency("value.repeated", line, name, message, vec![*other]));
        } else {
            first.insert(value, (line, name));
        }
    }
    found
}

/// Sentences that state the number of rows in the following table: `there are 6 types:`.
struct AnnouncedCounts {
    /// The lines of all tables, sorted.
    tables: Vec<usize>,
    /// The index of the paragraph that was read last, with the line and the number that its last sentence states.
    last: Option<(usize, Option<(usize, usize)>)>,
}

impl AnnouncedCounts {
    fn of(document: &Document) -> Self {
        let mut tables: Vec<_> = document.tables.iter().map(|table| table.line).collect();
        tables.sort_unstable();
        Self { tables, last: None }
    }

    /// Compares the number that a sentence right before a table states with the number of rows in the table.
    fn compare_count(&mut self, document: &Document, table: &Table, rows: usize) -> Option<Inconsistency> {
        let after = document.prose.partition_point(|(_, prose)| prose.line() < table.line);
        let at = after.checked_sub(1)?;
        let (within, prose) = document.prose.get(at)?;
        let next = self.tables.partition_point(|line| *line <= prose.line());
        let between = self.tables.get(next).is_some_and(|line| *line < table.line);
        if *within != table.within || between {
            return None;
        }
        if self.last.is_none_or(|(last, _)| last != at) {
            let sentence = prose.sentences().last();
            self.last = Some((at, sentence.and_then(|sentence| Some((sentence.line, stated_count(&sentence)?)))));
        }
        let (line, count) = self.last.and_then(|(_, said)| said)?;
        let message = format!("a sentence states {count} rows, but the table has {rows}");
        let wrong = rows > 0 && count != rows;
        wrong.then(|| document.inconsistency("count.differs", table.line, &table.name, message, vec![line]))
    }
}

/// Returns the number of rows that a sentence states.
fn stated_count(sentence: &Sentence<'_>) -> Option<usize> {
    let kinds =
        ["types", "values", "kinds", "fields", "flags", "entries", "codes", "data-types", "members", "sections"];
    let pairs = sentence.words().zip(sentence.words().skip(1));
    let found = pairs.filter_map(|(number, kind)| {
        let kind = kind.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        number.parse().ok().filter(|_| kinds.contains(&kind.as_str()))
    });
    let found: Vec<usize> = found.collect();
    if let [count] = found.as_slice() { Some(*count) } else { None }
}

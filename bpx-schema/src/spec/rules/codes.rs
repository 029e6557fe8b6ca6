//! Names and values that collide, do not fit, or are fewer than announced.

use super::Inconsistency;
use crate::spec::model::{Body, Document, Table, Value};
use crate::spec::name::{is_reserved, norm, same};
use crate::spec::prose::Sentence;
use crate::spec::size::Size;
use std::collections::HashMap;

pub(super) fn check(document: &Document) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    for table in &document.tables {
        let names = rows(&table.body);
        let mut first: HashMap<String, usize> = HashMap::new();
        for (line, name) in names.iter().filter(|(_, name)| !norm(name).is_empty() && !is_reserved(name)) {
            if let Some(other) = first.get(&norm(name)) {
                let message = "the name stands twice in the table".to_owned();
                found.push(document.inconsistency("name.repeated", *line, name, message, vec![*other]));
            } else {
                first.insert(norm(name), *line);
            }
        }
        if let Body::Enumeration { values } | Body::Flags { values } = &table.body {
            found.extend(values_of(document, table, values));
        }
        if let Body::Sections { sections } = &table.body {
            let numbers: Vec<_> = sections.iter().map(|section| (section.line, &section.name, section.ty)).collect();
            found.extend(repeated(document, &numbers));
        }
        found.extend(counted(document, table, names.len()));
    }
    found
}

/// Lines and names of the rows of a table that has no condition.
fn rows(body: &Body) -> Vec<(usize, &str)> {
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

fn values_of(document: &Document, table: &Table, values: &[Value]) -> Vec<Inconsistency> {
    let numbers: Vec<_> = values.iter().map(|value| (value.line, &value.name, value.value)).collect();
    let mut found = repeated(document, &numbers);
    let field = document
        .structures()
        .filter(|(_, other, ..)| other.name == table.structure && document.same_chapter(other, table));
    let field = field.flat_map(|(_, _, fields, _)| fields).find(|field| same(&field.name, &table.field));
    for value in values {
        let Some(number) = value.value else { continue };
        if matches!(table.body, Body::Flags { .. }) && number.count_ones() != 1 {
            let message = format!("the flag is {}, which is not a single bit", value.text);
            found.push(document.inconsistency("flag.bits", value.line, &value.name, message, vec![table.line]));
        }
        let wide = field.and_then(|field| Some((field, field.size.and_then(Size::exact)?)));
        if let Some((field, bits)) = wide.filter(|(_, bits)| *bits < 64 && number >> bits != 0) {
            let message = format!("{} does not fit into the {bits} bits of `{}`", value.text, field.name);
            found.push(document.inconsistency("value.wide", value.line, &value.name, message, vec![field.line]));
        }
    }
    found
}

fn repeated(document: &Document, values: &[(usize, &String, Option<u64>)]) -> Vec<Inconsistency> {
    let mut found = Vec::new();
    for (at, (line, name, value)) in values.iter().enumerate() {
        let before = values.iter().take(at).find(|(_, _, other)| value.is_some() && other == value);
        if let Some((other, first, value)) = before {
            let value = value.map(|value| value.to_string()).unwrap_or_default();
            let message = format!("the value {value} is that of `{first}` too");
            found.push(document.inconsistency("value.repeated", *line, name, message, vec![*other]));
        }
    }
    found
}

/// `there are 6 types:` right before a table of another number of rows.
fn counted(document: &Document, table: &Table, rows: usize) -> Option<Inconsistency> {
    let (_, prose) =
        document.prose.iter().rfind(|(within, prose)| *within == table.within && prose.line() < table.line)?;
    let between = document.tables.iter().any(|other| other.line > prose.line() && other.line < table.line);
    let last = prose.sentences().last().copied().filter(|_| !between)?;
    let count = count(&last)?;
    let message = format!("a sentence counts {count}, the table has {rows}");
    let wrong = rows > 0 && count != rows;
    wrong.then(|| document.inconsistency("count.differs", table.line, &table.name, message, vec![last.line]))
}

/// The number of rows that a sentence speaks of.
fn count(sentence: &Sentence<'_>) -> Option<usize> {
    let words = sentence.words();
    let kinds =
        ["types", "values", "kinds", "fields", "flags", "entries", "codes", "data-types", "members", "sections"];
    let pairs = words.iter().zip(words.iter().skip(1));
    let found = pairs.filter_map(|(number, kind)| {
        let kind = kind.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        number.parse().ok().filter(|_| kinds.contains(&kind.as_str()))
    });
    let found: Vec<usize> = found.collect();
    if let [count] = found.as_slice() { Some(*count) } else { None }
}

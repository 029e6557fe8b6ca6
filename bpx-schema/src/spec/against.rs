//! A document beside declarations, table by table.
//!
//! A table belongs to the structure that names its section, or its title, as what it implements; of several, to the one
//! with most names in common. Sections of files are not compared: a schema does not say how often they may stand.

use super::model::{Body, Document, Field, Table, Value};
use super::name::{is_reserved, norm, same};
use super::size::Size;
use crate::schema::{BitField, Body as Declared, Codes, CodesLink, Link, Model, Structure, Type};
use serde::Serialize;

/// A difference between a document and declarations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What differs, such as `field.resized`.
    pub id: &'static str,
    /// The line of the document, counted through its files.
    pub line: usize,
    /// The table, as the document calls it.
    pub table: String,
    /// The field or the value that differs; empty for a whole table.
    pub field: String,
    /// The place in the declarations: structure, or structure and field, or set of values; empty when there is none.
    pub declared: String,
    /// What differs, in words.
    pub message: String,
}

/// All differences, by line.
#[must_use]
pub fn differences(document: &Document, model: &Model) -> Vec<Difference> {
    let mut found = Vec::new();
    for table in &document.tables {
        match &table.body {
            Body::Structure { fields, .. } => found.extend(structure(table, fields, model)),
            Body::Enumeration { values } | Body::Flags { values } => {
                found.extend(codes(table, values, document, model));
            }
            _ => {}
        }
    }
    found.sort_by_key(|difference| difference.line);
    found
}

/// A declared field, or a bit field of a structure of bits that a field holds.
struct Part<'a> {
    name: &'a str,
    label: &'a str,
    bits: Option<u64>,
    float: bool,
    /// Whether the value follows from others, so that a document may leave it unsaid.
    derived: bool,
    codes: Option<&'a Codes>,
}

impl Part<'_> {
    fn is(&self, name: &str) -> bool {
        same(self.label, name) || same(self.name, name) || is_reserved(self.name) && is_reserved(name)
    }
}

/// The fields of a structure; those of bits one by one.
fn parts<'a>(model: &'a Model, structure: &'a Structure) -> Vec<Part<'a>> {
    let resolve = |link: &Link| model.get(link.name());
    if let Declared::Bits(fields) = &structure.body {
        let part = |field: &'a BitField| {
            let codes = field.codes.as_ref().map(CodesLink::get);
            let bits = Some(field.bits.into());
            Part { name: &field.name, label: &field.label, bits, float: false, derived: false, codes }
        };
        return fields.iter().map(part).collect();
    }
    let mut flat = Vec::new();
    for field in structure.fields() {
        let held = if let Type::Named { link, .. } = &field.ty { resolve(link) } else { None };
        if let Some(inner) = held.filter(|inner| matches!(inner.body, Declared::Bits(_))) {
            flat.extend(parts(model, inner));
            continue;
        }
        let bits = field.fixed_size(&resolve).and_then(|bytes| bytes.checked_mul(8));
        let codes = field.codes.as_ref().map(CodesLink::get);
        let float = matches!(field.ty, Type::Float { .. });
        flat.push(Part {
            name: &field.name,
            label: &field.label,
            bits,
            float,
            derived: field.derived.is_some(),
            codes,
        });
    }
    flat
}

/// Whether what a declaration implements is this table's section or title: `9.1`, `v0 9.1`, `34 Mesh`, `Field map`.
fn implements(spec: &str, table: &Table) -> bool {
    let number = spec.rsplit([' ', ':']).next().unwrap_or_default();
    let title = spec.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    let name = table.name.split(" #").next().unwrap_or_default();
    !spec.is_empty() && (spec == table.section || number == table.section || same(title, name))
}

/// The structure that a table describes.
fn declared<'a>(table: &Table, fields: &[Field], model: &'a Model) -> Option<&'a Structure> {
    let common = |structure: &Structure| {
        let parts = parts(model, structure);
        fields.iter().filter(|field| parts.iter().any(|part| part.is(&field.name))).count()
    };
    let candidates = model.structures.values().filter(|structure| implements(&structure.spec, table));
    candidates
        .map(|structure| (common(structure), structure))
        .filter(|(count, _)| *count > 0)
        .max_by_key(|(count, _)| *count)
        .map(|(_, s)| s)
}

fn structure(table: &Table, fields: &[Field], model: &Model) -> Vec<Difference> {
    let found = |id, line, field: &str, declared: String, message: String| Difference {
        id,
        line,
        table: table.name.clone(),
        field: field.to_owned(),
        declared,
        message,
    };
    let Some(structure) = declared(table, fields, model) else {
        let message = "no declaration implements this table".to_owned();
        return vec![found("table.undeclared", table.line, "", String::new(), message)];
    };
    let parts = parts(model, structure);
    let place = |part: &Part<'_>| format!("{}.{}", structure.name, part.name);
    let mut differences = Vec::new();
    let mut open: Vec<usize> = (0..parts.len()).collect();
    let mut last: Option<usize> = None;
    let mut missing = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let Some(position) = open.iter().position(|at| parts.get(*at).is_some_and(|part| part.is(&field.name))) else {
            missing.push((at, field));
            continue;
        };
        let index = open.remove(position);
        let Some(part) = parts.get(index) else { continue };
        if last.is_some_and(|last| index < last) {
            let message = "declared before the field that it follows in the document".to_owned();
            differences.push(found("field.reordered", field.line, &field.name, place(part), message));
        }
        last = last.max(Some(index));
        differences
            .extend(compare(field, part).map(|(id, message)| found(id, field.line, &field.name, place(part), message)));
    }
    for (at, field) in missing {
        // The same place and size, another name.
        let size = field.size.and_then(Size::exact);
        let renamed = open.iter().position(|index| *index == at && parts.get(at).is_some_and(|part| part.bits == size));
        if let Some(part) = renamed.map(|position| open.remove(position)).and_then(|index| parts.get(index)) {
            let message = format!("declared as `{}`", part.name);
            differences.push(found("field.renamed", field.line, &field.name, place(part), message));
        } else {
            let message = format!("`{}` does not declare it", structure.name);
            differences.push(found("field.missing", field.line, &field.name, structure.name.to_string(), message));
        }
    }
    for part in open.iter().filter_map(|index| parts.get(*index)).filter(|part| !part.derived) {
        let message = format!("`{}` is declared, and not in the table", part.name);
        differences.push(found("field.extra", table.line, part.name, place(part), message));
    }
    differences
}

/// What differs between a field and its declaration.
fn compare(field: &Field, part: &Part<'_>) -> Option<(&'static str, String)> {
    let stated = field.size.and_then(Size::exact);
    if let Some((stated, bits)) = stated.zip(part.bits).filter(|(stated, bits)| stated != bits) {
        return Some(("field.resized", format!("{stated} bits in the document, {bits} declared")));
    }
    let ty = field.ty.to_lowercase();
    let number = ["unsigned", "signed", "uint", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];
    let integer = number.iter().any(|name| ty == *name);
    let retyped = integer && part.float;
    retyped.then(|| ("field.retyped", format!("`{}` in the document, a float declared", field.ty)))
}

fn codes(table: &Table, values: &[Value], document: &Document, model: &Model) -> Vec<Difference> {
    let found = |id, line, field: &str, declared: &str, message: String| Difference {
        id,
        line,
        table: table.name.clone(),
        field: field.to_owned(),
        declared: declared.to_owned(),
        message,
    };
    let Some(codes) = declared_codes(table, document, model) else {
        let message = "no declaration names these values".to_owned();
        return vec![found("codes.undeclared", table.line, "", "", message)];
    };
    let mut differences = Vec::new();
    for value in values {
        let Some(number) = value.value else { continue };
        let named = codes.codes.iter().find(|code| norm(&code.name) == norm(&value.name));
        let same_number = codes.codes.iter().find(|code| code.value == number);
        let (id, message) = match (named, same_number) {
            (Some(code), _) if code.value == number => continue,
            (Some(code), _) => ("value.differs", format!("{number} in the document, {} declared", code.value)),
            (None, Some(code)) => ("value.renamed", format!("{number} is declared as `{}`", code.name)),
            (None, None) => ("value.missing", format!("`{}` does not declare {number}", codes.name)),
        };
        differences.push(found(id, value.line, &value.name, &codes.name, message));
    }
    for code in codes.codes.iter() {
        let known = |value: &Value| norm(&value.name) == norm(&code.name) || value.value == Some(code.value);
        if !values.iter().any(known) {
            let message = format!("`{}` is declared as {}, and not in the table", code.name, code.value);
            differences.push(found("value.extra", table.line, &code.name, &codes.name, message));
        }
    }
    differences
}

/// The set of values that a table lists: that of the field, else the one that implements the section.
fn declared_codes<'a>(table: &Table, document: &Document, model: &'a Model) -> Option<&'a Codes> {
    let owner = document
        .structures()
        .find(|(_, other, ..)| other.name == table.structure && document.same_chapter(other, table));
    let of_field = owner.and_then(|(_, owner, fields, _)| {
        let parts = parts(model, declared(owner, fields, model)?);
        parts.into_iter().find(|part| part.is(&table.field))?.codes
    });
    of_field.or_else(|| {
        let parts = model.structures.values().flat_map(|structure| parts(model, structure));
        let codes: Vec<_> = parts.filter_map(|part| part.codes).collect();
        let named = codes.iter().find(|codes| same(&codes.name, &table.name));
        // A section with several sets does not tell which one is meant.
        let mut of_section = codes.iter().filter(|codes| implements(&codes.spec, table));
        let first = of_section.next().filter(|first| of_section.all(|other| other.name == first.name));
        named.or(first).copied()
    })
}

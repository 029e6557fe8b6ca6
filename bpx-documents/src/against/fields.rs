//! Compares fields of documents with declared fields.
//!
//! A document and its declarations need not divide a structure in the same way:
//! - several tables may be parts of one structure, such as a header and the list after it;
//! - a table in which all sizes are fixed states nothing about the bytes after them;
//! - a row may have a structure as its type, and the declaration may have the fields of that structure instead of the
//!   row;
//! - rows with the same name and different conditions are one field.

use super::super::model::{Field, Table};
use super::super::name::normal_name;
use super::super::size::Size;
use super::matching::{DeclaredStructure, Matcher};
use super::parts::{ComparedName, DeclaredPart};
use super::{Difference, table_difference};
use bpx_model::Structure;
use std::collections::{HashMap, HashSet};
use std::ptr;

/// A table, and the declared structure that implements the table.
struct Reading<'m, 'a> {
    table: &'a Table,
    /// The rows, divided as the declaration divides the structure.
    rows: Vec<&'a Field>,
    /// The declared structure; `None` if no structure implements the table.
    declared: Option<&'m DeclaredStructure<'a>>,
}

/// Returns the differences between all structures of a document and the declared structures.
pub(super) fn field_differences(matcher: &Matcher<'_>) -> Vec<Difference> {
    let tables: Vec<_> = matcher
        .document
        .structures()
        .map(|(_, table, rows, _)| (table, rows, matcher.find_structure(table, rows).map(|(declared, _)| declared)))
        .collect();
    let mut groups: Vec<(&DeclaredStructure<'_>, Vec<&DeclaredPart<'_>>)> = Vec::new();
    for declared in tables.iter().filter_map(|(.., declared)| *declared) {
        let is_it = |other: &&DeclaredStructure<'_>| other.structure.name == declared.structure.name;
        if !groups.iter().any(|(other, _)| is_it(other)) {
            let of_it = tables.iter().filter(|(.., other)| other.as_ref().is_some_and(is_it));
            let rows = of_it.flat_map(|(_, rows, _)| rows.iter());
            groups.push((declared, matcher.parts_for_rows(declared, rows)));
        }
    }
    let parts_of = |declared: &DeclaredStructure<'_>| groups.iter().find(|(other, _)| ptr::eq(*other, declared));
    let readings: Vec<_> = tables
        .iter()
        .map(|(table, rows, declared)| {
            let parts = declared.and_then(parts_of).map_or(&[][..], |(_, parts)| parts);
            Reading { table, rows: written_out(rows, parts, matcher), declared: *declared }
        })
        .collect();
    // A field that another table describes is compared with that table.
    let mut homes: HashMap<*const Field, Option<usize>> = HashMap::new();
    for (at, reading) in readings.iter().enumerate() {
        for row in &reading.rows {
            let home = homes.entry(ptr::from_ref(*row)).or_insert(Some(at));
            *home = home.filter(|home| *home == at);
        }
    }
    let is_in_others =
        |own: &Reading<'_, '_>| own.rows.iter().all(|row| homes.get(&ptr::from_ref(*row)) == Some(&None));
    let mut found = Vec::new();
    for reading in readings.iter().filter(|reading| reading.declared.is_none() && !is_in_others(reading)) {
        let message = "no declaration implements this table".to_owned();
        found.push(table_difference("table.undeclared", reading.table.line, reading.table, "", "", message));
    }
    for (declared, parts) in &groups {
        let is_of = |reading: &&Reading<'_, '_>| reading.declared.is_some_and(|other| ptr::eq(other, *declared));
        let mut tables = readings.iter().filter(is_of).filter(|reading| !is_in_others(reading));
        let Some(first) = tables.next() else { continue };
        let mut extra = compare_rows(first, declared.structure, parts, &mut found);
        for other in tables {
            let left = compare_rows(other, declared.structure, parts, &mut found);
            extra.retain(|index| left.contains(index));
        }
        for part in extra.into_iter().filter_map(|index| parts.get(index)) {
            let message = "declared, but not in the table".to_owned();
            found.push(table_difference(
                "field.extra",
                first.table.line,
                first.table,
                part.name,
                &part.declared_path(),
                message,
            ));
        }
    }
    found
}

/// Returns the rows as the declaration divides them: a row that is not declared, and whose type has a table of its own,
/// is replaced by the rows of that table.
fn written_out<'a>(rows: &'a [Field], parts: &[&DeclaredPart<'_>], matcher: &Matcher<'a>) -> Vec<&'a Field> {
    let is_declared = |row: &Field| {
        let name = ComparedName::of(&row.name);
        parts.iter().any(|part| part.is_named(&name))
    };
    let mut names = HashSet::new();
    let mut list: Vec<&Field> = Vec::new();
    for row in rows {
        let open = !parts.is_empty() && !is_declared(row);
        let inner = Some(row).filter(|_| open).and_then(|row| matcher.inner_rows(row));
        let inner = inner.filter(|inner| inner.iter().any(is_declared));
        for one in inner.unwrap_or(std::slice::from_ref(row)) {
            let is_new = names.insert(normal_name(&one.name));
            if is_new || one.when.is_empty() {
                list.push(one);
            }
        }
    }
    list
}

/// Compares rows with parts; returns the indexes of the parts that are declared, but not in the table.
fn compare_rows(
    reading: &Reading<'_, '_>,
    structure: &Structure,
    parts: &[&DeclaredPart<'_>],
    differences: &mut Vec<Difference>,
) -> Vec<usize> {
    let table = reading.table;
    let found =
        |id, line, field: &str, declared: &str, message| table_difference(id, line, table, field, declared, message);
    let mut open: Vec<usize> = (0..parts.len()).collect();
    let mut last: Option<usize> = None;
    let mut missing = Vec::new();
    for (at, field) in reading.rows.iter().enumerate() {
        let name = ComparedName::of(&field.name);
        let Some(position) = open.iter().position(|at| parts.get(*at).is_some_and(|part| part.is_named(&name))) else {
            missing.push((at, field));
            continue;
        };
        let index = open.remove(position);
        let Some(part) = parts.get(index) else { continue };
        if last.is_some_and(|last| index < last) {
            let message = "declared before the field that it follows in the document".to_owned();
            differences.push(found("field.reordered", field.line, &field.name, &part.declared_path(), message));
        }
        last = last.max(Some(index));
        let differs = compare_field(field, part);
        differences
            .extend(differs.map(|(id, message)| found(id, field.line, &field.name, &part.declared_path(), message)));
    }
    for (at, field) in missing {
        // The same place and size, another name.
        let size = fixed_size(field);
        let is_same = |index: &usize| *index == at && size.is_some() && parts.get(at).is_some_and(|p| p.bits == size);
        let renamed = open.iter().position(is_same).map(|position| open.remove(position));
        if let Some(part) = renamed.and_then(|index| parts.get(index)) {
            last = last.max(Some(at));
            let message = format!("declared as `{}`", part.name);
            differences.push(found("field.renamed", field.line, &field.name, &part.declared_path(), message));
        } else {
            let message = format!("`{}` does not declare it", structure.name);
            differences.push(found("field.missing", field.line, &field.name, &structure.name, message));
        }
    }
    let is_header = reading.rows.iter().all(|row| fixed_size(row).is_some());
    let follows = |index: usize, part: &DeclaredPart<'_>| is_header && part.bits.is_none() && last < Some(index);
    let is_extra = |index: &usize| parts.get(*index).is_some_and(|part| !part.unsaid && !follows(*index, part));
    open.into_iter().filter(is_extra).collect()
}

/// Returns the size of a row if it never changes.
pub(super) fn fixed_size(row: &Field) -> Option<u64> {
    row.size.and_then(Size::exact)
}

/// Returns a difference between the size or the type of a field and the declaration of the field.
fn compare_field(field: &Field, part: &DeclaredPart<'_>) -> Option<(&'static str, String)> {
    if let Some((stated, bits)) = fixed_size(field).zip(part.bits).filter(|(stated, bits)| stated != bits) {
        return Some(("field.resized", format!("{stated} bits in the document, {bits} declared")));
    }
    let ty = field.ty.to_lowercase();
    let number = ["unsigned", "signed", "uint", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];
    let integer = number.iter().any(|name| ty == *name);
    let retyped = integer && part.float;
    retyped.then(|| ("field.retyped", format!("`{}` in the document, a float declared", field.ty)))
}

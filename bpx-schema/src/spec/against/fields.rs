//! Fields of structures beside those that are declared.
//!
//! A document and its declarations need not divide a structure in the same way:
//! - several tables may be parts of one structure, such as a header and the list behind it;
//! - a table in which all sizes are fixed says nothing of what follows them;
//! - a row may be of a structure with a table of its own, whose fields are declared in the place of the row;
//! - rows of one name under different conditions are one field.

use super::super::model::{Field, Table};
use super::super::size::Size;
use super::matching::Matcher;
use super::parts::{Part, is_row};
use super::{Difference, difference};
use crate::schema::Structure;
use std::ptr;

/// A table beside its declaration.
struct Reading<'a> {
    table: &'a Table,
    /// The rows, written out as the declaration has them.
    rows: Vec<&'a Field>,
    /// None when nothing implements the table.
    structure: Option<&'a Structure>,
}

/// What differs, of all structures.
pub(super) fn differences(matcher: &Matcher<'_>) -> Vec<Difference> {
    let tables: Vec<_> = matcher
        .document
        .structures()
        .map(|(_, table, rows, _)| (table, rows, matcher.find(table, rows).map(|(structure, _)| structure)))
        .collect();
    let mut groups: Vec<(&Structure, Vec<Part<'_>>)> = Vec::new();
    for structure in tables.iter().filter_map(|(.., structure)| *structure) {
        if !groups.iter().any(|(other, _)| other.name == structure.name) {
            let of_it = tables.iter().filter(|(.., other)| other.is_some_and(|other| other.name == structure.name));
            let rows = of_it.flat_map(|(_, rows, _)| rows.iter());
            groups.push((structure, matcher.parts(structure, rows)));
        }
    }
    let parts_of = |structure: &Structure| groups.iter().find(|(other, _)| other.name == structure.name);
    let readings: Vec<_> = tables
        .iter()
        .map(|(table, rows, structure)| {
            let parts = structure.and_then(parts_of).map_or(&[][..], |(_, parts)| parts);
            Reading { table, rows: written_out(rows, parts, matcher), structure: *structure }
        })
        .collect();
    // What another table has in the place of a field is compared there.
    let is_in_others = |own: &Reading<'_>| {
        let others = || readings.iter().filter(|other| !ptr::eq(*other, own)).flat_map(|other| &other.rows);
        own.rows.iter().all(|row| others().any(|other| ptr::eq(*other, *row)))
    };
    let mut found = Vec::new();
    for reading in readings.iter().filter(|reading| reading.structure.is_none() && !is_in_others(reading)) {
        let message = "no declaration implements this table".to_owned();
        found.push(difference("table.undeclared", reading.table.line, reading.table, "", "", message));
    }
    for (structure, parts) in &groups {
        let is_of = |reading: &&Reading<'_>| reading.structure.is_some_and(|other| other.name == structure.name);
        let mut tables = readings.iter().filter(is_of).filter(|reading| !is_in_others(reading));
        let Some(first) = tables.next() else { continue };
        let mut extra = compare_rows(first, structure, parts, &mut found);
        for other in tables {
            let left = compare_rows(other, structure, parts, &mut found);
            extra.retain(|index| left.contains(index));
        }
        for part in extra.into_iter().filter_map(|index| parts.get(index)) {
            let message = "declared, and not in the table".to_owned();
            found.push(difference("field.extra", first.table.line, first.table, part.name, &part.place(), message));
        }
    }
    found
}

/// The rows as the declaration divides them: one that is not declared, and whose type has a table of its own, is what is
/// in it.
fn written_out<'a>(rows: &'a [Field], parts: &[Part<'_>], matcher: &Matcher<'a>) -> Vec<&'a Field> {
    let is_declared = |row: &Field| parts.iter().any(|part| part.is(&row.name));
    let mut list: Vec<&Field> = Vec::new();
    for row in rows {
        let inner = matcher.inner(row).filter(|inner| !is_declared(row) && inner.iter().any(is_declared));
        for one in inner.unwrap_or(std::slice::from_ref(row)) {
            let alternative = |other: &&Field| !one.when.is_empty() && is_row(&other.name, &one.name);
            if !list.iter().any(alternative) {
                list.push(one);
            }
        }
    }
    list
}

/// Compares rows with parts; gives those that are declared, and not in the table.
fn compare_rows(
    reading: &Reading<'_>,
    structure: &Structure,
    parts: &[Part<'_>],
    differences: &mut Vec<Difference>,
) -> Vec<usize> {
    let table = reading.table;
    let found = |id, line, field: &str, declared: &str, message| difference(id, line, table, field, declared, message);
    let mut open: Vec<usize> = (0..parts.len()).collect();
    let mut last: Option<usize> = None;
    let mut missing = Vec::new();
    for (at, field) in reading.rows.iter().enumerate() {
        let Some(position) = open.iter().position(|at| parts.get(*at).is_some_and(|part| part.is(&field.name))) else {
            missing.push((at, field));
            continue;
        };
        let index = open.remove(position);
        let Some(part) = parts.get(index) else { continue };
        if last.is_some_and(|last| index < last) {
            let message = "declared before the field that it follows in the document".to_owned();
            differences.push(found("field.reordered", field.line, &field.name, &part.place(), message));
        }
        last = last.max(Some(index));
        let differs = compare(field, part);
        differences.extend(differs.map(|(id, message)| found(id, field.line, &field.name, &part.place(), message)));
    }
    for (at, field) in missing {
        // The same place and size, another name.
        let size = exact(field);
        let is_same = |index: &usize| *index == at && size.is_some() && parts.get(at).is_some_and(|p| p.bits == size);
        let renamed = open.iter().position(is_same).map(|position| open.remove(position));
        if let Some(part) = renamed.and_then(|index| parts.get(index)) {
            last = last.max(Some(at));
            let message = format!("declared as `{}`", part.name);
            differences.push(found("field.renamed", field.line, &field.name, &part.place(), message));
        } else {
            let message = format!("`{}` does not declare it", structure.name);
            differences.push(found("field.missing", field.line, &field.name, &structure.name, message));
        }
    }
    let is_header = reading.rows.iter().all(|row| exact(row).is_some());
    let follows = |index: usize, part: &Part<'_>| is_header && part.bits.is_none() && last < Some(index);
    let is_extra = |index: &usize| parts.get(*index).is_some_and(|part| !part.unsaid && !follows(*index, part));
    open.into_iter().filter(is_extra).collect()
}

/// The size of a row that never changes.
pub(super) fn exact(row: &Field) -> Option<u64> {
    row.size.and_then(Size::exact)
}

/// What differs between a field and its declaration.
fn compare(field: &Field, part: &Part<'_>) -> Option<(&'static str, String)> {
    if let Some((stated, bits)) = exact(field).zip(part.bits).filter(|(stated, bits)| stated != bits) {
        return Some(("field.resized", format!("{stated} bits in the document, {bits} declared")));
    }
    let ty = field.ty.to_lowercase();
    let number = ["unsigned", "signed", "uint", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];
    let integer = number.iter().any(|name| ty == *name);
    let retyped = integer && part.float;
    retyped.then(|| ("field.retyped", format!("`{}` in the document, a float declared", field.ty)))
}

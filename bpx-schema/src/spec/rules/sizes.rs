//! Sizes that do not add up, or differ between places.

use super::Inconsistency;
use crate::spec::model::{Document, Field, Table};
use crate::spec::name::{norm, same};
use crate::spec::size::Size;
use std::collections::BTreeMap;

/// A place that gives a size.
struct Place {
    line: usize,
    bits: u64,
    /// The structure whose fields add up to it; none when it is stated.
    sum: bool,
}

pub(super) fn check(document: &Document) -> Vec<Inconsistency> {
    let mut found: Vec<_> =
        document.structures().flat_map(|(_, table, fields, _)| offsets(document, table, fields)).collect();
    found.extend(bound(document));
    found.extend(named(document));
    found.extend(untyped(document));
    found
}

/// Sizes that are stated of one table.
fn bound(document: &Document) -> Vec<Inconsistency> {
    let stated = document.stated.iter().filter_map(|stated| {
        let (_, table, fields, size) = document.structures().find(|(index, ..)| Some(*index) == stated.of)?;
        wrong_sum(document, table, fields, size, stated.bits, &[stated.line])
    });
    stated.collect()
}

/// The finding when fields do not add up to the stated bits.
fn wrong_sum(
    document: &Document,
    table: &Table,
    fields: &[Field],
    size: Size,
    stated: u64,
    against: &[usize],
) -> Option<Inconsistency> {
    let fits = size.min <= stated && size.max.is_none_or(|max| stated <= max);
    // What could be repaired by the reserved bytes alone is said so.
    let reserved = fields.iter().filter(|field| crate::spec::name::is_reserved(&field.name)).collect::<Vec<_>>();
    let repair = match (size.exact(), reserved.as_slice()) {
        (Some(sum), [field]) => field.size.and_then(Size::exact).and_then(|bits| {
            let right = bits.checked_add(stated)?.checked_sub(sum)?;
            Some(format!("; `{}` would be {right} bits instead of {bits}", field.name))
        }),
        _ => None,
    };
    let message =
        format!("the fields add up to {size} bits, not to the {stated} that are stated{}", repair.unwrap_or_default());
    (!fits).then(|| document.inconsistency("size.sum", table.line, &table.name, message, against.to_vec()))
}

/// Sizes of one name, all over the document: what most places say is taken to be meant.
fn named(document: &Document) -> Vec<Inconsistency> {
    let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    let stated = document.stated.iter().filter(|stated| stated.of.is_none());
    for stated in stated {
        let place = Place { line: stated.line, bits: stated.bits, sum: false };
        places.entry(norm(&stated.name)).or_default().push(place);
    }
    for (_, table, fields, size) in document.structures() {
        let sum = size.exact().map(|bits| Place { line: table.line, bits, sum: true });
        let held = document.tables.iter().any(|other| is_structure(other) && same(&other.name, &table.name));
        places.entry(norm(&table.name)).or_default().extend(sum.filter(|_| held));
        for field in fields {
            let bits = field.size.and_then(Size::exact).filter(|_| may_hold(document, field));
            let place = bits.map(|bits| Place { line: field.line, bits, sum: false });
            places.entry(norm(&field.name)).or_default().extend(place);
        }
    }
    let mut found = Vec::new();
    for places in places.values().filter(|places| !places.is_empty()) {
        found.extend(minority(document, places));
    }
    found
}

fn is_structure(table: &Table) -> bool {
    matches!(table.body, crate::spec::Body::Structure { .. })
}

/// Whether a field holds a structure of its name, or is what sentences speak of by that name; a number that happens to
/// have the name of a structure does not.
fn may_hold(document: &Document, field: &Field) -> bool {
    let ty = field.ty.to_lowercase();
    let is_number = ["signed", "int", "float", "string"].iter().any(|word| ty.contains(word));
    let described = document.structures().any(|(_, table, ..)| same(&table.name, &field.name));
    !(is_number && described)
}

/// The places that most others contradict; sentences count before sums when there are as many of each.
fn minority(document: &Document, places: &[Place]) -> Vec<Inconsistency> {
    let mut votes: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    for place in places {
        let vote = votes.entry(place.bits).or_default();
        vote.0 = vote.0.saturating_add(1);
        vote.1 = vote.1.saturating_add(usize::from(!place.sum));
    }
    let stated = places.iter().any(|place| !place.sum);
    let Some((meant, _)) = votes.iter().max_by_key(|(_, vote)| **vote) else { return Vec::new() };
    if votes.len() < 2 || !stated {
        return Vec::new();
    }
    let against: Vec<_> = places.iter().filter(|place| place.bits == *meant).map(|place| place.line).collect();
    let mut found = Vec::new();
    for place in places.iter().filter(|place| place.bits != *meant) {
        if place.sum {
            let structure = document.structures().find(|(_, table, ..)| table.line == place.line);
            found.extend(
                structure
                    .and_then(|(_, table, fields, size)| wrong_sum(document, table, fields, size, *meant, &against)),
            );
        } else {
            let stated = document.stated.iter().find(|stated| stated.line == place.line);
            let subject = stated.map(|stated| stated.name.as_str()).unwrap_or_default();
            let message = format!("{} bits here, {meant} elsewhere", place.bits);
            found.push(document.inconsistency("size.differs", place.line, subject, message, against.clone()));
        }
    }
    found
}

/// Offsets that are not where the fields before end.
fn offsets(document: &Document, table: &Table, fields: &[Field]) -> Vec<Inconsistency> {
    let mut end = Some(Size::bits(0));
    let mut above = table.line;
    let mut found = Vec::new();
    for field in fields {
        if let (Some(offset), Some(bits)) = (field.offset, end.and_then(Size::exact)) {
            let expected = bits / 8;
            if offset != expected {
                let message = format!("at offset {offset}, but the fields before it end at {expected}");
                found.push(document.inconsistency("offset.sum", field.line, &field.name, message, vec![above]));
            }
        }
        let start = field.offset.map(|offset| Size::bits(offset.saturating_mul(8))).or(end);
        end = start.zip(field.size).map(|(start, size)| start.plus(size));
        above = field.line;
    }
    found
}

/// Fields of which nothing tells the size.
fn untyped(document: &Document) -> Vec<Inconsistency> {
    let fields = document.structures().flat_map(|(_, _, fields, _)| fields);
    let untyped = fields.filter(|field| field.ty.is_empty() && field.size.is_none_or(|size| size == Size::VARIABLE));
    let message = "neither a type nor a size is given";
    let found = untyped
        .map(|field| document.inconsistency("field.untyped", field.line, &field.name, message.to_owned(), Vec::new()));
    found.collect()
}

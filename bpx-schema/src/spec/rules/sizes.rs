//! Sizes that do not add up, or differ between places.

use super::Inconsistency;
use crate::spec::model::{Document, Field, Stated, Table};
use crate::spec::name::{norm, same};
use crate::spec::size::{self, Size};
use std::collections::{BTreeMap, BTreeSet};

/// A place that gives a size.
struct Place {
    name: String,
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

/// Sizes by name: of structures all over the document, of other fields near the sentence that states one.
fn named(document: &Document) -> Vec<Inconsistency> {
    let mut places: BTreeMap<(String, Option<usize>), Vec<Place>> = BTreeMap::new();
    let structures: BTreeSet<_> = document.structures().map(|(_, table, ..)| norm(&table.name)).collect();
    let mut fields_of: BTreeMap<String, Vec<(usize, &Field)>> = BTreeMap::new();
    for (index, _, fields, _) in document.structures() {
        for field in fields {
            fields_of.entry(norm(&field.name)).or_default().push((index, field));
        }
    }
    for stated in document.stated.iter().filter(|stated| stated.of.is_none()) {
        let name = norm(&stated.name);
        let home = if structures.contains(&name) { None } else { home(document, stated) };
        let place = Place { name: stated.name.clone(), line: stated.line, bits: stated.bits, sum: false };
        places.entry((name, home)).or_default().push(place);
    }
    for (_, table, _, size) in document.structures() {
        let sum = size.exact().map(|bits| Place { name: table.name.clone(), line: table.line, bits, sum: true });
        places.entry((norm(&table.name), None)).or_default().extend(sum);
    }
    for ((name, home), places) in &mut places {
        let fields = fields_of.get(name).into_iter().flatten();
        let fields = fields.filter(|(index, _)| home.is_none_or(|home| home == *index)).map(|(_, field)| *field);
        // A number that happens to have the name of a structure does not hold it.
        let holding = fields.filter(|field| home.is_some() || !is_number(&field.ty));
        places.extend(holding.filter_map(|field| {
            Some(Place {
                name: field.name.clone(),
                line: field.line,
                bits: field.size.and_then(Size::exact)?,
                sum: false,
            })
        }));
    }
    places.values().flat_map(|places| minority(document, places)).collect()
}

/// Index of the structure whose field a sentence is about: the last one before it that has the field.
fn home(document: &Document, stated: &Stated) -> Option<usize> {
    let has = |fields: &[Field]| fields.iter().any(|field| same(&field.name, &stated.name));
    let with_field = document.structures().filter(|(_, _, fields, _)| has(fields));
    let before = with_field.filter(|(_, table, ..)| table.line < stated.line).last();
    before.map(|(index, ..)| index)
}

fn is_number(ty: &str) -> bool {
    let ty = ty.to_lowercase();
    let primitive = || size::of_type(&ty, &size::Types::new()).is_some_and(|size| size.exact().is_some());
    ["signed", "int", "float", "string"].iter().any(|word| ty.contains(word)) || primitive()
}

/// The places that most others contradict; sentences count before sums when there are as many of each.
fn minority(document: &Document, places: &[Place]) -> Vec<Inconsistency> {
    let mut votes: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    for place in places {
        let vote = votes.entry(place.bits).or_default();
        vote.0 = vote.0.saturating_add(1);
        vote.1 = vote.1.saturating_add(usize::from(!place.sum));
    }
    let Some((meant, _)) = votes.iter().max_by_key(|(_, vote)| **vote) else { return Vec::new() };
    if votes.len() < 2 || places.iter().all(|place| place.sum) {
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
            let message = format!("{} bits here, {meant} elsewhere", place.bits);
            found.push(document.inconsistency("size.differs", place.line, &place.name, message, against.clone()));
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

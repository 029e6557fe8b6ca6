//! Finds sizes that do not add up, and sizes that contradict each other.

use super::{Inconsistency, MOST_AGAINST, shorten_name};
use crate::model::{Body, Document, Field, Table};
use crate::name::{is_reserved, normal_name};
use crate::size::{Size, Unit};
use crate::types;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A line that states or adds up to a size.
struct Place {
    name: String,
    line: usize,
    bits: u64,
    /// The index of the structure whose fields add up to the size; `None` if the document states the size.
    sum: Option<usize>,
}

pub(super) fn check_sizes(document: &Document) -> Vec<Inconsistency> {
    let mut found: Vec<_> =
        document.structures().flat_map(|(_, table, fields, _)| check_offsets(document, table, fields)).collect();
    let mut sums = SumMismatches { document, reserved: HashMap::new() };
    let bound = document.stated.iter().filter_map(|stated| Some((stated.of?, stated)));
    found.extend(bound.filter_map(|(of, stated)| sums.check_sum(of, stated.bits, &[stated.line])));
    found.extend(compare_by_name(document, &mut sums));
    found.extend(check_untyped(document));
    found
}

/// A rule that finds structures whose fields do not add up to the stated size.
struct SumMismatches<'d> {
    document: &'d Document,
    /// The only reserved field of a structure, by the index of its table.
    reserved: HashMap<usize, Option<&'d Field>>,
}

impl SumMismatches<'_> {
    /// Reports fields that do not add up to the stated number of bits.
    fn check_sum(&mut self, index: usize, stated: u64, against: &[usize]) -> Option<Inconsistency> {
        let table = self.document.tables.get(index)?;
        let Body::Structure { fields, size } = &table.body else { return None };
        if size.min <= stated && size.max.is_none_or(|max| stated <= max) {
            return None;
        }
        let reserved = self.reserved.entry(index).or_insert_with(|| {
            let mut reserved = fields.iter().filter(|field| is_reserved(&field.name));
            reserved.next().filter(|_| reserved.next().is_none())
        });
        // If another size of the only reserved field repairs the sum, the message says so.
        let repair = size.exact().zip(*reserved).and_then(|(sum, field)| {
            let bits = field.size.and_then(Size::exact)?;
            let right = bits.checked_add(stated)?.checked_sub(sum)?;
            Some(format!("; `{}` would need {right} bits instead of {bits}", shorten_name(&field.name)))
        });
        let repair = repair.as_deref().unwrap_or("");
        let message = format!("the fields add up to {size} bits, but the document states {stated} bits{repair}");
        Some(self.document.inconsistency("size.sum", table.line, &table.name, message, against.to_vec()))
    }
}

/// A field, and the structure that contains the field.
struct HeldField<'d> {
    /// The index of the structure.
    index: usize,
    field: &'d Field,
    /// The smallest line of the structure and of all later structures in the list.
    line: usize,
}

/// Compares sizes by name: sizes of structures in the whole document, and sizes of other fields in the structure before
/// a sentence that states a size.
fn compare_by_name(document: &Document, sums: &mut SumMismatches<'_>) -> Vec<Inconsistency> {
    let mut places: BTreeMap<(String, Option<usize>), Vec<Place>> = BTreeMap::new();
    let structures: HashSet<_> = document.structures().map(|(_, table, ..)| normal_name(&table.name)).collect();
    let stated = document.stated.iter().filter(|stated| stated.of.is_none());
    let stated: Vec<_> = stated.map(|stated| (normal_name(&stated.name), stated)).collect();
    let mut wanted: HashSet<&str> = structures.iter().map(String::as_str).collect();
    wanted.extend(stated.iter().map(|(name, _)| name.as_str()));
    let fields_of = fields_by_name(document, &wanted);
    for (name, stated) in &stated {
        let fields = fields_of.get(name).filter(|_| !structures.contains(name)).map_or(&[][..], Vec::as_slice);
        // The last structure before the sentence that has the field.
        let before = fields.partition_point(|held| held.line < stated.line).checked_sub(1);
        let home = before.and_then(|at| fields.get(at)).filter(|_| !name.is_empty()).map(|held| held.index);
        let place = Place { name: stated.name.clone(), line: stated.line, bits: stated.bits, sum: None };
        places.entry((name.clone(), home)).or_default().push(place);
    }
    for (index, table, _, size) in document.structures() {
        let sum = size.exact();
        let sum = sum.map(|bits| Place { name: table.name.clone(), line: table.line, bits, sum: Some(index) });
        places.entry((normal_name(&table.name), None)).or_default().extend(sum);
    }
    // Names in brackets have no letters to compare.
    places.retain(|(name, _), _| !name.is_empty());
    for ((name, home), places) in &mut places {
        let fields = fields_of.get(name).map_or(&[][..], Vec::as_slice);
        let fields = match home {
            // They are in the order of the document.
            Some(home) => {
                let start = fields.partition_point(|held| held.index < *home);
                let end = fields.partition_point(|held| held.index <= *home);
                fields.split_at(end).0.split_at(start).1
            }
            None => fields,
        };
        // A number that happens to have the name of a structure does not hold it, and an array holds several.
        let is_one = |field: &&Field| home.is_some() || !is_number(&field.ty) && !field.ty.ends_with(']');
        let holding = fields.iter().map(|held| held.field).filter(is_one);
        places.extend(holding.filter_map(|field| {
            Some(Place {
                name: field.name.clone(),
                line: field.line,
                bits: field.size.and_then(Size::exact)?,
                sum: None,
            })
        }));
    }
    places.values().flat_map(|places| minority_places(document, places, sums)).collect()
}

/// Returns the fields with the wanted names, in the order of the document.
fn fields_by_name<'d>(document: &'d Document, wanted: &HashSet<&str>) -> HashMap<String, Vec<HeldField<'d>>> {
    let mut fields_of: HashMap<String, Vec<HeldField<'_>>> = HashMap::new();
    for (index, table, fields, _) in document.structures() {
        for field in fields {
            let name = normal_name(&field.name);
            if wanted.contains(name.as_str()) {
                fields_of.entry(name).or_default().push(HeldField { index, field, line: table.line });
            }
        }
    }
    for list in fields_of.values_mut() {
        let mut first = usize::MAX;
        for held in list.iter_mut().rev() {
            first = held.line.min(first);
            held.line = first;
        }
    }
    fields_of
}

fn is_number(ty: &str) -> bool {
    let ty = ty.to_lowercase();
    let primitive = || types::size_of_type(&ty, &types::Types::new()).is_some_and(|size| size.exact().is_some());
    ["signed", "int", "float", "string"].iter().any(|word| ty.contains(word)) || primitive()
}

/// Reports sizes that differ from the most frequent size (D-40); if several sizes are equally frequent, stated sizes
/// count more than sums.
fn minority_places(document: &Document, places: &[Place], sums: &mut SumMismatches<'_>) -> Vec<Inconsistency> {
    let mut votes: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    for place in places {
        let vote = votes.entry(place.bits).or_default();
        vote.0 += 1;
        vote.1 += usize::from(place.sum.is_none());
    }
    let Some((meant, _)) = votes.iter().max_by_key(|(_, vote)| **vote) else { return Vec::new() };
    if votes.len() < 2 || places.iter().all(|place| place.sum.is_some()) {
        return Vec::new();
    }
    let against = places.iter().filter(|place| place.bits == *meant).map(|place| place.line);
    let against: Vec<_> = against.take(MOST_AGAINST).collect();
    let mut found = Vec::new();
    for place in places.iter().filter(|place| place.bits != *meant) {
        if let Some(index) = place.sum {
            found.extend(sums.check_sum(index, *meant, &against));
        } else {
            let message = format!("{} bits here, but {meant} bits in other places", place.bits);
            found.push(document.inconsistency("size.differs", place.line, &place.name, message, against.clone()));
        }
    }
    found
}

/// Finds offsets that differ from the end of the fields before.
fn check_offsets(document: &Document, table: &Table, fields: &[Field]) -> Vec<Inconsistency> {
    let mut end = Some(Size::bits(0));
    let mut above = table.line;
    let mut found = Vec::new();
    for field in fields {
        if let (Some(offset), Some(bits)) = (field.offset, end.and_then(Size::exact)) {
            let expected = bits / 8;
            if offset != expected {
                let message =
                    format!("the field is at offset {offset}, but the fields before end at offset {expected}");
                found.push(document.inconsistency("offset.sum", field.line, &field.name, message, vec![above]));
            }
        }
        let start = field.offset.map(|offset| Unit::Bytes.size(offset)).or(end);
        end = start.zip(field.size).map(|(start, size)| start.plus(size));
        above = field.line;
    }
    found
}

/// Finds fields without a type and without a size.
fn check_untyped(document: &Document) -> Vec<Inconsistency> {
    let fields = document.structures().flat_map(|(_, _, fields, _)| fields);
    let untyped = fields.filter(|field| field.ty.is_empty() && field.size.is_none_or(|size| size == Size::VARIABLE));
    let message = "the table states neither a type nor a size";
    let found = untyped
        .map(|field| document.inconsistency("field.untyped", field.line, &field.name, message.to_owned(), Vec::new()));
    found.collect()
}

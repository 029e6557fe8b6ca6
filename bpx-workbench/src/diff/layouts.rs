//! Compares layouts: finds fields that moved, and reserved bytes that got a meaning.

use super::extent::{Extent, covers_range, structure_resolver};
use super::matched::MatchedParts;
use bpx_schema::schema::{Field, Model, describe_size};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::ptr;

/// The largest number of fields that a report of moved fields names one by one. For longer runs, the report names the
/// first and the last field.
const FEW: usize = 4;

/// The positions of the fields of two structures.
pub(super) struct Layouts {
    of: HashMap<*const Field, Extent>,
}

/// Consecutive fields that moved by the same number of bytes.
pub(super) struct MovedFields<'m> {
    pub(super) fields: Vec<&'m Field>,
    from: u64,
    to: u64,
}

/// Reserved bytes that new fields use.
#[derive(Default)]
pub(super) struct UsedReserve<'m> {
    /// The old fields, which are reserved.
    pub(super) before: Vec<&'m Field>,
    /// The new fields, which are not reserved.
    pub(super) after: Vec<&'m Field>,
    /// All these fields, and the rest of the reserved fields. The comparison reports no other change of these fields.
    reported: HashSet<*const Field>,
}

impl UsedReserve<'_> {
    /// Returns whether the use of reserved bytes already describes the change of a field.
    pub(super) fn covers_change(&self, field: &Field) -> bool {
        self.reported.contains(&ptr::from_ref(field))
    }
}

impl MovedFields<'_> {
    /// Returns the names of the fields.
    pub(super) fn field_names(&self) -> String {
        match &*self.fields {
            [first, .., last] if self.fields.len() > FEW => format!("{} to {}", first.name, last.name),
            list => list.iter().map(|field| &*field.name).collect::<Vec<_>>().join(", "),
        }
    }

    /// Describes the old and the new offset of the first field; for many fields, the old offset and the distance.
    pub(super) fn describe_places(&self) -> (String, String) {
        let Self { fields, from, to } = self;
        if fields.len() <= FEW {
            return (format!("offset {from}"), format!("offset {to}"));
        }
        let word = if to > from { "later" } else { "earlier" };
        (format!("{} fields at offset {from}", fields.len()), format!("{} {word}", describe_size(to.abs_diff(*from))))
    }
}

impl Layouts {
    pub(super) fn of((old_model, old): (&Model, &[Field]), (new_model, new): (&Model, &[Field])) -> Self {
        let extents = Extent::field_extents(old, &structure_resolver(old_model))
            .into_iter()
            .chain(Extent::field_extents(new, &structure_resolver(new_model)));
        Self { of: old.iter().chain(new).map(ptr::from_ref).zip(extents).collect() }
    }

    fn offset_of(&self, field: &Field) -> Option<u64> {
        self.of.get(&ptr::from_ref(field))?.offset()
    }

    fn bytes_of(&self, field: &Field) -> Option<Range<u64>> {
        self.of.get(&ptr::from_ref(field))?.bytes()
    }

    /// Returns the fields whose offset changed, but that come after the same fields as before.
    pub(super) fn shifted_runs<'m>(&self, fields: &MatchedParts<'m, Field>) -> Vec<MovedFields<'m>> {
        let moved: HashSet<*const Field> = fields.moved.iter().map(|(_, field)| ptr::from_ref(*field)).collect();
        let mut runs: Vec<MovedFields<'m>> = Vec::new();
        let mut is_open = false;
        for (a, b) in fields.both.iter().filter(|(_, b)| !moved.contains(&ptr::from_ref(*b))) {
            let places = self.offset_of(a).zip(self.offset_of(b)).filter(|(from, to)| from != to);
            let Some((from, to)) = places else {
                is_open = false;
                continue;
            };
            match runs.last_mut().filter(|_| is_open) {
                // The distance stays the same when wrapped.
                Some(run) if to.wrapping_sub(from) == run.to.wrapping_sub(run.from) => run.fields.push(b),
                _ => runs.push(MovedFields { fields: vec![b], from, to }),
            }
            is_open = true;
        }
        runs
    }

    /// Finds new fields in bytes that were reserved.
    pub(super) fn reserved_used<'m>(&self, fields: &MatchedParts<'m, Field>) -> UsedReserve<'m> {
        let mut used = UsedReserve::default();
        let gone = fields.removed.iter().filter(|field| field.is_reserved()).map(|field| (*field, None));
        let kept = fields.both.iter().filter(|(a, b)| a.is_reserved() && b.is_reserved());
        let kept = kept.map(|(a, b)| (*a, Some(*b)));
        let added: Vec<(Range<u64>, &'m Field)> =
            fields.added.iter().filter_map(|field| Some((self.bytes_of(field)?, *field))).collect();
        for (old, left) in gone.chain(kept) {
            let Some(old_bytes) = self.bytes_of(old) else { continue };
            let left = left.and_then(|left| Some((self.bytes_of(left)?, left)));
            let is_within = |part: &Range<u64>| part.start >= old_bytes.start && part.end <= old_bytes.end;
            // They are in the order of their places.
            let first = added.partition_point(|(part, _)| part.start < old_bytes.start);
            let inside = added.iter().skip(first).take_while(|(part, _)| is_within(part));
            let inside: Vec<_> = inside.filter(|(part, _)| !part.is_empty()).collect();
            if inside.iter().all(|(_, field)| field.is_reserved()) {
                continue;
            }
            used.before.push(old);
            used.after.extend(inside.iter().map(|(_, field)| *field).filter(|field| !field.is_reserved()));
            used.reported.extend(inside.iter().map(|(_, field)| ptr::from_ref(*field)));
            let mut parts: Vec<_> = inside.iter().map(|(part, _)| part.clone()).collect();
            parts.extend(left.iter().map(|(part, _)| part.clone()).filter(is_within));
            parts.sort_unstable_by_key(|part| part.start);
            if covers_range(&parts, &old_bytes) {
                used.reported.insert(ptr::from_ref(old));
                let left = left.filter(|(part, _)| is_within(part));
                used.reported.extend(left.map(|(_, field)| ptr::from_ref(field)));
            }
        }
        used
    }
}

//! Finds structures with different names that have mostly the same fields.

use super::matched::field_shape;
use super::words;
use bpx_schema::schema::Structure;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The largest number of structures with a field of the same name, for the field to identify a structure.
const COMMON: usize = 64;
/// The largest number of fields to compare, which bounds the work for hostile schemas. Structures beyond the limit find
/// no partner.
const WORK: usize = 1 << 23;

/// The parts that can identify a structure, by name.
struct Parts<'m> {
    name: &'m str,
    shapes: BTreeMap<&'m str, String>,
}

impl<'m> Parts<'m> {
    fn of(structure: &'m Structure) -> Self {
        let fields = structure.all_fields().filter(|field| !field.is_reserved());
        let bits = structure.bit_fields().iter().map(|bits| (&*bits.name, format!("{} bits", bits.bits)));
        let shapes = fields.map(|field| (&*field.name, field_shape(field))).chain(bits).collect();
        Self { name: &structure.name, shapes }
    }

    /// Returns the number of parts with the same name and shape in another structure, the number with the same name,
    /// and whether the names of the two structures are alike; `None` if too few parts have the same names.
    fn match_score(&self, other: &Self) -> Option<(usize, usize, bool)> {
        let names = self.shapes.iter().filter_map(|(name, shape)| Some((shape, other.shapes.get(name)?)));
        let (mut same, mut shared) = (0, 0);
        for (a, b) in names {
            shared += 1;
            same += usize::from(a == b);
        }
        let most = shared * 2 > self.shapes.len().max(other.shapes.len());
        let is_named_alike = most && words::are_alike(self.name, other.name);
        (most && (shared > 1 || is_named_alike)).then_some((same, shared, is_named_alike))
    }
}

/// Finds new structures that have most of the fields of removed structures, the best matches first.
pub(super) fn renamed_pairs<'m>(old: &[&'m Structure], new: &[&'m Structure]) -> Vec<(&'m str, &'m str)> {
    let parts = |list: &[&'m Structure]| list.iter().map(|one| Parts::of(one)).collect::<Vec<_>>();
    let (old, new) = (parts(old), parts(new));
    let mut of_field: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, parts) in new.iter().enumerate() {
        for name in parts.shapes.keys() {
            of_field.entry(name).or_default().push(place);
        }
    }
    of_field.retain(|_, places| places.len() <= COMMON);
    let (mut work, mut found) = (WORK, Vec::new());
    for (place, parts) in old.iter().enumerate() {
        let others: BTreeSet<usize> =
            parts.shapes.keys().filter_map(|name| of_field.get(name)).flatten().copied().collect();
        let scored = others.into_iter().filter_map(|other| {
            work = work.checked_sub(parts.shapes.len())?;
            Some((parts.match_score(new.get(other)?)?, other))
        });
        found.extend(scored.map(|(score, other)| (Reverse(score), place, other)));
    }
    found.sort_unstable();
    let (mut old_taken, mut new_taken) = (HashSet::new(), HashSet::new());
    let mut pairs = Vec::new();
    for (_, place, other) in found {
        if !old_taken.contains(&place) && new_taken.insert(other) {
            old_taken.insert(place);
            pairs.extend(old.get(place).zip(new.get(other)).map(|(a, b)| (a.name, b.name)));
        }
    }
    pairs
}

//! Finds the structures with the parts in which a change shows.

use super::Change;
use super::pairs::{Pairs, Side};
use std::collections::{BTreeSet, HashMap};

/// The structures that contain each part.
pub(super) struct Holders<'m> {
    /// The old and the new name of each pair of structures.
    names: Vec<(&'m str, &'m str)>,
    /// For each number of a part, the indexes in `names` of the structures that contain the part.
    of: HashMap<u32, Vec<usize>>,
}

impl<'m> Holders<'m> {
    pub(super) fn of(pairs: &Pairs<'m>) -> Self {
        let mut holders = Self { names: Vec::new(), of: HashMap::new() };
        for pair in pairs.list.iter().filter(|pair| pair.old.params.len() == pair.new.params.len()) {
            let (old, new) = (&*pair.old.name, &*pair.new.name);
            let members = pairs.ids.ids_of_parts(Side::Old, old).chain(pairs.ids.ids_of_parts(Side::New, new));
            for id in members.collect::<BTreeSet<_>>() {
                holders.of.entry(id).or_default().push(holders.names.len());
            }
            holders.names.push((old, new));
        }
        holders
    }

    /// Returns the old and new names of the structures that contain parts in which the change shows.
    pub(super) fn find_holders(&self, change: &Change) -> Vec<(&'m str, &'m str)> {
        let places: BTreeSet<usize> = change.ids.iter().filter_map(|id| self.of.get(id)).flatten().copied().collect();
        places.into_iter().filter_map(|place| self.names.get(place).copied()).collect()
    }
}

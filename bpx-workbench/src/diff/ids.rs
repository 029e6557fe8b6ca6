//! Assigns numbers to parts, so that a part of the old schema and its partner in the new schema have the same number.

use super::pairs::Side;
use std::collections::HashMap;

/// The numbers of parts. A part of the old schema and its partner in the new schema have the same number.
#[derive(Default)]
pub(super) struct Ids<'m> {
    known: [HashMap<&'m str, HashMap<&'m str, u32>>; 2],
    /// For each number, another number of the same part, or the number itself.
    same: Vec<u32>,
}

impl<'m> Ids<'m> {
    /// Returns the number of a field or bit field, or the number of the structure itself if the member is empty.
    pub(super) fn id_of(&self, side: Side, structure: &str, member: &str) -> Option<u32> {
        let [old, new] = &self.known;
        let known = if side == Side::Old { old } else { new };
        known.get(structure)?.get(member).map(|id| self.parent_of(*id))
    }

    /// Returns the numbers of a structure and all of its parts.
    pub(super) fn ids_of_parts(&self, side: Side, structure: &str) -> impl Iterator<Item = u32> + '_ {
        let [old, new] = &self.known;
        let known = if side == Side::Old { old } else { new };
        known.get(structure).into_iter().flat_map(|members| members.values()).map(|id| self.parent_of(*id))
    }

    pub(super) fn join_structures(&mut self, old: &'m str, new: &'m str) {
        self.join_members((old, ""), (new, ""));
    }

    pub(super) fn join_members(
        &mut self,
        (old, old_member): (&'m str, &'m str),
        (new, new_member): (&'m str, &'m str),
    ) {
        let a = self.assign_number(Side::Old, old, old_member);
        let b = self.assign_number(Side::New, new, new_member);
        let (a, b) = (self.find_root(a), self.find_root(b));
        self.set_parent(b, a);
    }

    /// Returns the number of a part, and assigns a new number to a part without one.
    pub(super) fn assign_number(&mut self, side: Side, structure: &'m str, member: &'m str) -> u32 {
        let [old, new] = &mut self.known;
        let known = if side == Side::Old { old } else { new };
        let fresh = u32::try_from(self.same.len()).unwrap_or(u32::MAX);
        let id = *known.entry(structure).or_default().entry(member).or_insert(fresh);
        if id == fresh {
            self.same.push(fresh);
        }
        id
    }

    /// Returns the number to which another number of the same part points.
    fn parent_of(&self, id: u32) -> u32 {
        usize::try_from(id).ok().and_then(|at| self.same.get(at)).copied().unwrap_or(id)
    }

    fn set_parent(&mut self, id: u32, up: u32) {
        if let Some(slot) = usize::try_from(id).ok().and_then(|at| self.same.get_mut(at)) {
            *slot = up;
        }
    }

    /// Returns the number at the end of the chain, and halves the chain to keep it short.
    fn find_root(&mut self, mut id: u32) -> u32 {
        while self.parent_of(id) != id {
            let next = self.parent_of(self.parent_of(id));
            self.set_parent(id, next);
            id = next;
        }
        id
    }

    /// Points each number directly at the end of its chain, after all parts are joined.
    pub(super) fn flatten_chains(&mut self) {
        for id in (0..self.same.len()).filter_map(|at| u32::try_from(at).ok()) {
            let root = self.find_root(id);
            self.set_parent(id, root);
        }
    }
}

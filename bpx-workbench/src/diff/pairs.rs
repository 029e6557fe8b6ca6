//! Matches the parts of two schemas that are the same part, even if the name of the part changed.
//!
//! Parts of the same name match. Of the other parts, fields of the same position, type and kind of length match as
//! renamed, and so do cases and bit fields between the same neighbours. Structures match too if most of their fields
//! are the same.

use super::alike;
use super::exprs;
use super::extent::{Extent, structure_resolver};
use super::ids::Ids;
use super::matched::{self, MatchedParts};
use bpx_schema::schema::{BitField, Body, Case, Expr, Field, Model, Structure, Text, Type};
use std::collections::BTreeSet;

/// The schema that a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Old,
    New,
}

/// Two structures that match.
pub(super) struct Pair<'m> {
    pub(super) old: &'m Structure,
    pub(super) new: &'m Structure,
    pub(super) body: Bodies<'m>,
}

/// The parts of two structures that match.
pub(super) enum Bodies<'m> {
    Fields(MatchedParts<'m, Field>),
    /// The cases, and the fields of each case that both structures have.
    Switch(MatchedParts<'m, Case>, Vec<MatchedParts<'m, Field>>),
    Bits(MatchedParts<'m, BitField>),
    /// The structures are of different kinds.
    Other,
}

/// All pairs of structures, and the numbers of parts, which are equal for the same part in both schemas.
pub(super) struct Pairs<'m> {
    pub(super) list: Vec<Pair<'m>>,
    pub(super) removed: Vec<&'m Structure>,
    pub(super) added: Vec<&'m Structure>,
    pub(super) ids: Ids<'m>,
    /// Old and new names of structures that match only because of their fields.
    pub(super) by_fields: BTreeSet<(&'m str, &'m str)>,
}

impl<'m> Pairs<'m> {
    pub(super) fn of(old: &'m Model, new: &'m Model) -> Self {
        let mut pairs = Self {
            list: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
            ids: Ids::default(),
            by_fields: BTreeSet::new(),
        };
        let mut seen = [BTreeSet::new(), BTreeSet::new()];
        let mut done = BTreeSet::new();
        let mut open: Vec<(&str, &str)> = Vec::new();
        if roots_match(old, new) {
            open.push((&old.root, &new.root));
        }
        // Structures that the root does not reach are compared by name, and the rest by their fields.
        let mut names = old.structures.keys();
        let mut are_compared = false;
        loop {
            while let Some((left, right)) = open.pop() {
                pairs.pair_structures((old, left), (new, right), &mut done, &mut seen, &mut open);
            }
            let [old_seen, new_seen] = &seen;
            let left = |name: &&String| !old_seen.contains(&***name) || !new_seen.contains(&***name);
            let next = names.by_ref().filter(left).find(|name| new.structures.contains_key(*name));
            if let Some(name) = next {
                open.push((name, name));
            } else if are_compared {
                break;
            } else {
                are_compared = true;
                let unseen = |model: &'m Model, seen: &BTreeSet<&str>| {
                    model.structures.values().filter(|one| !seen.contains(&*one.name)).collect::<Vec<_>>()
                };
                open = alike::renamed_pairs(&unseen(old, old_seen), &unseen(new, new_seen));
                pairs.by_fields.extend(open.iter().copied());
            }
        }
        for (side, model) in [(Side::Old, old), (Side::New, new)] {
            for structure in model.structures.values() {
                pairs.ids.assign_number(side, &structure.name, "");
                for field in structure.all_fields() {
                    pairs.ids.assign_number(side, &structure.name, &field.name);
                }
                if let Body::Bits(fields) = &structure.body {
                    for field in fields.iter() {
                        pairs.ids.assign_number(side, &structure.name, &field.name);
                    }
                }
            }
        }
        pairs.ids.flatten_chains();
        let [old_seen, new_seen] = &seen;
        pairs.removed = old.structures.values().filter(|one| !old_seen.contains(&*one.name)).collect();
        pairs.added = new.structures.values().filter(|one| !new_seen.contains(&*one.name)).collect();
        pairs
    }

    fn pair_structures(
        &mut self,
        (old_model, left): (&'m Model, &'m str),
        (new_model, right): (&'m Model, &'m str),
        done: &mut BTreeSet<(&'m str, &'m str)>,
        [old_seen, new_seen]: &mut [BTreeSet<&'m str>; 2],
        open: &mut Vec<(&'m str, &'m str)>,
    ) {
        if !done.insert((left, right)) {
            return;
        }
        let (Some(old), Some(new)) = (old_model.get(left), new_model.get(right)) else { return };
        old_seen.insert(left);
        new_seen.insert(right);
        let body = Bodies::of((old_model, old), (new_model, new));
        self.ids.join_structures(&old.name, &new.name);
        let fields: Vec<&MatchedParts<'m, Field>> = match &body {
            Bodies::Fields(fields) => vec![fields],
            Bodies::Switch(_, fields) => fields.iter().collect(),
            Bodies::Bits(bits) => {
                for (a, b) in &bits.both {
                    self.ids.join_members((&old.name, &a.name), (&new.name, &b.name));
                }
                Vec::new()
            }
            Bodies::Other => Vec::new(),
        };
        for (a, b) in fields.iter().flat_map(|fields| &fields.both) {
            self.ids.join_members((&old.name, &a.name), (&new.name, &b.name));
            if let (Type::Named { link: a, .. }, Type::Named { link: b, .. }) = (&a.ty, &b.ty) {
                // The names of static links live as long as the program, other names as long as the model.
                let a = old_model.structures.get_key_value(a.name()).map(|(name, _)| &**name);
                let b = new_model.structures.get_key_value(b.name()).map(|(name, _)| &**name);
                // A structure that the other schema has too is not the same one.
                let is_one = |(a, b): &(&str, &str)| {
                    a == b || !new_model.structures.contains_key(*a) && !old_model.structures.contains_key(*b)
                };
                open.extend(a.zip(b).filter(is_one));
            }
        }
        self.list.push(Pair { old, new, body });
    }
}

impl<'m> Bodies<'m> {
    fn of((old_model, old): (&'m Model, &'m Structure), (new_model, new): (&'m Model, &'m Structure)) -> Self {
        let match_fields = |a: &'m [Field], b: &'m [Field]| {
            let extents = (
                Extent::field_extents(a, &structure_resolver(old_model)),
                Extent::field_extents(b, &structure_resolver(new_model)),
            );
            matched::match_fields((a, &extents.0), (b, &extents.1))
        };
        match (&old.body, &new.body) {
            (Body::Fields(a), Body::Fields(b)) => Self::Fields(match_fields(a, b)),
            (Body::Switch(a), Body::Switch(b)) => {
                let in_old = |case: &Case| condition_key(old, case.when.as_ref());
                let in_new = |case: &Case| condition_key(new, case.when.as_ref());
                let cases = matched::match_parts(a, b, &|case| &*case.name, [&in_old, &in_new]);
                let fields = cases.both.iter().map(|(a, b)| match_fields(&a.fields, &b.fields)).collect();
                Self::Switch(cases, fields)
            }
            (Body::Bits(a), Body::Bits(b)) => {
                let place = |field: &BitField| Some(format!("{} {}", field.bit, field.bits));
                Self::Bits(matched::match_parts(a, b, &|field| &*field.name, [&place, &place]))
            }
            _ => Self::Other,
        }
    }
}

/// Returns whether files of both schemas begin with the same structure. The roots must have the same name, or each a
/// name that the other schema lacks. A root that does not reach all other structures may just be the first structure of
/// a document.
fn roots_match(old: &Model, new: &Model) -> bool {
    if old.root == new.root {
        return true;
    }
    let are_others = new.get(&old.root).is_none() && old.get(&new.root).is_none();
    are_others && old.is_reached() && new.is_reached()
}

/// Describes the condition of a case, which reads only parameters, with indexes in place of the names of parameters.
fn condition_key(structure: &Structure, when: Option<&Expr>) -> Option<String> {
    let place = |path: &[Text]| match path {
        [name] => structure.params.iter().position(|param| param == name).map(|place| format!("${place}")),
        _ => None,
    };
    when.map_or(Some(String::new()), |when| exprs::expr_key(when, &place))
}

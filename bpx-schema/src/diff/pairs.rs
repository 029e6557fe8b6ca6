//! Which parts of two schemas are the same part, whatever their names.
//!
//! Parts of the same name are one; of the rest, those that stand between the same neighbours and have the same type and
//! size are, under another name.

use super::exprs;
use crate::schema::{BitField, Body, Case, Expr, Field, Length, Model, Structure, Text, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The schema that a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Old,
    New,
}

/// Parts that were matched.
pub(super) struct Matched<'m, T> {
    pub(super) both: Vec<(&'m T, &'m T)>,
    pub(super) removed: Vec<&'m T>,
    pub(super) added: Vec<&'m T>,
    /// Of both, those that stand elsewhere among them.
    pub(super) moved: Vec<(&'m T, &'m T)>,
}

/// Two structures that are one.
pub(super) struct Pair<'m> {
    pub(super) old: &'m Structure,
    pub(super) new: &'m Structure,
    pub(super) body: Bodies<'m>,
}

/// Their parts.
pub(super) enum Bodies<'m> {
    Fields(Matched<'m, Field>),
    /// Cases, and the fields of each that is in both.
    Switch(Matched<'m, Case>, Vec<Matched<'m, Field>>),
    Bits(Matched<'m, BitField>),
    /// Of another kind.
    Other,
}

/// All pairs, and a number for each part that is the same in both schemas.
pub(super) struct Pairs<'m> {
    pub(super) list: Vec<Pair<'m>>,
    pub(super) removed: Vec<&'m Structure>,
    pub(super) added: Vec<&'m Structure>,
    pub(super) ids: Ids,
}

impl<'m> Pairs<'m> {
    pub(super) fn of(old: &'m Model, new: &'m Model) -> Self {
        let mut pairs = Self { list: Vec::new(), removed: Vec::new(), added: Vec::new(), ids: Ids::default() };
        let mut seen = [BTreeSet::new(), BTreeSet::new()];
        let mut done = BTreeSet::new();
        let mut open: Vec<(&str, &str)> = vec![(&old.root, &new.root)];
        loop {
            while let Some((left, right)) = open.pop() {
                pairs.pair((old, left), (new, right), &mut done, &mut seen, &mut open);
            }
            // What the root does not reach is compared by name.
            let [old_seen, new_seen] = &seen;
            let left = |name: &&String| !old_seen.contains(&***name) && !new_seen.contains(&***name);
            let next = old.structures.keys().filter(left).find(|name| new.structures.contains_key(*name));
            let Some(name) = next else { break };
            open.push((name, name));
        }
        for (side, model) in [(Side::Old, old), (Side::New, new)] {
            for structure in model.structures.values() {
                pairs.ids.number(side, &structure.name, "");
                for field in structure.all_fields() {
                    pairs.ids.number(side, &structure.name, &field.name);
                }
                if let Body::Bits(fields) = &structure.body {
                    for field in fields.iter() {
                        pairs.ids.number(side, &structure.name, &field.name);
                    }
                }
            }
        }
        let [old_seen, new_seen] = &seen;
        pairs.removed = old.structures.values().filter(|one| !old_seen.contains(&*one.name)).collect();
        pairs.added = new.structures.values().filter(|one| !new_seen.contains(&*one.name)).collect();
        pairs
    }

    fn pair(
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
        let body = Bodies::of(old, new);
        self.ids.join_structures(&old.name, &new.name);
        let fields: Vec<&Matched<'m, Field>> = match &body {
            Bodies::Fields(fields) => vec![fields],
            Bodies::Switch(_, fields) => fields.iter().collect(),
            Bodies::Bits(bits) => {
                for (a, b) in &bits.both {
                    self.ids.join((&old.name, &a.name), (&new.name, &b.name));
                }
                Vec::new()
            }
            Bodies::Other => Vec::new(),
        };
        for (a, b) in fields.iter().flat_map(|fields| &fields.both) {
            self.ids.join((&old.name, &a.name), (&new.name, &b.name));
            if let (Type::Named { link: a, .. }, Type::Named { link: b, .. }) = (&a.ty, &b.ty) {
                // The names of static links live as long as the program, those of others as the model.
                let a = old_model.structures.get_key_value(a.name()).map(|(name, _)| &**name);
                let b = new_model.structures.get_key_value(b.name()).map(|(name, _)| &**name);
                open.extend(a.zip(b));
            }
        }
        self.list.push(Pair { old, new, body });
    }
}

impl<'m> Bodies<'m> {
    fn of(old: &'m Structure, new: &'m Structure) -> Self {
        match (&old.body, &new.body) {
            (Body::Fields(a), Body::Fields(b)) => Self::Fields(match_fields(a, b)),
            (Body::Switch(a), Body::Switch(b)) => {
                let alike = |a: &Case, b: &Case| same_condition(old, new, a.when.as_ref(), b.when.as_ref());
                let cases = matched(a, b, &|case| &case.name, &alike);
                let fields = cases.both.iter().map(|(a, b)| match_fields(&a.fields, &b.fields)).collect();
                Self::Switch(cases, fields)
            }
            (Body::Bits(a), Body::Bits(b)) => {
                let alike = |a: &BitField, b: &BitField| (a.bit, a.bits) == (b.bit, b.bits);
                Self::Bits(matched(a, b, &|field| &field.name, &alike))
            }
            _ => Self::Other,
        }
    }
}

fn match_fields<'m>(old: &'m [Field], new: &'m [Field]) -> Matched<'m, Field> {
    matched(old, new, &|field| &field.name, &same_shape)
}

/// Whether two fields of different names have the same type and number of elements.
fn same_shape(a: &Field, b: &Field) -> bool {
    let types = match (&a.ty, &b.ty) {
        (Type::Named { link: a, .. }, Type::Named { link: b, .. }) => a.name() == b.name(),
        (a, b) => a == b,
    };
    let lengths = match (&a.len, &b.len) {
        (Some(Length::Count(_)), Some(Length::Count(_))) => true,
        (a, b) => a == b,
    };
    types && lengths && a.when.is_some() == b.when.is_some() && a.region.is_some() == b.region.is_some()
}

/// Conditions of cases see nothing but parameters, which count by their places.
fn same_condition(old: &Structure, new: &Structure, a: Option<&Expr>, b: Option<&Expr>) -> bool {
    let place = |structure: &Structure, path: &[Text]| match path {
        [name] => structure.params.iter().position(|param| param == name),
        _ => None,
    };
    let same_path = |a: &[Text], b: &[Text]| place(old, a).is_some() && place(old, a) == place(new, b);
    match (a, b) {
        (Some(a), Some(b)) => exprs::same(a, b, &same_path),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Matches by name, then what stands between the same neighbours and is alike.
fn matched<'m, T>(
    old: &'m [T],
    new: &'m [T],
    name: &dyn Fn(&T) -> &Text,
    alike: &dyn Fn(&T, &T) -> bool,
) -> Matched<'m, T> {
    let mut of_old: Vec<Option<usize>> =
        old.iter().map(|one| new.iter().position(|other| name(one) == name(other))).collect();
    let mut taken: BTreeSet<usize> = of_old.iter().copied().flatten().collect();
    for at in 0..old.len() {
        let (Some(one), Some(None)) = (old.get(at), of_old.get(at)) else { continue };
        let before = of_old.get(..at).unwrap_or_default().iter().rev().find_map(|place| *place);
        // From the neighbour before, up to the next one that has a partner.
        let start = before.map_or(0, |place| place.saturating_add(1));
        let gap = (start..new.len()).take_while(|place| !taken.contains(place));
        let found = gap.into_iter().find(|place| new.get(*place).is_some_and(|other| alike(one, other)));
        if let (Some(place), Some(slot)) = (found, of_old.get_mut(at)) {
            taken.insert(place);
            *slot = Some(place);
        }
    }
    let both: Vec<(&T, usize)> = old.iter().zip(&of_old).filter_map(|(one, place)| Some((one, (*place)?))).collect();
    let stay = longest_rising(&both.iter().map(|(_, place)| *place).collect::<Vec<_>>());
    let pair = |(one, place): &(&'m T, usize)| Some((*one, new.get(*place)?));
    Matched {
        moved: both.iter().filter(|(_, place)| !stay.contains(place)).filter_map(pair).collect(),
        both: both.iter().filter_map(pair).collect(),
        removed: old.iter().zip(&of_old).filter(|(_, place)| place.is_none()).map(|(one, _)| one).collect(),
        added: new.iter().enumerate().filter(|(place, _)| !taken.contains(place)).map(|(_, one)| one).collect(),
    }
}

/// The numbers of a longest rising part of a list without repetitions.
fn longest_rising(list: &[usize]) -> BTreeSet<usize> {
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for value in list {
        let before = best.iter().enumerate().filter(|(from, _)| list.get(*from).is_some_and(|one| one < value));
        let before = before.max_by_key(|(from, (len, _))| (*len, std::cmp::Reverse(*from)));
        best.push(match before {
            Some((from, (len, _))) => (len.saturating_add(1), Some(from)),
            None => (1, None),
        });
    }
    let mut kept = BTreeSet::new();
    let mut next =
        best.iter().enumerate().max_by_key(|(at, (len, _))| (*len, std::cmp::Reverse(*at))).map(|(at, _)| at);
    while let Some(at) = next {
        kept.extend(list.get(at));
        next = best.get(at).and_then(|(_, before)| *before);
    }
    kept
}

/// Numbers for parts: the same for a part of the old schema and its partner in the new one.
#[derive(Default)]
pub(super) struct Ids {
    known: [BTreeMap<String, BTreeMap<String, u32>>; 2],
    /// For each number, one that stands for the same part.
    same: Vec<u32>,
}

impl Ids {
    /// The number of a field or bit field; of a structure itself when the member is empty.
    pub(super) fn get(&self, side: Side, structure: &str, member: &str) -> Option<u32> {
        let [old, new] = &self.known;
        let known = if side == Side::Old { old } else { new };
        known.get(structure)?.get(member).map(|id| self.root(*id))
    }

    /// The numbers of a structure and all of its parts.
    pub(super) fn members(&self, side: Side, structure: &str) -> impl Iterator<Item = u32> + '_ {
        let [old, new] = &self.known;
        let known = if side == Side::Old { old } else { new };
        known.get(structure).into_iter().flat_map(|members| members.values()).map(|id| self.root(*id))
    }

    fn join_structures(&mut self, old: &str, new: &str) {
        self.join((old, ""), (new, ""));
    }

    fn join(&mut self, (old, old_member): (&str, &str), (new, new_member): (&str, &str)) {
        let a = self.number(Side::Old, old, old_member);
        let b = self.number(Side::New, new, new_member);
        let (a, b) = (self.root(a), self.root(b));
        if let Some(slot) = usize::try_from(b).ok().and_then(|b| self.same.get_mut(b)) {
            *slot = a;
        }
    }

    /// Numbers for what has no partner.
    fn number(&mut self, side: Side, structure: &str, member: &str) -> u32 {
        let [old, new] = &mut self.known;
        let known = if side == Side::Old { old } else { new };
        let fresh = u32::try_from(self.same.len()).unwrap_or(u32::MAX);
        let id = *known.entry(structure.to_owned()).or_default().entry(member.to_owned()).or_insert(fresh);
        if id == fresh {
            self.same.push(fresh);
        }
        id
    }

    fn root(&self, mut id: u32) -> u32 {
        while let Some(up) = usize::try_from(id).ok().and_then(|at| self.same.get(at)).filter(|up| **up != id) {
            id = *up;
        }
        id
    }
}

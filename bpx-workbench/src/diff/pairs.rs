//! Matches the parts of two schemas that are the same part, also under another name.
//!
//! Parts of the same name match; of the rest, those between the same neighbours with the same type and size match as
//! renamed.

use super::exprs;
use bpx_schema::schema::{BitField, Body, Case, Expr, Field, Length, Model, Structure, Text, Type};
use std::collections::{BTreeSet, HashMap, HashSet};

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
    /// Those in both schemas whose order changed.
    pub(super) moved: Vec<(&'m T, &'m T)>,
}

/// Two structures that match.
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
    /// Structures of different kinds.
    Other,
}

/// All pairs, and a number for each part that is the same in both schemas.
pub(super) struct Pairs<'m> {
    pub(super) list: Vec<Pair<'m>>,
    pub(super) removed: Vec<&'m Structure>,
    pub(super) added: Vec<&'m Structure>,
    pub(super) ids: Ids<'m>,
}

impl<'m> Pairs<'m> {
    pub(super) fn of(old: &'m Model, new: &'m Model) -> Self {
        let mut pairs = Self { list: Vec::new(), removed: Vec::new(), added: Vec::new(), ids: Ids::default() };
        let mut seen = [BTreeSet::new(), BTreeSet::new()];
        let mut done = BTreeSet::new();
        let mut open: Vec<(&str, &str)> = vec![(&old.root, &new.root)];
        // Structures that the root does not reach are compared by name.
        let mut names = old.structures.keys();
        loop {
            while let Some((left, right)) = open.pop() {
                pairs.pair((old, left), (new, right), &mut done, &mut seen, &mut open);
            }
            let [old_seen, new_seen] = &seen;
            let left = |name: &&String| !old_seen.contains(&***name) && !new_seen.contains(&***name);
            let Some(name) = names.by_ref().filter(left).find(|name| new.structures.contains_key(*name)) else { break };
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
        pairs.ids.settle();
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
                let in_old = |case: &Case| condition(old, case.when.as_ref());
                let in_new = |case: &Case| condition(new, case.when.as_ref());
                let cases = matched(a, b, &|case| &*case.name, [&in_old, &in_new]);
                let fields = cases.both.iter().map(|(a, b)| match_fields(&a.fields, &b.fields)).collect();
                Self::Switch(cases, fields)
            }
            (Body::Bits(a), Body::Bits(b)) => {
                let place = |field: &BitField| Some(format!("{} {}", field.bit, field.bits));
                Self::Bits(matched(a, b, &|field| &*field.name, [&place, &place]))
            }
            _ => Self::Other,
        }
    }
}

fn match_fields<'m>(old: &'m [Field], new: &'m [Field]) -> Matched<'m, Field> {
    matched(old, new, &|field| &*field.name, [&shape, &shape])
}

/// Describes type and number of elements of a field, without its name.
fn shape(field: &Field) -> Option<String> {
    let ty = match &field.ty {
        Type::Named { link, .. } => format!("{:?}", link.name()),
        ty => format!("{ty:?}"),
    };
    let len = match &field.len {
        Some(Length::Count(_)) => "counted".to_owned(),
        Some(Length::Until(_)) => "until".to_owned(),
        len => format!("{len:?}"),
    };
    Some(format!("{ty} {len} {} {}", field.when.is_some(), field.region.is_some()))
}

/// Describes the condition of a case, which reads only parameters, by the places of the parameters.
fn condition(structure: &Structure, when: Option<&Expr>) -> Option<String> {
    let place = |path: &[Text]| match path {
        [name] => structure.params.iter().position(|param| param == name).map(|place| format!("${place}")),
        _ => None,
    };
    when.map_or(Some(String::new()), |when| exprs::key(when, &place))
}

/// The shape of a part, if it has one.
type Shape<'s, T> = &'s dyn Fn(&T) -> Option<String>;

/// Matches by name, then by neighbours and shape: parts between the same neighbours match if they have the same shape
/// in the old and in the new schema.
fn matched<'m, T>(
    old: &'m [T],
    new: &'m [T],
    name: &dyn Fn(&'m T) -> &'m str,
    [old_shape, new_shape]: [Shape<'_, T>; 2],
) -> Matched<'m, T> {
    let mut names: HashMap<&str, usize> = HashMap::new();
    for (place, one) in new.iter().enumerate() {
        names.entry(name(one)).or_insert(place);
    }
    let mut of_old: Vec<Option<usize>> = old.iter().map(|one| names.get(name(one)).copied()).collect();
    let mut taken: BTreeSet<usize> = of_old.iter().copied().flatten().collect();
    // The new parts that are left, by shape.
    let mut shapes: HashMap<String, BTreeSet<usize>> = HashMap::new();
    let is_left = taken.len() < new.len() && of_old.contains(&None);
    for (place, one) in new.iter().enumerate().filter(|(place, _)| is_left && !taken.contains(place)) {
        if let Some(shape) = new_shape(one) {
            shapes.entry(shape).or_default().insert(place);
        }
    }
    // From the neighbour before, up to the next one that has a partner.
    let mut start = 0;
    for (one, slot) in old.iter().zip(&mut of_old).filter(|_| is_left) {
        if slot.is_none()
            && let Some(alike) = old_shape(one).and_then(|shape| shapes.get_mut(&shape))
        {
            let end = taken.range(start..).next().copied().unwrap_or(new.len());
            *slot = alike.range(start..end).next().copied();
            if let Some(place) = slot {
                alike.remove(place);
                taken.insert(*place);
            }
        }
        start = slot.map_or(start, |place| place + 1);
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

/// Returns the longest increasing subsequence of a list without repetitions: of several, the one that is complete
/// first.
fn longest_rising(list: &[usize]) -> HashSet<usize> {
    // The numbers that end a rising part of each length, and the number before them in it: in the order of the list, in
    // which they fall.
    let mut ends: Vec<Vec<(usize, Option<usize>)>> = Vec::new();
    for value in list {
        let len = ends.partition_point(|ends| ends.last().is_some_and(|(least, _)| least < value));
        let before = len.checked_sub(1).and_then(|len| ends.get(len)).and_then(|ends| {
            let first = ends.partition_point(|(end, _)| end >= value);
            ends.get(first).map(|(end, _)| *end)
        });
        match ends.get_mut(len) {
            Some(ends) => ends.push((*value, before)),
            None => ends.push(vec![(*value, before)]),
        }
    }
    let mut kept = HashSet::new();
    let mut next = ends.last().and_then(|ends| ends.first()).map(|(end, _)| *end);
    for ends in ends.iter().rev() {
        let Some(value) = next else { break };
        kept.insert(value);
        let at = ends.partition_point(|(end, _)| *end > value);
        next = ends.get(at).and_then(|(_, before)| *before);
    }
    kept
}

/// Numbers for parts: the same for a part of the old schema and its partner in the new one.
#[derive(Default)]
pub(super) struct Ids<'m> {
    known: [HashMap<&'m str, HashMap<&'m str, u32>>; 2],
    /// For each number, another number of the same part.
    same: Vec<u32>,
}

impl<'m> Ids<'m> {
    /// Returns the number of a field or bit field; of the structure itself if the member is empty.
    pub(super) fn get(&self, side: Side, structure: &str, member: &str) -> Option<u32> {
        let [old, new] = &self.known;
        let known = if side == Side::Old { old } else { new };
        known.get(structure)?.get(member).map(|id| self.up(*id))
    }

    /// Returns the numbers of a structure and all of its parts.
    pub(super) fn members(&self, side: Side, structure: &str) -> impl Iterator<Item = u32> + '_ {
        let [old, new] = &self.known;
        let known = if side == Side::Old { old } else { new };
        known.get(structure).into_iter().flat_map(|members| members.values()).map(|id| self.up(*id))
    }

    fn join_structures(&mut self, old: &'m str, new: &'m str) {
        self.join((old, ""), (new, ""));
    }

    fn join(&mut self, (old, old_member): (&'m str, &'m str), (new, new_member): (&'m str, &'m str)) {
        let a = self.number(Side::Old, old, old_member);
        let b = self.number(Side::New, new, new_member);
        let (a, b) = (self.root(a), self.root(b));
        self.put(b, a);
    }

    /// Assigns numbers to parts without a partner.
    fn number(&mut self, side: Side, structure: &'m str, member: &'m str) -> u32 {
        let [old, new] = &mut self.known;
        let known = if side == Side::Old { old } else { new };
        let fresh = u32::try_from(self.same.len()).unwrap_or(u32::MAX);
        let id = *known.entry(structure).or_default().entry(member).or_insert(fresh);
        if id == fresh {
            self.same.push(fresh);
        }
        id
    }

    /// Returns the number that another one points to.
    fn up(&self, id: u32) -> u32 {
        usize::try_from(id).ok().and_then(|at| self.same.get(at)).copied().unwrap_or(id)
    }

    fn put(&mut self, id: u32, up: u32) {
        if let Some(slot) = usize::try_from(id).ok().and_then(|at| self.same.get_mut(at)) {
            *slot = up;
        }
    }

    /// Returns the number at the end of the chain, and halves the chain, so that it stays short.
    fn root(&mut self, mut id: u32) -> u32 {
        while self.up(id) != id {
            let next = self.up(self.up(id));
            self.put(id, next);
            id = next;
        }
        id
    }

    /// Points each number directly at the end of its chain, after all are joined.
    fn settle(&mut self) {
        for id in (0..self.same.len()).filter_map(|at| u32::try_from(at).ok()) {
            let root = self.root(id);
            self.put(id, root);
        }
    }
}

//! Matches the parts of an old and a new list that are the same part, even if its name changed.

use super::extent::Extent;
use super::words;
use bpx_schema::schema::{Field, Length, Type};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

/// The matched, removed and added parts of two lists.
pub(super) struct MatchedParts<'m, T> {
    pub(super) both: Vec<(&'m T, &'m T)>,
    pub(super) removed: Vec<&'m T>,
    pub(super) added: Vec<&'m T>,
    /// The matched parts whose order changed.
    pub(super) moved: Vec<(&'m T, &'m T)>,
}

/// The index of the new partner of each old part, and the indexes of all new parts that are partners.
struct Partners {
    of_old: Vec<Option<usize>>,
    taken: BTreeSet<usize>,
}

impl Partners {
    /// Matches parts that have the same name.
    fn match_by_name<'m, T>(old: &'m [T], new: &'m [T], name: &dyn Fn(&'m T) -> &'m str) -> Self {
        let mut names: HashMap<&str, usize> = HashMap::new();
        for (place, one) in new.iter().enumerate() {
            names.entry(name(one)).or_insert(place);
        }
        let of_old: Vec<Option<usize>> = old.iter().map(|one| names.get(name(one)).copied()).collect();
        let taken = of_old.iter().copied().flatten().collect();
        Self { of_old, taken }
    }

    /// Returns whether both lists have parts without a partner.
    fn has_unmatched(&self, new: usize) -> bool {
        self.taken.len() < new && self.of_old.contains(&None)
    }

    fn into_matched<'m, T>(self, old: &'m [T], new: &'m [T]) -> MatchedParts<'m, T> {
        let Self { of_old, taken } = self;
        let both: Vec<(&T, usize)> =
            old.iter().zip(&of_old).filter_map(|(one, place)| Some((one, (*place)?))).collect();
        let stay = longest_rising(&both.iter().map(|(_, place)| *place).collect::<Vec<_>>());
        let pair = |(one, place): &(&'m T, usize)| Some((*one, new.get(*place)?));
        MatchedParts {
            moved: both.iter().filter(|(_, place)| !stay.contains(place)).filter_map(pair).collect(),
            both: both.iter().filter_map(pair).collect(),
            removed: old.iter().zip(&of_old).filter(|(_, place)| place.is_none()).map(|(one, _)| one).collect(),
            added: new.iter().enumerate().filter(|(place, _)| !taken.contains(place)).map(|(_, one)| one).collect(),
        }
    }
}

/// Returns whether a new field may be a renamed old field. It may not if both its name and its documentation have
/// another meaning.
fn may_be_renamed(old: &Field, new: &Field) -> bool {
    let have_texts = !old.doc.is_empty() && !new.doc.is_empty();
    !have_texts || words::are_alike(&old.name, &new.name) || words::have_same_meaning(&old.doc, &new.doc)
}

/// Matches fields by name. Other fields match as renamed if they have the same position, type and kind of length.
pub(super) fn match_fields<'m>(
    (old, old_extents): (&'m [Field], &[Extent]),
    (new, new_extents): (&'m [Field], &[Extent]),
) -> MatchedParts<'m, Field> {
    let mut partners = Partners::match_by_name(old, new, &|field| &*field.name);
    if partners.has_unmatched(new.len()) {
        let mut places: HashMap<(Option<usize>, u64, String), VecDeque<usize>> = HashMap::new();
        for (place, (one, extent)) in new.iter().zip(new_extents).enumerate() {
            if !partners.taken.contains(&place) {
                places.entry((extent.after, extent.start, field_shape(one))).or_default().push_back(place);
            }
        }
        for (place, (one, extent)) in old.iter().zip(old_extents).enumerate() {
            if partners.of_old.get(place).is_some_and(Option::is_some) {
                continue;
            }
            let after = match extent.after.map(|after| partners.of_old.get(after).copied().flatten()) {
                None => None,
                // The field before it has no partner.
                Some(None) => continue,
                Some(after) => after,
            };
            let found = places.get_mut(&(after, extent.start, field_shape(one))).and_then(|places| {
                let is_one = |place: &usize| new.get(*place).is_some_and(|new| may_be_renamed(one, new));
                if places.front().is_some_and(is_one) { places.pop_front() } else { None }
            });
            partners.taken.extend(found);
            if let Some(slot) = partners.of_old.get_mut(place) {
                *slot = found;
            }
        }
    }
    partners.into_matched(old, new)
}

/// Describes the type and the kind of length of a field, without the field's name.
pub(super) fn field_shape(field: &Field) -> String {
    let ty = match &field.ty {
        Type::Named { link, .. } => format!("{:?}", link.name()),
        ty => format!("{ty:?}"),
    };
    let len = match &field.len {
        Some(Length::Count(_)) => "counted".to_owned(),
        Some(Length::Until(_)) => "until".to_owned(),
        len => format!("{len:?}"),
    };
    format!("{ty} {len} {} {}", field.when.is_some(), field.region.is_some())
}

/// A function that returns the shape of a part, if the part has a shape.
type Shape<'s, T> = &'s dyn Fn(&T) -> Option<String>;

/// Matches parts by name, and then by neighbours and shape: parts between the same neighbours match if they have the
/// same shape in the old and the new schema.
pub(super) fn match_parts<'m, T>(
    old: &'m [T],
    new: &'m [T],
    name: &dyn Fn(&'m T) -> &'m str,
    [old_shape, new_shape]: [Shape<'_, T>; 2],
) -> MatchedParts<'m, T> {
    let mut partners = Partners::match_by_name(old, new, name);
    let is_left = partners.has_unmatched(new.len());
    let Partners { of_old, taken } = &mut partners;
    // The new parts that are left, by shape.
    let mut shapes: HashMap<String, BTreeSet<usize>> = HashMap::new();
    for (place, one) in new.iter().enumerate().filter(|(place, _)| is_left && !taken.contains(place)) {
        if let Some(shape) = new_shape(one) {
            shapes.entry(shape).or_default().insert(place);
        }
    }
    // From the neighbour before, up to the next one that has a partner.
    let mut start = 0;
    for (one, slot) in old.iter().zip(of_old).filter(|_| is_left) {
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
    partners.into_matched(old, new)
}

/// Returns the longest increasing subsequence of a list without repetitions; if there are several, the one that ends
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

//! Pairs the elements of two lists.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are those of elements in memory")]

use bpx_schema::json::JsonRef;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Returns the numbers of matching elements as pairs, in order. An element without a pair exists in one list only.
///
/// Elements with the same hash are paired first, then the elements between them that have the same name, or no name.
/// The cost is that of sorting. `hash` hashes what a comparison looks at. Unequal elements with the same hash may be
/// paired: the caller compares the elements of a pair.
pub(super) fn align_elements(
    old: &[JsonRef<'_>],
    new: &[JsonRef<'_>],
    hash: impl Fn(JsonRef<'_>, &mut DefaultHasher),
) -> Vec<(usize, usize)> {
    let same = longest_equal_pairs(&element_keys(old.iter(), &hash), &element_keys(new.iter(), &hash));
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (next_i, next_j) in same.into_iter().chain([(old.len(), new.len())]) {
        let gap = |list: &[JsonRef<'_>], from, to| element_keys(list.iter().take(to).skip(from), hash_name);
        let named = longest_equal_pairs(&gap(old, i, next_i), &gap(new, j, next_j));
        pairs.extend(named.into_iter().map(|(a, b)| (a + i, b + j)));
        pairs.push((next_i, next_j));
        (i, j) = (next_i + 1, next_j + 1);
    }
    // The ends of the lists bound the last interval.
    pairs.pop();
    pairs
}

fn element_keys<'j>(
    list: impl Iterator<Item = &'j JsonRef<'j>>,
    key: impl Fn(JsonRef<'_>, &mut DefaultHasher),
) -> Vec<u64> {
    let one = |value: &JsonRef<'_>| {
        let mut hasher = DefaultHasher::new();
        key(*value, &mut hasher);
        hasher.finish()
    };
    list.map(one).collect()
}

/// Hashes the name or the id of an element; hashes nothing for an element without a name and an id.
fn hash_name(value: JsonRef<'_>, hasher: &mut DefaultHasher) {
    if let Some(name) = value.get("name").or_else(|| value.get("id")) {
        name.hash(hasher);
    }
}

/// Pairs the n-th occurrence of a key in one list with the n-th occurrence in the other list, and returns the longest
/// list of such pairs whose order is the same in both lists.
fn longest_equal_pairs(old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    // The places of each key, in order; and how many of them are taken, at the first of them.
    let mut places: Vec<usize> = (0..new.len()).collect();
    places.sort_unstable_by_key(|j| (new.get(*j), *j));
    let mut taken = vec![0_usize; places.len()];
    let mut next = |key: &u64| {
        let first = places.partition_point(|j| new.get(*j) < Some(key));
        let count = taken.get_mut(first)?;
        let j = *places.get(first + *count).filter(|j| new.get(**j) == Some(key))?;
        *count += 1;
        Some(j)
    };
    let paired: Vec<_> = old.iter().enumerate().filter_map(|(i, key)| Some((i, next(key)?))).collect();
    // For each length, the pair with the least end of an increasing sequence of that length; and the predecessor of
    // each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = Vec::with_capacity(paired.len());
    let end_of = |at: &usize| paired.get(*at).map_or(0, |(_, j)| *j);
    for (at, (_, j)) in paired.iter().enumerate() {
        let length = ends.partition_point(|end| end_of(end) < *j);
        before.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut chosen = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        chosen.extend(paired.get(at));
        next = before.get(at).copied().flatten();
    }
    chosen.reverse();
    chosen
}

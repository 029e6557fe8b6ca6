//! Orders fields that must be written after other fields.

use super::part::FilePart;
use crate::schema::Field;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;

/// Returns the order of writing, which is the order of the declaration, with two exceptions. Parts come after the field
/// that they name. The parts of a reversed field are written together, from the last one to the first, in all
/// structures of a list.
pub(super) fn order_of<'a>(parts: &[FilePart<'a>]) -> Vec<usize> {
    let mut fields: Vec<(usize, &'a Field)> = Vec::new();
    for part in parts {
        if fields.last().is_none_or(|(holder, last)| *holder != part.holder || last.name != part.field.name) {
            fields.push((part.holder, part.field));
        }
    }
    let after = |field: &'a Field| field.region.as_ref()?.place.after.as_deref();
    let key = |(holder, field): (usize, &'a Field)| ((holder, &*field.name), after(field).map(|after| (holder, after)));
    let keys: Vec<_> = fields.iter().copied().map(key).collect();
    let sorted = in_turn(&keys).into_iter().filter_map(|place| fields.get(place).copied());
    let mut numbers: HashMap<(usize, &str), Vec<usize>> = HashMap::new();
    for (number, part) in parts.iter().enumerate() {
        numbers.entry((part.holder, &*part.field.name)).or_default().push(number);
    }
    // A field that occurs once more has no parts left.
    let of = |(holder, field): (usize, &'a Field)| numbers.remove(&(holder, &*field.name)).unwrap_or_default();
    let mut order: Vec<usize> = sorted.flat_map(of).collect();
    let reversed = |number: &usize| {
        let part = parts.get(*number).filter(|part| part.region.place.reverse)?;
        Some(std::ptr::from_ref(part.field))
    };
    for run in order.chunk_by_mut(|a, b| reversed(a).is_some() && reversed(a) == reversed(b)) {
        if run.first().and_then(reversed).is_some() {
            run.reverse();
        }
    }
    order
}

/// Returns the order of items. Each item has a key, and may have the key of items that it must follow. The next item is
/// always the first one that must follow no remaining item.
fn in_turn<K: Copy + Eq + Hash>(items: &[(K, Option<K>)]) -> Vec<usize> {
    let mut open: HashMap<K, usize> = HashMap::new();
    items.iter().for_each(|(key, _)| *open.entry(*key).or_default() += 1);
    let mut waiting: HashMap<K, Vec<usize>> = HashMap::new();
    let mut ready: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
    for (place, (_, after)) in items.iter().enumerate() {
        match after.filter(|after| open.contains_key(after)) {
            Some(after) => waiting.entry(after).or_default().push(place),
            None => ready.push(Reverse(place)),
        }
    }
    let mut is_open = vec![true; items.len()];
    let mut all = 0..items.len();
    let mut sorted = Vec::with_capacity(items.len());
    // Those that depend on each other keep their order.
    while let Some(place) = ready.pop().map(|Reverse(place)| place).or_else(|| all.next()) {
        let Some(((key, _), is_open)) = items.get(place).zip(is_open.get_mut(place)).filter(|(_, open)| **open) else {
            continue;
        };
        *is_open = false;
        sorted.push(place);
        let left = open.get_mut(key).map_or(0, |left| {
            *left -= 1;
            *left
        });
        if left == 0 {
            ready.extend(waiting.remove(key).into_iter().flatten().map(Reverse));
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::in_turn;
    use proptest::prelude::*;
    use std::cell::Cell;
    use std::hash::{Hash, Hasher};

    /// The definition: searches all others for each item.
    fn simple(items: &[(u8, Option<u8>)]) -> Vec<usize> {
        let mut open: Vec<usize> = (0..items.len()).collect();
        let mut sorted = Vec::new();
        while !open.is_empty() {
            let ready = open.iter().position(|place| open.iter().all(|other| items[*place].1 != Some(items[*other].0)));
            sorted.push(open.remove(ready.unwrap_or(0)));
        }
        sorted
    }

    proptest! {
        #[test]
        fn items_follow_those_that_they_name(
            items in prop::collection::vec((0_u8..10, prop::option::of(0_u8..12)), 0..16),
        ) {
            prop_assert_eq!(in_turn(&items), simple(&items));
        }
    }

    thread_local! {
        static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    /// Counts how often keys are compared.
    #[derive(Debug, Clone, Copy)]
    struct Counted(usize);

    impl PartialEq for Counted {
        fn eq(&self, other: &Self) -> bool {
            COMPARED.set(COMPARED.get() + 1);
            self.0 == other.0
        }
    }

    impl Eq for Counted {}

    impl Hash for Counted {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }

    #[test]
    fn the_work_grows_with_the_number_of_items() {
        for size in [1_000, 2_000, 4_000] {
            COMPARED.set(0);
            // Each follows the next one, so the last comes first.
            let items: Vec<_> = (0..size).map(|place| (Counted(place), Some(Counted(place + 1)))).collect();
            assert_eq!(in_turn(&items), (0..size).rev().collect::<Vec<_>>());
            assert!(COMPARED.get() <= 10 * size, "{} for {size}", COMPARED.get());
        }
    }
}

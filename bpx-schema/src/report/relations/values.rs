//! The values of one field that have one relation.

use crate::schema::{Relation, RelationKind};

/// The values of a block.
#[derive(Debug, Clone)]
pub(crate) enum Values {
    /// The values of all elements.
    All(Vec<u64>),
    /// The values of some elements, with the numbers of the elements.
    Some(Vec<(u64, u64)>),
    /// Numbers of elements of a pool.
    Counted(Occurrences),
    /// A run of bytes.
    Bytes(Vec<u8>),
}

impl Values {
    /// Returns an empty collection for the values of this many elements.
    pub(crate) fn of(relation: &Relation, elements: usize) -> Self {
        match (&relation.kind, &relation.when) {
            (RelationKind::Index { .. }, _) => Self::Counted(Occurrences::of(elements)),
            (_, None) => Self::All(Vec::with_capacity(elements)),
            (_, Some(_)) => Self::Some(Vec::new()),
        }
    }

    /// Returns the memory in bytes that the values of this many elements take at most.
    pub(crate) fn memory(relation: &Relation, elements: u64) -> u64 {
        let each = match (&relation.kind, &relation.when) {
            (RelationKind::Index { .. }, _) => Occurrences::EACH,
            (_, None) => size_of::<u64>(),
            (_, Some(_)) => size_of::<(u64, u64)>(),
        };
        elements * each as u64
    }

    /// Adds a value, by the number of its element.
    pub(crate) fn push(&mut self, index: u64, value: u64) {
        self.extend(index, std::iter::once(value));
    }

    /// Adds the values of adjacent elements, by the number of the first one.
    pub(crate) fn extend(&mut self, first: u64, values: impl Iterator<Item = u64>) {
        match self {
            Self::All(all) => all.extend(values),
            Self::Some(some) => some.extend((first..).zip(values)),
            Self::Counted(counted) => (first..).zip(values).for_each(|(index, value)| counted.add(index, value)),
            // Bytes are not numbers.
            Self::Bytes(_) => {}
        }
    }

    /// Returns the numbers, each with the number of its element; of counted numbers each once, with its first element.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let (all, some, counted) = match self {
            Self::All(all) => (&**all, &[][..], None),
            Self::Some(some) => (&[][..], &**some, None),
            Self::Counted(counted) => (&[][..], &[][..], Some(counted)),
            Self::Bytes(_) => (&[][..], &[][..], None),
        };
        let counted = counted.into_iter().flat_map(Occurrences::each).map(|one| (one.first, one.value));
        (0_u64..).zip(all.iter().copied()).chain(some.iter().copied()).chain(counted)
    }

    /// Returns the numbers with how often they occur.
    pub(super) fn occurrences(&self) -> impl Iterator<Item = Occurrence> + '_ {
        let counted = if let Self::Counted(counted) = self { Some(counted) } else { None };
        let single = if counted.is_some() { None } else { Some(self.numbers()) };
        let single = single.into_iter().flatten().map(|(first, value)| Occurrence { value, first, times: 1 });
        counted.into_iter().flat_map(Occurrences::each).chain(single)
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Bytes(_) => false,
            _ => self.numbers().next().is_none(),
        }
    }
}

/// A number, the first element that has it, and how many have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) value: u64,
    pub(super) first: u64,
    pub(super) times: u64,
}

/// How often numbers occur. The records of a large table refer to few elements, most of them to the same ones, so this is
/// much smaller than a list.
#[derive(Debug, Clone)]
pub(crate) struct Occurrences {
    /// The first element that has the number, and how many have it, by the number.
    table: Vec<(u64, u64)>,
    /// The largest size of the table.
    most: usize,
    /// Numbers that the table does not have, after the numbers of their elements.
    others: Vec<(u64, u64)>,
}

impl Occurrences {
    /// Memory in bytes for each element, at most.
    const EACH: usize = 2 * size_of::<(u64, u64)>();

    fn of(elements: usize) -> Self {
        Self { table: Vec::new(), most: elements, others: Vec::new() }
    }

    #[inline]
    fn add(&mut self, index: u64, value: u64) {
        match usize::try_from(value).ok().and_then(|value| self.table.get_mut(value)) {
            Some((first, times)) => {
                if *times == 0 {
                    *first = index;
                }
                *times += 1;
            }
            None => self.add_beyond(index, value),
        }
    }

    /// Adds a number that the table does not have yet.
    #[cold]
    fn add_beyond(&mut self, index: u64, value: u64) {
        match usize::try_from(value).ok().filter(|value| *value < self.most) {
            Some(value) => {
                self.table.resize((value + 1).next_power_of_two().min(self.most), (0, 0));
                self.add(index, value as u64);
            }
            None => self.others.push((index, value)),
        }
    }

    /// Returns the numbers that occur.
    fn each(&self) -> impl Iterator<Item = Occurrence> + '_ {
        let table = (0_u64..).zip(&self.table).map(|(value, (first, times))| (value, *first, *times));
        let others = self.others.iter().map(|(index, value)| (*value, *index, 1));
        let found = table.chain(others).filter(|(_, _, times)| *times > 0);
        found.map(|(value, first, times)| Occurrence { value, first, times })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_with_their_first_elements() {
        let mut counted = Occurrences::of(4);
        for (index, value) in [(0, 3), (1, 9), (2, 3), (3, 0), (4, u64::MAX)] {
            counted.add(index, value);
        }
        let found: Vec<_> = counted.each().map(|one| (one.value, one.first, one.times)).collect();
        assert_eq!(found, [(0, 3, 1), (3, 0, 2), (9, 1, 1), (u64::MAX, 4, 1)]);
        assert_eq!((counted.table.len(), counted.others.len()), (4, 2));
    }
}

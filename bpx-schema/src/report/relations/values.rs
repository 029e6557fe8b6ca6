//! Holds the values of one field to which one relation applies.

use crate::schema::{Relation, RelationKind};

/// The values of a block.
#[derive(Debug, Clone)]
pub(crate) enum RelationValues {
    /// The values of all elements.
    All(Vec<u64>),
    /// The values of some elements, with the numbers of the elements.
    Some(Vec<(u64, u64)>),
    /// Numbers of a pool's elements, with the number of times that each occurs.
    Counted(Occurrences),
    /// A value that consists of bytes.
    Bytes(Vec<u8>),
}

/// The number and the sizes of the elements whose values are collected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ValueShape {
    pub(crate) count: usize,
    /// Number of bytes from one element to the next.
    pub(crate) size: usize,
    /// Size of a value in bytes, if the size is fixed.
    pub(crate) value_size: Option<u64>,
}

impl ValueShape {
    /// Returns the number of different values that a value of this size can have.
    fn possible_value_count(self) -> usize {
        match self.value_size {
            Some(1) => 1 << 8,
            Some(2) => 1 << 16,
            _ => usize::MAX,
        }
    }

    /// Returns the maximum number of entries in a table of values.
    fn most_places(self) -> usize {
        if self.count < self.possible_value_count() { self.count / 2 } else { self.possible_value_count() }
    }

    /// Returns whether to count the values of a relation, because few values are possible, or because the elements take
    /// at least as much memory as a table.
    fn are_counted(self, relation: &Relation) -> bool {
        let is_small = self.possible_value_count() < usize::MAX || self.size >= Occurrences::EACH;
        matches!(relation.kind, RelationKind::Index { .. }) && is_small
    }
}

impl RelationValues {
    /// Returns an empty collection for the values of `elements`.
    pub(crate) fn for_elements(relation: &Relation, elements: ValueShape) -> Self {
        match &relation.when {
            _ if elements.are_counted(relation) => Self::Counted(Occurrences::with_max_entries(elements.most_places())),
            None => Self::All(Vec::with_capacity(elements.count)),
            Some(_) => Self::Some(Vec::new()),
        }
    }

    /// Returns the maximum memory in bytes that the values of `elements` take.
    pub(crate) fn memory_bound(relation: &Relation, elements: ValueShape) -> u64 {
        let count = elements.count as u64;
        match &relation.when {
            _ if elements.are_counted(relation) => {
                count.min(elements.possible_value_count() as u64) * Occurrences::EACH as u64
            }
            None => count * size_of::<u64>() as u64,
            // The list doubles as it grows.
            Some(_) => count * 2 * size_of::<(u64, u64)>() as u64,
        }
    }

    /// Adds a value, by the number of its element.
    pub(crate) fn push(&mut self, index: u64, value: u64) {
        self.extend(index, std::iter::once(value));
    }

    /// Adds the values of adjacent elements. `first` is the number of the first element.
    pub(crate) fn extend(&mut self, first: u64, values: impl Iterator<Item = u64>) {
        match self {
            Self::All(all) => all.extend(values),
            Self::Some(some) => some.extend((first..).zip(values)),
            Self::Counted(counted) => (first..).zip(values).for_each(|(index, value)| counted.add(index, value)),
            // Bytes are not numbers.
            Self::Bytes(_) => {}
        }
    }

    /// Returns the numbers, each with the number of its element. Returns a counted number only once, with the first
    /// element that has it.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let (all, some, counted) = match self {
            Self::All(all) => (&**all, &[][..], None),
            Self::Some(some) => (&[][..], &**some, None),
            Self::Counted(counted) => (&[][..], &[][..], Some(counted)),
            Self::Bytes(_) => (&[][..], &[][..], None),
        };
        let counted = counted.into_iter().flat_map(Occurrences::each_occurrence).map(|one| (one.first, one.value));
        (0_u64..).zip(all.iter().copied()).chain(some.iter().copied()).chain(counted)
    }

    /// Returns the numbers, each with the number of times that it occurs.
    pub(super) fn occurrences(&self) -> impl Iterator<Item = Occurrence> + '_ {
        let counted = if let Self::Counted(counted) = self { Some(counted) } else { None };
        let single = if counted.is_some() { None } else { Some(self.numbers()) };
        let single = single.into_iter().flatten().map(|(first, value)| Occurrence { value, first, times: 1 });
        counted.into_iter().flat_map(Occurrences::each_occurrence).chain(single)
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Bytes(_) => false,
            _ => self.numbers().next().is_none(),
        }
    }
}

/// A number, the first element that has the number, and how many elements have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) value: u64,
    pub(super) first: u64,
    pub(super) times: u64,
}

/// Numbers, and the number of times that each occurs. The records of a large table refer to few elements, and most
/// records to the same elements, so this form is much smaller than a list.
#[derive(Debug, Clone)]
pub(crate) struct Occurrences {
    /// For each number, the first element that has it, and how many elements have it.
    table: Vec<(u64, u64)>,
    /// The maximum number of entries in the table.
    most: usize,
    /// Numbers that the table does not have, each after the number of its element.
    others: Vec<(u64, u64)>,
}

impl Occurrences {
    /// The maximum memory in bytes for each element: half an entry of the table, and an entry of the list, which
    /// doubles as it grows.
    const EACH: usize = 5 * size_of::<(u64, u64)>() / 2;

    fn with_max_entries(most: usize) -> Self {
        Self { table: Vec::new(), most, others: Vec::new() }
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

    /// Adds a number for which the table has no entry.
    #[cold]
    fn add_beyond(&mut self, index: u64, value: u64) {
        match usize::try_from(value).ok().filter(|value| *value < self.most) {
            Some(value) => {
                let size = (value + 1).next_power_of_two().min(self.most);
                self.table.reserve_exact(size - self.table.len());
                self.table.resize(size, (0, 0));
                self.add(index, value as u64);
            }
            None => self.others.push((index, value)),
        }
    }

    /// Returns the numbers that occur, each with its first element and the number of times that it occurs.
    fn each_occurrence(&self) -> impl Iterator<Item = Occurrence> + '_ {
        let table = (0_u64..).zip(&self.table).map(|(value, (first, times))| (value, *first, *times));
        let others = self.others.iter().map(|(index, value)| (*value, *index, 1));
        let found = table.chain(others).filter(|(_, _, times)| *times > 0);
        found.map(|(value, first, times)| Occurrence { value, first, times })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Severity;
    use crate::schema::{AbsentPool, Claim};

    #[test]
    fn a_collection_takes_no_more_memory_than_is_charged() {
        let kind = RelationKind::Index { first: 0, required: false, key: None };
        let claim = Claim { code: "".into(), spec: "".into(), lenient: "".into(), severity: Severity::Error };
        let relation = Relation { kind, pool: "".into(), when: None, claim, absent: AbsentPool::default() };
        // Values of every kind: those of the table, those beyond it, and both.
        let values: [fn(u64) -> u64; 4] = [|index| index, |_| u64::MAX, |index| index * 2, |index| index % 7];
        for (size, value_size, count) in
            [(2, 2, 70_000), (2, 2, 131_071), (2, 2, 300), (40, 4, 1000), (4, 4, 1000), (8, 8, 1000)]
        {
            let elements = ValueShape { count, size, value_size: Some(value_size) };
            let charged = RelationValues::memory_bound(&relation, elements);
            assert!(charged <= (3 * size * count).max(40 << 16) as u64, "{elements:?}");
            for value in values {
                let mut collected = RelationValues::for_elements(&relation, elements);
                let most = u64::MAX >> (64 - 8 * value_size);
                collected.extend(0, (0..count as u64).map(|index| value(index) & most));
                let taken = match &collected {
                    RelationValues::All(all) => all.capacity() * 8,
                    RelationValues::Counted(counted) => (counted.table.capacity() + counted.others.capacity()) * 16,
                    RelationValues::Some(_) | RelationValues::Bytes(_) => unreachable!("{collected:?}"),
                };
                assert!(taken as u64 <= charged, "{elements:?}: {taken} {charged}");
            }
        }
    }

    #[test]
    fn numbers_are_counted_with_their_first_elements() {
        let mut counted = Occurrences::with_max_entries(4);
        for (index, value) in [(0, 3), (1, 9), (2, 3), (3, 0), (4, u64::MAX)] {
            counted.add(index, value);
        }
        let found: Vec<_> = counted.each_occurrence().map(|one| (one.value, one.first, one.times)).collect();
        assert_eq!(found, [(0, 3, 1), (3, 0, 2), (9, 1, 1), (u64::MAX, 4, 1)]);
        assert_eq!((counted.table.len(), counted.others.len()), (4, 2));
    }
}

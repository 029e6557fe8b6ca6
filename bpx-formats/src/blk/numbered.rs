//! Names by their numbers, and numbers by their names.

use super::NameMap;
use super::names::{AllNames, Table};
use hashbrown::HashTable;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Shared names and the names of a file in one numbering, in which shared names come first.
///
/// The table of numbers has no copies of names, because a map with names as keys would take several times the memory of
/// the names.
#[derive(Debug, Default)]
pub(super) struct NumberedNames {
    shared: Option<Arc<NameMap>>,
    local: Table,
    /// The first number of each name.
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl NumberedNames {
    /// Creates the numbering of shared names alone.
    pub(super) fn new(shared: Option<Arc<NameMap>>) -> Self {
        let mut names = Self { shared, ..Self::default() };
        // A map holds at most 2^24 names.
        (0..).take(names.shared_len()).for_each(|number| names.note_number(number));
        names
    }

    pub(super) fn shared(&self) -> Option<&Arc<NameMap>> {
        self.shared.as_ref()
    }

    pub(super) fn shared_len(&self) -> usize {
        self.shared.as_ref().map_or(0, |names| names.len())
    }

    pub(super) fn local_len(&self) -> usize {
        self.local.len()
    }

    fn all_names(&self) -> AllNames<'_> {
        AllNames { shared: self.shared.as_deref(), local: &self.local }
    }

    /// Returns the name with this number.
    pub(super) fn get(&self, number: u32) -> Option<&[u8]> {
        self.all_names().get(number as usize)
    }

    /// Returns the first number of a name.
    pub(super) fn find(&self, name: &[u8]) -> Option<u32> {
        let all = self.all_names();
        let is_same = |number: &u32| all.get(*number as usize) == Some(name);
        self.numbers.find(self.hasher.hash_one(name), is_same).copied()
    }

    /// Adds a name without a NUL, even if the name is there already. Returns the number of the name, or `None` if there
    /// are 2^24 names or 2^32 bytes of names.
    pub(super) fn push(&mut self, name: &[u8]) -> Option<u32> {
        let number = u32::try_from(self.all_names().len()).ok();
        let number = number.filter(|number| *number < 1 << 24 && self.local.push(name))?;
        self.note_number(number);
        Some(number)
    }

    /// Adds a number to the table, unless an earlier name is the same.
    fn note_number(&mut self, number: u32) {
        let all = AllNames { shared: self.shared.as_deref(), local: &self.local };
        let (hasher, name) = (&self.hasher, |number: u32| all.get(number as usize).unwrap_or(&[]));
        let new = name(number);
        let entry = self.numbers.entry(
            hasher.hash_one(new),
            |other| name(*other) == new,
            |other| hasher.hash_one(name(*other)),
        );
        entry.or_insert(number);
    }

    /// Returns the names of the file, each with its NUL.
    pub(super) fn into_local_bytes(self) -> Vec<u8> {
        self.local.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_first_numbers() {
        let shared = Arc::new(NameMap::new([&b"a"[..], b"b", b"a"], None).unwrap());
        let mut names = NumberedNames::new(Some(shared));
        assert_eq!((names.find(b"a"), names.find(b"b"), names.find(b"c")), (Some(0), Some(1), None));
        assert_eq!([b"c", b"b", b"c"].map(|name| names.push(name)), [Some(3), Some(4), Some(5)]);
        assert_eq!((names.find(b"c"), names.find(b"b")), (Some(3), Some(1)));
        let all: Vec<_> = (0..7).map(|number| names.get(number)).collect();
        assert_eq!(all, [Some(&b"a"[..]), Some(b"b"), Some(b"a"), Some(b"c"), Some(b"b"), Some(b"c"), None]);
        assert_eq!(names.into_local_bytes(), b"c\0b\0c\0");
    }

    #[test]
    fn names_are_found_after_the_table_has_grown() {
        let mut names = NumberedNames::new(None);
        for number in 0..1000_u32 {
            assert_eq!(names.push(number.to_string().as_bytes()), Some(number));
        }
        assert!((0..1000).all(|number: u32| names.find(number.to_string().as_bytes()) == Some(number)));
    }
}

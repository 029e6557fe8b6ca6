use super::{Fixed, Record};
use crate::schema::{Endian, Offset};
use std::marker::PhantomData;

/// Records in borrowed bytes. The view decodes each record on access, and needs neither a copy nor alignment.
///
/// Unused fields cost nothing, because the optimiser inlines [`Fixed::get`].
pub struct View<'a, T> {
    bytes: &'a [u8],
    endian: Endian,
    record: PhantomData<fn() -> T>,
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for View<'_, T> {}

impl<T> std::fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "View of {} bytes", self.bytes.len())
    }
}

impl<'a, T: Fixed> View<'a, T> {
    /// Returns a view of as many records as fit, and the remaining bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> (Self, &'a [u8]) {
        let (bytes, rest) = bytes.split_at(bytes.len() - bytes.len() % T::SIZE.max(1));
        (Self { bytes, endian: Endian::Little, record: PhantomData }, rest)
    }

    /// Returns the same bytes, with numbers in another byte order. Records have a fixed byte order.
    #[must_use]
    pub fn with_endian(mut self, endian: Endian) -> Self {
        self.endian = endian;
        self
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(self) -> usize {
        self.bytes.len() / T::SIZE.max(1)
    }

    /// Returns whether the view has no records.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the bytes of the records.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the record with this index.
    #[inline]
    #[must_use]
    pub fn get(self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::SIZE)?;
        let bytes = self.bytes.get(start..start.checked_add(T::SIZE)?)?;
        Some(T::get(bytes, self.endian))
    }

    /// Returns the records of `count` groups, from group `first` on; `None` if there are fewer groups. A group, such as
    /// the bones of a frame, has `len` records.
    #[must_use]
    pub fn groups(self, len: u64, first: u64, count: u64) -> Option<Self> {
        let group = Offset::from(T::SIZE as u64) * len;
        Some(Self { bytes: (group * first).slice(group * count, self.bytes)?, ..self })
    }

    /// Returns an iterator over all records.
    #[inline]
    pub fn iter(self) -> ViewIter<'a, T> {
        ViewIter { chunks: self.bytes.chunks_exact(T::SIZE.max(1)), endian: self.endian, record: PhantomData }
    }

    /// Decodes all records, and returns them in a list that is allocated exactly once.
    #[must_use]
    pub fn to_vec(self) -> Vec<T> {
        let mut records = Vec::with_capacity(self.len());
        self.append_to(&mut records);
        records
    }

    /// Decodes all records, and adds them to a list.
    pub(super) fn append_to(self, records: &mut Vec<T>) {
        records.extend(T::get_all(self.bytes, self.endian));
    }
}

impl<T: Record> View<'_, T> {
    /// Returns whether every rule of every record holds. The check has no branches, and runs at memory speed.
    #[inline]
    #[must_use]
    pub fn is_valid(self) -> bool {
        T::get_all(self.bytes, self.endian).fold(true, |valid, record| valid & record.is_valid())
    }

    /// Decodes and checks all records in one pass. Returns `None` when a record breaks a rule;
    /// [`validate_records`](super::validate_records) then reports the rule and the location of the record.
    #[must_use]
    pub fn to_valid_vec(self) -> Option<Vec<T>> {
        let mut valid = true;
        let records = T::get_all(self.bytes, self.endian).inspect(|record| valid &= record.is_valid()).collect();
        valid.then_some(records)
    }
}

impl<'a, T: Fixed> IntoIterator for View<'a, T> {
    type Item = T;
    type IntoIter = ViewIter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// An iterator over the records of a [`View`].
#[derive(Debug, Clone)]
pub struct ViewIter<'a, T> {
    chunks: std::slice::ChunksExact<'a, u8>,
    endian: Endian,
    record: PhantomData<fn() -> T>,
}

impl<T: Fixed> Iterator for ViewIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.chunks.next().map(|bytes| T::get(bytes, self.endian))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, mut f: F) -> B {
        let endian = self.endian;
        self.chunks.fold(init, |state, bytes| f(state, T::get(bytes, endian)))
    }
}

impl<T: Fixed> ExactSizeIterator for ViewIter<'_, T> {}

impl<T: Fixed> DoubleEndedIterator for ViewIter<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        self.chunks.next_back().map(|bytes| T::get(bytes, self.endian))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_records_and_the_rest() {
        let (view, rest) = View::<u16>::new(&[1, 0, 2, 0, 9]);
        assert_eq!(view.to_vec(), [1, 2]);
        assert_eq!(view.get(1), Some(2));
        assert_eq!(view.get(2), None);
        assert_eq!(view.iter().rev().collect::<Vec<_>>(), [2, 1]);
        assert_eq!(rest, [9]);
    }

    #[test]
    fn records_in_groups() {
        let view = View::<u16>::new(&[1, 0, 2, 0, 3, 0, 4, 0, 5, 0]).0;
        assert_eq!(view.groups(2, 1, 1).map(View::to_vec), Some(vec![3, 4]));
        assert_eq!(view.groups(2, 0, 2).map(View::to_vec), Some(vec![1, 2, 3, 4]));
        assert_eq!(view.groups(2, 2, 0).map(View::to_vec), Some(vec![]));
        for (len, first, count) in [(2, 1, 2), (2, 3, 0), (u64::MAX, 1, 1)] {
            assert!(view.groups(len, first, count).is_none());
        }
    }
}

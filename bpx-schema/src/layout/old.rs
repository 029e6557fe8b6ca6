//! The file that is edited: what is not given anew is taken from it.

use super::order::Gap;
use super::own::{Entry, Own};
use crate::report::Coverage;
use crate::schema::{Field, Offset, Region};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Offset and size of stored bytes.
type Extent = (u64, u64);

/// A file as it was before.
pub(super) struct OldFile<'a> {
    bytes: &'a [u8],
    /// Size of what lies in its place.
    pub(super) head: u64,
    /// Offset behind the last part.
    pub(super) end: u64,
    /// Fields of the structure itself that lie elsewhere.
    singles: HashMap<&'a str, Extent>,
    /// Regions, by field and number of what describes them.
    regions: HashMap<(&'a str, u64), Extent>,
    /// All regions of a field.
    known: HashSet<(&'a str, Extent)>,
}

impl<'a> OldFile<'a> {
    /// Finds the parts of a file from its fields.
    pub(super) fn new(own: &Own<'a>, bytes: &'a [u8]) -> Self {
        let head = own.head_size();
        let (singles, regions, known) = (HashMap::new(), HashMap::new(), HashSet::new());
        let mut old = Self { bytes, head, end: head, singles, regions, known };
        for field in own.structure.fields() {
            let Some(region) = field.region_elsewhere() else { continue };
            old.add(own, field, region);
        }
        let all = old.singles.values().chain(old.regions.values());
        old.end = all.map(|(offset, size)| offset.saturating_add(*size)).max().unwrap_or(0).max(head);
        old
    }

    fn add(&mut self, own: &Own<'a>, field: &'a Field, region: &'a Region) {
        let name = &*field.name;
        let Some(array) = region.each.as_deref() else {
            let size = own.span(name).map(|(start, end)| end - start);
            self.singles.extend(own.stated(region, None).offset.zip(size).map(|extent| (name, extent)));
            return;
        };
        for index in 0..own.count(array).unwrap_or(0) {
            let stated = own.stated(region, Some(Entry { array, index }));
            let Some(extent) = stated.offset.zip(stated.size) else { continue };
            self.regions.insert((name, index), extent);
            self.known.insert((name, extent));
        }
    }

    /// Where a field of the structure itself lay.
    pub(super) fn single(&self, field: &Field) -> Option<Extent> {
        self.singles.get(&*field.name).copied()
    }

    /// Where a region lay that the fields state now, also when another element described it.
    pub(super) fn region(&self, field: &Field, index: u64, (offset, size): Extent) -> Option<Extent> {
        let name = &*field.name;
        if self.known.contains(&(name, (offset, size))) {
            return Some((offset, size));
        }
        // What computes the size was changed.
        self.regions.get(&(name, index)).copied().filter(|(old, _)| *old == offset)
    }

    /// Bytes as they were stored.
    pub(super) fn stored(&self, (offset, size): Extent) -> Option<&'a [u8]> {
        Offset::from(offset).slice(size, self.bytes)
    }

    /// The bytes that no field held.
    pub(super) fn gaps(&self) -> Vec<Gap<'a>> {
        let mut coverage = Coverage::default();
        coverage.enter();
        coverage.read(0, self.head);
        for (offset, size) in self.singles.values().chain(self.regions.values()) {
            coverage.read(*offset, offset.saturating_add(*size));
        }
        let unread = coverage.leave(self.bytes.len() as u64);
        let gap = |(from, to): (u64, u64)| {
            let bytes = Offset::from(from).up_to(to, self.bytes)?;
            Some(Gap { offset: from, bytes: Cow::Borrowed(bytes) })
        };
        unread.into_iter().filter_map(gap).collect()
    }
}

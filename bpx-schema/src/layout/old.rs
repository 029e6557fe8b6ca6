//! Finds the parts of an edit's old file, so that unchanged parts can be kept.

use super::order::Gap;
use super::own::{NestedKey, OUTERMOST, OwnFields, RegionEntry};
use super::part::end_of;
use crate::report::Coverage;
use crate::schema::{Field, Offset, Region};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Offset and size in bytes of stored bytes.
type StoredExtent = (u64, u64);

/// The bytes of the old file, and the extents of its parts.
pub(super) struct OldFile<'a> {
    bytes: &'a [u8],
    /// Size of the head in bytes. The head has all fields without an offset of their own.
    pub(super) head: u64,
    /// Offset after the last part.
    pub(super) end: u64,
    /// Fields of the structure itself that have offsets of their own.
    singles: HashMap<&'a str, StoredExtent>,
    /// Stored sizes in bytes of fields with offsets in nested structures. Fields of one name at one offset may have
    /// different sizes.
    nested: HashMap<NestedKey<'a>, BTreeSet<u64>>,
    /// Extents of regions, by field and by the number of the describing element.
    regions: HashMap<(&'a str, u64), StoredExtent>,
    /// Extents of all regions, by field.
    known: HashSet<(&'a str, StoredExtent)>,
}

impl<'a> OldFile<'a> {
    /// Finds the parts of an old file from the values of its fields.
    pub(super) fn new(own: &OwnFields<'a>, bytes: &'a [u8]) -> Self {
        let head = own.head_size();
        let (singles, nested, regions, known) = (HashMap::new(), HashMap::new(), HashMap::new(), HashSet::new());
        let mut old = Self { bytes, head, end: head, singles, nested, regions, known };
        for (number, holder) in own.holders.iter().enumerate() {
            for field in holder.fields {
                let Some(region) = field.region_elsewhere() else { continue };
                if number == OUTERMOST {
                    old.add(own, field, region);
                } else if let Some((key, size)) =
                    own.nested_key(number, field, region).zip(old.stored_size(own, number, field, region))
                {
                    old.nested.entry(key).or_default().insert(size);
                }
            }
        }
        let all: Vec<_> = old.part_extents().collect();
        old.end = all.into_iter().map(end_of).fold(head, u64::max);
        old
    }

    fn add(&mut self, own: &OwnFields<'a>, field: &'a Field, region: &'a Region) {
        let name = &*field.name;
        let Some(array) = region.each.as_deref() else {
            let mut stated = own.stated_extent(OUTERMOST, region, None);
            if let Some(search) = &region.search {
                stated.offset = search.find(self.bytes);
            }
            let size = self.stored_size(own, OUTERMOST, field, region);
            self.singles.extend(stated.offset.zip(size).map(|extent| (name, extent)));
            return;
        };
        // An array that was not written has no elements.
        for index in 0..own.region_count(OUTERMOST, array).unwrap_or(0) {
            let stated = own.stated_extent(OUTERMOST, region, Some(RegionEntry { array, index }));
            let Some(extent) = stated.offset.zip(stated.size) else { continue };
            self.regions.insert((name, index), extent);
            self.known.insert((name, extent));
        }
    }

    /// Returns offsets and sizes of all parts.
    fn part_extents(&self) -> impl Iterator<Item = StoredExtent> {
        let nested = self.nested.iter().flat_map(|((.., offset), sizes)| sizes.iter().map(|size| (*offset, *size)));
        self.singles.values().chain(self.regions.values()).copied().chain(nested)
    }

    /// Returns the stored size of a field with an offset.
    fn stored_size(&self, own: &OwnFields<'a>, holder: usize, field: &Field, region: &Region) -> Option<u64> {
        let stated = own.stated_extent(holder, region, None);
        match &region.size {
            Some(_) => stated.size,
            None if region.is_stored() => (self.bytes.len() as u64).checked_sub(stated.offset?),
            None => own.field_span(holder, &field.name).map(|(start, end)| end - start),
        }
    }

    /// Returns the extent of a field in the old file.
    pub(super) fn field_extent(
        &self,
        own: &OwnFields<'a>,
        holder: usize,
        field: &'a Field,
        region: &Region,
    ) -> Option<StoredExtent> {
        if holder == OUTERMOST {
            return self.singles.get(&*field.name).copied();
        }
        let key = own.nested_key(holder, field, region)?;
        let sizes = self.nested.get(&key)?;
        let same = self.stored_size(own, holder, field, region).filter(|size| sizes.contains(size));
        // A field with another size than before is any of those at its offset.
        Some((key.2, same.or(sizes.last().copied())?))
    }

    /// Returns the extent of a region in the old file from the values of the fields, even if another element described
    /// the region.
    pub(super) fn region_extent(
        &self,
        field: &Field,
        index: u64,
        (offset, size): StoredExtent,
    ) -> Option<StoredExtent> {
        let name = &*field.name;
        if self.known.contains(&(name, (offset, size))) {
            return Some((offset, size));
        }
        // A field that the size depends on was changed.
        self.regions.get(&(name, index)).copied().filter(|(old, _)| *old == offset)
    }

    /// Returns the stored bytes of the old file at an extent.
    pub(super) fn stored_bytes(&self, (offset, size): StoredExtent) -> Option<&'a [u8]> {
        Offset::from(offset).slice(size, self.bytes)
    }

    /// Returns the bytes that no field of the old file held.
    pub(super) fn gaps(&self) -> Vec<Gap<'a>> {
        let mut coverage = Coverage::default();
        coverage.enter_space();
        coverage.note_read(0, self.head);
        self.part_extents().for_each(|extent| coverage.note_read(extent.0, end_of(extent)));
        let unread = coverage.leave_space(self.bytes.len() as u64);
        let gap = |(from, to): (u64, u64)| {
            let bytes = Offset::from(from).up_to(to, self.bytes)?;
            Some(Gap { offset: from, bytes: Cow::Borrowed(bytes), is_new: false })
        };
        unread.into_iter().filter_map(gap).collect()
    }
}

//! Parts of a file outside of its head.

use super::content::{Bytes, overlap};
use super::own::Entry;
use crate::schema::{Field, Offset, Region};

/// The bytes of a field, or of one region of a field.
pub(super) struct Part<'a> {
    /// The structure that has the field, by its number.
    pub(super) holder: usize,
    pub(super) field: &'a Field,
    pub(super) region: &'a Region,
    /// The element that describes it, for one of several regions.
    pub(super) entry: Option<Entry<'a>>,
    /// The stored bytes; for a field of the structure itself, before its numbers are set. `None` after the part was
    /// added to a file.
    pub(super) bytes: Option<Bytes<'a>>,
    /// Size of the stored bytes.
    pub(super) stored: u64,
    pub(super) content_size: Option<u64>,
    pub(super) checksum: Option<u64>,
    pub(super) align: u64,
    pub(super) shares: bool,
    /// Offset and stored size in the old file.
    pub(super) old: Option<(u64, u64)>,
    /// Its new offset.
    pub(super) offset: u64,
}

impl<'a> Part<'a> {
    /// Creates a part with this many stored bytes and no other facts.
    pub(super) fn new(
        holder: usize,
        field: &'a Field,
        region: &'a Region,
        entry: Option<Entry<'a>>,
        stored: u64,
    ) -> Self {
        let (bytes, content_size, checksum, old) = (None, None, None, None);
        let (align, shares, offset) = (1, false, 0);
        Self { holder, field, region, entry, bytes, stored, content_size, checksum, align, shares, old, offset }
    }

    /// Returns the alignment to which zeros follow it, at least 1.
    pub(super) fn padded(&self) -> u64 {
        if self.region.place.padded { self.align.max(1) } else { 1 }
    }

    /// Returns whether it has no bytes and had none before, so that only its offset matters.
    pub(super) fn is_empty(&self) -> bool {
        self.stored == 0 && self.old.is_none_or(|(_, size)| size == 0)
    }

    /// Returns whether the bytes that a part at an offset has in common with the head are the same, or `None` if there
    /// are none.
    pub(super) fn agrees_with_head(&self, offset: u64, head: &[u8]) -> Option<bool> {
        let Some(Bytes::Memory(bytes)) = self.bytes.as_ref().filter(|_| self.stored > 0) else { return None };
        let common = Offset::from(offset).up_to(head.len() as u64, head).filter(|common| !common.is_empty())?;
        let common = common.get(..bytes.len()).unwrap_or(common);
        Some(self.is_unchanged() && bytes.starts_with(common))
    }

    /// Returns whether its size is unchanged, so that its bytes may still be shared.
    fn is_unchanged(&self) -> bool {
        self.old.is_some_and(|(_, size)| size == self.stored)
    }

    /// Returns whether the bytes that another part has in common with this one are the same, when the parts begin at
    /// these offsets; `None` when there are none.
    pub(super) fn has_same(&self, (at, inside): (u64, u64), other: &Self) -> Option<bool> {
        let (a, b) = self.bytes.as_ref().zip(other.bytes.as_ref())?;
        let ends = (at.checked_add(self.stored)?, inside.checked_add(other.stored)?);
        if at.max(inside) >= ends.0.min(ends.1) {
            return None;
        }
        let whole = self.old == other.old && self.stored == other.stored;
        let unchanged = whole || self.is_unchanged() && other.is_unchanged();
        let same = match (a, b) {
            (Bytes::Memory(_), Bytes::Memory(_)) => overlap((a, at), (b, inside)).is_some_and(|(a, b)| a == b),
            (Bytes::Source { source: a, offset: x, .. }, Bytes::Source { source: b, offset: y, .. }) => {
                std::ptr::addr_eq(*a, *b)
                    && x.checked_sub(*y) == at.checked_sub(inside)
                    && y.checked_sub(*x) == inside.checked_sub(at)
            }
            _ => false,
        };
        Some(unchanged && same)
    }
}

/// Returns where bytes end. Files may state any offset: one after all others is the end of those that begin there.
pub(super) fn end_of((offset, size): (u64, u64)) -> u64 {
    offset.saturating_add(size)
}

//! Describes the parts of a file outside of its head.

use super::content::{FileBytes, overlapping_bytes};
use super::own::RegionEntry;
use crate::schema::{Field, Offset, Region};

/// The bytes of a field, or of one region of a field.
pub(super) struct FilePart<'a> {
    /// The number of the structure that has the field.
    pub(super) holder: usize,
    pub(super) field: &'a Field,
    pub(super) region: &'a Region,
    /// The element that describes the region, if an array describes the regions of the field.
    pub(super) entry: Option<RegionEntry<'a>>,
    /// The stored bytes. For a field without a transform, its numbers are not set yet. `None` after the bytes were
    /// added to a file.
    pub(super) bytes: Option<FileBytes<'a>>,
    /// Size of the stored bytes, in bytes.
    pub(super) stored: u64,
    pub(super) content_size: Option<u64>,
    pub(super) checksum: Option<u64>,
    pub(super) align: u64,
    pub(super) shares: bool,
    /// Whether the part shares no bytes with others, because a number that was set is in the bytes that it shared.
    pub(super) is_apart: bool,
    /// Offset and stored size of the part in the old file, in bytes.
    pub(super) old: Option<(u64, u64)>,
    /// The new offset of the part, in bytes.
    pub(super) offset: u64,
}

impl<'a> FilePart<'a> {
    /// Creates a part with `stored` stored bytes and no other facts.
    pub(super) fn new(
        holder: usize,
        field: &'a Field,
        region: &'a Region,
        entry: Option<RegionEntry<'a>>,
        stored: u64,
    ) -> Self {
        let (bytes, content_size, checksum, old) = (None, None, None, None);
        Self {
            holder,
            field,
            region,
            entry,
            bytes,
            stored,
            content_size,
            checksum,
            align: 1,
            shares: false,
            is_apart: false,
            old,
            offset: 0,
        }
    }

    /// Returns the alignment up to which zeros follow the part, at least 1 byte.
    pub(super) fn padding_alignment(&self) -> u64 {
        if self.region.place.padded { self.align.max(1) } else { 1 }
    }

    /// Returns whether the part has no bytes and had no bytes in the old file. Only the offset of such a part matters.
    pub(super) fn is_empty(&self) -> bool {
        self.stored == 0 && self.old.is_none_or(|(_, size)| size == 0)
    }

    /// Returns whether the bytes that the part has in common with the head are equal, if the part begins at an offset;
    /// `None` if there are no common bytes.
    pub(super) fn agrees_with_head(&self, offset: u64, head: &[u8]) -> Option<bool> {
        let Some(FileBytes::Memory(bytes)) = self.bytes.as_ref().filter(|_| self.stored > 0) else { return None };
        let common = Offset::from(offset).up_to(head.len() as u64, head).filter(|common| !common.is_empty())?;
        let common = common.get(..bytes.len()).unwrap_or(common);
        Some(self.may_share() && bytes.starts_with(common))
    }

    /// Returns whether the part may still share bytes, because its size is unchanged.
    fn may_share(&self) -> bool {
        !self.is_apart && self.old.is_some_and(|(_, size)| size == self.stored)
    }

    /// Returns whether the part is a field that a reader reads in a space of its own.
    pub(super) fn has_own_space(&self) -> bool {
        self.entry.is_none() && self.region.is_stored()
    }

    /// Returns whether the bytes are those of a field of the file itself, in which numbers are set.
    pub(super) fn has_numbers(&self) -> bool {
        self.entry.is_none() && !self.region.is_stored()
    }

    /// Returns whether the bytes that this part has in common with another part are equal, if the parts begin at these
    /// two offsets; `None` if there are no common bytes.
    pub(super) fn has_same(&self, (at, inside): (u64, u64), other: &Self) -> Option<bool> {
        let (a, b) = self.bytes.as_ref().zip(other.bytes.as_ref())?;
        let ends = (at.checked_add(self.stored)?, inside.checked_add(other.stored)?);
        if at.max(inside) >= ends.0.min(ends.1) {
            return None;
        }
        let whole = self.old == other.old && self.stored == other.stored && !self.is_apart && !other.is_apart;
        let unchanged = whole || self.may_share() && other.may_share();
        let same = match (a, b) {
            (FileBytes::Memory(_), FileBytes::Memory(_)) => {
                overlapping_bytes((a, at), (b, inside)).is_some_and(|(a, b)| a == b)
            }
            (FileBytes::Source { source: a, offset: x, .. }, FileBytes::Source { source: b, offset: y, .. }) => {
                std::ptr::addr_eq(*a, *b)
                    && x.checked_sub(*y) == at.checked_sub(inside)
                    && y.checked_sub(*x) == inside.checked_sub(at)
            }
            _ => false,
        };
        Some(unchanged && same)
    }
}

/// Returns the end of bytes. A file may state any offset, so a sum that is too large for a number becomes the largest
/// offset.
pub(super) fn end_of((offset, size): (u64, u64)) -> u64 {
    offset.saturating_add(size)
}

//! Determines the position of each field relative to the last field of variable size before it, in bytes.

use bpx_schema::schema::{Field, Link, Model, Structure};
use std::ops::Range;

/// The position and size of a field, as far as the fields before determine them.
#[derive(Debug, Clone)]
pub(super) struct Extent {
    /// Index of the last field before this field that has no fixed size.
    pub(super) after: Option<usize>,
    /// Number of bytes between the end of that field, or the beginning of the structure, and the first byte of this
    /// field.
    pub(super) start: u64,
    /// The size of the field in bytes, if it is fixed.
    pub(super) size: Option<u64>,
}

impl Extent {
    /// Returns the extents of fields that are stored one after the other.
    pub(super) fn field_extents<'m>(fields: &[Field], resolve: &dyn Fn(&Link) -> Option<&'m Structure>) -> Vec<Self> {
        let (mut after, mut offset) = (None, 0_u64);
        let mut list = Vec::with_capacity(fields.len());
        for (place, field) in fields.iter().enumerate() {
            let start = field.offset.filter(|_| after.is_none()).unwrap_or(offset);
            let size = field.fixed_size(resolve);
            list.push(Self { after, start, size });
            match size.and_then(|size| start.checked_add(size)) {
                Some(end) => offset = end,
                None => (after, offset) = (Some(place), 0),
            }
        }
        list
    }

    /// Returns the offset of the field from the beginning of the structure, if it is known.
    pub(super) fn offset(&self) -> Option<u64> {
        self.after.is_none().then_some(self.start)
    }

    /// Returns the range of the field's bytes from the beginning of the structure, if it is known.
    pub(super) fn bytes(&self) -> Option<Range<u64>> {
        let start = self.offset()?;
        Some(start..start.checked_add(self.size?)?)
    }
}

/// Returns a function that finds the structures of one of the schemas.
pub(super) fn structure_resolver<'m>(model: &'m Model) -> impl Fn(&Link) -> Option<&'m Structure> {
    |link| model.get(link.name())
}

/// Returns whether `parts`, which are in order and do not overlap, cover a range.
pub(super) fn covers_range(parts: &[Range<u64>], whole: &Range<u64>) -> bool {
    let mut at = whole.start;
    for part in parts.iter().filter(|part| part.end > whole.start) {
        if at >= whole.end || part.start > at {
            break;
        }
        at = at.max(part.end);
    }
    at >= whole.end
}

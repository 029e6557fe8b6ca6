//! The places of fields: the last field of variable size before each, and the distance from it in bytes.

use bpx_schema::schema::{Field, Link, Model, Structure};
use std::ops::Range;

/// The bytes of a field, as far as the fields before it determine them.
#[derive(Debug, Clone)]
pub(super) struct Extent {
    /// The last field before it that has no fixed size.
    pub(super) after: Option<usize>,
    /// The first byte, counted from the end of that field, or from the beginning.
    pub(super) start: u64,
    /// The size of the part, if it is fixed.
    pub(super) size: Option<u64>,
}

impl Extent {
    /// Returns the places of fields, one after the other.
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

    /// Returns the offset from the beginning of the structure.
    pub(super) fn offset(&self) -> Option<u64> {
        self.after.is_none().then_some(self.start)
    }

    /// Returns the bytes, counted from the beginning of the structure.
    pub(super) fn bytes(&self) -> Option<Range<u64>> {
        let start = self.offset()?;
        Some(start..start.checked_add(self.size?)?)
    }
}

/// Returns a function that finds the structures of one of the schemas.
pub(super) fn structure_resolver<'m>(model: &'m Model) -> impl Fn(&Link) -> Option<&'m Structure> {
    |link| model.get(link.name())
}

/// Returns whether ranges that do not overlap cover a range; they are in order.
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

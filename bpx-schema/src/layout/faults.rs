//! Makes the errors of the layout.

use super::part::FilePart;
use super::writer::FileWriter;
use crate::report::{Class, Error, Location};

#[cold]
pub(super) fn too_long() -> Error {
    Error::unlocated_fault(Class::Overflow, "expected a file of at most 2^64 - 1 bytes, found a longer one")
}

impl FileWriter<'_> {
    /// Adds the path and the new offset of a part to an error.
    #[cold]
    pub(super) fn in_part(&self, error: Error, part: &FilePart<'_>) -> Error {
        let error = match part.entry {
            Some(entry) => error.in_element(entry.index).in_field(&part.field.name),
            None => error.in_field(&part.field.name),
        };
        self.located_at(self.in_holder(error, part.holder), part.offset)
    }

    /// Adds the path of a holder to an error.
    #[cold]
    pub(super) fn in_holder(&self, error: Error, holder: usize) -> Error {
        self.own.holder_path(holder).into_iter().rev().fold(error, Error::in_segment)
    }

    /// Adds the offset in the new file to an error, except in the content of a field, whose offset in the file is
    /// unknown.
    pub(super) fn located_at(&self, mut error: Error, offset: u64) -> Error {
        if let Error::Fault(finding) = &mut error
            && finding.location == Location::default()
            && self.filling.is_none()
        {
            finding.location.file = offset;
        }
        error
    }

    /// Returns the offset in the new file of a byte in the fields, if the layout places these fields unchanged.
    pub(super) fn new_offset(&self, parts: &[FilePart<'_>], position: u64) -> Option<u64> {
        let mut head = 0;
        for (_, start, end, _) in self.own.head_fields() {
            if (start..end).contains(&position) {
                return Some(head + (position - start));
            }
            head += end - start;
        }
        let mut parts = parts.iter().filter(|part| part.has_numbers());
        parts.find_map(|part| {
            let (start, end) = self.own.field_span(part.holder, &part.field.name)?;
            (start..end).contains(&position).then(|| part.offset.checked_add(position - start))?
        })
    }
}

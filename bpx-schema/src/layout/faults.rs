//! Makes the errors of the layout.

use super::part::FilePart;
use crate::report::{Class, Error};

#[cold]
pub(super) fn too_long() -> Error {
    Error::unlocated_fault(Class::Overflow, "expected a file of at most 2^64 - 1 bytes, found a longer one")
}

pub(super) fn in_part(error: Error, part: &FilePart<'_>) -> Error {
    match part.entry {
        Some(entry) => error.in_element(entry.index).in_field(&part.field.name),
        None => error.in_field(&part.field.name),
    }
}

//! Makes the errors of the layout.

use super::part::FilePart;
use crate::algorithms::not_implemented;
use crate::report::{Class, Error, Location};
use crate::schema::Algorithm;

#[cold]
pub(super) fn too_long() -> Error {
    unlocated_fault(Class::Overflow, "expected a file of at most 2^64 - 1 bytes, found a longer one")
}

#[cold]
pub(super) fn unlocated_fault(class: Class, message: impl Into<String>) -> Error {
    Error::fault(class, Location::default(), message)
}

pub(super) fn in_part(error: Error, part: &FilePart<'_>) -> Error {
    match part.entry {
        Some(entry) => error.in_element(entry.index).in_field(&part.field.name),
        None => error.in_field(&part.field.name),
    }
}

pub(super) fn unknown_algorithm(algorithm: &Algorithm) -> Error {
    unlocated_fault(Class::UnsupportedFeature, not_implemented("algorithm", algorithm))
}

//! The stored form of a field.

use crate::codec::Made;

/// The stored form of the content of a field, and the check that applies; nothing if the field is absent.
pub(super) enum MadeField {
    Absent,
    /// Content that a layout stores and places.
    Content(Vec<u8>),
    Stored(Made, Option<usize>),
}

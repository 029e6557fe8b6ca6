//! The stored form of a field.

use crate::codec::MadeForm;

/// The stored form of a field's content, with the index of the checksum that applies; `Absent` if the field is absent.
pub(super) enum MadeField {
    Absent,
    /// Content that a layout stores and places.
    Content(Vec<u8>),
    Stored(MadeForm, Option<usize>),
}

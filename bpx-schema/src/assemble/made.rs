//! What is stored of a field.

use crate::codec::Made;

/// What was made of the content of a field, and which check of its region holds; nothing when the field is absent.
pub(super) enum MadeField {
    Absent,
    /// To be placed by a layout, which stores it.
    Content(Vec<u8>),
    Stored(Made, Option<usize>),
}

//! A limit of all texts.

/// Largest size of a text, in bytes, that the original reader accepts (`Primitives`).
pub(super) const LONGEST_TEXT: usize = 4999;

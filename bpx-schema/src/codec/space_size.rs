//! The state of a space while an encoder writes it, or goes over it again.

/// What an encoder knows of the space that it writes.
#[derive(Debug, Default)]
pub(super) struct SpaceSize {
    /// The size of the space in bytes; `None` while the space is written.
    pub(super) known: Option<u64>,
    /// Whether a written value depends on the size of the space, or of a space in it.
    pub(super) decides: bool,
    /// The end of the first list that takes all bytes up to the end of the space.
    pub(super) filled: Option<u64>,
    /// The stored fields, in the order of writing; if the size is known, those that are still to be checked.
    pub(super) stored: Vec<StoredSpace>,
}

/// A field that is stored in a space of its own.
#[derive(Debug)]
pub(super) struct StoredSpace {
    /// The size of the stored form in bytes.
    pub(super) stored: u64,
    /// The size of the content in bytes.
    pub(super) content: u64,
    /// What the content has, if values in it depend on its size.
    pub(super) inner: Option<Box<SpaceSize>>,
}

impl SpaceSize {
    /// Returns a space of `size` bytes after it was written, to be checked; `None` if no value depends on the size.
    pub(super) fn into_check(mut self, size: u64) -> Option<Self> {
        if !self.decides && self.filled.is_none_or(|end| end == size) {
            return None;
        }
        // The first comes last, so that it is taken first.
        self.stored.reverse();
        Some(Self { known: Some(size), ..self })
    }

    /// Records a field that was stored from a content with values that may depend on its size.
    pub(super) fn note_stored(&mut self, (stored, content): (u64, u64), inner: Self) {
        let inner = inner.into_check(content).map(Box::new);
        self.decides |= inner.is_some();
        self.stored.push(StoredSpace { stored, content, inner });
    }
}

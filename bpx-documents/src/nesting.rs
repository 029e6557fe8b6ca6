//! How deeply a place of a text is inside of brackets, lists or elements.

/// The number of brackets that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Nesting(usize);

impl Nesting {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn open_bracket(&mut self) {
        self.0 += 1;
    }

    /// Closes the innermost bracket. Texts close some that they never opened: those change nothing.
    pub(crate) fn close_bracket(&mut self) {
        self.0 = self.outer_count();
    }

    /// Returns how many are open around the innermost one.
    pub(crate) fn outer_count(self) -> usize {
        self.0.saturating_sub(1)
    }
}

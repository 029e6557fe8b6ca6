//! Counts the brackets, lists or elements around a position in a text.

/// The number of open brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Nesting(usize);

impl Nesting {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn open_bracket(&mut self) {
        self.0 += 1;
    }

    /// Closes the innermost bracket. A closing bracket without an opening bracket changes nothing.
    pub(crate) fn close_bracket(&mut self) {
        self.0 = self.outer_count();
    }

    /// Returns the number of open brackets around the innermost bracket; 0 outside of all brackets.
    pub(crate) fn outer_count(self) -> usize {
        self.0.saturating_sub(1)
    }
}

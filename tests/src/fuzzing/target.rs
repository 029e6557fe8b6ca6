//! The definition of a property.

/// A property, and what it needs to know of its input.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Name, as a program of the fuzzer and as a folder of regressions.
    pub name: &'static str,
    /// Panics when the property does not hold; returns whether the bytes got past the first check.
    pub run: fn(&[u8]) -> bool,
    /// What the bytes are.
    pub input: Input,
    /// What the names of goldens begin with that it begins with; nothing for all.
    pub(super) seeds: &'static str,
    /// Whether it writes files.
    pub writes_files: bool,
}

impl Target {
    /// Returns a property of any bytes that writes no files.
    #[must_use]
    pub const fn of_choices(name: &'static str, run: fn(&[u8]) -> bool) -> Self {
        Self::new(name, run, Input::Choices)
    }

    pub(super) const fn new(name: &'static str, run: fn(&[u8]) -> bool, input: Input) -> Self {
        Self { name, run, input, seeds: "", writes_files: false }
    }
}

/// What the bytes of a target are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A file of any format.
    File,
    /// A number of a type, then bytes of that type.
    Typed,
    /// A text.
    Text,
    /// Choices, one after the other.
    Choices,
}

//! A change, and how changes are looked for.

use super::{Effects, Rule, Witness};
use bpx_schema::Algorithms;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One change.
#[derive(Debug, Clone)]
pub struct Change {
    /// The kind of change.
    pub rule: &'static Rule,
    /// The structure or set of codes that changed: its new name, or the old one if it is gone.
    pub structure: Arc<str>,
    /// The part that changed: a field, a case and its field, a code; empty for the structure itself.
    pub member: String,
    /// The old state, in a few words; may be empty.
    pub old: String,
    /// The new state; may be empty.
    pub new: String,
    /// Its effects.
    pub effects: Effects,
    /// Paths of values that it concerns, at most 32; of each structure that holds the value, the shortest.
    pub used_by: Arc<[String]>,
    /// The number of such paths.
    pub uses: usize,
    /// Files that prove it, at most one a direction.
    pub witnesses: Vec<Witness>,
    /// Parts that show it.
    pub(super) ids: Arc<BTreeSet<u32>>,
    /// Whether it follows from another change, which is reported too.
    pub(super) follows: bool,
}

impl Change {
    /// Returns structure and member: `SectionHeader.flags`.
    #[must_use]
    pub fn path(&self) -> String {
        if self.member.is_empty() { self.structure.to_string() } else { format!("{}.{}", self.structure, self.member) }
    }

    /// Returns whether it breaks a direction.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.effects.is_breaking()
    }
}

/// How to compare.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// The number of files that are tried as witnesses, for each schema and each structure that no file shows; 0 for
    /// none.
    pub samples: usize,
    /// Bytes that are tried to make a witness smaller.
    pub shrinks: usize,
    /// What the schemas mean by the names of algorithms; the built-in ones by default.
    pub algorithms: Algorithms,
}

impl Default for Options {
    fn default() -> Self {
        Self { samples: 400, shrinks: 400, algorithms: Algorithms::builtin() }
    }
}

impl Options {
    /// Sets the number of files.
    #[must_use]
    pub fn with_samples(self, samples: usize) -> Self {
        Self { samples, ..self }
    }

    /// Sets the algorithms.
    #[must_use]
    pub fn with_algorithms(self, algorithms: Algorithms) -> Self {
        Self { algorithms, ..self }
    }

    /// Sets the number of attempts to make a witness smaller.
    #[must_use]
    pub fn with_shrinks(self, shrinks: usize) -> Self {
        Self { shrinks, ..self }
    }
}

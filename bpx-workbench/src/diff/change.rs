//! A change, and the options of a comparison.

use super::{Effects, Rule, Witness};
use bpx_schema::Algorithms;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A change between two schemas.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Change {
    /// The kind of change.
    pub rule: &'static Rule,
    /// The structure or set of codes that changed: its new name, or the old name if the new schema lacks it.
    pub structure: Arc<str>,
    /// The part that changed: a field, a case and its field, a code; empty for the structure itself.
    pub member: String,
    /// The old state, in a few words; may be empty.
    pub old: String,
    /// The new state, in a few words; may be empty.
    pub new: String,
    /// The effects of the change on readers.
    pub effects: Effects,
    /// Paths of the affected values, at most 32: the shortest path of each structure that holds the value.
    pub used_by: Arc<[String]>,
    /// The number of all such paths, of which `used_by` has at most 32.
    pub uses: usize,
    /// Files that prove the change, at most one for each direction.
    pub witnesses: Vec<Witness>,
    /// Numbers of the parts whose values differ if a file shows the change.
    pub(super) ids: Arc<BTreeSet<u32>>,
    /// Whether the change follows from another change, which is reported too.
    pub(super) follows: bool,
}

impl Change {
    /// Returns the path of structure and member, such as `SectionHeader.flags`.
    #[must_use]
    pub fn path(&self) -> String {
        if self.member.is_empty() { self.structure.to_string() } else { format!("{}.{}", self.structure, self.member) }
    }

    /// Returns whether the change breaks readers in at least one direction.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.effects.is_breaking()
    }
}

/// The options of a comparison.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// The number of files that the search for witnesses tries for each schema, and for each structure that does not
    /// occur in files; 0 for no search.
    pub samples: usize,
    /// The maximum number of attempts to make a witness smaller.
    pub shrinks: usize,
    /// The implementations of the algorithms that the schemas name; the built-in algorithms by default.
    pub algorithms: Algorithms,
}

impl Default for Options {
    fn default() -> Self {
        Self { samples: 400, shrinks: 400, algorithms: Algorithms::builtin() }
    }
}

impl Options {
    /// Sets the number of files that the search for witnesses tries.
    #[must_use]
    pub fn with_samples(self, samples: usize) -> Self {
        Self { samples, ..self }
    }

    /// Sets the implementations of algorithms.
    #[must_use]
    pub fn with_algorithms(self, algorithms: Algorithms) -> Self {
        Self { algorithms, ..self }
    }

    /// Sets the maximum number of attempts to make a witness smaller.
    #[must_use]
    pub fn with_shrinks(self, shrinks: usize) -> Self {
        Self { shrinks, ..self }
    }
}

//! What changed between two schemas, what it does to readers and writers, and files that prove it.
//!
//! Parts of the two schemas are matched first, so that a renamed part stays the same part. Then each pair is compared,
//! rule by rule: a change inside of a structure is reported once, with the paths that use it. The effect of a change is
//! reported for both directions: old readers with new files, and new readers with old ones.
//!
//! For a change that breaks a direction, `diff` searches for a *witness*: bytes that the writer's schema accepts, and
//! that the reader's schema rejects or reads differently, according to two interpreters, one for each schema. Values
//! are compared by their parts, independently of names. Without a witness, the report says that none was found.

mod changes;
mod codes;
mod compare;
mod effect;
mod exprs;
mod fields;
mod ignore;
mod pairs;
mod places;
mod reading;
mod regions;
mod report;
mod rule;
mod usage;
mod witness;

pub use self::effect::{Direction, Effect, Effects};
pub use self::ignore::{Ignore, Ignored};
pub use self::report::{json, markdown, one_json, text, write_markdown, write_text};
pub use self::rule::{Level, RULES, Rule};
pub use self::witness::Witness;

use self::compare::Compare;
use bpx_schema::Algorithms;
use bpx_schema::interpret::check;
use bpx_schema::report::Result;
use bpx_schema::schema::Model;
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
    ids: Arc<BTreeSet<u32>>,
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

/// Returns all changes from one schema to another, the level of bytes first. Witnesses prove what rules claim (D-43).
///
/// # Errors
/// When a schema is unsound.
pub fn diff(old: &Model, new: &Model, options: &Options) -> Result<Vec<Change>> {
    check(old)?;
    check(new)?;
    let (pairs, mut changes) = Compare::of(old, new).finish();
    usage::fill(old, new, &pairs.ids, &mut changes);
    if options.samples > 0 {
        witness::fill(old, new, &pairs, &mut changes, options)?;
    }
    // Stable, so that changes of a level stay in the order of the schema.
    changes.sort_by_key(|change| change.rule.level);
    Ok(changes)
}

/// Returns the effects of all changes together.
#[must_use]
pub fn effects(changes: &[Change]) -> Effects {
    changes.iter().fold(Effects::default(), |effects, change| effects.max(change.effects))
}

//! What changed between two schemas, what it does to readers and writers, and files that prove it.
//!
//! Parts of the two schemas are matched first, so that a new name is no other part. Then each pair is compared, rule by
//! rule: a change inside of a structure is told once, with the paths that use it. What a change does is said for both
//! directions: old readers with new files, and new readers with old ones.
//!
//! For a change that breaks a direction a *witness* is looked for: bytes that the writer's schema accepts, and that the
//! reader's rejects or reads differently, as two interpreters say, one for each schema. Values are compared by the
//! parts that they are of, whatever the names. Where none is found, none is claimed.

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
    /// What kind of change.
    pub rule: &'static Rule,
    /// The structure or set of codes that changed: its new name, or the old one of what is gone.
    pub structure: Arc<str>,
    /// The part that changed: a field, a case and its field, a code; empty for the structure itself.
    pub member: String,
    /// What was there, in a few words; may be empty.
    pub old: String,
    /// What is there; may be empty.
    pub new: String,
    /// What it does.
    pub effects: Effects,
    /// Paths of values that it concerns, at most 32; of each structure that holds the value, the shortest.
    pub used_by: Arc<[String]>,
    /// How many such paths there are.
    pub uses: usize,
    /// Files that prove it, at most one a direction.
    pub witnesses: Vec<Witness>,
    /// Parts that show it.
    ids: Arc<BTreeSet<u32>>,
}

impl Change {
    /// Structure and member: `SectionHeader.flags`.
    #[must_use]
    pub fn path(&self) -> String {
        if self.member.is_empty() { self.structure.to_string() } else { format!("{}.{}", self.structure, self.member) }
    }

    /// Whether it breaks a direction.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.effects.is_breaking()
    }
}

/// How to compare.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// Files of each schema, and of each structure that no file shows, that are tried as witnesses; 0 for none.
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
    /// With another number of files.
    #[must_use]
    pub fn with_samples(self, samples: usize) -> Self {
        Self { samples, ..self }
    }

    /// With other algorithms.
    #[must_use]
    pub fn with_algorithms(self, algorithms: Algorithms) -> Self {
        Self { algorithms, ..self }
    }

    /// With another number of attempts to make a witness smaller.
    #[must_use]
    pub fn with_shrinks(self, shrinks: usize) -> Self {
        Self { shrinks, ..self }
    }
}

/// All changes from one schema to another, the level of bytes first.
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

/// What all changes do together.
#[must_use]
pub fn effects(changes: &[Change]) -> Effects {
    changes.iter().fold(Effects::default(), |effects, change| effects.max(change.effects))
}

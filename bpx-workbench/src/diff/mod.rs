//! What changed between two schemas, what it does to readers and writers, and files that prove it.
//!
//! Parts of the two schemas are matched first, so that a renamed part stays the same part. Then each pair is compared,
//! rule by rule: a change inside of a structure is reported once, with the paths that use it. The effect of a change is
//! reported for both directions: old readers with new files, and new readers with old ones.
//!
//! For a change that breaks a direction, `diff` searches for a *witness*: bytes that the writer's schema accepts, and
//! that the reader's schema rejects or reads differently, according to two interpreters, one for each schema. Values
//! are compared by their parts, independently of names. Without a witness, the report says that none was found.

mod change;
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

pub use self::change::{Change, Options};
pub use self::effect::{Direction, Effect, Effects};
pub use self::ignore::{Ignore, Ignored};
pub use self::report::{json, markdown, one_json, text, write_markdown, write_text};
pub use self::rule::{Level, RULES, Rule};
pub use self::witness::Witness;

use self::compare::Compare;
use bpx_schema::interpret::check;
use bpx_schema::report::Result;
use bpx_schema::schema::Model;

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

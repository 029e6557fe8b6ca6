//! Finds the changes between two schemas, the effects of the changes on readers and writers, and files that prove the
//! effects.
//!
//! The comparison first matches the parts of the two schemas, so that a renamed part stays the same part. Then it
//! compares each pair, rule by rule, and reports a change inside of a structure once, with the paths that use the
//! structure. It reports the effect of a change for both directions: old readers with new files, and new readers with
//! old files.
//!
//! For a change that breaks a direction, `diff` searches for a *witness*: bytes that one schema accepts, and that the
//! other schema rejects or reads differently, according to two interpreters, one for each schema. The search compares
//! values by their parts, independently of names. If the search finds no witness, the report says so.

mod alike;
mod cases;
mod change;
mod changes;
mod codes;
mod compare;
mod constraints;
mod effect;
mod exprs;
mod extent;
mod fields;
mod holders;
mod ids;
mod ignore;
mod layouts;
mod loose;
mod matched;
mod names;
mod pairs;
mod places;
mod reading;
mod regions;
mod report;
mod rule;
mod sections;
mod shown;
mod sums;
mod usage;
mod witness;
mod words;

pub use self::change::{Change, Options};
pub use self::effect::{Direction, Effect, Effects};
pub use self::ignore::{Ignore, Ignored};
pub use self::report::{changes_json, changes_markdown, changes_text, one_json, write_markdown, write_text};
pub use self::rule::{Level, RULES, Rule};
pub use self::witness::Witness;

use self::compare::Compare;
use bpx_schema::interpret::check_schema;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Model;

/// Returns all changes from one schema to another, first the changes at the level of bytes. Witnesses prove the effects
/// that rules claim (D-43).
///
/// # Errors
/// Returns an error if a schema is invalid, or has neither a structure nor a set of codes.
pub fn diff(old: &Model, new: &Model, options: &Options) -> Result<Vec<Change>> {
    for (side, model) in [("old", old), ("new", new)] {
        if model.is_empty() {
            let message = format!("expected a structure or a set of codes in the {side} schema, found none");
            return Err(Error::unlocated_fault(Class::UnsupportedFeature, message));
        }
        // A schema that has only sets of codes has no root.
        if !model.structures.is_empty() {
            check_schema(model)?;
        }
    }
    let (pairs, mut changes) = Compare::of(old, new).into_parts();
    usage::fill_paths(old, new, &pairs.ids, &mut changes);
    let have_bytes = !old.structures.is_empty() && !new.structures.is_empty();
    if options.samples > 0 && have_bytes {
        witness::fill_witnesses(old, new, &pairs, &mut changes, options)?;
    }
    // Stable, so that changes of a level stay in the order of the schema.
    changes.sort_by_key(|change| change.rule.level);
    Ok(changes)
}

/// Returns the worst effects among all changes.
#[must_use]
pub fn worst_effects(changes: &[Change]) -> Effects {
    changes.iter().fold(Effects::default(), |effects, change| effects.max(change.effects))
}

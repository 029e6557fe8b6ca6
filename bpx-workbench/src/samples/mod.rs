//! Makes small files from a schema alone: counts from 0 to 2, each case of a switch, the edges of each rule, small
//! regions, and computed checksums.
//!
//! A list of choices determines a file (D-43). The first file takes the first alternative of every choice; each other
//! file differs from an earlier file in one choice. The search varies only files with fields that no earlier file has.
//! Therefore the simplest files come first, and the same schema gives the same files.
//!
//! The module uses no decoder. Most files are valid, but they may break rules that no choice can ensure (functions,
//! assertions that are not equations). Check a file with the interpreter if it must be valid.

mod ends;
mod env;
mod fields;
mod hints;
mod place;
mod tape;
mod values;

use self::fields::Maker;
use self::hints::Hints;
use self::tape::Tape;
use bpx_schema::Algorithms;
use bpx_schema::interpret::check_schema;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Model;
use std::collections::{BTreeSet, VecDeque};

/// The largest number of choices and fields of all files together.
const MAX_STEPS: usize = 1 << 22;

/// The bytes of a sample value of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sample {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Values of the structure's parameters.
    pub args: Vec<i128>,
}

/// Returns at most `limit` values of the structure `name`, the simplest first.
///
/// # Errors
/// Returns an error if the schema is invalid or has no such structure.
pub fn samples_of(model: &Model, name: &str, limit: usize) -> Result<Vec<Sample>> {
    with_algorithms(model, &Algorithms::builtin(), name, limit)
}

/// Returns values like [`samples_of`], with the given algorithms instead of the built-in algorithms.
///
/// # Errors
/// Returns the same errors as [`samples_of`], and `UnsupportedFeature` if the schema names an algorithm that `algorithms`
/// lacks.
pub fn with_algorithms(model: &Model, algorithms: &Algorithms, name: &str, limit: usize) -> Result<Vec<Sample>> {
    Source::of_both(model, model, algorithms)?.find_values(name, limit).map(|(values, _)| values)
}

/// Facts about a schema that its sample values need, found once for all of its structures.
pub(crate) struct Source<'m> {
    model: &'m Model,
    algorithms: &'m Algorithms,
    hints: Hints,
}

impl<'m> Source<'m> {
    /// Collects facts about a schema, so that the samples include values that matter to another schema.
    ///
    /// # Errors
    /// Returns the same errors as [`with_algorithms`], except for a missing structure.
    pub(crate) fn of_both(model: &'m Model, other: &Model, algorithms: &'m Algorithms) -> Result<Self> {
        check_schema(model)?;
        algorithms.check_model(model)?;
        Ok(Self { model, algorithms, hints: Hints::of([model, other]) })
    }

    /// Returns at most `limit` values of the structure `name`, the simplest first, and the number of choices and fields
    /// that these values took.
    ///
    /// # Errors
    /// Returns an error if the schema has no such structure.
    pub(crate) fn find_values(&self, name: &str, limit: usize) -> Result<(Vec<Sample>, usize)> {
        let missing = || Error::unlocated_fault(Class::BadReference, format!("no structure `{name}`"));
        let structure = self.model.get(name).ok_or_else(missing)?;
        let mut samples = Vec::new();
        let mut known = BTreeSet::new();
        let mut shapes = BTreeSet::new();
        let mut open = VecDeque::from([Vec::new()]);
        // Choices that produce no file cost as much as others.
        // A bound on attempts, which may be clipped.
        let mut tries = limit.saturating_mul(4);
        let mut steps: usize = 0;
        while tries > 0 && steps < MAX_STEPS {
            let Some(picks) = open.pop_front().filter(|_| samples.len() < limit) else { break };
            tries -= 1;
            let mut tape = Tape::new(&picks);
            let made = Maker::write_sample(self.model, (self.algorithms, &self.hints), structure, &mut tape);
            steps += tape.step_count();
            if shapes.insert(tape.shape_hash()) {
                // At most as many as there are attempts.
                open.extend(tape.varied_picks().take(tries.saturating_sub(open.len())));
            }
            let fresh = made.filter(|sample| known.insert((sample.bytes.clone(), sample.args.clone())));
            samples.extend(fresh);
        }
        Ok((samples, steps))
    }
}

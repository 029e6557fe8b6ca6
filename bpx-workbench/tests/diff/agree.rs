//! Random changes of a schema: the reported effects agree with what two interpreters do with generated files.

use super::build::*;
use super::edits::{Dice, edit};
use super::oracle::{self, Said};
use bpx_schema::interpret::Interpreter;
use bpx_schema::schema::Model;
use bpx_workbench::diff::{self, Change, Direction, Effect, Effects, Level, Options};
use bpx_workbench::samples;
use std::collections::BTreeMap;

/// The results of many changes.
#[derive(Debug, Default)]
pub struct Tally {
    pub edits: usize,
    files: usize,
    /// Edits without a change of the level of bytes.
    pub same: usize,
    /// Directions that changes of bytes break, and those with a witness.
    pub breaking: usize,
    pub witnessed: usize,
    /// Those without, by rule.
    without: BTreeMap<&'static str, usize>,
}

/// Checks that the reported effect of a direction agrees with one file.
fn agrees(effect: Effect, reader: &Said, writer: &Said) -> Result<(), &'static str> {
    let rejects = oracle::rejects(reader, writer);
    let differs = oracle::both_accept(reader, writer) && !oracle::same_places(reader, writer);
    match effect {
        Effect::Same | Effect::AcceptsMore if rejects => Err("rejected"),
        Effect::Same | Effect::AcceptsMore | Effect::Rejects if differs => Err("read differently"),
        _ => Ok(()),
    }
}

/// Checks one pair of schemas on the files of both.
fn check(old: &Model, new: &Model, samples: usize, tally: &mut Tally) {
    let options = Options::default().with_samples(samples).with_shrinks(20).with_algorithms(crate::algorithms());
    let changes: Vec<Change> = diff::diff(old, new, &options).unwrap();
    let wire = |change: &&Change| change.rule.level == Level::Wire;
    let effects = diff::worst_effects(&changes);
    if changes.iter().all(|change| !wire(&change)) {
        assert_eq!(effects, Effects::default());
        tally.same += 1;
    }
    for model in [old, new] {
        for sample in samples::with_algorithms(model, &crate::algorithms(), &model.root, samples).unwrap() {
            let said_old = oracle::ask(old, &old.root, &sample.bytes, &[]);
            let said_new = oracle::ask(new, &new.root, &sample.bytes, &[]);
            tally.files += 1;
            for (direction, reader, writer) in
                [(Direction::OldReadsNew, &said_old, &said_new), (Direction::NewReadsOld, &said_new, &said_old)]
            {
                agrees(effects.of(direction), reader, writer).unwrap_or_else(|fault| {
                    panic!("{}: {fault}: {:02x?}\n{}", direction.words(), sample.bytes, diff::changes_text(&changes))
                });
            }
        }
    }
    for change in changes.iter().filter(wire) {
        for direction in Direction::ALL {
            if !matches!(change.effects.of(direction), Effect::Rejects | Effect::ReadsDifferently) {
                continue;
            }
            tally.breaking += 1;
            match change.witnesses.iter().find(|witness| witness.direction == direction) {
                Some(witness) => {
                    oracle::confirm(old, new, witness);
                    tally.witnessed += 1;
                }
                None => *tally.without.entry(change.rule.id).or_default() += 1,
            }
        }
    }
}

/// Makes this many valid changes of a schema, one to three edits at a time.
pub fn many(old: &Model, edits: usize, samples: usize, seed: u64) -> Tally {
    let (mut dice, mut tally) = (Dice(seed), Tally::default());
    let mut fresh = 0;
    while tally.edits < edits {
        let mut new = old.clone();
        for _ in 0..=dice.roll(3) {
            fresh += 1;
            let _ = edit(&mut new, &mut dice, fresh);
        }
        layout(&mut new);
        if new == *old || Interpreter::with_algorithms(&new, crate::algorithms()).is_err() {
            continue;
        }
        tally.edits += 1;
        check(old, &new, samples, &mut tally);
    }
    tally
}

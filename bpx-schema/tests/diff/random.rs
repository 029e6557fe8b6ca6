//! Random changes of a schema: what is said of them agrees with what two interpreters do with generated files.

use super::build::*;
use super::edits::{Dice, edit};
use super::oracle::{self, Said};
use bpx_schema::diff::{self, Change, Direction, Effect, Effects, Level, Options};
use bpx_schema::interpret::Interpreter;
use bpx_schema::samples;
use bpx_schema::schema::Model;
use std::collections::BTreeMap;

/// What came of many changes.
#[derive(Debug, Default)]
pub struct Tally {
    edits: usize,
    files: usize,
    /// Edits without a change of the level of bytes.
    same: usize,
    /// Directions that changes of bytes break, and those with a witness.
    breaking: usize,
    witnessed: usize,
    /// Those without, by rule.
    without: BTreeMap<&'static str, usize>,
}

/// What is said of a direction agrees with one file.
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
    let options = Options::default().with_samples(samples).with_shrinks(20);
    let changes: Vec<Change> = diff::diff(old, new, options).unwrap();
    let wire = |change: &&Change| change.rule.level == Level::Wire;
    let effects = diff::effects(&changes);
    if changes.iter().all(|change| !wire(&change)) {
        assert_eq!(effects, Effects::default());
        tally.same += 1;
    }
    for model in [old, new] {
        for sample in samples::of(model, &model.root, samples).unwrap() {
            let said_old = oracle::ask(old, &old.root, &sample.bytes, &[]);
            let said_new = oracle::ask(new, &new.root, &sample.bytes, &[]);
            tally.files += 1;
            for (direction, reader, writer) in
                [(Direction::OldReadsNew, &said_old, &said_new), (Direction::NewReadsOld, &said_new, &said_old)]
            {
                agrees(effects.of(direction), reader, writer).unwrap_or_else(|fault| {
                    panic!("{}: {fault}: {:02x?}\n{}", direction.words(), sample.bytes, diff::text(&changes))
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

/// Makes so many sound changes of a schema, one to three edits at a time.
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
        if new == *old || Interpreter::new(&new).is_err() {
            continue;
        }
        tally.edits += 1;
        check(old, &new, samples, &mut tally);
    }
    tally
}

#[test]
fn generated_files_are_valid() {
    let model = base();
    let samples = samples::of(&model, "File", 400).unwrap();
    let valid = samples.iter().filter(|sample| oracle::ask(&model, "File", &sample.bytes, &[]).accepts[0]).count();
    println!("{valid} of {} files are valid", samples.len());
    assert!(oracle::ask(&model, "File", &samples[0].bytes, &[]).accepts[0], "{:02x?}", samples[0].bytes);
    assert!(samples.len() == 400 && valid * 10 >= samples.len() * 9, "{valid} of {}", samples.len());
}

/// A quarter of a thousand changes, so that a machine with several cores has something to do on each.
fn quarter(seed: u64) {
    let tally = many(&base(), 250, 12, seed);
    println!("{tally:#?}");
    assert_eq!(tally.edits, 250);
    assert!(tally.same > 25, "changes of names and texts are among them");
    assert!(tally.breaking > 300 && tally.witnessed * 3 > tally.breaking * 2, "most breaks are shown");
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_1() {
    quarter(7);
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_2() {
    quarter(77);
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_3() {
    quarter(777);
}

#[test]
fn a_thousand_changes_agree_with_two_interpreters_4() {
    quarter(7777);
}

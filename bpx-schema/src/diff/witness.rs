//! Files that prove what a change does.

use super::pairs::{Pair, Pairs, Side};
use super::reading::{Difference, Reader, Reading};
use super::rule::{self, Level};
use super::{Change, Direction, Effect, Options};
use crate::report::Result;
use crate::schema::Model;
use crate::{samples, vectors};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes that one side accepts, and the other rejects or reads differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// Who reads whose file.
    pub direction: Direction,
    /// What comes of it.
    pub effect: Effect,
    /// The structure that the bytes are, by its new name: the root for a whole file.
    pub structure: String,
    /// Values of its parameters.
    pub args: Vec<i128>,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What the old reader says of them, and the new one: `valid`, a fault, or a value.
    pub said: [String; 2],
}

/// Bytes that two readers differ in.
struct Candidate {
    bytes: Vec<u8>,
    args: Vec<i128>,
    differences: [Option<Difference>; 2],
}

/// Looks for a witness of each change that breaks something.
pub(super) fn fill(
    old: &Model,
    new: &Model,
    pairs: &Pairs<'_>,
    changes: &mut [Change],
    options: Options,
) -> Result<()> {
    let renumbered = renumbered(changes);
    let readers =
        [Reader::new(Side::Old, old, &pairs.ids, &renumbered)?, Reader::new(Side::New, new, &pairs.ids, &renumbered)?];
    let mut search = Search { models: [old, new], readers, options, pools: BTreeMap::new() };
    let claims = |effect| matches!(effect, Effect::Rejects | Effect::ReadsDifferently);
    let breaking = changes.iter().filter(|change| change.rule.level == Level::Wire && change.is_breaking()).count();
    for change in changes.iter_mut().filter(|change| change.rule.level == Level::Wire) {
        for direction in Direction::ALL {
            if !claims(change.effects.of(direction)) {
                continue;
            }
            let effect = change.effects.of(direction);
            // What proves the other direction often proves this one.
            let known =
                change.witnesses.first().and_then(|witness| search.also(witness, direction, effect, &change.ids));
            let found = known.or_else(|| {
                let root = (&*old.root, &*new.root);
                // The only change is the reason of every difference.
                let any = (breaking == 1).then(|| search.find(root, direction, effect, None)).flatten();
                search.find(root, direction, effect, Some(&change.ids)).or(any).or_else(|| {
                    holders(pairs, change)
                        .find_map(|(old, new)| search.find((old, new), direction, effect, Some(&change.ids)))
                })
            });
            change.witnesses.extend(found);
        }
    }
    Ok(())
}

/// The structures that a change is in, by their old and new names: those that have its parts.
fn holders<'p>(pairs: &'p Pairs<'_>, change: &'p Change) -> impl Iterator<Item = (&'p str, &'p str)> {
    let holds = |pair: &&Pair<'_>| {
        let (old, new) = (pairs.ids.members(Side::Old, &pair.old.name), pairs.ids.members(Side::New, &pair.new.name));
        let known = old.chain(new).any(|id| change.ids.contains(&id));
        known && pair.old.params.len() == pair.new.params.len()
    };
    pairs.list.iter().filter(holds).map(|pair| (&*pair.old.name, &*pair.new.name))
}

/// Codes that stand for other values.
fn renumbered(changes: &[Change]) -> BTreeSet<(String, String)> {
    let mut set = BTreeSet::new();
    for change in changes.iter().filter(|change| *change.rule == rule::CODE_RENUMBERED) {
        let renamed =
            changes.iter().find(|other| *other.rule == rule::CODES_RENAMED && other.structure == change.structure);
        set.insert((change.structure.clone(), change.member.clone()));
        set.extend(renamed.map(|other| (other.old.clone(), change.member.clone())));
    }
    set
}

/// Candidates, made when they are needed.
struct Search<'m> {
    models: [&'m Model; 2],
    readers: [Reader<'m>; 2],
    options: Options,
    pools: BTreeMap<(String, String), Vec<Candidate>>,
}

impl Search<'_> {
    fn differences(&self, (old, new): (&str, &str), bytes: &[u8], args: &[i128]) -> [Option<Difference>; 2] {
        differences(&self.readers, (old, new), bytes, args)
    }

    /// A witness for what a change is said to do in a direction: bytes whose difference shows in one of the parts.
    fn find(
        &mut self,
        (old, new): (&str, &str),
        direction: Direction,
        claimed: Effect,
        ids: Option<&BTreeSet<u32>>,
    ) -> Option<Witness> {
        let key = (old.to_owned(), new.to_owned());
        if !self.pools.contains_key(&key) {
            let pool = self.pool(old, new);
            self.pools.insert(key.clone(), pool);
        }
        let pool = self.pools.get(&key)?;
        let place = usize::from(direction == Direction::NewReadsOld);
        let with = |effect: Effect| {
            let of = move |candidate: &&Candidate| {
                let one = candidate.differences.get(place).and_then(Option::as_ref);
                one.is_some_and(|one| one.effect == effect && one.said(ids).is_some())
            };
            pool.iter().find(of).map(|candidate| (candidate, effect))
        };
        // Who reads other values may reject as well.
        let rejected = || (claimed > Effect::Rejects).then(|| with(Effect::Rejects)).flatten();
        let (found, effect) = with(claimed).or_else(rejected)?;
        let check = |bytes: &[u8]| {
            let [first, second] = self.differences((old, new), bytes, &found.args);
            let one = if place == 0 { first } else { second };
            one.filter(|one| one.effect == effect).and_then(|one| one.said(ids).cloned())
        };
        let bytes = shrink(found.bytes.clone(), &|bytes| check(bytes).is_some(), self.options.shrinks);
        let said = check(&bytes)?;
        Some(Witness { direction, effect, structure: new.to_owned(), args: found.args.clone(), bytes, said })
    }

    /// The same bytes, in the other direction.
    fn also(&self, witness: &Witness, direction: Direction, claimed: Effect, ids: &BTreeSet<u32>) -> Option<Witness> {
        let [old, new] = self.models;
        // Of a value that is no file, the old name is not known here.
        if witness.structure != new.root {
            return None;
        }
        let [first, second] = self.differences((&old.root, &new.root), &witness.bytes, &witness.args);
        let one = if direction == Direction::OldReadsNew { first } else { second };
        let one = one.filter(|one| one.effect == claimed)?;
        let said = one.said(Some(ids))?.clone();
        Some(Witness { direction, effect: one.effect, said, ..witness.clone() })
    }

    /// Values of a structure by both schemas in which the readers differ.
    fn pool(&self, old: &str, new: &str) -> Vec<Candidate> {
        let [before, after] = self.models;
        let mut list = Vec::new();
        for (model, other, name) in [(before, after, old), (after, before, new)] {
            let made = samples::of_both(model, other, name, self.options.samples).unwrap_or_default();
            list.extend(made.into_iter().map(|sample| (sample.bytes, sample.args)));
            let edges = vectors::boundary(model, name).unwrap_or_default();
            list.extend(edges.into_iter().map(|vector| (vector.bytes, Vec::new())));
        }
        let mut seen = BTreeSet::new();
        let mut pool = Vec::new();
        for (bytes, args) in list {
            if seen.insert((bytes.clone(), args.clone())) {
                let differences = self.differences((old, new), &bytes, &args);
                if differences.iter().any(Option::is_some) {
                    pool.push(Candidate { bytes, args, differences });
                }
            }
        }
        pool
    }
}

fn differences(
    [old_reader, new_reader]: &[Reader<'_>; 2],
    (old, new): (&str, &str),
    bytes: &[u8],
    args: &[i128],
) -> [Option<Difference>; 2] {
    let (old, new) = (old_reader.read(old, bytes, args), new_reader.read(new, bytes, args));
    Direction::ALL.map(|direction| Reading::compare(&old, &new, direction))
}

/// Shorter bytes, then bytes with more zeros, as long as they show the same; within a number of attempts.
fn shrink(mut bytes: Vec<u8>, holds: &dyn Fn(&[u8]) -> bool, mut attempts: usize) -> Vec<u8> {
    let mut attempt = |bytes: &mut Vec<u8>, shorter: Vec<u8>| {
        let better = attempts > 0 && holds(&shorter);
        attempts = attempts.saturating_sub(1);
        if better {
            *bytes = shorter;
        }
        better
    };
    let mut step = bytes.len();
    while step > 0 {
        let mut end = bytes.len();
        while end > 0 {
            let start = end.saturating_sub(step);
            let kept = bytes.iter().enumerate().filter(|(at, _)| !(start..end).contains(at)).map(|(_, byte)| *byte);
            let kept = kept.collect();
            attempt(&mut bytes, kept);
            end = start;
        }
        step /= 2;
    }
    for at in 0..bytes.len() {
        if bytes.get(at).is_some_and(|byte| *byte != 0) {
            let mut zeroed = bytes.clone();
            if let Some(byte) = zeroed.get_mut(at) {
                *byte = 0;
            }
            attempt(&mut bytes, zeroed);
        }
    }
    bytes
}

//! Finds bytes that prove the effects of changes.

use super::holders::Holders;
use super::pairs::{Pairs, Side};
use super::reading::{Difference, Reader, Reading};
use super::rule::{self, Level};
use super::{Change, Direction, Effect, Options};
use crate::{samples, vectors};
use bpx_schema::report::Result;
use bpx_schema::schema::Model;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::num::Saturating;

/// Bytes that one reader accepts, and that the other rejects or reads differently.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Witness {
    /// The schema of the reader, and the schema of the bytes.
    pub direction: Direction,
    /// The effect on the reader.
    pub effect: Effect,
    /// The new name of the structure that the bytes form; the root for a whole file.
    pub structure: String,
    /// Values of the structure's parameters.
    pub args: Vec<i128>,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The results of the old and of the new reader: `valid`, a fault, or a value.
    pub said: [String; 2],
}

/// The largest amount of work in a search for witnesses, counted in steps of readers and visited values.
const WORK: u64 = 1 << 25;
/// The work that reading bytes costs at least.
const READING: u64 = 64;
/// The number of files and attempts that all changed structures share, and the least number for each structure.
const ATTEMPTS: usize = 1 << 16;
const LEAST: usize = 8;

/// Bytes that the readers of the two schemas read differently.
struct Candidate {
    bytes: Vec<u8>,
    args: Vec<i128>,
    /// For each direction, the effect and the numbers of the parts in which it shows.
    differences: [Option<(Effect, Vec<u32>)>; 2],
}

/// Searches for witnesses of each change at the level of bytes that breaks readers.
pub(super) fn fill_witnesses(
    old: &Model,
    new: &Model,
    pairs: &Pairs<'_>,
    changes: &mut [Change],
    options: &Options,
) -> Result<()> {
    let renumbered = renumbered_codes(changes);
    let reader = |side, model| Reader::new(side, model, &pairs.ids, &renumbered, &options.algorithms);
    let readers = [reader(Side::Old, old)?, reader(Side::New, new)?];
    let work =
        Cell::new(Saturating(if changes.iter().any(|change| change.rule.level == Level::Wire) { WORK } else { 0 }));
    let breaks = |change: &&Change| change.rule.level == Level::Wire && change.is_breaking();
    let changed: BTreeSet<&str> = changes.iter().filter(breaks).map(|change| &*change.structure).collect();
    let share = (ATTEMPTS / changed.len().max(1)).max(LEAST);
    let sources = [
        samples::Source::of_both(old, new, &options.algorithms)?,
        samples::Source::of_both(new, old, &options.algorithms)?,
    ];
    let holders = Holders::of(pairs);
    // Files can be compared only if they begin with the same structure.
    let is_one = pairs.ids.id_of(Side::Old, &old.root, "") == pairs.ids.id_of(Side::New, &new.root, "");
    let root = is_one.then_some((&*old.root, &*new.root));
    let (models, pools) = ([old, new], BTreeMap::new());
    let mut search = Search { models, readers, sources, options, pools, share, work, is_one_root: is_one };
    let claims = |effect| matches!(effect, Effect::Rejects | Effect::ReadsDifferently);
    let breaking = changes.iter().filter(|change| breaks(change) && !change.follows).count();
    for change in changes.iter_mut().filter(|change| change.rule.level == Level::Wire) {
        for direction in Direction::ALL {
            if !claims(change.effects.of(direction)) {
                continue;
            }
            let effect = change.effects.of(direction);
            // The witness of one direction often proves the other one.
            let mut found = change
                .witnesses
                .first()
                .and_then(|witness| search.reversed_witness(witness, direction, effect, &change.ids));
            if let (None, Some(root)) = (&found, root) {
                // The only change is the reason of every difference.
                let any = if breaking == 1 { search.find_witness(root, direction, effect, None)? } else { None };
                found = search.find_witness(root, direction, effect, Some(&change.ids))?.or(any);
            }
            let mut rest = holders.find_holders(change).into_iter();
            while let (None, Some(pair)) = (&found, rest.next()) {
                found = search.find_witness(pair, direction, effect, Some(&change.ids))?;
            }
            change.witnesses.extend(found);
        }
    }
    Ok(())
}

/// Returns the codes whose values or meanings changed, each with the name of its set.
fn renumbered_codes(changes: &[Change]) -> BTreeSet<(String, String)> {
    let renamed = changes.iter().filter(|change| *change.rule == rule::CODES_RENAMED).rev();
    let renamed: HashMap<&str, &str> = renamed.map(|change| (&*change.structure, &*change.old)).collect();
    let mut set = BTreeSet::new();
    for change in changes {
        let names = match change.rule {
            rule if *rule == rule::CODE_RENUMBERED => [&change.member; 2],
            rule if *rule == rule::CODE_REPLACED => [&change.old, &change.new],
            _ => continue,
        };
        let sets = renamed.get(&*change.structure).copied().into_iter().chain([&*change.structure]);
        set.extend(sets.flat_map(|codes| names.map(|name| (codes.to_owned(), name.clone()))));
    }
    set
}

/// A search for witnesses, which makes candidates when they are needed.
struct Search<'m> {
    models: [&'m Model; 2],
    readers: [Reader<'m>; 2],
    sources: [samples::Source<'m>; 2],
    options: &'m Options,
    pools: BTreeMap<(String, String), Vec<Candidate>>,
    /// The largest number of files for each structure, and of attempts to make a witness smaller, if many structures
    /// changed.
    share: usize,
    /// Whether files of both schemas begin with the same structure.
    is_one_root: bool,
    /// The amount of work that is left, counted in steps of readers and visited values.
    work: Cell<Saturating<u64>>,
}

impl Search<'_> {
    /// Subtracts work; returns whether any work is left.
    fn spend_work(&self, work: u64) -> bool {
        self.work.set(self.work.get() - Saturating(work) - Saturating(1));
        self.work.get().0 > 0
    }

    fn find_differences(
        &self,
        (old, new): (&str, &str),
        bytes: &[u8],
        args: &[i128],
        with_texts: bool,
    ) -> [Option<Difference>; 2] {
        let [old_reader, new_reader] = &self.readers;
        let old = self.read_bounded(old_reader, old, (bytes, args), with_texts);
        let new = old.is_some().then(|| self.read_bounded(new_reader, new, (bytes, args), with_texts)).flatten();
        let (Some(old), Some(new)) = (old, new) else { return [None, None] };
        Direction::ALL.map(|direction| Reading::compare_readings(&old, &new, direction))
    }

    /// Reads bytes; `None` if reading needs more work than is left, or more than a limit allows.
    fn read_bounded(
        &self,
        reader: &Reader<'_>,
        structure: &str,
        bytes: (&[u8], &[i128]),
        with_texts: bool,
    ) -> Option<Reading> {
        if !self.spend_work(READING) {
            return None;
        }
        let (reading, steps) = reader.read_bytes(structure, bytes, with_texts, self.work.get().0);
        // A value costs more than a part.
        self.spend_work(steps + reading.as_ref().map_or(0, |reading| 16 * reading.entry_count() as u64));
        reading
    }

    /// Finds a witness for the effect of a change in a direction: bytes whose difference shows in one of the given
    /// parts.
    fn find_witness(
        &mut self,
        (old, new): (&str, &str),
        direction: Direction,
        claimed: Effect,
        ids: Option<&BTreeSet<u32>>,
    ) -> Result<Option<Witness>> {
        let key = (old.to_owned(), new.to_owned());
        if !self.pools.contains_key(&key) {
            let pool = self.sample_pool(old, new)?;
            self.pools.insert(key.clone(), pool);
        }
        Ok(self.pools.get(&key).and_then(|pool| self.find_in(pool, (old, new), direction, claimed, ids)))
    }

    /// Finds a witness like [`find_witness`](Self::find_witness), among given candidates of two structures.
    fn find_in(
        &self,
        pool: &[Candidate],
        (old, new): (&str, &str),
        direction: Direction,
        claimed: Effect,
        ids: Option<&BTreeSet<u32>>,
    ) -> Option<Witness> {
        let place = usize::from(direction == Direction::NewReadsOld);
        let with = |effect: Effect| {
            let of = |candidate: &&Candidate| match candidate.differences.get(place) {
                Some(Some((one, parts))) => *one == effect && self.spend_work(0) && self.shows_in(parts, ids),
                _ => false,
            };
            pool.iter().find(of).map(|candidate| (candidate, effect))
        };
        // A rejected file also proves a claim of different values.
        let rejected = || (claimed > Effect::Rejects).then(|| with(Effect::Rejects)).flatten();
        let (found, effect) = with(claimed).or_else(rejected)?;
        let check = |bytes: &[u8], with_texts: bool| {
            let [first, second] = self.find_differences((old, new), bytes, &found.args, with_texts);
            let one = if place == 0 { first } else { second };
            one.filter(|one| one.effect == effect).and_then(|one| one.texts_of(ids).cloned())
        };
        let bytes = shrink_bytes(
            found.bytes.clone(),
            &|bytes| check(bytes, false).is_some(),
            self.options.shrinks.min(self.share),
        );
        let said = check(&bytes, true)?;
        Some(Witness { direction, effect, structure: new.to_owned(), args: found.args.clone(), bytes, said })
    }

    /// Returns whether a difference that shows in `parts`, which are in ascending order, shows in one of the wanted
    /// parts.
    fn shows_in(&self, parts: &[u32], ids: Option<&BTreeSet<u32>>) -> bool {
        let Some(ids) = ids else { return true };
        self.spend_work(parts.len().min(ids.len()) as u64);
        match parts.len() < ids.len() {
            true => parts.iter().any(|id| ids.contains(id)),
            false => ids.iter().any(|id| parts.binary_search(id).is_ok()),
        }
    }

    /// Returns a witness for the other direction that has the same bytes, if the bytes prove that direction too.
    fn reversed_witness(
        &self,
        witness: &Witness,
        direction: Direction,
        claimed: Effect,
        ids: &BTreeSet<u32>,
    ) -> Option<Witness> {
        let [old, new] = self.models;
        // The old name of a value that is not a whole file is not known here.
        if witness.structure != new.root || !self.is_one_root {
            return None;
        }
        let [first, second] = self.find_differences((&old.root, &new.root), &witness.bytes, &witness.args, true);
        let one = if direction == Direction::OldReadsNew { first } else { second };
        let one = one.filter(|one| one.effect == claimed)?;
        let said = one.texts_of(Some(ids))?.clone();
        Some(Witness { direction, effect: one.effect, said, ..witness.clone() })
    }

    /// Returns sample values of an old and a new structure that the two readers read differently.
    fn sample_pool(&self, old: &str, new: &str) -> Result<Vec<Candidate>> {
        let [before, after] = self.models;
        let [of_old, of_new] = &self.sources;
        let mut list = Vec::new();
        for (model, source, name) in [(before, of_old, old), (after, of_new, new)] {
            if !self.spend_work(0) {
                break;
            }
            let (made, steps) = source.find_values(name, self.options.samples.min(self.share))?;
            self.spend_work(steps as u64);
            list.extend(made.into_iter().map(|sample| (sample.bytes, sample.args)));
            // Only records of a moderate size have such vectors.
            let edges = vectors::edge_records(model, name).into_iter().flatten().take(self.share);
            list.extend(edges.map(|bytes| (bytes, Vec::new())));
        }
        // By their hashes, as samples may be long; two of one hash would only lose a sample.
        let mut seen = HashSet::new();
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let mut pool = Vec::new();
        for (bytes, args) in list {
            if seen.insert(hasher.hash_one((&bytes, &args))) {
                let differences = self.find_differences((old, new), &bytes, &args, false);
                if differences.iter().any(Option::is_some) {
                    let differences = differences.map(|one| one.map(|one| (one.effect, one.shown_ids())));
                    pool.push(Candidate { bytes, args, differences });
                }
            }
        }
        Ok(pool)
    }
}

/// Shortens the bytes, and then sets bytes to zero, as long as the difference stays. The number of attempts is limited.
fn shrink_bytes(mut bytes: Vec<u8>, holds: &dyn Fn(&[u8]) -> bool, mut attempts: usize) -> Vec<u8> {
    let mut attempt = |bytes: &mut Vec<u8>, shorter: Vec<u8>| {
        let Some(left) = attempts.checked_sub(1) else { return false };
        attempts = left;
        let better = holds(&shorter);
        if better {
            *bytes = shorter;
        }
        better
    };
    let mut step = bytes.len();
    while step > 0 {
        let mut end = bytes.len();
        while end > 0 {
            let start = end - step.min(end);
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

//! The choices that determine a sample file.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::Saturating;

/// The choices that do not take the first alternative, in order: the number of the choice, and the number of the
/// alternative.
pub(super) type Picks = Vec<(usize, u8)>;

/// The largest sum of choices, fields and expression steps for one file.
const MAX_STEPS: usize = 1 << 20;

/// The choices for a file, and the number of alternatives of each choice.
pub(super) struct Tape<'p> {
    picks: &'p [(usize, u8)],
    /// The number of picks that the tape has used.
    passed: usize,
    /// The number of alternatives of each choice so far.
    seen: Vec<u8>,
    /// The number of choices, fields and expression steps so far.
    steps: Cell<Saturating<usize>>,
    shape: DefaultHasher,
}

impl<'p> Tape<'p> {
    /// Creates a tape that makes these choices, and takes the first alternative of every other choice.
    pub(super) fn new(picks: &'p [(usize, u8)]) -> Self {
        Self { picks, passed: 0, seen: Vec::new(), steps: Cell::new(Saturating(0)), shape: DefaultHasher::new() }
    }

    /// Chooses one of the alternatives.
    pub(super) fn pick_alternative<'a, T>(&mut self, alternatives: &'a [T]) -> Option<&'a T> {
        let count = u8::try_from(alternatives.len()).unwrap_or(u8::MAX);
        let pick = self.picks.get(self.passed).filter(|(at, _)| *at == self.seen.len()).map(|(_, pick)| *pick);
        self.passed += usize::from(pick.is_some());
        self.seen.push(count);
        self.charge_steps(1);
        // The first alternative is the simplest one.
        alternatives.get(usize::from(pick.unwrap_or(0))).or_else(|| alternatives.first())
    }

    /// Records a field that is present.
    pub(super) fn note_field(&mut self, owner: &str, field: &str) {
        self.charge_steps(1);
        (owner, field).hash(&mut self.shape);
    }

    /// Counts steps; returns whether the sum is below the limit for a file.
    pub(super) fn charge_steps(&self, steps: usize) -> bool {
        self.steps.set(self.steps.get() + Saturating(steps));
        self.step_count() < MAX_STEPS
    }

    /// Returns the number of choices, fields and expression steps so far.
    pub(super) fn step_count(&self) -> usize {
        self.steps.get().0
    }

    /// Returns a hash of the fields that are present.
    pub(super) fn shape_hash(&self) -> u64 {
        self.shape.finish()
    }

    /// Returns variants that change one more choice; the changed choice follows all choices that differ already.
    pub(super) fn varied_picks(&self) -> impl Iterator<Item = Picks> {
        let from = self.picks.last().map_or(0, |(at, _)| at + 1);
        self.seen.iter().enumerate().skip(from).flat_map(move |(at, count)| {
            (1..*count).map(move |pick| self.picks.iter().copied().chain([(at, pick)]).collect())
        })
    }
}

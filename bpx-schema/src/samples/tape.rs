//! The choices that a file follows from.

use std::hash::{DefaultHasher, Hash, Hasher};

/// Choices, and what there was to choose from.
pub(super) struct Tape<'p> {
    picks: &'p [u8],
    /// Number of alternatives of each choice so far.
    seen: Vec<u8>,
    shape: DefaultHasher,
}

impl<'p> Tape<'p> {
    /// These choices, then the first alternative always.
    pub(super) fn new(picks: &'p [u8]) -> Self {
        Self { picks, seen: Vec::new(), shape: DefaultHasher::new() }
    }

    /// One of the alternatives.
    pub(super) fn pick<'a, T>(&mut self, alternatives: &'a [T]) -> Option<&'a T> {
        let count = u8::try_from(alternatives.len()).unwrap_or(u8::MAX);
        let pick = self.picks.get(self.seen.len()).copied().unwrap_or_default();
        self.seen.push(count);
        alternatives.get(usize::from(pick)).or_else(|| alternatives.first())
    }

    /// Takes note of a field that is there.
    pub(super) fn note(&mut self, owner: &str, field: &str) {
        (owner, field).hash(&mut self.shape);
    }

    /// Stands for the fields that are there.
    pub(super) fn shape(&self) -> u64 {
        self.shape.finish()
    }

    /// The choices that differ in one place, from this one on.
    pub(super) fn variations(&self, from: usize) -> Vec<Vec<u8>> {
        let mut list = Vec::new();
        for (at, count) in self.seen.iter().enumerate().skip(from) {
            for pick in 1..*count {
                let mut picks = self.picks.to_vec();
                picks.resize(at, 0);
                picks.push(pick);
                list.push(picks);
            }
        }
        list
    }
}

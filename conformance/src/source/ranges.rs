//! Finds the bytes that a checksum covers.

use super::error::SourceError;
use super::evaluate::{Evaluated, Evaluator};
use super::layout::select_slots;
use super::path::PathRef;
use super::plan::Slot;
use super::tree::{Check, Range};

impl Evaluator<'_> {
    pub(super) fn checksum_of(&mut self, check: &Check, home: usize) -> Evaluated<u32> {
        let skipped = self.select_all(&check.skipped)?;
        let zeroed = self.select_all(&check.zeroed)?;
        let mut bytes = Vec::new();
        for range in &check.ranges {
            for slot in slots_in_range(self.slots, range, home)? {
                if zeroed.contains(&slot) {
                    bytes.resize(bytes.len() + self.layout.place(slot).size, 0);
                } else if !skipped.contains(&slot) {
                    bytes.extend_from_slice(&self.slot_bytes(slot)?);
                }
            }
        }
        Ok(check.algorithm.of(&bytes))
    }

    fn select_all(&self, paths: &[PathRef]) -> Evaluated<Vec<usize>> {
        let selected: Result<Vec<_>, SourceError> = paths.iter().map(|path| select_slots(self.slots, path)).collect();
        Ok(selected?.concat())
    }
}

/// Returns the slots of a range; `from..to` includes all slots between the two ends.
pub(super) fn slots_in_range(slots: &[Slot], range: &Range, home: usize) -> Evaluated<Vec<usize>> {
    let ends = |path: &Option<PathRef>| match path {
        Some(path) => select_slots(slots, path).map(Some),
        None => Ok(None),
    };
    let (from, to) = match range {
        Range::One(path) => return select_slots(slots, path),
        Range::Span(from, to) => (ends(from)?, ends(to)?),
    };
    let first = from.and_then(|from| from.first().copied());
    let last = to.and_then(|to| to.last().copied());
    let space_of = |index: usize| slots.get(index).map(|slot| slot.entry.space);
    let spaces = [first.and_then(space_of), last.and_then(space_of)];
    let space = spaces.into_iter().flatten().next().unwrap_or(home);
    if let Range::Span(_, Some(to)) = range
        && spaces.into_iter().flatten().any(|other| other != space)
    {
        return Err(to
            .at
            .error_at("expected both ends of the range in the file or in one stored content, found them apart"));
    }
    // A range without a beginning or an end goes as far as its space.
    let within = first.unwrap_or(0)..=last.unwrap_or(slots.len());
    let slots = slots.iter().enumerate();
    let inside = slots.filter(|(index, slot)| slot.entry.space == space && within.contains(index));
    Ok(inside.map(|(index, _)| index).collect())
}

//! Finds the derived values of a file with a fault that no longer fit.

use super::evaluate::Evaluator;
use super::layout::{Layout, Place, gap_size};
use super::plan::{Plan, Slot};
use super::tree::Value;

/// Returns for each slot whether it keeps a value that differs from the value of its formula in the built file. `bytes`
/// has the bytes of each slot, `end` is the size of the file.
pub(super) fn stale_slots(plan: &Plan, layout: &Layout, bytes: &[Vec<u8>], end: usize) -> Vec<bool> {
    if !plan.slots.iter().any(|slot| slot.stale) {
        return vec![false; plan.slots.len()];
    }
    if plan.cuts.is_empty() {
        return differing_slots(plan, layout, bytes);
    }
    let is_left = remaining_slots(plan, layout, end);
    let mut rest = Plan { spaces: plan.spaces.clone(), ..Plan::default() };
    let mut cut = Layout { places: Vec::new(), ends: layout.ends.clone() };
    if let Some(file) = cut.ends.first_mut() {
        *file = end;
    }
    let mut kept = Vec::new();
    for (index, slot) in plan.slots.iter().enumerate().filter(|(index, _)| is_left.get(*index) == Some(&true)) {
        let place = layout.place(index);
        let file_end = if slot.entry.space == 0 { end } else { usize::MAX };
        // A place after the end has no byte left.
        let size = place.end().min(file_end).saturating_sub(place.offset);
        cut.places.push(Place { offset: place.offset, size });
        // The bytes of a slot fill its place.
        kept.push(bytes.get(index).and_then(|bytes| bytes.get(..size)).unwrap_or_default().to_vec());
        rest.slots.push(slot.clone());
    }
    let mut unfit = differing_slots(&rest, &cut, &kept).into_iter();
    // `unfit` has an answer for each slot that is left.
    is_left.into_iter().map(|is_left| is_left && unfit.next().unwrap_or_default()).collect()
}

/// Compares the kept values with their formulas.
fn differing_slots(plan: &Plan, layout: &Layout, bytes: &[Vec<u8>]) -> Vec<bool> {
    let mut evaluator = Evaluator::of_bytes(plan, layout, bytes);
    let unfit = plan.slots.iter().enumerate().map(|(index, slot)| {
        let place = layout.place(index);
        // A field that is cut is not reported as stale as well.
        let is_whole = slot.before.as_ref().map(Vec::len) == Some(place.size);
        let Some(leaf) = slot.leaf().filter(|_| slot.stale && is_whole) else { return false };
        match leaf.value {
            Value::Pad { to, .. } => gap_size(place.offset, to) != Some(place.size),
            _ => evaluator.encode_leaf(index, slot, leaf).ok().as_ref() != bytes.get(index),
        }
    });
    unfit.collect()
}

/// Returns for each slot whether a part of the slot remains in a file that was cut to `end` bytes. A block remains if
/// the block has no fields, or if one of its fields remains.
fn remaining_slots(plan: &Plan, layout: &Layout, end: usize) -> Vec<bool> {
    let begins = |index: usize, slot: &Slot| slot.entry.space > 0 || layout.place(index).offset < end;
    let is_empty = |index: usize| layout.place(index).size == 0;
    let fields: Vec<(usize, &Slot)> =
        plan.slots.iter().enumerate().filter(|(index, slot)| slot.leaf().is_some() && !is_empty(*index)).collect();
    let slots = plan.slots.iter().enumerate();
    let is_left = slots.map(|(index, slot)| {
        if slot.leaf().is_some() {
            return is_empty(index) || begins(index, slot);
        }
        let mut below = fields.iter().filter(|(_, field)| slot.entry.path.contains(&field.entry.path)).peekable();
        below.peek().is_none() || below.any(|(index, field)| begins(*index, field))
    });
    is_left.collect()
}

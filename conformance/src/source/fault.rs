//! Applies a fault to the base file.

use super::assemble::{Image, assemble};
use super::built::Built;
use super::error::{Position, SourceError};
use super::layout::select_slots;
use super::path::{Path, PathRef};
use super::plan::{Flip, Plan, Slot};
use super::ranges::slots_in_range;
use super::tree::{Base, Entry, Fault, Kind, Leaf, Patch, Range, Value};

/// Builds the base file with `fault` in it; `before` is the base file without the fault.
pub(super) fn build_fault(base: &Base, before: &Image, fault: &Fault) -> Result<Image, SourceError> {
    let mut plan = Plan::of(base);
    for (slot, bytes) in plan.slots.iter_mut().zip(&before.slots) {
        slot.stale = slot.is_derived();
        slot.before = Some(bytes.clone());
    }
    for patch in &fault.patches {
        apply_patch(&mut plan, patch)?;
    }
    let mut after = assemble(&plan)?;
    check_unpacked(before, &after, fault)?;
    after.built.is_faulty = true;
    after.built.fault = fault.patches.iter().find_map(|patch| patch_offset(patch, &after.built));
    Ok(after)
}

/// Returns the offset in the file of the bytes that a patch changes.
fn patch_offset(patch: &Patch, built: &Built) -> Option<usize> {
    match patch {
        Patch::Set { target, .. } | Patch::Xor { target, .. } => built.file_offset(&target.path.to_string()),
        Patch::Insert { target, .. } => built.file_offset(&target.path.parent().with_name("inserted").to_string()),
        Patch::Append { .. } => built.file_offset("appended[0]"),
        Patch::Truncate { .. } => Some(built.bytes.len()),
        Patch::Delete(_) | Patch::Refix { .. } => None,
    }
}

fn apply_patch(plan: &mut Plan, patch: &Patch) -> Result<(), SourceError> {
    match patch {
        Patch::Set { target, value, spelling } => {
            let slot = plan.leaf_mut(target)?;
            slot.stale = false;
            slot.entry.at = target.at;
            if let Some(leaf) = &mut slot.entry.leaf {
                leaf.value = value.clone();
                leaf.spelling.clone_from(spelling);
            }
        }
        Patch::Refix { target, at } => refix_checksums(plan, target.as_ref(), *at)?,
        Patch::Xor { target, index, mask } => {
            let (target, index) = (target.clone(), index.clone());
            plan.flips.push(Flip { target, index, mask: *mask });
        }
        Patch::Insert { target, after, value } => {
            let members = select_slots(&plan.slots, target)?;
            let neighbour = if *after { members.last() } else { members.first() };
            // A path that selects nothing is an error.
            let place = neighbour.copied().unwrap_or_default();
            let space = plan.slots.get(place).map_or(0, |slot| slot.entry.space);
            let family = target.path.parent().with_name("inserted");
            let slot = unnamed_slot(plan, &family, space, (value, target.at));
            // The place after a stored field is before its unpacked content, which is another space.
            plan.slots.insert(place + usize::from(*after), slot);
        }
        Patch::Append { value, at } => {
            let slot = unnamed_slot(plan, &Path::default().with_name("appended"), 0, (value, *at));
            plan.slots.push(slot);
        }
        Patch::Delete(range) => delete_range(plan, range)?,
        Patch::Truncate { size, at } => plan.cuts.push((size.clone(), *at)),
    }
    Ok(())
}

fn refix_checksums(plan: &mut Plan, target: Option<&PathRef>, at: Position) -> Result<(), SourceError> {
    let mut mended = false;
    for slot in &mut plan.slots {
        if target.is_none_or(|target| target.path.contains(&slot.entry.path)) {
            mended |= slot.is_derived();
            slot.stale = false;
        }
    }
    if mended { Ok(()) } else { Err(at.error_at("expected a derived value to compute again, found none")) }
}

fn delete_range(plan: &mut Plan, range: &Range) -> Result<(), SourceError> {
    let members = slots_in_range(&plan.slots, range, 0)?;
    let mut gone = Vec::new();
    for slot in members.iter().filter_map(|member| plan.slots.get(*member)) {
        let path = &slot.entry.path;
        let below = |(index, other): (usize, &Slot)| {
            path.contains(&other.entry.path) && other.entry.space == slot.entry.space && !members.contains(&index)
        };
        // A range may end within a block; what is left of the block stays.
        if !plan.slots.iter().enumerate().any(below) {
            gone.push(path.clone());
        }
    }
    // Deleting a stored field also deletes its unpacked content.
    let is_gone = |slot: &Slot| gone.iter().any(|path| path.contains(&slot.entry.path));
    plan.slots.retain(|slot| !is_gone(slot));
    Ok(())
}

/// Makes a slot for bytes that the base file does not name, with the next index of the path `family`.
fn unnamed_slot(plan: &Plan, family: &Path, space: usize, (value, at): (&Value, Position)) -> Slot {
    let taken = plan.slots.iter().filter(|slot| family.contains(&slot.entry.path)).count();
    let leaf = Leaf {
        kind: Kind::Bytes,
        value: value.clone(),
        type_name: "bytes".to_owned(),
        spelling: String::new(),
        known: None,
    };
    let entry = Entry { path: family.with_index(taken), at, space, leaf: Some(leaf) };
    Slot { entry, before: None, stale: false }
}

// New content needs new stored bytes: nothing here compresses.
fn check_unpacked(before: &Image, after: &Image, fault: &Fault) -> Result<(), SourceError> {
    for old in &before.built.unpacked {
        let new = after.built.unpacked.iter().find(|new| new.path == old.path);
        let changed = new.is_some_and(|new| new.content != old.content);
        if changed && before.built.bytes_of(&old.path) == after.built.bytes_of(&old.path) {
            let message = format!("the content of `{}` changes: set its stored bytes too", old.path);
            return Err(fault.at.error_at(message));
        }
    }
    Ok(())
}

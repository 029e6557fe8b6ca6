//! Joins the bytes that parts share, and finds parts that stopped having the same bytes when numbers were set.

use super::content::FileBytes;
use super::order::{FilePlaces, PieceSource, PlacedPiece};
use super::own::OwnFields;
use super::part::FilePart;
use crate::schema::memory_size;
use std::collections::HashMap;

/// Returns the joined bytes of several parts that share bytes with each other or with the head.
pub(super) fn join_shared_bytes<'a>(parts: impl Iterator<Item = (u64, FileBytes<'a>)>) -> FileBytes<'a> {
    let mut first: Option<(u64, FileBytes<'a>)> = None;
    let mut whole: Option<Vec<u8>> = None;
    for (inside, bytes) in parts {
        match (&mut first, bytes) {
            (first @ None, bytes) => *first = Some((inside, bytes)),
            (
                Some((at, FileBytes::Source { offset, size, .. })),
                FileBytes::Source { offset: other, size: more, .. },
            ) => {
                // The shared bytes are equal, so both come from one run of the source.
                let end = (*offset + *size).max(other + more);
                (*at, *offset) = ((*at).min(inside), (*offset).min(other));
                *size = end - *offset;
            }
            (Some((_, FileBytes::Memory(start))), FileBytes::Memory(more)) => {
                let whole = whole.get_or_insert_with(|| start.to_vec());
                // Between parts in the head may be bytes that only the head has, which it writes.
                let from = memory_size(inside);
                whole.resize(whole.len().max(from), 0);
                let known = whole.len() - from;
                whole.extend_from_slice(more.get(known..).unwrap_or(&[]));
            }
            _ => {}
        }
    }
    match whole {
        Some(whole) => FileBytes::from(whole),
        None => first.map_or_else(|| FileBytes::from(Vec::new()), |(_, bytes)| bytes),
    }
}

/// Returns the numbers of the parts that share bytes with another part or with the head, although these bytes differ,
/// because a number in them was set.
pub(super) fn parts_that_differ(own: &OwnFields<'_>, parts: &[FilePart<'_>], places: &FilePlaces) -> Vec<usize> {
    let mut differing = Vec::new();
    let mut single = HashMap::new();
    for PlacedPiece { offset, what } in &places.pieces {
        match what {
            PieceSource::Gap(_) => {}
            PieceSource::Part(number) => drop(single.insert(*offset, *number)),
            PieceSource::Shared(run, in_head) => differing.extend(differing_in_run(own, parts, (run, *in_head))),
        }
    }
    for (number, part) in parts.iter().enumerate().filter(|(_, part)| part.shares && part.stored > 0) {
        let first = single.get(&part.offset).filter(|first| **first != number).and_then(|first| parts.get(*first));
        let changes = first.filter(|first| first.has_numbers() || part.has_numbers());
        if changes.is_some_and(|first| final_bytes(own, first) != final_bytes(own, part)) {
            differing.push(number);
        }
    }
    differing
}

/// Returns the parts of a run that differ from the head, or from the parts before them.
fn differing_in_run(own: &OwnFields<'_>, parts: &[FilePart<'_>], (run, in_head): (&[(usize, u64)], u64)) -> Vec<usize> {
    let members =
        || run.iter().filter_map(|(number, inside)| Some((*number, memory_size(*inside), parts.get(*number)?)));
    if in_head == 0 && !members().any(|(.., part)| part.has_numbers()) {
        return Vec::new();
    }
    let mut differing = Vec::new();
    // Only one run begins in the head, so the head is copied once for all runs.
    let head = if in_head > 0 { own.head_with_spans().0 } else { Vec::new() };
    let mut known = head.get(head.len().saturating_sub(memory_size(in_head))..).unwrap_or_default().to_vec();
    for (number, from, part) in members() {
        let Some(bytes) = final_bytes(own, part) else { continue };
        let common = known.get(from..).unwrap_or_default();
        let (same, more) = bytes.split_at(common.len().min(bytes.len()));
        if !common.starts_with(same) {
            differing.push(number);
        }
        known.extend_from_slice(more);
    }
    differing
}

/// Returns the bytes of a part as they are written; `None` if a source has them, in which no number is set.
fn final_bytes<'p>(own: &'p OwnFields<'_>, part: &'p FilePart<'_>) -> Option<&'p [u8]> {
    if part.has_numbers() {
        return Some(own.field_bytes(part.holder, &part.field.name));
    }
    match &part.bytes {
        Some(FileBytes::Memory(bytes)) => Some(bytes),
        _ => None,
    }
}

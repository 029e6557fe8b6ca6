//! Orders all pieces of a file, and assigns their offsets.

use super::content::FileBytes;
use super::part::{FilePart, end_of};
use std::borrow::Cow;
use std::collections::HashMap;

/// Bytes of the old file that no field holds, and their offset in bytes.
pub(super) struct Gap<'a> {
    pub(super) offset: u64,
    pub(super) bytes: Cow<'a, [u8]>,
    /// Whether the bytes are new, because the bytes of the old file are not known.
    pub(super) is_new: bool,
}

/// Adjacent bytes of the file, and their offset in bytes.
pub(super) struct PlacedPiece {
    pub(super) offset: u64,
    pub(super) what: PieceSource,
}

/// The source of a piece's bytes.
pub(super) enum PieceSource {
    /// The bytes of a part, by its number.
    Part(usize),
    /// Bytes that no field holds, by the number of the gap.
    Gap(usize),
    /// Parts that share bytes, each with its offset from the first part, and the number of the shared bytes that are in
    /// the head.
    Shared(Vec<(usize, u64)>, u64),
}

/// The offsets of all pieces of a file, and the size of the file.
pub(super) struct FilePlaces {
    /// The pieces after the head, in the order of the file.
    pub(super) pieces: Vec<PlacedPiece>,
    /// Offset of the end of the last part, in bytes.
    pub(super) end: u64,
    /// Size of the file in bytes.
    pub(super) size: u64,
}

/// Places parts one after the other, in the order of `order`.
///
/// Returns `None` when the file would be longer than 2^64 - 1 bytes.
pub(super) fn place_in_order(parts: &mut [FilePart<'_>], order: &[usize], head: u64) -> Option<FilePlaces> {
    let (mut pieces, mut offsets) = (Vec::new(), Vec::new());
    let mut shared: HashMap<&[u8], u64> = HashMap::new();
    let (mut position, mut end) = (head, head);
    for &number in order {
        let part = parts.get(number)?;
        let bytes = match &part.bytes {
            Some(FileBytes::Memory(bytes)) if part.shares && !part.is_apart => Some(&**bytes),
            _ => None,
        };
        let known = bytes.and_then(|bytes| shared.get(bytes).copied());
        let known = known.filter(|offset| offset.is_multiple_of(part.align.max(1)));
        let offset = match known {
            Some(offset) => offset,
            // A part without bytes may lie anywhere.
            None if part.stored == 0 => position,
            None => {
                let offset = position.checked_next_multiple_of(part.align.max(1))?;
                end = offset.checked_add(part.stored)?;
                position = end.checked_next_multiple_of(part.padding_alignment())?;
                pieces.push(PlacedPiece { offset, what: PieceSource::Part(number) });
                shared.extend(bytes.map(|bytes| (bytes, offset)));
                offset
            }
        };
        offsets.push((number, offset));
    }
    for (number, offset) in offsets {
        let part = parts.get_mut(number)?;
        part.offset = if part.stored == 0 { inside_of(position, offset, part.align)? } else { offset };
    }
    Some(FilePlaces { pieces, end, size: position })
}

/// Returns an aligned offset for a part without bytes. The offset is at or after `offset`, or before `offset` if it
/// would otherwise be outside of the file.
fn inside_of(size: u64, offset: u64, align: u64) -> Option<u64> {
    let align = align.max(1);
    let place = offset.checked_next_multiple_of(align)?;
    Some(if place <= size { place } else { size - size % align })
}

/// The old and the new offset and size of a piece, in bytes.
#[derive(Clone, Copy)]
struct MovedPiece {
    old: (u64, u64),
    new: (u64, u64),
}

impl MovedPiece {
    /// Returns the new offset for an old offset in the piece or after it.
    fn new_offset(&self, offset: u64) -> Option<u64> {
        let inside = offset.checked_sub(self.old.0)?;
        let inside = if inside < self.old.1 { inside.min(self.new.1) } else { self.new.1 };
        self.new.0.checked_add(inside)
    }
}

/// Places parts in the order of the old file, with the bytes between the parts. New parts come last. Parts that shared
/// bytes still share them if these bytes are the same in all of the parts. A part without bytes keeps its offset
/// relative to the piece before it.
///
/// `shared` has the bytes of the head, if parts may share bytes with the head; otherwise it is empty.
///
/// Returns `None` when the file would be longer than 2^64 - 1 bytes.
pub(super) fn place_in_old_order(
    parts: &mut [FilePart<'_>],
    gaps: &[Gap<'_>],
    (old_head, head): (u64, u64),
    shared: &[u8],
) -> Option<FilePlaces> {
    let mut pieces: Vec<PlacedPiece> = Vec::new();
    let (mut position, mut end) = (head, head);
    // The alignment to which zeros may follow the last part, and to which they do.
    let (mut padded, mut owed) = (1, 1);
    let mut moved = vec![MovedPiece { old: (old_head, 0), new: (head, 0) }];
    let order = in_old_order(parts, gaps, shared);
    let mut coming = order.iter().peekable();
    while let Some(one) = coming.next() {
        let (old, size, what) = match one {
            OldPiece::Gap(number) => {
                let gap = gaps.get(*number)?;
                let size = gap.bytes.len() as u64;
                let pads = size < padded && gap.offset.checked_add(size)?.is_multiple_of(padded) && is_zero(gap);
                if pads || is_padding(gap, coming.peek(), parts) {
                    owed = if pads { padded } else { owed };
                    continue;
                }
                (padded, owed) = (1, 1);
                ((gap.offset, size), size, PieceSource::Gap(*number))
            }
            OldPiece::InHead(run) => {
                let mut reached = head;
                for (number, _) in run {
                    let part = parts.get_mut(*number)?;
                    part.offset = part.old?.0;
                    reached = reached.max(part.offset.checked_add(part.stored)?);
                }
                let first = run.first().and_then(|(number, _)| Some(parts.get(*number)?.offset))?;
                end = reached;
                let what = PieceSource::Shared(run.clone(), head.checked_sub(first)?);
                ((head, reached - head), reached - head, what)
            }
            OldPiece::Run(run) => {
                let first = parts.get(run.first()?.0)?;
                position = position.checked_next_multiple_of(owed)?.checked_next_multiple_of(first.align.max(1))?;
                let (old, size, what) = place_run(parts, run, position)?;
                padded = run
                    .iter()
                    .filter_map(|(number, _)| Some(parts.get(*number)?.padding_alignment()))
                    .max()
                    .unwrap_or(1);
                // An old part without zeros after it gets none.
                let is_padded = old.0.checked_add(old.1).is_none_or(|end| end.is_multiple_of(padded));
                owed = if is_padded { padded } else { 1 };
                end = position.checked_add(size)?;
                (old, size, what)
            }
        };
        moved.push(MovedPiece { old, new: (position, size) });
        pieces.push(PlacedPiece { offset: position, what });
        position = position.checked_add(size)?;
    }
    position = position.checked_next_multiple_of(owed)?;
    end = end.max(keep_empty(parts, moved, position)?);
    Some(FilePlaces { pieces, end, size: position })
}

/// Returns whether a gap is padding before the run after it. Such padding is computed again.
fn is_padding(gap: &Gap<'_>, after: Option<&&OldPiece>, parts: &[FilePart<'_>]) -> bool {
    let Some(OldPiece::Run(run)) = after else { return false };
    let first = run.first().and_then(|(number, _)| parts.get(*number));
    first.is_some_and(|part| (gap.bytes.len() as u64) < part.align) && is_zero(gap)
}

fn is_zero(gap: &Gap<'_>) -> bool {
    gap.bytes.iter().all(|byte| *byte == 0)
}

/// Places one part, or parts that shared bytes, at a position. Returns the old offset and size, the new size, and the
/// piece.
fn place_run(
    parts: &mut [FilePart<'_>],
    run: &[(usize, u64)],
    position: u64,
) -> Option<((u64, u64), u64, PieceSource)> {
    let start = parts.get(run.first()?.0)?.old.map_or(u64::MAX, |(start, _)| start);
    let mut size = 0;
    for (number, inside) in run {
        let part = parts.get_mut(*number)?;
        part.offset = position.checked_add(*inside)?;
        size = size.max(inside.checked_add(part.stored)?);
    }
    let what = match run {
        [(only, _)] => PieceSource::Part(*only),
        several => PieceSource::Shared(several.to_vec(), 0),
    };
    let old_sizes = run.iter().filter_map(|(number, inside)| inside.checked_add(parts.get(*number)?.old?.1));
    Some(((start, old_sizes.max().unwrap_or(size)), size, what))
}

/// Places the parts without bytes. An old part keeps its offset relative to the moved bytes around it; a new part goes
/// to the end of the file. Returns the largest offset of an old part without bytes.
fn keep_empty(parts: &mut [FilePart<'_>], mut moved: Vec<MovedPiece>, size: u64) -> Option<u64> {
    moved.sort_by_key(|one| one.old.0);
    let mut end = 0;
    for part in parts.iter_mut().filter(|part| part.is_empty()) {
        let Some((old, _)) = part.old else {
            part.offset = inside_of(size, size, part.align)?;
            continue;
        };
        let before = moved.partition_point(|one| one.old.0 <= old).checked_sub(1);
        let anchor = before.and_then(|place| moved.get(place));
        let offset = anchor.and_then(|one| one.new_offset(old)).unwrap_or(old).min(size);
        part.offset = inside_of(size, offset, part.align)?;
        end = end.max(part.offset);
    }
    Some(end)
}

/// A piece of the old file.
enum OldPiece {
    Gap(usize),
    /// One part, or several parts that shared bytes, each with its offset from the first part.
    Run(Vec<(usize, u64)>),
    /// Parts that shared bytes with the head.
    InHead(Vec<(usize, u64)>),
}

fn in_old_order(parts: &[FilePart<'_>], gaps: &[Gap<'_>], head: &[u8]) -> Vec<OldPiece> {
    // New parts come after all others, and before the trailing bytes.
    let last = parts.iter().filter_map(|part| part.old).map(end_of).fold(0, u64::max);
    let start = |part: &FilePart<'_>| part.old.map_or(last, |(offset, _)| offset);
    let numbered = parts.iter().enumerate().filter(|(_, part)| !part.is_empty());
    let mut held: Vec<(u64, bool, usize)> =
        numbered.map(|(number, part)| (start(part), part.old.is_none(), number)).collect();
    held.sort_unstable();
    let mut all: Vec<((u64, u8, usize), OldPiece)> = Vec::new();
    let mut open: Vec<SharedRun> = Vec::new();
    let mut in_head = SharedRun::starting_at(0);
    for (start, _, number) in held {
        let Some(part) = parts.get(number) else { continue };
        if in_head.parts.is_empty() {
            in_head.start = start;
        }
        if part.old.is_some() && in_head.takes_with(parts, (part, start), head) {
            in_head.add_part(number, (part, start));
            continue;
        }
        all.extend(open.extract_if(.., |run| run.end <= start).map(SharedRun::into_keyed_piece));
        let mut near = open.iter_mut().rev().take(MAX_OPEN).filter(|_| part.old.is_some());
        let joined = near.find(|run| run.has_same(parts, (part, start)) == Some(true));
        match joined {
            Some(run) => run.add_part(number, (part, start)),
            None => {
                let mut run = SharedRun::starting_at(start);
                run.add_part(number, (part, start));
                open.push(run);
            }
        }
    }
    all.extend(open.into_iter().map(SharedRun::into_keyed_piece));
    all.extend(gaps.iter().enumerate().map(|(number, gap)| ((gap.offset, 1, number), OldPiece::Gap(number))));
    all.sort_by_key(|(key, _)| *key);
    // Parts that begin in the head come before all others, also before those that left it.
    let in_head = (!in_head.parts.is_empty()).then_some(OldPiece::InHead(in_head.parts));
    in_head.into_iter().chain(all.into_iter().map(|(_, one)| one)).collect()
}

/// Maximum number of runs that a part is compared with.
const MAX_OPEN: usize = 16;

/// Parts that share bytes, and the offsets at which their bytes begin and end in the old file.
struct SharedRun {
    start: u64,
    end: u64,
    /// The number of each part, and its offset from the first part.
    parts: Vec<(usize, u64)>,
    /// The number and the offset of the part that ends last, and its end; offset and end count from the first part.
    last: Option<((usize, u64), u64)>,
}

impl SharedRun {
    /// Creates a run without parts.
    fn starting_at(start: u64) -> Self {
        Self { start, end: start, parts: Vec::new(), last: None }
    }

    /// Adds a part. Its offset must not be below the offset of an earlier part.
    fn add_part(&mut self, number: usize, (part, start): (&FilePart<'_>, u64)) {
        let at = start - self.start;
        self.parts.push((number, at));
        self.end = self.end.max(part.old.map_or(start, end_of));
        // An end after all offsets is refused where parts are placed; here the larger end counts.
        let end = at.saturating_add(part.stored);
        if self.last.is_none_or(|(_, last)| last < end) {
            self.last = Some(((number, at), end));
        }
    }

    /// Returns whether the bytes that a part shared with these parts are still the same; `None` if the part shared no
    /// bytes with them.
    fn has_same(&self, parts: &[FilePart<'_>], (part, start): (&FilePart<'_>, u64)) -> Option<bool> {
        let inside = start.checked_sub(self.start)?;
        // All begin before the part, so those that reach into it have the same bytes there as the one that ends last.
        let ((other, at), _) = self.last?;
        parts.get(other)?.has_same((at, inside), part)
    }

    /// Returns whether a part shares all of its bytes, with the head or with these parts, which share bytes with the
    /// head.
    fn takes_with(&self, parts: &[FilePart<'_>], (part, start): (&FilePart<'_>, u64), head: &[u8]) -> bool {
        let both = [part.agrees_with_head(start, head), self.has_same(parts, (part, start))];
        both.contains(&Some(true)) && !both.contains(&Some(false))
    }

    fn into_keyed_piece(self) -> ((u64, u8, usize), OldPiece) {
        let first = self.parts.first().map_or(0, |(first, _)| *first);
        ((self.start, 0, first), OldPiece::Run(self.parts))
    }
}

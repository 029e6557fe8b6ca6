//! Records the sizes and the order of the values of a file, before the lines of the file are written.

use super::place::ListenerPlace;
use crate::budget::{Budget, ExceededLimit};
use crate::report::Finding;
use crate::watch::{Leaf, NodeKind, ValueNode, Watch};
use std::collections::HashMap;
use std::ops::Range;

/// A listener that records the sizes and spans of values.
#[derive(Debug)]
pub struct Outline<'b> {
    place: ListenerPlace,
    sizes: ValueSizes,
    /// For each open value with parts: its number, and the number of its parts so far.
    open: Vec<(usize, u64)>,
    runs: ByteRuns<'b>,
    /// For each region that is stored without a transform: offsets of its beginning and end, and its path.
    regions: Vec<(u64, u64, Box<str>)>,
}

/// Runs of adjacent bytes of the file, in the order of reading.
#[derive(Debug)]
struct ByteRuns<'b> {
    list: Vec<ByteRun>,
    budget: &'b Budget,
    failed: Option<ExceededLimit>,
}

impl ByteRuns<'_> {
    fn charge(&mut self, bytes: usize) -> bool {
        if self.failed.is_none() {
            self.failed = self.budget.charge_memory(bytes as u64).err();
        }
        self.failed.is_none()
    }

    /// Records that a value begins at an offset of the file and has `size` bytes of its own, without those of its
    /// parts.
    fn cover_bytes(&mut self, offset: u64, size: u64, path: &str) {
        match self.list.last_mut() {
            Some(run) if run.end == offset => run.end += size,
            _ => {
                if self.charge(size_of::<ByteRun>() + path.len()) {
                    self.list.push(ByteRun { start: offset, end: offset + size, owner: path.into() });
                }
            }
        }
    }
}

/// Offsets of the beginning and the end of adjacent bytes, and the path of the first value in them.
#[derive(Debug)]
pub(super) struct ByteRun {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) owner: Box<str>,
}

/// Sizes of values with parts, in the order in which the values begin. An array has two numbers: the number of its
/// elements, then its size. Most sizes fit into a byte.
#[derive(Debug, Default)]
pub(super) struct ValueSizes {
    small: Vec<u8>,
    large: HashMap<usize, u64>,
}

impl ValueSizes {
    fn set(&mut self, number: usize, size: u64) {
        let small = u8::try_from(size).unwrap_or(u8::MAX);
        if small == u8::MAX {
            self.large.insert(number, size);
        }
        if let Some(slot) = self.small.get_mut(number) {
            *slot = small;
        }
    }

    /// Returns the size in bytes of the next value, and the number of its elements if it is an array.
    pub(super) fn next(&self, number: &mut usize, kind: NodeKind) -> (u64, u64) {
        let count = if kind == NodeKind::Array { self.next_size(number) } else { 0 };
        (self.next_size(number), count)
    }

    fn next_size(&self, number: &mut usize) -> u64 {
        let size = self.get(*number);
        *number += 1;
        size
    }

    /// Returns a recorded size; 0 for a value that did not end.
    fn get(&self, number: usize) -> u64 {
        match self.small.get(number).copied().unwrap_or(0) {
            u8::MAX => self.large.get(&number).copied().unwrap_or(0),
            size => size.into(),
        }
    }
}

/// Bytes of a file that belong to values, or to no value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileExtent {
    /// Offset of the extent in bytes, from the beginning of the file.
    pub offset: u64,
    /// Size of the extent in bytes.
    pub size: u64,
    /// Path of the first value in the extent. For bytes without a value: `gap`, `gap in ..` or `trailing bytes`.
    pub owner: String,
    /// Whether the bytes belong to no value.
    pub is_gap: bool,
}

impl<'b> Outline<'b> {
    /// Creates an outline of a whole file. The outline charges the budget for its memory.
    #[must_use]
    pub fn new(budget: &'b Budget) -> Self {
        Self::of_path("", budget)
    }

    /// Creates an outline of the value at a path, or of all values if the path is empty.
    pub(super) fn of_path(path: &str, budget: &'b Budget) -> Self {
        Self {
            place: ListenerPlace::new(path),
            sizes: ValueSizes::default(),
            open: Vec::new(),
            runs: ByteRuns { list: Vec::new(), budget, failed: None },
            regions: Vec::new(),
        }
    }

    /// Returns the exceeded limit that left the outline incomplete.
    pub(super) fn exceeded_limit(&self) -> Option<ExceededLimit> {
        self.runs.failed
    }

    /// Returns whether the requested value was found.
    pub(super) fn has_found_value(&self) -> bool {
        self.place.has_found_value()
    }

    pub(super) fn sizes(&self) -> &ValueSizes {
        &self.sizes
    }

    /// Returns whether a reader reads the values in the order of the file, and no values share bytes.
    pub(super) fn is_straight(&self) -> bool {
        let ordered = |pair: &[ByteRun]| matches!(pair, [a, b] if a.end <= b.start);
        self.runs.list.windows(2).all(ordered)
    }

    /// Returns the extents of the whole file, without holes: bytes of values, and named gaps.
    #[must_use]
    pub fn extents(mut self, file_size: u64) -> Vec<FileExtent> {
        self.runs.list.sort_by_key(|run| run.start);
        let gaps = self.take_gaps();
        let mut extents = Vec::new();
        let mut end = 0;
        for run in &self.runs.list {
            gaps.for_each_gap(end, run.start, false, &mut |gap| extents.push(gap));
            let stop = run.end.min(file_size);
            if stop > end.max(run.start) {
                let offset = run.start.max(end);
                let size = stop - offset;
                extents.push(FileExtent { offset, size, owner: run.owner.to_string(), is_gap: false });
                end = stop;
            }
        }
        gaps.for_each_gap(end, file_size, true, &mut |gap| extents.push(gap));
        extents
    }

    /// Takes the regions, and returns the names of the gaps in them.
    pub(super) fn take_gaps(&mut self) -> RegionGaps {
        let mut regions = std::mem::take(&mut self.regions);
        regions.sort_by_key(|(start, end, _)| (*start, *end));
        let mut end = 0;
        // If regions share bytes, the bytes belong to the one that begins first.
        regions.retain_mut(|(start, stop, _)| {
            *start = (*start).max(end);
            end = end.max(*stop);
            *start < *stop
        });
        RegionGaps { regions }
    }
}

/// Regions that are stored without a transform, cut so that they do not overlap. Bytes that the values of a region do
/// not use are gaps in the region.
#[derive(Debug)]
pub(super) struct RegionGaps {
    regions: Vec<(u64, u64, Box<str>)>,
}

impl RegionGaps {
    /// Calls `found` for each gap between two offsets. With `last`, the bytes after the last region are trailing bytes.
    pub(super) fn for_each_gap(&self, from: u64, to: u64, last: bool, found: &mut dyn FnMut(FileExtent)) {
        let mut push = |from: u64, to: u64, owner: String| {
            if from < to {
                found(FileExtent { offset: from, size: to - from, owner, is_gap: true });
            }
        };
        let (_, regions) = self.regions.split_at(self.regions.partition_point(|(_, end, _)| *end <= from));
        let mut at = from;
        for (start, end, path) in regions {
            if *start >= to {
                break;
            }
            push(at, *start, "gap".to_owned());
            push(at.max(*start), (*end).min(to), format!("gap in {path}"));
            at = (*end).min(to);
        }
        push(at, to, if last { "trailing bytes".to_owned() } else { "gap".to_owned() });
    }
}

/// Returns the number of entries that the outline has for a value with parts.
fn size_entry_count(kind: NodeKind) -> usize {
    if kind == NodeKind::Array { 2 } else { 1 }
}

/// Returns the number of bytes of the file that belong to the region itself. If the parts of the region are in
/// decompressed content, these are all stored bytes; otherwise all bytes belong to the parts.
pub(super) fn own_size(kind: NodeKind) -> u64 {
    kind.packed_size().unwrap_or_default()
}

impl Watch for Outline<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let Some((_, parts)) = self.open.last_mut() {
            *parts += 1;
        }
        // The region itself is outside of its content.
        let (outside, offset) = (self.place.content_depth() == 0, self.place.offset_in_space(node.at));
        let shown = self.place.open_node(node);
        self.open.push((self.sizes.small.len(), 0));
        if !shown || !self.runs.charge(2) {
            return;
        }
        self.sizes.small.resize(self.sizes.small.len() + size_entry_count(node.kind), 0);
        if !outside {
            return;
        }
        let path = &*self.place.path_of(node);
        if let NodeKind::Region { stored, packed: false } = node.kind
            && self.runs.charge(size_of::<(u64, u64, Box<str>)>() + path.len())
        {
            self.regions.push((offset, offset + stored, path.into()));
        }
        self.runs.cover_bytes(offset, own_size(node.kind), path);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if let Some((_, parts)) = self.open.last_mut() {
            *parts += 1;
        }
        let runs = &mut self.runs;
        self.place.visit_leaf(&leaf.segment, |place, _| {
            if place.content_depth() == 0 {
                let (skipped, size) = own_span(leaf);
                runs.cover_bytes(place.offset_in_space(leaf.at) + skipped, size, place.path());
            }
        });
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        let shown = self.place.close_node();
        let Some((number, parts)) = self.open.pop() else { return };
        if shown {
            self.sizes.set(number, parts);
            self.sizes.set(number + size_entry_count(node.kind) - 1, size);
        }
    }

    fn report(&mut self, _: Finding) {}
}

/// Returns the number of bytes from the location of a leaf to its own bytes, and the number of its own bytes. A byte
/// that bit fields share belongs to the first of these fields.
pub(super) fn own_span(leaf: &Leaf<'_>) -> (u64, u64) {
    match leaf.bits {
        None => (0, leaf.bytes.len() as u64),
        Some(bits) => {
            let own = own_bytes(bits);
            ((own.start - usize::from(bits.0 / 8)) as u64, own.len() as u64)
        }
    }
}

/// Returns the range of bytes in a structure that belong to a bit field, from its first bit and its width. The range
/// begins with the first byte whose first bit is in the field.
pub(super) fn own_bytes((first, width): (u16, u16)) -> Range<usize> {
    let (first, width) = (usize::from(first), usize::from(width));
    first.div_ceil(8)..(first + width).div_ceil(8)
}

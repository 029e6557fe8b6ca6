//! Collects fields that have their own offsets. They are written separately, so that a layout can place them.

use super::span::FieldSpan;
use crate::schema::{Field, Structure};

/// A structure that has fields with their own offsets, and the spans of its written fields.
pub(crate) struct ApartHolder<'s> {
    pub(crate) structure: &'s Structure,
    /// The fields of the structure, or of the case that was written.
    pub(crate) fields: &'s [Field],
    pub(crate) args: Vec<i128>,
    pub(crate) spans: Vec<FieldSpan<'s>>,
    /// The offsets at which searches found fields in the old file.
    pub(crate) found: Vec<(&'s str, u64)>,
}

impl<'s> ApartHolder<'s> {
    /// Returns the offset at which a search found a field in the old file.
    pub(crate) fn found_offset(&self, field: &str) -> Option<u64> {
        self.found.iter().find(|(name, _)| *name == field).map(|(_, offset)| *offset)
    }

    /// Returns the spans of the fields without their own offsets.
    pub(crate) fn own_spans(&self) -> impl Iterator<Item = FieldSpan<'s>> {
        let is_own =
            |name: &str| !self.fields.iter().any(|field| field.name == name && field.region_elsewhere().is_some());
        self.spans.iter().copied().filter(move |(name, ..)| is_own(name))
    }

    /// Returns whether the offset or the stored form of a field with its own offset depends on a parameter.
    pub(crate) fn needs_params(&self) -> bool {
        let regions = self.fields.iter().filter_map(|field| field.region_elsewhere());
        let asked = regions.flat_map(|region| {
            let steps = region.steps.iter().map(|step| &step.when);
            let checks = region.checks.iter().map(|check| &check.when);
            region.fact_exprs().map(|(expr, _)| expr).chain(steps).chain(checks).chain(&region.place.align)
        });
        let set = self.structure.settings.iter().map(|setting| &setting.value);
        asked.chain(set).any(|expr| expr.used_names().iter().any(|name| self.structure.params.contains(name)))
    }
}

/// A nested structure whose checksums were computed.
pub(crate) struct SealedStructure<'s> {
    pub(crate) structure: &'s Structure,
    /// The fields that the checksums need.
    pub(crate) spans: Vec<FieldSpan<'s>>,
    /// All bytes that were written when the checksums were computed, as one span for several fields.
    written: FieldSpan<'s>,
}

impl<'s> SealedStructure<'s> {
    pub(crate) fn new(structure: &'s Structure, spans: Vec<FieldSpan<'s>>, end: u64) -> Self {
        Self { structure, spans, written: ("", 0, end, None) }
    }

    /// Returns the range of all bytes that the checksums need.
    pub(crate) fn summed_range(&self) -> Option<(u64, u64)> {
        let is_open = self.structure.sums.iter().any(|sum| sum.over.1.is_none());
        let end = self.spans.iter().map(|(_, _, end, _)| *end).max().filter(|_| !is_open);
        Some((self.spans.iter().map(|(_, start, ..)| *start).min()?, end.unwrap_or(self.written_end())))
    }

    /// Returns the end of the bytes that were written when the checksums were computed.
    pub(crate) fn written_end(&self) -> u64 {
        self.written.2
    }
}

/// The nested structures of a file whose fields or checksums a layout may change.
#[derive(Default)]
pub(crate) struct NestedStructures<'s> {
    /// The structures that have fields with their own offsets; inner structures come first.
    pub(crate) holders: Vec<ApartHolder<'s>>,
    /// The structures that have checksums; inner structures come first.
    pub(crate) sealed: Vec<SealedStructure<'s>>,
}

/// Fields with their own offsets, which were written separately from the adjacent fields.
#[derive(Default)]
pub(crate) struct ApartFields<'s> {
    /// The fields of the outermost structure.
    pub(super) spans: Vec<FieldSpan<'s>>,
    pub(crate) nested: NestedStructures<'s>,
    /// The structures that are being written.
    pub(super) open: Vec<ApartHolder<'s>>,
    /// The bytes of the fields that have their own offsets.
    bytes: Vec<u8>,
}

/// The number of nested structures that have fields with their own offsets, and the number of nested structures with
/// checksums.
#[derive(Clone, Copy, Default)]
pub(crate) struct NestedCounts(usize, usize);

impl<'s> NestedStructures<'s> {
    /// Returns the spans of the structures that were added after `known` was taken.
    fn spans_after(&mut self, known: NestedCounts) -> impl Iterator<Item = &mut FieldSpan<'s>> {
        let holders = self.holders.iter_mut().skip(known.0).flat_map(|holder| &mut holder.spans);
        let sealed = self.sealed.iter_mut().skip(known.1);
        holders.chain(sealed.flat_map(|sealed| sealed.spans.iter_mut().chain([&mut sealed.written])))
    }

    /// Adds `by` to the spans of the structures that were added after `known`, if `wanted` accepts the position where a
    /// span begins.
    fn shift_spans(&mut self, known: NestedCounts, wanted: fn(u64) -> bool, by: u64) {
        for (_, start, end, _) in self.spans_after(known).filter(|(_, start, ..)| wanted(*start)) {
            (*start, *end) = (start.wrapping_add(by), end.wrapping_add(by));
        }
    }
}

/// The position of the first of the separate bytes.
const ASIDE: u64 = 1 << 62;

impl<'s> ApartFields<'s> {
    /// Returns the number of separate bytes.
    pub(crate) fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the numbers of nested structures so far.
    pub(crate) fn nested_counts(&self) -> NestedCounts {
        NestedCounts(self.nested.holders.len(), self.nested.sealed.len())
    }

    /// Adds the bytes of a field that has its own offset, and returns the span of the bytes. `known` are the numbers of
    /// nested structures before the field was written.
    pub(crate) fn push_field(&mut self, bytes: &[u8], known: NestedCounts) -> (u64, u64) {
        let start = ASIDE | self.bytes.len() as u64;
        self.nested.shift_spans(known, |position| position < ASIDE, start);
        self.bytes.extend_from_slice(bytes);
        (start, ASIDE | self.bytes.len() as u64)
    }

    /// Appends all separate bytes to the other bytes.
    pub(crate) fn append_to(mut self, bytes: &mut Vec<u8>) -> (Vec<FieldSpan<'s>>, NestedStructures<'s>) {
        // The mark is removed, and the number of bytes before is added.
        let start = (bytes.len() as u64).wrapping_sub(ASIDE);
        self.nested.shift_spans(NestedCounts::default(), |position| position >= ASIDE, start);
        unnamed_between(&mut self.spans, bytes.len() as u64);
        bytes.append(&mut self.bytes);
        (self.spans, self.nested)
    }
}

/// Adds spans without a name for all bytes before `size` that no span covers.
fn unnamed_between(spans: &mut Vec<FieldSpan<'_>>, size: u64) {
    spans.sort_by_key(|(_, start, end, _)| (*start, *end));
    let (mut from, mut between) = (0, Vec::new());
    for &(_, start, end, _) in spans.iter().filter(|(_, start, ..)| *start < ASIDE) {
        if from < start {
            between.push(("", from, start, None));
        }
        from = from.max(end);
    }
    if from < size {
        between.push(("", from, size, None));
    }
    spans.append(&mut between);
}

//! Fields that have offsets of their own, written separately so that a layout can place them.

use super::span::FieldSpan;
use crate::schema::{Field, Structure};

/// A structure that has fields elsewhere, and the places where its fields were written.
pub(crate) struct Holder<'s> {
    pub(crate) structure: &'s Structure,
    /// Its fields, or those of the case that was written.
    pub(crate) fields: &'s [Field],
    pub(crate) args: Vec<i128>,
    pub(crate) spans: Vec<FieldSpan<'s>>,
}

impl<'s> Holder<'s> {
    /// Returns the spans of the adjacent fields.
    pub(crate) fn own_spans(&self) -> impl Iterator<Item = FieldSpan<'s>> {
        let is_own =
            |name: &str| !self.fields.iter().any(|field| field.name == name && field.region_elsewhere().is_some());
        self.spans.iter().copied().filter(move |(name, ..)| is_own(name))
    }

    /// Returns whether the place or the form of a field elsewhere depends on a parameter.
    pub(crate) fn needs_params(&self) -> bool {
        let regions = self.fields.iter().filter_map(|field| field.region_elsewhere());
        let asked = regions.flat_map(|region| {
            let steps = region.steps.iter().map(|step| &step.when);
            let checks = region.checks.iter().map(|check| &check.when);
            region.facts().map(|(expr, _)| expr).chain(steps).chain(checks).chain(&region.place.align)
        });
        let set = self.structure.settings.iter().map(|setting| &setting.value);
        asked.chain(set).any(|expr| expr.fields().iter().any(|name| self.structure.params.contains(name)))
    }
}

/// Fields that were written separately from the adjacent ones.
#[derive(Default)]
pub(crate) struct Apart<'s> {
    /// The fields of the outermost structure.
    pub(super) spans: Vec<FieldSpan<'s>>,
    /// The nested structures that have fields elsewhere, inner ones first.
    pub(crate) holders: Vec<Holder<'s>>,
    /// The structures that are being written.
    pub(super) open: Vec<Holder<'s>>,
    /// The bytes of their fields elsewhere.
    bytes: Vec<u8>,
}

/// The beginning of positions in the separate bytes.
const ASIDE: u64 = 1 << 62;

impl<'s> Apart<'s> {
    /// Adds the bytes of a field elsewhere; `known` is the number of holders before it was written. Returns the span of
    /// the bytes.
    pub(crate) fn put(&mut self, bytes: &[u8], known: usize) -> (u64, u64) {
        let start = ASIDE | self.bytes.len() as u64;
        for holder in self.holders.iter_mut().skip(known) {
            moved(&mut holder.spans, |position| position < ASIDE, start);
        }
        self.bytes.extend_from_slice(bytes);
        (start, ASIDE | self.bytes.len() as u64)
    }

    /// Appends all separate bytes to the others.
    pub(crate) fn settle(mut self, bytes: &mut Vec<u8>) -> (Vec<FieldSpan<'s>>, Vec<Holder<'s>>) {
        for holder in &mut self.holders {
            // The mark is removed, and the number of bytes before is added.
            let start = (bytes.len() as u64).wrapping_sub(ASIDE);
            moved(&mut holder.spans, |position| position >= ASIDE, start);
        }
        // A structure without fields elsewhere adds no holder.
        if self.spans.is_empty() && !bytes.is_empty() {
            self.spans.push(("", 0, bytes.len() as u64, None));
        }
        bytes.append(&mut self.bytes);
        (self.spans, self.holders)
    }
}

/// Moves the spans at such positions.
fn moved(spans: &mut [FieldSpan<'_>], wanted: fn(u64) -> bool, by: u64) {
    for (_, start, end, _) in spans.iter_mut().filter(|(_, start, ..)| wanted(*start)) {
        (*start, *end) = (start.wrapping_add(by), end.wrapping_add(by));
    }
}

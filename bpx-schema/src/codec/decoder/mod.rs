mod charges;
mod nested;
mod values;

use super::held_findings::HeldFindings;
use super::prepaid::PrepaidBudget;
use crate::budget::Budget;
use crate::report::{Class, Error, Finding, Location, Result};
use crate::schema::Offset;
use crate::source::ReadAt;
use crate::value::Scope;
use crate::watch::Watch;

/// A contiguous sequence of bytes that a decoder reads: the file, or the content of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// The bytes of the file, starting at this offset.
    File(u64),
    /// The content of a region that is stored without a transform at this offset in the file.
    Plain(u64),
    /// The decompressed content of a region that is stored at this offset in the file.
    Packed(u64),
}

impl Space {
    /// Returns the location of a byte from its offset in the space.
    #[must_use]
    pub fn location(self, position: u64) -> Location {
        match self {
            Self::File(base) => Location { file: base, content: None }.advance(position, false),
            Self::Plain(base) => Location { file: base, content: Some(0) }.advance(position, false),
            Self::Packed(base) => Location { file: base, content: Some(position) },
        }
    }
}

/// The parts of a decoder except its position and its listener.
#[cfg(feature = "parallel")]
pub(super) struct DecoderPlace<'a> {
    bytes: &'a [u8],
    source: Option<&'a dyn ReadAt>,
    space: Space,
    depth: u32,
    budget: Budget,
}

/// Reads values in order from bytes that live for `'a`, and reports them to a listener that lives for `'w`.
pub struct Decoder<'a, 'w> {
    bytes: &'a [u8],
    source: Option<&'a dyn ReadAt>,
    skip_regions: bool,
    /// The offset where a content is stored that is known before reading, and the content.
    known: Option<(u64, &'a [u8])>,
    /// The bytes that are not read yet.
    rest: &'a [u8],
    space: Space,
    /// How many structures and regions are open.
    depth: u32,
    prepaid: PrepaidBudget,
    watch: Option<&'w mut dyn Watch>,
    /// Whether the listener wants leaves.
    wants_leaves: bool,
    /// Findings that are not reported yet, while rules are checked early.
    held: Option<HeldFindings>,
}

/// A scope without names, for rules of a single value.
pub(super) struct NamelessScope;

impl Scope for NamelessScope {
    fn value(&self, _: &[crate::schema::Text]) -> Option<crate::schema::ComputedValue<'_>> {
        None
    }
}

impl<'a, 'w> Decoder<'a, 'w> {
    /// Returns a decoder of a whole file.
    #[must_use]
    pub fn new(bytes: &'a [u8], budget: &Budget) -> Self {
        Self::in_space(bytes, Space::File(0), budget)
    }

    /// Creates a decoder of bytes in a space.
    #[must_use]
    pub fn in_space(bytes: &'a [u8], space: Space, budget: &Budget) -> Self {
        Self {
            bytes,
            source: None,
            skip_regions: false,
            known: None,
            rest: bytes,
            space,
            depth: 0,
            prepaid: PrepaidBudget::new(budget.clone()),
            watch: None,
            wants_leaves: false,
            held: None,
        }
    }

    /// Returns the same decoder, with a listener.
    #[must_use]
    pub fn with_watch<'v>(self, watch: &'v mut dyn Watch) -> Decoder<'a, 'v> {
        Decoder {
            bytes: self.bytes,
            source: self.source,
            skip_regions: self.skip_regions,
            known: self.known,
            rest: self.rest,
            space: self.space,
            depth: self.depth,
            prepaid: self.prepaid,
            wants_leaves: watch.wants_leaves(),
            held: self.held,
            watch: Some(watch),
        }
    }

    /// Returns the same decoder, with a source that contains the regions. The source begins with the bytes of the
    /// decoder.
    #[must_use]
    pub fn with_source(mut self, source: &'a dyn ReadAt) -> Self {
        self.source = Some(source);
        self
    }

    /// Returns the same decoder, which uses `content` for the field whose stored bytes follow at `offset`, instead of
    /// decompressing the bytes.
    #[must_use]
    pub fn with_content(mut self, offset: u64, content: &'a [u8]) -> Self {
        self.known = Some((offset, content));
        self
    }

    /// Returns the known content of the field that is stored at an offset.
    pub(super) fn known_content(&self, offset: u64) -> Option<&'a [u8]> {
        self.known.filter(|(known, _)| *known == offset).map(|(_, content)| content)
    }

    /// Returns the same decoder, which does not read the regions that an array describes.
    #[must_use]
    pub fn without_regions(mut self) -> Self {
        self.skip_regions = true;
        self
    }

    pub(super) fn skips_regions(&self) -> bool {
        self.skip_regions
    }

    /// Returns the source that contains the regions, if it differs from the bytes of the decoder.
    pub(super) fn source(&self) -> Option<&'a dyn ReadAt> {
        self.source
    }

    #[cfg(feature = "parallel")]
    pub(super) fn decoder_place(&self) -> DecoderPlace<'a> {
        DecoderPlace {
            bytes: self.bytes,
            source: self.source,
            space: self.space,
            depth: self.depth,
            budget: self.prepaid.budget().clone(),
        }
    }

    #[cfg(feature = "parallel")]
    pub(super) fn at_place(place: &DecoderPlace<'a>, watch: &'w mut dyn Watch) -> Self {
        let DecoderPlace { bytes, source, space, depth, ref budget } = *place;
        let wants_leaves = watch.wants_leaves();
        Self { source, depth, wants_leaves, watch: Some(watch), ..Self::in_space(bytes, space, budget) }
    }

    pub(super) fn space(&self) -> Space {
        self.space
    }

    /// Returns the budget of the run.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        self.prepaid.give_back_unused();
        self.prepaid.budget()
    }

    /// Returns the offset of the next byte in the space.
    #[inline]
    #[must_use]
    pub fn position(&self) -> u64 {
        (self.bytes.len() - self.rest.len()) as u64
    }

    /// Returns the number of bytes that were read since a position; 0 if a hand-written codec has moved to a position
    /// before.
    pub(crate) fn size_from(&self, start: u64) -> u64 {
        self.position().saturating_sub(start)
    }

    /// Returns the size of the space in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the size in bytes of the space that contains the regions. This is the whole file, even if only a part of
    /// the file is in memory.
    #[must_use]
    pub fn space_size(&self) -> u64 {
        self.source.map_or_else(|| self.size(), ReadAt::size)
    }

    /// Returns the number of bytes left in the space.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        self.rest.len() as u64
    }

    /// Returns the bytes left in the space.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(super) fn set_rest(&mut self, rest: &'a [u8]) {
        self.rest = rest;
    }

    /// Returns the bytes that were read since `before` was the rest.
    pub(crate) fn read_since(&self, before: &'a [u8]) -> &'a [u8] {
        before.split_at(before.len() - self.rest.len()).0
    }

    /// Returns all bytes of the space.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the location of the next byte.
    #[inline]
    #[must_use]
    pub fn location(&self) -> Location {
        self.location_of(self.position())
    }

    /// Returns the location of a byte of the space.
    #[inline]
    #[must_use]
    pub fn location_of(&self, position: u64) -> Location {
        self.space.location(position)
    }

    /// Returns the bytes of the space from a location on; no bytes when the location is outside of the space or the
    /// bytes are not in memory.
    pub(super) fn bytes_from(&self, at: Location) -> &'a [u8] {
        let begin = self.location_of(0);
        let position = match (at.content, begin.content) {
            (Some(at), Some(begin)) => at.checked_sub(begin),
            (None, None) => at.file.checked_sub(begin.file),
            _ => None,
        };
        let position = position.and_then(|position| usize::try_from(position).ok());
        position.and_then(|position| self.bytes.get(position..)).unwrap_or_default()
    }

    /// Returns the location of a field whose offset an expression states; the current location if the expression has no
    /// value from 0 to 2^64 - 1.
    #[must_use]
    pub fn location_at(&self, offset: Option<i128>) -> Location {
        let offset = offset.and_then(|offset| u64::try_from(offset).ok());
        offset.map_or_else(|| self.location(), |offset| self.location_of(offset))
    }

    /// Returns whether the bytes were decompressed.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        matches!(self.space, Space::Packed(_))
    }

    /// Returns whether there is a listener.
    #[must_use]
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Returns whether there is a listener that gets each field, because the listener wants leaves or `alone` is set.
    #[inline]
    pub(super) fn hears_fields(&self, alone: bool) -> bool {
        self.watch.is_some() && (self.wants_leaves || alone)
    }

    /// Returns the listener.
    pub fn watch(&mut self) -> Option<&mut dyn Watch> {
        match &mut self.watch {
            Some(watch) => Some(*watch),
            None => None,
        }
    }

    /// Returns the listener and the budget of the run.
    pub(super) fn watch_and_budget(&mut self) -> Option<(&mut dyn Watch, &Budget)> {
        self.prepaid.give_back_unused();
        match &mut self.watch {
            Some(watch) => Some((*watch, self.prepaid.budget())),
            None => None,
        }
    }

    /// Returns a fault at the current location.
    #[cold]
    #[must_use]
    pub fn fault(&self, class: Class, message: impl Into<String>) -> Error {
        Error::fault(class, self.location(), message)
    }

    /// Moves to an offset in the space.
    ///
    /// # Errors
    /// Returns an error when the offset is past the end of the space.
    pub fn seek(&mut self, position: u64) -> Result<()> {
        let rest = usize::try_from(position).ok().and_then(|position| self.bytes.get(position..));
        self.rest = rest.ok_or_else(|| {
            let size = self.size();
            self.fault(Class::OutOfBounds, format!("the offset {position} lies past the end ({size} bytes)"))
        })?;
        Ok(())
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// Returns an error when fewer than `size` bytes are left.
    #[inline]
    pub fn take(&mut self, size: u64) -> Result<&'a [u8]> {
        let taken = usize::try_from(size).ok().and_then(|size| self.rest.split_at_checked(size));
        let Some((bytes, rest)) = taken else {
            return Err(self.truncated_fault(size));
        };
        self.rest = rest;
        Ok(bytes)
    }

    #[cold]
    pub(in crate::codec) fn truncated_fault(&self, size: u64) -> Error {
        let left = self.remaining();
        self.fault(Class::Truncated, format!("the value needs {size} bytes, but only {left} are left"))
    }

    /// Takes the next bytes, and returns the bytes and the listener.
    pub(crate) fn take_watched(&mut self, size: u64) -> Result<(&'a [u8], Option<&mut dyn Watch>)> {
        let bytes = self.take(size)?;
        Ok((bytes, self.watch()))
    }

    /// Takes an array of elements of fixed size, and returns its bytes and the listener.
    pub(crate) fn take_array(&mut self, count: u64, size: u64) -> Result<(&'a [u8], Option<&mut dyn Watch>)> {
        let bytes = self.take_elements(count, size)?;
        Ok((bytes, self.watch()))
    }

    /// Takes the bytes of an array of elements of fixed size.
    #[inline]
    fn take_elements(&mut self, count: u64, size: u64) -> Result<&'a [u8]> {
        match (Offset::from(size) * count).get() {
            Some(size) => self.take(size),
            None => Err(self.fault(Class::Truncated, format!("{count} elements cannot fit into the remaining bytes"))),
        }
    }

    /// Reports a broken rule. Reading continues.
    pub fn report(&mut self, finding: Finding) {
        if let Some(held) = &mut self.held {
            held.add(finding);
        } else if let Some(watch) = self.watch() {
            watch.report(finding);
        }
    }

    /// Returns the first findings that `check` reports, which the listener does not get.
    pub(crate) fn hold_findings(&mut self, check: impl FnOnce(&mut Self)) -> HeldFindings {
        self.held = Some(HeldFindings::default());
        check(self);
        self.held.take().unwrap_or_default()
    }
}

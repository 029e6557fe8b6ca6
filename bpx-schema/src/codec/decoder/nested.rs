//! Reads nested structures and regions, and reports them to the listener.

use super::{Decoder, Space};
use crate::budget::Budget;
use crate::codec::{Decode, stack};
use crate::limits::Limits;
use crate::report::{Class, Error, Result, Segment};
use crate::schema::{Field, Structure};
use crate::watch::{NodeKind, ValueNode};

impl<'a> Decoder<'a, '_> {
    /// Begins the list of regions of a field.
    pub fn regions_open(&mut self, field: &Field) {
        let node = self.regions_node(field);
        self.open_node(&node);
    }

    /// Ends the list of regions of a field.
    pub fn regions_close(&mut self, field: &Field) {
        let node = self.regions_node(field);
        self.close_node(&node, 0);
    }

    fn regions_node<'f>(&self, field: &'f Field) -> ValueNode<'f> {
        let segment = Some(Segment::Field(field.name.clone()));
        ValueNode { segment, kind: NodeKind::Array, structure: None, field: Some(field), at: self.location() }
    }

    /// Attempts to read a value. If the bytes do not form the structure, the decoder reports a fault that an
    /// interpretation excuses, and its position does not change.
    ///
    /// A listener gets the value only if the value is complete, so the value is then read a second time.
    ///
    /// # Errors
    /// Returns an error when the source fails, and the errors of the second reading.
    pub fn attempt<T>(
        &mut self,
        interpretation: impl Into<crate::schema::Text>,
        read: impl Fn(&mut Decoder<'a, '_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.prepaid.give_back_unused();
        let Self { source, skip_regions, known, rest, depth, .. } = *self;
        let begin = Decoder::in_space(self.bytes, self.space, self.prepaid.budget());
        let mut silent = Decoder { source, skip_regions, known, rest, depth, ..begin };
        let numbers = self.prepaid.budget().number_sizes().map(|numbers| (numbers, numbers.count()));
        let read_once = read(&mut silent);
        if let Some((numbers, count)) = numbers.filter(|_| read_once.is_err() || self.is_watched()) {
            numbers.truncate(count);
        }
        match read_once {
            Ok(_) if self.is_watched() => read(self).map(Some),
            Ok(value) => {
                self.rest = silent.rest;
                Ok(Some(value))
            }
            Err(Error::Fault(finding)) => {
                self.report(finding.with_lenient(interpretation));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Reads a nested structure.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn read_nested<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        if self.is_watched() {
            return self.nested_watched(field, args);
        }
        // Like `inside`, but builds a path only for an error.
        if let Err(error) = self.descend() {
            return Err(error.in_field(&field.name));
        }
        if stack::has_room() { self.nested_here(field, args) } else { self.nested_apart(field, args) }
    }

    #[inline(never)]
    fn nested_watched<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        let name = Segment::Field(field.name.clone());
        self.read_node(name, NodeKind::Structure, Some(T::schema()), Some(field), |d| T::decode_from(d, args))
    }

    /// Reads a nested structure on a new piece of stack.
    #[cold]
    #[inline(never)]
    fn nested_apart<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        stack::with_room(|| self.nested_here(field, args))
    }

    /// Reads a nested structure whose level was entered before, and leaves the level. The function adds the path to the
    /// error without taking the result apart, because taking the result apart would copy the value.
    fn nested_here<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        let mut value = T::decode_from(self, args);
        self.ascend();
        if let Err(error) = &mut value {
            error.put_below(Segment::Field(field.name.clone()));
        }
        value
    }

    /// Reads a nested structure on the heap, so that a structure can contain a structure of the same type.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn read_boxed<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<Box<T>> {
        self.charge_memory(size_of::<T>() as u64)?;
        self.read_nested(field, args).map(Box::new)
    }

    /// Reads a value with parts, and reports to the listener where it begins and ends.
    ///
    /// # Errors
    /// Returns the errors of `read`, with the segment at the beginning of the path.
    pub fn read_node<T>(
        &mut self,
        segment: Segment,
        kind: NodeKind,
        structure: Option<&Structure>,
        field: Option<&Field>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if kind != NodeKind::Structure {
            return self.read_flat_node(segment, kind, structure, field, read);
        }
        if let Err(error) = self.descend() {
            return Err(error.in_segment(segment));
        }
        let value = stack::with_room(|| self.read_flat_node(segment, kind, structure, field, read));
        self.ascend();
        value
    }

    /// Reads a value with parts. If there is a listener, the decoder reports where the value begins and ends.
    #[inline]
    pub(in crate::codec) fn read_flat_node<T>(
        &mut self,
        segment: Segment,
        kind: NodeKind,
        structure: Option<&Structure>,
        field: Option<&Field>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.is_watched() {
            return self.around_watched(segment, kind, structure, field, read);
        }
        let mut value = read(self);
        if let Err(error) = &mut value {
            error.put_below(segment);
        }
        value
    }

    /// Reads a value with parts, and reports to the listener where it begins and ends.
    pub(in crate::codec) fn around_watched<T>(
        &mut self,
        segment: Segment,
        kind: NodeKind,
        structure: Option<&Structure>,
        field: Option<&Field>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let node = ValueNode { segment: Some(segment), kind, structure, field, at: self.location() };
        let start = self.position();
        self.open_node(&node);
        let value = read(self);
        let size = self.size_from(start);
        self.close_node(&node, size);
        value.map_err(|error| match node.segment {
            Some(segment) => error.in_segment(segment),
            None => error,
        })
    }

    /// Enters a structure or a region.
    ///
    /// # Errors
    /// `TooDeep` beyond [`Limits::max_depth`]; the depth is then unchanged.
    #[inline]
    pub(crate) fn descend(&mut self) -> Result<()> {
        self.check_level()?;
        self.depth += 1;
        Ok(())
    }

    /// Rejects a value that would be one level deeper than the current depth, if the limits forbid this depth.
    ///
    /// # Errors
    /// `TooDeep` beyond [`Limits::max_depth`].
    #[inline]
    pub(in crate::codec) fn check_level(&self) -> Result<()> {
        let depth = self.depth + 1;
        if let Some(message) = stack::refuse_level(depth) {
            return Err(self.fault(Class::TooDeep, message));
        }
        self.check_levels(depth as usize)
    }

    /// Leaves a structure or a region.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Rejects a value that is nested in `levels` structures and regions, or in `levels` nodes of one tree, if the
    /// limit is lower.
    ///
    /// # Errors
    /// `TooDeep` beyond [`Limits::max_depth`].
    #[inline]
    pub(crate) fn check_levels(&self, levels: usize) -> Result<()> {
        let max = self.prepaid.budget().limits().max_depth;
        if levels < max as usize { Ok(()) } else { Err(self.too_deep(max)) }
    }

    #[cold]
    fn too_deep(&self, max: u32) -> Error {
        self.fault(Class::TooDeep, Limits::too_deep(max))
    }

    pub(crate) fn open_node(&mut self, node: &ValueNode<'_>) {
        if let Some(watch) = self.watch() {
            watch.open(node);
        }
    }

    pub(crate) fn close_node(&mut self, node: &ValueNode<'_>, size: u64) {
        if let Some(watch) = self.watch() {
            watch.close(node, size);
        }
    }

    /// Returns a decoder of other bytes, at the same depth and with the same listener.
    pub(crate) fn inner_decoder<'b>(&mut self, bytes: &'b [u8], space: Space, budget: &Budget) -> Decoder<'b, '_> {
        self.prepaid.give_back_unused();
        let (depth, wants_leaves) = (self.depth, self.wants_leaves);
        Decoder { depth, wants_leaves, watch: self.watch(), ..Decoder::in_space(bytes, space, budget) }
    }

    /// Reads a value at an offset, then returns to the current position.
    ///
    /// # Errors
    /// Returns an error when the offset is past the end of the space, and the errors of `read`.
    pub fn read_at_offset<T>(
        &mut self,
        field: &Field,
        offset: u64,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        /// The least number of bytes that are charged for each value at an offset, so that the number of empty values
        /// is limited too.
        const LEAST: u64 = 8;
        let back = self.rest;
        self.seek(offset).map_err(|error| error.in_field(&field.name))?;
        self.budget().charge_shared(LEAST).map_err(|exceeded| self.limit_fault(exceeded).in_field(&field.name))?;
        let value = read(self);
        // A shorter value was paid above.
        self.budget().use_shared(self.size_from(offset).saturating_sub(LEAST));
        self.covers_padded(field, offset, self.position());
        self.rest = back;
        value
    }
}

use super::narrow::no_width;
use super::prepaid::Prepaid;
use super::{CText, Decode, Fixed, Terminated, Varint, varint};
use crate::budget::{Budget, Exceeded, cost};
use crate::limits::Limits;
use crate::report::{Class, Error, Finding, Location, Result, Segment, quote};
use crate::schema::{Endian, Field, Offset, Structure, Type};
use crate::source::ReadAt;
use crate::value::{Scope, Value, walk_element, walk_scalar};
use crate::watch::{Kind, Node, Watch};

/// The place of the bytes of a decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// In the file, from this offset.
    File(u64),
    /// In a region of the file that is stored without a transform, from this offset.
    Plain(u64),
    /// In the decompressed content of a region that is stored at this offset.
    Packed(u64),
}

impl Space {
    /// Returns where a byte of the space lies, from its offset in the space.
    #[must_use]
    pub fn location(self, position: u64) -> Location {
        match self {
            Self::File(base) => Location { file: base, content: None }.advance(position, false),
            Self::Plain(base) => Location { file: base, content: Some(0) }.advance(position, false),
            Self::Packed(base) => Location { file: base, content: Some(position) },
        }
    }
}

/// The fixed part of a decoder: all but its position and its listener.
#[cfg(feature = "parallel")]
pub(super) struct Place<'a> {
    bytes: &'a [u8],
    source: Option<&'a dyn ReadAt>,
    space: Space,
    depth: u32,
    budget: Budget,
}

/// Reads values from bytes that live for `'a`, one after the other, and reports them to a listener that lives for `'w`.
pub struct Decoder<'a, 'w> {
    bytes: &'a [u8],
    source: Option<&'a dyn ReadAt>,
    skip_regions: bool,
    /// Content that is known before reading, and the offset where it is stored.
    known: Option<(u64, &'a [u8])>,
    /// The bytes that are not read yet.
    rest: &'a [u8],
    space: Space,
    /// How many structures and regions are open.
    depth: u32,
    prepaid: Prepaid,
    watch: Option<&'w mut dyn Watch>,
    /// Whether the listener wants leaves.
    wants_leaves: bool,
}

/// A scope without names, for rules of a single value.
pub(super) struct Nameless;

impl Scope for Nameless {
    fn value(&self, _: &[crate::schema::Text]) -> Option<crate::schema::Computed<'_>> {
        None
    }
}

impl<'a, 'w> Decoder<'a, 'w> {
    /// Returns a decoder of a whole file.
    #[must_use]
    pub fn new(bytes: &'a [u8], budget: &Budget) -> Self {
        Self::in_space(bytes, Space::File(0), budget)
    }

    /// Returns a decoder of bytes in this space.
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
            prepaid: Prepaid::new(budget.clone()),
            watch: None,
            wants_leaves: false,
        }
    }

    /// Returns the same decoder, with a listener.
    #[must_use]
    pub fn watched<'v>(self, watch: &'v mut dyn Watch) -> Decoder<'a, 'v> {
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
            watch: Some(watch),
        }
    }

    /// Returns the same decoder, whose regions lie in a source that begins with these bytes.
    #[must_use]
    pub fn with_source(mut self, source: &'a dyn ReadAt) -> Self {
        self.source = Some(source);
        self
    }

    /// Returns the same decoder, which uses this content for the region that is stored in place at the offset, instead
    /// of unpacking it.
    #[must_use]
    pub fn with_content(mut self, offset: u64, content: &'a [u8]) -> Self {
        self.known = Some((offset, content));
        self
    }

    /// Returns the known content of a region that is stored at an offset.
    pub(super) fn known_content(&self, offset: u64) -> Option<&'a [u8]> {
        self.known.filter(|(known, _)| *known == offset).map(|(_, content)| content)
    }

    /// Returns the same decoder, which does not follow the regions that an array describes.
    #[must_use]
    pub fn without_regions(mut self) -> Self {
        self.skip_regions = true;
        self
    }

    pub(super) fn skips_regions(&self) -> bool {
        self.skip_regions
    }

    /// Returns the source of the regions, if it is not the bytes of the decoder.
    pub(super) fn source(&self) -> Option<&'a dyn ReadAt> {
        self.source
    }

    #[cfg(feature = "parallel")]
    pub(super) fn place(&self) -> Place<'a> {
        Place {
            bytes: self.bytes,
            source: self.source,
            space: self.space,
            depth: self.depth,
            budget: self.prepaid.budget().clone(),
        }
    }

    #[cfg(feature = "parallel")]
    pub(super) fn at_place(place: &Place<'a>, watch: &'w mut dyn Watch) -> Self {
        let Place { bytes, source, space, depth, ref budget } = *place;
        let wants_leaves = watch.wants_leaves();
        Self { source, depth, wants_leaves, watch: Some(watch), ..Self::in_space(bytes, space, budget) }
    }

    pub(super) fn space(&self) -> Space {
        self.space
    }

    /// Returns the budget of the run.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        self.prepaid.settle();
        self.prepaid.budget()
    }

    /// Returns the offset of the next byte in the space.
    #[inline]
    #[must_use]
    pub fn position(&self) -> u64 {
        (self.bytes.len() - self.rest.len()) as u64
    }

    /// Returns the number of bytes that were read from a position on; 0 if a codec written by hand has moved to before
    /// the position.
    pub(crate) fn size_from(&self, start: u64) -> u64 {
        self.position().saturating_sub(start)
    }

    /// Returns the size of the space in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the size in bytes of the space of the regions: the whole file, of which only a part may be in memory.
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

    /// Returns the bytes that were read since these were left.
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

    /// Returns the bytes of the space from a place on, or `None` when the place lies outside of it or the bytes are not
    /// in memory.
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
    /// value.
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

    /// Returns whether the listener gets each field: if it wants leaves, or in any case when `alone`.
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
        self.prepaid.settle();
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
    /// Returns an error when it lies past the end.
    pub fn seek(&mut self, position: u64) -> Result<()> {
        let rest = usize::try_from(position).ok().and_then(|position| self.bytes.get(position..));
        self.rest = rest.ok_or_else(|| {
            let size = self.size();
            self.fault(Class::OutOfBounds, format!("offset {position} lies past the end ({size} bytes)"))
        })?;
        Ok(())
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// Returns an error when fewer are left.
    #[inline]
    pub fn take(&mut self, size: u64) -> Result<&'a [u8]> {
        let taken = usize::try_from(size).ok().and_then(|size| self.rest.split_at_checked(size));
        let Some((bytes, rest)) = taken else {
            return Err(self.truncated(size));
        };
        self.rest = rest;
        Ok(bytes)
    }

    #[cold]
    fn truncated(&self, size: u64) -> Error {
        let left = self.remaining();
        self.fault(Class::Truncated, format!("needs {size} bytes, {left} are left"))
    }

    /// Takes the next bytes, and returns the listener with them.
    pub(crate) fn take_watched(&mut self, size: u64) -> Result<(&'a [u8], Option<&mut dyn Watch>)> {
        let bytes = self.take(size)?;
        Ok((bytes, self.watch()))
    }

    /// Takes an array of elements of fixed size, and returns the listener with it.
    pub(crate) fn take_array(&mut self, count: u64, size: u64) -> Result<(&'a [u8], Option<&mut dyn Watch>)> {
        let bytes = self.take_elements(count, size)?;
        Ok((bytes, self.watch()))
    }

    /// Takes an array of elements of fixed size.
    #[inline]
    fn take_elements(&mut self, count: u64, size: u64) -> Result<&'a [u8]> {
        match (Offset::from(size) * count).get() {
            Some(size) => self.take(size),
            None => Err(self.fault(Class::Truncated, format!("{count} elements cannot fit"))),
        }
    }

    /// Returns the fault for an exceeded budget, at the current location.
    #[cold]
    pub(crate) fn refused(&self, exceeded: Exceeded) -> Error {
        exceeded.at(self.location())
    }

    /// Takes memory for values that are about to be read.
    ///
    /// # Errors
    /// `LimitExceeded`.
    #[inline]
    pub(crate) fn charge_memory(&self, bytes: u64) -> Result<()> {
        self.prepaid.charge(bytes).map_err(|exceeded| self.refused(exceeded))
    }

    /// Takes memory for values, until `held` is dropped.
    ///
    /// # Errors
    /// `LimitExceeded`.
    #[cfg(feature = "interpret")]
    pub(crate) fn hold_more(&self, held: &mut Option<crate::budget::Held>, bytes: u64) -> Result<()> {
        self.prepaid.budget().hold_more(held, bytes).map_err(|exceeded| self.refused(exceeded))
    }

    /// Gives back memory that was taken for elements in a vector.
    pub(super) fn give_back_elements<T>(&self, count: u64) {
        self.prepaid.give_back((cost(count) * cost(size_of::<T>() as u64)).0);
    }

    /// Takes memory for elements in a vector.
    ///
    /// # Errors
    /// `LimitExceeded`.
    #[inline]
    pub(crate) fn charge_elements<T>(&self, count: u64) -> Result<()> {
        self.charge_memory((cost(count) * cost(size_of::<T>() as u64)).0)
    }

    /// Counts elements that an expression or a search reads.
    ///
    /// # Errors
    /// `LimitExceeded`.
    pub(crate) fn charge_search(&self, elements: u64) -> Result<()> {
        self.charge_steps(elements).map_err(|exceeded| self.refused(exceeded))
    }

    /// Counts steps.
    ///
    /// # Errors
    /// [`Exceeded::Steps`].
    pub(crate) fn charge_steps(&self, steps: u64) -> Result<(), Exceeded> {
        self.prepaid.charge_steps(steps)
    }

    /// Reports a value without parts to the listener.
    #[inline]
    pub(crate) fn report_leaf(&mut self, field: &Field, bytes: &[u8], at: Location) {
        self.report_numbers(field, field.ty.endian(), bytes, at);
    }

    /// Like [`Self::report_leaf`], for numbers in this byte order.
    #[inline]
    pub(crate) fn report_numbers(&mut self, field: &Field, order: Endian, bytes: &[u8], at: Location) {
        if self.is_watched() {
            self.report_watched_leaf(field, order, bytes, at);
        }
    }

    fn report_watched_leaf(&mut self, field: &Field, order: Endian, bytes: &[u8], at: Location) {
        let silent = !self.wants_leaves && field.constraints.is_empty();
        if silent && field.relations.is_empty() && field.pool.is_none() {
            return;
        }
        if let Some(watch) = self.watch() {
            let ty = field.ty.in_order(order);
            walk_scalar((field, &ty), bytes, at, &Nameless, watch);
            self.relate_field(field, &ty, bytes, at);
        }
    }

    /// Reports a broken rule. Reading continues.
    pub fn report(&mut self, finding: Finding) {
        if let Some(watch) = self.watch() {
            watch.report(finding);
        }
    }

    /// Reads a number, or an array of numbers of fixed length.
    ///
    /// # Errors
    /// Returns an error when the bytes end before.
    pub fn fixed<T: Fixed>(&mut self, field: &Field, endian: Endian) -> Result<T> {
        let at = self.location();
        let bytes = self.take(T::SIZE as u64).map_err(|error| error.in_field(&field.name))?;
        self.report_numbers(field, endian, bytes, at);
        Ok(T::get(bytes, endian))
    }

    /// Reads a whole number that is stored in this many bytes.
    ///
    /// # Errors
    /// Returns an error when its type has fewer bytes, or none are stated, and when the bytes end before.
    pub fn narrowed<T: TryFrom<i128>>(&mut self, field: &Field, width: i128, endian: Endian) -> Result<T> {
        let ty = field.ty.in_order(endian);
        let Some(ty) = ty.of_width(width) else {
            return Err(self.fault(Class::Overflow, no_width(&ty, width)).in_field(&field.name));
        };
        let at = self.location();
        let bytes = self.take(ty.fixed_size().unwrap_or(0)).map_err(|error| error.in_field(&field.name))?;
        self.report_numbers(field, endian, bytes, at);
        let number = Value::of(&ty, bytes).and_then(|value| T::try_from(value.as_int()?).ok());
        number.ok_or_else(|| self.fault(Class::Overflow, "no whole number").in_field(&field.name))
    }

    /// Reads `count` numbers. `sound` returns whether all numbers keep their rules, so that a listener without interest
    /// in leaves gets nothing.
    ///
    /// # Errors
    /// Returns an error when the count is negative or the bytes end before.
    #[inline]
    pub fn numbers<T: Fixed>(
        &mut self,
        field: &Field,
        count: u64,
        endian: Endian,
        sound: impl FnOnce(&[T]) -> bool,
    ) -> Result<Vec<T>> {
        let (list, bytes) = self.take_numbers(field, count, endian)?;
        if self.is_watched() && (self.hears_fields(false) || !sound(&list)) {
            let at = self.location_of(self.position() - bytes.len() as u64);
            self.report_watched_leaf(field, endian, bytes, at);
        }
        Ok(list)
    }

    /// Takes numbers and their bytes.
    #[inline]
    fn take_numbers<T: Fixed>(&mut self, field: &Field, count: u64, endian: Endian) -> Result<(Vec<T>, &'a [u8])> {
        let taken = self.take_elements(count, T::SIZE as u64);
        match taken.and_then(|bytes| self.charge_elements::<T>(count).map(|()| bytes)) {
            Ok(bytes) => Ok((T::list(bytes, endian), bytes)),
            Err(error) => Err(error.in_field(&field.name)),
        }
    }

    /// Reads numbers up to the end of the space.
    ///
    /// # Errors
    /// Returns an error when the last one is cut, or they exceed the limits.
    pub fn numbers_to_end<T: Fixed>(
        &mut self,
        field: &Field,
        endian: Endian,
        sound: impl FnOnce(&[T]) -> bool,
    ) -> Result<Vec<T>> {
        self.numbers(field, self.elements_left(T::SIZE as u64), endian, sound)
    }

    /// Returns the number of elements of a size up to the end of the space. A truncated one counts too, so that taking
    /// them fails.
    pub(crate) fn elements_left(&self, size: u64) -> u64 {
        self.remaining().div_ceil(size.max(1))
    }

    /// Reads bytes up to a NUL.
    ///
    /// # Errors
    /// Returns an error when there is none.
    pub fn text<T: Terminated>(&mut self, field: &Field) -> Result<T> {
        let at = self.location();
        let (text, bytes) = self.take_text(field).map_err(|error| error.in_field(&field.name))?;
        self.report_leaf(field, bytes, at);
        Ok(text)
    }

    /// Reads several texts; up to the end of the space if there is no count.
    ///
    /// # Errors
    /// Returns an error when one has no terminator.
    pub fn texts<T: Terminated>(&mut self, field: &Field, count: Option<u64>) -> Result<Vec<T>> {
        let name = Segment::Field(field.name.clone());
        let (before, at) = (self.rest, self.location());
        if let Some(pool) = field.pool.as_ref().filter(|_| count.is_none()) {
            self.relate_texts(pool, before, at);
        }
        self.inside(name, Kind::Array, None, Some(field), |d| {
            let mut list = Vec::new();
            while count.map_or(d.remaining() > 0, |count| (list.len() as u64) < count) {
                let index = list.len() as u64;
                list.push(d.text_element(field, index)?);
            }
            Ok(list)
        })
    }

    /// Reads one element of a list of texts.
    pub(crate) fn text_element<T: Terminated>(&mut self, field: &Field, index: u64) -> Result<T> {
        let at = self.location();
        let (text, bytes) = self.take_text(field).map_err(|error| error.in_element(index))?;
        if let Some(watch) = self.watch() {
            walk_element(field, Segment::Index(index), bytes, at, watch);
        }
        Ok(text)
    }

    /// Takes the next text, and its bytes with the terminator.
    fn take_text<T: Terminated>(&mut self, field: &Field) -> Result<(T, &'a [u8])> {
        let rest = self.rest;
        let (end, terminator, missing): (_, &[u8], _) = if field.terminator() == 2 {
            let end = rest.as_chunks::<2>().0.iter().position(|unit| *unit == [0, 0]);
            (end.map(|units| 2 * units), &[0, 0], "no terminating NUL of two bytes before the end")
        } else {
            (rest.iter().position(|byte| *byte == 0), &[0], "no terminating NUL before the end")
        };
        let end = end.ok_or_else(|| self.fault(Class::Unterminated, missing))?;
        // Texts are small allocations, which cost more than their bytes.
        let memory = end + size_of::<CText>() + if end > 0 { 16 } else { 0 };
        self.charge_memory(memory as u64)?;
        let bytes = self.take((end + terminator.len()) as u64)?;
        let text = T::of_stored(bytes.strip_suffix(terminator).unwrap_or(bytes));
        Ok((text.ok_or_else(|| self.fault(Class::BadText, "a text holds NUL"))?, bytes))
    }

    /// Begins the list of regions of a field.
    pub fn regions_open(&mut self, field: &Field) {
        let node = self.regions_node(field);
        self.open(&node);
    }

    /// Ends the list of regions of a field.
    pub fn regions_close(&mut self, field: &Field) {
        let node = self.regions_node(field);
        self.close(&node, 0);
    }

    fn regions_node<'f>(&self, field: &'f Field) -> Node<'f> {
        let segment = Some(Segment::Field(field.name.clone()));
        Node { segment, kind: Kind::Array, structure: None, field: Some(field), at: self.location() }
    }

    /// Attempts to read a value. If the bytes do not form it, the fault is reported as one that an interpretation
    /// excuses, and nothing is read.
    ///
    /// A listener gets the value only if it is complete, which takes a second reading.
    ///
    /// # Errors
    /// Returns an error when the source fails, and the errors of the second reading.
    pub fn attempt<T>(
        &mut self,
        interpretation: impl Into<crate::schema::Text>,
        read: impl Fn(&mut Decoder<'a, '_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.prepaid.settle();
        let mut silent = Decoder {
            bytes: self.bytes,
            source: self.source,
            skip_regions: self.skip_regions,
            known: self.known,
            rest: self.rest,
            space: self.space,
            depth: self.depth,
            prepaid: Prepaid::new(self.prepaid.budget().clone()),
            watch: None,
            wants_leaves: false,
        };
        match read(&mut silent) {
            Ok(_) if self.is_watched() => read(self).map(Some),
            Ok(value) => {
                self.rest = silent.rest;
                Ok(Some(value))
            }
            Err(Error::Fault(finding)) => {
                self.report(finding.lenient(interpretation));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Reads a variable-length number.
    ///
    /// # Errors
    /// Returns an error when the bytes end before, or it is too long or too large.
    pub fn varint<T: TryFrom<i128>, F>(&mut self, field: &Field) -> Result<Varint<T, F>> {
        let at = self.location();
        let Type::Varint { bits, form } = field.ty else {
            return Err(self.fault(Class::BadVarint, "not a variable-length number").in_field(&field.name));
        };
        let (value, size) = varint::read(self.rest, bits, form).map_err(|class| {
            let message = match class {
                Class::Truncated => "the number runs past the end".to_owned(),
                _ => format!("the number needs more than {bits} bits"),
            };
            self.fault(class, message).in_field(&field.name)
        })?;
        let bytes = self.take(size as u64)?;
        self.report_leaf(field, bytes, at);
        let value = T::try_from(value).map_err(|_| self.fault(Class::BadVarint, "too large").in_field(&field.name))?;
        Ok(Varint::with_size(value, size))
    }

    /// Reads a nested structure.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn nested<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        if self.is_watched() {
            return self.nested_watched(field, args);
        }
        // Like `inside`, but builds a path only for an error.
        if let Err(error) = self.descend() {
            return Err(error.in_field(&field.name));
        }
        if super::stack::has_room() { self.nested_here(field, args) } else { self.nested_apart(field, args) }
    }

    #[inline(never)]
    fn nested_watched<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        let name = Segment::Field(field.name.clone());
        self.inside(name, Kind::Structure, Some(T::schema()), Some(field), |d| T::decode_from(d, args))
    }

    /// Reads a nested structure on another piece of stack.
    #[cold]
    #[inline(never)]
    fn nested_apart<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        super::stack::with_room(|| self.nested_here(field, args))
    }

    /// Reads a nested structure after its level was entered, and leaves the level. The result is changed in place,
    /// because to take it apart is to copy the value.
    fn nested_here<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<T> {
        let mut value = T::decode_from(self, args);
        self.ascend();
        if let Err(error) = &mut value {
            error.put_below(Segment::Field(field.name.clone()));
        }
        value
    }

    /// Reads a nested structure on the heap, so that a structure can hold one of the same type.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn boxed<T: Decode<'a>>(&mut self, field: &Field, args: T::Args) -> Result<Box<T>> {
        self.charge_memory(size_of::<T>() as u64)?;
        self.nested(field, args).map(Box::new)
    }

    /// Reads a value with parts, and reports to the listener where it begins and ends.
    ///
    /// # Errors
    /// Returns the errors of `read`, one step further down the path.
    pub fn inside<T>(
        &mut self,
        segment: Segment,
        kind: Kind,
        structure: Option<&Structure>,
        field: Option<&Field>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if kind != Kind::Structure {
            return self.around(segment, kind, structure, field, read);
        }
        if let Err(error) = self.descend() {
            return Err(error.below(segment));
        }
        let value = super::stack::with_room(|| self.around(segment, kind, structure, field, read));
        self.ascend();
        value
    }

    /// Reads a value with parts, and reports to the listener, if any, where it begins and ends.
    #[inline]
    pub(super) fn around<T>(
        &mut self,
        segment: Segment,
        kind: Kind,
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
    pub(super) fn around_watched<T>(
        &mut self,
        segment: Segment,
        kind: Kind,
        structure: Option<&Structure>,
        field: Option<&Field>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let node = Node { segment: Some(segment), kind, structure, field, at: self.location() };
        let start = self.position();
        self.open(&node);
        let value = read(self);
        let size = self.size_from(start);
        self.close(&node, size);
        value.map_err(|error| match node.segment {
            Some(segment) => error.below(segment),
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

    /// Rejects a value one level down.
    ///
    /// # Errors
    /// `TooDeep` beyond [`Limits::max_depth`].
    #[inline]
    pub(super) fn check_level(&self) -> Result<()> {
        let depth = self.depth + 1;
        if let Some(message) = super::stack::refuse_level(depth) {
            return Err(self.fault(Class::TooDeep, message));
        }
        self.check_levels(depth as usize)
    }

    /// Leaves a structure or a region.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Rejects a value below this many levels: of structures and regions, or of the nodes of one tree.
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

    pub(crate) fn open(&mut self, node: &Node<'_>) {
        if let Some(watch) = self.watch() {
            watch.open(node);
        }
    }

    pub(crate) fn close(&mut self, node: &Node<'_>, size: u64) {
        if let Some(watch) = self.watch() {
            watch.close(node, size);
        }
    }

    /// Returns a decoder of other bytes, at the same depth and with the same listener.
    pub(crate) fn within<'b>(&mut self, bytes: &'b [u8], space: Space, budget: &Budget) -> Decoder<'b, '_> {
        self.prepaid.settle();
        let (depth, wants_leaves) = (self.depth, self.wants_leaves);
        Decoder { depth, wants_leaves, watch: self.watch(), ..Decoder::in_space(bytes, space, budget) }
    }

    /// Reads at an offset, then returns to the current position.
    ///
    /// # Errors
    /// Returns an error when the offset lies past the end, and those of `read`.
    pub fn at<T>(&mut self, field: &Field, offset: u64, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        /// Bytes that each reading elsewhere is charged at least, so that empty places are bounded too.
        const LEAST: u64 = 8;
        let back = self.rest;
        self.seek(offset).map_err(|error| error.in_field(&field.name))?;
        self.budget().charge_shared(LEAST).map_err(|exceeded| self.refused(exceeded).in_field(&field.name))?;
        let value = read(self);
        self.budget().use_shared(self.size_from(offset).saturating_sub(LEAST));
        self.covers_padded(field, offset, self.position());
        self.rest = back;
        value
    }

    /// Checks a constant signature that is not part of the value.
    ///
    /// # Errors
    /// Returns an error when the bytes differ.
    pub fn magic(&mut self, field: &Field, magic: &[u8]) -> Result<()> {
        let at = self.location();
        let bytes = self.take(magic.len() as u64).map_err(|error| error.in_field(&field.name))?;
        if bytes == magic {
            self.report_leaf(field, bytes, at);
            return Ok(());
        }
        let message =
            format!("expected the signature {}, found {}", quote(Value::Text(magic)), quote(Value::Text(bytes)));
        Err(Error::fault(Class::BadMagic, at, message).in_field(&field.name))
    }
}

//! Reads values of fields.

use super::{Decoder, NamelessScope};
use crate::codec::narrow::no_width;
use crate::codec::{CText, Fixed, TerminatedText, Varint, varint};
use crate::report::{Class, Error, Location, Result, Segment, quote_value};
use crate::schema::{Endian, Field, Type};
use crate::value::{LeafValue, SignatureBytes, walk_element, walk_scalar};
use crate::watch::NodeKind;

impl<'a> Decoder<'a, '_> {
    /// Reports a value without parts to the listener.
    #[inline]
    pub(crate) fn report_leaf(&mut self, field: &Field, bytes: &[u8], at: Location) {
        self.report_numbers(field, field.ty.endian(), bytes, at);
    }

    /// Reports a value without parts like [`Self::report_leaf`]; its numbers have the byte order `order`.
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
            walk_scalar((field, &ty), bytes, at, &NamelessScope, watch);
            self.relate_field(field, &ty, bytes, at);
        }
    }

    /// Reads a whole number that is stored in `width` bytes.
    ///
    /// # Errors
    /// Returns an error when the width is not from 1 to the number of bytes of the type, when the bytes end too early,
    /// or when the number does not fit into `T`.
    pub fn read_narrowed<T: TryFrom<i128>>(&mut self, field: &Field, width: i128, endian: Endian) -> Result<T> {
        let ty = field.ty.in_order(endian);
        let Some(ty) = ty.of_width(width) else {
            return Err(self.fault(Class::Overflow, no_width(&ty, width)).in_field(&field.name));
        };
        let at = self.location();
        // A whole number of a stated width has a fixed size.
        let bytes = self.take(ty.fixed_size().unwrap_or(0)).map_err(|error| error.in_field(&field.name))?;
        self.report_numbers(field, endian, bytes, at);
        let number = LeafValue::from_bytes(&ty, bytes).and_then(|value| T::try_from(value.as_int()?).ok());
        number.ok_or_else(|| {
            self.fault(Class::Overflow, "the number does not fit into the type of the field").in_field(&field.name)
        })
    }

    /// Reads `count` numbers. `sound` returns whether all numbers keep their rules. If they do, a listener that wants
    /// no leaves is not called.
    ///
    /// # Errors
    /// Returns an error when the bytes end too early, or the numbers exceed the memory limit.
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

    /// Takes the next numbers, and returns the numbers and their bytes.
    #[inline]
    fn take_numbers<T: Fixed>(&mut self, field: &Field, count: u64, endian: Endian) -> Result<(Vec<T>, &'a [u8])> {
        let taken = self.take_elements(count, T::SIZE as u64);
        match taken.and_then(|bytes| self.charge_elements::<T>(count).map(|()| bytes)) {
            Ok(bytes) => Ok((T::get_list(bytes, endian), bytes)),
            Err(error) => Err(error.in_field(&field.name)),
        }
    }

    /// Reads numbers up to the end of the space.
    ///
    /// # Errors
    /// Returns an error when the last number is incomplete, or the numbers exceed the memory limit.
    pub fn numbers_to_end<T: Fixed>(
        &mut self,
        field: &Field,
        endian: Endian,
        sound: impl FnOnce(&[T]) -> bool,
    ) -> Result<Vec<T>> {
        self.numbers(field, self.elements_left(T::SIZE as u64), endian, sound)
    }

    /// Returns the number of elements of `size` bytes up to the end of the space. An incomplete element at the end is
    /// counted, so that reading the elements fails.
    pub(crate) fn elements_left(&self, size: u64) -> u64 {
        self.remaining().div_ceil(size.max(1))
    }

    /// Reads bytes up to a NUL.
    ///
    /// # Errors
    /// Returns an error when no NUL follows.
    pub fn text<T: TerminatedText>(&mut self, field: &Field) -> Result<T> {
        let at = self.location();
        let (text, bytes) = self.take_text(field).map_err(|error| error.in_field(&field.name))?;
        self.report_leaf(field, bytes, at);
        Ok(text)
    }

    /// Reads a counted list of texts. Without a count, reads texts up to the end of the space.
    ///
    /// # Errors
    /// Returns an error when a text has no NUL at its end.
    pub fn texts<T: TerminatedText>(&mut self, field: &Field, count: Option<u64>) -> Result<Vec<T>> {
        let name = Segment::Field(field.name.clone());
        let (before, at) = (self.rest, self.location());
        if let Some(pool) = field.pool.as_ref().filter(|_| count.is_none()) {
            self.relate_texts(pool, before, at);
        }
        self.read_node(name, NodeKind::Array, None, Some(field), |d| {
            let mut list = Vec::new();
            while count.map_or(d.remaining() > 0, |count| (list.len() as u64) < count) {
                let index = list.len() as u64;
                list.push(d.text_element(field, index)?);
            }
            Ok(list)
        })
    }

    /// Reads one element of a list of texts.
    pub(crate) fn text_element<T: TerminatedText>(&mut self, field: &Field, index: u64) -> Result<T> {
        let at = self.location();
        let (text, bytes) = self.take_text(field).map_err(|error| error.in_element(index))?;
        if let Some(watch) = self.watch() {
            walk_element(field, Segment::Index(index), bytes, at, watch);
        }
        Ok(text)
    }

    /// Takes the next text, and its bytes with the terminator.
    fn take_text<T: TerminatedText>(&mut self, field: &Field) -> Result<(T, &'a [u8])> {
        let rest = self.rest;
        let (end, terminator, missing): (_, &[u8], _) = if field.terminator_size() == 2 {
            let end = rest.as_chunks::<2>().0.iter().position(|unit| *unit == [0, 0]);
            (end.map(|units| 2 * units), &[0, 0], "expected a terminating NUL of two bytes before the end, found none")
        } else {
            (rest.iter().position(|byte| *byte == 0), &[0], "expected a terminating NUL before the end, found none")
        };
        let end = end.ok_or_else(|| self.fault(Class::Unterminated, missing))?;
        // Texts are small allocations, which cost more than their bytes.
        let memory = end + size_of::<CText>() + if end > 0 { 16 } else { 0 };
        self.charge_memory(memory as u64)?;
        let bytes = self.take((end + terminator.len()) as u64)?;
        let text = T::of_stored(bytes.strip_suffix(terminator).unwrap_or(bytes));
        Ok((text.ok_or_else(|| self.fault(Class::BadText, "expected a text without NUL, found a NUL"))?, bytes))
    }

    /// Reads a variable-length number.
    ///
    /// # Errors
    /// Returns an error when the bytes end inside of the number, or the number is too large.
    pub fn varint<T: TryFrom<i128>, F>(&mut self, field: &Field) -> Result<Varint<T, F>> {
        let at = self.location();
        let Type::Varint { bits, form } = field.ty else {
            return Err(self
                .fault(
                    Class::BadVarint,
                    "expected a variable-length number as the type of the field, found another type",
                )
                .in_field(&field.name));
        };
        let (value, size) = varint::read_varint(self.rest, bits, form).map_err(|class| {
            let message = match class {
                Class::Truncated => "the bytes end inside of the number".to_owned(),
                _ if form.has_prefix() => {
                    format!("the bytes are not a number of up to {bits} bits in the form {}", form.name())
                }
                _ => format!("the number needs more than {bits} bits"),
            };
            self.fault(class, message).in_field(&field.name)
        })?;
        let bytes = self.take(size as u64)?;
        self.report_leaf(field, bytes, at);
        if let Some(numbers) = self.budget().number_sizes().filter(|_| field.is_computed()) {
            let least = varint::varint_size(value, form);
            numbers.add(field, value, (size, least), &self.budget().memory_account());
        }
        let value = T::try_from(value).map_err(|_| self.fault(Class::BadVarint, "too large").in_field(&field.name))?;
        Ok(Varint::with_size(value, size))
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
        let message = format!(
            "expected the signature {}, found {}",
            quote_value(SignatureBytes(magic)),
            quote_value(SignatureBytes(bytes))
        );
        Err(Error::fault(Class::BadMagic, at, message).in_field(&field.name))
    }
}

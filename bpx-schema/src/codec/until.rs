//! Lists without a count, which end with a marked element or before a terminator.

use super::{Arguments, Codec, Decode, Decoder, ElementStarts, Encoder, Fixed, TerminatedText};
use crate::report::{Class, Result, Segment, quote_value};
use crate::schema::{Endian, Field, Length, element_step};
use crate::value::LeafValue;
use crate::watch::{Leaf, NodeKind};

/// The end of a list without a count.
pub enum ListEnd<'e, T> {
    /// The first element for which the condition holds. The condition takes the element and its number; the element
    /// belongs to the list.
    Until(&'e dyn Fn(&T, i128) -> Option<bool>),
    /// A terminator, which is not an element.
    Terminated(&'static [u8]),
}

impl<T> ListEnd<'_, T> {
    fn terminator(&self) -> Option<&'static [u8]> {
        match self {
            Self::Terminated(bytes) => Some(bytes),
            Self::Until(_) => None,
        }
    }

    fn is_last(&self, one: &T, index: u64) -> Option<bool> {
        match self {
            Self::Until(holds) => holds(one, i128::from(index)),
            Self::Terminated(_) => Some(false),
        }
    }
}

/// Returns, from the bytes and the number of an element, whether the element is the last one; `None` when the condition
/// has no value.
pub(crate) type IsLast<'f> = dyn FnMut(&Decoder<'_, '_>, &[u8], u64) -> Result<Option<bool>> + 'f;

/// Counts the elements that were read.
#[derive(Debug, Default)]
pub struct Counter(std::cell::Cell<u64>);

impl Counter {
    /// Returns the number of the next element, and counts the element.
    #[must_use]
    pub fn advance(&self) -> i128 {
        let index = self.0.get();
        self.0.set(index + 1);
        i128::from(index)
    }
}

impl<'a> Decoder<'a, '_> {
    /// Reads numbers up to the end of a list.
    ///
    /// # Errors
    /// Returns `Unterminated` when the bytes end before the list, and `Overflow` when the condition has no value.
    pub fn numbers_until<T: Fixed>(&mut self, field: &Field, endian: Endian, end: &ListEnd<'_, T>) -> Result<Vec<T>> {
        let holds = |bytes: &[u8], index| end.is_last(&T::get(bytes, endian), index);
        let count =
            self.count_until(field, T::SIZE as u64, end.terminator(), &mut |_, bytes, index| Ok(holds(bytes, index)))?;
        // The end was found one element at a time, so no check is left.
        let list = self.numbers(field, count, endian, |_| false)?;
        self.read_terminator(field, end.terminator())?;
        Ok(list)
    }

    /// Reads texts up to the end of a list.
    ///
    /// # Errors
    /// Returns the errors of [`numbers_until`](Self::numbers_until), and an error when a text has no terminator.
    pub fn texts_until<T: TerminatedText>(&mut self, field: &Field, end: &ListEnd<'_, T>) -> Result<Vec<T>> {
        let name = Segment::Field(field.name.clone());
        let read = |d: &mut Self, index| d.text_element(field, index);
        let list = self.read_node(name, NodeKind::Array, None, Some(field), |d| {
            d.elements_until(field, end.terminator(), read, |_, one, index| Ok(end.is_last(one, index)))
        })?;
        self.read_terminator(field, end.terminator())?;
        Ok(list)
    }

    /// Reads nested structures up to the end of a list. `args` returns the parameters of the next structure; to compute
    /// the parameters, `cost` elements are searched.
    ///
    /// # Errors
    /// Returns the errors of [`numbers_until`](Self::numbers_until), and those of the structure.
    pub fn list_until<T: Decode<'a>>(
        &mut self,
        field: &Field,
        cost: u64,
        args: &dyn Fn(&Decoder<'_, '_>) -> Result<T::Args>,
        end: &ListEnd<'_, T>,
    ) -> Result<Vec<T>> {
        self.list_located_until(field, cost, args, end).map(|(list, _)| list)
    }

    /// Reads a list like [`list_until`](Self::list_until), and returns the beginnings of the elements too.
    ///
    /// # Errors
    /// Returns the errors of [`list_until`](Self::list_until).
    pub fn list_located_until<T: Decode<'a>>(
        &mut self,
        field: &Field,
        cost: u64,
        args: &dyn Fn(&Decoder<'_, '_>) -> Result<T::Args>,
        end: &ListEnd<'_, T>,
    ) -> Result<(Vec<T>, ElementStarts)> {
        let mut starts = ElementStarts::default();
        let is_located = T::schema().size.is_none() || T::Args::COUNT > 0;
        let read = |d: &mut Self, index| {
            if is_located && d.is_watched() {
                starts.push(d.position());
            }
            d.read_element(index, |d| {
                d.charge_search(cost)?;
                let args = args(d)?;
                T::decode_from(d, args)
            })
        };
        let list = self.list_of(field, |d| {
            d.elements_until(field, end.terminator(), read, |_, one, index| Ok(end.is_last(one, index)))
        })?;
        self.read_terminator(field, end.terminator())?;
        Ok((list, starts))
    }

    /// Reads elements up to a terminator, without the terminator, or up to and including the last element.
    ///
    /// # Errors
    /// Returns the error of the first element that fails; `Unterminated` when the bytes end before the list; an error
    /// when an element other than the last takes no bytes.
    pub(crate) fn elements_until<T>(
        &mut self,
        field: &Field,
        terminator: Option<&[u8]>,
        mut read: impl FnMut(&mut Self, u64) -> Result<T>,
        mut is_last: impl FnMut(&Self, &T, u64) -> Result<Option<bool>>,
    ) -> Result<Vec<T>> {
        let mut list = Vec::new();
        loop {
            if terminator.is_some_and(|terminator| self.rest().starts_with(terminator)) {
                return Ok(list);
            }
            let (index, before) = (list.len() as u64, self.remaining());
            if before == 0 {
                return Err(self.fault(Class::Unterminated, without_end(field)));
            }
            self.charge_growth::<T>(index, before)?;
            let one = read(self, index)?;
            let last = is_last(self, &one, index)?;
            let last = last.ok_or_else(|| self.fault(Class::Overflow, NO_VALUE).in_element(index))?;
            list.push(one);
            if last {
                return Ok(list);
            }
            if self.remaining() == before {
                return Err(
                    self.fault(Class::Inconsistent, "expected an element of at least one byte, found an empty one")
                );
            }
        }
    }

    /// Returns the number of elements of a fixed size before a terminator, or up to and including the last element.
    ///
    /// # Errors
    /// Returns `Unterminated` when the bytes end before the list, and `Overflow` when the condition has no value.
    pub(crate) fn count_until(
        &mut self,
        field: &Field,
        size: u64,
        terminator: Option<&[u8]>,
        is_last: &mut IsLast<'_>,
    ) -> Result<u64> {
        let step = element_step(size);
        let (mut rest, mut count) = (self.rest(), 0_u64);
        loop {
            if terminator.is_some_and(|terminator| rest.starts_with(terminator)) {
                return Ok(count);
            }
            let Some((one, after)) = rest.split_at_checked(step) else {
                return Err(self.fault(Class::Unterminated, without_end(field)).in_field(&field.name));
            };
            if terminator.is_none() {
                let last = is_last(self, one, count)?;
                let fault = || self.fault(Class::Overflow, NO_VALUE).in_element(count).in_field(&field.name);
                if last.ok_or_else(fault)? {
                    return Ok(count + 1);
                }
            }
            (rest, count) = (after, count + 1);
        }
    }

    /// Reads the terminator of a list.
    ///
    /// # Errors
    /// Returns an error when the terminator is missing.
    pub(crate) fn read_terminator(&mut self, field: &Field, terminator: Option<&[u8]>) -> Result<()> {
        let Some(terminator) = terminator else { return Ok(()) };
        let at = self.location();
        let bytes = self.take(terminator.len() as u64).map_err(|error| error.in_field(&field.name))?;
        if let Some(watch) = self.watch().filter(|watch| watch.wants_leaves()) {
            let leaf = Leaf::added_member("terminator", at, LeafValue::Text(bytes));
            watch.leaf(&Leaf { doc: "Ends the list before the terminator.", derived: true, bytes, ..leaf });
        }
        Ok(())
    }
}

pub(super) const NO_VALUE: &str = "the condition has no value, because its computation fails";

/// Returns the message for a list that does not end.
fn without_end(field: &Field) -> String {
    match &field.len {
        Some(Length::Terminated(bytes)) => {
            format!("expected the terminator {}, found the end of the bytes", quote_value(LeafValue::Text(bytes)))
        }
        Some(Length::Until(condition)) => format!("expected an element with `{condition}`, found the end of the bytes"),
        _ => "expected the end of the list, found the end of the bytes".to_owned(),
    }
}

/// Returns the message for an element at which the list must not end, or must end.
pub(crate) fn misplaced_last(condition: &str, holds: Option<bool>) -> String {
    match holds {
        Some(true) => format!("`{condition}` holds, so a reader would end the list here"),
        Some(false) => format!("`{condition}` does not hold for the last element, so the list would not end"),
        None => format!("`{condition}` has no value, because its computation fails"),
    }
}

/// Returns the message for an empty list with a condition for its last element.
pub(crate) fn lacks_last(condition: &str) -> String {
    format!("expected a last element with `{condition}`, found no element")
}

/// Returns the message for an element that begins with the terminator of its list.
pub(crate) fn begins_with(terminator: &[u8]) -> String {
    format!(
        "the element begins with the terminator {}, so a reader would end the list here",
        quote_value(LeafValue::Text(terminator))
    )
}

impl Encoder<'_> {
    /// Rejects a list whose last element is not the first one for which a condition holds.
    ///
    /// # Errors
    /// Returns `Inconsistent`, at the element.
    pub fn expect_until<T>(&self, field: &Field, list: &[T], is_last: &dyn Fn(&T, i128) -> Option<bool>) -> Result<()> {
        let condition = field.len.as_ref().and_then(Length::expr).map_or(String::new(), ToString::to_string);
        if list.is_empty() {
            return Err(self.fault(Class::Inconsistent, lacks_last(&condition)).in_field(&field.name));
        }
        for (index, one) in (1_u64..).zip(list) {
            let holds = is_last(one, i128::from(index - 1));
            if holds != Some(index == list.len() as u64) {
                let fault = self.fault(Class::Inconsistent, misplaced_last(&condition, holds));
                return Err(fault.in_element(index - 1).in_field(&field.name));
            }
        }
        Ok(())
    }

    /// Writes numbers, and the terminator of the list.
    ///
    /// # Errors
    /// Returns an error when a number begins with the terminator, because a reader would end the list there.
    pub fn numbers_terminated<T: Fixed>(
        &mut self,
        field: &Field,
        values: &[T],
        endian: Endian,
        terminator: &[u8],
    ) -> Result<()> {
        let start = self.position();
        self.numbers(values, endian)?;
        self.write_terminator(field, (0..values.len() as u64).map(|index| start + index * T::SIZE as u64), terminator)
    }

    /// Writes texts, and the terminator of the list.
    ///
    /// # Errors
    /// Returns an error when a text begins with the terminator, because a reader would end the list there.
    pub fn texts_terminated<T: TerminatedText>(&mut self, field: &Field, texts: &[T], terminator: &[u8]) -> Result<()> {
        let mut starts = Vec::with_capacity(texts.len());
        for text in texts {
            starts.push(self.position());
            self.text(text)?;
        }
        self.write_terminator(field, starts.into_iter(), terminator)
    }

    /// Writes nested structures, and the terminator of the list.
    ///
    /// # Errors
    /// Returns the errors of the structures, and an error when a structure begins with the terminator, because a reader
    /// would end the list there.
    pub fn list_terminated<T: Codec>(
        &mut self,
        field: &Field,
        values: &[T],
        args: &dyn Fn(&Encoder<'_>) -> Result<T::Args>,
        terminator: &[u8],
    ) -> Result<()> {
        let mut starts = Vec::with_capacity(values.len());
        for (index, value) in (0_u64..).zip(values) {
            starts.push(self.position());
            let written = args(self).and_then(|args| self.write_level(|e| value.encode(e, args)));
            written.map_err(|error| error.in_element(index).in_field(&field.name))?;
        }
        self.write_terminator(field, starts.into_iter(), terminator)
    }

    /// Writes a terminator. Rejects elements, which begin at `starts`, whose first bytes are the terminator.
    fn write_terminator(&mut self, field: &Field, starts: impl Iterator<Item = u64>, terminator: &[u8]) -> Result<()> {
        self.write_bytes(terminator);
        let Some(written) = self.written_bytes() else { return Ok(()) };
        match first_terminated(written, starts, terminator) {
            Some(index) => {
                let fault = self.fault(Class::Inconsistent, begins_with(terminator));
                Err(fault.in_element(index).in_field(&field.name))
            }
            None => Ok(()),
        }
    }
}

/// Returns the number of the first element that begins with a terminator. `starts` has the positions of all elements in
/// the bytes.
pub(crate) fn first_terminated(bytes: &[u8], starts: impl Iterator<Item = u64>, terminator: &[u8]) -> Option<u64> {
    let begins = |start: u64| {
        let rest = usize::try_from(start).ok().and_then(|start| bytes.get(start..));
        rest.is_some_and(|rest| rest.starts_with(terminator))
    };
    (0_u64..).zip(starts).find(|(_, start)| begins(*start)).map(|(index, _)| index)
}

use crate::bpx::container::Section;
use crate::bpx::layout::in_section;
use crate::elements::element_offset;
use bpx_schema::codec::{Fixed, View};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;
use std::borrow::Cow;
use std::marker::PhantomData;

/// Records in the content of a section. The records are borrowed when the file lies in memory and the content is stored
/// uncompressed; otherwise they are in a copy of the content.
#[derive(Debug, Clone)]
pub struct Records<'m, T> {
    content: Cow<'m, [u8]>,
    /// The range of the records in the content, where `start` is at most `end`, and `end` is at most the size of the
    /// content.
    start: usize,
    end: usize,
    record: PhantomData<fn() -> T>,
}

impl<'m, T: Fixed> Records<'m, T> {
    /// Creates an array without records.
    pub(super) fn none() -> Self {
        Self::all(Cow::Borrowed(&[]), 0)
    }

    /// Creates an array of as many records as fit after `start` bytes.
    pub(super) fn all(content: Cow<'m, [u8]>, start: usize) -> Self {
        let end = content.len();
        Self { content, start: start.min(end), end, record: PhantomData }
    }

    /// Creates an array with as many records as a count of type `C` before the records states.
    pub(super) fn counted<C: Fixed + Into<u32>>(section: &Section<'m>, field: &str) -> Result<Self> {
        let content = section.bytes()?;
        let count: u32 = content.get(..C::SIZE).map(|bytes| C::get(bytes, Endian::Little)).map_or(0, Into::into);
        let size = element_offset(C::SIZE as u64, count.into(), T::SIZE as u64);
        match usize::try_from(size).ok().filter(|end| *end <= content.len()) {
            Some(end) => Ok(Self { content, start: C::SIZE, end, record: PhantomData }),
            None => {
                let message = format!("{count} elements need {size} bytes, found {}", content.len());
                let error = Error::fault(Class::Truncated, section.space().location(0), message);
                Err(in_section(error.in_field(field), section.index()))
            }
        }
    }

    /// Returns the records, decoded on access.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_, T> {
        View::new(self.bytes()).0
    }

    /// Returns the bytes of the records.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.content.split_at(self.end).0.split_at(self.start).1
    }

    /// Returns whether the records are borrowed from the file, without a copy.
    #[must_use]
    pub fn is_borrowed(&self) -> bool {
        matches!(self.content, Cow::Borrowed(_))
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.view().len()
    }

    /// Returns whether there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns one record, counted from 0.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        self.view().get(index)
    }
}

//! Reads contents at offsets that mostly increase.

use crate::bpx::container::{Section, SectionReader};
use bpx_schema::Result;
use bpx_schema::source::fill_with;

/// Number of bytes from which an object is read front to back, on all cores, if it starts or continues at the
/// beginning of a section.
const LARGE: u64 = 4 << 20;

/// Reads from sections at offsets. Seekable contents are read directly; for others, a decoder is kept, so that
/// reading further costs only the bytes that are read.
#[derive(Default)]
pub(super) struct Cursor<'c> {
    open: Option<(usize, SectionReader<'c>)>,
    /// The section that was read last, and whether it is seekable.
    last: Option<(usize, bool)>,
}

impl<'c> Cursor<'c> {
    /// Reads up to `buf.len()` bytes of the content of a section at an offset; fewer only at its end. The caller
    /// needs `left` bytes from that offset.
    pub(super) fn read(&mut self, section: Section<'c>, offset: u64, left: u64, buf: &mut [u8]) -> Result<usize> {
        let seekable = match self.last.filter(|(index, _)| *index == section.index()) {
            Some((_, seekable)) => seekable,
            None => section.is_seekable(),
        };
        self.last = Some((section.index(), seekable));
        let goes_on = |(index, reader): &(usize, SectionReader<'_>)| {
            *index == section.index() && reader.position() == offset && offset > 0
        };
        let in_order = (offset == 0 && left >= LARGE) || self.open.as_ref().is_some_and(goes_on);
        if seekable && !in_order {
            return section.read_at(offset, buf);
        }
        let known = self.open.take().filter(|(index, reader)| *index == section.index() && reader.position() <= offset);
        let mut reader = match known {
            Some((_, reader)) => reader,
            None => section.reader()?,
        };
        reader.skip(offset.saturating_sub(reader.position()))?;
        let filled = fill_with(buf, |rest| reader.take_some(rest))?;
        self.open = Some((section.index(), reader));
        Ok(filled)
    }
}

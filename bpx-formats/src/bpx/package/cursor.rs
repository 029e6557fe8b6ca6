//! Reading contents at offsets that mostly grow.

use crate::bpx::container::{Section, SectionReader};
use bpx_schema::Result;
use bpx_schema::source::fill_with;

/// Reads from sections at offsets. What can be read at any offset is; of the rest, a decoder is kept, so that reading
/// on costs nothing but what is read.
#[derive(Default)]
pub(super) struct Cursor<'c> {
    open: Option<(usize, SectionReader<'c>)>,
    /// The section that was read last, and whether it is seekable.
    last: Option<(usize, bool)>,
}

impl<'c> Cursor<'c> {
    /// Reads up to `buf.len()` bytes of the content of a section at an offset; fewer only at its end.
    pub(super) fn read(&mut self, section: Section<'c>, offset: u64, buf: &mut [u8]) -> Result<usize> {
        let seekable = match self.last.filter(|(index, _)| *index == section.index()) {
            Some((_, seekable)) => seekable,
            None => section.is_seekable(),
        };
        self.last = Some((section.index(), seekable));
        if seekable {
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

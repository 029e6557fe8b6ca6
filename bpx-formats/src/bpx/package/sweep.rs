//! Reads the bytes of objects from the Data sections.

use super::DataMap;
use crate::bpx::container::{Container, Section, SectionReader};
use crate::bpx::span::Span;
use crate::bpx::stream_error::from_stream_error;
use bpx_schema::report::Result;
use bpx_schema::schema::Offset;
use bpx_schema::source::fill_with;
use std::io::{self, BufRead};
use std::num::Saturating;

/// Number of bytes that are read at a time if a section is not read from its beginning.
const PIECE: usize = 256 << 10;
/// Size in bytes of the largest run that is kept because several objects share it. A larger run is decoded again.
const SHARED: usize = 16 << 20;
/// Number of bytes from which the beginning of a section is read from front to back, on all cores.
const LARGE: u64 = 4 << 20;

/// Reads the Data sections as one sequence of bytes, in which positions count.
///
/// Planned sections are read once, in order and to their ends, and are checked. For other sections, and for bytes
/// before the current position, only the needed bytes are decoded.
pub(super) struct Sweep<'p> {
    container: &'p Container,
    data: &'p DataMap,
    /// The numbers of the sections that contain planned bytes, in order.
    planned: Vec<usize>,
    open: Option<(usize, SectionReader<'p>)>,
    /// The section after the open section, which is decoded ahead.
    next: Option<(usize, SectionReader<'p>)>,
    /// The last section that was opened.
    last: usize,
    checked: u64,
    /// Bytes that several objects share.
    kept: Run,
    /// A section that is read without regard to the plan. Its decoder is kept, so that reading further costs only the
    /// bytes that are read.
    apart: Option<(usize, SectionReader<'p>)>,
    /// The section that was last read without regard to the plan, and whether the section is seekable.
    seekable: Option<(usize, bool)>,
    /// The bytes that were last read without regard to the plan.
    piece: Run,
}

/// Bytes, and the position of the first byte.
#[derive(Default)]
struct Run {
    start: u64,
    bytes: Vec<u8>,
}

impl Run {
    /// Returns the first of the wanted bytes; no bytes if they begin at the end of the run, and `None` if they begin
    /// outside of the run.
    fn wanted_bytes(&self, wanted: Span) -> Option<&[u8]> {
        let rest = (Offset::from(wanted.start()) - self.start).up_to(self.bytes.len() as u64, &self.bytes);
        rest.map(|rest| first_bytes(rest, wanted.size()))
    }

    fn has_bytes(&self, wanted: Span) -> bool {
        self.wanted_bytes(wanted).is_some_and(|bytes| !bytes.is_empty())
    }
}

#[cfg_attr(not(any(unix, windows)), allow(dead_code))]
impl<'p> Sweep<'p> {
    /// Creates a sweep whose plan is a list of runs of bytes, sorted by their starts.
    pub(super) fn new(container: &'p Container, data: &'p DataMap, spans: impl IntoIterator<Item = Span>) -> Self {
        let (mut planned, mut covered) = (Vec::new(), 0);
        for span in spans {
            let mut at = span.start().max(covered);
            while at < span.end()
                && let Some((section, _)) = data.find_position(at)
            {
                planned.push(section);
                at = data.section_span(section).end();
                covered = at;
            }
        }
        let (kept, piece) = (Run::default(), Run::default());
        let (open, next, apart, seekable) = (None, None, None, None);
        Self { container, data, planned, open, next, last: 0, checked: 0, kept, apart, seekable, piece }
    }

    /// Returns whether the sweep reads this container.
    pub(super) fn reads_container(&self, container: &Container) -> bool {
        std::ptr::eq(self.container, container)
    }

    /// Returns the position up to which all planned sections have the stated checksums.
    pub(super) fn checked_position(&self) -> u64 {
        self.checked
    }

    /// Returns the position after the section with the last byte of a run.
    pub(super) fn section_end(&self, run: Span) -> u64 {
        self.data
            .find_position(run.last_bytes(1).start())
            .map_or(run.end(), |(section, _)| self.data.section_span(section).end())
    }

    /// Returns whether a position lies in the open section.
    pub(super) fn is_at(&self, position: u64) -> bool {
        let section = self.data.find_position(position).map(|(section, _)| section);
        self.open.as_ref().is_some_and(|(open, _)| Some(*open) == section)
    }

    /// Returns the first bytes of a run that the caller needs, at least one byte. Bytes that another object shares are
    /// kept.
    ///
    /// # Errors
    /// Returns errors of reading a section.
    pub(super) fn bytes_of_run(&mut self, wanted: Span, shared: bool) -> Result<&[u8]> {
        if self.kept.has_bytes(wanted) {
            return Ok(self.kept.wanted_bytes(wanted).unwrap_or(&[]));
        }
        if self.piece.has_bytes(wanted) {
            return Ok(self.piece.wanted_bytes(wanted).unwrap_or(&[]));
        }
        let (section, offset) = self.data.find_position(wanted.start()).ok_or_else(cut_error)?;
        if wanted.start() < self.position() || self.planned.binary_search(&section).is_err() {
            return self.read_unplanned(section, offset, wanted);
        }
        self.enter_section(section)?;
        let (_, reader) = self.open.as_mut().ok_or_else(cut_error)?;
        reader.skip_to(offset)?;
        let bytes = first_bytes(reader.fill_buf().map_err(from_stream_error)?, wanted.size());
        if bytes.is_empty() {
            // The file became shorter.
            return Err(cut_error().into());
        }
        let size = Saturating(self.kept.bytes.len()) + Saturating(bytes.len());
        if !shared || self.kept.wanted_bytes(wanted).is_none() || size.0 > SHARED {
            self.kept = Run { start: wanted.start(), bytes: std::mem::take(&mut self.kept.bytes) };
            self.kept.bytes.clear();
        }
        if shared {
            self.kept.bytes.extend_from_slice(bytes);
        }
        Ok(bytes)
    }

    /// Reads all planned sections and checks them.
    ///
    /// # Errors
    /// Returns errors of reading a section.
    pub(super) fn check_all(mut self) -> Result<()> {
        for section in self.planned.clone() {
            self.enter_section(section)?;
        }
        self.finish_section()
    }

    /// Reads the open section to its end and checks it.
    ///
    /// # Errors
    /// Returns errors of reading a section.
    pub(super) fn finish_section(&mut self) -> Result<()> {
        let Some((section, mut reader)) = self.open.take() else { return Ok(()) };
        reader.skip_to(u64::MAX)?;
        self.checked = self.data.section_span(section).end();
        Ok(())
    }

    /// Closes the section that failed, and returns the position after the section.
    pub(super) fn give_up(&mut self) -> u64 {
        self.open = None;
        self.data.section_span(self.last).end()
    }

    /// Returns the position of the first byte that the sweep has not passed.
    fn position(&self) -> u64 {
        let start = |(section, reader): &(usize, SectionReader<'_>)| {
            self.data.section_span(*section).without_first(reader.position()).start()
        };
        self.open.as_ref().map_or(self.checked, start)
    }

    /// Opens a planned section, unless it is open, and decodes ahead, so that no thread is idle.
    fn enter_section(&mut self, section: usize) -> Result<()> {
        if self.open.as_ref().is_none_or(|(open, _)| *open != section) {
            self.finish_section()?;
            self.last = section;
            self.open = Some(match self.next.take().filter(|(next, _)| *next == section) {
                Some(ready) => ready,
                None => (section, self.section_at(section)?.reader()?),
            });
        }
        if self.next.is_none()
            && self.open.as_mut().is_some_and(|(_, reader)| !reader.begin_ahead())
            && let Some(next) = self.planned.get(self.planned.partition_point(|planned| *planned <= section))
            // A fault of the section is reported when it is entered.
            && let Ok(mut reader) = self.section_at(*next).and_then(|section| section.reader())
        {
            reader.begin_ahead();
            self.next = Some((*next, reader));
        }
        Ok(())
    }

    /// Reads bytes without regard to the plan, directly from seekable contents, and otherwise with a decoder.
    fn read_unplanned(&mut self, index: usize, offset: u64, wanted: Span) -> Result<&[u8]> {
        let section = self.section_at(index)?;
        let seekable = match self.seekable.filter(|(last, _)| *last == index) {
            Some((_, seekable)) => seekable,
            None => section.is_seekable(),
        };
        self.seekable = Some((index, seekable));
        let at_end = |(last, reader): &(usize, SectionReader<'_>)| *last == index && reader.position() == offset;
        let in_order = if offset == 0 { wanted.size() >= LARGE } else { self.apart.as_ref().is_some_and(at_end) };
        let mut bytes = std::mem::take(&mut self.piece).bytes;
        bytes.resize(usize::try_from(wanted.size()).map_or(PIECE, |size| size.min(PIECE)), 0);
        let read = if seekable && !in_order {
            section.read_at(offset, &mut bytes)?
        } else {
            let known = self.apart.take().filter(|(last, reader)| *last == index && reader.position() <= offset);
            let mut reader = known.map_or_else(|| section.reader(), |(_, reader)| Ok(reader))?;
            reader.skip_to(offset)?;
            let read = fill_with(&mut bytes, |rest| reader.read_some(rest))?;
            self.apart = Some((index, reader));
            read
        };
        if read == 0 {
            // The file became shorter.
            return Err(cut_error().into());
        }
        bytes.truncate(read);
        self.piece = Run { start: wanted.start(), bytes };
        Ok(&self.piece.bytes)
    }

    fn section_at(&self, index: usize) -> Result<Section<'p>> {
        Ok(self.container.section(index).ok_or_else(cut_error)?)
    }
}

/// Returns at most the first `most` bytes.
fn first_bytes(bytes: &[u8], most: u64) -> &[u8] {
    usize::try_from(most).ok().and_then(|most| bytes.get(..most)).unwrap_or(bytes)
}

/// Returns the error for a file that became shorter.
fn cut_error() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

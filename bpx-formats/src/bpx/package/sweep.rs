//! The Data sections, front to back.

use super::Package;
use crate::bpx::container::SectionReader;
use crate::bpx::stream_error::from_stream_error;
use bpx_schema::report::Result;
use std::io::{self, BufRead};

/// The Data sections, read once and in order, and checked. Positions count in the sequence of all Data sections.
pub(super) struct Sweep<'p> {
    package: &'p Package,
    /// The sections that contain needed bytes, in order.
    wanted: Vec<usize>,
    open: Option<(usize, SectionReader<'p>)>,
    /// The section after the open one, decoded ahead.
    next: Option<(usize, SectionReader<'p>)>,
    /// The last section that was read.
    last: usize,
    checked: u64,
}

#[cfg_attr(not(any(unix, windows)), allow(dead_code))]
impl<'p> Sweep<'p> {
    /// Creates a sweep over runs of bytes, each a position and a size, sorted by position.
    pub(super) fn new(package: &'p Package, spans: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let (data, mut wanted, mut covered) = (package.data(), Vec::new(), 0);
        for (position, size) in spans {
            let (mut at, end) = (covered.max(position), position.saturating_add(size));
            while at < end
                && let Some((section, _)) = data.find(at)
            {
                wanted.push(section);
                at = data.end(section);
                covered = at;
            }
        }
        Self { package, wanted, open: None, next: None, last: 0, checked: 0 }
    }

    /// Returns the position of the next byte.
    pub(super) fn position(&self) -> u64 {
        let start = |(section, reader): &(usize, SectionReader<'_>)| {
            self.package.data().start(*section).saturating_add(reader.position())
        };
        self.open.as_ref().map_or(self.checked, start)
    }

    /// Returns the position up to which all read sections have the stated checksums.
    pub(super) fn checked(&self) -> u64 {
        self.checked
    }

    /// Returns the position after the section with the byte at a position.
    pub(super) fn section_end(&self, position: u64) -> u64 {
        let data = self.package.data();
        data.find(position).map_or(position, |(section, _)| data.end(section))
    }

    /// Returns whether a position lies in the open section.
    pub(super) fn is_at(&self, position: u64) -> bool {
        let section = self.package.data().find(position).map(|(section, _)| section);
        self.open.as_ref().is_some_and(|(open, _)| Some(*open) == section)
    }

    /// Passes some of the next bytes at a position to `take`: at least one, at most `most`. Bytes before the position
    /// are skipped; a section that ends there is checked.
    ///
    /// # Errors
    /// Errors of reading a section.
    pub(super) fn piece<T>(&mut self, position: u64, most: u64, take: impl FnOnce(&[u8]) -> T) -> Result<(u64, T)> {
        let (section, offset) = self.package.data().find(position).ok_or_else(cut)?;
        if self.open.as_ref().is_none_or(|(open, _)| *open != section) {
            self.finish()?;
            self.enter(section)?;
        }
        let (_, reader) = self.open.as_mut().ok_or_else(cut)?;
        reader.skip(offset.saturating_sub(reader.position()))?;
        let there = reader.fill_buf().map_err(from_stream_error)?;
        if there.is_empty() {
            // The file became shorter.
            return Err(cut().into());
        }
        let size = usize::try_from(most).map_or(there.len(), |most| there.len().min(most));
        let taken = take(there.get(..size).unwrap_or_default());
        reader.consume(size);
        if !reader.begin() {
            self.look_ahead(section);
        }
        Ok((size as u64, taken))
    }

    /// Reads the open section to its end and checks it.
    ///
    /// # Errors
    /// Errors of reading a section.
    pub(super) fn finish(&mut self) -> Result<()> {
        let Some((section, mut reader)) = self.open.take() else { return Ok(()) };
        reader.skip(u64::MAX)?;
        self.checked = self.package.data().end(section);
        Ok(())
    }

    /// Closes the section that failed; returns the position after it.
    pub(super) fn give_up(&mut self) -> u64 {
        self.open = None;
        self.package.data().end(self.last)
    }

    fn enter(&mut self, section: usize) -> Result<()> {
        self.last = section;
        let ready = self.next.take().filter(|(next, _)| *next == section);
        self.open = Some(match ready {
            Some(ready) => ready,
            None => (section, self.package.section(section)?.reader()?),
        });
        Ok(())
    }

    /// Begins the section after another, so that no thread is idle when one ends.
    fn look_ahead(&mut self, section: usize) {
        if self.next.is_some() {
            return;
        }
        let after = self.wanted.partition_point(|wanted| *wanted <= section);
        let Some(next) = self.wanted.get(after) else { return };
        // A fault of the section is reported when it is opened.
        if let Ok(mut reader) = self.package.section(*next).and_then(|section| section.reader()) {
            reader.begin();
            self.next = Some((*next, reader));
        }
    }
}

/// Returns the error for a file that became shorter.
fn cut() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

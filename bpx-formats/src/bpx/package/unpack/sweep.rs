use super::super::Package;
use crate::bpx::container::SectionReader;
use bpx_schema::report::{Error, Result};
use std::io::{self, BufRead};

/// The Data sections, read once and in order, and checked. Positions count in the row of all Data sections.
pub(super) struct Sweep<'p> {
    package: &'p Package,
    open: Option<(usize, SectionReader<'p>)>,
    /// The section that was worked on last.
    last: usize,
    checked: u64,
}

impl<'p> Sweep<'p> {
    pub(super) fn new(package: &'p Package) -> Self {
        Self { package, open: None, last: 0, checked: 0 }
    }

    /// Up to this position, all that was read has the checksum that its section states.
    pub(super) fn checked(&self) -> u64 {
        self.checked
    }

    /// Position after the section with the byte at a position.
    pub(super) fn section_end(&self, position: u64) -> u64 {
        let data = self.package.data();
        data.find(position).map_or(position, |(section, _)| data.end(section))
    }

    /// Whether a position lies in the open section.
    pub(super) fn is_at(&self, position: u64) -> bool {
        let section = self.package.data().find(position).map(|(section, _)| section);
        self.open.as_ref().is_some_and(|(open, _)| Some(*open) == section)
    }

    /// Goes forward to a position in the open section, or in another when none is open.
    ///
    /// # Errors
    /// Those of reading a section.
    pub(super) fn seek(&mut self, position: u64) -> Result<()> {
        let (section, offset) = self.package.data().find(position).ok_or_else(cut)?;
        if self.open.is_none() {
            self.enter(section)?;
        }
        let (_, reader) = self.open.as_mut().ok_or_else(cut)?;
        let mut left = offset.saturating_sub(reader.position());
        while left > 0 {
            let there = reader.fill_buf().map_err(bare)?.len();
            if there == 0 {
                return Err(cut().into());
            }
            let now = usize::try_from(left).map_or(there, |left| there.min(left));
            reader.consume(now);
            left = left.saturating_sub(now as u64);
        }
        Ok(())
    }

    /// Hands out some of the next bytes, `most` at most; at least one.
    ///
    /// # Errors
    /// Those of reading a section.
    pub(super) fn piece<T>(&mut self, most: u64, take: impl FnOnce(&[u8]) -> T) -> Result<(u64, T)> {
        loop {
            let (section, reader) = self.open.as_mut().ok_or_else(cut)?;
            let there = reader.fill_buf().map_err(bare)?;
            if there.is_empty() {
                let next = self.package.data().find(self.package.data().end(*section)).ok_or_else(cut)?.0;
                self.finish()?;
                self.enter(next)?;
                continue;
            }
            let size = usize::try_from(most).map_or(there.len(), |most| there.len().min(most));
            let taken = take(there.get(..size).unwrap_or_default());
            reader.consume(size);
            return Ok((size as u64, taken));
        }
    }

    /// Reads the open section to its end and checks it.
    ///
    /// # Errors
    /// Those of reading a section.
    pub(super) fn finish(&mut self) -> Result<()> {
        let Some((section, mut reader)) = self.open.take() else { return Ok(()) };
        reader.copy_to(&mut io::sink())?;
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
        self.open = Some((section, self.package.section(section)?.reader()?));
        Ok(())
    }
}

/// The file became shorter.
fn cut() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

/// The error that a stream wrapped.
fn bare(error: io::Error) -> Error {
    error.downcast::<Error>().unwrap_or_else(Error::from)
}

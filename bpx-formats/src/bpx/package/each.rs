use super::reader::{unwrapped, wrapped};
use super::{Object, ObjectReader, Package};
use crate::bpx::container::SectionReader;
use bpx_schema::report::{Error, Result};
use std::io::{self, Read, Write};

/// Bytes that are copied at a time.
const PIECE: usize = 256 << 10;

/// The bytes of an object while [`Package::for_each`] passes over them; what is not read is passed over.
///
/// As [`Read`], errors are `io::Error`s around a [`bpx_schema::Error`], which [`copy_to`](Self::copy_to) returns bare.
pub struct Passing<'s, 'p> {
    from: From<'s, 'p>,
    left: u64,
}

enum From<'s, 'p> {
    Row {
        row: &'s mut Row<'p>,
        position: u64,
    },
    /// Bytes that another object has as well, which have passed.
    Apart(Box<ObjectReader<'p>>),
}

impl Passing<'_, '_> {
    /// Bytes that were not read yet.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Hands what is left to a writer; returns how many bytes that were.
    ///
    /// # Errors
    /// Those of the contents, and those of the writer.
    pub fn copy_to(&mut self, out: &mut (impl Write + ?Sized)) -> Result<u64> {
        let mut piece = vec![0; usize::try_from(self.left).map_or(PIECE, |left| left.min(PIECE))];
        let all = self.left;
        while self.left > 0 {
            let read = self.take_some(&mut piece)?;
            out.write_all(piece.get(..read).unwrap_or_default())?;
        }
        Ok(all)
    }

    fn take_some(&mut self, buf: &mut [u8]) -> Result<usize> {
        let wanted = usize::try_from(self.left).map_or(buf.len(), |left| left.min(buf.len()));
        let Some(buf) = buf.get_mut(..wanted).filter(|buf| !buf.is_empty()) else {
            return Ok(0);
        };
        let read = match &mut self.from {
            From::Row { row, position } => {
                let read = row.read(*position, buf)?;
                *position = position.saturating_add(read as u64);
                read
            }
            From::Apart(reader) => reader.take_some(buf)?,
        };
        if read == 0 {
            // The file became shorter.
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

impl Read for Passing<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.take_some(buf).map_err(wrapped)
    }
}

impl std::fmt::Debug for Passing<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Passing").field("left", &self.left).finish_non_exhaustive()
    }
}

/// The row of Data sections, front to back.
struct Row<'p> {
    package: &'p Package,
    /// The section that is open, and the position of its first byte.
    open: Option<(usize, u64, SectionReader<'p>)>,
}

impl Row<'_> {
    /// Position of the next byte that did not pass.
    fn position(&self) -> u64 {
        self.open.as_ref().map_or(0, |(_, start, reader)| start.saturating_add(reader.position()))
    }

    /// Reads some bytes at a position that did not pass.
    fn read(&mut self, position: u64, buf: &mut [u8]) -> Result<usize> {
        let Some((section, offset)) = self.package.data().find(position) else {
            return Ok(0);
        };
        if self.open.as_ref().is_none_or(|(open, ..)| *open != section) {
            self.finish()?;
            let reader = self.package.section(section)?.reader()?;
            self.open = Some((section, position.saturating_sub(offset), reader));
        }
        let Some((.., reader)) = &mut self.open else {
            return Ok(0);
        };
        reader.skip(offset.saturating_sub(reader.position()))?;
        reader.take_some(buf)
    }

    /// Reads the open section to its end, which checks it.
    fn finish(&mut self) -> Result<()> {
        match self.open.take() {
            Some((.., mut reader)) => reader.skip(u64::MAX).map(drop),
            None => Ok(()),
        }
    }
}

impl Package {
    /// Hands out all objects in the order of their bytes, while every Data section is decoded once, on all cores with
    /// feature `parallel`, and its checksum compared; one of which nothing is read is passed over. That all objects
    /// lie where bytes are is known before the first one. An error of `each` ends the passing; one of the contents
    /// that comes as `io::Error` is told as what it is.
    ///
    /// # Errors
    /// As [`Object::reader`] and [`Section::content`](crate::bpx::container::Section::content); a wrong checksum of
    /// a section is told after its objects were handed out.
    pub fn for_each<'p>(&'p self, each: impl FnMut(Object<'p>, &mut Passing<'_, 'p>) -> Result<()>) -> Result<()> {
        self.for_each_of(0..self.len(), each)
    }

    /// As [`for_each`](Self::for_each), of some objects by their numbers. Data sections without bytes of any are not
    /// read; of a few small objects, [`Object::reader`] is faster.
    ///
    /// # Errors
    /// As [`for_each`](Self::for_each); `BadReference` for a number that is none.
    pub fn for_each_of<'p>(
        &'p self,
        indexes: impl IntoIterator<Item = usize>,
        mut each: impl FnMut(Object<'p>, &mut Passing<'_, 'p>) -> Result<()>,
    ) -> Result<()> {
        let mut objects = Vec::new();
        for index in indexes {
            objects.push((self.known(index)?.position()?, index));
        }
        objects.sort_unstable();
        let mut row = Row { package: self, open: None };
        for (position, index) in objects {
            let object = self.known(index)?;
            let from = if object.size() > 0 && position < row.position() {
                From::Apart(Box::new(object.reader()?))
            } else {
                From::Row { row: &mut row, position }
            };
            each(object, &mut Passing { from, left: object.size() }).map_err(|error| match error {
                Error::Io { path, source } => match unwrapped(source) {
                    Error::Io { source, .. } => Error::Io { path, source },
                    fault => fault,
                },
                fault => fault,
            })?;
        }
        row.finish()
    }
}

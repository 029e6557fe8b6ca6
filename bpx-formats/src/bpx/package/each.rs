use super::sweep::Sweep;
use super::{Object, ObjectReader, Package};
use crate::bpx::stream_error::{from_stream_error, into_stream_error};
use bpx_schema::report::{Error, Result};
use std::io::{self, Read, Write};

/// Bytes that are copied at a time.
const PIECE: usize = 256 << 10;

/// Largest run of bytes that is kept because several objects share it; a larger one is decoded again.
const SHARED: usize = 16 << 20;

/// The bytes of an object in [`Package::for_each`]; bytes that are not read are skipped.
///
/// As [`Read`], errors are `io::Error`s around a [`bpx_schema::Error`], which [`copy_to`](Self::copy_to) returns
/// unwrapped.
pub struct ObjectStream<'s, 'p> {
    from: From<'s, 'p>,
    left: u64,
}

enum From<'s, 'p> {
    Row {
        row: &'s mut Row<'p>,
        position: u64,
        /// Whether another object has some of the bytes as well.
        shared: bool,
    },
    /// Bytes that another object has as well, and that were decoded before.
    Apart(Box<ObjectReader<'p>>),
}

impl ObjectStream<'_, '_> {
    /// Returns the number of bytes that were not read yet.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Writes the remaining bytes to a writer; returns their number.
    ///
    /// # Errors
    /// Errors of the contents and of the writer.
    pub fn copy_to(&mut self, out: &mut (impl Write + ?Sized)) -> Result<u64> {
        let all = self.left;
        // Bytes that no other object needs are not copied first.
        while let From::Row { row, position, shared: false } = &mut self.from
            && self.left > 0
            && *position >= row.sweep.position()
        {
            let (size, written) = row.sweep.piece(*position, self.left, |piece| out.write_all(piece))?;
            written?;
            *position = position.saturating_add(size);
            self.left = self.left.saturating_sub(size);
        }
        let mut piece = vec![0; usize::try_from(self.left).map_or(PIECE, |left| left.min(PIECE))];
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
            From::Row { row, position, shared } => {
                let read = row.read(*position, *shared, buf)?;
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

impl Read for ObjectStream<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.take_some(buf).map_err(into_stream_error)
    }
}

impl std::fmt::Debug for ObjectStream<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectStream").field("left", &self.left).finish_non_exhaustive()
    }
}

/// The sequence of Data sections, front to back, and the shared bytes that are kept.
struct Row<'p> {
    sweep: Sweep<'p>,
    /// Kept bytes, and the position of the first.
    kept: Vec<u8>,
    start: u64,
}

impl Row<'_> {
    /// Returns whether the bytes at a position are available: not decoded yet, or kept.
    fn has(&self, position: u64) -> bool {
        let passed = self.sweep.position();
        position >= passed || (position >= self.start && self.end() == passed)
    }

    /// Reads some bytes at an available position.
    fn read(&mut self, position: u64, shared: bool, buf: &mut [u8]) -> Result<usize> {
        let known = usize::try_from(position.saturating_sub(self.start)).unwrap_or(usize::MAX);
        if let Some(mut known) = self.kept.get(known..).filter(|known| !known.is_empty() && position >= self.start) {
            return Ok(known.read(buf)?);
        }
        let most = buf.len() as u64;
        let (_, read) = self.sweep.piece(position, most, |mut piece| piece.read(buf))?;
        let read = read?;
        if !shared || self.end() != position || self.kept.len().saturating_add(read) > SHARED {
            self.kept.clear();
            self.start = position;
        }
        if shared {
            self.kept.extend_from_slice(buf.get(..read).unwrap_or_default());
        }
        Ok(read)
    }

    /// Returns the position after the kept bytes.
    fn end(&self) -> u64 {
        self.start.saturating_add(self.kept.len() as u64)
    }
}

impl Package {
    /// Visits every object in storage order. Each Data section is decoded at most once, on all cores with feature
    /// `parallel`, and its checksum is compared; sections of which nothing is read are skipped. The places of all
    /// objects are checked before the first call. An error that `each` returns stops the iteration; an error of the
    /// contents that `each` returns as `io::Error` is unwrapped.
    ///
    /// # Errors
    /// As [`Object::reader`] and [`Section::content`](crate::bpx::container::Section::content); a wrong checksum of a
    /// section is reported after the visits of its objects.
    pub fn for_each<'p>(&'p self, each: impl FnMut(Object<'p>, &mut ObjectStream<'_, 'p>) -> Result<()>) -> Result<()> {
        self.for_each_of(0..self.len(), each)
    }

    /// Visits some objects, by their numbers, as [`for_each`](Self::for_each) does. Data sections without bytes of
    /// any are not read; for a few small objects, [`Object::reader`] is faster.
    ///
    /// # Errors
    /// As [`for_each`](Self::for_each); `BadReference` for a number that does not exist.
    pub fn for_each_of<'p>(
        &'p self,
        indexes: impl IntoIterator<Item = usize>,
        mut each: impl FnMut(Object<'p>, &mut ObjectStream<'_, 'p>) -> Result<()>,
    ) -> Result<()> {
        let mut objects = Vec::new();
        for index in indexes {
            objects.push((self.known(index)?.position()?, index));
        }
        objects.sort_unstable();
        let spans = objects.iter().filter_map(|(position, index)| Some((*position, self.object(*index)?.size())));
        let mut row = Row { sweep: Sweep::new(self, spans), kept: Vec::new(), start: 0 };
        for (number, (position, index)) in objects.iter().enumerate() {
            let object = self.known(*index)?;
            let from = if object.size() == 0 || row.has(*position) {
                let end = position.saturating_add(object.size());
                let shared = objects.get(number.saturating_add(1)).is_some_and(|(next, _)| *next < end);
                From::Row { row: &mut row, position: *position, shared }
            } else {
                From::Apart(Box::new(object.reader()?))
            };
            each(object, &mut ObjectStream { from, left: object.size() }).map_err(|error| match error {
                Error::Io { path, source } => match from_stream_error(source) {
                    Error::Io { source, .. } => Error::Io { path, source },
                    fault => fault,
                },
                fault => fault,
            })?;
        }
        row.sweep.finish()
    }
}

use super::Object;
use super::cursor::Cursor;
use crate::bpx::stream_error::into_stream_error;
use bpx_schema::report::Result;
use std::io::{self, Read, Write};

/// Bytes that are copied at a time.
const PIECE: usize = 256 << 10;

/// Reads the bytes of an object, front to back, from all Data sections that contain them.
///
/// Only the requested bytes are decoded, so checksums of sections are not compared; those of xz blocks are. As
/// [`Read`], errors are `io::Error`s around a [`bpx_schema::Error`], which [`copy_to`](Self::copy_to) returns
/// unwrapped.
pub struct ObjectReader<'p> {
    object: Object<'p>,
    cursor: Cursor<'p>,
    /// Position in the sequence of Data sections.
    position: u64,
    left: u64,
}

impl<'p> ObjectReader<'p> {
    pub(super) fn new(object: Object<'p>) -> Result<Self> {
        Self::with(object, Cursor::default())
    }

    /// Continues with the cursor of another reader.
    pub(super) fn with(object: Object<'p>, cursor: Cursor<'p>) -> Result<Self> {
        let position = object.position()?;
        Ok(Self { object, cursor, position, left: object.size() })
    }

    pub(super) fn into_cursor(self) -> Cursor<'p> {
        self.cursor
    }

    /// Returns the object.
    #[must_use]
    pub fn object(&self) -> Object<'p> {
        self.object
    }

    /// Returns the number of bytes that were not read yet.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Writes the remaining bytes to a writer; returns their number.
    ///
    /// # Errors
    /// Errors of the contents, as of [`Section::read_at`](crate::bpx::container::Section::read_at), and of the
    /// writer.
    pub fn copy_to(&mut self, out: &mut (impl Write + ?Sized)) -> Result<u64> {
        let mut piece = vec![0; usize::try_from(self.left).map_or(PIECE, |left| left.min(PIECE))];
        let mut copied = 0_u64;
        while self.left > 0 {
            let read = self.take_some(&mut piece)?;
            out.write_all(piece.get(..read).unwrap_or_default())?;
            copied = copied.saturating_add(read as u64);
        }
        Ok(copied)
    }

    /// Reads some bytes; returns 0 at the end.
    pub(super) fn take_some(&mut self, buf: &mut [u8]) -> Result<usize> {
        let package = self.object.package();
        let wanted = usize::try_from(self.left).map_or(buf.len(), |left| left.min(buf.len()));
        let Some((section, offset)) = package.data().find(self.position).filter(|_| wanted > 0) else {
            return Ok(0);
        };
        let read = self.cursor.read(
            package.section(section)?,
            offset,
            self.left,
            buf.get_mut(..wanted).unwrap_or_default(),
        )?;
        if read == 0 {
            // The file became shorter.
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        self.position = self.position.saturating_add(read as u64);
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

impl Read for ObjectReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.take_some(buf).map_err(into_stream_error)
    }
}

impl std::fmt::Debug for ObjectReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectReader").field("object", &self.object).field("left", &self.left).finish_non_exhaustive()
    }
}

//! Reads a span of a source as a stream.

use std::io::{self, Read};

use super::{ReadAt, advance_offset, overlong_read_error};

/// Reads the bytes of one span of a source, front to back.
///
/// The reader has no buffer: every read goes to the source. If the source is shorter than the span, the reader ends
/// early, without an error, and [`bytes_left`](Self::bytes_left) returns the number of missing bytes.
#[derive(Clone)]
pub struct SourceReader<'a> {
    source: &'a dyn ReadAt,
    offset: u64,
    left: u64,
}

impl<'a> SourceReader<'a> {
    /// Creates a reader of the `size` bytes at `offset` of `source`. Any span is valid, also a span past the end of the
    /// source.
    #[must_use]
    pub fn new(source: &'a dyn ReadAt, offset: u64, size: u64) -> Self {
        Self { source, offset, left: size }
    }

    /// Returns the offset in the source of the next byte.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of bytes of the span not read yet.
    #[must_use]
    pub fn bytes_left(&self) -> u64 {
        self.left
    }

    /// Reads the rest of the span, and calls `take` with pieces of at most `size` bytes.
    ///
    /// # Errors
    /// Returns `UnexpectedEof` when the source is shorter than the span, and the errors of the source.
    pub fn each_piece(mut self, size: usize, mut take: impl FnMut(&[u8])) -> io::Result<()> {
        let mut piece = vec![0; usize::try_from(self.left).map_or(size, |left| left.min(size))];
        while self.left > 0 {
            let room = piece.len() as u64;
            piece.truncate(self.left.min(room) as usize);
            self.source.read_exact_at(self.offset, &mut piece)?;
            self.offset = advance_offset(self.offset, piece.len())?;
            self.left -= piece.len() as u64;
            take(&piece);
        }
        Ok(())
    }
}

impl std::fmt::Debug for SourceReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceReader").field("offset", &self.offset).field("left", &self.left).finish_non_exhaustive()
    }
}

impl Read for SourceReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let size = usize::try_from(self.left).map_or(buf.len(), |left| left.min(buf.len()));
        let Some(buf) = buf.get_mut(..size).filter(|buf| !buf.is_empty()) else {
            return Ok(0);
        };
        let read = self.source.read_at(self.offset, buf)?;
        if read > size {
            return Err(overlong_read_error());
        }
        self.offset = advance_offset(self.offset, read)?;
        self.left -= read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::super::awkward::TrickleSource;
    use super::*;

    #[test]
    fn reads_its_span_only() {
        let source = b"0123456789".as_slice();
        let mut reader = SourceReader::new(&source, 2, 5);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "23456");
        assert_eq!((reader.offset(), reader.bytes_left()), (7, 0));
        assert_eq!(reader.read(&mut [0; 4]).unwrap(), 0);
    }

    #[test]
    fn ends_with_the_source() {
        let source = TrickleSource(b"0123456789", Default::default());
        let mut reader = SourceReader::new(&source, 6, 100);
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, b"6789");
        assert_eq!(reader.bytes_left(), 96);
        let mut past = SourceReader::new(&source, u64::MAX, u64::MAX);
        assert_eq!(past.read_to_end(&mut bytes).unwrap(), 0);
    }
}

#![allow(clippy::arithmetic_side_effects, reason = "all numbers count bytes that were in memory")]

use super::ahead::Ahead;
use super::block_failure::block_failure;
use crate::bpx::stream_error::into_stream_error;
use bpx_schema::codec::{Fetch, Tally};
use bpx_schema::report::Result;
use bpx_schema::source::{SourceReader, fill_buffer, fill_with};
use bpx_schema::transform::{StreamLimits, StreamReader};
use std::io::{self, BufRead, Read, Write};

/// Number of content bytes that are decoded at a time.
const PIECE: usize = 256 << 10;
/// Reads the content of a section from front to back. The errors of [`Read`] are `io::Error`s around a
/// [`bpx_schema::Error`]; [`copy_to`](Self::copy_to) returns the inner error. After an error, the reader returns no
/// more bytes.
pub struct SectionReader<'c> {
    fetch: Fetch<'c>,
    input: Input<'c>,
    tally: Tally,
    skip_checks: bool,
    piece: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
}

enum Input<'c> {
    Plain(SourceReader<'c>),
    Packed(Box<StreamReader<SourceReader<'c>>>),
    /// Blocks that are decoded in parallel.
    Blocks(Ahead),
}

impl<'c> SectionReader<'c> {
    /// Creates a reader. `ahead` holds the blocks of a content that is decoded in parallel.
    pub(super) fn new(fetch: Fetch<'c>, skip_checks: bool, ahead: Option<Ahead>) -> Result<Self> {
        fetch.check_bounds()?;
        let stored = fetch.stored;
        let bytes = SourceReader::new(fetch.source, stored.offset, stored.size);
        let content = stored.content_size.unwrap_or(stored.size);
        let input = match (stored.transform, ahead) {
            (None, _) => Input::Plain(bytes),
            (Some(_), Some(ahead)) => Input::Blocks(ahead),
            (Some(transform), None) => {
                let transform = fetch.budget.algorithms().value_of(transform);
                let reader = StreamReader::new(&*transform, bytes, content, &StreamLimits::from(&*fetch.budget));
                Input::Packed(Box::new(reader.map_err(|error| fetch.stream_fault(error))?))
            }
        };
        let piece = match input {
            Input::Blocks(_) => Vec::new(),
            // At least one byte, so that an empty stream is read and checked.
            _ => vec![0; usize::try_from(content).map_or(PIECE, |size| size.clamp(1, PIECE))],
        };
        let tally = Tally::new(&stored);
        Ok(Self { fetch, input, tally, skip_checks, piece, start: 0, end: 0, ended: false })
    }

    /// Returns the offset of the next byte in the content.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.tally.size() - (self.end - self.start) as u64
    }

    /// Writes the rest of the content to a writer, and returns the number of written bytes.
    ///
    /// # Errors
    /// Returns the errors of the content, which [`Section::content`](super::Section::content) lists, and errors of the
    /// writer. Bytes that were written before an error may be wrong.
    pub fn copy_to(&mut self, out: &mut (impl Write + ?Sized)) -> Result<u64> {
        let mut copied = 0_u64;
        loop {
            let piece = self.next_piece()?;
            if piece.is_empty() {
                return Ok(copied);
            }
            out.write_all(piece)?;
            copied += piece.len() as u64;
            self.start = self.end;
        }
    }

    /// Begins to decode on other threads if parallel decoding is faster; returns whether blocks are left to start.
    pub(in crate::bpx) fn begin_ahead(&mut self) -> bool {
        match &mut self.input {
            Input::Blocks(ahead) => ahead.start_blocks(),
            _ => false,
        }
    }

    /// Skips the bytes before an offset, or all remaining bytes if the content ends before the offset.
    pub(in crate::bpx) fn skip_to(&mut self, offset: u64) -> Result<()> {
        while self.position() < offset {
            let left = offset - self.position();
            let there = self.next_piece()?.len();
            if there == 0 {
                break;
            }
            self.consume(usize::try_from(left).unwrap_or(there));
        }
        Ok(())
    }

    /// Reads some of the next bytes, and returns their number, which is 0 at the end of the content.
    pub(in crate::bpx) fn read_some(&mut self, buf: &mut [u8]) -> Result<usize> {
        let read = self.next_piece()?.read(buf)?;
        self.start += read;
        Ok(read)
    }

    /// Returns the decoded bytes that the caller has not taken, or the next piece; empty at the end of the content.
    fn next_piece(&mut self) -> Result<&[u8]> {
        if self.start >= self.end && !self.ended {
            let read = self.fill_buffer();
            self.ended = !matches!(read, Ok(size) if size > 0);
            (self.start, self.end) = (0, read?);
            self.tally.update(self.piece.split_at(self.end).0);
            if self.ended {
                self.check_end()?;
            }
        }
        Ok(self.piece.split_at(self.end).0.split_at(self.start).1)
    }

    fn fill_buffer(&mut self) -> Result<usize> {
        match &mut self.input {
            Input::Plain(reader) => Ok(fill_buffer(reader, &mut self.piece)?),
            Input::Packed(reader) => {
                let filled = fill_with(&mut self.piece, |rest| reader.read_content(rest));
                filled.map_err(|error| self.fetch.stream_fault(error))
            }
            Input::Blocks(ahead) => {
                ahead.recycle_buffer(std::mem::take(&mut self.piece));
                if let Some((block, content)) = ahead.next_block() {
                    self.piece = content.map_err(|error| block_failure(&self.fetch, &block, error))?;
                }
                Ok(self.piece.len())
            }
        }
    }

    fn check_end(&self) -> Result<()> {
        match &self.input {
            // The file became shorter.
            Input::Plain(reader) if reader.bytes_left() > 0 => {
                Err(io::Error::from(io::ErrorKind::UnexpectedEof).into())
            }
            // The decoder has checked the size.
            _ if self.skip_checks => Ok(()),
            _ => self.fetch.check_tally(&self.tally).map(drop),
        }
    }
}

impl BufRead for SectionReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.next_piece().map_err(into_stream_error)
    }

    fn consume(&mut self, amount: usize) {
        self.start += amount.min(self.end - self.start);
    }
}

impl Read for SectionReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.read_some(buf).map_err(into_stream_error)
    }
}

impl std::fmt::Debug for SectionReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SectionReader").field("fetch", &self.fetch).field("position", &self.position()).finish()
    }
}

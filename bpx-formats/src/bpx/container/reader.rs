use super::xz::{Block, Blocks};
use bpx_schema::codec::{Fetch, Tally};
use bpx_schema::report::{Error, Result};
use bpx_schema::source::SourceReader;
use bpx_schema::transform::StreamReader;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

/// Bytes of content that are decoded at a time.
const PIECE: usize = 256 << 10;
/// Content of blocks in bytes after which no more are decoded side by side.
const BATCH: u64 = 16 << 20;

/// The content of a section, front to back.
///
/// As [`Read`], errors are `io::Error`s around a [`bpx_schema::Error`], which [`copy_to`](Self::copy_to) returns bare.
/// After an error, nothing more comes.
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
    /// Blocks that are decoded side by side, and the contents that wait.
    Blocks {
        blocks: Arc<Blocks>,
        next: usize,
        ready: VecDeque<Vec<u8>>,
    },
}

impl<'c> SectionReader<'c> {
    /// With blocks, when they are decoded side by side.
    pub(super) fn new(fetch: Fetch<'c>, skip_checks: bool, blocks: Option<Arc<Blocks>>) -> Result<Self> {
        fetch.inside()?;
        let stored = fetch.stored;
        let bytes = SourceReader::new(fetch.source, stored.offset, stored.size);
        let content = stored.content_size.unwrap_or(stored.size);
        let input = match (stored.transform, blocks) {
            (None, _) => Input::Plain(bytes),
            (Some(_), Some(blocks)) => Input::Blocks { blocks, next: 0, ready: VecDeque::new() },
            (Some(transform), None) => {
                let reader = StreamReader::new(transform, bytes, content, &fetch.limits.into());
                Input::Packed(Box::new(reader.map_err(|error| fetch.failure(error))?))
            }
        };
        // At least a byte, so that an empty stream is read and checked.
        let piece = vec![0; usize::try_from(content).map_or(PIECE, |size| size.clamp(1, PIECE))];
        let tally = Tally::new(&stored);
        Ok(Self { fetch, input, tally, skip_checks, piece, start: 0, end: 0, ended: false })
    }

    /// Offset of the next byte in the content.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.tally.size().saturating_sub(self.end.saturating_sub(self.start) as u64)
    }

    /// Hands what is left of the content to a writer; returns how many bytes that were.
    ///
    /// # Errors
    /// Those of the content as of [`Section::content`](super::Section::content), and those of the writer. What was
    /// handed out before may be wrong when the content is.
    pub fn copy_to(&mut self, out: &mut (impl Write + ?Sized)) -> Result<u64> {
        let mut copied = 0_u64;
        loop {
            let piece = self.next_piece()?;
            if piece.is_empty() {
                return Ok(copied);
            }
            out.write_all(piece)?;
            let size = piece.len();
            copied = copied.saturating_add(size as u64);
            self.start = self.end;
        }
    }

    /// Passes over bytes; returns how many there were.
    pub(in crate::bpx) fn skip(&mut self, count: u64) -> Result<u64> {
        let mut left = count;
        while left > 0 {
            let there = self.next_piece()?.len();
            if there == 0 {
                break;
            }
            let now = usize::try_from(left).map_or(there, |left| left.min(there));
            self.start = self.start.saturating_add(now);
            left = left.saturating_sub(now as u64);
        }
        Ok(count.saturating_sub(left))
    }

    /// Reads some of the next bytes; none at the end.
    pub(in crate::bpx) fn take_some(&mut self, buf: &mut [u8]) -> Result<usize> {
        let read = self.next_piece()?.read(buf)?;
        self.start = self.start.saturating_add(read);
        Ok(read)
    }

    /// The bytes that were decoded and not taken, or the next piece; empty at the end.
    fn next_piece(&mut self) -> Result<&[u8]> {
        if self.start >= self.end && !self.ended {
            let read = self.fill();
            self.ended = !matches!(read, Ok(size) if size > 0);
            (self.start, self.end) = (0, read?);
            self.tally.update(self.piece.get(..self.end).unwrap_or_default());
            if self.ended {
                self.finish()?;
            }
        }
        Ok(self.piece.get(self.start..self.end).unwrap_or_default())
    }

    fn fill(&mut self) -> Result<usize> {
        if let Input::Blocks { blocks, next, ready } = &mut self.input {
            if ready.is_empty() {
                let batch = batch(blocks.list().get(*next..).unwrap_or_default());
                *next = next.saturating_add(batch.len());
                *ready = decode_all(&self.fetch, blocks, batch)?.into();
            }
            self.piece = ready.pop_front().unwrap_or_default();
            return Ok(self.piece.len());
        }
        let mut filled = 0;
        while let Some(rest) = self.piece.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            let read = match &mut self.input {
                Input::Plain(reader) => match reader.read(rest) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read?,
                },
                Input::Packed(reader) => reader.read_content(rest).map_err(|error| self.fetch.failure(error))?,
                Input::Blocks { .. } => 0,
            };
            if read == 0 {
                break;
            }
            filled = filled.saturating_add(read);
        }
        Ok(filled)
    }

    fn finish(&self) -> Result<()> {
        match &self.input {
            // The file became shorter.
            Input::Plain(reader) if reader.left() > 0 => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            // The decoder has checked the size.
            _ if self.skip_checks => Ok(()),
            _ => self.fetch.judge(&self.tally).map(drop),
        }
    }
}

/// The next blocks that are decoded side by side: two for each thread, and not too much content.
fn batch(blocks: &[Block]) -> &[Block] {
    #[cfg(feature = "parallel")]
    let most = rayon::current_num_threads().saturating_mul(2);
    #[cfg(not(feature = "parallel"))]
    let most = 1;
    let mut size = 0_u64;
    let fitting = blocks.iter().take(most).take_while(|block| {
        let fits = size < BATCH;
        size = size.saturating_add(block.content_size);
        fits
    });
    blocks.get(..fitting.count()).unwrap_or_default()
}

fn decode_all(fetch: &Fetch<'_>, blocks: &Blocks, batch: &[Block]) -> Result<Vec<Vec<u8>>> {
    let decode = |block| super::access::decode(fetch, blocks, block);
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        let parts: Vec<_> = batch.par_iter().map(decode).collect();
        // The first error in the order of the content counts.
        parts.into_iter().collect()
    }
    #[cfg(not(feature = "parallel"))]
    batch.iter().map(decode).collect()
}

/// As an error of streams.
fn bare(error: Error) -> io::Error {
    match error {
        Error::Io { source, .. } => source,
        fault => io::Error::new(io::ErrorKind::InvalidData, fault),
    }
}

impl BufRead for SectionReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.next_piece().map_err(bare)
    }

    fn consume(&mut self, amount: usize) {
        self.start = self.start.saturating_add(amount).min(self.end);
    }
}

impl Read for SectionReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.take_some(buf).map_err(bare)
    }
}

impl std::fmt::Debug for SectionReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SectionReader").field("fetch", &self.fetch).field("position", &self.position()).finish()
    }
}

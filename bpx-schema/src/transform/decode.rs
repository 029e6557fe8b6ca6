//! Decodes whole streams, into memory or piece by piece.

use crate::schema::memory_size;
use std::io::{self, Read};

use super::codec::StreamDecoder;
use super::{DynTransform, StepOutput, StreamError, StreamLimits, StreamReader, StreamState};
use crate::source::fill_buffer;

/// The maximum initial capacity in bytes, unless the stored bytes suggest more.
const FIRST_CAPACITY: usize = 1 << 20;
/// A usual number of content bytes for each stored byte. The capacity for this content is reserved at once.
const LIKELY_RATIO: usize = 8;
/// The number of content bytes in a piece of [`decode_to`].
const PIECE_SIZE: usize = 256 << 10;

/// Decodes `stored`, which must be exactly one stream of `content_size` bytes of content.
///
/// The buffer grows as content arrives, and ends with a capacity of about `content_size`. An announced size alone
/// reserves at most 1 MiB, or eight times the stored size if that is more.
///
/// # Errors
/// Returns any [`StreamError`] except `InvalidEncoding` and `Io`. Empty `stored` bytes are `Truncated`; bytes after the
/// stream are `Corrupt`.
pub fn decode(
    transform: &dyn DynTransform,
    stored: &[u8],
    content_size: u64,
    limits: &StreamLimits,
) -> Result<Vec<u8>, StreamError> {
    decode_bounded(transform, stored, content_size, limits)?.finish()
}

/// Decodes `stored` like [`decode`], but the content may have any size up to `max_size` bytes. This is for streams
/// whose content size is not stated.
///
/// # Errors
/// Returns the errors of [`decode`], but never `TooShort`. Returns `TooLong` if the content has more than `max_size`
/// bytes.
pub fn decode_up_to(
    transform: &dyn DynTransform,
    stored: &[u8],
    max_size: u64,
    limits: &StreamLimits,
) -> Result<Vec<u8>, StreamError> {
    Ok(decode_bounded(transform, stored, max_size, limits)?.bytes)
}

/// Decodes the stream at the beginning of `stored`, which other bytes may follow. Returns the content and the stored
/// size of the stream. The content has exactly `content_size` bytes if that size is given, and otherwise at most
/// `max_size` bytes.
///
/// # Errors
/// Returns the errors of [`decode`], and `TooShort` or `TooLong` if the content has another size.
pub fn decode_first(
    transform: &dyn DynTransform,
    stored: &[u8],
    (content_size, max_size): (Option<u64>, u64),
    limits: &StreamLimits,
) -> Result<(Vec<u8>, u64), StreamError> {
    let bound = content_size.unwrap_or(max_size);
    let mut decoder = StreamDecoder::new(transform, bound, limits)?.before_more();
    // The bytes after the stream say nothing about the size of its content.
    let content = decode_all(&mut decoder, stored, GrowingContent::new(&[], bound))?;
    let content = if content_size.is_some() { content.finish()? } else { content.bytes };
    Ok((content, decoder.consumed_size()))
}

fn decode_bounded(
    transform: &dyn DynTransform,
    stored: &[u8],
    bound: u64,
    limits: &StreamLimits,
) -> Result<GrowingContent, StreamError> {
    decode_all(&mut StreamDecoder::new(transform, bound, limits)?, stored, GrowingContent::new(stored, bound))
}

fn decode_all(
    decoder: &mut StreamDecoder,
    stored: &[u8],
    mut content: GrowingContent,
) -> Result<GrowingContent, StreamError> {
    let mut rest = stored;
    loop {
        let step = decoder.step(&mut rest, true, content.next_output()?)?;
        content.check_bound(step.produced)?;
        if step.state == StreamState::Ended {
            return Ok(content);
        }
    }
}

/// Decodes the one stream in `input`, and passes its content to `sink` in pieces of 256 KiB. The last piece may be
/// shorter. All pieces use one buffer.
///
/// The sink gets pieces before the decoder knows that the stream is valid to its end.
///
/// # Errors
/// Returns any [`StreamError`] except `InvalidEncoding`. Returns `Io` for the errors of `input` and `sink`. The sink
/// does not get the piece in which decoding fails.
pub fn decode_to(
    transform: &dyn DynTransform,
    input: impl Read,
    content_size: u64,
    limits: &StreamLimits,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), StreamError> {
    drain_to_sink(StreamReader::new(transform, input, content_size, limits)?, sink)
}

/// Decodes like [`decode_to`], but the content may have any size up to `max_size` bytes.
///
/// # Errors
/// Returns the errors of [`decode_to`], but never `TooShort`. Returns `TooLong` if the content has more than `max_size`
/// bytes.
pub fn decode_up_to_in_pieces(
    transform: &dyn DynTransform,
    input: impl Read,
    max_size: u64,
    limits: &StreamLimits,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), StreamError> {
    drain_to_sink(StreamReader::up_to(transform, input, max_size, limits)?, sink)
}

fn drain_to_sink(
    mut reader: StreamReader<impl Read>,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), StreamError> {
    let size = usize::try_from(reader.bytes_left()).map_or(PIECE_SIZE, |size| size.min(PIECE_SIZE));
    // At least one byte, so that an empty stream is read and checked.
    let mut piece = vec![0; size.max(1)];
    loop {
        let filled = fill_buffer(&mut reader, &mut piece)?;
        match piece.get(..filled) {
            Some(content) if filled > 0 => sink(content).map_err(StreamError::Io)?,
            _ => return Ok(()),
        }
    }
}

/// Content that grows up to its announced size, and room for one byte more.
pub(super) struct GrowingContent {
    /// The content so far.
    pub(super) bytes: Vec<u8>,
    first_capacity: usize,
    announced: u64,
    /// Receives a byte past the announced size. Such a byte is an error.
    probe: [u8; 1],
    probing: bool,
}

impl GrowingContent {
    pub(super) fn new(stored: &[u8], announced: u64) -> Self {
        Self::in_buffer(Vec::new(), stored, announced)
    }

    /// Creates content in a buffer. Reuses the capacity of the buffer, and drops its bytes.
    pub(super) fn in_buffer(mut bytes: Vec<u8>, stored: &[u8], announced: u64) -> Self {
        bytes.clear();
        // An initial capacity: an estimate, limited by the announced size.
        let likely = stored.len().saturating_mul(LIKELY_RATIO);
        Self { bytes, first_capacity: likely.max(FIRST_CAPACITY), announced, probe: [0], probing: false }
    }

    /// Returns the output for the next step.
    pub(super) fn next_output(&mut self) -> Result<StepOutput<'_>, StreamError> {
        self.probing = self.bytes.len() as u64 >= self.announced;
        if self.probing {
            return Ok(StepOutput::Slice(&mut self.probe));
        }
        let (len, capacity) = (self.bytes.len(), self.bytes.capacity());
        if len == capacity {
            let bound = memory_size(self.announced);
            // There is less content than announced, so more may follow.
            let wanted = self.first_capacity.max(2 * len).min(bound);
            let more = wanted - len;
            self.bytes.try_reserve_exact(more).map_err(|_| StreamError::OutOfMemory)?;
        }
        Ok(StepOutput::Spare(&mut self.bytes))
    }

    /// Rejects content that is larger than its announced size, after a step that produced `produced` bytes.
    pub(super) fn check_bound(&self, produced: usize) -> Result<(), StreamError> {
        // The vector may have more capacity than requested.
        let overrun = self.bytes.len() as u64 > self.announced;
        if overrun || (self.probing && produced > 0) {
            return Err(StreamError::TooLong { limit: self.announced });
        }
        Ok(())
    }

    /// Returns the content; rejects content that is smaller than its announced size.
    pub(super) fn finish(self) -> Result<Vec<u8>, StreamError> {
        let actual = self.bytes.len() as u64;
        if actual < self.announced {
            return Err(StreamError::TooShort { expected: self.announced, actual });
        }
        Ok(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announced_sizes_reserve_little() {
        for announced in [u64::from(u32::MAX), u64::MAX] {
            let mut content = GrowingContent::new(&[0; 100], announced);
            content.next_output().unwrap();
            assert!(content.bytes.capacity() <= FIRST_CAPACITY);
        }
        let mut content = GrowingContent::new(&[0; 1 << 20], u64::MAX);
        content.next_output().unwrap();
        assert!(content.bytes.capacity() <= LIKELY_RATIO << 20);
    }

    #[test]
    fn content_ends_with_its_own_capacity() {
        let mut content = GrowingContent::new(&[0; 100], 3 << 20);
        while content.bytes.len() < 3 << 20 {
            content.next_output().unwrap();
            let capacity = content.bytes.capacity();
            content.bytes.resize(capacity, 0);
        }
        assert_eq!(content.finish().unwrap().capacity(), 3 << 20);
    }
}

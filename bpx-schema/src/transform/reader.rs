//! Decodes a stream while it is read.

use std::io::{self, Read};

use super::codec::StreamDecoder;
use super::{DynTransform, StepOutput, StreamError, StreamLimits, StreamState};

/// The number of stored bytes in the buffer for the input.
const BUFFER_SIZE: usize = 128 << 10;

/// Decodes one stream from `R` while the stream is read. The memory is bounded: a buffer of 128 KiB, and the memory of
/// the decoder.
///
/// The read that returns the last byte of content also reads the stream to its end. The reader thus checks trailers,
/// integrity checks and trailing bytes even for `read_exact`. After an error other than `Io`, every later read fails.
///
/// The functions of [`Read`] wrap a [`StreamError`] in an `io::Error`; [`StreamError::from_io`] returns the inner
/// error. [`read_content`](Self::read_content) returns a [`StreamError`] directly.
pub struct StreamReader<R> {
    input: R,
    decoder: StreamDecoder,
    buffer: Box<[u8]>,
    /// The beginning of the part of `buffer` that is not decoded yet; `end` is its end.
    start: usize,
    end: usize,
    input_ended: bool,
    content_size: u64,
    /// Whether the content may be smaller than `content_size`.
    at_most: bool,
    left: u64,
    phase: ReaderPhase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReaderPhase {
    Decoding,
    Ended,
    Failed,
}

impl<R: Read> StreamReader<R> {
    /// Creates a reader of `input`, which must hold one stream of `content_size` bytes of content and nothing else.
    /// Reads nothing yet.
    ///
    /// # Errors
    /// Returns the errors of [`Transform::decoder`](super::Transform::decoder).
    pub fn new(
        transform: &dyn DynTransform,
        input: R,
        content_size: u64,
        limits: &StreamLimits,
    ) -> Result<Self, StreamError> {
        Ok(Self {
            input,
            decoder: StreamDecoder::new(transform, content_size, limits)?,
            buffer: vec![0; BUFFER_SIZE].into_boxed_slice(),
            start: 0,
            end: 0,
            input_ended: false,
            content_size,
            at_most: false,
            left: content_size,
            phase: ReaderPhase::Decoding,
        })
    }

    /// Creates a reader of `input`, which must hold one stream of at most `max_size` bytes of content and nothing else.
    /// Reads nothing yet.
    ///
    /// # Errors
    /// Returns the errors of [`Transform::decoder`](super::Transform::decoder).
    pub fn up_to(
        transform: &dyn DynTransform,
        input: R,
        max_size: u64,
        limits: &StreamLimits,
    ) -> Result<Self, StreamError> {
        Ok(Self { at_most: true, ..Self::new(transform, input, max_size, limits)? })
    }

    /// Returns the number of content bytes not read yet.
    pub fn bytes_left(&self) -> u64 {
        self.left
    }

    /// Returns the number of stored bytes decoded so far.
    pub fn consumed_size(&self) -> u64 {
        self.decoder.consumed_size()
    }

    /// Returns the input, of which the reader may have read up to 128 KiB ahead.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// Reads up to `buf.len()` bytes of content. Returns the number of bytes, which is 0 at the end of the stream or
    /// for an empty `buf`.
    ///
    /// # Errors
    /// Returns any [`StreamError`] except `InvalidEncoding`. After `Io`, the caller may try the read again.
    pub fn read_content(&mut self, buf: &mut [u8]) -> Result<usize, StreamError> {
        let result = self.read_checked(buf);
        if !matches!(result, Ok(_) | Err(StreamError::Io(_))) {
            self.phase = ReaderPhase::Failed;
        }
        result
    }

    fn read_checked(&mut self, buf: &mut [u8]) -> Result<usize, StreamError> {
        if buf.is_empty() {
            return Ok(0);
        }
        match self.phase {
            ReaderPhase::Decoding => {}
            ReaderPhase::Ended => return self.check_size().map(|()| 0),
            ReaderPhase::Failed => {
                return Err(self.decoder.corrupt_error("read after an earlier failure"));
            }
        }
        let size = usize::try_from(self.left).map_or(buf.len(), |left| left.min(buf.len()));
        let mut produced = 0;
        if let Some(room) = buf.get_mut(..size).filter(|room| !room.is_empty()) {
            produced = self.decode_some(room)?;
            self.left -= produced as u64;
        }
        if self.left == 0 && self.phase == ReaderPhase::Decoding && self.decode_some(&mut [0])? > 0 {
            return Err(StreamError::TooLong { limit: self.content_size });
        }
        if produced == 0 {
            self.check_size()?;
        }
        Ok(produced)
    }

    /// Rejects a stream that ended with less content than announced.
    fn check_size(&self) -> Result<(), StreamError> {
        if self.left == 0 || self.at_most {
            return Ok(());
        }
        Err(StreamError::TooShort { expected: self.content_size, actual: self.content_size - self.left })
    }

    /// Decodes until there is at least one content byte, or the stream has ended.
    fn decode_some(&mut self, room: &mut [u8]) -> Result<usize, StreamError> {
        loop {
            self.refill_buffer()?;
            let (mut stored, _) = self.buffer.split_at(self.end);
            (_, stored) = stored.split_at(self.start);
            let step = self.decoder.step(&mut stored, self.input_ended, StepOutput::Slice(room))?;
            self.start = self.end - stored.len();
            if step.state == StreamState::Ended {
                self.check_input_end()?;
                self.phase = ReaderPhase::Ended;
                return Ok(step.produced);
            }
            if step.produced > 0 {
                return Ok(step.produced);
            }
        }
    }

    fn check_input_end(&mut self) -> Result<(), StreamError> {
        self.refill_buffer()?;
        if self.start < self.end {
            return Err(self.decoder.trailing_bytes());
        }
        Ok(())
    }

    /// Makes sure that there are stored bytes, or that the input has ended.
    fn refill_buffer(&mut self) -> Result<(), StreamError> {
        while self.start >= self.end && !self.input_ended {
            match self.input.read(&mut self.buffer) {
                Ok(0) => self.input_ended = true,
                Ok(read) => (self.start, self.end) = (0, read.min(self.buffer.len())),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(StreamError::Io(error)),
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for StreamReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.read_content(buf).map_err(io::Error::from)
    }
}

impl<R> std::fmt::Debug for StreamReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let left = self.left;
        f.debug_struct("StreamReader").field("left", &left).field("phase", &self.phase).finish_non_exhaustive()
    }
}

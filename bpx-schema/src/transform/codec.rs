//! Defines a step of a decoder or an encoder. All functions over streams use steps.

use super::{DynTransform, StreamError, StreamLimits};

/// Decodes one stream, step by step.
pub trait DecodeStream: Send {
    /// Decodes some of `input`. `last` is true if no more input follows; every later call must set it too.
    ///
    /// A step consumes `input` and fills `output` as far as possible. A step that can do neither returns
    /// [`Stalled`](StreamState::Stalled). A step consumes no bytes past the end of the stream.
    ///
    /// # Errors
    /// Returns any [`StreamError`] except `TooLong`, `TooShort`, `InvalidEncoding` and `Io`. Positions count from the
    /// start of the stream.
    fn step(&mut self, input: &[u8], last: bool, output: StepOutput<'_>) -> Result<StepResult, StreamError>;
}

/// Encodes one stream, step by step.
pub trait EncodeStream: Send {
    /// Encodes some of `input`. `last` is true if no more input follows; every later call must set it too.
    ///
    /// # Errors
    /// Returns `InvalidEncoding`, or `Io` when the system provides no memory or threads.
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError>;
}

/// The destination of a step, which has room for at least one byte.
#[derive(Debug)]
pub enum StepOutput<'a> {
    /// A slice to overwrite.
    Slice(&'a mut [u8]),
    /// The spare capacity of a vector, which need not be zeroed first.
    Spare(&'a mut Vec<u8>),
}

impl StepOutput<'_> {
    /// Returns the number of bytes that still fit.
    #[must_use]
    pub fn room(&self) -> usize {
        match self {
            Self::Slice(slice) => slice.len(),
            Self::Spare(vec) => vec.capacity() - vec.len(),
        }
    }

    /// Adds as many of `bytes` as fit, and returns their number.
    pub fn push_fitting(&mut self, bytes: &[u8]) -> usize {
        let (bytes, _) = bytes.split_at(bytes.len().min(self.room()));
        let count = bytes.len();
        match self {
            Self::Slice(slice) => {
                if let Some((place, rest)) = std::mem::take(slice).split_at_mut_checked(count) {
                    place.copy_from_slice(bytes);
                    *slice = rest;
                }
            }
            Self::Spare(vec) => vec.extend_from_slice(bytes),
        }
        count
    }
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepResult {
    /// Number of input bytes that the step read.
    pub consumed: usize,
    /// Number of output bytes that the step wrote.
    pub produced: usize,
    /// The state of the stream.
    pub state: StreamState,
}

impl StepResult {
    /// Returns the step between two states of a codec's counters, which count bytes read and bytes written. The
    /// counters only rise, and their differences fit into memory.
    #[must_use]
    pub fn from_counters(before: (u64, u64), after: (u64, u64), state: StreamState) -> Self {
        let moved = |before: u64, after: u64| (after - before) as usize;
        Self { consumed: moved(before.0, after.0), produced: moved(before.1, after.1), state }
    }

    /// Returns whether the step read and wrote no bytes.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.consumed == 0 && self.produced == 0
    }
}

/// The state of a stream after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamState {
    /// More steps may follow.
    Running,
    /// The codec can make no progress without more input.
    Stalled,
    /// The stream is complete.
    Ended,
}

/// A decoder and its position.
pub(super) struct StreamDecoder {
    transform: &'static str,
    inner: Box<dyn DecodeStream>,
    consumed: u64,
    /// Number of consecutive steps without progress.
    idle: u32,
    /// Whether other bytes may follow the stream.
    before_more: bool,
}

/// The maximum number of consecutive steps without progress. After more of them, the decoder counts as stalled.
const MAX_IDLE: u32 = 8;

impl StreamDecoder {
    /// Creates a decoder of at most `content_size` bytes of content.
    pub(super) fn new(
        transform: &dyn DynTransform,
        content_size: u64,
        limits: &StreamLimits,
    ) -> Result<Self, StreamError> {
        let inner = transform.begin_decoding(content_size, limits)?;
        Ok(Self { transform: transform.name(), inner, consumed: 0, idle: 0, before_more: false })
    }

    /// Allows other bytes after the stream.
    pub(super) fn before_more(mut self) -> Self {
        self.before_more = true;
        self
    }

    /// Returns the number of stored bytes that were consumed so far.
    pub(super) fn consumed_size(&self) -> u64 {
        self.consumed
    }

    /// Decodes some of `input`, and leaves only the rest in `input`. `last` is true if no more input follows; every
    /// later call must set it too.
    ///
    /// Returns `Truncated` for a stall when no input is left, and `Corrupt` for an end when input is left. Also returns
    /// `Corrupt` for a step that consumes or produces more bytes than allowed, because such a step breaks the contract
    /// of transforms.
    pub(super) fn step(
        &mut self,
        input: &mut &[u8],
        last: bool,
        output: StepOutput<'_>,
    ) -> Result<StepResult, StreamError> {
        let room = output.room();
        let step = self.inner.step(input, last, output)?;
        if step.produced > room {
            return Err(self.corrupt_error("the decoder wrote past the end of the buffer"));
        }
        let Some(rest) = input.get(step.consumed..) else {
            return Err(self.corrupt_error("the decoder read past the end of the input"));
        };
        *input = rest;
        self.consumed += step.consumed as u64;
        self.idle = if step.is_idle() { self.idle + 1 } else { 0 };
        let all_taken = rest.is_empty();
        match step.state {
            StreamState::Ended if !all_taken && !self.before_more => Err(self.trailing_bytes()),
            StreamState::Stalled if all_taken && last => {
                Err(StreamError::Truncated { transform: self.transform, at: self.consumed })
            }
            StreamState::Stalled if !all_taken => Err(self.corrupt_error("the decoder makes no progress")),
            StreamState::Running if self.idle > MAX_IDLE => Err(self.corrupt_error("the decoder makes no progress")),
            _ => Ok(step),
        }
    }

    pub(super) fn trailing_bytes(&self) -> StreamError {
        self.corrupt_error("bytes after the end of the stream")
    }

    pub(super) fn corrupt_error(&self, reason: &str) -> StreamError {
        StreamError::corrupt(self.transform, self.consumed, reason)
    }
}

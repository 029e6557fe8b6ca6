//! One step of any decoder: the part that all ways of decoding share.

use super::xz_decoder::XzDecoder;
use super::zlib::Inflater;
use super::{StreamError, StreamLimits, Transform};

/// Where a step puts content; must have room for at least one byte.
pub(super) enum Output<'a> {
    Slice(&'a mut [u8]),
    /// The spare capacity, which need not be zeroed first.
    Spare(&'a mut Vec<u8>),
}

#[derive(Debug)]
pub(super) struct Step {
    pub(super) consumed: usize,
    pub(super) produced: usize,
    pub(super) state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Running,
    /// Nothing moves without more input.
    Stalled,
    Ended,
}

#[derive(Debug)]
pub(super) enum Decoder {
    Zlib(Inflater),
    Xz(XzDecoder),
}

impl Decoder {
    /// For at most `content_size` bytes of content.
    pub(super) fn new(transform: Transform, content_size: u64, limits: &StreamLimits) -> Result<Self, StreamError> {
        Ok(match transform {
            Transform::Zlib => Self::Zlib(Inflater::new()),
            Transform::Xz => Self::Xz(XzDecoder::new(content_size, limits)?),
        })
    }

    pub(super) const fn transform(&self) -> Transform {
        match self {
            Self::Zlib(_) => Transform::Zlib,
            Self::Xz(_) => Transform::Xz,
        }
    }

    /// Stored bytes consumed so far.
    pub(super) fn consumed(&self) -> u64 {
        match self {
            Self::Zlib(decoder) => decoder.consumed(),
            Self::Xz(decoder) => decoder.consumed(),
        }
    }

    /// Decodes some of `input`; `last` when no more follows, and then in every later call too.
    ///
    /// A stall with nothing left is truncation; an end with bytes left is corruption.
    pub(super) fn step(&mut self, input: &[u8], last: bool, output: Output<'_>) -> Result<Step, StreamError> {
        let step = match self {
            Self::Zlib(decoder) => decoder.step(input, output)?,
            Self::Xz(decoder) => decoder.step(input, last, output)?,
        };
        let all_taken = step.consumed == input.len();
        match step.state {
            State::Ended if !all_taken => Err(self.trailing_bytes()),
            State::Stalled if all_taken && last => {
                Err(StreamError::Truncated { transform: self.transform(), at: self.consumed() })
            }
            State::Stalled if !all_taken => Err(self.corrupt("decoder makes no progress")),
            _ => Ok(step),
        }
    }

    pub(super) fn trailing_bytes(&self) -> StreamError {
        self.corrupt("bytes after the end of the stream")
    }

    fn corrupt(&self, reason: &str) -> StreamError {
        StreamError::Corrupt { transform: self.transform(), at: self.consumed(), reason: reason.to_owned() }
    }
}

/// What moved between two counter readings of a codec.
pub(super) fn moved(before: u64, after: u64) -> usize {
    usize::try_from(after.saturating_sub(before)).unwrap_or(usize::MAX)
}

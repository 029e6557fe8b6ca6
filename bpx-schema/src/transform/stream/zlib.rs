//! zlib streams through flate2.

use flate2::{Compress, Compression, Decompress, DecompressError, FlushCompress, FlushDecompress, Status};

use super::decoder::{Output, State, Step, moved};
use super::{StreamError, Transform};

/// What zlib-rs says of some damage at first sight, though nothing was repeated.
const MUTE: &str = "repeated call with bad state";

#[derive(Debug)]
pub(super) struct Inflater(Decompress);

impl Inflater {
    pub(super) fn new() -> Self {
        Self(Decompress::new(true))
    }

    pub(super) fn consumed(&self) -> u64 {
        self.0.total_in()
    }

    pub(super) fn step(&mut self, input: &[u8], output: Output<'_>) -> Result<Step, StreamError> {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let flush = FlushDecompress::None;
        let status = match output {
            Output::Slice(slice) => self.0.decompress(input, slice, flush),
            Output::Spare(vec) => self.0.decompress_vec(input, vec, flush),
        }
        .map_err(|error| self.failure(&error))?;
        let consumed = moved(taken, self.0.total_in());
        let produced = moved(made, self.0.total_out());
        let state = match status {
            Status::StreamEnd => State::Ended,
            _ if consumed == 0 && produced == 0 => State::Stalled,
            _ => State::Running,
        };
        Ok(Step { consumed, produced, state })
    }

    fn failure(&self, error: &DecompressError) -> StreamError {
        let transform = Transform::Zlib;
        let at = self.0.total_in();
        if error.needs_dictionary().is_some() {
            let reason = "preset dictionary".to_owned();
            return StreamError::Unsupported { transform, at, reason };
        }
        StreamError::Corrupt {
            transform,
            at,
            reason: error.message().filter(|&message| message != MUTE).unwrap_or("invalid data").to_owned(),
        }
    }
}

#[derive(Debug)]
pub(super) struct Deflater(Compress);

impl Deflater {
    pub(super) fn new(level: u32) -> Self {
        Self(Compress::new(Compression::new(level), true))
    }

    pub(super) fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<Step, StreamError> {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let flush = if last { FlushCompress::Finish } else { FlushCompress::None };
        let status = self
            .0
            .compress(input, output, flush)
            .map_err(|_| StreamError::InvalidEncoding { reason: "the zlib encoder refused to go on" })?;
        Ok(Step {
            consumed: moved(taken, self.0.total_in()),
            produced: moved(made, self.0.total_out()),
            state: match status {
                Status::StreamEnd => State::Ended,
                _ => State::Running,
            },
        })
    }
}

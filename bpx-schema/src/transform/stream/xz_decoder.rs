//! xz streams out of liblzma.

use xz2::stream::{Action, CONCATENATED, Error, IGNORE_CHECK, Status, Stream};

use super::decoder::{Output, State, Step, moved};
use super::{StreamError, StreamLimits, Transform};

pub(super) struct XzDecoder {
    stream: Stream,
    memory: u64,
}

impl XzDecoder {
    /// For whole files: concatenated streams and the padding between them.
    pub(super) fn new(limits: &StreamLimits) -> Result<Self, StreamError> {
        Self::with_flags(limits, CONCATENATED)
    }

    /// For the inside of one stream; `ignore_check` when who calls compares the integrity checks.
    pub(super) fn new_single(limits: &StreamLimits, ignore_check: bool) -> Result<Self, StreamError> {
        Self::with_flags(limits, if ignore_check { IGNORE_CHECK } else { 0 })
    }

    fn with_flags(limits: &StreamLimits, flags: u32) -> Result<Self, StreamError> {
        let memory = limits.memory;
        match Stream::new_stream_decoder(memory, flags) {
            Ok(stream) => Ok(Self { stream, memory }),
            Err(error) => Err(failure(error, 0, memory)),
        }
    }

    pub(super) fn consumed(&self) -> u64 {
        self.stream.total_in()
    }

    pub(super) fn step(&mut self, input: &[u8], last: bool, output: Output<'_>) -> Result<Step, StreamError> {
        let (taken, made) = (self.stream.total_in(), self.stream.total_out());
        // Only Finish lets a run of concatenated streams end.
        let action = if last { Action::Finish } else { Action::Run };
        let status = match output {
            Output::Slice(slice) => self.stream.process(input, slice, action),
            Output::Spare(vec) => self.stream.process_vec(input, vec, action),
        }
        .map_err(|error| failure(error, self.stream.total_in(), self.memory))?;
        Ok(Step {
            consumed: moved(taken, self.stream.total_in()),
            produced: moved(made, self.stream.total_out()),
            state: match status {
                Status::StreamEnd => State::Ended,
                Status::MemNeeded => State::Stalled,
                Status::Ok | Status::GetCheck => State::Running,
            },
        })
    }
}

impl std::fmt::Debug for XzDecoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("XzDecoder")
            .field("memory", &self.memory)
            .field("consumed", &self.consumed())
            .finish_non_exhaustive()
    }
}

fn failure(error: Error, at: u64, memory: u64) -> StreamError {
    let transform = Transform::Xz;
    let corrupt = |reason: &str| StreamError::Corrupt { transform, at, reason: reason.to_owned() };
    match error {
        Error::Mem => StreamError::OutOfMemory,
        Error::MemLimit => StreamError::MemoryLimit { transform, limit: memory },
        Error::Options | Error::UnsupportedCheck | Error::NoCheck => {
            StreamError::Unsupported { transform, at, reason: "filter chain or option".to_owned() }
        }
        Error::Format => corrupt("not an xz stream"),
        Error::Data => corrupt("invalid data or failed integrity check"),
        Error::Program => corrupt("decoder used after a failure"),
    }
}

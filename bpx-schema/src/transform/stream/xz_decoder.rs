//! xz streams out of liblzma.

use xz2::stream::{Action, CONCATENATED, Error, IGNORE_CHECK, Status, Stream};

use crate::budget::{Held, MemoryAccount};

use super::decoder::{Output, State, Step, moved};
use super::{StreamError, StreamLimits, Transform};

pub(super) struct XzDecoder {
    stream: Stream,
    memory: Memory,
}

/// What the decoder may take: little at first, more when a stream asks for it.
struct Memory {
    /// What liblzma may take at the moment, in bytes.
    granted: u64,
    /// What it may take at most.
    max: u64,
    /// Memory that is really used: a dictionary fills with content.
    used_at_most: u64,
    held: Option<Held>,
}

impl Memory {
    /// What every decoder may take, in bytes.
    const FIRST: u64 = 1 << 20;
    /// What a decoder takes beside its dictionary, in bytes.
    const BESIDE: u64 = 256 << 10;

    fn new(content_size: u64, limits: &StreamLimits) -> Self {
        Self {
            granted: Self::FIRST.min(limits.memory),
            max: limits.memory,
            used_at_most: content_size.saturating_add(Self::BESIDE),
            held: limits.account.as_ref().map(MemoryAccount::hold_nothing),
        }
    }

    /// Grants the next size that a dictionary has: a power of 2, or one and a half of it.
    fn grow(&mut self) -> Result<u64, StreamError> {
        let refused = StreamError::MemoryLimit { transform: Transform::Xz, limit: self.granted };
        if self.granted >= self.max {
            return Err(refused);
        }
        let dictionary = self.granted.saturating_sub(Self::BESIDE).max(Self::FIRST / 2);
        let power = 1_u64 << dictionary.ilog2();
        let next = if dictionary == power { power.saturating_add(power / 2) } else { power.saturating_mul(2) };
        let granted = next.saturating_add(Self::BESIDE).min(self.max);
        let more = granted.min(self.used_at_most).saturating_sub(self.granted.min(self.used_at_most));
        if self.held.as_mut().is_some_and(|held| !held.grow(more)) {
            return Err(refused);
        }
        self.granted = granted;
        Ok(granted)
    }
}

impl XzDecoder {
    /// For whole files: concatenated streams and the padding between them.
    pub(super) fn new(content_size: u64, limits: &StreamLimits) -> Result<Self, StreamError> {
        Self::with_flags(Memory::new(content_size, limits), CONCATENATED)
    }

    /// For the inside of one stream; `ignore_check` when the caller compares the integrity checks.
    pub(super) fn new_single(
        content_size: u64,
        limits: &StreamLimits,
        ignore_check: bool,
    ) -> Result<Self, StreamError> {
        Self::with_flags(Memory::new(content_size, limits), if ignore_check { IGNORE_CHECK } else { 0 })
    }

    fn with_flags(memory: Memory, flags: u32) -> Result<Self, StreamError> {
        match Stream::new_stream_decoder(memory.granted, flags) {
            Ok(stream) => Ok(Self { stream, memory }),
            Err(error) => Err(failure(error, 0, memory.granted)),
        }
    }

    pub(super) fn consumed(&self) -> u64 {
        self.stream.total_in()
    }

    pub(super) fn step(&mut self, input: &[u8], last: bool, mut output: Output<'_>) -> Result<Step, StreamError> {
        let (taken, made) = (self.stream.total_in(), self.stream.total_out());
        // Only Finish lets a run of concatenated streams end.
        let action = if last { Action::Finish } else { Action::Run };
        let status = loop {
            let rest = input.get(moved(taken, self.stream.total_in())..).unwrap_or_default();
            let status = match &mut output {
                Output::Slice(slice) => {
                    let room = slice.get_mut(moved(made, self.stream.total_out())..).unwrap_or_default();
                    self.stream.process(rest, room, action)
                }
                Output::Spare(vec) => self.stream.process_vec(rest, vec, action),
            };
            match status {
                Err(Error::MemLimit) => self.ask_for_memory()?,
                other => break other,
            }
        }
        .map_err(|error| failure(error, self.stream.total_in(), self.memory.granted))?;
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

    /// Grants as much memory as the stream asks for, within the limits.
    fn ask_for_memory(&mut self) -> Result<(), StreamError> {
        loop {
            let granted = self.memory.grow()?;
            match self.stream.set_memlimit(granted) {
                Ok(()) => return Ok(()),
                Err(Error::MemLimit) => {}
                Err(error) => return Err(failure(error, self.stream.total_in(), granted)),
            }
        }
    }
}

impl std::fmt::Debug for XzDecoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("XzDecoder")
            .field("memory", &self.memory.granted)
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

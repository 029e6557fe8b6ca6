//! Decodes streams with liblzma.

use crate::limits::cost;
use crate::transform::{DecodeStream, DecoderMemory, StepOutput, StepResult, StreamError, StreamLimits, StreamState};
use xz2::stream::{Action, Error, Status, Stream};

/// A decoder of liblzma for one of its formats.
pub(in crate::transform) struct LzmaDecoder {
    name: &'static str,
    stream: Stream,
    memory: LzmaMemory,
}

/// The memory of a decoder. The limit is small at first, and rises when a stream needs more memory.
struct LzmaMemory {
    /// The current memory limit of liblzma, in bytes.
    granted: u64,
    /// The maximum of `granted`, in bytes.
    max: u64,
    /// An upper bound of the memory in use, in bytes. Content fills the dictionary, so a decoder uses little more
    /// memory than the content.
    used_at_most: u64,
    held: DecoderMemory,
}

impl LzmaMemory {
    /// The initial memory limit, in bytes.
    const FIRST: u64 = 1 << 20;
    /// The memory in bytes that a decoder takes besides its dictionary.
    const BESIDE: u64 = 256 << 10;

    fn new(content_size: u64, limits: &StreamLimits) -> Self {
        Self {
            granted: Self::FIRST.min(limits.memory),
            max: limits.memory,
            used_at_most: (cost(content_size) + cost(Self::BESIDE)).0,
            held: limits.hold_nothing(),
        }
    }

    /// Grants memory for the next usual size of a dictionary, which is a power of 2, or 1.5 times a power of 2.
    fn grow(&mut self, name: &'static str) -> Result<u64, StreamError> {
        let refused = StreamError::MemoryLimit { transform: name, limit: self.granted };
        if self.granted >= self.max {
            return Err(refused);
        }
        let dictionary = (cost(self.granted) - cost(Self::BESIDE)).0.max(Self::FIRST / 2);
        let power = 1_u64 << dictionary.ilog2();
        let next = if dictionary == power { cost(power) + cost(power / 2) } else { cost(power) * cost(2) };
        let granted = (next + cost(Self::BESIDE)).0.min(self.max);
        let more = (cost(granted.min(self.used_at_most)) - cost(self.granted)).0;
        if self.held.grow(name, more).is_err() {
            return Err(refused);
        }
        self.granted = granted;
        Ok(granted)
    }
}

impl LzmaDecoder {
    /// Creates a decoder. `start` is a function of liblzma that takes a memory limit.
    pub(in crate::transform) fn begin_decoding(
        name: &'static str,
        content_size: u64,
        limits: &StreamLimits,
        start: impl FnOnce(u64) -> Result<Stream, Error>,
    ) -> Result<Self, StreamError> {
        let memory = LzmaMemory::new(content_size, limits);
        match start(memory.granted) {
            Ok(stream) => Ok(Self { name, stream, memory }),
            Err(error) => Err(decoder_error(name, error, 0, memory.granted)),
        }
    }

    /// Creates a decoder of whole xz files, which are concatenated streams with padding between them.
    #[cfg(feature = "xz")]
    pub(super) fn of_files(content_size: u64, limits: &StreamLimits) -> Result<Self, StreamError> {
        Self::begin_decoding("xz", content_size, limits, |memory| {
            Stream::new_stream_decoder(memory, xz2::stream::CONCATENATED)
        })
    }

    /// Creates a decoder of one xz stream. `ignore_check` is true if the caller compares the integrity checks.
    #[cfg(feature = "xz")]
    pub(super) fn of_stream(content_size: u64, limits: &StreamLimits, ignore_check: bool) -> Result<Self, StreamError> {
        let flags = if ignore_check { xz2::stream::IGNORE_CHECK } else { 0 };
        Self::begin_decoding("xz", content_size, limits, |memory| Stream::new_stream_decoder(memory, flags))
    }

    /// Grants as much memory as the stream needs, within the limits.
    fn ask_for_memory(&mut self) -> Result<(), StreamError> {
        loop {
            let granted = self.memory.grow(self.name)?;
            match self.stream.set_memlimit(granted) {
                Ok(()) => return Ok(()),
                Err(Error::MemLimit) => {}
                Err(error) => return Err(decoder_error(self.name, error, self.stream.total_in(), granted)),
            }
        }
    }
}

impl DecodeStream for LzmaDecoder {
    fn step(&mut self, input: &[u8], last: bool, mut output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let before = (self.stream.total_in(), self.stream.total_out());
        // Only `Finish` ends a run of concatenated streams.
        let action = if last { Action::Finish } else { Action::Run };
        let status = loop {
            let now = StepResult::from_counters(
                before,
                (self.stream.total_in(), self.stream.total_out()),
                StreamState::Running,
            );
            let (_, rest) = input.split_at(now.consumed);
            let status = match &mut output {
                StepOutput::Slice(slice) => {
                    let (_, room) = slice.split_at_mut(now.produced);
                    self.stream.process(rest, room, action)
                }
                StepOutput::Spare(vec) => self.stream.process_vec(rest, vec, action),
            };
            match status {
                Err(Error::MemLimit) => self.ask_for_memory()?,
                other => break other,
            }
        }
        .map_err(|error| decoder_error(self.name, error, self.stream.total_in(), self.memory.granted))?;
        let state = match status {
            Status::StreamEnd => StreamState::Ended,
            Status::MemNeeded => StreamState::Stalled,
            Status::Ok | Status::GetCheck => StreamState::Running,
        };
        Ok(StepResult::from_counters(before, (self.stream.total_in(), self.stream.total_out()), state))
    }
}

fn decoder_error(transform: &'static str, error: Error, at: u64, memory: u64) -> StreamError {
    let corrupt = |reason: &str| StreamError::corrupt(transform, at, reason);
    match error {
        Error::Mem => StreamError::OutOfMemory,
        Error::MemLimit => StreamError::MemoryLimit { transform, limit: memory },
        Error::Options | Error::UnsupportedCheck | Error::NoCheck => {
            StreamError::Unsupported { transform, at, reason: "filter chain or option".to_owned() }
        }
        Error::Format => StreamError::corrupt(
            transform,
            at,
            format!("expected the signature of the {transform} format, found other bytes"),
        ),
        Error::Data => corrupt("invalid data or failed integrity check"),
        Error::Program => corrupt("decoder used after a failure"),
    }
}

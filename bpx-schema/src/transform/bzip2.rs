use super::level::leveled;
use super::members::MembersDecoder;
use super::{DecodeStream, EncodeStream, StepOutput, StepResult, StreamError, StreamLimits, StreamState, Transform};
use ::bzip2::{Action, Compress, Compression, Decompress, Error, Status};

/// The memory in bytes of a decoder for the largest blocks.
const MEMORY: u64 = 4 << 20;

leveled! {
    /// One or more consecutive bzip2 streams. The encoder writes one stream.
    Bzip2,
    /// Sets the size of blocks, from 1 to 9 times 100,000 bytes.
}

impl Transform for Bzip2 {
    const NAME: &'static str = "bzip2";

    fn decoder(&self, _: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        let memory = limits.hold_memory(Self::NAME, MEMORY)?;
        Ok(Box::new(MembersDecoder::new(move || {
            // The members share the memory, as one is decoded at a time.
            let _held = &memory;
            Box::new(Bzip2Decoder(Decompress::new(false))) as Box<dyn DecodeStream>
        })))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        if !(1..=9).contains(&self.level) {
            return Err(StreamError::InvalidEncoding { reason: "expected a level from 1 to 9" });
        }
        Ok(Box::new(Bzip2Encoder(Compress::new(Compression::new(self.level), 0))))
    }
}

struct Bzip2Decoder(Decompress);

impl DecodeStream for Bzip2Decoder {
    fn step(&mut self, input: &[u8], _: bool, output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let before = (self.0.total_in(), self.0.total_out());
        let status = match output {
            StepOutput::Slice(slice) => self.0.decompress(input, slice),
            StepOutput::Spare(vec) => self.0.decompress_vec(input, vec),
        };
        let after = (self.0.total_in(), self.0.total_out());
        let status = status.map_err(|error| {
            let reason = match error {
                Error::DataMagic => "expected the signature of a bzip2 stream, found other bytes",
                _ => "invalid data or failed integrity check",
            };
            StreamError::corrupt(Bzip2::NAME, after.0, reason)
        })?;
        let state = match status {
            Status::StreamEnd => StreamState::Ended,
            Status::MemNeeded => return Err(StreamError::OutOfMemory),
            _ if before == after => StreamState::Stalled,
            _ => StreamState::Running,
        };
        Ok(StepResult::from_counters(before, after, state))
    }
}

struct Bzip2Encoder(Compress);

impl EncodeStream for Bzip2Encoder {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        let before = (self.0.total_in(), self.0.total_out());
        let status = if input.is_empty() && !last {
            Status::RunOk
        } else {
            self.0
                .compress(input, output, if last { Action::Finish } else { Action::Run })
                .map_err(|_| StreamError::InvalidEncoding { reason: "the bzip2 encoder failed" })?
        };
        let state = if status == Status::StreamEnd { StreamState::Ended } else { StreamState::Running };
        Ok(StepResult::from_counters(before, (self.0.total_in(), self.0.total_out()), state))
    }
}

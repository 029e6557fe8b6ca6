use super::level::leveled;
use super::members::Members;
use super::{Decode, Encode, Output, State, Step, StreamError, StreamLimits, Transform};
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

    fn decoder(&self, _: u64, limits: &StreamLimits) -> Result<Box<dyn Decode>, StreamError> {
        let memory = limits.hold(Self::NAME, MEMORY)?;
        Ok(Box::new(Members::new(move || {
            // The members share the memory, as one is decoded at a time.
            let _held = &memory;
            Box::new(Decoder(Decompress::new(false))) as Box<dyn Decode>
        })))
    }

    fn encoder(&self) -> Result<Box<dyn Encode>, StreamError> {
        if !(1..=9).contains(&self.level) {
            return Err(StreamError::InvalidEncoding { reason: "expected a level from 1 to 9" });
        }
        Ok(Box::new(Encoder(Compress::new(Compression::new(self.level), 0))))
    }
}

struct Decoder(Decompress);

impl Decode for Decoder {
    fn step(&mut self, input: &[u8], _: bool, output: Output<'_>) -> Result<Step, StreamError> {
        let before = (self.0.total_in(), self.0.total_out());
        let status = match output {
            Output::Slice(slice) => self.0.decompress(input, slice),
            Output::Spare(vec) => self.0.decompress_vec(input, vec),
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
            Status::StreamEnd => State::Ended,
            Status::MemNeeded => return Err(StreamError::OutOfMemory),
            _ if before == after => State::Stalled,
            _ => State::Running,
        };
        Ok(Step::between(before, after, state))
    }
}

struct Encoder(Compress);

impl Encode for Encoder {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<Step, StreamError> {
        let before = (self.0.total_in(), self.0.total_out());
        let status = if input.is_empty() && !last {
            Status::RunOk
        } else {
            self.0
                .compress(input, output, if last { Action::Finish } else { Action::Run })
                .map_err(|_| StreamError::InvalidEncoding { reason: "the bzip2 encoder failed" })?
        };
        let state = if status == Status::StreamEnd { State::Ended } else { State::Running };
        Ok(Step::between(before, (self.0.total_in(), self.0.total_out()), state))
    }
}

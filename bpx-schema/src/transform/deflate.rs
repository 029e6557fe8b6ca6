//! Implements the three formats of deflate, by flate2: plain, in the frame of zlib, and in the frame of gzip.

use super::level::leveled;
use super::{DecodeStream, EncodeStream, StepOutput, StepResult, StreamError, StreamLimits, StreamState, Transform};
use flate2::{Compress, Compression, Decompress, DecompressError, FlushCompress, FlushDecompress, Status};

/// The message of zlib-rs for some damaged streams. The message is wrong, because no call was repeated.
const MUTE: &str = "repeated call with bad state";
const MAX_LEVEL: u32 = 9;

/// Declares one of the three formats.
macro_rules! deflate {
    (
        $(#[$doc:meta])* $name:ident = $text:literal, feature $feature:literal,
        decode $count:ident $decode:expr, encode $encode:expr
    ) => {
        #[cfg(feature = $feature)]
        leveled! {
            $(#[$doc])*
            $name,
            /// Sets the effort, from 0 (fastest, without compression) to 9.
        }

        #[cfg(feature = $feature)]
        impl Transform for $name {
            const NAME: &'static str = $text;

            // It takes less than 64 KiB, which is not counted.
            fn decoder(&self, _: u64, _: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
                let start: fn() -> Box<dyn DecodeStream> = || {
                    let start: fn() -> Decompress = $decode;
                    Box::new(Inflater { transform: $text, inner: start() })
                };
                Ok(deflate!(@$count start))
            }

            fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
                if self.level > MAX_LEVEL {
                    return Err(StreamError::InvalidEncoding { reason: "expected a level from 0 to 9" });
                }
                let start: fn(Compression) -> Compress = $encode;
                Ok(Box::new(Deflater(start(Compression::new(self.level)))))
            }
        }
    };
    (@one $start:expr) => { $start() };
    (@many $start:expr) => { Box::new(super::members::MembersDecoder::new($start)) };
}

deflate! {
    /// One zlib stream (RFC 1950).
    Zlib = "zlib", feature "zlib",
    decode one || Decompress::new(true), encode |level| Compress::new(level, true)
}
deflate! {
    /// One deflate stream (RFC 1951) without any frame.
    Deflate = "deflate", feature "deflate",
    decode one || Decompress::new(false), encode |level| Compress::new(level, false)
}
deflate! {
    /// One or more consecutive gzip members (RFC 1952). The encoder writes one member.
    Gzip = "gzip", feature "gzip",
    decode many || Decompress::new_gzip(15), encode |level| Compress::new_gzip(level, 15)
}

struct Inflater {
    transform: &'static str,
    inner: Decompress,
}

impl DecodeStream for Inflater {
    fn step(&mut self, input: &[u8], _: bool, output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let before = (self.inner.total_in(), self.inner.total_out());
        let flush = FlushDecompress::None;
        let status = match output {
            StepOutput::Slice(slice) => self.inner.decompress(input, slice, flush),
            StepOutput::Spare(vec) => self.inner.decompress_vec(input, vec, flush),
        }
        .map_err(|error| self.stream_error(&error))?;
        let after = (self.inner.total_in(), self.inner.total_out());
        let state = match status {
            Status::StreamEnd => StreamState::Ended,
            _ if before == after => StreamState::Stalled,
            _ => StreamState::Running,
        };
        Ok(StepResult::from_counters(before, after, state))
    }
}

impl Inflater {
    fn stream_error(&self, error: &DecompressError) -> StreamError {
        let (transform, at) = (self.transform, self.inner.total_in());
        if error.needs_dictionary().is_some() {
            let reason = "preset dictionary".to_owned();
            return StreamError::Unsupported { transform, at, reason };
        }
        let reason = error.message().filter(|&message| message != MUTE).unwrap_or("invalid data");
        StreamError::corrupt(transform, at, reason)
    }
}

struct Deflater(Compress);

impl EncodeStream for Deflater {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        let before = (self.0.total_in(), self.0.total_out());
        let flush = if last { FlushCompress::Finish } else { FlushCompress::None };
        let status = self
            .0
            .compress(input, output, flush)
            .map_err(|_| StreamError::InvalidEncoding { reason: "the zlib encoder failed" })?;
        let state = if status == Status::StreamEnd { StreamState::Ended } else { StreamState::Running };
        Ok(StepResult::from_counters(before, (self.0.total_in(), self.0.total_out()), state))
    }
}

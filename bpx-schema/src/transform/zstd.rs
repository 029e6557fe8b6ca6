use super::members::MembersDecoder;
use super::{
    DecodeStream, DecoderMemory, EncodeStream, StepOutput, StepResult, StreamError, StreamLimits, StreamState,
    Transform,
};
use crate::limits::cost;
use ::zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer, WriteBuf};
use ::zstd::stream::raw::{Decoder as RawDecoder, Encoder as RawEncoder};
use std::sync::Arc;

/// The memory in bytes that a decoder takes besides its window: its tables, a stored block, and the content of the
/// block.
const BESIDE: u64 = 512 << 10;

/// One or more consecutive frames of Zstandard (RFC 8878). The encoder writes one frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zstd {
    /// The level; 0 means the default level of the library, which is 3.
    level: i32,
    dictionary: Arc<[u8]>,
}

impl Zstd {
    /// Returns the default settings: level 3, no dictionary.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the effort, from 1 (fast) to 22; 0 means the default, 3.
    #[must_use]
    pub fn with_level(self, level: i32) -> Self {
        Self { level, ..self }
    }

    /// Sets a dictionary, which may be a trained dictionary, or any bytes that contents are likely to repeat.
    #[must_use]
    pub fn with_dictionary(self, dictionary: impl Into<Arc<[u8]>>) -> Self {
        Self { dictionary: dictionary.into(), ..self }
    }
}

impl Transform for Zstd {
    const NAME: &'static str = "zstd";

    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        let (dictionary, limits) = (Arc::clone(&self.dictionary), limits.clone());
        Ok(Box::new(MembersDecoder::new(move || {
            Box::new(ZstdFrameDecoder {
                dictionary: Arc::clone(&dictionary),
                limits: limits.clone(),
                content_size,
                header: Vec::new(),
                fed: 0,
                decoder: None,
                consumed: 0,
            }) as Box<dyn DecodeStream>
        })))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        if !(0..=22).contains(&self.level) {
            return Err(StreamError::InvalidEncoding { reason: "expected a level from 0 to 22" });
        }
        let encoder =
            RawEncoder::with_dictionary(self.level, &self.dictionary).map_err(|_| StreamError::OutOfMemory)?;
        Ok(Box::new(ZstdEncoder(encoder)))
    }
}

/// A decoder of one frame.
struct ZstdFrameDecoder {
    dictionary: Arc<[u8]>,
    limits: StreamLimits,
    content_size: u64,
    /// The first bytes of the frame, up to those that state the window.
    header: Vec<u8>,
    /// The number of bytes in `header` that the decoder has taken.
    fed: usize,
    /// The decoder, and the memory of its window; `None` before the size of the window is known.
    decoder: Option<(RawDecoder<'static>, DecoderMemory)>,
    consumed: u64,
}

impl ZstdFrameDecoder {
    /// Returns the decoder if the size of the window is known, so that no memory is reserved before.
    fn begin_decoder(&self) -> Result<Option<(RawDecoder<'static>, DecoderMemory)>, StreamError> {
        let Some(window) = window_size(&self.header) else { return Ok(None) };
        let limit = self.limits.memory;
        if window > limit {
            return Err(StreamError::MemoryLimit { transform: Zstd::NAME, limit });
        }
        // A window fills with content.
        let memory =
            self.limits.hold_memory(Zstd::NAME, (cost(window.min(self.content_size)) + cost(BESIDE)).0.min(limit))?;
        let mut decoder = RawDecoder::with_dictionary(&self.dictionary).map_err(|_| StreamError::OutOfMemory)?;
        let log = limit.max(1 << 10).ilog2().clamp(10, 31);
        decoder.set_parameter(DParameter::WindowLogMax(log)).map_err(|_| StreamError::OutOfMemory)?;
        Ok(Some((decoder, memory)))
    }

    fn stream_error(&self, error: &std::io::Error, consumed: usize) -> StreamError {
        let (transform, at) = (Zstd::NAME, self.consumed + consumed as u64);
        match error.to_string() {
            reason if reason.contains("memory") => StreamError::MemoryLimit { transform, limit: self.limits.memory },
            reason if reason.contains("Dictionary") => StreamError::Unsupported { transform, at, reason },
            reason => StreamError::corrupt(transform, at, reason),
        }
    }
}

impl DecodeStream for ZstdFrameDecoder {
    fn step(&mut self, input: &[u8], _: bool, output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let mut bytes = input.iter();
        while self.decoder.is_none() {
            let Some(byte) = bytes.next() else {
                self.consumed += input.len() as u64;
                let state = if input.is_empty() { StreamState::Stalled } else { StreamState::Running };
                return Ok(StepResult { consumed: input.len(), produced: 0, state });
            };
            self.header.push(*byte);
            self.decoder = self.begin_decoder()?;
        }
        let (rest, taken) = (bytes.as_slice(), input.len() - bytes.len());
        let Some((decoder, _)) = &mut self.decoder else { return Err(StreamError::OutOfMemory) };
        let (_, pending) = self.header.split_at(self.fed);
        let from_header = !pending.is_empty();
        let mut source = InBuffer::around(if from_header { pending } else { rest });
        let (status, produced) = match output {
            StepOutput::Slice(slice) => run_decoder(decoder, &mut source, OutBuffer::around(slice)),
            StepOutput::Spare(vec) => {
                let filled = vec.len();
                let (status, end) = run_decoder(decoder, &mut source, OutBuffer::around_pos(vec, filled));
                (status, end - filled)
            }
        };
        let moved = source.pos();
        let consumed = if from_header { taken } else { taken + moved };
        let left = status.map_err(|error| self.stream_error(&error, consumed))?;
        self.consumed += consumed as u64;
        if from_header {
            self.fed += moved;
        }
        let state = match left {
            0 => StreamState::Ended,
            _ if from_header || consumed > 0 || produced > 0 => StreamState::Running,
            _ => StreamState::Stalled,
        };
        Ok(StepResult { consumed, produced, state })
    }
}

/// Runs one step of the decoder. Returns the remaining work, and the position at which the output ends.
fn run_decoder<C: WriteBuf + ?Sized>(
    decoder: &mut RawDecoder<'static>,
    source: &mut InBuffer<'_>,
    mut output: OutBuffer<'_, C>,
) -> (std::io::Result<usize>, usize) {
    let status = decoder.run(source, &mut output);
    (status, output.pos())
}

/// Returns the size in bytes of the window that a frame with this header needs, or `None` when the header does not
/// state the size yet.
///
/// Returns 0 for a frame without content.
fn window_size(header: &[u8]) -> Option<u64> {
    const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
    if *header.first_chunk::<4>()? != MAGIC {
        return Some(0);
    }
    let descriptor = *header.get(4)?;
    if descriptor & 0x20 == 0 {
        let window = *header.get(5)?;
        let base = 1_u64 << (10 + (window >> 3));
        return Some(base + base / 8 * u64::from(window & 7));
    }
    // A single segment, whose window is its content.
    let start = [5_usize, 6, 7, 9].get(usize::from(descriptor & 3))?;
    let sizes = header.get(*start..)?;
    Some(match descriptor >> 6 {
        0 => u64::from(*sizes.first()?),
        1 => u64::from(u16::from_le_bytes(*sizes.first_chunk()?)) + 256,
        2 => u64::from(u32::from_le_bytes(*sizes.first_chunk()?)),
        _ => u64::from_le_bytes(*sizes.first_chunk()?),
    })
}

struct ZstdEncoder(RawEncoder<'static>);

impl EncodeStream for ZstdEncoder {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        let refused = |_| StreamError::InvalidEncoding { reason: "the zstd encoder failed" };
        let mut source = InBuffer::around(input);
        let mut output = OutBuffer::around(output);
        let mut state = StreamState::Running;
        if !input.is_empty() {
            self.0.run(&mut source, &mut output).map_err(refused)?;
        }
        if last && source.pos() == input.len() && self.0.finish(&mut output, true).map_err(refused)? == 0 {
            state = StreamState::Ended;
        }
        Ok(StepResult { consumed: source.pos(), produced: output.pos(), state })
    }
}

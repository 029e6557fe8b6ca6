//! Implements LZ4, by lz4_flex: whole frames, and blocks without a frame.
//!
//! The library cannot decode input in pieces. The decoder therefore first collects the stored bytes, which count as its
//! memory.

mod frames;

use self::frames::FramesDecoder;
use super::{
    DecodeStream, DecoderMemory, EncodeStream, StepOutput, StepResult, StreamError, StreamLimits, StreamState,
    Transform,
};
use crate::limits::cost;
use lz4_flex::block::{DecompressError, compress, decompress_into};
use lz4_flex::frame::FrameEncoder;
use std::io::{Cursor, Read, Write};

/// The maximum number of content bytes that a step decodes.
const PIECE: usize = 64 << 10;
/// The maximum number of content bytes for each byte of a block.
const MAX_RATIO: u64 = 255;

/// One or more consecutive LZ4 frames. The encoder writes one frame. Dictionaries are not supported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lz4;

impl Transform for Lz4 {
    const NAME: &'static str = "lz4";

    fn decoder(&self, _: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        let open: ContentOpener = Box::new(|stored, memory| {
            memory.grow(Self::NAME, frames::MEMORY)?;
            Ok(Box::new(FramesDecoder::new(stored)?))
        });
        Ok(Box::new(WholeDecoder::new(Self::NAME, limits, open)))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        Ok(Box::new(FrameWriter { encoder: Some(FrameEncoder::new(Vec::new())), made: Cursor::default() }))
    }
}

/// One LZ4 block without a frame. A block does not state the size of its content, so the declaration should state it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lz4Block;

impl Transform for Lz4Block {
    const NAME: &'static str = "lz4-block";

    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        let open: ContentOpener = Box::new(move |stored, memory| decode_block(&stored, content_size, memory));
        Ok(Box::new(WholeDecoder::new(Self::NAME, limits, open)))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        Ok(Box::new(BlockWriter { content: Vec::new(), made: None }))
    }
}

/// Decodes a block, and returns its content.
fn decode_block(
    stored: &[u8],
    content_size: u64,
    memory: &mut DecoderMemory,
) -> Result<Box<dyn ContentReader>, StreamError> {
    let (name, size) = (Lz4Block::NAME, stored.len() as u64);
    if stored.is_empty() {
        return Err(StreamError::Truncated { transform: name, at: 0 });
    }
    let room = (cost(size) * cost(MAX_RATIO)).0.min(content_size);
    memory.grow(name, room)?;
    let room = usize::try_from(room).map_err(|_| StreamError::OutOfMemory)?;
    let mut content = Vec::new();
    content.try_reserve_exact(room).map_err(|_| StreamError::OutOfMemory)?;
    content.resize(room, 0);
    match decompress_into(stored, &mut content) {
        Ok(made) => content.truncate(made),
        Err(DecompressError::OutputTooSmall { .. }) if content.len() as u64 == content_size => {
            return Err(StreamError::TooLong { limit: content_size });
        }
        Err(DecompressError::ExpectedAnotherByte | DecompressError::LiteralOutOfBounds) => {
            return Err(StreamError::Truncated { transform: name, at: size });
        }
        Err(error) => return Err(StreamError::corrupt(name, size, error.to_string())),
    }
    Ok(Box::new(Cursor::new(content)))
}

/// The content of complete stored bytes.
trait ContentReader: Send {
    /// Writes the next bytes of content, and returns their number; 0 at the end.
    fn next(&mut self, room: &mut [u8]) -> Result<usize, StreamError>;
}

impl ContentReader for Cursor<Vec<u8>> {
    fn next(&mut self, room: &mut [u8]) -> Result<usize, StreamError> {
        Ok(self.read(room)?)
    }
}

/// Begins to decode complete stored bytes.
type ContentOpener = Box<dyn FnOnce(Vec<u8>, &mut DecoderMemory) -> Result<Box<dyn ContentReader>, StreamError> + Send>;

/// Collects all stored bytes, then decodes them.
struct WholeDecoder {
    name: &'static str,
    stored: Vec<u8>,
    memory: DecoderMemory,
    open: Option<ContentOpener>,
    content: Option<Box<dyn ContentReader>>,
    piece: Vec<u8>,
}

impl WholeDecoder {
    fn new(name: &'static str, limits: &StreamLimits, open: ContentOpener) -> Self {
        let (stored, memory) = (Vec::new(), limits.hold_nothing());
        Self { name, stored, memory, open: Some(open), content: None, piece: Vec::new() }
    }
}

impl DecodeStream for WholeDecoder {
    fn step(&mut self, input: &[u8], last: bool, mut output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let consumed = input.len();
        if !input.is_empty() {
            self.memory.grow(self.name, input.len() as u64)?;
            self.stored.try_reserve(input.len()).map_err(|_| StreamError::OutOfMemory)?;
            self.stored.extend_from_slice(input);
        }
        if !last {
            return Ok(StepResult { consumed, produced: 0, state: StreamState::Stalled });
        }
        if let Some(open) = self.open.take() {
            self.content = Some(open(std::mem::take(&mut self.stored), &mut self.memory)?);
            self.piece = vec![0; PIECE];
        }
        let Some(content) = &mut self.content else {
            return Err(StreamError::corrupt(self.name, 0, "read after an earlier failure"));
        };
        let (room, _) = self.piece.split_at_mut(output.room().min(PIECE));
        let made = content.next(room)?;
        let overrun = || StreamError::corrupt(self.name, 0, "the decoder wrote past the end of the buffer");
        let produced = output.push_fitting(room.get(..made).ok_or_else(overrun)?);
        let state = if produced == 0 { StreamState::Ended } else { StreamState::Running };
        Ok(StepResult { consumed, produced, state })
    }
}

/// Encodes content to one frame.
struct FrameWriter {
    /// The encoder; `None` after the frame is complete.
    encoder: Option<FrameEncoder<Vec<u8>>>,
    made: Cursor<Vec<u8>>,
}

impl EncodeStream for FrameWriter {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        let refused = |_| StreamError::InvalidEncoding { reason: "the LZ4 encoder failed" };
        let mut consumed = 0;
        let empty = self.made.position() >= self.made.get_ref().len() as u64;
        if empty && let Some(encoder) = &mut self.encoder {
            encoder.write_all(input)?;
            consumed = input.len();
            if last && let Some(encoder) = self.encoder.take() {
                self.made = Cursor::new(encoder.finish().map_err(refused)?);
            } else if let Some(encoder) = &mut self.encoder {
                self.made = Cursor::new(std::mem::take(encoder.get_mut()));
            }
        }
        let produced = self.made.read(output)?;
        let ended = self.encoder.is_none() && self.made.position() >= self.made.get_ref().len() as u64;
        Ok(StepResult { consumed, produced, state: if ended { StreamState::Ended } else { StreamState::Running } })
    }
}

/// Encodes content to one block, after all of the content has arrived.
struct BlockWriter {
    content: Vec<u8>,
    made: Option<Cursor<Vec<u8>>>,
}

impl EncodeStream for BlockWriter {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        self.content.extend_from_slice(input);
        let (consumed, mut produced, mut state) = (input.len(), 0, StreamState::Running);
        if last {
            let made = self.made.get_or_insert_with(|| Cursor::new(compress(&std::mem::take(&mut self.content))));
            produced = made.read(output)?;
            if made.position() >= made.get_ref().len() as u64 {
                state = StreamState::Ended;
            }
        }
        Ok(StepResult { consumed, produced, state })
    }
}

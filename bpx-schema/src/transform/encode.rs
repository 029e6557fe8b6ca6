//! Encodes content, from memory or piece by piece.

use std::io::{Read, Write};

use super::{DynTransform, EncodeStream, StreamError, StreamState};
use crate::source::fill_buffer;

/// The number of bytes that are passed to an encoder, or taken from it, in one step. The number is fixed, because the
/// output of deflate at its lowest levels depends on both sizes.
const PIECE_SIZE: usize = 128 << 10;

/// The sizes of the content and of the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EncodedSizes {
    /// Number of bytes of the stream, which were written.
    pub stored: u64,
    /// Number of bytes of the content, which were read.
    pub content: u64,
}

/// Encodes `content`, of any size, to one stream. The stream has the same bytes as that of [`encode_stream`].
///
/// # Errors
/// Returns `InvalidEncoding`, or `Io` when the system provides no memory or threads.
pub fn encode(content: &[u8], transform: &dyn DynTransform) -> Result<Vec<u8>, StreamError> {
    let mut stored = Vec::new();
    encode_stream(&mut &*content, transform, &mut stored)?;
    Ok(stored)
}

/// Encodes all of `reader` to one stream, and writes the stream to `out`. Does not flush `out`.
///
/// The transform bounds the memory; only that of LZ4 blocks depends on the size of the input. The bytes of the stream
/// depend neither on the sizes of the pieces that `reader` returns, nor on the number of threads.
///
/// # Errors
/// Returns `InvalidEncoding`; returns `Io` for the errors of `reader` and `out`, and when the system provides no memory
/// or threads. A part of the stream may have been written before the error.
pub fn encode_stream(
    reader: &mut dyn Read,
    transform: &dyn DynTransform,
    out: &mut dyn Write,
) -> Result<EncodedSizes, StreamError> {
    let mut encoder = StreamEncoder::new(transform)?;
    while encoder.feed(reader, out)? {}
    encoder.finish(out)
}

/// Encodes content to one stream, piece by piece. The stream has the same bytes as that of [`encode_stream`].
///
/// An encoder can move to another thread between calls. The other thread can then finish the stream while this thread
/// begins another stream.
pub struct StreamEncoder {
    encoder: Box<dyn EncodeStream>,
    input: Vec<u8>,
    output: Vec<u8>,
    /// Number of bytes in `input` that the encoder has not taken.
    filled: usize,
    sizes: EncodedSizes,
}

impl StreamEncoder {
    /// Creates an encoder. Reads and writes nothing yet.
    ///
    /// # Errors
    /// Returns `InvalidEncoding`, or `Io` when the system provides no memory or threads.
    pub fn new(transform: &dyn DynTransform) -> Result<Self, StreamError> {
        let (input, output) = (vec![0; PIECE_SIZE], vec![0; PIECE_SIZE]);
        Ok(Self { encoder: transform.begin_encoding()?, input, output, filled: 0, sizes: EncodedSizes::default() })
    }

    /// Reads and encodes some content, and writes the output. Returns false at the end of `reader`; the caller must
    /// then call [`finish`](Self::finish).
    ///
    /// # Errors
    /// Returns `Io` when the system provides no memory or threads, and for the errors of `reader` and `out`.
    pub fn feed(&mut self, reader: &mut dyn Read, out: &mut dyn Write) -> Result<bool, StreamError> {
        self.filled = fill_buffer(reader, &mut self.input).map_err(StreamError::Io)?;
        if self.filled < PIECE_SIZE {
            return Ok(false);
        }
        self.encode(false, out).map(|()| true)
    }

    /// Ends the stream. Returns the sizes of content and stream.
    ///
    /// # Errors
    /// Returns `Io` when the system provides no memory or threads, and for the errors of `out`.
    pub fn finish(mut self, out: &mut dyn Write) -> Result<EncodedSizes, StreamError> {
        self.encode(true, out)?;
        Ok(self.sizes)
    }

    fn encode(&mut self, last: bool, out: &mut dyn Write) -> Result<(), StreamError> {
        let overrun = StreamError::InvalidEncoding {
            reason: "the encoder read past the end of the input, or wrote past the end of the buffer",
        };
        let (mut piece, _) = self.input.split_at(std::mem::take(&mut self.filled));
        self.sizes.content += piece.len() as u64;
        while last || !piece.is_empty() {
            let step = self.encoder.step(piece, last, &mut self.output)?;
            let moved = piece.get(step.consumed..).zip(self.output.get(..step.produced));
            let Some((rest, made)) = moved else { return Err(overrun) };
            piece = rest;
            out.write_all(made).map_err(StreamError::Io)?;
            self.sizes.stored += made.len() as u64;
            if step.state == StreamState::Ended {
                return Ok(());
            }
            if step.state == StreamState::Stalled && step.is_idle() {
                return Err(StreamError::InvalidEncoding { reason: "the encoder makes no progress" });
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for StreamEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamEncoder").field("sizes", &self.sizes).finish_non_exhaustive()
    }
}

//! Encoding, from memory or piece by piece.

use std::io::{Read, Write};

use super::{DynTransform, Encode, State, StreamError, size_of_slice};
use crate::source::fill;

/// Bytes fed to an encoder and taken from it at once. Fixed, because the output of deflate at its lowest levels depends
/// on both.
const PIECE_SIZE: usize = 128 << 10;

/// Sizes of the content and of the encoded bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EncodedSizes {
    /// Bytes written: the stream.
    pub stored: u64,
    /// Bytes read: the content.
    pub content: u64,
}

/// Encodes `content`, of any size, to one stream: the same bytes as [`encode_stream`].
///
/// # Errors
/// `InvalidEncoding`, or `Io` when the system gives no memory or threads.
pub fn encode(content: &[u8], transform: &dyn DynTransform) -> Result<Vec<u8>, StreamError> {
    let mut stored = Vec::new();
    encode_stream(&mut &*content, transform, &mut stored)?;
    Ok(stored)
}

/// Encodes all of `reader` to one stream written to `out`, which is not flushed.
///
/// Memory is bounded by the transform; only that of LZ4 blocks depends on the size of the input. The bytes do not depend on how `reader`
/// splits its input, nor on the number of threads.
///
/// # Errors
/// `InvalidEncoding`, or `Io` for the errors of `reader` and `out` and when the system gives no memory or threads. Part of the
/// stream may have been written by then.
pub fn encode_stream(
    reader: &mut dyn Read,
    transform: &dyn DynTransform,
    out: &mut dyn Write,
) -> Result<EncodedSizes, StreamError> {
    let mut encoder = StreamEncoder::new(transform)?;
    while encoder.feed(reader, out)? {}
    encoder.finish(out)
}

/// Encodes to one stream piece by piece: the same bytes as [`encode_stream`].
///
/// An encoder can move to another thread between calls; that thread can finish the stream while this thread begins
/// another one.
pub struct StreamEncoder {
    encoder: Box<dyn Encode>,
    input: Vec<u8>,
    output: Vec<u8>,
    /// Number of bytes in `input` that the encoder has not taken.
    filled: usize,
    sizes: EncodedSizes,
}

impl StreamEncoder {
    /// Creates an encoder. Nothing is read or written yet.
    ///
    /// # Errors
    /// `InvalidEncoding`, or `Io` when the system gives no memory or threads.
    pub fn new(transform: &dyn DynTransform) -> Result<Self, StreamError> {
        let (input, output) = (vec![0; PIECE_SIZE], vec![0; PIECE_SIZE]);
        Ok(Self { encoder: transform.begin_encoding()?, input, output, filled: 0, sizes: EncodedSizes::default() })
    }

    /// Reads and encodes some content, and writes the output. Returns false at the end of the reader, after which
    /// [`finish`](Self::finish) must be called.
    ///
    /// # Errors
    /// `Io` when the system gives no memory or threads, and for the errors of `reader` and `out`.
    pub fn feed(&mut self, reader: &mut dyn Read, out: &mut dyn Write) -> Result<bool, StreamError> {
        self.filled = fill(reader, &mut self.input).map_err(StreamError::Io)?;
        if self.filled < PIECE_SIZE {
            return Ok(false);
        }
        self.encode(false, out).map(|()| true)
    }

    /// Ends the stream. Returns the sizes of content and stream.
    ///
    /// # Errors
    /// `Io` when the system gives no memory or threads, and for the errors of `out`.
    pub fn finish(mut self, out: &mut dyn Write) -> Result<EncodedSizes, StreamError> {
        self.encode(true, out)?;
        Ok(self.sizes)
    }

    fn encode(&mut self, last: bool, out: &mut dyn Write) -> Result<(), StreamError> {
        let overrun = StreamError::InvalidEncoding {
            reason: "the encoder read past the end of the input, or wrote past the end of the buffer",
        };
        let (mut piece, _) = self.input.split_at(std::mem::take(&mut self.filled));
        self.sizes.content += size_of_slice(piece);
        while last || !piece.is_empty() {
            let step = self.encoder.step(piece, last, &mut self.output)?;
            let moved = piece.get(step.consumed..).zip(self.output.get(..step.produced));
            let Some((rest, made)) = moved else { return Err(overrun) };
            piece = rest;
            out.write_all(made).map_err(StreamError::Io)?;
            self.sizes.stored += size_of_slice(made);
            if step.state == State::Ended {
                return Ok(());
            }
            if step.state == State::Stalled && step.is_idle() {
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

//! Encoding, from memory or piece by piece.

use std::io::{Read, Write};

use super::decoder::State;
use super::encoder::Encoder;
use super::{Encoding, StreamError, fill, size_of_slice};

/// Bytes fed to an encoder and taken from it at once. Fixed, because what deflate emits at its
/// lowest levels depends on both.
const PIECE_SIZE: usize = 128 << 10;

/// Sizes of what was encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncodedSizes {
    /// Bytes written: the stream.
    pub stored: u64,
    /// Bytes read: the content.
    pub content: u64,
}

/// Encodes `content`, of any size, to one stream: the same bytes as [`encode_stream`].
///
/// # Errors
/// `InvalidEncoding` or `OutOfMemory`.
pub fn encode(content: &[u8], encoding: &Encoding) -> Result<Vec<u8>, StreamError> {
    let mut stored = Vec::new();
    encode_stream(&mut &*content, encoding, &mut stored)?;
    Ok(stored)
}

/// Encodes all of `reader` to one stream written to `out`, which is not flushed.
///
/// Memory is bounded by the encoding, not by the input. The bytes do not depend on how `reader`
/// splits its input, nor on the number of threads.
///
/// # Errors
/// `InvalidEncoding`, `OutOfMemory`, or `Io` for the errors of `reader` and `out`. Part of the
/// stream may have been written by then.
pub fn encode_stream(
    reader: &mut dyn Read,
    encoding: &Encoding,
    out: &mut dyn Write,
) -> Result<EncodedSizes, StreamError> {
    let mut encoder = Encoder::new(encoding)?;
    let mut input = vec![0; PIECE_SIZE];
    let mut output = vec![0; PIECE_SIZE];
    let mut sizes = EncodedSizes::default();
    loop {
        let filled = fill(reader, &mut input).map_err(StreamError::Io)?;
        let last = filled < PIECE_SIZE;
        let mut piece = input.get(..filled).unwrap_or_default();
        sizes.content = sizes.content.saturating_add(size_of_slice(piece));
        while last || !piece.is_empty() {
            let step = encoder.step(piece, last, &mut output)?;
            piece = piece.get(step.consumed..).unwrap_or_default();
            let made = output.get(..step.produced).unwrap_or_default();
            out.write_all(made).map_err(StreamError::Io)?;
            sizes.stored = sizes.stored.saturating_add(size_of_slice(made));
            if step.state == State::Ended {
                return Ok(sizes);
            }
        }
    }
}

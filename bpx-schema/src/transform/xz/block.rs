//! Decodes one block of an xz stream, for random access.

use super::{LzmaDecoder, Xz};
use crate::checksum::Crc32;
use crate::transform::decode::GrowingContent;
use crate::transform::{DecodeStream, StepResult, StreamError, StreamLimits, StreamState, Transform};

/// The identifier of CRC-32 as the integrity check of a stream.
const CRC32: u8 = 1;

/// Decodes one block of an xz stream, of exactly `content_size` bytes of content.
///
/// `stream_header` is the first 12 bytes of the stream that has the block; it names the integrity check. `block` is the
/// block as stored, with header, data, padding and check; its size is a multiple of 4 bytes. The index of the stream
/// states both sizes of every block. The bounds on memory are those of [`decode`](crate::transform::decode).
///
/// # Errors
/// Returns any [`StreamError`] except `InvalidEncoding` and `Io`. Positions count from the start of the block. Bytes
/// after the block are `Corrupt`.
pub fn decode_xz_block(
    stream_header: &[u8; 12],
    block: &[u8],
    content_size: u64,
    limits: &StreamLimits,
) -> Result<Vec<u8>, StreamError> {
    decode_xz_block_into(Vec::new(), stream_header, block, content_size, limits)
}

/// Decodes a block like [`decode_xz_block`]. Reuses the capacity of `buffer`, and drops its bytes.
///
/// # Errors
/// Returns the errors of [`decode_xz_block`].
pub fn decode_xz_block_into(
    buffer: Vec<u8>,
    stream_header: &[u8; 12],
    block: &[u8],
    content_size: u64,
    limits: &StreamLimits,
) -> Result<Vec<u8>, StreamError> {
    let [_, _, _, _, _, _, _, check, ..] = *stream_header;
    // This library's CRC-32 is ten times as fast as that of the decoder, which takes a sixteenth of the whole time.
    let crc32 = check == CRC32;
    let mut decoder = LzmaDecoder::of_stream(content_size, limits, crc32)?;
    let mut content = GrowingContent::in_buffer(buffer, block, content_size);
    for part in [stream_header.as_slice(), block] {
        decode_part(&mut decoder, part, &mut content).map_err(|error| from_block_start(error, stream_header))?;
    }
    let corrupt = |at: usize, reason: &str| StreamError::corrupt(Xz::NAME, at as u64, reason);
    // The decoder would wait for more bytes, so the layout shows whether the block is complete.
    let Some(size) = stored_size(check, block) else {
        return Err(StreamError::Truncated { transform: Xz::NAME, at: block.len() as u64 });
    };
    if size < block.len() {
        return Err(corrupt(size, "bytes after the end of the block"));
    }
    if crc32 && block.last_chunk() != Some(&Crc32::checksum_of(&content.bytes).to_le_bytes()) {
        return Err(corrupt(size, "failed integrity check"));
    }
    content.finish()
}

/// Decodes all of `part`, until the decoder makes no progress.
fn decode_part(decoder: &mut LzmaDecoder, part: &[u8], content: &mut GrowingContent) -> Result<(), StreamError> {
    let mut rest = part;
    loop {
        let StepResult { consumed, produced, state } = decoder.step(rest, false, content.next_output()?)?;
        (_, rest) = rest.split_at(consumed);
        content.check_bound(produced)?;
        // An end means an index and a footer, which the layout check reports.
        if state != StreamState::Running {
            return Ok(());
        }
    }
}

fn from_block_start(error: StreamError, stream_header: &[u8]) -> StreamError {
    // Faults of the stream header are reported at the beginning of the block.
    let shift = |at: u64| at.saturating_sub(stream_header.len() as u64);
    match error {
        StreamError::Corrupt { transform, at, reason } => StreamError::Corrupt { transform, at: shift(at), reason },
        StreamError::Unsupported { transform, at, reason } => {
            StreamError::Unsupported { transform, at: shift(at), reason }
        }
        other => other,
    }
}

/// Returns the size in bytes of the block at the beginning of `block`, or `None` if the block is truncated.
///
/// Finds the end of the block by skipping the chunks of LZMA2, which is the last filter of every block.
fn stored_size(check: u8, block: &[u8]) -> Option<usize> {
    let header_size = 4 * (usize::from(*block.first()?) + 1);
    let mut chunks = block.get(header_size..)?;
    loop {
        let size = match chunks {
            [0, ..] => break,
            [1..=2, high, low, ..] => packed_size(*high, *low) + 3,
            [0x80..=0xBF, _, _, high, low, ..] => packed_size(*high, *low) + 5,
            [0xC0..=0xFF, _, _, high, low, ..] => packed_size(*high, *low) + 6,
            _ => return None,
        };
        chunks = chunks.get(size..)?;
    }
    let data_end = block.len() - chunks.len() + 1;
    let size = data_end.next_multiple_of(4) + check_size(check);
    (size <= block.len()).then_some(size)
}

/// Returns the size in bytes of a chunk of LZMA2. The chunk stores the size minus one, with the high byte first.
fn packed_size(high: u8, low: u8) -> usize {
    usize::from(u16::from_be_bytes([high, low])) + 1
}

/// Returns the size in bytes of the integrity check with an identifier, also for an unassigned identifier.
const fn check_size(identifier: u8) -> usize {
    match identifier & 0x0F {
        0 => 0,
        1..=3 => 4,
        4..=6 => 8,
        7..=9 => 16,
        10..=12 => 32,
        _ => 64,
    }
}

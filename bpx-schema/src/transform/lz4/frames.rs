//! Decodes concatenated frames of LZ4.

use super::{ContentReader, Lz4};
use crate::transform::{StreamError, Transform};
use lz4_flex::frame::FrameDecoder;
use std::collections::VecDeque;
use std::io::{Cursor, Read, Take};
use std::ops::Range;

/// The memory in bytes that a decoder takes besides the stored bytes: two blocks of 4 MiB, the data to which they
/// refer, and a stored block.
pub(super) const MEMORY: u64 = 13 << 20;

const MAGIC: u32 = 0x184D_2204;
/// The magic number of skippable frames. Its four lowest bits may have any value.
const SKIPPABLE: u32 = 0x184D_2A50;
const LEGACY: u32 = 0x184C_2102;

/// Decodes the content of all frames.
pub(super) struct FramesDecoder {
    decoder: FrameDecoder<Take<Cursor<Vec<u8>>>>,
    /// The ranges of frames that are not read yet.
    frames: VecDeque<Range<u64>>,
}

impl FramesDecoder {
    pub(super) fn new(stored: Vec<u8>) -> Result<Self, StreamError> {
        let frames = frame_ranges(&stored)?;
        Ok(Self { decoder: FrameDecoder::new(Cursor::new(stored).take(0)), frames })
    }
}

impl ContentReader for FramesDecoder {
    fn next(&mut self, room: &mut [u8]) -> Result<usize, StreamError> {
        loop {
            let read = self.decoder.read(room);
            let read = read.map_err(|error| {
                let at = self.decoder.get_ref().get_ref().position();
                StreamError::corrupt(Lz4::NAME, at, error.to_string())
            })?;
            if read > 0 {
                return Ok(read);
            }
            let rest = self.decoder.get_mut();
            if rest.limit() > 0 {
                // A block without content.
                continue;
            }
            let Some(frame) = self.frames.pop_front() else { return Ok(0) };
            rest.get_mut().set_position(frame.start);
            rest.set_limit(frame.end - frame.start);
        }
    }
}

/// Returns the ranges of bytes in which frames with content are.
///
/// Checks the layout of the frames, because the library would treat the end of the bytes as the end of a frame.
fn frame_ranges(stored: &[u8]) -> Result<VecDeque<Range<u64>>, StreamError> {
    let truncated = || StreamError::Truncated { transform: Lz4::NAME, at: stored.len() as u64 };
    let (mut found, mut rest) = (VecDeque::new(), stored);
    while !rest.is_empty() || found.is_empty() {
        let begin = stored.len() as u64 - rest.len() as u64;
        let magic = u32_at(rest, 0).ok_or_else(truncated)?;
        let size = match magic {
            MAGIC => Some(frame_size(rest).ok_or_else(truncated)?),
            LEGACY => {
                let reason = "legacy frame".to_owned();
                return Err(StreamError::Unsupported { transform: Lz4::NAME, at: begin, reason });
            }
            skippable if skippable & !0xF == SKIPPABLE => None,
            _ if found.is_empty() => {
                return Err(StreamError::corrupt(
                    Lz4::NAME,
                    begin,
                    "expected the magic number of an LZ4 frame, found another number",
                ));
            }
            _ => return Err(StreamError::corrupt(Lz4::NAME, begin, "bytes after the end of the stream")),
        };
        let skipped = || usize::try_from(u32_at(rest, 4)?).ok()?.checked_add(8);
        let (frame, after) =
            size.or_else(skipped).and_then(|size| rest.split_at_checked(size)).ok_or_else(truncated)?;
        if size.is_some() {
            found.push_back(begin..begin + frame.len() as u64);
        }
        rest = after;
    }
    Ok(found)
}

/// Returns the size in bytes of the frame at the beginning of `frame`, or `None` if the frame is truncated.
fn frame_size(frame: &[u8]) -> Option<usize> {
    let flags = *frame.get(4)?;
    let when = |bit: u8, size: usize| if flags & bit == 0 { 0 } else { size };
    // Magic, two bytes of flags, size of the content, dictionary, checksum of the header.
    let mut rest = frame.get(7 + when(8, 8) + when(1, 4)..)?;
    loop {
        let (size, block) = rest.split_first_chunk()?;
        let size = u32::from_le_bytes(*size);
        if size == 0 {
            let rest = block.get(when(4, 4)..)?;
            return Some(frame.len() - rest.len());
        }
        rest = block.get(usize::try_from(size & 0x7FFF_FFFF).ok()?..)?.get(when(16, 4)..)?;
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

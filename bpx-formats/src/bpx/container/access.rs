//! Random access to contents.

use super::ahead::{Ahead, SpareBuffers};
use super::block_failure::block_failure;
use super::reader::SectionReader;
use super::xz::{Block, Blocks};
use crate::bpx::shared::read_exact_at;
use crate::bpx::span::Span;
use bpx_schema::codec::{Fetch, StoredRegion};
use bpx_schema::report::{Error, Result};
use bpx_schema::schema::Offset;
use bpx_schema::source::{ReadAt, fill_with};
use bpx_schema::transform::{TransformType, Xz};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read};
use std::num::Saturating;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Largest content, in bytes, of a block that is decoded as a whole and kept. Larger blocks are streamed.
const LARGEST: u64 = 16 << 20;
/// Largest content of all kept blocks together, in bytes.
const BUDGET: usize = 32 << 20;

/// Offset and size of the stored bytes, and the number of the block.
type Key = (u64, u64, usize);

/// Decoded blocks and block lists that random access keeps.
#[derive(Default)]
pub(super) struct Access {
    memory: Mutex<Memory>,
    spare: SpareBuffers,
}

#[derive(Default)]
struct Memory {
    /// The block lists of xz streams, by stored offset and size; `None` for a stream whose block list cannot be read.
    blocks: HashMap<(u64, u64), Option<Arc<Blocks>>>,
    /// Decoded blocks; the last block is the one that was used last.
    recent: Vec<(Key, Arc<Vec<u8>>)>,
}

impl Memory {
    fn find_block(&mut self, key: Key) -> Option<Arc<Vec<u8>>> {
        let at = self.recent.iter().position(|(other, _)| *other == key)?;
        let found = self.recent.remove(at);
        let content = Arc::clone(&found.1);
        self.recent.push(found);
        Some(content)
    }

    fn keep_block(&mut self, key: Key, content: Arc<Vec<u8>>) {
        self.recent.push((key, content));
        let mut size = Saturating(0);
        let surplus = self.recent.iter().rposition(|(_, content)| {
            size += content.len();
            size.0 > BUDGET
        });
        if let Some(last) = surplus {
            self.recent.drain(..=last);
        }
    }
}

impl Access {
    /// Reads content at an offset.
    pub(super) fn read_at(&self, fetch: &Fetch<'_>, offset: u64, buf: &mut [u8]) -> Result<usize> {
        fetch.check_bounds()?;
        let stored = fetch.stored;
        let size = stored.content_size.unwrap_or(stored.size);
        let left = Span::between(offset, size).map_or(0, Span::size);
        let wanted = usize::try_from(left).map_or(buf.len(), |left| left.min(buf.len()));
        let Some(buf) = buf.get_mut(..wanted).filter(|buf| !buf.is_empty()) else {
            return Ok(0);
        };
        match stored.transform {
            None => read_exact_at(fetch.source, Offset::from(stored.offset) + offset, buf)?,
            Some(transform) if transform.is::<Xz>() => match self.block_index(fetch) {
                Some(blocks) => self.read_blocks(fetch, &blocks, offset, buf)?,
                None => self.read_as_block(fetch, size, offset, buf)?,
            },
            Some(_) => self.read_as_block(fetch, size, offset, buf)?,
        }
        Ok(wanted)
    }

    /// Returns whether reading at an offset needs at most one block that is decoded as a whole and kept.
    pub(super) fn is_seekable(&self, fetch: &Fetch<'_>) -> bool {
        let stored = fetch.stored;
        if stored.transform.is_none() || stored.content_size.unwrap_or(stored.size) <= LARGEST {
            return true;
        }
        let blocks = is_xz(&stored).then(|| self.block_index(fetch)).flatten();
        blocks.is_some_and(|blocks| blocks.all_blocks().iter().all(|block| block.content_size <= LARGEST))
    }

    /// Returns the content of an xz stream of several blocks, decoded on all cores; `None` when sequential decoding
    /// is as fast, or when there is a fault, which sequential decoding then reports in order.
    pub(super) fn decode_parallel(&self, source: &Arc<dyn ReadAt>, fetch: &Fetch<'_>) -> Option<Vec<u8>> {
        let size = fetch.stored.content_size.filter(|size| *size <= fetch.budget.memory_left())?;
        let mut ahead = self.decode_ahead(source, fetch)?;
        let mut content = Vec::new();
        while let Some((_, part)) = ahead.next_block() {
            let part = part.ok()?;
            content.try_reserve(part.len()).ok()?;
            content.extend_from_slice(&part);
            ahead.recycle_buffer(part);
        }
        (content.len() as u64 == size).then_some(content)
    }

    /// Returns a decoder that decodes the blocks of an xz stream ahead, if the stream has several small blocks.
    /// Decoding by blocks is faster even on one thread, because our CRC-32 is faster than the CRC-32 of the decoder.
    pub(super) fn decode_ahead(&self, source: &Arc<dyn ReadAt>, fetch: &Fetch<'_>) -> Option<Ahead> {
        if !is_xz(&fetch.stored) || fetch.check_bounds().is_err() {
            return None;
        }
        let blocks = self.block_index(fetch).filter(|blocks| blocks.all_blocks().len() > 1)?;
        let small = |block: &Block| block.content_size <= LARGEST && block.stored_size <= LARGEST * 2;
        let small = blocks.all_blocks().iter().all(small);
        small.then(|| Ahead::new(Arc::clone(source), blocks, *fetch.budget.limits(), self.spare.clone()))
    }

    /// Returns the blocks of an xz stream; `None` when its index does not match the stated content.
    fn block_index(&self, fetch: &Fetch<'_>) -> Option<Arc<Blocks>> {
        let key = (fetch.stored.offset, fetch.stored.size);
        if let Some(known) = self.lock_memory().blocks.get(&key) {
            return known.clone();
        }
        let blocks = Blocks::read_indexes(fetch.source, key.0, key.1, *fetch.budget.limits()).ok();
        let blocks = blocks.filter(|blocks| Some(blocks.content_size()) == fetch.stored.content_size).map(Arc::new);
        self.lock_memory().blocks.insert(key, blocks.clone());
        blocks
    }

    fn read_blocks(&self, fetch: &Fetch<'_>, blocks: &Blocks, offset: u64, buf: &mut [u8]) -> Result<()> {
        let first = blocks.find_block(offset).ok_or_else(cut_error)?;
        let mut rest = buf;
        for (number, block) in blocks.all_blocks().iter().enumerate().skip(first) {
            if rest.is_empty() {
                break;
            }
            // All blocks but the first one are read from their beginnings.
            let offset = offset.max(block.content_offset);
            if block.content_size > LARGEST {
                return read_from_start(fetch, offset, rest);
            }
            let decode = || blocks.decode_block(fetch.source, block, *fetch.budget.limits(), Vec::new());
            let content =
                self.decoded_block(fetch, number, || decode().map_err(|error| block_failure(fetch, block, error)))?;
            let start = Offset::from(offset) - block.content_offset;
            let read = start.up_to(block.content_size, &content).ok_or_else(cut_error)?.read(rest)?;
            (_, rest) = rest.split_at_mut(read);
        }
        if rest.is_empty() { Ok(()) } else { Err(cut_error()) }
    }

    /// Reads from content without blocks, and treats a small content as one block.
    fn read_as_block(&self, fetch: &Fetch<'_>, size: u64, offset: u64, buf: &mut [u8]) -> Result<()> {
        if size > LARGEST {
            return read_from_start(fetch, offset, buf);
        }
        let content =
            self.decoded_block(fetch, usize::MAX, || fetch.content().map(|content| content.into_bytes().into_owned()))?;
        buf.copy_from_slice(Offset::from(offset).slice(buf.len() as u64, &content).ok_or_else(cut_error)?);
        Ok(())
    }

    /// Returns a decoded block, from memory if the block is kept.
    fn decoded_block(
        &self,
        fetch: &Fetch<'_>,
        number: usize,
        decode: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<Arc<Vec<u8>>> {
        let key = (fetch.stored.offset, fetch.stored.size, number);
        if let Some(content) = self.lock_memory().find_block(key) {
            return Ok(content);
        }
        // Decoding happens outside of the lock, so that others can read. At worst, two threads decode the same block.
        let content = Arc::new(decode()?);
        self.lock_memory().keep_block(key, Arc::clone(&content));
        Ok(content)
    }

    fn lock_memory(&self) -> MutexGuard<'_, Memory> {
        // A panic under the lock cannot leave a half-changed state.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_xz(stored: &StoredRegion) -> bool {
    stored.transform.is_some_and(TransformType::is::<Xz>)
}

/// Decodes the content up to an offset, and reads at this offset.
fn read_from_start(fetch: &Fetch<'_>, offset: u64, buf: &mut [u8]) -> Result<()> {
    let mut reader = SectionReader::new(fetch.clone(), true, None)?;
    reader.skip_to(offset)?;
    // Only the requested part is charged, because the whole content was not requested.
    let read = fill_with(buf, |rest| reader.read_some(rest))?;
    if read == buf.len() { Ok(()) } else { Err(cut_error()) }
}

/// Returns the error of a content that is shorter than its stated size.
fn cut_error() -> Error {
    io::Error::from(ErrorKind::UnexpectedEof).into()
}

//! Random access to contents.

use super::ahead::{Ahead, Spare};
use super::block_failure::block_failure;
use super::reader::SectionReader;
use super::xz::{Block, Blocks};
use bpx_schema::codec::{Fetch, Stored};
use bpx_schema::report::Result;
use bpx_schema::source::ReadAt;
use bpx_schema::transform::{TransformType, Xz};
use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Largest content of one block that is decoded as a whole and kept; larger ones are streamed.
const LARGEST: u64 = 16 << 20;
/// Largest content of all kept blocks.
const BUDGET: usize = 32 << 20;

/// Offset and size of the stored bytes, and the number of the block.
type Key = (u64, u64, usize);

/// Decoded blocks and block lists that random access keeps.
#[derive(Default)]
pub(super) struct Access {
    memory: Mutex<Memory>,
    spare: Spare,
}

#[derive(Default)]
struct Memory {
    /// The block lists of xz streams, by stored offset and size; `None` for one that cannot be read.
    blocks: HashMap<(u64, u64), Option<Arc<Blocks>>>,
    /// Decoded blocks; the one used last comes last.
    recent: Vec<(Key, Arc<Vec<u8>>)>,
}

impl Memory {
    fn find(&mut self, key: Key) -> Option<Arc<Vec<u8>>> {
        let at = self.recent.iter().position(|(other, _)| *other == key)?;
        let found = self.recent.remove(at);
        let content = Arc::clone(&found.1);
        self.recent.push(found);
        Some(content)
    }

    fn keep(&mut self, key: Key, content: Arc<Vec<u8>>) {
        self.recent.push((key, content));
        let mut size: usize = self.recent.iter().map(|(_, content)| content.len()).sum();
        let surplus = self.recent.iter().take_while(|(_, content)| {
            let over = size > BUDGET;
            size = size.saturating_sub(content.len());
            over
        });
        let surplus = surplus.count();
        self.recent.drain(..surplus);
    }
}

impl Access {
    /// Reads content at an offset.
    pub(super) fn read_at(&self, fetch: &Fetch<'_>, offset: u64, buf: &mut [u8]) -> Result<usize> {
        fetch.inside()?;
        let stored = fetch.stored;
        let size = stored.content_size.unwrap_or(stored.size);
        let left = usize::try_from(size.saturating_sub(offset)).unwrap_or(usize::MAX);
        let wanted = buf.len().min(left);
        let Some(buf) = buf.get_mut(..wanted).filter(|buf| !buf.is_empty()) else {
            return Ok(0);
        };
        match stored.transform {
            None => fetch.source.read_exact_at(stored.offset.saturating_add(offset), buf)?,
            Some(transform) if transform.is::<Xz>() => match self.blocks(fetch) {
                Some(blocks) => self.read_blocks(fetch, &blocks, offset, buf)?,
                None => self.read_whole(fetch, size, offset, buf)?,
            },
            Some(_) => self.read_whole(fetch, size, offset, buf)?,
        }
        Ok(wanted)
    }

    /// Returns whether reading at an offset needs at most one block that is decoded as a whole and kept.
    pub(super) fn is_seekable(&self, fetch: &Fetch<'_>) -> bool {
        let stored = fetch.stored;
        if stored.transform.is_none() || stored.content_size.unwrap_or(stored.size) <= LARGEST {
            return true;
        }
        let blocks = is_xz(&stored).then(|| self.blocks(fetch)).flatten();
        blocks.is_some_and(|blocks| blocks.list().iter().all(|block| block.content_size <= LARGEST))
    }

    /// Returns the content of an xz stream of several blocks, decoded on all cores; `None` when sequential decoding
    /// is as fast, or when there is a fault, which sequential decoding then reports in order.
    pub(super) fn whole(&self, source: &Arc<dyn ReadAt>, fetch: &Fetch<'_>) -> Option<Vec<u8>> {
        let size = fetch.stored.content_size.filter(|size| *size <= fetch.budget.memory_left())?;
        let mut ahead = self.ahead(source, fetch)?;
        let mut content = Vec::new();
        while let Some((_, part)) = ahead.next() {
            let part = part.ok()?;
            content.try_reserve(part.len()).ok()?;
            content.extend_from_slice(&part);
            ahead.recycle(part);
        }
        (content.len() as u64 == size).then_some(content)
    }

    /// Returns the blocks of an xz stream decoded ahead, if there are several small ones. Blocks are faster on one
    /// thread too, because our CRC-32 is faster than that of the decoder.
    pub(super) fn ahead(&self, source: &Arc<dyn ReadAt>, fetch: &Fetch<'_>) -> Option<Ahead> {
        if !is_xz(&fetch.stored) || fetch.inside().is_err() {
            return None;
        }
        let blocks = self.blocks(fetch).filter(|blocks| blocks.list().len() > 1)?;
        let small = |block: &Block| block.content_size <= LARGEST && block.stored_size <= LARGEST.saturating_mul(2);
        let small = blocks.list().iter().all(small);
        small.then(|| Ahead::new(Arc::clone(source), blocks, *fetch.budget.limits(), self.spare.clone()))
    }

    /// Returns the blocks of an xz stream; `None` when its index does not match the stated content.
    fn blocks(&self, fetch: &Fetch<'_>) -> Option<Arc<Blocks>> {
        let key = (fetch.stored.offset, fetch.stored.size);
        if let Some(known) = self.memory().blocks.get(&key) {
            return known.clone();
        }
        let blocks = Blocks::read(fetch.source, key.0, key.1, *fetch.budget.limits()).ok();
        let blocks = blocks.filter(|blocks| Some(blocks.content_size()) == fetch.stored.content_size).map(Arc::new);
        self.memory().blocks.insert(key, blocks.clone());
        blocks
    }

    fn read_blocks(&self, fetch: &Fetch<'_>, blocks: &Blocks, offset: u64, buf: &mut [u8]) -> Result<()> {
        let (mut offset, mut rest) = (offset, buf);
        while !rest.is_empty() {
            let Some((number, block)) = blocks.find(offset) else {
                return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
            };
            if block.content_size > LARGEST {
                return stream(fetch, offset, rest);
            }
            let decode = || blocks.decode(fetch.source, &block, *fetch.budget.limits(), Vec::new());
            let content =
                self.block(fetch, number, || decode().map_err(|error| block_failure(fetch, &block, error)))?;
            let start = usize::try_from(offset.saturating_sub(block.content_offset)).unwrap_or(usize::MAX);
            let read = content.get(start..).unwrap_or_default().read(rest)?;
            offset = offset.saturating_add(read as u64);
            rest = rest.get_mut(read..).unwrap_or_default();
        }
        Ok(())
    }

    /// Reads from content without blocks: a small content counts as one block.
    fn read_whole(&self, fetch: &Fetch<'_>, size: u64, offset: u64, buf: &mut [u8]) -> Result<()> {
        if size > LARGEST {
            return stream(fetch, offset, buf);
        }
        let content =
            self.block(fetch, usize::MAX, || fetch.content().map(|content| content.into_bytes().into_owned()))?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        Ok(content.get(start..).unwrap_or_default().read_exact(buf)?)
    }

    /// Returns a decoded block, from memory if it is kept.
    fn block(
        &self,
        fetch: &Fetch<'_>,
        number: usize,
        decode: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<Arc<Vec<u8>>> {
        let key = (fetch.stored.offset, fetch.stored.size, number);
        if let Some(content) = self.memory().find(key) {
            return Ok(content);
        }
        // Decoding happens outside of the lock, so that others can read. At worst, two threads decode the same block.
        let content = Arc::new(decode()?);
        self.memory().keep(key, Arc::clone(&content));
        Ok(content)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // A panic under the lock cannot leave a half-changed state.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_xz(stored: &Stored) -> bool {
    stored.transform.is_some_and(TransformType::is::<Xz>)
}

/// Decodes up to an offset, and reads there.
fn stream(fetch: &Fetch<'_>, offset: u64, buf: &mut [u8]) -> Result<()> {
    let mut reader = SectionReader::new(fetch.clone(), true, None)?;
    reader.skip(offset)?;
    // Only the requested part is charged, because the whole content was not requested.
    let mut rest = buf;
    while !rest.is_empty() {
        let read = reader.take_some(rest)?;
        if read == 0 {
            return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
        }
        rest = rest.get_mut(read..).unwrap_or_default();
    }
    Ok(())
}

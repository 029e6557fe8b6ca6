use super::{Index, StreamFooter, StreamHeader};
use crate::bpx::container::decode_unless_invalid;
use bpx_schema::codec::{DecodeOwned, Decoder, Space};
use bpx_schema::report::{Class, Error, Location, Mode, Result};
use bpx_schema::source::ReadAt;
use bpx_schema::transform::{StreamError, decode_xz_block_into};
use bpx_schema::{Budget, Limits};
use std::borrow::Cow;

/// Size of stream headers and footers in bytes.
const FRAME: u64 = 12;
/// Bytes of padding that are read at a time.
const PADDING_PIECE: u64 = 4096;
/// Smallest block: a header of 8 bytes, an end marker, padding.
const SMALLEST_BLOCK: u64 = 12;

/// One block of an xz file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::bpx::container) struct Block {
    /// Offset in bytes in the source.
    pub(in crate::bpx::container) stored_offset: u64,
    /// Size in bytes, with padding and check.
    pub(in crate::bpx::container) stored_size: u64,
    /// Offset in bytes in the content of all blocks.
    pub(in crate::bpx::container) content_offset: u64,
    /// Size in bytes of the content.
    pub(in crate::bpx::container) content_size: u64,
    /// Number of the stream header of the block.
    pub(in crate::bpx::container) stream: usize,
}

/// All blocks of an xz file of one or more streams, in the order of the content, without empty ones.
#[derive(Debug, Default)]
pub(in crate::bpx::container) struct Blocks {
    list: Vec<Block>,
    streams: Vec<[u8; 12]>,
    content_size: u64,
}

impl Blocks {
    /// Reads the indexes of the xz file at `offset` of the source that has `size` bytes.
    ///
    /// # Errors
    /// `BadStream` and the classes of the rules of headers, footers and indexes; `LimitExceeded` when an index
    /// alone needs more memory than the limits allow. Offsets count from the beginning of the source.
    pub(in crate::bpx::container) fn read(source: &dyn ReadAt, offset: u64, size: u64, limits: Limits) -> Result<Self> {
        let mut file = File { source, offset, limits };
        // Streams are found from the end; the blocks of each stream are in order, so only the order of streams is
        // reversed.
        let (mut streams, mut end) = (Vec::new(), size);
        while end > 0 {
            end = file.without_padding(end)?;
            let stream = file.stream(end)?;
            end = stream.start;
            streams.push(stream);
        }
        if streams.is_empty() {
            return Err(file.corrupt(0, "no stream"));
        }
        let mut blocks = Self::default();
        for stream in streams.into_iter().rev() {
            blocks.add(&stream, offset)?;
        }
        Ok(blocks)
    }

    /// Returns the size of the whole content in bytes.
    pub(in crate::bpx::container) fn content_size(&self) -> u64 {
        self.content_size
    }

    /// Returns the blocks.
    pub(in crate::bpx::container) fn list(&self) -> &[Block] {
        &self.list
    }

    /// Returns the block that contains a byte of the content, and its number.
    pub(in crate::bpx::container) fn find(&self, offset: u64) -> Option<(usize, Block)> {
        let after = self.list.partition_point(|block| block.content_offset <= offset);
        let index = after.checked_sub(1)?;
        let block = *self.list.get(index)?;
        (offset < block.content_offset.saturating_add(block.content_size)).then_some((index, block))
    }

    /// Returns the header of the stream of a block.
    fn header(&self, block: &Block) -> [u8; 12] {
        self.streams.get(block.stream).copied().unwrap_or_default()
    }

    /// Decodes a block into a buffer; positions in errors count from the beginning of the block.
    ///
    /// # Errors
    /// Returns the errors of [`decode_xz_block_into`], and those of the source.
    pub(in crate::bpx::container) fn decode(
        &self,
        source: &dyn ReadAt,
        block: &Block,
        limits: Limits,
        buffer: Vec<u8>,
    ) -> std::result::Result<Vec<u8>, StreamError> {
        let cut = || StreamError::Io(std::io::ErrorKind::UnexpectedEof.into());
        let size = usize::try_from(block.stored_size).map_err(|_| cut())?;
        let stored = match source.as_bytes() {
            Some(all) => {
                let start = usize::try_from(block.stored_offset).map_err(|_| cut())?;
                let bytes = start.checked_add(size).and_then(|end| all.get(start..end));
                Cow::Borrowed(bytes.ok_or_else(cut)?)
            }
            None => {
                let mut bytes = vec![0; size];
                source.read_exact_at(block.stored_offset, &mut bytes).map_err(StreamError::Io)?;
                Cow::Owned(bytes)
            }
        };
        decode_xz_block_into(buffer, &self.header(block), &stored, block.content_size, &limits.into())
    }

    fn add(&mut self, stream: &Stream, base: u64) -> Result<()> {
        let number = self.streams.len();
        self.streams.push(stream.header);
        let mut position = base.saturating_add(stream.start).saturating_add(FRAME);
        for record in &stream.index.records {
            let (stored_size, content_size) = (padded(record.unpadded_size.value()), record.content_size.value());
            if content_size > 0 {
                let content_offset = self.content_size;
                self.list.push(Block {
                    stored_offset: position,
                    stored_size,
                    content_offset,
                    content_size,
                    stream: number,
                });
            }
            position = position.saturating_add(stored_size);
            let total = self.content_size.checked_add(content_size);
            self.content_size = total.ok_or_else(|| overflow(position))?;
        }
        Ok(())
    }
}

/// One stream: where it begins in the file, and its header, index and blocks.
struct Stream {
    start: u64,
    header: [u8; 12],
    index: Index,
}

/// An xz file in a source.
struct File<'a> {
    source: &'a dyn ReadAt,
    offset: u64,
    limits: Limits,
}

impl File<'_> {
    /// Returns the end of the last stream before stream padding: zero bytes, in groups of four.
    fn without_padding(&mut self, end: u64) -> Result<u64> {
        let mut end = end;
        loop {
            let size = end.min(PADDING_PIECE);
            let start = end.saturating_sub(size);
            let piece = self.bytes(start, size)?;
            match piece.iter().rposition(|byte| *byte != 0) {
                // A stream ends in letters, so whole groups of four zeros are padding.
                Some(last) => {
                    let zeros = piece.len().saturating_sub(last).saturating_sub(1) as u64;
                    return if zeros.is_multiple_of(4) {
                        Ok(end.saturating_sub(zeros))
                    } else {
                        Err(self.corrupt(end, "stream padding is not a multiple of 4 bytes"))
                    };
                }
                None if start == 0 => return Err(self.corrupt(0, "expected a stream, found only padding")),
                None => end = start,
            }
        }
    }

    /// Reads the stream that ends at an offset in the file.
    fn stream(&mut self, end: u64) -> Result<Stream> {
        let footer_start = end.checked_sub(FRAME).ok_or_else(|| self.corrupt(end, "no room for a stream footer"))?;
        let footer: StreamFooter = self.structure(footer_start, FRAME)?;
        let index_start = footer_start.checked_sub(footer.index_size());
        let index_start = index_start.ok_or_else(|| self.corrupt(footer_start, "the index begins before the file"))?;
        let limit = self.limits.max_memory.of(self.source.size());
        if footer.index_size() > limit {
            let at = Location { file: self.offset.saturating_add(index_start), content: None };
            return Err(Error::fault(Class::LimitExceeded, at, format!("the xz index has more than {limit} bytes")));
        }
        let index: Index = self.structure(index_start, footer.index_size())?;
        let blocks = self.blocks_size(&index, index_start)?;
        let start = index_start.checked_sub(blocks).and_then(|start| start.checked_sub(FRAME));
        let start = start.ok_or_else(|| self.corrupt(index_start, "the blocks begin before the file"))?;
        let checked: StreamHeader = self.structure(start, FRAME)?;
        if checked.check != footer.check {
            return Err(self.corrupt(footer_start, "header and footer state different checks"));
        }
        let mut header = [0; 12];
        self.source.read_exact_at(self.offset.saturating_add(start), &mut header)?;
        Ok(Stream { start, header, index })
    }

    /// Returns the size of all blocks; rejects impossible sizes.
    fn blocks_size(&self, index: &Index, end: u64) -> Result<u64> {
        let mut total = 0_u64;
        for record in &index.records {
            let size = padded(record.unpadded_size.value());
            total = total.saturating_add(size);
            if size < SMALLEST_BLOCK || total > end {
                return Err(self.corrupt(end, "the index states impossible block sizes"));
            }
        }
        Ok(total)
    }

    /// Decodes a structure that takes all of its bytes.
    fn structure<T: DecodeOwned<Args = [i128; 0]>>(&self, start: u64, size: u64) -> Result<T> {
        let bytes = self.bytes(start, size)?;
        let space = Space::File(self.offset.saturating_add(start));
        let budget = Budget::new(self.limits, self.source.size());
        let d = Decoder::in_space(&bytes, space, &budget);
        let value: T = decode_unless_invalid(d, Mode::Strict, &[])?;
        if value.encoded_size([])? != size {
            return Err(self.corrupt(start, "the xz index does not have the size that the footer states"));
        }
        Ok(value)
    }

    fn bytes(&self, start: u64, size: u64) -> Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(size).unwrap_or_default()];
        self.source.read_exact_at(self.offset.saturating_add(start), &mut bytes)?;
        Ok(bytes)
    }

    #[cold]
    fn corrupt(&self, at: u64, message: &str) -> Error {
        let at = Location { file: self.offset.saturating_add(at), content: None };
        Error::fault(Class::BadStream, at, message)
    }
}

/// Blocks end at multiples of 4 bytes.
fn padded(size: u64) -> u64 {
    size.checked_next_multiple_of(4).unwrap_or(u64::MAX)
}

#[cold]
fn overflow(at: u64) -> Error {
    let at = Location { file: at, content: None };
    Error::fault(Class::Overflow, at, "the size of all blocks' content does not fit into 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bpx_schema::transform::{Xz, encode};

    fn stream(content: &[u8]) -> Vec<u8> {
        let encoding = Xz::new().with_level(0).with_block_size(4096);
        encode(content, &encoding).unwrap()
    }

    fn text(size: usize) -> Vec<u8> {
        (0..size).map(|at| (at * at / 97) as u8).collect()
    }

    fn unpack(file: &[u8], offset: u64) -> Vec<u8> {
        let source = file.to_vec();
        let blocks = Blocks::read(&source, offset, file.len() as u64 - offset, Limits::default()).unwrap();
        let mut content = Vec::new();
        for block in blocks.list() {
            assert_eq!(block.content_offset, content.len() as u64);
            content.extend(blocks.decode(&source, block, Limits::default(), Vec::new()).unwrap());
        }
        assert_eq!(blocks.content_size(), content.len() as u64);
        content
    }

    #[test]
    fn blocks_of_one_stream() {
        let content = text(10_000);
        let file = stream(&content);
        assert_eq!(unpack(&file, 0), content);
        let blocks = Blocks::read(&file, 0, file.len() as u64, Limits::default()).unwrap();
        assert_eq!(blocks.list().len(), 3);
        assert_eq!(blocks.find(4096).unwrap().0, 1);
        assert_eq!(blocks.find(9_999).unwrap().0, 2);
        assert_eq!(blocks.find(10_000), None);
    }

    #[test]
    fn streams_padding_and_an_offset() {
        let (first, second) = (text(5000), text(9000));
        let mut file = b"seven..".to_vec();
        file.extend(stream(&first));
        file.extend([0; 8]);
        file.extend(stream(b""));
        file.extend(stream(&second));
        file.extend([0; 5000]);
        assert_eq!(unpack(&file, 7), [first, second].concat());
    }

    /// `lzma.compress(b"hello", check=lzma.CHECK_CRC64)` of Python.
    #[test]
    fn a_stream_of_another_program() {
        let hex = "fd377a585a000004e6d6b4460200210116000000742fe5a301000468656c6c6f00000000b137b9dbe5da1e9b00011d05b82d80af1fb6f37d010000000004595a";
        let file: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        assert_eq!(unpack(&file, 0), b"hello");
        let blocks = Blocks::read(&file, 0, file.len() as u64, Limits::default()).unwrap();
        // Header 12, block: header 12, LZMA2 9, padding 3, check 8.
        let block = Block { stored_offset: 12, stored_size: 32, content_offset: 0, content_size: 5, stream: 0 };
        assert_eq!(blocks.list(), [block]);
    }

    #[test]
    fn damage_is_reported_with_its_place() {
        let file = stream(&text(10_000));
        let index = file.len() - 12 - 20;
        for at in (0..12).chain(index..file.len()) {
            let mut bad = file.clone();
            bad[at] ^= 0x41;
            let error = Blocks::read(&bad, 0, bad.len() as u64, Limits::default()).unwrap_err();
            assert!(error.finding().unwrap().location.file <= bad.len() as u64, "{at}: {error}");
        }
        for size in 0..file.len() {
            let cut = file[..size].to_vec();
            assert!(Blocks::read(&cut, 0, size as u64, Limits::default()).is_err(), "{size}");
        }
    }
}

use super::{Index, StreamFooter, StreamHeader};
use crate::bpx::container::decode_unless_invalid;
use crate::bpx::shared::{read_bytes, read_exact_at};
use crate::bpx::span::Span;
use bpx_schema::codec::{DecodeOwned, Decoder, Fixed, Space};
use bpx_schema::report::{Class, Error, Location, Mode, Result};
use bpx_schema::schema::Offset;
use bpx_schema::source::ReadAt;
use bpx_schema::transform::{StreamError, decode_xz_block_into};
use bpx_schema::{Budget, Limits};
use std::borrow::Cow;

/// Size of stream headers and footers in bytes.
const FRAME: u64 = StreamHeader::CHECKSUM.offset() + u32::SIZE as u64;
/// Number of padding bytes that are read at a time.
const PADDING_PIECE: u64 = 4096;
/// Size in bytes of the smallest block, with a header of 8 bytes, an end marker and padding.
const SMALLEST_BLOCK: u64 = 12;

/// One block of an xz file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::bpx::container) struct Block {
    /// Offset of the block in the xz file, in bytes.
    pub(in crate::bpx::container) stored_offset: u64,
    /// Size of the stored block in bytes, with padding and check.
    pub(in crate::bpx::container) stored_size: u64,
    /// Offset of the block's content in the content of all blocks, in bytes.
    pub(in crate::bpx::container) content_offset: u64,
    /// Size of the block's content in bytes.
    pub(in crate::bpx::container) content_size: u64,
    /// Number of the stream that contains the block.
    pub(in crate::bpx::container) stream: usize,
}

/// All blocks of an xz file of one or more streams, in the order of the content, without empty blocks.
#[derive(Debug, Default)]
pub(in crate::bpx::container) struct Blocks {
    /// Offset in bytes of the xz file in the source.
    offset: u64,
    list: Vec<Block>,
    streams: Vec<[u8; 12]>,
    content_size: u64,
}

impl Blocks {
    /// Reads the indexes of the xz file at `offset` of the source that has `size` bytes.
    ///
    /// # Errors
    /// Returns `BadStream`, errors with the classes of the rules for headers, footers and indexes, and `LimitExceeded`
    /// when an index alone needs more memory than the limits allow. Offsets in errors count from the beginning of the
    /// source.
    pub(in crate::bpx::container) fn read_indexes(
        source: &dyn ReadAt,
        offset: u64,
        size: u64,
        limits: Limits,
    ) -> Result<Self> {
        let file = File { source, offset, limits };
        // Streams are found from the end; the blocks of each stream are in order, so only the order of streams is
        // reversed.
        let (mut streams, mut part) = (Vec::new(), Span::of(size));
        while part.size() > 0 {
            let (before, stream) = file.read_stream(file.without_padding(part)?)?;
            streams.push(stream);
            part = before;
        }
        if streams.is_empty() {
            return Err(file.corrupt_error(0, "no stream"));
        }
        let mut blocks = Self { offset, ..Self::default() };
        for stream in streams.into_iter().rev() {
            blocks.add_stream(&stream)?;
        }
        Ok(blocks)
    }

    /// Returns the size of the whole content in bytes.
    pub(in crate::bpx::container) fn content_size(&self) -> u64 {
        self.content_size
    }

    /// Returns the blocks.
    pub(in crate::bpx::container) fn all_blocks(&self) -> &[Block] {
        &self.list
    }

    /// Returns the number of the block that contains a byte of the content.
    pub(in crate::bpx::container) fn find_block(&self, offset: u64) -> Option<usize> {
        let after = self.list.partition_point(|block| block.content_offset <= offset);
        (0..after).next_back().filter(|_| offset < self.content_size)
    }

    /// Returns the header of the stream of a block.
    fn stream_header(&self, block: &Block) -> [u8; 12] {
        self.streams.get(block.stream).copied().unwrap_or([0; 12])
    }

    /// Decodes a block into a buffer; positions in errors count from the beginning of the block.
    ///
    /// # Errors
    /// Returns the errors of [`decode_xz_block_into`], and those of the source.
    pub(in crate::bpx::container) fn decode_block(
        &self,
        source: &dyn ReadAt,
        block: &Block,
        limits: Limits,
        buffer: Vec<u8>,
    ) -> std::result::Result<Vec<u8>, StreamError> {
        let cut = || StreamError::Io(std::io::ErrorKind::UnexpectedEof.into());
        let at = Offset::from(self.offset) + block.stored_offset;
        let stored = match source.as_bytes() {
            Some(all) => Cow::Borrowed(at.slice(block.stored_size, all).ok_or_else(cut)?),
            None => Cow::Owned(read_bytes(source, at, block.stored_size).map_err(StreamError::Io)?),
        };
        decode_xz_block_into(buffer, &self.stream_header(block), &stored, block.content_size, &limits.into())
    }

    fn add_stream(&mut self, stream: &Stream) -> Result<()> {
        let number = self.streams.len();
        self.streams.push(stream.header);
        for (stored, content_size) in stream.blocks.iter().rev() {
            let (stored_offset, stored_size, content_size) = (stored.start(), stored.size(), *content_size);
            let content_offset = self.content_size;
            if content_size > 0 {
                self.list.push(Block { stored_offset, stored_size, content_offset, content_size, stream: number });
            }
            let content = Span::new(content_offset, content_size);
            let beyond = || overflow_error(Space::File(self.offset).location(stored.end()));
            self.content_size = content.ok_or_else(beyond)?.end();
        }
        Ok(())
    }
}

/// One stream, with its header, and its blocks from the last to the first, each with the size of its content.
struct Stream {
    header: [u8; 12],
    blocks: Vec<(Span, u64)>,
}

/// An xz file in a source.
struct File<'a> {
    source: &'a dyn ReadAt,
    offset: u64,
    limits: Limits,
}

impl File<'_> {
    /// Returns a part of the file without the stream padding at its end, which is zero bytes in groups of four.
    fn without_padding(&self, part: Span) -> Result<Span> {
        let mut part = part;
        while part.size() > 0 {
            let piece = part.last_bytes(PADDING_PIECE);
            let zeros = self.read_bytes(piece)?.iter().rev().take_while(|byte| **byte == 0).count() as u64;
            // A stream ends in letters, so whole groups of four zeros are padding.
            if !zeros.is_multiple_of(4) && zeros < piece.size() {
                return Err(self.corrupt_error(
                    part.end(),
                    "expected stream padding of a multiple of 4 bytes, found another number of zeros",
                ));
            }
            part = part.without_last(zeros);
            if zeros < piece.size() {
                return Ok(part);
            }
        }
        Err(self.corrupt_error(0, "expected a stream, found only padding"))
    }

    /// Reads the stream at the end of a part of the file, and returns the stream and the part before it.
    fn read_stream(&self, part: Span) -> Result<(Span, Stream)> {
        let wrong = |at: u64, message| move || self.corrupt_error(at, message);
        let no_footer = wrong(part.end(), "expected a stream footer of 12 bytes, found fewer");
        let (part, footer_at) = part.split_last(FRAME).ok_or_else(no_footer)?;
        let footer: StreamFooter = self.decode_structure(footer_at)?;
        let no_index = wrong(
            footer_at.start(),
            "expected an index that fits into the bytes before the footer, found a larger index",
        );
        let (part, index_at) = part.split_last(footer.index_size()).ok_or_else(no_index)?;
        let limit = self.limits.max_memory.for_size(self.source.size());
        if index_at.size() > limit {
            let at = self.location_at(index_at.start());
            return Err(Error::fault(
                Class::LimitExceeded,
                at,
                format!("expected an xz index of at most {limit} bytes, found more"),
            ));
        }
        let (part, blocks) = self.block_places(&self.decode_structure(index_at)?, part)?;
        let no_header =
            wrong(index_at.start(), "expected a stream header of 12 bytes before the blocks, found fewer bytes");
        let (part, header_at) = part.split_last(FRAME).ok_or_else(no_header)?;
        let checked: StreamHeader = self.decode_structure(header_at)?;
        if checked.check != footer.check {
            return Err(self.corrupt_error(
                footer_at.start(),
                "expected the same check in header and footer of the stream, found different checks",
            ));
        }
        let mut header = [0; 12];
        read_exact_at(self.source, Offset::from(self.offset) + header_at.start(), &mut header)?;
        Ok((part, Stream { header, blocks }))
    }

    /// Returns the spans of the blocks at the end of a part of the file, and the sizes of their contents, from the last
    /// block to the first; also returns the part before the blocks.
    fn block_places(&self, index: &Index, part: Span) -> Result<(Span, Vec<(Span, u64)>)> {
        let (mut left, mut blocks) = (part, Vec::with_capacity(index.records.len()));
        for record in index.records.iter().rev() {
            // Blocks end at multiples of 4 bytes.
            let size = record.unpadded_size.value().checked_next_multiple_of(4);
            let split = size.filter(|size| *size >= SMALLEST_BLOCK).and_then(|size| left.split_last(size));
            let impossible = || {
                self.corrupt_error(
                    part.end(),
                    "expected blocks of at least 12 bytes that fit into the stream, found \
                    other block sizes in the index",
                )
            };
            let (before, block) = split.ok_or_else(impossible)?;
            blocks.push((block, record.content_size.value()));
            left = before;
        }
        Ok((left, blocks))
    }

    /// Decodes a structure, and checks that the structure takes all given bytes.
    fn decode_structure<T: DecodeOwned<Args = [i128; 0]>>(&self, at: Span) -> Result<T> {
        let bytes = self.read_bytes(at)?;
        let space = Space::File(self.location_at(at.start()).file);
        let budget = Budget::new(self.limits, self.source.size());
        let d = Decoder::in_space(&bytes, space, &budget);
        let value: T = decode_unless_invalid(d, Mode::Strict, &[])?;
        let size = value.encoded_size([])?;
        if size != at.size() {
            let message = format!("expected an xz index of {} bytes, as the footer states, found {size}", at.size());
            return Err(self.corrupt_error(at.start(), &message));
        }
        Ok(value)
    }

    fn read_bytes(&self, at: Span) -> Result<Vec<u8>> {
        Ok(read_bytes(self.source, Offset::from(self.offset) + at.start(), at.size())?)
    }

    fn location_at(&self, at: u64) -> Location {
        Space::File(self.offset).location(at)
    }

    #[cold]
    fn corrupt_error(&self, at: u64, message: &str) -> Error {
        Error::fault(Class::BadStream, self.location_at(at), message)
    }
}

#[cold]
fn overflow_error(at: Location) -> Error {
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
        let blocks = Blocks::read_indexes(&source, offset, file.len() as u64 - offset, Limits::default()).unwrap();
        let mut content = Vec::new();
        for block in blocks.all_blocks() {
            assert_eq!(block.content_offset, content.len() as u64);
            content.extend(blocks.decode_block(&source, block, Limits::default(), Vec::new()).unwrap());
        }
        assert_eq!(blocks.content_size(), content.len() as u64);
        content
    }

    #[test]
    fn blocks_of_one_stream() {
        let content = text(10_000);
        let file = stream(&content);
        assert_eq!(unpack(&file, 0), content);
        let blocks = Blocks::read_indexes(&file, 0, file.len() as u64, Limits::default()).unwrap();
        assert_eq!(blocks.all_blocks().len(), 3);
        assert_eq!(blocks.find_block(4096), Some(1));
        assert_eq!(blocks.find_block(9_999), Some(2));
        assert_eq!(blocks.find_block(10_000), None);
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
        let blocks = Blocks::read_indexes(&file, 0, file.len() as u64, Limits::default()).unwrap();
        // Header 12, block: header 12, LZMA2 9, padding 3, check 8.
        let block = Block { stored_offset: 12, stored_size: 32, content_offset: 0, content_size: 5, stream: 0 };
        assert_eq!(blocks.all_blocks(), [block]);
    }

    #[test]
    fn damage_is_reported_with_its_place() {
        let file = stream(&text(10_000));
        let index = file.len() - 12 - 20;
        for at in (0..12).chain(index..file.len()) {
            let mut bad = file.clone();
            bad[at] ^= 0x41;
            let error = Blocks::read_indexes(&bad, 0, bad.len() as u64, Limits::default()).unwrap_err();
            assert!(error.finding().unwrap().location.file <= bad.len() as u64, "{at}: {error}");
        }
        for size in 0..file.len() {
            let cut = file[..size].to_vec();
            assert!(Blocks::read_indexes(&cut, 0, size as u64, Limits::default()).is_err(), "{size}");
        }
    }
}

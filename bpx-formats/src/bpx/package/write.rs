//! Writes contents as Data sections, one after the other, in bounded memory.
#![allow(clippy::arithmetic_side_effects, reason = "numbers count threads and written bytes; places are runs")]

use super::feed::Feed;
use super::{Compat, PackOptions};
use crate::bpx::SectionHeader;
use crate::bpx::container::{Check, Compression, Encoding, Fresh, Packed, SectionOptions, low_bits, thread_count};
use crate::bpx::layout::package::DATA;
use crate::bpx::span::Span;
use crate::bpx::stream_error::{from_stream_error, into_stream_error};
use bpx_schema::checksum::{ChecksumType, RunningChecksum};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::transform::{StreamEncoder, StreamError};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::thread::JoinHandle;

/// Content size in bytes up to which a section is compressed as a whole, and stored uncompressed if compression does
/// not make the content smaller.
const WHOLE: usize = 1 << 20;
/// Size in bytes up to which zlib sections are compressed in parallel, each in memory.
const SIDE_BY_SIDE: u32 = 16 << 20;
/// Content in bytes up to which names and object table are stored uncompressed.
const TABLE_THRESHOLD: u64 = 4096;

impl PackOptions {
    /// Checks that the options are compatible.
    ///
    /// # Errors
    /// `OutOfRange`, `UnsupportedFeature`.
    pub(super) fn check_options(&self) -> Result<()> {
        let wrong = |class, name: &str, message: &str| {
            Err(Error::unlocated_fault(class, message).in_field(name).in_field("options"))
        };
        let (size, block) = (self.data_size(), self.block_size());
        if !(16..=200_000_000).contains(&size) {
            return wrong(Class::OutOfRange, "section_size", "expected 16 to 200,000,000 bytes");
        }
        if !(4096..=16 << 20).contains(&block) {
            return wrong(Class::OutOfRange, "block_size", "expected 4,096 bytes to 16 MiB");
        }
        if !(1..=2).contains(&self.revision) {
            return wrong(Class::UnsupportedVersion, "revision", "expected revision 1 or 2");
        }
        if self.compression.is_beyond() {
            return wrong(Class::OutOfRange, "compression", "expected a level from 0 to 9");
        }
        if self.compat == Some(Compat::Bpx4) {
            let unread = |name, what: &str| {
                wrong(Class::UnsupportedFeature, name, &format!("version 4 of the reference crate cannot read {what}"))
            };
            if self.revision == 1 {
                return unread("revision", "packages of revision 1");
            }
            if matches!(self.compression, Compression::Zlib(_)) {
                return unread("compression", "zlib sections");
            }
            if self.check == Check::Crc32 {
                return unread("check", "CRC-32 of IEEE 802.3");
            }
        }
        Ok(())
    }

    /// Returns the content size of a Data section in bytes.
    pub(super) fn data_size(&self) -> u32 {
        self.section_size.unwrap_or(match self.compression {
            Compression::Zlib(_) => Self::ZLIB_DATA_SIZE,
            _ => Self::DATA_SIZE,
        })
    }

    /// Returns how Data sections that are whole in memory are stored.
    pub(super) fn data_options(&self) -> SectionOptions {
        SectionOptions::default().with_compression(self.compression).with_check(self.check).with_threshold(0)
    }

    /// Returns how names, object table and metadata are stored.
    pub(super) fn table_options(&self) -> SectionOptions {
        self.data_options().with_threshold(TABLE_THRESHOLD)
    }

    /// Returns the content size of an xz block in bytes.
    fn block_size(&self) -> u32 {
        self.block_size.unwrap_or_else(|| self.compression.block_size())
    }

    fn data_encoding(&self) -> Option<(u8, Encoding)> {
        let (flag, encoding) = self.compression.encoding()?;
        Some((flag, encoding.with_block_size(u64::from(self.block_size())).with_threads(thread_count())))
    }
}

/// Writes all Data sections, at least one if `needed` is set, and returns their table entries. The pointers of the
/// entries count from the start of `out`.
///
/// # Errors
/// Returns errors of contents and writer, and `Overflow` when there are too many sections.
pub(super) fn data_sections(
    feed: &mut Feed<'_>,
    options: &PackOptions,
    needed: bool,
    out: &mut dyn Write,
) -> Result<Vec<SectionHeader>> {
    let mut writer = Sections { out, table: Vec::new(), position: 0, endings: VecDeque::new() };
    let mut more = feed.next_section()? || needed;
    while more {
        writer.write_section(feed, *options)?;
        more = feed.next_section()?;
    }
    writer.settle_until(0)?;
    Ok(writer.table)
}

struct Sections<'w> {
    out: &'w mut dyn Write,
    table: Vec<SectionHeader>,
    position: u64,
    /// Sections whose ends are not written yet, in order.
    endings: VecDeque<SectionEnd>,
}

/// A section whose last blocks, or all of them, are still being compressed, in parallel with the next sections.
struct SectionEnd {
    written: u64,
    rest: JoinHandle<Result<Packed<'static>>>,
}

impl Sections<'_> {
    /// Writes a section, except for its end, which is written before the next section.
    fn write_section(&mut self, feed: &mut Feed<'_>, options: PackOptions) -> Result<()> {
        let side_by_side = matches!(options.compression, Compression::Zlib(_)) && options.data_size() <= SIDE_BY_SIDE;
        let (size, blocks) = (usize::try_from(options.data_size()), usize::try_from(options.block_size()));
        let (size, blocks) = (size.unwrap_or(usize::MAX), blocks.unwrap_or(WHOLE));
        let whole = if side_by_side { size } else { WHOLE.min(blocks) };
        self.settle_until(thread_count())?;
        let mut first = vec![0; size.min(whole)];
        let filled = feed.fill_buffer(&mut first)?;
        first.truncate(filled);
        if side_by_side || filled < whole {
            let section = Fresh { content: first.into(), options: options.data_options() };
            return self.finish_with(0, move || section.pack_content(0, false).map(Packed::into_owned));
        }
        let mut content = Content { first: &first, feed, tally: CheckedSize::new(options.check) };
        let Some((flag, encoding)) = options.data_encoding() else {
            self.settle_until(0)?;
            let stored = io::copy(&mut content, self.out).map_err(from_stream_error)?;
            return self.list_entry(&content.section_header(0)?, stored);
        };
        let mut encoder = StreamEncoder::new(encoding.transform()).map_err(stream_failure)?;
        let (mut made, mut written, mut more) = (Vec::new(), 0_u64, true);
        while more {
            more = encoder.feed(&mut content, &mut made).map_err(stream_failure)?;
            if !made.is_empty() {
                self.settle_until(0)?;
                self.out.write_all(&made)?;
                written += made.len() as u64;
                made.clear();
            }
        }
        let header = content.section_header(flag)?;
        self.finish_with(written, move || {
            let mut rest = Vec::new();
            encoder.finish(&mut rest).map_err(stream_failure)?;
            Ok(Packed { header, bytes: rest.into() })
        })
    }

    /// Makes the end of a section in parallel with the next sections, where `written` bytes precede the end.
    fn finish_with(
        &mut self,
        written: u64,
        make: impl FnOnce() -> Result<Packed<'static>> + Send + 'static,
    ) -> Result<()> {
        self.settle_until(thread_count().max(1) - 1)?;
        if thread_count() < 2 {
            return self.write_end(written, &make()?);
        }
        let rest = std::thread::Builder::new().spawn(make)?;
        self.endings.push_back(SectionEnd { written, rest });
        Ok(())
    }

    /// Writes the ends of the earliest sections, until only `left` ends remain.
    fn settle_until(&mut self, left: usize) -> Result<()> {
        while self.endings.len() > left
            && let Some(SectionEnd { written, rest }) = self.endings.pop_front()
        {
            let rest = rest.join().map_err(|_| io::Error::other("a compressing thread has failed"))?;
            self.write_end(written, &rest?)?;
        }
        Ok(())
    }

    fn write_end(&mut self, written: u64, rest: &Packed<'_>) -> Result<()> {
        self.out.write_all(&rest.bytes)?;
        self.list_entry(&rest.header, written + rest.bytes.len() as u64)
    }

    /// Adds an entry for stored bytes that were written.
    fn list_entry(&mut self, header: &SectionHeader, stored: u64) -> Result<()> {
        let stored_size = u32::try_from(stored).map_err(|_| too_large())?;
        self.table.push(SectionHeader { kind: DATA, pointer: self.position, stored_size, ..header.clone() });
        self.position = Span::new(self.position, stored).ok_or_else(too_large)?.end();
        Ok(())
    }
}

/// The content of a section while it is written.
struct Content<'f, 'a> {
    first: &'f [u8],
    feed: &'f mut Feed<'a>,
    tally: CheckedSize,
}

impl Content<'_, '_> {
    /// Returns the table entry of the content, without offset and stored size.
    fn section_header(&self, compression: u8) -> Result<SectionHeader> {
        Ok(SectionHeader {
            content_size: u32::try_from(self.tally.size).map_err(|_| too_large())?,
            checksum: self.tally.sum.as_ref().map_or(0, |sum| low_bits(sum.value())),
            flags: self.tally.flag | compression,
            ..SectionHeader::default()
        })
    }
}

/// Size and checksum of the bytes that have been read.
struct CheckedSize {
    size: u64,
    sum: Option<RunningChecksum>,
    flag: u8,
}

impl CheckedSize {
    fn new(check: Check) -> Self {
        Self { size: 0, sum: check.algorithm().map(ChecksumType::start), flag: check.flag() }
    }
}

impl Read for Content<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = if self.first.is_empty() {
            self.feed.fill_buffer(buf).map_err(into_stream_error)?
        } else {
            self.first.read(buf)?
        };
        self.tally.size += read as u64;
        if let Some(sum) = &mut self.tally.sum {
            sum.update(buf.split_at(read).0);
        }
        Ok(read)
    }
}

fn stream_failure(error: StreamError) -> Error {
    match error {
        StreamError::Io(source) => from_stream_error(source),
        other => Error::unlocated_fault(Class::LimitExceeded, other.to_string()).in_field("sections"),
    }
}

#[cold]
fn too_large() -> Error {
    Error::unlocated_fault(Class::Overflow, "the package is larger than its header can state").in_field("sections")
}

//! Writes contents as Data sections, one after the other, in bounded memory.

use super::feed::Feed;
use super::{Compat, PackOptions};
use crate::bpx::SectionHeader;
use crate::bpx::container::{Check, Compression, Encoding, Fresh, Packed, SectionOptions, low_bits};
use crate::bpx::layout::package::DATA;
use crate::bpx::stream_error::{from_stream_error, into_stream_error};
use bpx_schema::checksum::{ChecksumType, RunningChecksum};
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::transform::{StreamEncoder, StreamError};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::thread::JoinHandle;

/// Content in bytes up to which a section is compressed as a whole, and stored uncompressed when that is not larger.
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
    pub(super) fn validate(&self) -> Result<()> {
        let wrong = |class, name: &str, message: &str| {
            Err(Error::fault(class, Location::default(), message).in_field(name).in_field("options"))
        };
        let (size, block) = (self.data_size(), self.blocks());
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
                wrong(Class::UnsupportedFeature, name, &format!("version 4 of the reference crate reads no {what}"))
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

    /// Returns bytes of content of a Data section.
    pub(super) fn data_size(&self) -> u32 {
        self.section_size.unwrap_or(match self.compression {
            Compression::Zlib(_) => Self::ZLIB_DATA_SIZE,
            _ => Self::DATA_SIZE,
        })
    }

    /// Returns how Data sections are stored that are in memory as a whole.
    pub(super) fn data(&self) -> SectionOptions {
        SectionOptions::default().with_compression(self.compression).with_check(self.check).with_threshold(0)
    }

    /// Returns how names, object table and metadata are stored.
    pub(super) fn tables(&self) -> SectionOptions {
        SectionOptions::default()
            .with_compression(self.compression)
            .with_check(self.check)
            .with_threshold(TABLE_THRESHOLD)
    }

    /// Returns bytes of content of an xz block.
    fn blocks(&self) -> u32 {
        self.block_size.unwrap_or_else(|| self.compression.block_size())
    }

    fn encoding(&self) -> Option<(u8, Encoding)> {
        let (flag, encoding) = self.compression.encoding()?;
        Some((flag, encoding.with_block_size(u64::from(self.blocks())).with_threads(threads())))
    }
}

/// Writes all Data sections, at least one if `first` is required; returns their entries, whose pointers count from
/// Writes all Data sections, at least one if `needed` is set; returns their entries, whose pointers count from the
/// start of `out`.
/// # Errors
/// Errors of contents and writer; `Overflow` when there are too many sections.
pub(super) fn data_sections(
    feed: &mut Feed<'_>,
    options: &PackOptions,
    needed: bool,
    out: &mut dyn Write,
) -> Result<Vec<SectionHeader>> {
    let mut writer = Sections { out, table: Vec::new(), position: 0, endings: VecDeque::new() };
    let mut more = feed.next_section()?;
    let side_by_side = matches!(options.compression, Compression::Zlib(_)) && options.data_size() <= SIDE_BY_SIDE;
    while more || (needed && writer.is_empty()) {
        more = if side_by_side { writer.batch(feed, options)? } else { writer.stream(feed, options)? };
    }
    writer.settle()?;
    Ok(writer.table)
}

struct Sections<'w> {
    out: &'w mut dyn Write,
    table: Vec<SectionHeader>,
    position: u64,
    /// Sections whose ends are not written yet, in order.
    endings: VecDeque<Ending>,
}

/// A section whose last blocks are still being compressed, in parallel with the first blocks of the next one. If
/// blocks are large, these may be all of its blocks.
struct Ending {
    header: SectionHeader,
    written: u64,
    rest: JoinHandle<std::result::Result<Vec<u8>, StreamError>>,
}

impl Sections<'_> {
    fn is_empty(&self) -> bool {
        self.table.is_empty() && self.endings.is_empty()
    }

    /// Writes a section; returns whether there are bytes for another.
    fn stream(&mut self, feed: &mut Feed<'_>, options: &PackOptions) -> Result<bool> {
        let size = usize::try_from(options.data_size()).unwrap_or(usize::MAX);
        let whole = WHOLE.min(usize::try_from(options.blocks()).unwrap_or(WHOLE));
        let mut first = vec![0; size.min(whole)];
        let filled = feed.fill(&mut first)?;
        first.truncate(filled);
        let ended = filled < whole;
        match options.encoding().filter(|_| !ended) {
            None if ended => self.put(&packed(first, options)?)?,
            encoding => {
                let mut content = Content { first: &first, feed, tally: Tally::new(options.check) };
                match encoding {
                    Some((flag, encoding)) => self.compress(&mut content, flag, &encoding)?,
                    None => {
                        let stored = io::copy(&mut content, self.out).map_err(from_stream_error)?;
                        self.list(&content.header(0)?, stored)?;
                    }
                }
            }
        }
        feed.next_section()
    }

    /// Compresses a section and writes it except its end, which is written before the next one.
    fn compress(&mut self, content: &mut Content<'_, '_>, flag: u8, encoding: &Encoding) -> Result<()> {
        let mut encoder = StreamEncoder::new(encoding.transform()).map_err(failure)?;
        let (mut made, mut written) = (Vec::new(), 0_u64);
        loop {
            let more = encoder.feed(content, &mut made).map_err(failure)?;
            if !made.is_empty() {
                self.settle()?;
                self.out.write_all(&made)?;
                written = written.saturating_add(made.len() as u64);
                made.clear();
            }
            if !more {
                break;
            }
        }
        while self.endings.len() >= threads() {
            self.settle_one()?;
        }
        let rest = std::thread::Builder::new().spawn(move || {
            let mut rest = Vec::new();
            encoder.finish(&mut rest).map(|_| rest)
        })?;
        self.endings.push_back(Ending { header: content.header(flag)?, written, rest });
        Ok(())
    }

    /// Writes the ends of the earlier sections.
    fn settle(&mut self) -> Result<()> {
        while !self.endings.is_empty() {
            self.settle_one()?;
        }
        Ok(())
    }

    fn settle_one(&mut self) -> Result<()> {
        let Some(Ending { header, written, rest }) = self.endings.pop_front() else { return Ok(()) };
        let rest = rest.join().map_err(|_| io::Error::other("a compressing thread has failed"))?;
        let rest = rest.map_err(failure)?;
        self.out.write_all(&rest)?;
        self.list(&header, written.saturating_add(rest.len() as u64))
    }

    /// Writes some sections that are compressed in parallel; returns whether there are bytes for another.
    fn batch(&mut self, feed: &mut Feed<'_>, options: &PackOptions) -> Result<bool> {
        let size = usize::try_from(options.data_size()).unwrap_or(usize::MAX);
        let (mut contents, mut more) = (Vec::new(), true);
        while more && contents.len() < threads() {
            let mut content = vec![0; size];
            let filled = feed.fill(&mut content)?;
            content.truncate(filled);
            contents.push(content);
            more = feed.next_section()?;
        }
        for section in pack_all(contents, options)? {
            self.put(&section)?;
        }
        Ok(more)
    }

    fn put(&mut self, section: &Packed<'_>) -> Result<()> {
        self.settle()?;
        self.out.write_all(&section.bytes)?;
        self.list(&section.header, section.bytes.len() as u64)
    }

    /// Adds an entry for stored bytes that were written.
    fn list(&mut self, header: &SectionHeader, stored: u64) -> Result<()> {
        let stored_size = u32::try_from(stored).map_err(|_| too_large())?;
        self.table.push(SectionHeader { kind: DATA, pointer: self.position, stored_size, ..header.clone() });
        self.position = self.position.checked_add(stored).ok_or_else(too_large)?;
        Ok(())
    }
}

fn packed(content: Vec<u8>, options: &PackOptions) -> Result<Packed<'static>> {
    Fresh { content: content.into(), options: options.data() }.pack(0, false).map(Packed::into_owned)
}

#[cfg(feature = "parallel")]
fn pack_all(contents: Vec<Vec<u8>>, options: &PackOptions) -> Result<Vec<Packed<'static>>> {
    use rayon::prelude::*;
    bpx_schema::threads::start()?;
    contents.into_par_iter().map(|content| packed(content, options)).collect()
}

#[cfg(not(feature = "parallel"))]
fn pack_all(contents: Vec<Vec<u8>>, options: &PackOptions) -> Result<Vec<Packed<'static>>> {
    contents.into_iter().map(|content| packed(content, options)).collect()
}

fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return bpx_schema::threads::count();
    #[cfg(not(feature = "parallel"))]
    return 1;
}

/// The content of a section while it is written.
struct Content<'f, 'a> {
    first: &'f [u8],
    feed: &'f mut Feed<'a>,
    tally: Tally,
}

impl Content<'_, '_> {
    /// Returns the entry of the content, without place and stored size.
    fn header(&self, compression: u8) -> Result<SectionHeader> {
        Ok(SectionHeader {
            content_size: u32::try_from(self.tally.size).map_err(|_| too_large())?,
            checksum: self.tally.sum.as_ref().map_or(0, |sum| low_bits(sum.value())),
            flags: self.tally.flag | compression,
            ..SectionHeader::default()
        })
    }
}

/// Size and checksum of the bytes read so far.
struct Tally {
    size: u64,
    sum: Option<RunningChecksum>,
    flag: u8,
}

impl Tally {
    fn new(check: Check) -> Self {
        Self { size: 0, sum: check.algorithm().map(ChecksumType::start), flag: check.flag() }
    }
}

impl Read for Content<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = if self.first.is_empty() {
            self.feed.fill(buf).map_err(into_stream_error)?
        } else {
            self.first.read(buf)?
        };
        let piece = buf.get(..read).unwrap_or_default();
        self.tally.size = self.tally.size.saturating_add(read as u64);
        if let Some(sum) = &mut self.tally.sum {
            sum.update(piece);
        }
        Ok(read)
    }
}

fn failure(error: StreamError) -> Error {
    match error {
        StreamError::Io(source) => from_stream_error(source),
        other => Error::fault(Class::LimitExceeded, Location::default(), other.to_string()).in_field("sections"),
    }
}

#[cold]
fn too_large() -> Error {
    Error::fault(Class::Overflow, Location::default(), "the package is larger than its header can state")
        .in_field("sections")
}

//! From contents to Data sections, one after the other, in bounded memory.

use super::declare::DATA;
use super::feed::Feed;
use super::reader::{unwrapped, wrapped};
use super::{Compat, PackOptions};
use crate::bpx::SectionHeader;
use crate::bpx::container::{Check, Compression, Fresh, Packed, SectionOptions};
use crate::bpx::layout::{XZ, ZLIB};
use bpx_schema::checksum::Checksum;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::transform::{Encoding, StreamError, Transform, encode_stream};
use std::io::{self, Read, Write};

/// Content in bytes up to which a section is compressed as a whole, and stored as it is when that is no larger.
const WHOLE: usize = 1 << 20;
/// Size in bytes up to which zlib sections are compressed side by side, each in memory.
const SIDE_BY_SIDE: u32 = 16 << 20;
/// Content in bytes up to which names and object table are stored as they are.
const TABLE_THRESHOLD: u64 = 4096;

impl PackOptions {
    /// Whether the options go together.
    ///
    /// # Errors
    /// `OutOfRange`, `UnsupportedFeature`.
    pub(super) fn validate(&self) -> Result<()> {
        let wrong = |class, name: &str, message: &str| {
            Err(Error::fault(class, Location::default(), message).in_field(name).in_field("options"))
        };
        let (size, block) = (self.data_size(), self.block_size);
        if !(16..=200_000_000).contains(&size) {
            return wrong(Class::OutOfRange, "section_size", "a Data section holds 16 to 200,000,000 bytes");
        }
        if !(4096..=16 << 20).contains(&block) {
            return wrong(Class::OutOfRange, "block_size", "an xz block holds 4,096 bytes to 16 MiB");
        }
        if !(1..=2).contains(&self.revision) {
            return wrong(Class::UnsupportedVersion, "revision", "there are the revisions 1 and 2");
        }
        if matches!(self.compression, Compression::Zlib(10..) | Compression::Xz(10..)) {
            return wrong(Class::OutOfRange, "compression", "levels are 0 to 9");
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

    /// Bytes of content of a Data section.
    pub(super) fn data_size(&self) -> u32 {
        self.section_size.unwrap_or(match self.compression {
            Compression::Zlib(_) => Self::ZLIB_DATA_SIZE,
            _ => Self::DATA_SIZE,
        })
    }

    /// How Data sections are stored that are in memory as a whole.
    pub(super) fn data(&self) -> SectionOptions {
        SectionOptions::default().with_compression(self.compression).with_check(self.check).with_threshold(0)
    }

    /// How names, object table and metadata are stored.
    pub(super) fn tables(&self) -> SectionOptions {
        SectionOptions::default()
            .with_compression(self.compression)
            .with_check(self.check)
            .with_threshold(TABLE_THRESHOLD)
    }

    fn encoding(&self) -> Option<(u8, Encoding)> {
        match self.compression {
            Compression::None => None,
            Compression::Zlib(level) => Some((ZLIB, Encoding::new(Transform::Zlib).with_level(level))),
            Compression::Xz(level) => {
                let encoding = Encoding::new(Transform::Xz).with_level(level);
                Some((XZ, encoding.with_block_size(u64::from(self.block_size))))
            }
        }
    }
}

/// Writes all Data sections; their entries, whose pointers count from where `out` was.
///
/// # Errors
/// Those of contents and writer; `Overflow` when there are too many sections.
pub(super) fn data_sections(
    feed: &mut Feed<'_>,
    options: &PackOptions,
    out: &mut dyn Write,
) -> Result<Vec<SectionHeader>> {
    let mut writer = Sections { out, table: Vec::new(), position: 0 };
    let mut more = feed.next_section()?;
    let side_by_side = matches!(options.compression, Compression::Zlib(_)) && options.data_size() <= SIDE_BY_SIDE;
    // A package has at least one Data section.
    while more || writer.table.is_empty() {
        more = if side_by_side { writer.batch(feed, options)? } else { writer.stream(feed, options)? };
    }
    Ok(writer.table)
}

struct Sections<'w> {
    out: &'w mut dyn Write,
    table: Vec<SectionHeader>,
    position: u64,
}

impl Sections<'_> {
    /// Writes a section; tells whether there are bytes for another.
    fn stream(&mut self, feed: &mut Feed<'_>, options: &PackOptions) -> Result<bool> {
        let size = usize::try_from(options.data_size()).unwrap_or(usize::MAX);
        let whole = WHOLE.min(usize::try_from(options.block_size).unwrap_or(WHOLE));
        let mut first = vec![0; size.min(whole)];
        let filled = feed.fill(&mut first)?;
        first.truncate(filled);
        let ended = filled < whole;
        match options.encoding().filter(|_| !ended) {
            None if ended => self.put(&packed(first, options)?)?,
            encoding => {
                let mut content = Content { first: &first, feed, tally: Tally::new(options.check) };
                let mut stored = Counted { out: self.out, size: 0 };
                match &encoding {
                    Some((_, encoding)) => drop(encode_stream(&mut content, encoding, &mut stored).map_err(failure)?),
                    None => drop(io::copy(&mut content, &mut stored).map_err(unwrapped)?),
                }
                let (tally, stored) = (content.tally, stored.size);
                let header = SectionHeader {
                    stored_size: u32::try_from(stored).map_err(|_| too_large())?,
                    content_size: u32::try_from(tally.size).map_err(|_| too_large())?,
                    checksum: tally.sum.map_or(0, |sum| sum.value()),
                    flags: options.check.flag() | encoding.map_or(0, |(flag, _)| flag),
                    ..SectionHeader::default()
                };
                self.list(&header, stored)?;
            }
        }
        feed.next_section()
    }

    /// Writes some sections that are compressed side by side; tells whether there are bytes for another.
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
        self.out.write_all(&section.bytes)?;
        self.list(&section.header, section.bytes.len() as u64)
    }

    fn list(&mut self, header: &SectionHeader, stored: u64) -> Result<()> {
        self.table.push(SectionHeader { kind: DATA, pointer: self.position, ..header.clone() });
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
    contents.into_par_iter().map(|content| packed(content, options)).collect()
}

#[cfg(not(feature = "parallel"))]
fn pack_all(contents: Vec<Vec<u8>>, options: &PackOptions) -> Result<Vec<Packed<'static>>> {
    contents.into_iter().map(|content| packed(content, options)).collect()
}

fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    return 1;
}

/// The content of a section as it is written.
struct Content<'f, 'a> {
    first: &'f [u8],
    feed: &'f mut Feed<'a>,
    tally: Tally,
}

/// Size and checksum so far.
struct Tally {
    size: u64,
    sum: Option<Checksum>,
}

impl Tally {
    fn new(check: Check) -> Self {
        Self { size: 0, sum: check.algorithm().map(Checksum::new) }
    }
}

impl Read for Content<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = if self.first.is_empty() { self.feed.fill(buf).map_err(wrapped)? } else { self.first.read(buf)? };
        let piece = buf.get(..read).unwrap_or_default();
        self.tally.size = self.tally.size.saturating_add(read as u64);
        if let Some(sum) = &mut self.tally.sum {
            sum.update(piece);
        }
        Ok(read)
    }
}

/// Counts what is written.
struct Counted<'w> {
    out: &'w mut dyn Write,
    size: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let written = self.out.write(buf)?;
        self.size = self.size.saturating_add(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn failure(error: StreamError) -> Error {
    match error {
        StreamError::Io(source) => unwrapped(source),
        other => Error::fault(Class::LimitExceeded, Location::default(), other.to_string()).in_field("sections"),
    }
}

#[cold]
fn too_large() -> Error {
    Error::fault(Class::Overflow, Location::default(), "larger than a package can tell").in_field("sections")
}

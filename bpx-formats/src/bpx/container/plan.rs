//! The second pass: places all parts, then writes them.

use super::examine::decode_unless_invalid;
use super::head::{entry_member, head_size};
use crate::bpx::{Layout, MainHeader, SectionHeader};
use bpx_schema::codec::{Codec, Decoder, Regions};
use bpx_schema::report::{Class, Error, Location, Mode, Result};
use bpx_schema::source::{ReadAt, SourceReader};
use bpx_schema::{Budget, Limits};
use std::borrow::Cow;
use std::io::{Read, Write};

/// Bytes that are copied at a time.
const PIECE: usize = 256 << 10;

/// A file to write: entries without places, and the parts after the table in their order.
pub(super) struct Plan<'a> {
    pub(super) header: MainHeader,
    pub(super) table: Vec<SectionHeader>,
    pub(super) parts: Vec<Part<'a>>,
    /// Whether the header states the size of the file.
    pub(super) states_size: bool,
}

/// Bytes after the table.
pub(super) struct Part<'a> {
    pub(super) bytes: Bytes<'a>,
    /// Entries that lie in the part, and their offsets in it.
    pub(super) entries: Vec<(usize, u64)>,
    /// Whether the size in the header counts the part.
    pub(super) counted: bool,
}

/// The source of some bytes.
pub(super) enum Bytes<'a> {
    Memory(Cow<'a, [u8]>),
    Source { source: &'a dyn ReadAt, offset: u64, size: u64 },
}

impl Bytes<'_> {
    fn size(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Source { size, .. } => *size,
        }
    }

    pub(super) fn write_to(&self, out: &mut dyn Write) -> Result<()> {
        let (source, offset, size) = match self {
            Self::Memory(bytes) => return Ok(out.write_all(bytes)?),
            Self::Source { source, offset, size } => (*source, *offset, *size),
        };
        let mut reader = SourceReader::new(source, offset, size);
        let mut piece = vec![0; usize::try_from(size).map_or(PIECE, |size| size.min(PIECE))];
        while reader.left() > 0 {
            let read = match reader.read(&mut piece) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            if read == 0 {
                return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
            }
            out.write_all(piece.get(..read).unwrap_or_default())?;
        }
        Ok(())
    }
}

/// A file with all places known.
pub(super) struct Placed<'a> {
    head: Vec<u8>,
    parts: Vec<Part<'a>>,
    size: u64,
}

impl<'a> Plan<'a> {
    /// Places every part; the encoder of the declaration computes count and checksum.
    ///
    /// # Errors
    /// `Overflow` when the table has more entries than the header can count, or an offset does not fit.
    pub(super) fn place(mut self) -> Result<Placed<'a>> {
        let mut position = head_size(self.table.len() as u64);
        let mut stated = position;
        for part in &self.parts {
            for (index, inside) in &part.entries {
                if let Some(entry) = self.table.get_mut(*index) {
                    entry.pointer = position.saturating_add(*inside);
                }
            }
            position = position.checked_add(part.bytes.size()).ok_or_else(too_long)?;
            if part.counted {
                stated = position;
            }
        }
        self.header.file_size = if self.states_size { stated } else { 0 };
        self.header.section_count = u32::try_from(self.table.len()).map_err(|_| too_many(self.table.len()))?;
        let layout = Layout { header: self.header, table: self.table, sections: Regions::default() };
        let head = layout.to_vec_without_regions()?;
        let placed = Placed { head, parts: self.parts, size: position };
        placed.check()?;
        Ok(placed)
    }
}

impl Placed<'_> {
    /// Returns the size of the file in bytes.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Writes the file, front to back.
    pub(super) fn write_to(&self, out: &mut dyn Write) -> Result<()> {
        out.write_all(&self.head)?;
        self.parts.iter().try_for_each(|part| part.bytes.write_to(out))
    }

    /// Reads the table back through the declaration: every section must be where it was placed.
    fn check(&self) -> Result<()> {
        let budget = Budget::new(Limits::none(), 0);
        let layout: Layout =
            decode_unless_invalid(Decoder::new(&self.head, &budget).without_regions(), Mode::Lenient, &[])?;
        let mut position = self.head.len() as u64;
        for part in &self.parts {
            let end = position.saturating_add(part.bytes.size());
            for (index, inside) in &part.entries {
                let stored = layout.sections.list().get(*index).copied().unwrap_or_default();
                let start = position.saturating_add(*inside);
                if stored.offset != start || stored.offset.saturating_add(stored.size) > end {
                    let (_, at) = entry_member(*index as u64, SectionHeader::POINTER);
                    let message = format!(
                        "internal check failed: the entry does not address its {} bytes at offset {start}",
                        part.bytes.size()
                    );
                    let error = Error::fault(Class::Inconsistent, at, message).in_field("pointer");
                    return Err(error.in_element(*index as u64).in_field("table"));
                }
            }
            position = end;
        }
        Ok(())
    }
}

#[cold]
fn too_long() -> Error {
    Error::fault(Class::Overflow, Location::default(), "the file would be longer than 2^64 bytes")
}

#[cold]
fn too_many(count: usize) -> Error {
    let message = format!("expected at most 2^32 - 1 sections, found {count}");
    Error::fault(Class::Overflow, Location::default(), message).in_field("table")
}

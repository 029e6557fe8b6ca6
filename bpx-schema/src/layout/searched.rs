//! Checks the parts that a reader finds by a search for bytes.

use super::part::FilePart;
use super::placed::PlacedFile;
use crate::codec::found_elsewhere;
use crate::report::{Error, Location, Result};
use crate::schema::{Field, RegionSearch};
use std::io::{self, Write};

/// A field, its search, and its offset in bytes.
pub(super) type SearchedPart<'a> = (&'a Field, &'a RegionSearch, u64);

/// Returns the parts that have bytes and that a reader searches for.
pub(super) fn searched_parts<'a>(parts: &[FilePart<'a>]) -> Vec<SearchedPart<'a>> {
    let found = parts.iter().filter(|part| part.stored > 0);
    found.filter_map(|part| Some((part.field, part.region.search.as_ref()?, part.offset))).collect()
}

impl PlacedFile<'_> {
    /// Rejects parts that a reader would not find at their offsets.
    pub(super) fn expect_found(&self, parts: &[SearchedPart<'_>]) -> Result<()> {
        for (field, search, offset) in parts {
            let mut finder = SearchWriter {
                search,
                range: search.searched_range(self.size()),
                tail: Vec::new(),
                end: 0,
                found: None,
            };
            self.write_to(&mut finder)?;
            if finder.found != Some(*offset) {
                let (class, message) = found_elsewhere(search, finder.found, *offset);
                let at = Location { file: *offset, content: None };
                return Err(Error::fault(class, at, message).in_field(&field.name));
            }
        }
        Ok(())
    }
}

/// Searches for bytes in a file that arrives in pieces.
struct SearchWriter<'s> {
    search: &'s RegionSearch,
    /// Offsets of the beginning and the end of the bytes that are searched.
    range: (u64, u64),
    /// The last bytes, which may be the beginning of a match.
    tail: Vec<u8>,
    /// Offset of the next byte, in bytes.
    end: u64,
    found: Option<u64>,
}

impl Write for SearchWriter<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let (wanted, before) = (&*self.search.bytes, self.tail.len());
        let start = self.end - before as u64;
        self.end += piece.len() as u64;
        // Most of a large file is outside of the searched bytes.
        if self.end <= self.range.0 || start >= self.range.1 {
            self.tail.clear();
            return Ok(piece.len());
        }
        self.tail.extend_from_slice(piece);
        for (place, bytes) in (start..).zip(self.tail.windows(wanted.len().max(1))) {
            let is_inside = place >= self.range.0 && place + wanted.len() as u64 <= self.range.1;
            if is_inside && bytes == wanted && (self.search.last || self.found.is_none()) {
                self.found = Some(place);
            }
        }
        // All of a short tail is kept.
        let keep = self.tail.len().saturating_sub(wanted.len().saturating_sub(1));
        self.tail.drain(..keep);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

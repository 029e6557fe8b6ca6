//! Parts that a reader finds by searching for bytes.

use super::faults::fault;
use super::order::Gap;
use super::part::{Part, end_of};
use super::placed::PlacedFile;
use super::turns::order_of;
use crate::codec::found_elsewhere;
use crate::report::Result;
use crate::schema::{Field, Search};
use std::io::{self, Write};

/// A field, its search, and its place.
pub(super) type Searched<'a> = (&'a Field, &'a Search, u64);

/// Returns the parts that have bytes and are searched.
pub(super) fn searched<'a>(parts: &[Part<'a>]) -> Vec<Searched<'a>> {
    let found = parts.iter().filter(|part| part.stored > 0);
    found.filter_map(|part| Some((part.field, part.region.search.as_ref()?, part.offset))).collect()
}

/// Finds the old places of such parts from the places of all other bytes: they are in the bytes that no other part has,
/// and at the end, in the order of a new file.
pub(super) fn remember_searched(parts: &mut [Part<'_>], gaps: &[Gap<'_>], head: u64) {
    let mut taken: Vec<(u64, u64)> = vec![(0, head)];
    taken.extend(parts.iter().filter_map(|part| part.old));
    taken.extend(gaps.iter().map(|gap| (gap.offset, gap.bytes.len() as u64)));
    taken.sort_unstable();
    let (mut holes, mut end) = (Vec::new(), 0_u64);
    for (offset, size) in taken {
        if offset > end {
            holes.push((end, offset - end));
        }
        end = end.max(end_of((offset, size)));
    }
    let is_open = |part: &Part<'_>| part.old.is_none() && part.stored > 0;
    let is_last = |number: &usize| {
        let part = parts.get(*number).filter(|part| is_open(part))?;
        Some((part.region.search.as_ref()?.last, *number))
    };
    let mut open: Vec<(bool, usize)> = order_of(parts).iter().filter_map(is_last).collect();
    open.sort_by_key(|(last, _)| *last);
    let mut holes = holes.into_iter();
    for (_, number) in open {
        let Some(part) = parts.get_mut(number) else { continue };
        let old = holes.next().unwrap_or((end, part.stored));
        part.old = Some(old);
        end = end.max(end_of(old));
    }
}

impl PlacedFile<'_> {
    /// Rejects parts that a reader would not find at their places.
    pub(super) fn expect_found(&self, parts: &[Searched<'_>]) -> Result<()> {
        for (field, search, offset) in parts {
            let mut finder = Finder { search, range: search.range(self.size()), tail: Vec::new(), end: 0, found: None };
            self.write_to(&mut finder)?;
            if finder.found != Some(*offset) {
                let (class, message) = found_elsewhere(search, finder.found, *offset);
                return Err(fault(class, message).in_field(&field.name));
            }
        }
        Ok(())
    }
}

/// Searches in bytes that arrive in pieces.
struct Finder<'s> {
    search: &'s Search,
    /// Beginning and end of the bytes that are searched.
    range: (u64, u64),
    /// The last bytes, which may be the beginning of a match.
    tail: Vec<u8>,
    /// Offset of the next byte.
    end: u64,
    found: Option<u64>,
}

impl Write for Finder<'_> {
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

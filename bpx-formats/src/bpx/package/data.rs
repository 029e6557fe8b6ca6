//! Where the bytes of objects lie: Data sections as one row of bytes.

use super::registry;
use crate::bpx::SectionHeader;
use crate::bpx::layout::package::{DATA, ObjectHeader};
use bpx_schema::codec::FieldRef;
use bpx_schema::fault;
use bpx_schema::report::Rule;

/// All Data sections in the order of the table, as one row of bytes: a *position* counts from the first byte of the
/// first one. Objects go on from one Data section into the next, but not over another section.
#[derive(Debug, Clone)]
pub(crate) struct DataMap {
    /// For each section, the position of its first byte; those that are no Data section take no bytes. The sum of
    /// all comes last.
    starts: Vec<u64>,
    /// For each section, the first one from there on that is no Data section.
    ends: Vec<u32>,
}

/// What is wrong with the place of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// There are only so many sections.
    NoSection(usize),
    /// The section holds something else.
    NotData,
    /// The Data section has only so many bytes.
    PastEnd(u64),
    /// From there on, only so many bytes are left before another section, or the end.
    RunsOut(u64),
}

impl DataMap {
    /// Of a section table.
    pub(crate) fn new(table: &[SectionHeader]) -> Self {
        let mut starts = Vec::with_capacity(table.len().saturating_add(1));
        let mut position = 0_u64;
        for entry in table {
            starts.push(position);
            let size = if entry.kind == DATA { entry.content_size } else { 0 };
            position = position.saturating_add(u64::from(size));
        }
        starts.push(position);
        let mut ends: Vec<u32> = Vec::with_capacity(table.len());
        let mut end = table.len();
        for (index, entry) in table.iter().enumerate().rev() {
            if entry.kind != DATA {
                end = index;
            }
            ends.push(u32::try_from(end).unwrap_or(u32::MAX));
        }
        ends.reverse();
        Self { starts, ends }
    }

    /// Size of all Data sections in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Position of the first byte of a section.
    pub(crate) fn start(&self, section: usize) -> u64 {
        self.starts.get(section).copied().unwrap_or_else(|| self.size())
    }

    /// Position after the last byte of a section.
    pub(crate) fn end(&self, section: usize) -> u64 {
        self.start(section.saturating_add(1))
    }

    /// The Data section that holds the byte at a position, and its offset there.
    pub(crate) fn find(&self, position: u64) -> Option<(usize, u64)> {
        if position >= self.size() {
            return None;
        }
        // The last section that does not begin behind it has bytes, for the next one does.
        let section = self.starts.partition_point(|start| *start <= position).checked_sub(1)?;
        Some((section, position.saturating_sub(self.start(section))))
    }

    /// Position of the first byte of an object, all of whose bytes are there.
    ///
    /// # Errors
    /// What is wrong with its place.
    pub(crate) fn locate(&self, object: &ObjectHeader) -> Result<u64, Misplaced> {
        let section = usize::try_from(object.start).unwrap_or(usize::MAX);
        let section = if fault!(StartFromOne) { section.saturating_sub(1) } else { section };
        let end = *self.ends.get(section).ok_or(Misplaced::NoSection(self.ends.len()))?;
        if usize::try_from(end) == Ok(section) {
            return Err(Misplaced::NotData);
        }
        let (start, offset) = (self.start(section), u64::from(object.offset));
        let size = self.end(section).saturating_sub(start);
        if offset > size && !fault!(OffsetRunsOn) {
            return Err(Misplaced::PastEnd(size));
        }
        let position = start.saturating_add(offset);
        let end =
            if fault!(NeverSpans) { self.end(section) } else { self.start(usize::try_from(end).unwrap_or(usize::MAX)) };
        let left = end.saturating_sub(position).saturating_add(u64::from(fault!(ObjectOneMore)));
        if object.size > left { Err(Misplaced::RunsOut(left)) } else { Ok(position) }
    }
}

impl Misplaced {
    /// The rule that is broken, and the field that is at fault.
    pub(crate) fn rule(self) -> (&'static Rule, FieldRef) {
        match self {
            Self::NoSection(_) | Self::NotData => (&registry::START, ObjectHeader::START),
            Self::PastEnd(_) => (&registry::OFFSET, ObjectHeader::OFFSET),
            Self::RunsOut(_) => (&registry::SIZE, ObjectHeader::SIZE_FIELD),
        }
    }

    /// The fault in words.
    pub(crate) fn message(self, object: &ObjectHeader) -> String {
        let ObjectHeader { size, start, offset, .. } = *object;
        match self {
            Self::NoSection(count) => format!("begins in section {start}, there are {count}"),
            Self::NotData => format!("begins in section {start}, which is no Data section"),
            Self::PastEnd(size) => format!("begins at offset {offset} of section {start}, which has {size} bytes"),
            Self::RunsOut(left) => format!("states {size} bytes, of which {left} are left in the Data sections"),
        }
    }
}

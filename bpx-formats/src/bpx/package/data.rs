//! Places of the bytes of objects: Data sections as one sequence of bytes.

use super::registry;
use crate::bpx::SectionHeader;
use crate::bpx::layout::package::{DATA, ObjectHeader};
use bpx_schema::codec::FieldRef;
use bpx_schema::fault;
use bpx_schema::report::{Rule, declared_rule};
use std::sync::LazyLock;

/// The rule that an object begins in a Data section.
static START: LazyLock<Rule> = LazyLock::new(|| declared_rule::<ObjectHeader>("package.start"));

/// All Data sections in the order of the table, as one sequence of bytes: a *position* counts from the first byte of
/// the first one. Objects continue from one Data section into the next, but not across another section.
#[derive(Debug, Clone)]
pub(crate) struct DataMap {
    /// For each section, the position of its first byte; other sections than Data sections take no bytes. The sum of
    /// all sizes comes last.
    starts: Vec<u64>,
    /// For each section, the next one that is not a Data section.
    ends: Vec<u32>,
}

/// The fault of an object's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// There are only this many sections.
    NoSection(usize),
    /// The section is not a Data section.
    NotData,
    /// The Data section has only this many bytes.
    PastEnd(u64),
    /// Only this many bytes are left before another section or the end.
    RunsOut(u64),
}

impl DataMap {
    /// Builds the map of a section table.
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

    /// Returns the size of all Data sections in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Returns the position of the first byte of a section.
    pub(crate) fn start(&self, section: usize) -> u64 {
        self.starts.get(section).copied().unwrap_or_else(|| self.size())
    }

    /// Returns the position after the last byte of a section.
    pub(crate) fn end(&self, section: usize) -> u64 {
        self.start(section.saturating_add(1))
    }

    /// Returns the Data section that contains the byte at a position, and the offset there.
    pub(crate) fn find(&self, position: u64) -> Option<(usize, u64)> {
        if position >= self.size() {
            return None;
        }
        // The last section that does not begin after the position has bytes, because the next one begins later.
        let section = self.starts.partition_point(|start| *start <= position).checked_sub(1)?;
        Some((section, position.saturating_sub(self.start(section))))
    }

    /// Returns the position of the first byte of an object, if all of its bytes exist.
    ///
    /// # Errors
    /// The fault of its place.
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
    /// Returns the broken rule, and the field with the fault.
    pub(crate) fn rule(self) -> (&'static Rule, FieldRef) {
        match self {
            Self::NoSection(_) | Self::NotData => (&START, ObjectHeader::START),
            Self::PastEnd(_) => (&registry::OFFSET, ObjectHeader::OFFSET),
            Self::RunsOut(_) => (&registry::SIZE, ObjectHeader::SIZE_FIELD),
        }
    }

    /// Returns the message of the finding.
    pub(crate) fn message(self, object: &ObjectHeader) -> String {
        let ObjectHeader { size, start, offset, .. } = *object;
        match self {
            Self::NoSection(count) => format!("begins in section {start}, but there are {count} sections"),
            Self::NotData => format!("begins in section {start}, which is not a Data section"),
            Self::PastEnd(size) => format!("begins at offset {offset} of section {start}, but that has {size} bytes"),
            Self::RunsOut(left) => format!("states {size} bytes, but the Data sections have {left} left"),
        }
    }
}

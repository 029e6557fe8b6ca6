//! Maps the bytes of objects to Data sections, which form one sequence of bytes.

use super::registry;
use crate::bpx::SectionHeader;
use crate::bpx::layout::package::{DATA, ObjectHeader};
use crate::bpx::span::Span;
use bpx_schema::codec::FieldRef;
use bpx_schema::report::Rule;
use bpx_schema::schema::memory_size;
use std::sync::LazyLock;

/// The rule that an object begins in a Data section.
static START: LazyLock<Rule> = LazyLock::new(|| ObjectHeader::RULE_PACKAGE_START.rule());

/// All Data sections in the order of the table, as one sequence of bytes. A *position* counts from the first byte of
/// the first Data section. Objects continue from one Data section into the next, but not across another section.
#[derive(Debug, Clone)]
pub(crate) struct DataMap {
    /// For each section, the positions of its bytes; only Data sections have positions.
    spans: Vec<Span>,
    /// The numbers of all sections that are not Data sections, in order.
    others: Vec<usize>,
}

/// A fault of the start, offset or size of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// The file has only this number of sections.
    NoSection(usize),
    /// The section is not a Data section.
    NotData,
    /// The Data section has only this number of bytes.
    PastEnd(u64),
    /// Only this number of bytes is left before another section or the end.
    RunsOut(u64),
}

impl DataMap {
    /// Builds the map of a section table.
    pub(crate) fn new(table: &[SectionHeader]) -> Self {
        let mut end = 0;
        // All positions exist: a table has fewer than 2^32 entries, and their sizes are below 2^32.
        let spans = table.iter().map_while(|entry| {
            let span = Span::new(end, if entry.kind == DATA { entry.content_size.into() } else { 0 })?;
            end = span.end();
            Some(span)
        });
        let others = table.iter().enumerate().filter(|(_, entry)| entry.kind != DATA).map(|(index, _)| index);
        Self { spans: spans.collect(), others: others.collect() }
    }

    /// Returns the size of all Data sections in bytes.
    pub(crate) fn total_size(&self) -> u64 {
        self.spans.last().map_or(0, |last| last.end())
    }

    /// Returns the positions of the bytes of a section, which are none after the last section.
    pub(crate) fn section_span(&self, section: usize) -> Span {
        self.spans.get(section).copied().unwrap_or_else(|| Span::of(self.total_size()).last_bytes(0))
    }

    /// Returns the Data section that contains the byte at a position, and the offset of the byte in the section.
    pub(crate) fn find_position(&self, position: u64) -> Option<(usize, u64)> {
        let section = self.spans.partition_point(|span| span.end() <= position);
        let before = Span::between(self.spans.get(section)?.start(), position)?;
        Some((section, before.size()))
    }

    /// Returns the positions of the bytes of an object, if all of them exist.
    ///
    /// # Errors
    /// Returns the fault of the object's start, offset or size.
    pub(crate) fn locate_object(&self, object: &ObjectHeader) -> Result<Span, Misplaced> {
        let section = memory_size(object.start);
        let (own, offset) = (self.spans.get(section).copied(), u64::from(object.offset));
        let own = own.ok_or(Misplaced::NoSection(self.spans.len()))?;
        let other = self.others.get(self.others.partition_point(|other| *other < section)).copied();
        if other == Some(section) {
            return Err(Misplaced::NotData);
        }
        if offset > own.size() {
            return Err(Misplaced::PastEnd(own.size()));
        }
        let end = self.section_span(other.unwrap_or(usize::MAX));
        let run = own.joined_with(end).without_first(offset);
        if object.size > run.size() { Err(Misplaced::RunsOut(run.size())) } else { Ok(run.first_bytes(object.size)) }
    }
}

impl Misplaced {
    /// Returns the broken rule, and the field with the fault.
    pub(crate) fn broken_rule(self) -> (&'static Rule, FieldRef) {
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
            Self::NoSection(count) => {
                format!("the object begins in section {start}, but the file has {count} sections")
            }
            Self::NotData => format!("the object begins in section {start}, which is not a Data section"),
            Self::PastEnd(size) => {
                format!("the object begins at offset {offset} of section {start}, but the section has {size} bytes")
            }
            Self::RunsOut(left) => format!("the object states {size} bytes, but the Data sections have {left} left"),
        }
    }
}

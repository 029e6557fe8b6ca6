//! The context in which the rules of a file are checked.

use super::super::read::fetch_of;
use super::super::{Content, ContentArgs, Layout};
use crate::bpx::layout::section_path;
use bpx_schema::Budget;
use bpx_schema::codec::{Codec, Decoder, HeldBytes, Space, StoredRegion};
use bpx_schema::report::{Error, Location, Path, Report, Result, Rule, Segment};
use bpx_schema::source::ReadAt;
use std::sync::Arc;

/// The layout of a file, its source, and the budget for checking its rules.
pub(in crate::bpx::v0) struct ValidationContext<'a> {
    pub(in crate::bpx::v0) layout: &'a Layout,
    pub(in crate::bpx::v0) source: &'a dyn ReadAt,
    pub(in crate::bpx::v0) budget: &'a Arc<Budget>,
}

impl<'a> ValidationContext<'a> {
    /// Returns the numbers, counted from 0, of the sections of a type.
    pub(super) fn sections_of_kind(&self, kind: u8) -> impl Iterator<Item = usize> {
        let entries = self.layout.table.iter().enumerate();
        entries.filter(move |(_, entry)| entry.kind == kind).map(|(index, _)| index)
    }

    /// Returns the space of a section's content; for a section that does not exist, the space of the file.
    pub(super) fn space_of(&self, section: usize) -> Space {
        self.layout.sections.list().get(section).map_or(Space::File(0), StoredRegion::content_space)
    }

    /// Returns the content of a section; `None` when the content cannot be decompressed, which another rule reports.
    pub(super) fn content_of(&self, section: usize) -> Result<Option<HeldBytes<'a>>> {
        let Some(stored) = self.layout.sections.list().get(section) else { return Ok(None) };
        match fetch_of(self.source, Arc::clone(self.budget), self.layout, (section, *stored)).content() {
            Ok(content) => Ok(Some(content)),
            Err(Error::Fault(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Returns the decoded content of a section; `None` when the content cannot be decoded, which another rule reports.
    pub(super) fn decode_section(&self, section: usize) -> Result<Option<Content>> {
        let Some(content) = self.content_of(section)? else { return Ok(None) };
        let kind = self.layout.table.get(section).map_or(0, |entry| entry.kind);
        let args = ContentArgs { file: self.layout.header.kind, section: kind };
        let part = self.budget.new_part(content.len() as u64);
        Ok(Content::decode(&mut Decoder::new(&content, &part), args.into()).ok())
    }

    /// Returns the number and the decoded content of the first section of a type; `None` when the content cannot be
    /// decoded.
    pub(super) fn first_decoded(&self, kind: u8) -> Result<Option<(usize, Content)>> {
        let Some(section) = self.sections_of_kind(kind).next() else { return Ok(None) };
        Ok(self.decode_section(section)?.map(|content| (section, content)))
    }

    /// Returns path and location of a part of a content, from the part's path and offset in the content.
    pub(super) fn place_of(&self, section: usize, way: &[Segment], offset: u64) -> (Path, Location) {
        let path = section_path(section).into_iter().chain(way.iter().cloned()).collect();
        (Path::new(path), self.space_of(section).location(offset))
    }
}

/// Adds a finding to a report.
pub(super) fn add_finding(report: &mut Report, rule: &Rule, (path, at): (Path, Location), message: String) {
    report.add(rule.finding(at, message).with_path(path));
}

/// Returns a path segment for a field.
pub(super) fn field_segment(name: &'static str) -> Segment {
    Segment::Field(name.into())
}

//! A file as its rules see it.

use super::super::read::{fetch, space};
use super::super::{Content, ContentArgs, Layout, MainHeader};
use bpx_schema::Budget;
use bpx_schema::codec::{Codec, Decoder, FieldRef, HeldBytes, Stored};
use bpx_schema::report::{Error, Location, Path, Report, Result, Rule, Segment};
use bpx_schema::source::ReadAt;
use std::sync::Arc;

/// A file as a validator sees it.
pub(in crate::bpx::v0) struct Examined<'a> {
    pub(in crate::bpx::v0) layout: &'a Layout,
    pub(in crate::bpx::v0) source: &'a dyn ReadAt,
    pub(in crate::bpx::v0) budget: &'a Arc<Budget>,
}

impl<'a> Examined<'a> {
    /// The sections of a type: their numbers from 0.
    pub(super) fn of_kind(&self, kind: u8) -> impl Iterator<Item = usize> {
        let entries = self.layout.table.iter().enumerate();
        entries.filter(move |(_, entry)| entry.kind == kind).map(|(index, _)| index)
    }

    pub(super) fn stored(&self, section: usize) -> Stored {
        self.layout.sections.list().get(section).copied().unwrap_or_default()
    }

    /// The content of a section; none when it does not unpack, which is told elsewhere.
    pub(super) fn content(&self, section: usize) -> Result<Option<HeldBytes<'a>>> {
        match fetch(self.source, Arc::clone(self.budget), self.layout, section).content() {
            Ok(content) => Ok(Some(content)),
            Err(Error::Fault(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// The content of a section as what its type says; none when it is not, which is told elsewhere.
    pub(super) fn decode(&self, section: usize) -> Result<Option<Content>> {
        let Some(content) = self.content(section)? else { return Ok(None) };
        let kind = self.layout.table.get(section).map_or(0, |entry| entry.kind);
        let args = ContentArgs { file: self.layout.header.kind, section: kind };
        let part = self.budget.part(content.len() as u64);
        Ok(Content::decode(&mut Decoder::new(&content, &part), args.into()).ok())
    }

    /// The first section of a type that is there as what its type says.
    pub(super) fn first(&self, kind: u8) -> Result<Option<(usize, Content)>> {
        let Some(section) = self.of_kind(kind).next() else { return Ok(None) };
        Ok(self.decode(section)?.map(|content| (section, content)))
    }

    /// Path and place of a part of a content, from the names on the way and the offset in the content.
    pub(super) fn part(&self, section: usize, way: &[Segment], offset: u64) -> (Path, Location) {
        let mut path = vec![Segment::Field("sections".into()), Segment::Index(section as u64)];
        path.extend(way.iter().cloned());
        (Path::new(path), space(&self.stored(section)).location(offset))
    }
}

/// Path and place of a field of what the type of the file says in addition, in a case of the switch.
pub(super) fn of_type_ext(case: &'static str, field: FieldRef) -> (Path, Location) {
    let way = [Layout::HEADER.segment(), MainHeader::TYPE_EXT.segment(), Segment::Field(case.into())];
    (field.path(way), field.location(MainHeader::TYPE_EXT.offset()))
}

/// Adds a finding.
pub(super) fn add(report: &mut Report, rule: &Rule, (path, at): (Path, Location), message: String) {
    report.add(rule.finding(at, message).at(path));
}

/// A step into a field.
pub(super) fn field(name: &'static str) -> Segment {
    Segment::Field(name.into())
}

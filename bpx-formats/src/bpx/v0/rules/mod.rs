//! The rules of files of version 0 that no field has for itself.

mod model;
mod package;
mod sections;
mod shader;
mod texture;

use super::read::{fetch, space};
use super::{Content, Layout, MODEL, MainHeader, PACKAGE, SHADER, TEXTURE};
use bpx_schema::Budget;
use bpx_schema::codec::{Codec, Decoder, FieldRef, HeldBytes, Stored, affordable};
use bpx_schema::report::{Class, Error, Finding, Location, Path, Report, Result, Segment};
use bpx_schema::source::ReadAt;
use std::sync::Arc;

/// A file as a validator sees it.
pub(super) struct Examined<'a> {
    pub(super) layout: &'a Layout,
    pub(super) source: &'a dyn ReadAt,
    pub(super) budget: &'a Arc<Budget>,
}

/// Adds all that is wrong with a file, but what its declarations tell.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(super) fn check(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    sections::check(file, report);
    // A small file can have many sections that share large ones, which is told elsewhere.
    if affordable(file.layout.sections.list(), file.source.size(), file.budget.limits()).is_some() {
        return Ok(());
    }
    match file.layout.header.kind {
        TEXTURE => texture::check(file, report),
        MODEL => model::check(file, report),
        SHADER => shader::check(file, report),
        PACKAGE => package::check(file, report),
        _ => Ok(()),
    }
}

impl<'a> Examined<'a> {
    /// The sections of a type: their numbers from 0.
    fn of_kind(&self, kind: u8) -> impl Iterator<Item = usize> {
        let entries = self.layout.table.iter().enumerate();
        entries.filter(move |(_, entry)| entry.kind == kind).map(|(index, _)| index)
    }

    fn stored(&self, section: usize) -> Stored {
        self.layout.sections.list().get(section).copied().unwrap_or_default()
    }

    /// The content of a section; none when it does not unpack, which is told elsewhere.
    fn content(&self, section: usize) -> Result<Option<HeldBytes<'a>>> {
        match fetch(self.source, Arc::clone(self.budget), self.layout, section).content() {
            Ok(content) => Ok(Some(content)),
            Err(Error::Fault(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// The content of a section as what its type says; none when it is not, which is told elsewhere.
    fn decode(&self, section: usize) -> Result<Option<Content>> {
        let Some(content) = self.content(section)? else { return Ok(None) };
        let kind = self.layout.table.get(section).map_or(0, |entry| entry.kind);
        let args = [self.layout.header.kind, kind].map(i128::from);
        let part = self.budget.part(content.len() as u64);
        Ok(Content::decode(&mut Decoder::new(&content, &part), &args).ok())
    }

    /// The first section of a type that is there as what its type says.
    fn first(&self, kind: u8) -> Result<Option<(usize, Content)>> {
        let Some(section) = self.of_kind(kind).next() else { return Ok(None) };
        Ok(self.decode(section)?.map(|content| (section, content)))
    }

    /// Path and place of a part of a content, from the names on the way and the offset in the content.
    fn part(&self, section: usize, way: &[Segment], offset: u64) -> (Path, Location) {
        let mut path = vec![Segment::Field("sections".into()), Segment::Index(section as u64)];
        path.extend(way.iter().cloned());
        (Path::new(path), space(&self.stored(section)).location(offset))
    }
}

/// Path and place of a field of what the type of the file says in addition, in a case of the switch.
fn of_type_ext(case: &'static str, field: FieldRef) -> (Path, Location) {
    let way = [Layout::HEADER.segment(), MainHeader::TYPE_EXT.segment(), Segment::Field(case.into())];
    (field.path(way), field.location(MainHeader::TYPE_EXT.offset()))
}

/// Adds an error.
fn add(
    report: &mut Report,
    (path, at): (Path, Location),
    class: Class,
    (code, spec): (&'static str, &'static str),
    message: String,
) {
    report.add(Finding::new(class, at, message).code(code).spec(spec).at(path));
}

/// A step into a field.
fn field(name: &'static str) -> Segment {
    Segment::Field(name.into())
}

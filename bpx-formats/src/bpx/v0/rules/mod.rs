//! The rules of files of version 0 that no field has for itself.

mod model;
mod package;
mod sections;
mod shader;
mod texture;

use super::open::{fetch, space};
use super::verify::entry_member;
use super::{Content, Layout, MODEL, PACKAGE, SHADER, SectionHeader, TEXTURE};
use crate::bpx::container::member_offset;
use bpx_schema::Budget;
use bpx_schema::codec::{Codec, Decoder, HeldBytes, Stored, affordable};
use bpx_schema::fault;
use bpx_schema::report::{Error, Location, Path, Report, Result, Rule, Segment};
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

/// The number, counted from 0, of the section of a type that a number counted from 1 names.
pub(super) fn referenced(
    table: &[SectionHeader],
    number: u32,
    kind: u8,
    what: &str,
) -> std::result::Result<usize, String> {
    let index =
        usize::try_from(number).ok().and_then(|number| number.checked_sub(usize::from(!fault!(OldSectionsFromZero))));
    match index.and_then(|index| Some((index, table.get(index)?))) {
        Some((index, entry)) if entry.kind == kind => Ok(index),
        Some((_, entry)) => {
            Err(format!("section {number}, counted from 1, is of type {} and not {what} (type {kind})", entry.kind))
        }
        None if number == 0 => Err(format!("0 names no section, and {what} (type {kind}) is needed")),
        None => Err(format!("there is no section {number}, counted from 1; there are {}", table.len())),
    }
}

/// Path and place of a member of what the type of the file says in addition, in a case of the switch.
fn of_type_ext(case: &'static str, member: &'static str) -> (Path, Location) {
    let path = ["header", "type_ext", case, member].map(field);
    let at = member_offset(<super::MainHeader as Codec>::schema(), "type_ext");
    // All that rules speak of stands first.
    (Path::new(path.to_vec()), Location { file: at, content: None })
}

/// Adds a finding.
fn add(report: &mut Report, rule: &Rule, (path, at): (Path, Location), message: String) {
    report.add(rule.finding(at, message).at(path));
}

/// A step into a field.
fn field(name: &'static str) -> Segment {
    Segment::Field(name.into())
}

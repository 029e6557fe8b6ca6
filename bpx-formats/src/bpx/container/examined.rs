use crate::bpx::Layout;
use bpx_schema::Limits;
use bpx_schema::codec::{Codec, Fetch, Space, Stored};
use bpx_schema::report::{Error, Result};
use bpx_schema::source::ReadAt;
use std::borrow::Cow;

/// A file as the rules of its type see it.
pub(crate) struct Examined<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) source: &'a dyn ReadAt,
    pub(crate) limits: Limits,
}

impl<'a> Examined<'a> {
    /// Number of the first section of a type.
    pub(crate) fn find(&self, kind: u8) -> Option<usize> {
        self.layout.table.iter().position(|entry| entry.kind == kind)
    }

    /// Where the bytes of a section lie.
    pub(crate) fn stored(&self, section: usize) -> Option<Stored> {
        self.layout.sections.list().get(section).copied()
    }

    /// The content of a section; none when it does not unpack, which is told elsewhere.
    ///
    /// # Errors
    /// Those of reading the source.
    pub(crate) fn content(&self, section: usize) -> Result<Option<Cow<'a, [u8]>>> {
        let field = Layout::schema().field("sections");
        let Some((stored, field)) = self.stored(section).zip(field) else {
            return Ok(None);
        };
        let fetch =
            Fetch { source: self.source, space: Space::File(0), limits: self.limits, field, stored, origin: None };
        match fetch.content() {
            Ok(content) => Ok(Some(content)),
            Err(Error::Fault(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }
}

use super::{Stage, registry};
use crate::bpx::container::Section;
use crate::bpx::layout::{in_section, section_path};
use crate::bpx::span::Span;
use bpx_schema::Result;
use bpx_schema::report::{Class, Error, Path, Segment};
use bpx_schema::value::Coded;
use std::borrow::Cow;

/// The code of a stage in a shader package (section 13.3), read on access.
#[derive(Clone, Copy)]
pub struct StageCode<'p> {
    section: Section<'p>,
}

impl<'p> StageCode<'p> {
    pub(super) fn new(section: Section<'p>) -> Self {
        Self { section }
    }

    /// Returns the section of the code.
    #[must_use]
    pub fn section(&self) -> Section<'p> {
        self.section
    }

    /// Returns the stage; reads or decompresses one byte. The checksum is not compared.
    ///
    /// # Errors
    /// `Truncated` when the section is empty, `UnknownCode`, and errors of decompressing.
    pub fn stage(&self) -> Result<Stage> {
        let mut byte = [0];
        let read = self.section.read_at(0, &mut byte)?;
        self.known_stage(byte.get(..read).and_then(<[u8]>::first).copied())
    }

    /// Returns the size of the code in bytes, without the byte of the stage.
    #[must_use]
    pub fn size(&self) -> u64 {
        Span::of(self.section.content_size()).without_first(1).size()
    }

    /// Returns the code, in a form that depends on the target. The code is borrowed when it is stored uncompressed and
    /// the file is in memory.
    ///
    /// # Errors
    /// Returns the errors of [`Section::content`]; `Truncated` when the section is empty.
    pub fn code(&self) -> Result<Cow<'p, [u8]>> {
        let code = match self.section.content()? {
            Cow::Borrowed(content) => content.get(1..).map(Cow::Borrowed),
            Cow::Owned(mut content) => (!content.is_empty()).then(|| {
                content.remove(0);
                Cow::Owned(content)
            }),
        };
        code.ok_or_else(|| self.no_stage())
    }

    fn known_stage(&self, byte: Option<u8>) -> Result<Stage> {
        let byte = byte.ok_or_else(|| self.no_stage())?;
        Stage::from_raw(u64::from(byte)).ok_or_else(|| {
            let finding = registry::STAGE.finding(self.section.space().location(0), format!("unknown stage {byte}"));
            finding.with_path(stage_path(self.section.index())).into()
        })
    }

    #[cold]
    fn no_stage(&self) -> Error {
        let at = self.section.space().location(0);
        let error = Error::fault(Class::Truncated, at, "expected a stage, found an empty section");
        in_section(error.in_field("stage").in_field("shader"), self.section.index())
    }
}

/// Returns the path of the byte of the stage.
pub(super) fn stage_path(section: usize) -> Path {
    let stage = ["shader", "stage"].map(|name| Segment::Field(name.into()));
    Path::new(section_path(section).into_iter().chain(stage).collect())
}

impl std::fmt::Debug for StageCode<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (section, size) = (self.section.index(), self.size());
        f.debug_struct("StageCode")
            .field("section", &section)
            .field("stage", &self.stage().ok())
            .field("size", &size)
            .finish()
    }
}

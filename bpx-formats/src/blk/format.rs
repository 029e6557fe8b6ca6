use super::{Companions, File, Form, Inner, NameList, NameMapFile, describe, registry, text};
use crate::description::{Description, Part};
use crate::file_format::{FileFormat, Neighbour, Recognized, whole_file};
use crate::model::{DerivedTest, is_layout_member};
use crate::{FileError, ModelOptions, ReadOptions};
use bpx_schema::json::{JsonRef, JsonSink};
use bpx_schema::report::{Mode, Report, Rule};
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Codec, Result};
use std::sync::Arc;

/// Returns whether a member describes how a tree is stored.
fn is_stored_form(around: &str, member: &str) -> bool {
    // Members of the whole file.
    const OF_FILE: [&str; 4] = ["kind", "bare", "names", "rest"];
    // Members of blocks and parameters: numbers in the list of names.
    const NUMBERS: [&str; 2] = ["id", "value_id"];
    OF_FILE.contains(&member) && around.is_empty() || NUMBERS.contains(&member) || is_layout_member(around, member)
}

/// The BLK format, in the text form and in every binary kind except the legacy kinds.
#[derive(Debug, Clone, Copy, Default)]
pub struct BlkFormat;

impl FileFormat for BlkFormat {
    fn name(&self) -> &str {
        "blk"
    }

    fn title(&self) -> &str {
        "BLK: typed parameters in nested blocks"
    }

    // Only the legacy forms, which are rejected, have a signature.
    fn signatures(&self) -> Vec<&[u8]> {
        vec![b"\0BB"]
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["blk", "blkx", "nm"]
    }

    fn neighbours(&self) -> &[Neighbour] {
        const ARCHIVE: &str = "an archive of BLK and other files; unpack the archive first";
        const DICTIONARY: &str = "a zstd dictionary for BLK files; pass the dictionary with --dict";
        const ALL: &[Neighbour] = &[
            Neighbour::new("vromfs", b"VRFs", ARCHIVE),
            Neighbour::new("vromfs", b"VRFx", ARCHIVE),
            Neighbour::new("zstd-dictionary", b"\x37\xA4\x30\xEC", DICTIONARY),
        ];
        ALL
    }

    fn recognize(&self, source: &dyn ReadAt) -> Option<Recognized> {
        super::recognize(source).map(|form| Recognized::default().with_form(form.name()))
    }

    fn schemas(&self) -> Vec<(&'static str, &'static Structure)> {
        vec![("blk", <File as Codec>::schema())]
    }

    fn roots(&self) -> Vec<&'static Structure> {
        vec![
            <File as Codec>::schema(),
            <Inner as Codec>::schema(),
            <NameMapFile as Codec>::schema(),
            <NameList as Codec>::schema(),
        ]
    }

    fn written_rules(&self) -> Vec<&'static Rule> {
        registry::RULES.to_vec()
    }

    fn verify(&self, source: &dyn ReadAt, mode: Mode, options: &ReadOptions) -> Result<Report> {
        match Companions::of(options) {
            Ok(companions) => super::verify(source, mode, options.limits, &companions),
            Err(error) => {
                let mut report = Report::new(mode);
                report.add(error.into_finding()?);
                Ok(report)
            }
        }
    }

    fn watch(&self, bytes: &[u8], options: &ReadOptions, watch: &mut dyn Watch) -> Result<()> {
        super::watch(bytes, options.limits, &Companions::of(options)?, watch)
    }

    // A model of BLK has no large contents, so a brief model omits nothing.
    fn write_json(
        &self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        _: ModelOptions,
        sink: &mut dyn JsonSink,
    ) -> Result<()> {
        super::write_json(&whole_file(&**source, options)?, options.limits, &Companions::of(options)?, sink)
    }

    fn losses(&self, source: &dyn ReadAt, options: &ReadOptions) -> Result<Vec<String>> {
        let companions = Companions { bare: options.bare, ..Companions::default() };
        let bytes = whole_file(source, options)?;
        if !matches!(Form::of(&bytes, &companions), Ok(Form::Text)) {
            return Ok(Vec::new());
        }
        Ok(text::read_noting(&bytes, options.limits, &mut |_| ())
            .map_or_else(|_| Vec::new(), |(_, lost)| lost.describe()))
    }

    fn derived_members(&self, model: JsonRef<'_>) -> DerivedTest {
        // The members of a map of names are what the map holds.
        if model.get("root").is_some() { is_stored_form } else { is_layout_member }
    }

    fn from_json(&self, model: JsonRef<'_>, options: &ReadOptions) -> Result<Vec<u8>, FileError> {
        super::from_json(model, &Companions::of(options)?)
    }

    fn rewrite(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<u8>> {
        super::rewrite(&whole_file(&**source, options)?, options.limits, &Companions::of(options)?)
    }

    fn describe(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Description> {
        describe::describe(&whole_file(&**source, options)?, options)
    }

    fn parts(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<Part>> {
        describe::parts(&whole_file(&**source, options)?, options)
    }
}

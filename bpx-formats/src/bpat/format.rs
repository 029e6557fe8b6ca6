use super::{Header, Layout, describe, registry};
use crate::description::{Description, Part};
use crate::file_format::{FileFormat, HeadFacts, whole_file};
use crate::head::number_at;
use crate::model::{DerivedTest, is_layout_member};
use crate::{FileError, ModelOptions, ReadOptions};
use bpx_schema::json::{JsonRef, JsonSink};
use bpx_schema::report::{Mode, Report, Rule};
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Codec, Result};
use std::sync::Arc;

/// The BPAT format, in versions 1 to 3.
#[derive(Debug, Clone, Copy, Default)]
pub struct BpatFormat;

impl FileFormat for BpatFormat {
    fn name(&self) -> &str {
        "bpat"
    }

    fn title(&self) -> &str {
        "BPAT: baked poses of creatures"
    }

    fn signatures(&self) -> Vec<&[u8]> {
        vec![b"BPAT"]
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["bpat"]
    }

    fn head_facts(&self, head: &[u8]) -> HeadFacts {
        HeadFacts::default().with_version(number_at(Header::VERSION, head))
    }

    fn schemas(&self) -> Vec<(&'static str, &'static Structure)> {
        vec![("bpat", <Layout as Codec>::schema())]
    }

    fn current_versions(&self) -> &[&str] {
        &["1", "2", "3"]
    }

    fn written_rules(&self) -> Vec<&'static Rule> {
        registry::RULES.to_vec()
    }

    fn verify(&self, source: &dyn ReadAt, mode: Mode, options: &ReadOptions) -> Result<Report> {
        super::verify(source, mode, options.limits)
    }

    fn watch(&self, bytes: &[u8], options: &ReadOptions, watch: &mut dyn Watch) -> Result<()> {
        super::watch(bytes, options.limits, watch)
    }

    fn write_json(
        &self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        model: ModelOptions,
        sink: &mut dyn JsonSink,
    ) -> Result<()> {
        super::write_json(&whole_file(&**source, options)?, options.limits, model, sink)
    }

    fn derived_members(&self, _model: JsonRef<'_>) -> DerivedTest {
        is_layout_member
    }

    fn from_json(&self, model: JsonRef<'_>, _: &ReadOptions) -> Result<Vec<u8>, FileError> {
        super::from_json(model)
    }

    fn rewrite(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<u8>> {
        super::rewrite(&**source, options.limits)
    }

    fn describe(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Description> {
        describe::describe(&whole_file(&**source, options)?, options.limits)
    }

    fn parts(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<Part>> {
        describe::parts(&whole_file(&**source, options)?, options.limits)
    }
}

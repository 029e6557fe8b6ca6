use super::{Bundle, IDENTIFIER, describe, registry};
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

/// GPB, versions 1.0 to 1.5, for programs that work with any format.
#[derive(Debug, Clone, Copy, Default)]
pub struct GpbFormat;

impl FileFormat for GpbFormat {
    fn name(&self) -> &str {
        "gpb"
    }

    fn title(&self) -> &str {
        "GPB: scenes and fonts"
    }

    fn signatures(&self) -> Vec<&[u8]> {
        vec![IDENTIFIER]
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["gpb"]
    }

    fn head_facts(&self, head: &[u8]) -> HeadFacts {
        HeadFacts::default().with_version(number_at(Bundle::MINOR, head))
    }

    // The version that is stated is the minor number; the major one is always 1.
    fn version_name(&self, version: u32) -> Option<String> {
        Some(format!("1.{version}"))
    }

    fn schemas(&self) -> Vec<(&'static str, &'static Structure)> {
        vec![("gpb", <Bundle as Codec>::schema())]
    }

    fn current_versions(&self) -> &[&str] {
        &["1", "1.0", "1.1", "1.2", "1.3", "1.4", "1.5"]
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

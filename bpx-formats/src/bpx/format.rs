use super::layout::opened;
use super::{Layout, MainHeader, describe, file, header, model, package, sd, shader, texture, v0};
use crate::description::{Description, Part};
use crate::file_format::{FileFormat, HeadFacts};
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

/// The BPX format, in versions 0 to 2.
#[derive(Debug, Clone, Copy, Default)]
pub struct BpxFormat;

impl FileFormat for BpxFormat {
    fn name(&self) -> &str {
        "bpx"
    }

    fn title(&self) -> &str {
        "BPX: containers of sections, for packages, textures, models and shaders"
    }

    fn signatures(&self) -> Vec<&[u8]> {
        vec![b"BPX"]
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["bpx", "bpxt", "bpxm", "bpxs", "bpxc", "bpxp"]
    }

    fn head_facts(&self, head: &[u8]) -> HeadFacts {
        let kind = number_at(MainHeader::KIND, head).and_then(|kind| u8::try_from(kind).ok());
        HeadFacts::default().with_kind(kind).with_version(number_at(MainHeader::VERSION, head))
    }

    fn kind_name(&self, kind: u8) -> String {
        header::kind_name(kind).to_string()
    }

    fn schemas(&self) -> Vec<(&'static str, &'static Structure)> {
        vec![("bpx", <Layout as Codec>::schema()), ("bpx-v0", <v0::Layout as Codec>::schema())]
    }

    fn current_versions(&self) -> &[&str] {
        &["1", "2"]
    }

    // The headers before objects in packages of version 1 cross the borders of sections.
    fn separate_structures(&self, version: Option<&str>) -> Vec<&'static Structure> {
        match version {
            None | Some("1") => vec![<package::ObjectHeaderV1 as Codec>::schema()],
            _ => Vec::new(),
        }
    }

    fn roots(&self) -> Vec<&'static Structure> {
        vec![
            <Layout as Codec>::schema(),
            <package::ObjectHeaderV1 as Codec>::schema(),
            <v0::Layout as Codec>::schema(),
            <opened::OpenedTexture as Codec>::schema(),
            <opened::OpenedModel as Codec>::schema(),
            <opened::OpenedShaderPackage as Codec>::schema(),
            <opened::OpenedPackage as Codec>::schema(),
            <opened::OpenedPackageV0 as Codec>::schema(),
        ]
    }

    fn written_rules(&self) -> Vec<&'static Rule> {
        [
            sd::registry::RULES,
            texture::registry::RULES,
            model::registry::RULES,
            shader::registry::RULES,
            package::registry::RULES,
            v0::registry::RULES,
        ]
        .concat()
    }

    fn verify(&self, source: &dyn ReadAt, mode: Mode, options: &ReadOptions) -> Result<Report> {
        file::verify(source, mode, options.limits)
    }

    fn watch(&self, bytes: &[u8], options: &ReadOptions, watch: &mut dyn Watch) -> Result<()> {
        file::watch(bytes, options.limits, watch)
    }

    fn write_json(
        &self,
        source: &Arc<dyn ReadAt>,
        options: &ReadOptions,
        model: ModelOptions,
        sink: &mut dyn JsonSink,
    ) -> Result<()> {
        file::write_json(source, options.limits, model, sink)
    }

    fn derived_members(&self, _model: JsonRef<'_>) -> DerivedTest {
        is_layout_member
    }

    fn from_json(&self, model: JsonRef<'_>, _: &ReadOptions) -> Result<Vec<u8>, FileError> {
        file::from_json(model)
    }

    fn rewrite(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<u8>> {
        file::rewrite(source, options.limits)
    }

    fn describe(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Description> {
        describe::describe(source, options.limits)
    }

    fn parts(&self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<Part>> {
        describe::parts(source, options.limits)
    }

    fn read_part(&self, source: &Arc<dyn ReadAt>, part: &Part, options: &ReadOptions) -> Result<Vec<u8>> {
        describe::read_part(source, part, options)
    }
}

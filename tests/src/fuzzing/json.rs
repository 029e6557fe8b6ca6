//! Every use of the JSON models of files, so that a change of their type is a change of this file alone.

use super::file::{format_of, options, source};
use bpx_formats::{ModelError, ModelOptions, Registry};
use bpx_schema::json::{JsonDoc, JsonWatch, TreeBuilder, read_json};
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Error, Limits, Result};

/// A model of a file.
pub(super) type Json = serde_json::Value;

/// Returns the model of a file.
pub(super) fn model_of(bytes: &[u8], brief: bool) -> Result<Json> {
    let model = ModelOptions::default().with_brief(brief);
    format_of(bytes).to_json(&source(bytes), options(), model).map(|model| model.to_value())
}

/// Returns the file of a model.
pub(super) fn file_of(model: &Json) -> Result<Vec<u8>, ModelError> {
    Registry::standard().from_json(JsonDoc::from(model).root(), options())
}

/// What differs between two models but what is computed: sums, and sizes and places of compressed contents.
pub(super) fn difference(old: &Json, new: &Json) -> Option<String> {
    let (old, new) = (JsonDoc::from(old), JsonDoc::from(new));
    let found = bpx_formats::model::diff(old.root(), new.root(), false);
    found.first().map(|one| format!("{}: {:?}, then {:?}", one.path, one.old, one.new))
}

/// Returns the same model, through its text.
pub(super) fn through_text(model: &Json) -> Json {
    let text = JsonDoc::from(model).root().to_string();
    let read = read_json(text.as_bytes(), 2000, &Budget::over(Limits::none(), text.as_bytes()));
    read.unwrap_or_else(|error| panic!("the text of a model does not read back: {error}")).to_value()
}

/// What a listener for JSON makes of a reading, if it ends well.
pub(super) fn watched(read: impl FnOnce(&mut dyn Watch) -> Result<()>) -> Option<Json> {
    let mut watch = JsonWatch::new(TreeBuilder::default());
    read(&mut watch).ok().map(|()| watch.finish().finish())
}

/// Returns bytes that a schema makes of a watched model.
pub(super) fn assembled(
    model: &bpx_schema::schema::Model,
    json: &Json,
    args: &[i128],
) -> std::result::Result<Vec<u8>, Error> {
    bpx_schema::assemble::assemble(model, &model.root, JsonDoc::from(json).root(), args)
}

//! Every use of the JSON models of files, so that a change of their type is a change of this file alone.

use super::file::{format_of, options, source};
use bpx_formats::{Format, ModelError, ModelOptions};
use bpx_schema::value::JsonWatch;
use bpx_schema::watch::Watch;
use bpx_schema::{Error, Result};

/// A model of a file.
pub(super) type Json = serde_json::Value;

/// The model of a file.
pub(super) fn model_of(bytes: &[u8], brief: bool) -> Result<Json> {
    format_of(bytes).to_json(&source(bytes), options(), ModelOptions::default().with_brief(brief))
}

/// The file of a model.
pub(super) fn file_of(model: &Json) -> Result<Vec<u8>, ModelError> {
    Format::from_json(model, options())
}

/// What differs between two models but what is computed: sums, and sizes and places of compressed contents.
pub(super) fn difference(old: &Json, new: &Json) -> Option<String> {
    let found = bpx_formats::model::diff(old, new, false);
    found.first().map(|one| format!("{}: {:?}, then {:?}", one.path, one.old, one.new))
}

/// The same model, through its text.
pub(super) fn through_text(model: &Json) -> Json {
    let text = serde_json::to_string(model).expect("a model is written as text");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("the text of a model does not read back: {error}"))
}

/// What a listener for JSON makes of a reading, if it ends well.
pub(super) fn watched(read: impl FnOnce(&mut dyn Watch) -> Result<()>) -> Option<Json> {
    let mut watch = JsonWatch::default();
    read(&mut watch).ok().map(|()| watch.finish())
}

/// Bytes that a schema makes of a watched model.
pub(super) fn assembled(
    model: &bpx_schema::schema::Model,
    json: &Json,
    args: &[i128],
) -> std::result::Result<Vec<u8>, Error> {
    bpx_schema::assemble::assemble(model, &model.root, json, args)
}

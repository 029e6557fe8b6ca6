//! Every use of the JSON models of files, so that a change of their type is a change of this file alone.

use super::file::{format_of, options, source};
use bpx_formats::model::{derived_in_both, diff};
use bpx_formats::{FileError, ModelOptions, Registry};
use bpx_schema::assemble::JsonReader;
use bpx_schema::json::{DocBuilder, JsonDoc, JsonWatch, read_json};
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, DecodeOwned, Limits, Result};

/// Returns the model of a file.
pub(super) fn model_of(bytes: &[u8], brief: bool) -> Result<JsonDoc> {
    let model = ModelOptions::default().with_brief(brief);
    format_of(bytes).to_json(&source(bytes), options(), model)
}

/// Returns the file of a model.
pub(super) fn file_of(model: &JsonDoc) -> Result<Vec<u8>, FileError> {
    Registry::standard().from_json(model.root(), options())
}

/// What differs between two models but what is computed: sums, and sizes and places of compressed contents.
pub(super) fn difference(old: &JsonDoc, new: &JsonDoc) -> Option<String> {
    let format = |model: &JsonDoc| bpx_formats::find_format(model.root().member("format").as_str()?);
    let formats = format(old).zip(format(new)).expect("models of known formats");
    let derived = derived_in_both([(formats.0, old.root()), (formats.1, new.root())]);
    let found = diff(old.root(), new.root(), &derived);
    found.first().map(|one| format!("{}: {:?}, then {:?}", one.path, one.old, one.new))
}

/// Returns whether the text of a model reads back as the same model.
pub(super) fn survives_text(model: &JsonDoc) -> bool {
    let text = model.root().to_string();
    let read = read_json(text.as_bytes(), 2000, &Budget::for_bytes(Limits::none(), text.as_bytes()));
    let read = read.unwrap_or_else(|error| panic!("the text of a model does not read back: {error}"));
    read.root() == model.root()
}

/// What a listener for JSON makes of a reading, if it ends well.
pub(super) fn watched(read: impl FnOnce(&mut dyn Watch) -> Result<()>) -> Option<JsonDoc> {
    let budget = Budget::new(Limits::none(), 0);
    let mut watch = JsonWatch::new(DocBuilder::new(&budget));
    read(&mut watch).ok()?;
    Some(watch.finish().finish().expect("there is no limit"))
}

/// Returns the bytes of a value, from its watched model.
pub(super) fn assembled<T: DecodeOwned>(json: &JsonDoc, args: T::Args) -> Result<Vec<u8>> {
    JsonReader::<T>::new()?.assemble_bytes(json.root(), args)
}

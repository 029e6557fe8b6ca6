//! Loads schemas.

use super::find::schemas;
use crate::commands::spec;
use crate::exit::Failure;
use crate::input;
use bpx_documents::declare;
use bpx_formats::Format;
use bpx_schema::schema::Model;
use std::path::Path;

/// Loads a schema by name: a format of `schema list`, with a version if the version has its own layout (`bpx@0`), a
/// file that
/// `schema show` printed, or a specification document.
pub(crate) fn load(name: &str) -> Result<Model, Failure> {
    if let Some((_, schema)) = Format::find_schema(name) {
        return Ok(Model::of(schema));
    }
    let path = Path::new(name);
    if name.ends_with(".json") || name == "-" {
        return read(path);
    }
    if path.exists() {
        return Ok(declare(&spec::read(&[path.to_owned()])?).model);
    }
    let known = schemas().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
    Err(Failure::Usage(format!("no schema `{name}`: neither a file nor one of {known}; a version is `bpx@0`")))
}

/// Reads a schema that `schema show` printed.
pub(crate) fn read(path: &Path) -> Result<Model, Failure> {
    let file = input::open(path)?;
    let bytes = file.bytes()?;
    let not_a_schema = |error: serde_json::Error| format!("not a schema: {error}; `bpx schema show FORMAT` prints one");
    let model = Model::from_json(&String::from_utf8_lossy(&bytes));
    model.map_err(|error| Failure::Input { name: file.name.clone(), message: not_a_schema(error) })
}

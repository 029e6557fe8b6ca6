//! The schemas of this build, by the names of formats.

use crate::exit::Failure;
use bpx_formats::formats;
use bpx_schema::schema::{Model, Structure};

/// Returns the root structures of files, by format and version.
pub(super) fn format_schemas() -> impl Iterator<Item = (&'static str, &'static Structure)> {
    formats().iter().flat_map(|format| format.schemas())
}

/// Returns the message for a structure that a schema does not have.
pub(super) fn unknown_structure(format: &str, model: &Model, name: &str) -> Failure {
    let names = model.structures.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    Failure::Usage(format!("`{format}` has no structure `{name}`; it has: {names}"))
}

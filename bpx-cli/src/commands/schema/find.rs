//! The schemas of this build, by the names of formats.

use crate::exit::Failure;
use bpx_formats::formats;
use bpx_schema::schema::{Model, Structure};

/// The structures that files begin with, by name of format and version.
pub(super) fn schemas() -> impl Iterator<Item = (&'static str, &'static Structure)> {
    formats().iter().flat_map(|format| format.schemas())
}

/// What to say when a schema has no such structure.
pub(super) fn unknown_structure(format: &str, model: &Model, name: &str) -> Failure {
    let names = model.structures.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    Failure::Usage(format!("`{format}` has no structure `{name}`; it has: {names}"))
}

//! Files of all versions, for callers that do not distinguish versions.

use super::container::{Container, Editor};
use super::{Layout, json, v0, verify_with};
use crate::{ModelError, ModelOptions};
use bpx_schema::codec::Decoder;
use bpx_schema::json::{JsonRef, JsonSink};
use bpx_schema::report::{Mode, Report};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Codec, Limits, Result};
use std::sync::Arc;

/// Checks every rule of a file, as [`verify_with`] and [`v0::verify_with`].
///
/// # Errors
/// Returns errors of reading the source, which say nothing about the file.
pub fn verify(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    if v0::is_version_0(source)? { v0::verify_with(source, mode, limits) } else { verify_with(source, mode, limits) }
}

/// Reports every part of a file to a listener.
///
/// # Errors
/// Returns an error when the bytes end before the structure does. What was read before is reported.
pub fn watch(file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    let budget = Budget::over(limits, file);
    let mut decoder = Decoder::new(file, &budget).watched(watch);
    if v0::begins(file) {
        return v0::Layout::decode(&mut decoder, []).map(drop);
    }
    Layout::decode(&mut decoder, []).map(drop)
}

/// Writes a file as JSON.
///
/// # Errors
/// Returns the errors of [`Container::open`] and [`json::write_json`], or [`v0::Container::open`] and
/// [`v0::json::write_json`].
pub fn write_json(
    source: &Arc<dyn ReadAt>,
    limits: Limits,
    options: ModelOptions,
    sink: &mut dyn JsonSink,
) -> Result<()> {
    if v0::is_version_0(&**source)? {
        return v0::json::write_json(&v0::Container::open(Arc::clone(source), limits)?, options, sink);
    }
    json::write_json(&Container::open(Arc::clone(source), limits)?, options, sink)
}

/// Builds a file from its JSON.
///
/// # Errors
/// Returns the errors of [`json::from_json`] or [`v0::json::from_json`].
pub fn from_json(model: JsonRef<'_>) -> Result<Vec<u8>, ModelError> {
    let version = model.member("header").member("version").as_int();
    if version == Some(0) { v0::json::from_json(model) } else { json::from_json(model) }
}

/// Returns the bytes of a file that was read and written again without a change.
///
/// # Errors
/// Returns the errors of [`Container::open`] or [`v0::Container::open`], and those of the source.
pub fn rewrite(source: &Arc<dyn ReadAt>, limits: Limits) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if v0::is_version_0(&**source)? {
        v0::Container::open(Arc::clone(source), limits)?.write_to(&mut bytes)?;
    } else {
        Editor::of(&Container::open(Arc::clone(source), limits)?).write_to(&mut bytes)?;
    }
    Ok(bytes)
}

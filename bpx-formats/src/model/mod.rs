//! Code that all formats share for files as JSON without loss.

mod align;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
mod brief;
#[cfg(feature = "gpb")]
mod brief_sink;
mod diff;
#[cfg(any(feature = "bpat", feature = "bpx"))]
mod gaps;
#[cfg(all(test, feature = "blk", feature = "bpx"))]
mod memory;
#[cfg(test)]
pub(crate) mod trees;

#[cfg(any(feature = "bpat", feature = "bpx"))]
pub(crate) use self::brief::BRIEF;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
pub(crate) use self::brief::refuse_brief;
#[cfg(feature = "bpx")]
pub(crate) use self::brief::sha256_hex;
#[cfg(any(feature = "bpat", feature = "bpx"))]
pub(crate) use self::brief::write_summary;
#[cfg(feature = "gpb")]
pub(crate) use self::brief_sink::BriefSink;
#[cfg(any(feature = "blk", feature = "bpat", feature = "bpx", feature = "gpb"))]
pub(crate) use self::diff::is_layout_member;
pub use self::diff::{DerivedTest, Difference, derived_in_both, diff};
#[cfg(any(feature = "bpat", feature = "bpx"))]
pub(crate) use self::gaps::read_gaps;

use crate::FileError;
use bpx_schema::json::JsonRef;

/// Options that determine how much of a file a model contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ModelOptions {
    /// Whether contents over 4 KiB are omitted. A model with omitted contents cannot be written as a file again.
    pub brief: bool,
}

impl ModelOptions {
    /// Sets whether contents over 4 KiB are omitted.
    #[must_use]
    pub fn with_brief(mut self, brief: bool) -> Self {
        self.brief = brief;
        self
    }
}

/// Returns the name of a model's format, which is the model's member `format`.
///
/// # Errors
/// Returns an error when the JSON is not an object, or has no member `format` with a text.
pub fn format_name(model: JsonRef<'_>) -> Result<&str, FileError> {
    let name = model.member("format").as_str();
    name.ok_or_else(|| FileError::expected("format", "the name of a format, as `bpx decode` writes it"))
}

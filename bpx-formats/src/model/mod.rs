//! Files as JSON without loss, in both directions: the code that all formats share.

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
pub(crate) use self::brief::sha256;
#[cfg(any(feature = "bpat", feature = "bpx"))]
pub(crate) use self::brief::write_summary;
#[cfg(feature = "gpb")]
pub(crate) use self::brief_sink::BriefSink;
pub use self::diff::{Difference, diff};
#[cfg(any(feature = "bpat", feature = "bpx"))]
pub(crate) use self::gaps::gaps;

use bpx_schema::Error;
use bpx_schema::json::JsonRef;

/// The extent of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ModelOptions {
    /// Omit contents over 4 KiB; such a model cannot be written as a file again.
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

/// Why a model does not describe a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A value differs from the expected one.
    #[error("{path}: expected {expected}")]
    Unexpected {
        /// Path in the JSON.
        path: String,
        /// The expected value.
        expected: String,
    },
    /// The model is a brief one, which has sizes instead of contents.
    #[error("{path}: the content was omitted; decode again without `--brief`")]
    Brief {
        /// Path in the JSON.
        path: String,
    },
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] Error),
}

impl ModelError {
    /// Returns the error for JSON that the declaration of its value rejects.
    #[cfg(any(feature = "bpat", feature = "gpb"))]
    pub(crate) fn undecodable(path: &str, error: &Error) -> Self {
        Self::unexpected(path, format!("a value that the declaration allows: {error}"))
    }

    pub(crate) fn unexpected(path: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Unexpected { path: path.into(), expected: expected.into() }
    }
}

/// Returns the name of the format of a model: its member `format`.
///
/// # Errors
/// Returns an error when the JSON is not an object with such a member.
pub fn format_name(model: JsonRef<'_>) -> Result<&str, ModelError> {
    let name = model.member("format").as_str();
    name.ok_or_else(|| ModelError::unexpected("format", "the name of a format, as `bpx decode` writes it"))
}

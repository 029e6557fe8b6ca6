//! Files as JSON, without loss, and back: what all formats share.

mod align;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
mod brief;
mod diff;
#[cfg(any(feature = "bpat", feature = "bpx"))]
mod gaps;
#[cfg(test)]
pub(crate) mod trees;

#[cfg(any(feature = "bpat", feature = "bpx"))]
pub(crate) use self::brief::BRIEF;
#[cfg(feature = "gpb")]
pub(crate) use self::brief::BriefSink;
#[cfg(feature = "bpx")]
pub(crate) use self::brief::sha256;
#[cfg(any(feature = "bpat", feature = "bpx", feature = "gpb"))]
pub(crate) use self::brief::{refuse_brief, write_summary};
pub use self::diff::{Difference, diff};
#[cfg(any(feature = "bpat", feature = "bpx"))]
pub(crate) use self::gaps::write_gaps;

use bpx_schema::json::JsonRef;
use bpx_schema::{Bound, Budget, Error, Limits};

/// How much a model holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ModelOptions {
    /// Leave out contents over 4 KiB; such a model cannot be written as a file again.
    pub brief: bool,
}

impl ModelOptions {
    /// With or without contents over 4 KiB.
    #[must_use]
    pub fn with_brief(mut self, brief: bool) -> Self {
        self.brief = brief;
        self
    }
}

/// Why JSON does not describe a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The JSON is not what is expected there.
    #[error("{path}: expected {expected}")]
    Unexpected {
        /// Where in the JSON.
        path: String,
        /// What belongs there.
        expected: String,
    },
    /// The model is a brief one, which holds lengths instead of contents.
    #[error("{path}: the content was left out; decode again without `--brief`")]
    Brief {
        /// Where in the JSON.
        path: String,
    },
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] Error),
}

impl ModelError {
    pub(crate) fn unexpected(path: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Unexpected { path: path.into(), expected: expected.into() }
    }
}

/// The budget of documents of files of so many bytes in all: half of what reading one may take, and a byte more for each
/// of theirs.
#[must_use]
pub fn document_budget(mut limits: Limits, size: u64) -> Budget {
    let Bound { base, per_byte } = limits.max_memory;
    limits.max_memory = Bound { base: base / 2, per_byte: per_byte.saturating_add(1) };
    Budget::new(limits, size)
}

/// Name of the format that a model is of: its member `format`.
///
/// # Errors
/// When the JSON is no object with such a member.
pub fn format_name(model: JsonRef<'_>) -> Result<&str, ModelError> {
    let name = model.member("format").as_str();
    name.ok_or_else(|| ModelError::unexpected("format", "the name of a format, as `bpx decode` writes it"))
}

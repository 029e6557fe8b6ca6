use crate::source::SourceError;

/// The reasons why no cases can be derived.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeriveError {
    /// A text cannot be read.
    #[error("{source_name}: {source}")]
    Io {
        /// Which one.
        source_name: String,
        /// The error.
        source: std::io::Error,
    },
    /// A text cannot be built, or not with a patch.
    #[error("{source_name}: {source}")]
    Source {
        /// Which one, and the patch.
        source_name: String,
        /// The fault.
        source: SourceError,
    },
    /// The binding does not fit text and schema.
    #[error("{source_name}: {message}")]
    Binding {
        /// The text.
        source_name: String,
        /// What does not fit.
        message: String,
    },
}

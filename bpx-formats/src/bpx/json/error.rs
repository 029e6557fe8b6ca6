use bpx_schema::Error;

/// Why JSON does not describe a container.
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
    /// The container cannot be written.
    #[error(transparent)]
    Container(#[from] Error),
}

impl ModelError {
    pub(in crate::bpx) fn unexpected(path: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Unexpected { path: path.into(), expected: expected.into() }
    }
}

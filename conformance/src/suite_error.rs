use crate::source::SourceError;
use std::io;
use std::path::{Path, PathBuf};

/// The reasons why the suite, an export of it, or a list of known failures cannot be read, derived or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A file or a folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Path of the file or the folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A file does not have the contents that its name, a binding or a schema promises.
    #[error("{}: {message}", path.display())]
    Text {
        /// Path of the file.
        path: PathBuf,
        /// The fault.
        message: String,
    },
    /// An annotated text is wrong, or cannot be built with a patch.
    #[error("{place}: {source}")]
    Source {
        /// The case that uses the text, or the name of the text and the patch.
        place: String,
        /// The fault.
        source: SourceError,
    },
    /// A case contradicts itself or another case.
    #[error("{case}: {message}")]
    Case {
        /// Id of the case.
        case: String,
        /// The fault.
        message: String,
    },
}

impl SuiteError {
    /// Returns a function that turns an error of the system into the error of a file or a folder.
    pub(crate) fn io_error_at(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    /// Returns the error of a text.
    pub(crate) fn text_error(path: impl Into<PathBuf>, message: &dyn std::fmt::Display) -> Self {
        Self::Text { path: path.into(), message: message.to_string() }
    }
}

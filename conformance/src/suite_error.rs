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
        /// Which one.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A file does not have the contents that its name, a binding or a schema promises.
    #[error("{}: {message}", path.display())]
    Text {
        /// Which one.
        path: PathBuf,
        /// The fault.
        message: String,
    },
    /// A text of bytes is wrong, or cannot be built with a patch.
    #[error("{place}: {source}")]
    Source {
        /// The case that uses it, or its name and the patch.
        place: String,
        /// The fault.
        source: SourceError,
    },
    /// A case contradicts itself or another one.
    #[error("{case}: {message}")]
    Case {
        /// Its id.
        case: String,
        /// The fault.
        message: String,
    },
}

impl SuiteError {
    /// Returns what makes the error of a file or a folder from that of the system.
    pub(crate) fn io_error_at(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    /// Returns the error of a text.
    pub(crate) fn text_error(path: impl Into<PathBuf>, message: &dyn std::fmt::Display) -> Self {
        Self::Text { path: path.into(), message: message.to_string() }
    }
}

use std::io;
use std::path::{Path, PathBuf};

/// The reasons why a file of the suite, of an export or of known failures cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A file or a folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A file does not have the contents that its name promises.
    #[error("{}: {message}", path.display())]
    Text {
        /// Which one.
        path: PathBuf,
        /// The fault.
        message: String,
    },
}

impl FileError {
    /// Returns what makes the error of a file or a folder from that of the system.
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    /// Returns the error of a text.
    pub(crate) fn text(path: impl Into<PathBuf>, message: &dyn std::fmt::Display) -> Self {
        Self::Text { path: path.into(), message: message.to_string() }
    }
}

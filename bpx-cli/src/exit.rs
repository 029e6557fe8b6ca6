//! Exit codes and failures of the command.

use bpx_formats::FileError;
use bpx_schema::report::{Error, Report, Verdict};
use std::process::ExitCode;

/// The exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Success.
    Fine = 0,
    /// The input is malformed or invalid, or a comparison found differences.
    Invalid = 1,
    /// The command line is wrong.
    Usage = 2,
    /// The format, version or feature is not supported.
    Unsupported = 3,
    /// Reading or writing failed.
    Io = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Valid => Self::Fine,
            Verdict::Malformed | Verdict::Invalid => Self::Invalid,
            Verdict::Unsupported => Self::Unsupported,
        }
    }
}

impl From<&Report> for Exit {
    fn from(report: &Report) -> Self {
        report.verdict().into()
    }
}

/// The reasons why a command fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file has a fault.
    File {
        /// Name of the file.
        name: String,
        /// The reason.
        error: Error,
    },
    /// The input is not suitable for the command.
    Input {
        /// Name of the input.
        name: String,
        /// The reason.
        message: String,
    },
    /// The command does not support the format or form of the input.
    Unsupported {
        /// Name of the input.
        name: String,
        /// The reason.
        message: String,
    },
    /// The command line is wrong in a way that only the work of the command showed.
    Usage(String),
}

impl Failure {
    /// Returns the failure for a file; an error of the system names its own path.
    pub(crate) fn of(name: &str, error: FileError) -> Self {
        match error {
            FileError::Codec(error) => Self::File { name: name.to_owned(), error },
            FileError::Io { path, source } => Self::File { name: path.display().to_string(), error: source.into() },
            other => Self::Input { name: name.to_owned(), message: other.to_string() },
        }
    }

    /// Returns the exit code.
    pub(crate) fn code(&self) -> Exit {
        match self {
            Self::File { error: Error::Io { .. }, .. } => Exit::Io,
            Self::File { error, .. } => error.finding().map_or(Exit::Invalid, |finding| finding.class.verdict().into()),
            Self::Input { .. } => Exit::Invalid,
            Self::Unsupported { .. } => Exit::Unsupported,
            Self::Usage(_) => Exit::Usage,
        }
    }
}

/// Adds the name of a file to an error.
pub(crate) trait InFile<T> {
    /// Returns the same result with the name of the file.
    fn in_file(self, name: &str) -> Result<T, Failure>;
}

impl<T, E: Into<Error>> InFile<T> for Result<T, E> {
    fn in_file(self, name: &str) -> Result<T, Failure> {
        self.map_err(|error| Failure::File { name: name.to_owned(), error: error.into() })
    }
}

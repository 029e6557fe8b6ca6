//! Outcomes of runs.

use super::watch::{End, Watched};
use serde_json::Value as Json;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// The behaviour of the implementation under test.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The implementation succeeded; the value is the report of the testee.
    Ok(Json),
    /// The implementation refused the file; the value is the reason.
    Rejected(Json),
    /// The testee ended without a report, for example by a signal; the text describes the end.
    Crashed(String),
    /// The testee exceeded the time limit.
    TimedOut,
    /// The testee exceeded its memory limit, or could not allocate.
    OutOfMemory,
}

impl Outcome {
    /// Returns one word: `ok`, `rejected`, `crashed`, `timed-out`, `out-of-memory`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ok(_) => "ok",
            Self::Rejected(_) => "rejected",
            Self::Crashed(_) => "crashed",
            Self::TimedOut => "timed-out",
            Self::OutOfMemory => "out-of-memory",
        }
    }

    /// Returns the line of JSON of a success or a refusal.
    #[must_use]
    pub fn json(&self) -> Option<&Json> {
        match self {
            Self::Ok(json) | Self::Rejected(json) => Some(json),
            Self::Crashed(_) | Self::TimedOut | Self::OutOfMemory => None,
        }
    }
}

/// A finished run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The behaviour of the implementation.
    pub outcome: Outcome,
    /// The time from start to end.
    pub elapsed: Duration,
    /// The most memory that was measured, in bytes; `None` if it was not measured, or the run was too short.
    pub peak_memory: Option<u64>,
    /// The stderr of the program.
    pub stderr: String,
}

/// Errors that do not concern the implementation under test.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The program could not be started or watched.
    #[error("{}: {source}", program.display())]
    Io {
        /// The program.
        program: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// The program reports wrong usage (exit code 2).
    #[error("used wrongly: {stderr}")]
    Usage {
        /// The stderr of the program.
        stderr: String,
    },
    /// The program exits with 0 or 1, but does not print a line of JSON as its last line.
    #[error("the last line on stdout is not JSON: {line:?}")]
    NoAnswer {
        /// The last line on stdout.
        line: String,
    },
}

/// The message of Rust programs that abort because an allocation failed.
pub(crate) const NO_MEMORY: &str = "memory allocation of ";

/// Determines the outcome of a run.
pub(super) fn judge_run(watched: Watched) -> Result<Run, RunError> {
    let Watched { end, elapsed, peak_memory, stdout, stderr } = watched;
    let outcome = match end {
        End::Exited(status) => match status.code() {
            Some(0) => Outcome::Ok(parse_answer(&stdout)?),
            Some(1) => Outcome::Rejected(parse_answer(&stdout)?),
            Some(2) => return Err(RunError::Usage { stderr }),
            _ if stderr.contains(NO_MEMORY) => Outcome::OutOfMemory,
            _ => Outcome::Crashed(crash_reason(status, &stderr)),
        },
        End::Time => Outcome::TimedOut,
        End::Memory => Outcome::OutOfMemory,
        End::Output => Outcome::Crashed("the program wrote more than the limit".to_owned()),
    };
    Ok(Run { outcome, elapsed, peak_memory, stderr })
}

fn parse_answer(stdout: &str) -> Result<Json, RunError> {
    // A program without output gave no answer, like one with an empty line.
    let line = stdout.lines().last().unwrap_or_default();
    serde_json::from_str(line).map_err(|_| RunError::NoAnswer { line: line.to_owned() })
}

fn crash_reason(status: ExitStatus, stderr: &str) -> String {
    match stderr.lines().find(|line| !line.trim().is_empty()) {
        Some(first) => format!("{status}: {first}"),
        None => status.to_string(),
    }
}

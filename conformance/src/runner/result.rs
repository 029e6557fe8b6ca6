use super::note::Note;
use crate::protocol::Reply;
use serde::Deserialize;
use std::time::Duration;

/// The outcome of a question: an answer, or the end of the program.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The program answered.
    Answered(Reply),
    /// The program ended without an answer; the text describes the end.
    Crashed(String),
    /// The program sent no answer within the time limit.
    TimedOut,
    /// The program exceeded the memory limit.
    OutOfMemory,
    /// The program wrote a file outside of the folder; the text is the path of the file.
    Escaped(String),
    /// The program left a file that the runner does not read: a link, a pipe, a device, too many bytes, or a file in
    /// another folder. The text describes the file.
    UnfitFile(String),
    /// The program answered with an invalid line.
    NoAnswer(NoAnswer),
}

/// The faults of a line that is not an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The line answers another question.
    #[error("answers with number {found} to the request with number {expected}")]
    OtherQuestion {
        /// The number of the question.
        expected: u64,
        /// The number in the answer.
        found: u64,
    },
    /// The line is not JSON.
    #[error("not JSON: {0}")]
    NoJson(String),
    /// The line is JSON, but not an answer.
    #[error("no answer: {0}")]
    NoReply(String),
    /// The line is too long, or is not text.
    #[error("{0}")]
    NoLine(&'static str),
    /// The runner failed.
    #[error("{0}")]
    Runner(String),
}

/// The status of a case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The outcome is the expected outcome.
    Passed,
    /// The outcome differs from the expectation.
    Failed,
    /// The case was not asked, or the program does not support it.
    #[default]
    Skipped,
}

impl Status {
    /// Returns the name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

impl CaseResult {
    /// Returns whether the program accepted the bytes.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        let refused =
            |answer: &Reply| matches!(answer, Reply::Reject { .. } | Reply::Skip { .. } | Reply::Error { .. });
        self.answer.as_ref().is_some_and(|answer| !refused(answer))
    }
}

/// A case and its result.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CaseResult {
    /// Index of the case in the list of cases that were asked.
    pub case: usize,
    /// The status.
    pub status: Status,
    /// The difference, in words that are stable between runs; empty if there is none. For a skipped case, the reason.
    pub symptom: String,
    /// The judge's sentence about the symptom; for a refusal, the words of the program.
    pub detail: String,
    /// The answer of the program; `None` if the program was not asked, or did not answer.
    pub answer: Option<Reply>,
    /// The differences beyond acceptance or refusal, which are not failures unless
    /// [`diagnostics`](super::RunOptions::diagnostics) are asked for.
    pub notes: Vec<Note>,
    /// The time from the question to the answer.
    pub elapsed: Duration,
}

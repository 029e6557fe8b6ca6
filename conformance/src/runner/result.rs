use crate::protocol::Reply;
use std::time::Duration;

/// What came of a question: an answer, or the end of the program.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It answered.
    Answered(Reply),
    /// It ended without an answer; how.
    Crashed(String),
    /// It had no answer when the time was over.
    TimedOut,
    /// It took more memory than it may.
    OutOfMemory,
    /// It wrote a file where none belongs; which one.
    Escaped(String),
    /// It left something that is not looked at: a link, a pipe, a device, more than is read, or a file elsewhere; what it is.
    UnfitFile(String),
    /// It answered something that is no answer; what is wrong.
    NoAnswer(String),
}

/// How a case went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// As expected.
    Passed,
    /// Not as expected.
    Failed,
    /// Not asked, or not able to.
    Skipped,
}

impl Status {
    /// Name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// A case and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseResult {
    /// Place of the case in the suite.
    pub case: usize,
    /// How it went.
    pub status: Status,
    /// What differed, in words that stay the same from run to run; empty when nothing did. Of a skipped case, why.
    pub symptom: String,
    /// What the program said, for people.
    pub detail: String,
    /// From the question to the answer.
    pub elapsed: Duration,
}

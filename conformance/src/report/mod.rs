//! Reports of runs: HTML and Markdown for readers, JSON and JUnit for programs.

mod escape;
mod excerpt;
mod html;
mod json;
mod junit;
mod markdown;
mod summary;

pub use self::html::html;
pub use self::json::json;
pub use self::junit::junit;
pub use self::markdown::markdown;
pub use self::summary::{Count, Summary};

use crate::known::{Entry, Known, Surprise};
use crate::protocol::Hello;
use crate::runner::{CaseResult, Status};
use crate::suite::Case;

/// A run: a program, the cases, and the results.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The program.
    pub hello: &'a Hello,
    /// The command that started it.
    pub command: &'a str,
    /// The cases.
    pub cases: &'a [&'a Case],
    /// The results, in the order of the cases.
    pub results: &'a [CaseResult],
    /// The failures that are known.
    pub known: &'a Known,
    /// The differences from that list.
    pub surprises: &'a [Surprise],
}

impl<'a> Report<'a> {
    /// Returns each case with its result.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a Case, &'a CaseResult)> {
        let cases = self.cases;
        self.results.iter().filter_map(move |result| Some((*cases.get(result.case)?, result)))
    }

    /// Returns name and version of the program.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.hello.name, self.hello.version).trim_end().to_owned()
    }

    /// Returns the entry that lists a failure with its symptom.
    #[must_use]
    pub fn reason(&self, case: &Case, result: &CaseResult) -> Option<&'a Entry> {
        let entry = self.known.entry(&case.id, &result.symptom)?;
        (result.status == Status::Failed && entry.got == result.symptom).then_some(entry)
    }
}

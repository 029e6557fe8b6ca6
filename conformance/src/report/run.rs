//! The data of a report.

use crate::known::{Entry, Known, Surprise};
use crate::protocol::Hello;
use crate::runner::{CaseResult, Status};
use crate::suite::Case;

/// A run: the program, the cases, and the results.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The program.
    pub hello: &'a Hello,
    /// The command that started the program.
    pub command: &'a str,
    /// The cases.
    pub cases: &'a [&'a Case],
    /// The results, in the order of the cases.
    pub results: &'a [CaseResult],
    /// The failures that are known.
    pub known: &'a Known,
    /// The differences from the list of known failures.
    pub surprises: &'a [Surprise],
}

impl<'a> Report<'a> {
    /// Returns each case with its result.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a Case, &'a CaseResult)> {
        let cases = self.cases;
        self.results.iter().filter_map(move |result| Some((*cases.get(result.case)?, result)))
    }

    /// Returns the name and the version of the program.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.hello.name, self.hello.version).trim_end().to_owned()
    }

    /// Returns the entry that lists a failure with its symptom.
    #[must_use]
    pub fn listed_reason(&self, case: &Case, result: &CaseResult) -> Option<&'a Entry> {
        let entry = self.known.entry(&case.id, &result.symptom)?;
        (result.status == Status::Failed && entry.got == result.symptom).then_some(entry)
    }
}

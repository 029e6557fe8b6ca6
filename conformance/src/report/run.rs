//! What is reported.

use crate::known::{Entry, Known, Surprise};
use crate::protocol::Hello;
use crate::runner::{CaseResult, Status};
use crate::suite::Case;

/// A run: who was asked what, and what came of it.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// Who was asked.
    pub hello: &'a Hello,
    /// How it was started.
    pub command: &'a str,
    /// What was asked.
    pub cases: &'a [&'a Case],
    /// What came of it, in the order of the cases.
    pub results: &'a [CaseResult],
    /// The failures that are known.
    pub known: &'a Known,
    /// What differs from that list.
    pub surprises: &'a [Surprise],
}

impl<'a> Report<'a> {
    /// Each case with its result.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a Case, &'a CaseResult)> {
        let cases = self.cases;
        self.results.iter().filter_map(move |result| Some((*cases.get(result.case)?, result)))
    }

    /// Name and version of who was asked.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.hello.name, self.hello.version).trim_end().to_owned()
    }

    /// The entry that lists a failure with its symptom.
    #[must_use]
    pub fn reason(&self, case: &Case, result: &CaseResult) -> Option<&'a Entry> {
        let entry = self.known.entry(&case.id, &result.symptom)?;
        (result.status == Status::Failed && entry.got == result.symptom).then_some(entry)
    }
}

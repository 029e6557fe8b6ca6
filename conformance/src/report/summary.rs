use super::Report;
use crate::runner::Status;
use crate::suite::Expect;
use std::collections::BTreeMap;

/// The number of cases by result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Cases with the expected result.
    pub passed: usize,
    /// Cases that failed and are not listed.
    pub failed: usize,
    /// Cases that failed as listed.
    pub known: usize,
    /// Cases that were not asked, or that the program does not support.
    pub skipped: usize,
}

/// The counts of all cases, and of groups of cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// All cases.
    pub all: Count,
    /// The cases of valid files, which have to be accepted.
    pub sound: Count,
    /// The cases of broken files, which have to be refused.
    pub broken: Count,
    /// The cases in which the specification allows a program to accept or to refuse the file.
    pub open: Count,
    /// The cases that passed with a note, because verdict, class, path or offset of the fault differ from the
    /// expectation.
    pub noted: usize,
    /// The counts by level.
    pub levels: BTreeMap<&'static str, Count>,
    /// The counts by format.
    pub formats: BTreeMap<String, Count>,
    /// The counts by feature; a case counts for each of its features.
    pub features: BTreeMap<String, Count>,
}

impl Count {
    pub(super) fn add_result(&mut self, status: Status, known: bool) {
        let place = match status {
            Status::Passed => &mut self.passed,
            Status::Failed if known => &mut self.known,
            Status::Failed => &mut self.failed,
            Status::Skipped => &mut self.skipped,
        };
        *place += 1;
    }

    /// Returns the number of cases that were asked.
    #[must_use]
    pub fn asked_count(&self) -> usize {
        self.total_count() - self.skipped
    }

    /// Returns the percentage of the asked cases that passed, rounded down; `None` if no case was asked.
    #[must_use]
    pub fn passed_percentage(&self) -> Option<usize> {
        (self.passed * 100).checked_div(self.asked_count())
    }

    /// Returns the number of all cases.
    #[must_use]
    pub fn total_count(&self) -> usize {
        self.passed + self.failed + self.known + self.skipped
    }
}

impl Summary {
    /// Counts the results of a run.
    #[must_use]
    pub fn of(report: &Report<'_>) -> Self {
        let mut summary = Self::default();
        for (case, result) in report.pairs() {
            let known = report.listed_reason(case, result).is_some();
            let count = |counts: &mut Count| counts.add_result(result.status, known);
            count(&mut summary.all);
            count(summary.part_count(&case.expect));
            let noted = result.status == Status::Passed && !result.notes.is_empty();
            summary.noted += usize::from(noted);
            count(summary.levels.entry(case.level.name()).or_default());
            count(summary.formats.entry(case.format.clone()).or_default());
            for feature in &case.features {
                count(summary.features.entry(feature.clone()).or_default());
            }
        }
        summary
    }

    /// Returns the count of the part that an expectation belongs to.
    fn part_count(&mut self, expect: &Expect) -> &mut Count {
        match (expect.allows_acceptance(), expect.allows_rejection()) {
            (true, false) => &mut self.sound,
            (false, _) => &mut self.broken,
            (true, true) => &mut self.open,
        }
    }

    /// Describes a program that passes less than half of the cases of valid files, or less than half of the cases of
    /// broken files. The rate of all cases does not show such a program. Most files of the suite are broken, so a
    /// program that refuses everything passes most cases.
    #[must_use]
    pub fn one_sided_warning(&self) -> Option<&'static str> {
        let few = |part: &Count| part.asked_count() > 0 && part.passed * 2 < part.asked_count();
        match (few(&self.sound), few(&self.broken)) {
            (true, true) => Some("fails most cases of valid files, and most cases of broken files"),
            (true, false) => Some("refuses most valid files"),
            (false, true) => Some("accepts most broken files"),
            (false, false) => None,
        }
    }
}

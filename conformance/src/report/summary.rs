use super::Report;
use crate::runner::Status;
use std::collections::BTreeMap;

/// The number of cases by result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// As expected.
    pub passed: usize,
    /// Not as expected, and not listed.
    pub failed: usize,
    /// Not as expected, as listed.
    pub known: usize,
    /// Not asked, or not supported.
    pub skipped: usize,
}

/// Counts, of all and of parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// All cases.
    pub all: Count,
    /// By level.
    pub levels: BTreeMap<&'static str, Count>,
    /// By format.
    pub formats: BTreeMap<String, Count>,
    /// By feature; a case counts for each of its features.
    pub features: BTreeMap<String, Count>,
}

impl Count {
    pub(super) fn add(&mut self, status: Status, known: bool) {
        let place = match status {
            Status::Passed => &mut self.passed,
            Status::Failed if known => &mut self.known,
            Status::Failed => &mut self.failed,
            Status::Skipped => &mut self.skipped,
        };
        *place = place.saturating_add(1);
    }

    /// Returns the number of all cases.
    #[must_use]
    pub fn total(&self) -> usize {
        [self.passed, self.failed, self.known, self.skipped].into_iter().fold(0, usize::saturating_add)
    }
}

impl Summary {
    /// Counts a run.
    #[must_use]
    pub fn of(report: &Report<'_>) -> Self {
        let mut summary = Self::default();
        for (case, result) in report.pairs() {
            let known = report.reason(case, result).is_some();
            let count = |counts: &mut Count| counts.add(result.status, known);
            count(&mut summary.all);
            count(summary.levels.entry(case.level.name()).or_default());
            count(summary.formats.entry(case.format.clone()).or_default());
            for feature in &case.features {
                count(summary.features.entry(feature.clone()).or_default());
            }
        }
        summary
    }
}

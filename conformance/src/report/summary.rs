use super::Report;
use crate::runner::Status;
use std::collections::BTreeMap;

/// How many cases went how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// As expected.
    pub passed: usize,
    /// Not as expected.
    pub failed: usize,
    /// Not asked, or not able to.
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
    fn add(&mut self, status: Status) {
        let place = match status {
            Status::Passed => &mut self.passed,
            Status::Failed => &mut self.failed,
            Status::Skipped => &mut self.skipped,
        };
        *place = place.saturating_add(1);
    }

    /// All.
    #[must_use]
    pub fn total(&self) -> usize {
        self.passed.saturating_add(self.failed).saturating_add(self.skipped)
    }
}

impl Summary {
    /// Counts a run.
    #[must_use]
    pub fn of(report: &Report<'_>) -> Self {
        let mut summary = Self::default();
        for (case, result) in report.pairs() {
            summary.all.add(result.status);
            summary.levels.entry(case.level.name()).or_default().add(result.status);
            summary.formats.entry(case.format.clone()).or_default().add(result.status);
            for feature in &case.features {
                summary.features.entry(feature.clone()).or_default().add(result.status);
            }
        }
        summary
    }
}

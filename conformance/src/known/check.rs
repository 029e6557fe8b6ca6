use super::{Entry, Known};
use crate::runner::{CaseResult, Status};
use crate::suite::{Case, is_like};

/// A difference between a run and its list of known failures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Surprise {
    /// A case fails, and is not listed.
    Failure {
        /// Id of the case.
        case: String,
        /// Symptom of the failure.
        got: String,
    },
    /// A case passes, although it is listed.
    Pass {
        /// Id of the case.
        case: String,
        /// The entry that lists the case.
        entry: String,
    },
    /// A case fails with another symptom than the listed symptom.
    Symptom {
        /// Id of the case.
        case: String,
        /// The symptom that is listed.
        listed: String,
        /// Symptom of the failure.
        got: String,
    },
    /// An entry matches no case that ran.
    Stale {
        /// The entry.
        entry: String,
    },
    /// An entry has expired.
    Expired {
        /// The entry.
        entry: String,
        /// The last day on which the entry counted.
        until: String,
    },
}

impl std::fmt::Display for Surprise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Failure { case, got } => write!(f, "{case} fails: {got}"),
            Self::Pass { case, entry } => write!(f, "{case} passes, although `{entry}` lists it as failing"),
            Self::Symptom { case, listed, got } => {
                write!(f, "{case} fails with `{got}`, but is listed with `{listed}`")
            }
            Self::Stale { entry } => write!(f, "`{entry}` lists no case that was run"),
            Self::Expired { entry, until } => write!(f, "`{entry}` expired on {until}"),
        }
    }
}

/// Compares the results of a run with a list of known failures; `today` is a day such as `2027-06-01`. Ignores patterns
/// that match cases of the `suite`, but no case that was asked.
#[must_use]
pub fn check_results(
    suite: &[Case],
    cases: &[&Case],
    results: &[CaseResult],
    known: &Known,
    today: &str,
) -> Vec<Surprise> {
    let mut surprises = Vec::new();
    let mut answered = Vec::new();
    for result in results {
        let Some(case) = cases.get(result.case).map(|case| case.id.clone()) else { continue };
        if result.status != Status::Skipped {
            answered.push(case.clone());
        }
        match (result.status, known.entry(&case, &result.symptom)) {
            (Status::Failed, None) => surprises.push(Surprise::Failure { case, got: result.symptom.clone() }),
            (Status::Failed, Some(entry)) if entry.got != result.symptom => {
                surprises.push(Surprise::Symptom { case, listed: entry.got.clone(), got: result.symptom.clone() });
            }
            (Status::Passed, Some(entry)) => {
                surprises.push(Surprise::Pass { entry: matching_pattern(entry, &case), case });
            }
            _ => {}
        }
    }
    let not_asked = |pattern: &str| {
        let meant = |case: &&str| is_like(case, pattern);
        suite.iter().map(|case| &*case.id).any(|case| meant(&case))
            && !cases.iter().map(|case| &*case.id).any(|case| meant(&case))
    };
    for entry in &known.entries {
        for pattern in entry.case.words() {
            if !answered.iter().any(|case| is_like(case, pattern)) && !not_asked(pattern) {
                surprises.push(Surprise::Stale { entry: pattern.clone() });
            }
        }
        if !entry.until.is_empty() && *entry.until < *today {
            surprises.push(Surprise::Expired { entry: entry.case.words().join(", "), until: entry.until.clone() });
        }
    }
    surprises
}

/// Returns the pattern of an entry that matches a case.
fn matching_pattern(entry: &Entry, case: &str) -> String {
    // The caller has found the entry by one of its patterns.
    entry.case.words().iter().find(|pattern| is_like(case, pattern)).cloned().unwrap_or_default()
}

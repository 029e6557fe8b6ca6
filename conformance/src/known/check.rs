use super::{Entry, Known};
use crate::runner::{CaseResult, Status};
use crate::suite::Case;

/// What a run has that its list of known failures has not, or the other way round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Surprise {
    /// A case fails, and is not listed.
    Failure {
        /// Its id.
        case: String,
        /// Its symptom.
        got: String,
    },
    /// A case passes, although it is listed.
    Pass {
        /// Its id.
        case: String,
        /// The entry that lists it.
        entry: String,
    },
    /// A case fails in another way than it is listed with.
    Symptom {
        /// Its id.
        case: String,
        /// The symptom that is listed.
        listed: String,
        /// Its symptom.
        got: String,
    },
    /// No case that was run is meant.
    Stale {
        /// The entry.
        entry: String,
    },
    /// Its time is over.
    Expired {
        /// The entry.
        entry: String,
        /// The day.
        until: String,
    },
}

impl std::fmt::Display for Surprise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Failure { case, got } => write!(f, "{case} fails: {got}"),
            Self::Pass { case, entry } => write!(f, "{case} passes, although `{entry}` lists it as failing"),
            Self::Symptom { case, listed, got } => write!(f, "{case} fails with `{got}`, listed is `{listed}`"),
            Self::Stale { entry } => write!(f, "`{entry}` lists no case that was run"),
            Self::Expired { entry, until } => write!(f, "`{entry}` was to be gone by {until}"),
        }
    }
}

/// Compares results with a list; `today` is a day such as `2027-06-01`.
#[must_use]
pub fn check(cases: &[&Case], results: &[CaseResult], known: &Known, today: &str) -> Vec<Surprise> {
    let mut surprises = Vec::new();
    let mut used = vec![false; known.entries.len()];
    for result in results {
        let Some(case) = cases.get(result.case).map(|case| case.id.clone()) else { continue };
        let found: Vec<(usize, &Entry)> =
            known.entries.iter().enumerate().filter(|(_, entry)| entry.matches(&case)).collect();
        let hit = found.iter().find(|(_, entry)| entry.got == result.symptom).or(found.first());
        if let Some(mark) = hit.and_then(|(index, _)| used.get_mut(*index)) {
            *mark |= result.status != Status::Skipped;
        }
        match (result.status, hit) {
            (Status::Failed, None) => surprises.push(Surprise::Failure { case, got: result.symptom.clone() }),
            (Status::Failed, Some((_, entry))) if entry.got != result.symptom => {
                surprises.push(Surprise::Symptom { case, listed: entry.got.clone(), got: result.symptom.clone() });
            }
            (Status::Passed, Some((_, entry))) => surprises.push(Surprise::Pass { case, entry: entry.case.clone() }),
            _ => {}
        }
    }
    for (entry, used) in known.entries.iter().zip(used) {
        if !used {
            surprises.push(Surprise::Stale { entry: entry.case.clone() });
        }
        if !entry.until.is_empty() && *entry.until < *today {
            surprises.push(Surprise::Expired { entry: entry.case.clone(), until: entry.until.clone() });
        }
    }
    surprises
}

//! Faults of the cases themselves, found without any codec.
//!
//! * `questions`: cases with the same question and different expectations. `levels`: cases that demand more than their
//!   clauses, or have no clause.
//! * `closed`: cases that accept a value which a closed list of the text excludes. `features`: cases that lack a
//!   feature which their bytes need.

mod closed;
mod features;
mod levels;
mod questions;

use crate::suite::{Book, Case};
use std::fmt;

/// A rule of the suite about its own cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// One question has one expectation, one level, and the same features.
    OneAnswer,
    /// No two cases validate the same bytes.
    AskedOnce,
    /// A case that demands a refusal is no stronger than its strongest clause.
    Level,
    /// A case that demands a refusal at the level `must` has a clause.
    Clause,
    /// No case demands that a program accepts a value which a closed list excludes.
    Closed,
    /// A case has the features that its bytes and its compared values need.
    Features,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 6] =
        [Self::OneAnswer, Self::AskedOnce, Self::Level, Self::Clause, Self::Closed, Self::Features];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OneAnswer => "one-answer",
            Self::AskedOnce => "asked-once",
            Self::Level => "level",
            Self::Clause => "clause",
            Self::Closed => "closed",
            Self::Features => "features",
        }
    }
}

/// A case that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lint {
    /// The rule.
    pub rule: Rule,
    /// Id of the case.
    pub case: String,
    /// The fault.
    pub message: String,
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}: {}", self.rule.name(), self.case, self.message)
    }
}

/// Returns the faults of cases, by rule and id.
#[must_use]
pub fn lint(cases: &[Case], book: &Book) -> Vec<Lint> {
    let mut list = questions::find(cases);
    for case in cases {
        let found = [levels::find(case, book), closed::find(case, book), features::find(case)];
        list.extend(found.into_iter().flatten());
    }
    list.sort_by(|a, b| (a.rule, &a.case, &a.message).cmp(&(b.rule, &b.case, &b.message)));
    list
}

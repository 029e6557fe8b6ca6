//! Cases that ask for more than their clauses do.

use super::{Lint, Rule};
use crate::suite::{Book, Case, Level};

/// Clauses say what files have, so that their level bounds refusals: a value that a file may have has to be accepted.
pub(super) fn find(case: &Case, book: &Book) -> Option<Lint> {
    if !case.is_negative() {
        return None;
    }
    let lint = |rule, message| Some(Lint { rule, case: case.id.clone(), message });
    if case.clauses.is_empty() {
        return (case.level == Level::Must).then(|| lint(Rule::Clause, "must, and about no clause".to_owned()))?;
    }
    let strongest = book.strongest(&case.clauses);
    (case.level < strongest).then(|| {
        lint(Rule::Level, format!("{}, and the strongest clause is {}", case.level.name(), strongest.name()))
    })?
}

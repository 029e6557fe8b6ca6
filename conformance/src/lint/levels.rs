//! Finds cases that demand more than their clauses demand.

use super::{Lint, Rule};
use crate::suite::{Book, Case, Level};

/// Compares only the levels of refusals. Clauses describe files, so a program must accept each value that a file may
/// have.
pub(super) fn find(case: &Case, book: &Book) -> Option<Lint> {
    if !case.is_negative() {
        return None;
    }
    let lint = |rule, message| Some(Lint { rule, case: case.id.clone(), message });
    if case.clauses.is_empty() {
        return (case.level == Level::Must)
            .then(|| lint(Rule::Clause, "has the level `must`, but no clause".to_owned()))?;
    }
    let strongest = book.strongest_level(&case.clauses);
    (case.level < strongest).then(|| {
        lint(
            Rule::Level,
            format!(
                "has the level `{}`, but the level of its strongest clause is {}",
                case.level.name(),
                strongest.name()
            ),
        )
    })?
}

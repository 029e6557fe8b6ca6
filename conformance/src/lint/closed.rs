//! Finds cases that call a value valid although a closed list of the specification excludes it.

use super::{Lint, Rule};
use crate::suite::{Book, Case};

pub(super) fn find(case: &Case, book: &Book) -> Option<Lint> {
    if case.expect.allows_rejection() || !case.title.contains("a known code") {
        return None;
    }
    let cited = || book.clauses.iter().filter(|clause| case.clauses.contains(&clause.id));
    let closed = cited().find(|clause| clause.id.ends_with("-closed"))?;
    let named = cited().any(|clause| matches!(&*clause.kind, "enum-value" | "flag-value"));
    (!named).then(|| Lint {
        rule: Rule::Closed,
        case: case.id.clone(),
        message: format!("demands that a program accepts a value, but {} excludes the value", closed.id),
    })
}

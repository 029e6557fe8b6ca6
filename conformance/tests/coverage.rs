//! Every clause that binds has a case that keeps it and one that breaks it, or a reason why there is none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use conformance::suite::{Book, Case, Clause, Suite};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// `cases/coverage.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Excuses {
    no_negative: Vec<Excuse>,
}

/// Clauses that no case can break.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Excuse {
    why: String,
    clauses: Vec<String>,
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl Into<PathBuf>) -> String {
    let path = path.into();
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns whether a case is about a clause: it says so, or the clause names its fault as a proof.
fn is_about(case: &Case, clause: &Clause) -> bool {
    let proves = || {
        let (Some(source), Some(fault)) = (&case.source, &case.fault) else { return false };
        clause.tests.contains(&format!("conformance/golden/{source}.src::{fault}"))
    };
    case.clauses.contains(&clause.id) || proves()
}

/// Returns whether a broken value of one clause breaks another: a table of codes is closed or not as a whole.
fn is_of_one_table(a: &Clause, b: &Clause) -> bool {
    let document = |clause: &Clause| clause.id.split('-').next().unwrap_or_default().to_owned();
    let codes = matches!(&*a.kind, "enum-value" | "flag-value");
    codes && a.kind == b.kind && a.section == b.section && document(a) == document(b)
}

#[test]
fn clauses_that_bind_are_kept_and_broken() {
    let (suite, book) = (Suite::load(folder()).unwrap(), Book::load(&folder().join("../docs")).unwrap());
    let excuses: Excuses = toml::from_str(&read(folder().join("cases/coverage.toml"))).unwrap();
    let has =
        |clause: &Clause, fits: fn(&Case) -> bool| suite.cases.iter().any(|case| fits(case) && is_about(case, clause));
    let positive = |clause: &Clause| has(clause, |case| !case.expect.allows_rejection());
    let negative = |clause: &Clause| {
        let refused = |clause: &Clause| has(clause, Case::is_negative);
        refused(clause) || book.clauses.iter().any(|other| is_of_one_table(clause, other) && refused(other))
    };
    let binding: Vec<&Clause> = book.clauses.iter().filter(|clause| clause.level == "must").collect();
    let without = |has: &dyn Fn(&Clause) -> bool| -> BTreeSet<&str> {
        binding.iter().filter(|clause| !has(clause)).map(|clause| &*clause.id).collect()
    };
    let (kept, broken) = (without(&positive), without(&|clause| clause.unbroken.is_some() || negative(clause)));
    let excused: Vec<&str> =
        binding.iter().filter(|one| one.unbroken.is_some() && negative(one)).map(|one| &*one.id).collect();
    assert!(excused.is_empty(), "no file can break these, and some do: {excused:?}");
    println!("{} clauses that bind, {} of them without a negative case", binding.len(), broken.len());
    assert!(excuses.no_negative.iter().all(|excuse| !excuse.why.is_empty()));
    let listed: Vec<&str> = excuses.no_negative.iter().flat_map(|excuse| &excuse.clauses).map(String::as_str).collect();
    let known: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), known.len(), "a clause is listed twice");
    let without = kept.iter().map(|id| format!("{id}: no positive case"));
    let unexcused = broken.difference(&known).map(|id| format!("{id}: no negative case, and no reason why"));
    let vain =
        known.difference(&broken).map(|id| format!("{id}: has a negative case, or binds nobody: not to be listed"));
    let mistakes: Vec<_> = without.chain(unexcused).chain(vain).collect();
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

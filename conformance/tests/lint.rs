//! The cases keep the rules of the suite about cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use conformance::lint::{Rule, lint};
use conformance::suite::{Book, Case, Expect, Level, OneOrMore, Suite};
use std::path::Path;
use std::sync::LazyLock;

static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap());
static BOOK: LazyLock<Book> =
    LazyLock::new(|| Book::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")).unwrap());

fn is_derived(id: &str) -> bool {
    id.split('.').nth(1) == Some("derived")
}

fn found(of_derived: bool) -> Vec<String> {
    let found = lint(&SUITE.cases, &BOOK).into_iter();
    found.filter(|one| is_derived(&one.case) == of_derived).map(|one| one.to_string()).collect()
}

#[test]
fn derived_cases_keep_the_rules_about_cases() {
    let found = found(true);
    assert!(found.is_empty(), "{} findings\n{}", found.len(), found.join("\n"));
}

#[test]
fn written_cases_keep_the_rules_about_cases() {
    let found = found(false);
    assert!(found.is_empty(), "{} findings\n{}", found.len(), found.join("\n"));
}

/// Returns the rules that are broken when two valid cases are changed.
fn broken(change: impl Fn(&mut Case, &mut Case)) -> Vec<Rule> {
    let find = |id: &str| SUITE.cases.iter().find(|case| case.id == id).unwrap().clone();
    let (mut refused, mut taken) = (find("bpx.header.version.3"), find("bpx.section.zlib"));
    change(&mut refused, &mut taken);
    lint(&[refused, taken], &BOOK).into_iter().map(|one| one.rule).collect()
}

#[test]
fn each_rule_is_seen() {
    assert_eq!(broken(|_, _| {}), []);
    let same = |refused: &mut Case, taken: &mut Case| {
        taken.clone_from(refused);
        taken.id.push_str(".again");
    };
    assert_eq!(broken(same), [Rule::AskedOnce]);
    let other = |level, verdict: &str| {
        let verdict = verdict.to_owned();
        move |refused: &mut Case, taken: &mut Case| {
            same(refused, taken);
            taken.level = level;
            taken.expect.verdict = OneOrMore::One(verdict.clone());
        }
    };
    assert_eq!(broken(other(Level::Should, "unsupported")), [Rule::OneAnswer]);
    assert_eq!(broken(other(Level::Must, "valid")), [Rule::OneAnswer]);
    assert_eq!(broken(|refused, _| refused.clauses.clear()), [Rule::Clause]);
    assert_eq!(broken(|refused, _| refused.clauses = vec!["bpx2-12.4-limit".to_owned()]), [Rule::Level]);
    assert_eq!(broken(|_, taken| taken.features.clear()), [Rule::Features]);
    let excluded = |_: &mut Case, taken: &mut Case| {
        taken.title = "header.type_ext.shader.target: a known code, 6".to_owned();
        taken.clauses = vec!["bpx2-13.2.3-target".to_owned(), "bpx2-13.2.3-closed".to_owned()];
        taken.expect = Expect::default();
    };
    assert_eq!(broken(excluded), [Rule::Closed]);
}

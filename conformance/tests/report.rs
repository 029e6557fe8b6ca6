//! The page of several runs.
//!
//! `INSTA_UPDATE=always cargo test -p conformance --test report` rewrites the snapshot; read it before you keep it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use conformance::known::{Entry, Known, check};
use conformance::protocol::Hello;
use conformance::report::{Report, html, json, junit, markdown};
use conformance::runner::{CaseResult, Status};
use conformance::suite::{Case, Clause, Explanations, Flag, OneOrMore, Suite};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

const TODAY: &str = "2026-11-21";

fn cases() -> Vec<Case> {
    let ids = ["blk.fat", "bpx.header.version.3", "bpx.section.zlib", "bpx.unpack.name.parent"];
    let suite = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let cases: Vec<Case> = suite.cases.into_iter().filter(|case| ids.contains(&case.id.as_str())).collect();
    assert_eq!(cases.len(), ids.len());
    cases
}

/// Status and symptom of each case.
fn results(list: [(Status, &str, &str); 4]) -> Vec<CaseResult> {
    let result = |(case, (status, symptom, detail)): (usize, (Status, &str, &str))| CaseResult {
        case,
        status,
        symptom: symptom.to_owned(),
        detail: detail.to_owned(),
        notes: Vec::new(),
        elapsed: Duration::from_millis(140),
    };
    list.into_iter().enumerate().map(result).collect()
}

fn hello(name: &str) -> Hello {
    Hello { protocol: 1, name: name.to_owned(), version: "1.0".to_owned(), ..Hello::default() }
}

fn explained() -> Explanations {
    let clause = |id: &str, section: &str| {
        let (id, section) = (id.to_owned(), section.to_owned());
        let (document, text) = ("the text".to_owned(), "it < says > so".to_owned());
        (id.clone(), Clause { id, document, section, text, ..Clause::default() })
    };
    let flag = Flag { what: "takes any version".to_owned(), harm: "fields are misread".to_owned() };
    Explanations {
        clauses: BTreeMap::from([clause("bpx2-8.3-closed", "8.3"), clause("bpx2-9.1.6-zlib", "9.1.6")]),
        flags: BTreeMap::from([("accepts-unknown-version".to_owned(), flag)]),
    }
}

fn known() -> Known {
    let entry = Entry {
        case: OneOrMore::One("bpx.section.zlib".to_owned()),
        got: "rejected".to_owned(),
        why: "it has no zlib & never had".to_owned(),
        issue: String::new(),
        until: "2027-11-21".to_owned(),
    };
    Known { entries: vec![entry] }
}

#[test]
fn two_programs_on_one_page() {
    let cases = cases();
    let asked: Vec<&Case> = cases.iter().collect();
    let failed = results([
        (Status::Skipped, "does not know blk", ""),
        (Status::Failed, "accepted", "expected unsupported"),
        (Status::Failed, "rejected", "load: <low-level> error"),
        (Status::Failed, "wrote-outside", "a file outside of the folder: a/b/c/ne.txt"),
    ]);
    let fine = results([(Status::Passed, "", "accepted"); 4]);
    let (known, nothing) = (known(), Known::default());
    let surprises = check(&cases, &asked, &failed, &known, TODAY);
    assert_eq!(surprises.len(), 2);
    let (theirs, ours) = (hello("theirs"), hello("ours"));
    let their = Report {
        hello: &theirs,
        command: "./a 'b'",
        cases: &asked,
        results: &failed,
        known: &known,
        surprises: &surprises,
    };
    let our =
        Report { hello: &ours, command: "./ours", cases: &asked, results: &fine, known: &nothing, surprises: &[] };
    let page = html(&[their, our], &explained());
    is_well_formed(&page);
    let style = &page[page.find("<style>").unwrap()..page.find("</style>").unwrap()];
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("page", page.replace(style, "<style>")));

    // The same in the other forms: what is known is counted apart.
    let counts = serde_json::json!({ "passed": 0, "failed": 2, "known": 1, "skipped": 1 });
    assert_eq!(json(&their)["summary"]["all"], counts);
    assert_eq!(json(&their)["cases"][2]["known"], "it has no zlib & never had");
    assert!(markdown(&their).contains("| all | 0 | 2 | 1 | 1 |"));
    let xml = junit(&their);
    assert!(xml.contains("tests=\"4\" failures=\"2\" skipped=\"2\"") && xml.matches("<failure ").count() == 2, "{xml}");
}

/// Every element that begins ends, in the right place; nothing is loaded, no script is run.
fn is_well_formed(page: &str) {
    let mut open = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '\n']).next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if ["!doctype", "meta"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(["src=", "<script", "<link", "url("].iter().all(|word| !page.contains(word)), "it loads something");
}

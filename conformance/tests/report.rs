//! The page of several runs.
//!
//! `INSTA_UPDATE=always cargo test -p bpx-conformance --test report` rewrites the snapshot; read it before you keep it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use conformance::known::{Entry, Known, check_results};
use conformance::protocol::Hello;
use conformance::report::{self, Report, html, junit, markdown, text};
use conformance::runner::{About, CaseResult, Note, Status};
use conformance::suite::{Case, Clause, Explanations, Flag, Interpretation, OneOrMore, Suite, Version};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

const TODAY: &str = "2026-11-21";

/// Loads cases by their ids, in this order.
fn cases(ids: &[&str]) -> Vec<Case> {
    static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap());
    let case = |id: &&str| SUITE.cases.iter().find(|case| case.id == *id).unwrap().clone();
    ids.iter().map(case).collect()
}

/// Status, symptom, detail and answer of each case.
fn results(list: &[(Status, &str, &str, Json)]) -> Vec<CaseResult> {
    let result = |(case, (status, symptom, detail, answer)): (usize, &(Status, &str, &str, Json))| CaseResult {
        case,
        status: *status,
        symptom: (*symptom).to_owned(),
        detail: (*detail).to_owned(),
        answer: serde_json::from_value(answer.clone()).ok(),
        elapsed: Duration::from_millis(140),
        ..CaseResult::default()
    };
    list.iter().enumerate().map(result).collect()
}

/// Compares a page with its snapshot, without the style.
fn assert_page(name: &str, page: &str) {
    is_well_formed(page);
    let style = &page[page.find("<style>").unwrap()..page.find("</style>").unwrap()];
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page.replace(style, "<style>")));
}

fn hello(name: &str) -> Hello {
    Hello { protocol: 1, name: name.to_owned(), version: "1.0".to_owned(), ..Hello::default() }
}

fn explained() -> Explanations {
    let clause = |id: &str, section: &str| {
        let (id, section) = (id.to_owned(), section.to_owned());
        let (document, text) = ("the text".to_owned(), "it < says > so".to_owned());
        let readings = vec!["I-2".to_owned()];
        (id.clone(), Clause { id, document, section, text, readings, ..Clause::default() })
    };
    let interpretation =
        Interpretation { title: "which versions there are".to_owned(), text: "1 & 2 are read.".to_owned() };
    let flag = Flag { what: "takes any version".to_owned(), harm: "fields are misread".to_owned() };
    Explanations {
        version: Version::try_from("2.0.1".to_owned()).ok(),
        clauses: BTreeMap::from([clause("bpx2-8.3-closed", "8.3"), clause("bpx2-9.1.6-zlib", "9.1.6")]),
        readings: BTreeMap::from([("I-2".to_owned(), interpretation)]),
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
    let cases = cases(&["blk.fat", "bpx.header.version.3", "bpx.section.zlib", "bpx.unpack.name.parent"]);
    let asked: Vec<&Case> = cases.iter().collect();
    let refused = json!({ "result": "reject", "message": "load: <low-level> error" });
    let failed = results(&[
        (Status::Skipped, "does not know blk", "", Json::Null),
        (Status::Failed, "accepted", "expected unsupported", json!({ "result": "ok" })),
        (Status::Failed, "rejected", "load: <low-level> error", refused),
        (Status::Failed, "wrote-outside", "a file outside of the folder: a/b/c/ne.txt", Json::Null),
    ]);
    let passed = || (Status::Passed, "", "accepted", json!({ "result": "ok" }));
    let fine = results(&[passed(), passed(), passed(), passed()]);
    let (known, nothing) = (known(), Known::default());
    let surprises = check_results(&cases, &asked, &failed, &known, TODAY);
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
    assert_page("page", &page);

    // The same in the other forms: what is known is counted apart.
    let counts = json!({ "passed": 0, "failed": 2, "known": 1, "skipped": 1 });
    let data = report::json(&their, &explained());
    assert_eq!((&data["suite"], &data["summary"]["all"]), (&json!("2.0.1"), &counts));
    assert_eq!(data["cases"][2]["known"], "it has no zlib & never had");
    assert!(markdown(&their, &explained()).contains("| all | 0 | 2 | 1 | 1 |"));
    let xml = junit(&their);
    assert!(xml.contains("tests=\"4\" failures=\"2\" skipped=\"2\"") && xml.matches("<failure ").count() == 2, "{xml}");
}

/// Answers of a program that cannot read zlib, and misreads numbers.
#[test]
fn failures_lead_to_their_cause() {
    let mut cases = cases(&[
        "bpx.section.zlib",
        "bpx.section.zlib.size.less",
        "bpx.section.zlib.same-bytes",
        "bpx.header.plain.fields",
        "bpx.sd.values",
        "gpb.font.same-bytes",
        "bpat.version.2",
        "bpx.header.version.3",
    ]);
    cases[0].readings = vec!["I-12".to_owned()];
    let asked: Vec<&Case> = cases.iter().collect();
    let refused = || json!({ "result": "reject", "message": "codec 1", "at": "table[0].flags" });
    let mut written = cases[5].input.clone();
    written[60] ^= 1;
    let digits: String = written.iter().map(|byte| format!("{byte:02x}")).collect();
    let header = json!({ "header": { "version": 2, "section_count": 1, "file_size": "40", "checksum": 7 } });
    let elsewhere = json!({ "result": "reject", "verdict": "invalid", "message": "no", "offset": 40, "at": "clips" });
    let mut results = results(&[
        (Status::Failed, "rejected", "codec 1", refused()),
        (Status::Passed, "", "refused: codec 1", refused()),
        (Status::Failed, "rejected", "codec 1", refused()),
        (Status::Failed, "model header.section_count", "", json!({ "result": "ok", "model": header })),
        (Status::Failed, "crashed", "signal: 11", Json::Null),
        (Status::Failed, "other-bytes", "", json!({ "result": "ok", "hex": digits })),
        (Status::Failed, "verdict invalid", "expected unsupported, found invalid", elsewhere),
        (Status::Passed, "", "refused: no", refused()),
    ]);
    let (found, expected) = ("<21>".to_owned(), "20".to_owned());
    results[7].notes = vec![Note { about: About::Offset, found, expected }];
    let (known, hello) = (Known::default(), hello("theirs"));
    let surprises = check_results(&cases, &asked, &results, &known, TODAY);
    let report = Report {
        hello: &hello,
        command: "./a",
        cases: &asked,
        results: &results,
        known: &known,
        surprises: &surprises,
    };
    assert_page("causes", &html(&[report], &explained()));
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("causes-text", text(&report, &explained()));
        insta::assert_snapshot!("causes-markdown", markdown(&report, &explained()));
    });

    // A root may be known while what follows from it is not.
    let listed = Report { known: &self::known(), ..report };
    let said = text(&listed, &explained());
    assert!(said.starts_with("bpx.section.zlib is a known failure: rejected\n    refused as well"), "{said}");
    assert!(said.contains("; 6 not as listed\n"), "{said}");
    let page = html(&[listed], &explained());
    assert!(page.contains(
        "<b class=\"bad\">1</b> rejected: the program refused the valid file of bpx.section.zlib, which is a known failure"
    ));
    assert!(
        markdown(&listed, &explained())
            .contains("bpx.section.zlib, which is a known failure: look at this failure first")
    );

    let data = report::json(&report, &explained());
    let case = |index: usize| &data["cases"][index];
    assert_eq!(case(2)["root"], "bpx.section.zlib");
    assert_eq!((&case(0)["root"], &case(1)["root"]), (&Json::Null, &Json::Null));
    assert_eq!((&case(2)["answer"], &case(4)["answer"]), (&refused(), &Json::Null));
    assert_eq!(case(5)["answer"]["hex"]["hex"], digits);
    assert_eq!(case(3)["file"]["size"], cases[3].input.len());
    assert_eq!((&case(1)["file"], &case(7)["file"]["size"]), (&Json::Null, &json!(cases[7].input.len())));
    assert_eq!(case(0)["readings"], json!(["I-12", "I-2"]));
    assert_eq!(data["readings"]["I-2"]["title"], "which versions there are");
    assert_eq!(case(7)["notes"], json!([{ "about": "offset", "found": "<21>", "expected": "20" }]));
    assert_eq!(case(7)["expect"]["offset"], 20);
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

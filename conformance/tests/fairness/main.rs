//! A correct implementation does not fail: valid and broken files are counted separately, differences in details are
//! notes, and other readings of the texts are supported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod reference;

use conformance::known::Known;
use conformance::protocol::{Finding, Hello, Reply};
use conformance::report::{Report, Summary, json, markdown};
use conformance::runner::judge::judge;
use conformance::runner::{About, CaseResult, Outcome, Status};
use conformance::suite::{Case, Expect, Explanations, OneOrMore, Op, Suite};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(folder()).unwrap());

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all readings that a case depends on.
fn readings(case: &'static Case) -> impl Iterator<Item = &'static str> {
    SUITE.readings.of(case).unwrap()
}

fn accept() -> Reply {
    Reply::Ok { model: None, hex: None, path: None }
}

fn reject() -> Reply {
    Reply::Reject { verdict: None, class: None, message: String::new(), at: None, offset: None }
}

/// Judges what a program answers to every case that asks whether a file is valid.
fn results(program: impl Fn(&Case) -> Reply, diagnostics: bool) -> (Vec<&'static Case>, Vec<CaseResult>) {
    let cases: Vec<&Case> = SUITE.cases.iter().filter(|case| case.op == Op::Validate).collect();
    let hello = Hello::default();
    let result = |(index, case): (usize, &&Case)| {
        let judgement = judge(case, &case.expect, &hello, &Outcome::Answered(program(case)));
        let judgement = if diagnostics { judgement.with_notes_as_failures() } else { judgement };
        CaseResult {
            case: index,
            status: judgement.status,
            symptom: judgement.symptom,
            detail: judgement.detail,
            notes: judgement.notes,
            ..CaseResult::default()
        }
    };
    let results = cases.iter().enumerate().map(result).collect();
    (cases, results)
}

fn summary(program: impl Fn(&Case) -> Reply, diagnostics: bool) -> Summary {
    let (cases, results) = results(program, diagnostics);
    let (hello, known) = (Hello::default(), Known::default());
    let report = Report { hello: &hello, command: "", cases: &cases, results: &results, known: &known, surprises: &[] };
    let summary = Summary::of(&report);
    assert_eq!(json(&report, &Explanations::default())["summary"]["sound"]["passed"], summary.sound.passed);
    let text = markdown(&report, &Explanations::default());
    assert!(summary.one_sided_warning().is_none_or(|remark| text.contains(remark)), "{text}");
    summary
}

#[test]
fn who_refuses_everything_passes_no_sound_file() {
    let summary = summary(|_| reject(), false);
    let [sound, broken, open] = [summary.sound, summary.broken, summary.open].map(|part| (part.passed, part.failed));
    assert!(sound.0 == 0 && sound.1 > 200, "{sound:?}");
    assert!(broken.0 > 700 && broken.1 == 0, "{broken:?}");
    assert!(open.0 > 100 && open.1 == 0, "{open:?}");
    // The rate of all cases looks well.
    assert!(summary.all.passed > 3 * summary.all.failed);
    assert_eq!(summary.one_sided_warning(), Some("refuses most valid files"));
}

#[test]
fn who_accepts_everything_passes_no_broken_file() {
    let summary = summary(|_| accept(), false);
    assert!(summary.sound.failed == 0 && summary.sound.passed > 200, "{:?}", summary.sound);
    assert!(summary.broken.passed == 0 && summary.broken.failed > 700, "{:?}", summary.broken);
    assert_eq!(summary.one_sided_warning(), Some("accepts most broken files"));
}

#[test]
fn who_says_only_ok_and_reject_passes_everything() {
    for diagnostics in [false, true] {
        let summary = summary(|case| if case.is_negative() { reject() } else { accept() }, diagnostics);
        assert_eq!((summary.all.failed, summary.all.skipped, summary.noted), (0, 0, 0));
        assert_eq!(summary.one_sided_warning(), None);
    }
}

#[test]
fn who_says_more_than_it_must_passes_with_notes() {
    let talkative = |case: &Case| match case.is_negative() {
        false => Reply::Warn { findings: Vec::new(), model: None, hex: None, path: None },
        true => Reply::Reject {
            verdict: Some("malformed".to_owned()),
            class: Some("out-of-range".to_owned()),
            message: "no".to_owned(),
            at: Some("somewhere".to_owned()),
            offset: Some(3),
        },
    };
    let lenient = summary(talkative, false);
    assert_eq!(lenient.all.failed, 0);
    assert!(lenient.noted > 900, "{}", lenient.noted);
    assert_eq!(lenient.one_sided_warning(), None);
    // What is a note otherwise is a failure now.
    let strict = summary(talkative, true);
    assert_eq!((strict.all.failed, strict.noted), (lenient.noted, 0));

    let (cases, noted) = results(talkative, false);
    let (_, failed) = results(talkative, true);
    let find = |id: &str| cases.iter().position(|case| case.id == id).unwrap();
    let version = find("bpx.header.version.3");
    let about: Vec<About> = noted[version].notes.iter().map(|note| note.about).collect();
    assert_eq!(about, [About::Verdict, About::Class, About::Path, About::Offset]);
    assert_eq!(noted[version].notes[3].to_string(), "offset: expected 20, found 3");
    let sentence = "expected unsupported: refused: no";
    assert_eq!((&*failed[version].symptom, &*failed[version].detail), ("verdict malformed", sentence));
}

#[test]
fn foreign_words_are_notes_in_every_mode() {
    let foreign = |case: &Case| match case.is_negative() {
        false => accept(),
        true => Reply::Reject {
            verdict: Some("corrupt".to_owned()),
            class: Some("BadCrc".to_owned()),
            message: String::new(),
            at: None,
            offset: None,
        },
    };
    for diagnostics in [false, true] {
        let (cases, results) = results(foreign, diagnostics);
        for (case, result) in cases.iter().zip(&results).filter(|(case, _)| case.is_negative()) {
            let about: Vec<About> = result.notes.iter().map(|note| note.about).collect();
            assert_eq!((result.status, &*about), (Status::Passed, &[About::Word, About::Word][..]), "{}", case.id);
        }
    }
}

/// A file that may be accepted with findings, or refused.
fn open() -> Expect {
    let words = ["invalid", "warn"].map(str::to_owned).to_vec();
    let class = Some(OneOrMore::One("reserved-not-zero".to_owned()));
    Expect { verdict: OneOrMore::from(words), class, ..Expect::default() }
}

#[test]
fn acceptance_with_findings_is_more_than_acceptance() {
    let case = SUITE.cases.iter().find(|case| case.op == Op::Validate).unwrap();
    let (silent, warning) = (Hello::default(), Hello { warnings: true, ..Hello::default() });
    let finding = |class: &str| Finding { class: Some(class.to_owned()), ..Finding::default() };
    let warn = |classes: &[&str]| Reply::Warn {
        findings: classes.iter().map(|class| finding(class)).collect(),
        model: None,
        hex: None,
        path: None,
    };
    let said = |expect: &Expect, hello: &Hello, reply: Reply| {
        let judgement = judge(case, expect, hello, &Outcome::Answered(reply));
        (judgement.status, judgement.symptom, judgement.notes.len())
    };
    let passed = |notes: usize| (Status::Passed, String::new(), notes);
    let failed = |symptom: &str| (Status::Failed, symptom.to_owned(), 0);
    // A program that never answers `warn` answers `ok`.
    assert_eq!(said(&open(), &silent, accept()), passed(0));
    assert_eq!(said(&open(), &warning, accept()), failed("no-warning"));
    assert_eq!(said(&open(), &warning, reject()), passed(0));
    assert_eq!(said(&open(), &warning, warn(&[])), passed(0));
    // One of the findings is the expected one.
    assert_eq!(said(&open(), &warning, warn(&["overlap", "reserved-not-zero"])), passed(0));
    assert_eq!(said(&open(), &warning, warn(&["overlap"])), passed(1));

    let sound = Expect::default();
    assert_eq!(said(&sound, &warning, accept()), passed(0));
    assert_eq!(said(&sound, &warning, warn(&["overlap"])), passed(0));
    let broken = Expect { verdict: OneOrMore::One("invalid".to_owned()), ..open() };
    assert_eq!(said(&broken, &warning, warn(&["reserved-not-zero"])), failed("accepted"));
}

#[test]
fn readings_of_cases_are_listed() {
    let texts = std::fs::read_to_string(folder().join("../docs/interpretations.md")).unwrap();
    for (id, reading) in SUITE.readings.iter() {
        assert!(texts.contains(&format!("### {id}:")), "no reading {id}");
        assert!(reading.options.values().all(|sentence| sentence.ends_with('.')), "{id}: options are sentences");
    }
    let listed: BTreeSet<&str> = SUITE.readings.iter().map(|(id, _)| id).collect();
    let used: BTreeSet<&str> = SUITE.cases.iter().flat_map(readings).collect();
    let missing: Vec<_> = used.difference(&listed).collect();
    assert!(missing.is_empty(), "readings that cases depend on, and `cases/readings.toml` does not list: {missing:?}");
    for case in &SUITE.cases {
        for option in case.otherwise.keys() {
            let (id, name) = option.split_once('=').expect(option);
            assert_eq!(SUITE.readings.check_option(id, name), Ok(()), "{}", case.id);
            assert!(readings(case).any(|reading| reading == id), "{}: does not depend on {id}", case.id);
        }
    }
}

#[test]
fn another_reading_is_skipped_or_judged_by_its_own_expectation() {
    let chosen = |option: &str| BTreeMap::from([("I-30".to_owned(), option.to_owned())]);
    assert!(SUITE.readings.deviating_options(&chosen("base-0")).is_empty());
    let others = SUITE.readings.deviating_options(&chosen("base-1"));
    let depends = |case: &&'static Case| readings(case).any(|reading| reading == "I-30");
    let case = SUITE.cases.iter().find(depends).unwrap();
    assert_eq!(SUITE.readings.expectation_for(case, &BTreeMap::new()), Ok(&case.expect));
    assert_eq!(SUITE.readings.expectation_for(case, &others), Err("follows another reading of I-30".to_owned()));
    let other = SUITE.cases.iter().find(|case| !depends(case)).unwrap();
    assert_eq!(SUITE.readings.expectation_for(other, &others), Ok(&other.expect));

    // Species 3 is left open, unless a program says that it follows the text.
    let species = SUITE.cases.iter().find(|case| case.id == "bpat.species.3").unwrap();
    let said = |options: &[(&str, &str)]| {
        let chosen = options.iter().map(|(id, option)| ((*id).to_owned(), (*option).to_owned())).collect();
        let expect = SUITE.readings.expectation_for(species, &SUITE.readings.deviating_options(&chosen)).unwrap();
        judge(species, expect, &Hello::default(), &Outcome::Answered(accept())).status
    };
    assert_eq!(said(&[]), Status::Passed);
    assert_eq!(said(&[("I-70", "3-to-5-refused")]), Status::Failed);
    let listed = SUITE.readings.check_option("I-30", "base-2").unwrap_err();
    assert_eq!(listed, "expected an option of I-30 (base-0, base-1), found `base-2`");
    assert!(SUITE.readings.check_option("I-999", "any").is_err());
}

//! The suite is well-formed, and the runner judges as documented.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use conformance::known::{Entry, Known, Surprise, check_results};
use conformance::runner::{CaseResult, Program, RunOptions, Status, run_cases};
use conformance::suite::{Book, Case, Explanations, OneOrMore, Suite, is_like};
use conformance::testee::Bounds;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the suite, which is loaded once.
fn suite() -> Suite {
    static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(folder()).unwrap());
    SUITE.clone()
}

/// Ids and hashes of all cases, checked in, so that a change of meaning is seen; ids of cases that are gone stay.
#[test]
fn ids_and_meanings_are_locked() {
    let path = folder().join("cases/lock.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let lock: BTreeMap<String, String> = toml::from_str(&text).unwrap();
    let current: BTreeMap<String, String> = suite().cases.iter().map(|case| (case.id.clone(), case.hash())).collect();
    let gone = lock.iter().filter(|(id, hash)| !current.contains_key(*id) && *hash != "removed");
    let gone: Vec<_> = gone.map(|(id, _)| id).collect();
    assert!(gone.is_empty(), "cases are gone; to remove one, set it to \"removed\" in the lock: {gone:?}");
    let mut wanted = lock.clone();
    wanted.extend(current);
    if std::env::var_os("LOCK").is_some_and(|value| value == "overwrite") {
        let lines: String = wanted.iter().map(|(id, hash)| format!("\"{id}\" = \"{hash}\"\n")).collect();
        std::fs::write(&path, lines).unwrap();
        return;
    }
    assert!(
        lock == wanted,
        "cases mean something else than before: `LOCK=overwrite cargo test -p bpx-conformance --test suite`"
    );
}

#[test]
fn every_flag_is_explained_and_every_clause_exists() {
    let flags = std::fs::read_to_string(folder().join("cases/flags.toml")).unwrap();
    let flags: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(&flags).unwrap();
    assert!(flags.values().all(|flag| !flag["what"].is_empty() && !flag["harm"].is_empty()));
    let book = Book::load(&folder().join("../docs")).unwrap();
    let clauses: BTreeSet<String> = book.clauses.into_iter().map(|clause| clause.id).collect();
    let readings = std::fs::read_to_string(folder().join("../docs/interpretations.md")).unwrap();
    let suite = suite();
    for case in &suite.cases {
        for flag in &case.flags {
            assert!(flags.contains_key(flag), "{}: `{flag}` is not explained", case.id);
        }
        // What a schema declares beyond the texts has no clause.
        assert!(!case.clauses.is_empty() || case.is_derived(), "{}: about no clause", case.id);
        for clause in &case.clauses {
            assert!(clauses.contains(clause), "{}: no clause {clause:?}", case.id);
        }
        for reading in &case.readings {
            assert!(readings.contains(&format!("### {reading}:")), "{}: no reading {reading:?}", case.id);
        }
        let finds = case.expect.allows_rejection();
        assert_eq!(!case.flags.is_empty(), finds, "{}: a file to be refused finds a mistake", case.id);
    }
    let used: Vec<_> = suite.cases.iter().flat_map(|case| &case.flags).collect();
    assert!(flags.keys().all(|flag| used.contains(&flag)), "a flag is not used");
}

/// The greeting of a program under test.
const HELLO: &str = r#"{"protocol":1,"name":"t","formats":{"bpx":[],"blk":[],"bpat":[],"gpb":[]},"ops":["validate"]}"#;

/// Makes a program in the language of the shell: greets, then does `body` for each question, whose number is `$n`.
fn script(body: &str) -> Program {
    let loops = format!(
        "read -r line; echo '{HELLO}'; while read -r line; do case $line in *bye*) exit;; esac; \
         n=${{line#*\\\"seq\\\":}}; n=${{n%%[,\\}}]*}}; {body}; done"
    );
    Program::Persistent(format!("sh -c '{}'", loops.replace('\'', r"'\''")))
}

fn results(program: &Program, workers: usize) -> (Vec<Case>, Vec<CaseResult>) {
    // Those of header and sections: enough for every verdict, and few enough to start a program for each.
    let wanted = |case: &Case| is_like(&case.id, "bpx.header.*") || is_like(&case.id, "bpx.section.*");
    let cases = suite().cases.into_iter().filter(|case| wanted(case) && case.op.name() == "validate");
    let cases: Vec<Case> = cases.collect();
    let asked: Vec<&Case> = cases.iter().collect();
    let bounds = Bounds::default().with_time(Duration::from_millis(1500));
    let options = RunOptions::default().with_bounds(bounds).with_workers(workers);
    let (hello, results) = run_cases(program, &asked, &options, &|_| {}).unwrap();
    assert_eq!(hello.name, "t");
    (cases, results)
}

const OK: &str = r#"echo "{\"seq\":$n,\"result\":\"ok\"}""#;
const REJECT: &str = r#"echo "{\"seq\":$n,\"result\":\"reject\"}""#;

#[cfg(unix)]
#[test]
fn who_takes_all_or_refuses_all_has_nothing_for_it() {
    for (program, wrong) in [(script(OK), true), (script(REJECT), false)] {
        let (cases, results) = results(&program, 2);
        assert_eq!(cases.len(), results.len());
        for (case, result) in cases.iter().zip(&results) {
            let right = if wrong { case.expect.allows_acceptance() } else { case.expect.allows_rejection() };
            let expected = if right { Status::Passed } else { Status::Failed };
            assert_eq!(result.status, expected, "{}: {}", case.id, result.symptom);
        }
        let failed = results.iter().filter(|result| result.status == Status::Failed).count();
        assert!(failed > 2 && failed < results.len());
    }
}

#[cfg(unix)]
#[test]
fn crashes_hangs_and_nonsense_are_no_refusals() {
    let wrongs = [
        ("kill -SEGV $$", "crashed"),
        ("exit 1", "crashed"),
        ("echo nonsense", "no-answer"),
        (r#"echo "{\"seq\":77777,\"result\":\"reject\"}""#, "no-answer"),
        (r#"echo "{\"seq\":$n,\"result\":\"error\",\"message\":\"no\"}""#, "adapter-error"),
    ];
    for (body, symptom) in wrongs {
        let (cases, results) = results(&script(body), 1);
        for (case, result) in cases.iter().zip(&results) {
            assert_eq!((result.status, &*result.symptom), (Status::Failed, symptom), "{}: {body}", case.id);
        }
    }
    let cases = suite().cases;
    let one = [cases.iter().find(|case| case.id == "bpx.header.version.3").unwrap()];
    let bounds = Bounds::default().with_time(Duration::from_millis(300));
    let (_, results) =
        run_cases(&script("sleep 60"), &one, &RunOptions::default().with_bounds(bounds), &|_| {}).unwrap();
    assert_eq!(&*results[0].symptom, "timed-out");
}

#[cfg(unix)]
#[test]
fn a_program_that_reads_nothing_runs_out_of_time() {
    let program = format!("read -r line; echo '{HELLO}'; exec sleep 60");
    let mut cases = suite().cases;
    let case = cases.iter_mut().find(|case| case.id == "bpx.header.version.3").unwrap();
    // More than a pipe holds, in hexadecimal.
    case.input = vec![0; 60_000];
    let bounds = Bounds::default().with_time(Duration::from_millis(300));
    let program = Program::Persistent(format!("sh -c '{}'", program.replace('\'', r"'\''")));
    let (_, results) = run_cases(&program, &[&*case], &RunOptions::default().with_bounds(bounds), &|_| {}).unwrap();
    assert_eq!(&*results[0].symptom, "timed-out");
}

#[cfg(unix)]
#[test]
fn a_program_that_crashed_is_started_again() {
    // The third question of each process is its end.
    let body = format!("count=$((count+1)); test $count = 3 && exit 9; {REJECT}");
    let (_, results) = results(&script(&body), 1);
    let crashed: Vec<bool> = results.iter().map(|result| result.symptom == "crashed").collect();
    let expected: Vec<bool> = (0..results.len()).map(|index| index % 3 == 2).collect();
    assert_eq!(crashed, expected);
}

#[cfg(unix)]
#[test]
fn a_command_for_each_case() {
    let exit = |code: u32| Program::Oneshot(format!("sh -c 'cat {{in}} > {{out}}; exit {code}'"));
    let cases = suite().cases;
    let asked: Vec<&Case> = cases.iter().filter(|case| case.id.starts_with("bpx.header.plain")).collect();
    assert_eq!(asked.len(), 3);
    for (code, status) in [(0, Status::Passed), (1, Status::Failed), (89, Status::Skipped), (7, Status::Failed)] {
        let (_, results) = run_cases(&exit(code), &asked, &RunOptions::default(), &|_| {}).unwrap();
        for (case, result) in asked.iter().zip(&results) {
            // Copying the file is a perfect round trip, and no model.
            let wanted = if code == 0 && case.op.name() == "decode" { Status::Failed } else { status };
            assert_eq!(result.status, wanted, "{} {code}: {}", case.id, result.symptom);
        }
    }
}

/// Files that a case needs beside its file are passed too, to persistent programs and to commands.
#[cfg(unix)]
#[test]
fn names_and_dictionaries_are_handed_over() {
    let cases = suite().cases;
    let find = |id: &str| cases.iter().find(|case| case.id == id).unwrap();
    let (needy, alone) = (find("blk.slim-zst-dict.sound"), find("blk.fat"));
    // A map of names begins with zeros here, a dictionary with the number of its format.
    let begins = |bytes: &Option<Vec<u8>>| bytes.as_ref().map(|bytes| bytes[..2].to_vec());
    assert_eq!((begins(&needy.names), begins(&needy.dict)), (Some(vec![0, 0]), Some(vec![0x37, 0xa4])));
    let line = |case| conformance::protocol::Request::Run { seq: 1, case, path: None, folder: None }.line();
    assert!(line(needy).contains(r#""names":"0000"#) && line(needy).contains(r#""dict":"37a4"#));
    assert!(!line(alone).contains("names") && !line(alone).contains("dict"));
    let sizes = (needy.names.as_ref().unwrap().len(), needy.dict.as_ref().unwrap().len());
    let size = |path: &str, size: usize| format!("test $(wc -c < \"{{{path}}}\") -eq {size}");
    let look = format!("sh -c '{} && {}'", size("names", sizes.0), size("dict", sizes.1));
    for (case, status) in [(needy, Status::Passed), (alone, Status::Failed)] {
        let (_, results) =
            run_cases(&Program::Oneshot(look.clone()), &[case], &RunOptions::default(), &|_| {}).unwrap();
        assert_eq!(results[0].status, status, "{}: {} {}", case.id, results[0].symptom, results[0].detail);
    }
}

/// A record is passed with the name of its structure; a command without a place for the name gets no records.
#[cfg(unix)]
#[test]
fn names_of_records_are_handed_over() {
    let cases = suite().cases;
    let find = |id: &str| cases.iter().find(|case| case.id == id).unwrap();
    let (record, file) = (find("blk.derived.record.param-key.sound"), find("blk.fat"));
    let line = |case| conformance::protocol::Request::Run { seq: 1, case, path: None, folder: None }.line();
    assert!(line(record).contains(r#""record":"ParamKey""#), "{}", line(record));
    assert!(!line(file).contains("record"));
    let other = Case { record: Some("Param".to_owned()), ..record.clone() };
    assert_ne!(record.hash(), other.hash(), "the same bytes as something else");
    let copy = "sh -c 'test {op} = record && cp {in} {out}'";
    for (command, status) in [
        (copy.to_owned(), Status::Skipped),
        (format!("{copy} {{record}}"), Status::Passed),
        (copy.replace("record", "{record}"), Status::Failed),
    ] {
        let (_, results) =
            run_cases(&Program::Oneshot(command.clone()), &[record], &RunOptions::default(), &|_| {}).unwrap();
        assert_eq!(results[0].status, status, "{command}: {}", results[0].detail);
    }
}

#[cfg(unix)]
#[test]
fn order_and_workers_change_nothing() {
    let verdict =
        |workers| results(&script(REJECT), workers).1.into_iter().map(|one| (one.case, one.status, one.symptom));
    assert!(verdict(1).eq(verdict(4)));
}

#[test]
fn known_failures_cannot_go_stale() {
    let cases = suite().cases;
    let asked: Vec<&Case> = cases.iter().take(3).collect();
    let result =
        |case, status, symptom: &str| CaseResult { case, status, symptom: symptom.to_owned(), ..CaseResult::default() };
    let results =
        [result(0, Status::Failed, "accepted"), result(1, Status::Passed, ""), result(2, Status::Failed, "crashed")];
    let entry = |case: &str, got: &str, until: &str| Entry {
        case: OneOrMore::One(case.to_owned()),
        got: got.to_owned(),
        why: "known".to_owned(),
        issue: String::new(),
        until: until.to_owned(),
    };
    let ids: Vec<&str> = asked.iter().map(|case| &*case.id).collect();
    let surprises = |entries: Vec<Entry>| check_results(&cases, &asked, &results, &Known { entries }, "2026-11-20");
    assert_eq!(surprises(vec![entry(ids[0], "accepted", ""), entry(ids[2], "crashed", "2026-11-20")]), []);
    let all = surprises(vec![
        entry(ids[0], "rejected", ""),
        entry(ids[1], "accepted", ""),
        entry("bpx.nothing.*", "accepted", "2026-11-19"),
    ]);
    let expected = [
        Surprise::Symptom { case: ids[0].into(), listed: "rejected".into(), got: "accepted".into() },
        Surprise::Pass { case: ids[1].into(), entry: ids[1].into() },
        Surprise::Failure { case: ids[2].into(), got: "crashed".into() },
        Surprise::Stale { entry: "bpx.nothing.*".into() },
        Surprise::Expired { entry: "bpx.nothing.*".into(), until: "2026-11-19".into() },
    ];
    assert_eq!(all, expected);
}

#[test]
fn patterns_of_ids() {
    let matches = |pattern: &str, id: &str| {
        let text = format!("[[fail]]\ncase = \"{pattern}\"\ngot = \"x\"\nwhy = \"y\"\n");
        toml::from_str::<Known>(&text).unwrap().entries[0].matches(id)
    };
    for (pattern, id, expected) in [
        ("bpx.a", "bpx.a", true),
        ("bpx.a", "bpx.a.b", false),
        ("bpx.*", "bpx.a.b", true),
        ("*.b", "bpx.a.b", true),
        ("bpx.*.b", "bpx.a.c", false),
        ("bpx.*b*d", "bpx.abcd", true),
        ("bpx.*b", "bpx.bab", true),
    ] {
        assert_eq!(matches(pattern, id), expected, "{pattern} {id}");
    }
}

#[cfg(unix)]
#[test]
fn reports_say_what_failed() {
    use conformance::report::{Report, html, json, junit, markdown, text};
    let program = script(OK);
    let (cases, results) = results(&program, 1);
    let asked: Vec<&Case> = cases.iter().collect();
    let hello = program.hello(&Bounds::default()).unwrap();
    let surprises = check_results(&cases, &asked, &results, &Known::default(), "2026-11-20");
    let command = "./a <b>";
    let known = Known::default();
    let report =
        Report { hello: &hello, command, cases: &asked, results: &results, known: &known, surprises: &surprises };
    let failed = results.iter().filter(|result| result.status == Status::Failed).count();
    assert_eq!(surprises.len(), failed);
    let explained = Explanations::load(folder()).unwrap();
    let data = json(&report, &explained);
    assert_eq!(data["summary"]["all"]["failed"], failed);
    assert_eq!(data["cases"].as_array().unwrap().len(), cases.len());
    let xml = junit(&report);
    assert_eq!(xml.matches("<failure ").count(), failed);
    assert!(xml.starts_with("<?xml") && xml.contains(&format!("failures=\"{failed}\"")), "{xml}");
    let page = markdown(&report, &explained);
    let row = "| bpx.header.version.3: version 3 | must | unsupported, unsupported-version, at header.version, \
               offset 0x14 | accepted |";
    assert!(page.contains(row), "{page}");
    let said = text(&report, &explained);
    assert!(!said.contains("as listed"), "there is no list");
    let page = html(&[report], &explained);
    assert_eq!(page.matches("<details id=").count(), failed);
    assert!(page.contains("./a &lt;b&gt;") && page.contains("--case bpx.header.version.3"), "{page}");
    assert!(page.contains("<mark>  &gt; 00000014  03 00 00 00"), "the bytes of the version are marked");
}

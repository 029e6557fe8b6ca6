//! `bpx conform doctor` reports faults of an adapter with advice for its author.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use conformance::doctor::{Check, examine};
use conformance::suite::Suite;
use conformance::testee::Bounds;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

const HELLO: &str = r#"{"protocol":1,"name":"t","formats":{"bpx":[1,2]},"ops":["validate"]}"#;

/// The suite, which is loaded once.
static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap());

fn examine_program(hello: &str, body: &str) -> Vec<Check> {
    let loops = format!(
        "read -r line; echo '{hello}'; while read -r line; do \
         n=${{line#*\\\"seq\\\":}}; n=${{n%%[,\\}}]*}}; {body}; done"
    );
    let command = format!("sh -c '{}'", loops.replace('\'', r"'\''"));
    examine(&command, &SUITE, &Bounds::default().with_time(Duration::from_millis(500)))
}

/// Returns the first advice.
fn advice(hello: &str, body: &str) -> String {
    let checks = examine_program(hello, body);
    checks.into_iter().find_map(|check| check.advice).expect("something is wrong")
}

#[test]
fn a_sound_adapter() {
    // It knows the broken file by the name of its case.
    let body = r#"case $line in *checksum*) r=reject;; *) r=ok;; esac; echo "{\"seq\":$n,\"result\":\"$r\"}""#;
    let checks = examine_program(HELLO, body);
    assert_eq!(checks.iter().filter_map(|check| check.advice.clone()).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(checks.len(), 5);
}

#[test]
fn broken_adapters() {
    let ok = r#"echo "{\"seq\":$n,\"result\":\"ok\"}""#;
    let cases = [
        ("ready!", ok, "stdout is for answers, one line of JSON for each question"),
        (
            r#"{"protocol":7,"name":"t","formats":{},"ops":[]}"#,
            ok,
            "expected version 1 of the protocol, found 7: answer",
        ),
        (
            r#"{"protocol":1,"name":"t","formats":{"bpx":["2"]},"ops":["validate"]}"#,
            ok,
            "a greeting is {\"protocol\": 1",
        ),
        (
            r#"{"protocol":1,"name":"t","formats":{"bpx":[2]},"ops":["validate"],"readings":{"I-30":"base-2"}}"#,
            ok,
            "expected an option of I-30 (base-0, base-1), found `base-2`",
        ),
        (
            r#"{"protocol":1,"name":"t","formats":{"bpx":[7]},"ops":["validate"]}"#,
            ok,
            "its cases have the versions 0, 1, 2",
        ),
        (
            r#"{"protocol":1,"name":"t","formats":{"bpx":[2]},"ops":["validate"],"features":["gzip"]}"#,
            ok,
            "`gzip` is not a feature",
        ),
        (
            r#"{"protocol":1,"name":"t","formats":{"bpx":[2]},"ops":["validate"],"classes":{"BadCrc":"crc"}}"#,
            ok,
            "`crc`, which is not a class",
        ),
        (r#"{"protocol":1,"name":"t","formats":{"BPX":[2]},"ops":["validate"]}"#, ok, "no case is of the format `BPX`"),
        (r#"{"protocol":1,"name":"t","formats":{"bpx":[2]},"ops":["check"]}"#, ok, "`check` is not an op"),
        (HELLO, ok, "the program answers `ok`"),
        (HELLO, r#"echo "{\"seq\":1,\"result\":\"ok\"}""#, "`seq` of the answer must equal that of the question"),
        (HELLO, "echo valid", "belongs on stderr"),
        (HELLO, &format!("echo checking; {ok}"), "belongs on stderr"),
        (HELLO, r#"echo "{\"seq\":$n,\"result\":\"refused\"}""#, "an answer is one line such as"),
        // The second question is a broken file, to which it does not answer.
        (HELLO, &format!("count=$((count+1)); test $count = 2 && exit 7; {ok}"), "the program ended (exit status: 7)"),
        (HELLO, "echo oh no >&2; exit 3", "catch the errors that the library throws"),
        (HELLO, ":", "flush stdout"),
        (
            HELLO,
            r#"echo "{\"seq\":$n,\"result\":\"reject\",\"message\":\"odd length\"}""#,
            "pass all of them to the reader",
        ),
    ];
    for (hello, body, expected) in cases {
        let advice = advice(hello, body);
        assert!(advice.contains(expected), "{hello} {body}: {advice}");
    }
}

/// Returns the hints of an adapter that refuses broken files with these further members, and has no faults.
fn hints(said: &str) -> Vec<String> {
    let reject = format!(r#"echo "{{\"seq\":$n,\"result\":\"reject\"{said}}}""#);
    let body = format!(r#"case $line in *checksum*) {reject};; *) echo "{{\"seq\":$n,\"result\":\"ok\"}}";; esac"#);
    let checks = examine_program(HELLO, &body);
    assert!(checks.iter().all(|check| check.advice.is_none()), "{checks:?}");
    checks.into_iter().filter_map(|check| check.hint).collect()
}

#[test]
fn what_a_refusal_could_say_is_a_hint() {
    for (said, expected) in [
        ("", "the answer may state `class`, `at` and `offset` too"),
        (r#",\"class\":\"BadCrc\""#, "\"classes\": {\"BadCrc\": \"checksum-mismatch\"}"),
        (r#",\"verdict\":\"corrupt\""#, "one of malformed, invalid, unsupported"),
        (r#",\"class\":\"overlap\""#, "a note, not a failure: class: expected checksum-mismatch, found overlap"),
    ] {
        let hints = hints(said);
        assert!(hints.len() == 1 && hints[0].contains(expected), "{said}: {hints:?}");
    }
    assert_eq!(hints(r#",\"class\":\"checksum-mismatch\""#), [""; 0]);
}

/// A value that differs is shown beside the one that is wanted, with the rules that compare them.
#[test]
fn values_that_differ() {
    let hello = r#"{"protocol":1,"name":"t","formats":{"bpx":[]},"ops":["identify"]}"#;
    let model = |model: &str| advice(hello, &format!(r#"echo "{{\"seq\":$n,\"result\":\"ok\",\"model\":{model}}}""#));
    assert!(model("{}").contains("not in the model): paths follow the names"), "{}", model("{}"));
    let other = model(r#"{\"format\":\"zip\"}"#);
    assert!(
        other.contains("model format (expected \"bpx\", found \"zip\"): the runner compares numbers by value"),
        "{other}"
    );
}

/// Each claimed operation gets one case, and the advice names what is missing in the answer.
#[test]
fn every_op_is_asked() {
    let hello =
        r#"{"protocol":1,"name":"t","formats":{"bpx":[]},"ops":["identify","encode","roundtrip","unpack","record"]}"#;
    let checks = examine_program(hello, r#"echo "{\"seq\":$n,\"result\":\"ok\"}""#);
    for (op, expected) in [
        ("identify", "`model` of the answer"),
        ("encode", "as `hex` or `path`"),
        ("roundtrip", "as `hex` or `path`"),
        ("unpack", "write the files into `folder`"),
        ("record", "has the written bytes, as `hex`"),
    ] {
        let check = checks.iter().find(|check| check.what.starts_with(&format!("it can {op} "))).expect(op);
        let advice = check.advice.as_ref().expect(op);
        assert!(advice.contains(expected), "{op}: {advice}");
    }
}

#[test]
fn a_command_that_is_none() {
    let checks = examine("no-such-command-anywhere", &SUITE, &Bounds::default());
    let advice = checks.last().and_then(|check| check.advice.clone()).unwrap();
    assert!(advice.starts_with("the command does not exist") && advice.matches("not found").count() == 1, "{advice}");
}

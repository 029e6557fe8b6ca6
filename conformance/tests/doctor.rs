//! What is wrong with an adapter is told so that its author knows what to do.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use conformance::doctor::{Check, examine};
use conformance::suite::Suite;
use conformance::testee::Bounds;
use std::path::Path;
use std::time::Duration;

const HELLO: &str = r#"{"protocol":1,"name":"t","formats":{"bpx":[1,2]},"ops":["validate"]}"#;

fn told(hello: &str, body: &str) -> Vec<Check> {
    let loops = format!(
        "read -r line; echo '{hello}'; while read -r line; do \
         n=${{line#*\\\"seq\\\":}}; n=${{n%%[,\\}}]*}}; {body}; done"
    );
    let command = format!("sh -c '{}'", loops.replace('\'', r"'\''"));
    let suite = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    examine(&command, &suite, &Bounds::default().with_time(Duration::from_millis(500)))
}

/// The first advice.
fn advice(hello: &str, body: &str) -> String {
    let checks = told(hello, body);
    checks.into_iter().find_map(|check| check.advice).expect("something is wrong")
}

#[test]
fn a_sound_adapter() {
    // It knows the one broken file that is asked for by the name of its case.
    let body = r#"case $line in *checksum*) r=reject;; *) r=ok;; esac; echo "{\"seq\":$n,\"result\":\"$r\"}""#;
    let checks = told(HELLO, body);
    assert_eq!(checks.iter().filter_map(|check| check.advice.clone()).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(checks.len(), 5);
}

#[test]
fn broken_adapters() {
    let ok = r#"echo "{\"seq\":$n,\"result\":\"ok\"}""#;
    let cases = [
        ("ready!", ok, "the first line on stdout has to be the greeting"),
        (r#"{"protocol":7,"name":"t","formats":{},"ops":[]}"#, ok, "version 7 of the protocol"),
        (r#"{"protocol":1,"name":"t","formats":{"BPX":[2]},"ops":["validate"]}"#, ok, "no case is of the format `BPX`"),
        (r#"{"protocol":1,"name":"t","formats":{"bpx":[2]},"ops":["check"]}"#, ok, "`check` is no op"),
        (HELLO, ok, "it answers `ok`"),
        (HELLO, r#"echo "{\"seq\":1,\"result\":\"ok\"}""#, "`seq` of the answer is that of the question"),
        (HELLO, "echo valid", "an answer is one line such as"),
        (HELLO, "echo oh no >&2; exit 3", "catch what the library throws"),
        (HELLO, ":", "flush stdout"),
        (HELLO, r#"echo "{\"seq\":$n,\"result\":\"reject\",\"message\":\"odd length\"}""#, "all of them handed on"),
    ];
    for (hello, body, expected) in cases {
        let advice = advice(hello, body);
        assert!(advice.contains(expected), "{body}: {advice}");
    }
}

#[test]
fn a_command_that_is_none() {
    let suite = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let checks = examine("no-such-command-anywhere", &suite, &Bounds::default());
    let advice = checks.last().and_then(|check| check.advice.clone()).unwrap();
    assert!(advice.contains("not found"), "{advice}");
}

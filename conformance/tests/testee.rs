//! The driver of programs under test, with a shell as the program.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use conformance::testee::{Bounds, BuildError, Outcome, Run, RunError, Testee};
use serde_json::json;
use std::time::Duration;

fn shell(script: &str, bounds: Bounds) -> Result<Run, RunError> {
    Testee::new("/bin/sh").run(["-c", script], &bounds)
}

fn outcome(script: &str) -> Outcome {
    shell(script, Bounds::default()).unwrap().outcome
}

#[test]
fn exit_codes_mean_done_or_refused() {
    assert_eq!(outcome("echo noise; echo '{\"n\": 1}'"), Outcome::Ok(json!({ "n": 1 })));
    assert_eq!(outcome("echo '[2]'; exit 1"), Outcome::Rejected(json!([2])));
}

#[test]
fn mistakes_of_ours_are_no_outcome() {
    let error = shell("echo 'no such command' >&2; exit 2", Bounds::default()).unwrap_err();
    assert_eq!(error.to_string(), "used wrongly: no such command\n");
    let error = shell("echo '{'", Bounds::default()).unwrap_err();
    assert_eq!(error.to_string(), "the last line on stdout is not JSON: \"{\"");
    let error = shell("true", Bounds::default()).unwrap_err();
    assert_eq!(error.to_string(), "the last line on stdout is not JSON: \"\"");
    let error = Testee::new("/no/such/program").run(["x"], &Bounds::default()).unwrap_err();
    assert!(matches!(error, RunError::Io { .. }), "{error}");
    let error = Testee::build("no-such-testee").unwrap_err();
    assert!(matches!(error, BuildError::Unknown { .. }), "{error}");
}

#[test]
fn crashes_are_described() {
    assert_eq!(outcome("echo '{}'; exit 101"), Outcome::Crashed("exit status: 101".to_owned()));
    let Outcome::Crashed(how) = outcome("echo; echo dying >&2; kill -SEGV $$") else {
        panic!("no crash");
    };
    assert!(how.starts_with("signal: 11") && how.ends_with(": dying"), "{how}");
    let out_of_memory = "echo 'memory allocation of 8 bytes failed' >&2; kill -ABRT $$";
    assert_eq!(outcome(out_of_memory), Outcome::OutOfMemory);
}

#[test]
fn time_is_limited() {
    // What it started holds its output open.
    let bounds = Bounds::default().with_time(Duration::from_millis(100));
    let run = shell("sleep 20 & echo waiting >&2; wait", bounds).unwrap();
    assert_eq!(run.outcome, Outcome::TimedOut);
    assert_eq!(run.stderr, "waiting\n");
    assert!(run.elapsed >= bounds.time && run.elapsed < Duration::from_secs(10), "{:?}", run.elapsed);
}

#[test]
fn output_is_limited() {
    let run = shell("exec yes", Bounds::default()).unwrap();
    assert_eq!(run.outcome, Outcome::Crashed("the program wrote more than the limit".to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let bounds = Bounds::default().with_memory(64 << 20);
    let run = shell("x=$(head -c 200000000 /dev/zero | tr '\\0' x); sleep 20", bounds).unwrap();
    assert_eq!(run.outcome, Outcome::OutOfMemory);
    assert!(run.peak_memory.unwrap() > bounds.memory);
    let run = shell("sleep 0.1; echo 1", bounds).unwrap();
    assert_eq!(run.outcome, Outcome::Ok(json!(1)));
    assert!(run.peak_memory.unwrap() < bounds.memory);
}

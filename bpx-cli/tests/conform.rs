//! The suite against the codecs of the command itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use assert_cmd::Command;

fn bpx() -> Command {
    let mut command = Command::cargo_bin("bpx").unwrap();
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command
}

#[test]
fn the_command_passes_its_own_suite() {
    let testee = format!("'{}' conform testee", assert_cmd::cargo::cargo_bin("bpx").display());
    let out = bpx().args(["conform", "run", "--report", "json", "--testee", &testee]).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(report["surprises"], serde_json::json!([]));
    assert!(report["summary"]["all"]["passed"].as_u64().unwrap() > 10);
    assert_eq!((&report["summary"]["all"]["skipped"], out.status.code()), (&0.into(), Some(0)));
}

/// Without the feature, nothing of the deliberate mistakes is in the command, not even a name.
#[cfg(not(feature = "faults"))]
#[test]
fn no_mutant_is_in_the_command() {
    let list = include_str!("../../bpx-schema/src/faults.rs");
    let names = list.lines().filter(|line| line.matches('"').count() == 4).filter_map(|line| line.split('"').nth(1));
    let names: Vec<&str> = names.collect();
    assert!(names.len() >= 36 && names.contains(&"skips-sums"), "{names:?}");
    assert_eq!(common::words_in(&assert_cmd::cargo::cargo_bin("bpx"), &names), [""; 0]);
}

#[test]
fn who_does_not_greet_is_told_so() {
    let out = bpx().args(["conform", "run", "--testee", "echo hello"]).output().unwrap();
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("does not greet"), "{said}");
}

#[test]
fn reports_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name: &str, status: &str| {
        let path = folder.path().join(name);
        let json = serde_json::json!({ "cases": [{ "id": "bpx.a", "status": status, "symptom": "" }] });
        std::fs::write(&path, json.to_string()).unwrap();
        path
    };
    let (good, bad) = (report("good.json", "passed"), report("bad.json", "failed"));
    let compare = |old, new| bpx().args(["conform", "compare"]).args([old, new]).output().unwrap();
    let broken = compare(&good, &bad);
    assert_eq!((broken.status.code(), &*broken.stdout), (Some(1), &b"broken bpx.a (failed)\n"[..]));
    let fixed = compare(&bad, &good);
    assert_eq!((fixed.status.code(), &*fixed.stdout), (Some(0), &b"fixed bpx.a (passed)\n"[..]));
    assert_eq!(compare(&good, &good).stdout, b"no differences\n");
}

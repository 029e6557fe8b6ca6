//! The readers that were written from the texts alone: they pass the cases that they support, and the cases find
//! bugs that are planted in them.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use conformance::runner::{Program, RunOptions, Status, run_cases};
use conformance::suite::{Case, Suite};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use test_needs::needs;

/// Loading takes longer than the tests.
static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap());

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testees/independent")
}

/// Asks all cases, and fails unless `at_least` pass and none fails.
fn passes(command: String, at_least: usize) {
    let cases: Vec<&Case> = SUITE.cases.iter().collect();
    let (_, results) = run_cases(&Program::Persistent(command), &cases, &RunOptions::default(), &|_| {}).unwrap();
    let failed = results.iter().filter(|result| result.status == Status::Failed);
    let failed: Vec<_> = failed.map(|result| (&cases[result.case].id, &result.symptom, &result.detail)).collect();
    assert_eq!(failed, []);
    let passed = results.iter().filter(|result| result.status == Status::Passed).count();
    assert!(passed >= at_least, "expected {at_least} cases that pass, found {passed}");
}

#[needs(python3)]
#[test]
fn python_passes() {
    passes(format!("python3 '{}/python/adapter.py'", folder().display()), 2_000);
}

#[needs(node)]
#[test]
fn javascript_passes() {
    passes(format!("node '{}/javascript/adapter.js'", folder().display()), 1_200);
}

/// Writes the cases as `record.py` and `bpx conform list --json` give them, and returns the paths.
fn written(folder: &Path) -> [PathBuf; 2] {
    let (questions, listing) = (folder.join("questions"), folder.join("listing"));
    // Records are not files, and models that are written are compared by the runner.
    let asked = ["identify", "validate", "decode", "unpack", "roundtrip"];
    let cases: Vec<&Case> = SUITE.cases.iter().filter(|case| asked.contains(&case.op.name())).collect();
    let lines: Vec<String> = cases.iter().map(|case| question(case).to_string()).collect();
    let list: Vec<Value> =
        cases.iter().map(|case| json!({"id": case.id, "features": case.features, "expect": case.expect})).collect();
    std::fs::write(&questions, lines.join("\n")).unwrap();
    std::fs::write(&listing, json!(list).to_string()).unwrap();
    [questions, listing]
}

fn question(case: &Case) -> Value {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut question = json!({
        "case": case.id,
        "op": case.op.name(),
        "format": case.format,
        "version": case.version,
        "hex": hex(&case.input),
    });
    for (name, bytes) in [("names", &case.names), ("dict", &case.dict)] {
        if let Some(bytes) = bytes {
            question[name] = json!(hex(bytes));
        }
    }
    question
}

/// Runs a script of the folder on the cases, and fails unless it is content.
fn script(program: &str, name: &str, arguments: &[&str]) {
    let target = tempfile::tempdir().unwrap();
    let mut command = Command::new(program);
    let out = command.arg(folder().join(name)).args(written(target.path())).args(arguments).output().unwrap();
    let said = [out.stdout, out.stderr].concat();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&said));
}

#[needs(python3)]
#[test]
fn a_sample_of_changed_readers_is_noticed() {
    script("python3", "mutate.py", &["--sample", "30", "--seed", "1", "--inputs", "0", "--least", "25"]);
}

#[needs(python3)]
#[test]
fn bugs_that_readers_had_are_noticed() {
    script("python3", "planted.py", &[]);
}

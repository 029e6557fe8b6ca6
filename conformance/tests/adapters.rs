//! The example adapters: they send a greeting, and answer the supported cases correctly.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use conformance::doctor::examine;
use conformance::runner::{Program, RunOptions, Status, run_cases};
use conformance::suite::{Case, Suite};
use conformance::testee::Bounds;
use std::path::{Path, PathBuf};
use std::process::Command;
use test_needs::needs;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the number of lines of a file.
fn lines(path: &str) -> usize {
    std::fs::read_to_string(folder().join("testees").join(path)).unwrap().lines().count()
}

fn passes(program: &Program, at_least: usize) {
    let suite = Suite::load(folder()).unwrap();
    if let Program::Persistent(command) = program {
        for check in examine(command, &suite, &Bounds::default()) {
            assert_eq!(check.advice, None, "{}", check.what);
        }
    }
    let parts = ["bpx.header.", "bpx.section."];
    let known = |case: &&Case| parts.iter().any(|part| case.id.starts_with(part));
    let cases: Vec<&Case> = suite.cases.iter().filter(known).collect();
    // What they say beyond a refusal is right too.
    let options = RunOptions::default().with_diagnostics(true);
    let (_, results) = run_cases(program, &cases, &options, &|_| {}).unwrap();
    let passed = results.iter().filter(|result| result.status == Status::Passed).count();
    assert!(passed >= at_least, "only {passed} cases");
    let failed = results.iter().filter(|result| result.status == Status::Failed);
    let failed: Vec<_> = failed.map(|result| (&cases[result.case].id, &result.symptom, &result.detail)).collect();
    assert_eq!(failed, []);
}

#[needs(python3)]
#[test]
fn python() {
    assert!(lines("python/adapter.py") <= 60);
    passes(&Program::Persistent(format!("python3 '{}/testees/python/adapter.py'", folder().display())), 50);
}

#[needs(node)]
#[test]
fn javascript() {
    assert!(lines("javascript/adapter.js") <= 60);
    passes(&Program::Persistent(format!("node '{}/testees/javascript/adapter.js'", folder().display())), 25);
}

#[needs(cc)]
#[test]
fn c() {
    assert!(lines("c/bpx.c") <= 60);
    let target = tempfile::tempdir().unwrap();
    let program: PathBuf = target.path().join("bpx-c");
    let source = folder().join("testees/c/bpx.c");
    let built = Command::new("cc").args(["-O2", "-Wall", "-Wextra", "-o"]).arg(&program).arg(source).output().unwrap();
    assert!(built.status.success() && built.stderr.is_empty(), "{}", String::from_utf8_lossy(&built.stderr));
    passes(&Program::Oneshot(format!("'{}' {{op}} {{in}}", program.display())), 15);
}

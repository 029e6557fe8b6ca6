//! The suite without a checkout: the copy in the command, exported folders, and the bytes of cases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{Run, run_in};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use test_needs::needs;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn testee() -> String {
    format!("'{}' conform testee", env!("CARGO_BIN_EXE_bpx"))
}

fn conform(folder: &Path, arguments: &[&str]) -> Run {
    run_in(folder, &[&["conform"], arguments].concat())
}

/// A folder with a part of the suite in `part`, as every command loads all of it.
fn part() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("part");
    for name in [
        "cases/blk",
        "cases/bpx/unpacking.toml",
        "cases/bpx/header.toml",
        "cases/bpx/sd-values.toml",
        "cases/gpb/ends.toml",
        "golden",
        "docs",
        "version.toml",
    ] {
        copy(&root().join("conformance").join(name), &suite.join(name));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        for name in common::names(from) {
            copy(&from.join(&name), &to.join(&name));
        }
        return;
    }
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(from, to).unwrap();
}

/// The suite and the explanations of the ids in it.
#[test]
fn the_command_has_the_suite_in_it() {
    let empty = tempfile::tempdir().unwrap();
    let run = conform(empty.path(), &["run", "--oneshot", "test ! {in}", "--case", "bpat.full", "--report", "html"]);
    assert!(run.code == 1 && run.text().contains("bpat.full"), "{run:?}");
    let clauses = fs::read_to_string(root().join("docs/clauses/bpat.toml")).unwrap();
    let texts = clauses.lines().filter_map(|line| line.strip_prefix("text = \"")?.strip_suffix('"'));
    assert!(texts.filter(|text| run.text().contains(text)).count() > 0, "{run:?}");
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[test]
fn an_exported_folder_is_a_suite() {
    let empty = part();
    let run = conform(empty.path(), &["export", "suite", "--suite", "part"]);
    assert_eq!(run.code, 0, "{run:?}");
    let all = conform(empty.path(), &["list", "--suite", "part"]);
    let exported = conform(empty.path(), &["list", "--suite", "suite"]);
    assert_eq!(exported.out, all.out);
    let run = conform(empty.path(), &["run", "--suite", "suite", "--testee", &testee(), "--format", "gpb"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.text().contains(" 0 failed, 0 known, 0 skipped"), "{run:?}");

    // The version must be high enough for the difference.
    let run = conform(empty.path(), &["export", "again", "--suite", "part", "--since", "suite"]);
    assert!(run.code == 0 && run.text().contains(": none; the required version is "), "{run:?}");
    let path = empty.path().join("suite/gpb.json");
    let text = fs::read_to_string(&path).unwrap();
    let start = text.find("{\"id\":\"gpb.").unwrap();
    let end = start + text[start..].find('\n').unwrap() + 1;
    fs::write(&path, [&text[..start], &text[end..]].concat()).unwrap();
    let run = conform(empty.path(), &["export", "again", "--suite", "part", "--since", "suite"]);
    assert!(run.code == 1 && run.text().contains(": minor; the required version is "), "{run:?}");
    fs::write(&path, text.replacen("\"hash\":\"", "\"hash\":\"0", 1)).unwrap();
    let run = conform(empty.path(), &["export", "again", "--suite", "part", "--since", "suite"]);
    assert!(run.code == 1 && run.text().contains("major: changed gpb."), "{run:?}");
    fs::write(&path, "{}").unwrap();
    conform(empty.path(), &["list", "--suite", "suite"]).failed(1, "missing field");
    conform(empty.path(), &["export", "again", "--suite", "part", "--since", "none"]).failed(4, "none");
}

#[test]
fn tables_in_c_are_written_for_a_format() {
    let empty = part();
    let run = conform(empty.path(), &["export", "tables", "--suite", "part", "--target", "c", "--format", "gpb"]);
    assert_eq!(run.code, 0, "{run:?}");
    let names = common::names(&empty.path().join("tables"));
    assert_eq!(names, ["cases.c", "cases.h", "runner.c", "sha256.c", "values.c"]);
    let cases = fs::read_to_string(empty.path().join("tables/cases.c")).unwrap();
    assert!(cases.contains("{\"gpb.") && !cases.contains("{\"bpx."));
    conform(empty.path(), &["export", "tables", "--suite", "part", "--format", "png"])
        .failed(2, "expected a format, one of blk, bpx, gpb, found `png`");
}

#[test]
fn bytes_of_a_case() {
    let empty = part();
    let bytes = |arguments: &[&str]| conform(empty.path(), &[&["bytes", "--suite", "part"], arguments].concat());
    let shown = bytes(&["bpx.header.version.3"]);
    assert_eq!((shown.code, &shown.out[..3], shown.out[20]), (0, &b"BPX"[..], 3));
    let run = bytes(&["bpx.header.version.3", "-o", "three.bpx"]);
    assert_eq!((run.code, fs::read(empty.path().join("three.bpx")).unwrap()), (0, shown.out));
    let list = conform(empty.path(), &["list", "--suite", "part", "--format", "blk", "--json"]);
    let list: serde_json::Value = serde_json::from_slice(&list.out).unwrap();
    let with = |name: &str| list.as_array().unwrap().iter().find(|case| case[name] == true).unwrap()["id"].clone();
    for (name, option) in [("names", "--names"), ("dict", "--dict")] {
        let run = bytes(&[with(name).as_str().unwrap(), option]);
        assert!(run.code == 0 && !run.out.is_empty(), "{run:?}");
        bytes(&["bpx.header.version.3", option]).failed(2, "bpx.header.version.3 has no");
    }
    bytes(&["bpx.header.version.33"]).failed(2, "similar ids: bpx.header.version.3, ");
}

/// Cases that need folders, large files, or files beside the question.
#[needs(python3, node)]
#[test]
fn the_packages_ask_as_the_command_does() {
    let empty = part();
    assert_eq!(conform(empty.path(), &["export", "suite", "--suite", "part"]).code, 0);
    let cli = root().join("packages/npm/lib/cli.js");
    let parts = [["--format", "blk"], ["--op", "unpack"], ["--op", "encode"], ["--case", "bpx.sd.depth.*"]];
    for (program, start) in [("python3", vec!["-m", "bpx_conformance"]), ("node", vec![cli.to_str().unwrap()])] {
        for part in &parts {
            let mut command = Command::new(program);
            command.current_dir(empty.path()).env("PYTHONPATH", root().join("packages/python"));
            command.args(&start).args(["run", "--suite", "suite", "--adapter", &testee()]).args(part);
            let out = command.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
            let said = String::from_utf8(out.stdout).unwrap();
            assert!(out.status.success() && said.contains(" 0 failed, 0 known"), "{program} {part:?}: {said}");
            assert!(!said.contains(": 0 passed"), "{program} {part:?}: {said}");
        }
    }
}

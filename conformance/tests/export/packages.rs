//! The packages for Python and Node against the runner: from an empty folder, with nothing but an exported suite.

use super::documents::{EXPORT, SUITE};
use super::{folder, packages};
use conformance::known::{Known, check_results};
use conformance::runner::{Program, RunOptions, Status, run_cases};
use conformance::suite::Case;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use tempfile::TempDir;
use test_needs::needs;

/// A program that gives one answer to all questions.
const ALWAYS: &str = r#"
import json, sys
OPS = ["identify", "decode", "validate", "encode", "roundtrip", "canonicalize", "unpack", "record"]
HELLO = {"protocol": 1, "name": "always", "formats": {name: [] for name in ("bpx", "bpat", "blk", "gpb")}, "ops": OPS}
for line in sys.stdin:
    ask = json.loads(line)
    if ask["cmd"] == "bye":
        break
    print(json.dumps(HELLO if ask["cmd"] == "hello" else dict(json.loads(sys.argv[1]), seq=ask["seq"])), flush=True)
"#;

/// The exported suite, which is written once.
static WRITTEN: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suite");
    EXPORT.write(&folder).unwrap();
    folder
});

/// A part of it, which starts sooner.
static SMALL: LazyLock<PathBuf> = LazyLock::new(|| {
    let mut small = EXPORT.clone();
    small.formats.retain(|format| ["bpx", "gpb"].contains(&&*format.format));
    for format in &mut small.formats {
        format
            .cases
            .retain(|case| ["bpx.header.", "bpx.section", "gpb.version."].iter().any(|part| case.id.starts_with(part)));
    }
    small.files.clear();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("small-suite");
    small.write(&folder).unwrap();
    folder
});

/// A suite, an empty folder to start programs in, and one for other files.
struct Place {
    suite: &'static Path,
    empty: TempDir,
    files: TempDir,
}

impl Place {
    fn new(suite: &'static Path) -> Self {
        let place = Self { suite, empty: tempfile::tempdir().unwrap(), files: tempfile::tempdir().unwrap() };
        std::fs::write(place.files.path().join("always.py"), ALWAYS).unwrap();
        place
    }

    fn python(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("python3");
        let pytest = folder().join("../target/pytest");
        let path = std::env::join_paths([packages().join("python"), pytest]).unwrap();
        command.args(arguments).env("PYTHONPATH", path).env("PYTHONDONTWRITEBYTECODE", "1");
        self.with_suite(command)
    }

    fn node(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("node");
        command.args(arguments);
        self.with_suite(command)
    }

    fn with_suite(&self, mut command: Command) -> Command {
        command.current_dir(self.empty.path()).env("BPX_SUITE", self.suite);
        command
    }

    fn always(&self, answer: &str) -> String {
        format!("python3 '{}/always.py' '{answer}'", self.files.path().display())
    }
}

fn text(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

/// Returns the report of the runner: a line for each failure, and the counts.
fn ours(command: &str) -> (Vec<String>, String) {
    let cases: Vec<&Case> = SUITE.cases.iter().collect();
    let program = Program::Persistent(command.to_owned());
    let (hello, results) = run_cases(&program, &cases, &RunOptions::default(), &|_| {}).unwrap();
    let surprises = check_results(&SUITE.cases, &cases, &results, &Known::default(), "2026-01-01");
    let count = |status| results.iter().filter(|result| result.status == status).count();
    let [passed, failed, skipped] = [Status::Passed, Status::Failed, Status::Skipped].map(count);
    let name = format!("{} {}", hello.name, hello.version);
    let line = format!(
        "{}: {passed} passed, {failed} failed, 0 known, {skipped} skipped of {}; {failed} not as listed",
        name.trim_end(),
        cases.len()
    );
    let mut failures: Vec<String> = surprises.iter().map(ToString::to_string).collect();
    failures.sort();
    (failures, line)
}

/// Returns the report of a package, whose other output is indented beside the failures.
fn theirs(mut command: Command) -> (Vec<String>, String) {
    let out = command.output().unwrap();
    let said = String::from_utf8(out.stdout.clone()).unwrap();
    let mut lines: Vec<&str> = said.lines().filter(|line| !line.starts_with(' ')).collect();
    let last = lines.pop().unwrap_or_else(|| panic!("{}", text(&out))).to_owned();
    let mut failures: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    failures.sort();
    (failures, last)
}

/// Compares failures and the last line; only what differs is shown.
fn assert_same(theirs: &(Vec<String>, String), ours: &(Vec<String>, String)) {
    let added: Vec<_> = theirs.0.iter().filter(|line| !ours.0.contains(line)).collect();
    let missing: Vec<_> = ours.0.iter().filter(|line| !theirs.0.contains(line)).collect();
    assert!(added.is_empty() && missing.is_empty(), "only theirs: {added:#?}\nonly ours: {missing:#?}");
    assert_eq!(theirs.1, ours.1);
}

#[needs(python3, node)]
#[test]
fn packages_count_as_the_runner_does() {
    let place = Place::new(&WRITTEN);
    let cli = packages().join("npm/lib/cli.js").display().to_string();
    let adapters = [
        format!("python3 '{}/testees/python/adapter.py'", folder().display()),
        place.always(r#"{"result": "ok", "model": {"files": []}}"#),
        place.always(r#"{"result": "reject", "class": "truncated"}"#),
        format!("node '{}/testees/javascript/adapter.js'", folder().display()),
    ];
    for adapter in adapters {
        let expected = ours(&adapter);
        assert_same(&theirs(place.python(&["-m", "bpx_conformance", "run", "--adapter", &adapter])), &expected);
        assert_same(&theirs(place.node(&[&cli, "run", "--adapter", &adapter])), &expected);
    }
}

/// Known failures, in the same file as for the runner.
#[needs(python3, node)]
#[test]
fn packages_read_lists_of_known_failures() {
    let place = Place::new(&SMALL);
    let cli = packages().join("npm/lib/cli.js").display().to_string();
    let list = place.files.path().join("known.toml");
    let write = |case: &str, got: &str, until: &str| {
        let entry =
            format!("[[fail]]\ncase = [\n    {case:?},\n]\ngot = {got:?}\nwhy = \"it's new\"\nuntil = {until:?}\n");
        std::fs::write(&list, entry).unwrap();
    };
    let known = list.display().to_string();
    let accepts = place.always(r#"{"result": "ok"}"#);
    let options = ["--case", "bpx.header.version.*", "--negative", "--known", &known, "--today", "2026-01-01"];
    let both = |code: i32, said: &str| {
        let options = [&["run", "--adapter", &accepts][..], &options].concat();
        let python = place.python(&[&["-m", "bpx_conformance"], &options[..]].concat());
        let node = place.node(&[&[&*cli], &options[..]].concat());
        for mut command in [python, node] {
            let out = command.output().unwrap();
            assert_eq!(out.status.code(), Some(code), "{}", text(&out));
            assert!(text(&out).contains(said), "{}", text(&out));
        }
    };
    write("bpx.header.version.*", "accepted", "2026-01-01");
    both(0, "; 0 not as listed");
    write("bpx.header.version.*", "rejected", "");
    both(1, "bpx.header.version.3 fails with `accepted`, but is listed with `rejected`");
    write("bpx.header.version.3", "accepted", "");
    both(1, "bpx.header.version.0 fails: accepted");
    write("bpx.header.version.*", "accepted", "2025-12-31");
    both(1, "`bpx.header.version.*` expired on 2025-12-31");
    // The cases of other formats are not asked.
    std::fs::write(&list, format!("{}[[fail]]\ncase = 'nothing'\ngot = \"\"\nwhy = \"x\"\n", read(&list))).unwrap();
    both(1, "`nothing` lists no case that was run");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[needs(python3, node)]
#[test]
fn values_are_compared_as_the_table_says() {
    let place = Place::new(&SMALL);
    let table = packages().join("values.json");
    let python = packages().join("python/tests/test_compare.py").display().to_string();
    let node = packages().join("npm/test/compare.test.js").display().to_string();
    for mut command in [place.python(&[&python]), place.node(&["--test", &node])] {
        let out = command.env("BPX_VALUES", &table).output().unwrap();
        assert!(out.status.success(), "{}", text(&out));
    }
}

#[needs(pytest, python3)]
#[test]
fn each_case_is_a_test_of_pytest() {
    let place = Place::new(&SMALL);
    let pytest = |adapter: &str, more: &[&str]| {
        let quiet = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "bpx_conformance.plugin"];
        let out = place.python(&quiet).args(["--bpx-adapter", adapter]).args(more).output().unwrap();
        (out.status.code(), text(&out))
    };
    let refuses = place.always(r#"{"result": "reject"}"#);
    let (code, said) = pytest(&refuses, &["--bpx-case", "bpx.none"]);
    assert_eq!(code, Some(4), "{said}");
    let (code, said) = pytest(&refuses, &["--bpx-negative", "--bpx-case", "bpx.header.version.*"]);
    assert_eq!(code, Some(0), "{said}");
    let accepts = place.always(r#"{"result": "ok"}"#);
    let (code, said) = pytest(&accepts, &["--bpx-negative", "--bpx-case", "bpx.header.version.*"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("FAILED bpx::bpx.header.version.3"), "{said}");
    // What the program cannot do is skipped; cases that are not a duty may fail.
    let adapter = format!("python3 '{}/testees/python/adapter.py'", folder().display());
    let (code, said) = pytest(&adapter, &["--bpx-format", "gpb"]);
    assert!(code == Some(0) && said.contains(" skipped in "), "{said}");
    let (code, said) = pytest(&accepts, &["--bpx-level", "should", "--bpx-format", "bpx", "--bpx-op", "validate"]);
    assert!(code == Some(0) && said.contains(" xfailed in "), "{said}");
    let list = place.files.path().join("known.toml");
    std::fs::write(&list, "[[fail]]\ncase = \"bpx.header.version.*\"\ngot = \"accepted\"\nwhy = \"none\"\n").unwrap();
    let known = ["--bpx-negative", "--bpx-case", "bpx.header.version.*", "--bpx-known", list.to_str().unwrap()];
    let (code, said) = pytest(&accepts, &known);
    assert!(code == Some(0) && said.contains(" xfailed in "), "{said}");
    let (code, said) = pytest(&refuses, &known);
    assert!(code == Some(1) && said.contains("lists it as failing"), "{said}");
    // An object instead of a program.
    let object =
        "class Refuses:\n    def answer(self, question):\n        return {'result': 'reject'}\none = Refuses()\n";
    std::fs::write(place.empty.path().join("mine.py"), object).unwrap();
    let mut command = place.python(&["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "bpx_conformance.plugin"]);
    let out = command
        .args(["--bpx-object", "mine:one", "--bpx-negative", "--bpx-case", "bpx.header.version.*"])
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
}

#[needs(node)]
#[test]
fn each_case_is_a_test_of_node() {
    let place = Place::new(&SMALL);
    let file = place.empty.path().join("mine.test.mjs");
    let node = |adapter: &str, options: &str| {
        let library = packages().join("npm/lib/index.js").display().to_string();
        let source = format!("import {{ conform }} from {library:?};\nconform({{ adapter: {adapter}, {options} }});\n");
        std::fs::write(&file, source).unwrap();
        let out = place.node(&["--test", file.to_str().unwrap()]).output().unwrap();
        (out.status.code(), text(&out))
    };
    let refuses = r#"{ answer: (ask) => ({ result: "reject", message: ask.op }) }"#;
    let (code, said) = node(refuses, "negative: true, case: 'bpx.header.version.*'");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = node(r#"{ answer: () => ({ result: "ok" }) }"#, "negative: true, case: 'bpx.header.version.*'");
    assert!(code == Some(1) && said.contains("bpx.header.version.3 fails: accepted"), "{said}");
    let (code, said) = node(refuses, "case: 'none'");
    assert!(code == Some(1) && said.contains("expected a part of the suite"), "{said}");
}

//! The action for GitHub and the hooks for pre-commit, run on a repository with two commits.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(unix)]

mod common;

use common::{Run, run_in};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn git(folder: &Path, args: &[&str]) {
    let name = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
    let done = Command::new("git").current_dir(folder).args(name).args(args).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// A repository: a commit with the first version of a document and what is generated from it; then the second version.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let version = |number: u8| {
        fs::create_dir_all(at("docs")).unwrap();
        let from = root().join(format!("tests/walk-through/lights-{number}.md"));
        fs::copy(from, at("docs/lights.md")).unwrap();
    };
    version(1);
    git(folder.path(), &["init", "--quiet"]);
    for output in ["src", "schema.json"] {
        assert_eq!(run_in(folder.path(), &["spec", "generate", "docs/lights.md", "-o", output]).code, 0);
    }
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "--quiet", "-m", "one"]);
    version(2);
    git(folder.path(), &["commit", "--quiet", "-am", "two"]);
    folder
}

/// Runs a script as a step does, with `bpx` on the path.
fn script(folder: &Path, text: &str, env: &HashMap<String, String>) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_bpx")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", text]).current_dir(folder).envs(env);
    let done = command.env("PATH", path).output().unwrap();
    let err = String::from_utf8(done.stderr).unwrap();
    Run { code: done.status.code().unwrap(), out: done.stdout, err }
}

/// The step of an action that runs the command: its environment for these inputs, and its script.
fn step(action: &str, inputs: &[(&str, &str)]) -> (HashMap<String, String>, String) {
    let text = fs::read_to_string(root().join(action)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // The inputs are indented by two, and their defaults by four.
    let (mut values, mut input) = (HashMap::new(), "");
    for line in lines.iter().take_while(|line| **line != "runs:") {
        if let Some(name) = line.strip_prefix("  ").filter(|line| !line.starts_with(' ')) {
            input = name.trim_end_matches(':');
        } else if let Some(default) = line.strip_prefix("    default: ").filter(|default| !default.starts_with("${{")) {
            values.insert(input, default.trim_matches('"'));
        }
    }
    values.extend(inputs.iter().copied());
    let after = |from: usize, line: &str| from + lines[from..].iter().position(|one| *one == line).unwrap() + 1;
    let step = after(0, "      id: check");
    let (env, run) = (after(step, "      env:"), after(step, "      run: |"));
    let env = lines[env..run - 1].iter().map(|line| {
        let (key, value) = line.trim().split_once(": ${{ inputs.").unwrap();
        let value = values.get(value.trim_end_matches(" }}")).copied().unwrap_or_default();
        (key.to_owned(), value.to_owned())
    });
    let script = lines[run..].iter().map_while(|line| line.strip_prefix("        ")).collect::<Vec<_>>().join("\n");
    (env.collect(), script)
}

fn act(folder: &Path, inputs: &[(&str, &str)]) -> (Run, String) {
    act_as("action.yml", folder, inputs)
}

fn act_as(action: &str, folder: &Path, inputs: &[(&str, &str)]) -> (Run, String) {
    let (mut env, text) = step(action, inputs);
    let summary = folder.join("summary.md");
    let _ = fs::remove_file(&summary);
    env.insert("GITHUB_STEP_SUMMARY".to_owned(), summary.display().to_string());
    env.insert("RUNNER_TEMP".to_owned(), folder.display().to_string());
    let run = script(folder, &text, &env);
    (run, fs::read_to_string(summary).unwrap_or_default())
}

#[test]
fn the_action_compares_with_the_base_and_checks_what_is_generated() {
    let repository = repository();
    let folder = repository.path();
    let inputs = [("documents", "docs/lights.md\n"), ("generated", "src\nschema.json\n"), ("base", "HEAD~1")];
    let (run, summary) = act(folder, &inputs);
    let old = "warning: src/lights_of_a_level.rs: out of date: run `bpx spec generate` to write it\n\
               warning: schema.json: out of date: run `bpx spec generate` to write it\n";
    run.failed(1, &format!("docs/lights.md: 3 tables: all understood\n{old}"));
    insta::assert_snapshot!("action", summary);
    // Each witness is a file, which the new schema or the old one reads.
    let witnesses = common::names(&folder.join("bpx-witnesses"));
    assert!(!witnesses.is_empty() && witnesses.iter().all(|name| summary.contains(&format!("* `{name}`\n"))));

    // After generating again, only the changes remain; they break readers, unless an option allows that.
    for output in ["src", "schema.json"] {
        assert_eq!(run_in(folder, &["spec", "generate", "docs/lights.md", "-o", output]).code, 0);
    }
    let (run, summary) = act(folder, &inputs);
    assert_eq!((run.code, &*run.err), (1, "docs/lights.md: 3 tables: all understood\n"));
    assert!(summary.contains("| `schema.json` | current |"), "{summary}");
    let (run, _) = act(folder, &[&inputs[..], &[("fail-on", "never"), ("strict", "true")]].concat());
    assert_eq!(run.code, 0, "{run:?}");

    // A folder, and no base, or none with such a document.
    let (run, summary) = act(folder, &[("documents", "docs"), ("base", &"0".repeat(40))]);
    assert_eq!(
        (run.code, summary.as_str()),
        (0, "## Lights of a level\n\ndocs/lights.md: 3 tables: all understood.\n\n")
    );
    let (_, by_folder) = act(folder, &[("documents", "docs"), ("base", "HEAD~1")]);
    assert!(by_folder.contains("### Changes since `HEAD~1`"), "{by_folder}");
    fs::copy(folder.join("docs/lights.md"), folder.join("new.md")).unwrap();
    let (run, summary) = act(folder, &[("documents", "new.md"), ("base", "HEAD")]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(summary.ends_with("The document is new since `HEAD`.\n\n"), "{summary}");
    let (run, _) = act(folder, &[("documents", "docs"), ("base", "gone")]);
    run.failed(2, "expected a commit of this repository, found `gone`");
    let (run, _) = act(folder, &[("documents", "docs"), ("base", "--help")]);
    run.failed(2, "expected a commit of this repository, found `--help`");
}

#[test]
fn corrections_count_on_both_sides() {
    let repository = repository();
    let folder = repository.path();
    let fix = "[[table]]\nsection = \"1\"\nname = \"Header\"\nrename = \"Start\"\n";
    fs::write(folder.join("docs/lights.fix.toml"), fix).unwrap();
    git(folder, &["add", "."]);
    git(folder, &["commit", "--quiet", "-m", "three"]);
    // The base has no file of corrections, then it has one.
    let (_, summary) = act(
        folder,
        &[
            ("documents", "docs/lights.md"),
            ("corrections", "docs/lights.fix.toml"),
            ("base", "HEAD~1"),
            ("level", "model"),
        ],
    );
    assert!(summary.contains("| `Start` | Header | Start |"), "{summary}");
    let (run, summary) =
        act(folder, &[("documents", "docs"), ("base", "HEAD"), ("fail-on", "any"), ("level", "source")]);
    assert_eq!(run.code, 0, "{run:?} {summary}");
    assert!(summary.contains("0 changes, 0 breaking"), "{summary}");
    // Corrections that do not fit are in the summary.
    fs::write(folder.join("docs/lights.fix.toml"), fix.replace("Header", "Head")).unwrap();
    let (run, summary) = act(folder, &[("documents", "docs"), ("strict", "true")]);
    assert_eq!(run.code, 1);
    assert!(
        summary.contains("* A correction was not applied (docs/lights.fix.toml:1): expected the table"),
        "{summary}"
    );
}

#[test]
fn the_hooks_find_what_is_not_current_and_what_is_not_understood() {
    let repository = repository();
    let folder = repository.path();
    let hooks = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap();
    let entry = |id: &str| {
        let hook = hooks.split("- id: ").find(|hook| hook.starts_with(&format!("{id}\n"))).unwrap();
        hook.lines().find_map(|line| line.strip_prefix("  entry: ")).unwrap().to_owned()
    };
    let hook = |id: &str, args: &str| script(folder, &format!("{} {args}", entry(id)), &HashMap::new());
    let old = hook("bpx-spec-current", "docs/lights.md -o schema.json");
    assert_eq!((old.code, old.text()), (1, "schema.json: out of date\n"));
    assert_eq!(run_in(folder, &["spec", "generate", "docs/lights.md", "-o", "schema.json"]).code, 0);
    let current = hook("bpx-spec-current", "docs/lights.md -o schema.json");
    assert_eq!((current.code, current.text()), (0, "schema.json: current\n"));
    hook("bpx-spec-current", "docs/lights.md -o none.rs").failed(1, "");
    // The walk-through document is sound but for a remark that the hook may leave to `--ignore`.
    hook("bpx-spec-understood", "--ignore field.undescribed docs/lights.md").failed(0, "all understood");
    fs::write(folder.join("docs/torn.md"), "# Torn\n\n| A | B |\n|---|---|\n| 1 | 2 |\n").unwrap();
    hook("bpx-spec-understood", "docs/torn.md").failed(3, "found none that is understood");
}

#[test]
fn the_action_of_the_suite_shows_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("suite/cases/bpat")).unwrap();
    let case = |id: &str, level: &str| {
        format!(
            "[[case]]\nid = \"bpat.{id}\"\ntitle = \"{id}\"\nlevel = \"{level}\"\nhex = \"00\"\nexpect = {{ verdict = \"malformed\" }}\n"
        )
    };
    fs::write(folder.path().join("suite/cases/bpat/two.toml"), case("one", "must") + &case("two", "may")).unwrap();
    let act = |inputs: &[(&str, &str)]| {
        let _ = fs::remove_file(folder.path().join("conformance.md"));
        act_as("packages/action/action.yml", folder.path(), &[&[("suite", "suite")], inputs].concat())
    };
    let (run, summary) = act(&[("testee", "bpx conform testee"), ("format", "bpat"), ("level", "may")]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(summary.contains("| all |"), "{summary}");
    // A program that accepts all files.
    let accepts = [("oneshot", "test {in}")];
    let (run, summary) = act(&accepts);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(summary.contains("accepted"), "{summary}");
    let known = "[[fail]]\ncase = \"*\"\ngot = \"accepted\"\nwhy = \"it takes all\"\n";
    fs::write(folder.path().join("known.toml"), known).unwrap();
    let (run, _) = act(&[&accepts[..], &[("known", "known.toml")]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let (run, summary) = act(&[("testee", "bpx conform testee"), ("format", "png")]);
    assert_eq!((run.code, summary.as_str()), (2, ""));
}

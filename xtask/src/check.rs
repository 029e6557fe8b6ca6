//! Runs tasks that need little more than one call of cargo.

use crate::command::{Outcome, cargo_command, output_of, run_command, workspace_root};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

pub(crate) fn fmt() -> Outcome {
    run_command(&mut cargo_command(&["fmt", "--all", "--check"])?)?;
    for manifest in testee_manifests()?.into_iter().chain([FUZZ].into_iter().chain(APART_WORKSPACES).map(PathBuf::from))
    {
        run_command(cargo_command(&["fmt", "--check", "--manifest-path"])?.arg(manifest))?;
    }
    Ok(())
}

/// Members of the workspace with a task of their own, because they need readers of other projects for 25 formats.
const APART: [&str; 2] = ["gallery", "benches"];

/// Options of cargo that select all members except [`APART`]. Commands with the same options share compiled code.
const CORE: [&str; 5] = ["--workspace", "--exclude", APART[0], "--exclude", APART[1]];

pub(crate) fn lint() -> Outcome {
    // The programs of the fuzzer are three lines each; linting them would build libFuzzer.
    run_command(cargo_command(&["clippy"])?.args(CORE).args([
        "--all-targets",
        "--all-features",
        "--",
        "-D",
        "warnings",
    ]))
}

/// Tests that ask implementations of other projects, which are built for these tests.
const WITH_TESTEES: [&str; 8] = ["--test", "interop", "--test", "foreign", "--test", "blk", "--test", "exports"];

/// Lints the programs around implementations of other projects, and runs the tests that ask the programs. The core of
/// CI leaves the task out, because the task builds each program twice.
pub(crate) fn ask_testees(args: &[String]) -> Outcome {
    for manifest in testee_manifests()? {
        let mut command = cargo_command(&["clippy", "--release", "--locked", "--target-dir", "target/testees"])?;
        run_command(command.arg("--manifest-path").arg(manifest).args(["--", "-D", "warnings"]))?;
    }
    run_command(
        cargo_command(&["test", "--package", "bpx-conformance"])?.args(WITH_TESTEES).args(args).env("TESTEES", "asked"),
    )
}

/// The manifest of the fuzzer's programs, which are a workspace of their own.
const FUZZ: &str = "fuzz/Cargo.toml";

/// The manifests of the other workspaces, without those of the programs under test.
const APART_WORKSPACES: [&str; 3] =
    ["bpx-web/Cargo.toml", "conformance/testees/wt-blk/bench/Cargo.toml", "examples/algorithms/Cargo.toml"];

/// Fails if a lock file does not list the packages that its workspace needs. Only tasks outside of the core read most
/// lock files, so no other task of the core would find such a fault.
pub(crate) fn locks() -> Outcome {
    let others = [FUZZ].into_iter().chain(APART_WORKSPACES).map(PathBuf::from);
    for manifest in [PathBuf::from("Cargo.toml")].into_iter().chain(testee_manifests()?).chain(others) {
        let lock = manifest.with_file_name("Cargo.lock");
        run_command(
            cargo_command(&["update", "--workspace", "--locked", "--quiet", "--manifest-path"])?.arg(&manifest),
        )
        .map_err(|error| {
            format!("{error}; `cargo metadata --manifest-path {}` renews {}", manifest.display(), lock.display())
        })?;
    }
    Ok(())
}

/// Returns the manifests of the programs under test, which are not members of the workspace.
fn testee_manifests() -> Outcome<Vec<PathBuf>> {
    let directory = workspace_root()?.join("conformance/testees");
    let entries = directory.read_dir().map_err(|error| format!("{}: {error}", directory.display()))?;
    let manifests = entries.filter_map(|entry| Some(entry.ok()?.path().join("Cargo.toml")));
    let mut manifests: Vec<_> = manifests.filter(|manifest| manifest.is_file()).collect();
    manifests.sort();
    if manifests.is_empty() { Err(format!("{} has no program", directory.display())) } else { Ok(manifests) }
}

pub(crate) fn doc() -> Outcome {
    document_packages(&CORE)
}

fn document_packages(packages: &[&str]) -> Outcome {
    let mut command = cargo_command(&["doc", "--no-deps", "--all-features"])?;
    run_command(command.args(packages).env("RUSTDOCFLAGS", "-D warnings"))
}

pub(crate) fn test(args: &[String]) -> Outcome {
    run_command(cargo_command(&["test", "--no-fail-fast"])?.args(CORE).args(args))
}

/// Lints, documents and tests members that the core leaves out: the gallery, its exports to other languages, and the
/// benchmarks.
pub(crate) fn test_gallery(args: &[String]) -> Outcome {
    let packages = ["--package", APART[0], "--package", APART[1]];
    run_command(cargo_command(&["clippy"])?.args(packages).args(["--all-targets", "--", "-D", "warnings"]))?;
    document_packages(&packages)?;
    run_command(cargo_command(&["test"])?.args(packages).args(args))?;
    println!("example gallery");
    run_command(&mut cargo_command(&["run", "--quiet", "--package", "gallery"])?)
}

/// Runs every example; examples need no arguments.
pub(crate) fn examples() -> Outcome {
    let directory = workspace_root()?.join("bpx-formats/examples");
    let entries = directory.read_dir().map_err(|error| format!("{}: {error}", directory.display()))?;
    let sources = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let sources = sources.filter(|path| path.extension() == Some(OsStr::new("rs")));
    let mut names: Vec<_> = sources.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    if names.is_empty() {
        return Err(format!("{} has no example", directory.display()));
    }
    // As the tests build them, so that nothing is compiled again.
    run_command(cargo_command(&["build"])?.args(CORE).arg("--examples"))?;
    let programs = target_directory()?.join("debug/examples");
    for name in &names {
        println!("example {name}");
        run_command(&mut Command::new(programs.join(name).with_extension(std::env::consts::EXE_EXTENSION)))?;
    }
    check_outside("algorithms")
}

/// Returns the folder in which cargo builds.
fn target_directory() -> Outcome<PathBuf> {
    let metadata = output_of(&mut cargo_command(&["metadata", "--format-version", "1", "--no-deps"])?)?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let folder = metadata.get("target_directory").and_then(serde_json::Value::as_str);
    folder.map(PathBuf::from).ok_or_else(|| "cargo metadata names no target directory".to_owned())
}

/// Runs and tests an example that is a workspace of its own, like a user's crate.
fn check_outside(name: &str) -> Outcome {
    let root = workspace_root()?;
    println!("example {name}");
    for command in ["run", "test"] {
        let manifest = root.join("examples").join(name).join("Cargo.toml");
        let mut command = cargo_command(&[command, "--quiet"])?;
        command.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(root.join("target"));
        run_command(&mut command)?;
    }
    Ok(())
}

pub(crate) fn goldens() -> Outcome {
    let mut command = cargo_command(&["test", "--workspace", "--no-fail-fast"])?;
    run_command(command.env("INSTA_UPDATE", "always").env("INSTA_FORCE_PASS", "1").env("TRYBUILD", "overwrite"))
}

pub(crate) fn twins(args: &[String]) -> Outcome {
    compare_generated("twins_current", "TWINS", args)
}

pub(crate) fn clauses(args: &[String]) -> Outcome {
    compare_generated("clauses", "CLAUSES", args)
}

pub(crate) fn exports(args: &[String]) -> Outcome {
    compare_generated("exports_current", "EXPORTS", args)
}

pub(crate) fn expressions(args: &[String]) -> Outcome {
    compare_generated("expressions_current", "EXPRESSIONS", args)
}

/// Writes the documents about the gallery; with `--check`, only compares the documents.
pub(crate) fn gallery(args: &[String]) -> Outcome {
    for test in ["exports", "document"] {
        let mut command = cargo_command(&["test", "--package", "gallery", "--test", "formats", test])?;
        match args {
            [] => run_command(command.env("GALLERY", "overwrite"))?,
            [check] if check == "--check" => run_command(command.env_remove("GALLERY"))?,
            _ => return Err("takes nothing but --check".to_owned()),
        }
    }
    Ok(())
}

/// Prints how much of each format is declared, and compares the numbers with the stored numbers; with `--write`, stores
/// the numbers.
pub(crate) fn declared(args: &[String]) -> Outcome {
    let mut command =
        cargo_command(&["test", "--quiet", "--package", "tests", "--test", "declared", "--", "--nocapture"])?;
    match args {
        [] => run_command(command.env_remove("DECLARED")),
        [write] if write == "--write" => run_command(command.env("DECLARED", "overwrite")),
        _ => Err("takes nothing but --write".to_owned()),
    }
}

/// Runs a test that rewrites a generated file; with `--check`, the test only compares the file.
pub(crate) fn compare_generated(test: &str, variable: &str, args: &[String]) -> Outcome {
    let mut command = cargo_command(&["test", "--package", "tests", "--test", test])?;
    match args {
        [] => run_command(command.env(variable, "overwrite")),
        [check] if check == "--check" => run_command(command.env_remove(variable)),
        _ => Err("takes nothing but --check".to_owned()),
    }
}

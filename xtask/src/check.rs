//! Tasks that are little more than one call of cargo.

use crate::command::{Outcome, cargo, output, root, run};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

pub(crate) fn fmt() -> Outcome {
    run(&mut cargo(&["fmt", "--all", "--check"])?)?;
    for manifest in testees()?.into_iter().chain([FUZZ].into_iter().chain(APART_WORKSPACES).map(PathBuf::from)) {
        run(cargo(&["fmt", "--check", "--manifest-path"])?.arg(manifest))?;
    }
    Ok(())
}

/// Members of the workspace with a task of their own: they need the readers of others for 25 formats.
const APART: [&str; 2] = ["gallery", "benches"];

/// Options of cargo that select all members but those. Commands with the same options share what they compile.
const CORE: [&str; 5] = ["--workspace", "--exclude", APART[0], "--exclude", APART[1]];

pub(crate) fn lint() -> Outcome {
    // The programs of the fuzzer are three lines each; linting them would build libFuzzer.
    run(cargo(&["clippy"])?.args(CORE).args(["--all-targets", "--all-features", "--", "-D", "warnings"]))
}

/// Tests that ask the implementations of others, which are built for it.
const WITH_TESTEES: [&str; 8] = ["--test", "interop", "--test", "foreign", "--test", "blk", "--test", "exports"];

/// Lints the programs around the implementations of others, and runs the tests that ask them. The core leaves this out,
/// because it builds each of them twice.
pub(crate) fn ask_testees(args: &[String]) -> Outcome {
    for manifest in testees()? {
        let mut command = cargo(&["clippy", "--release", "--locked", "--target-dir", "target/testees"])?;
        run(command.arg("--manifest-path").arg(manifest).args(["--", "-D", "warnings"]))?;
    }
    run(cargo(&["test", "--package", "bpx-conformance"])?.args(WITH_TESTEES).args(args).env("TESTEES", "asked"))
}

/// The programs of the fuzzer, which are a workspace of their own.
const FUZZ: &str = "fuzz/Cargo.toml";

/// The other workspaces beside this one and the programs under test.
const APART_WORKSPACES: [&str; 3] =
    ["bpx-web/Cargo.toml", "conformance/testees/wt-blk/bench/Cargo.toml", "examples/algorithms/Cargo.toml"];

/// Fails when a lock file does not name what its workspace needs: most of them are read only by tasks that the core
/// leaves out, so nothing else notices.
pub(crate) fn locks() -> Outcome {
    let others = [FUZZ].into_iter().chain(APART_WORKSPACES).map(PathBuf::from);
    for manifest in [PathBuf::from("Cargo.toml")].into_iter().chain(testees()?).chain(others) {
        let lock = manifest.with_file_name("Cargo.lock");
        run(cargo(&["update", "--workspace", "--locked", "--quiet", "--manifest-path"])?.arg(&manifest)).map_err(
            |error| {
                format!("{error}; `cargo metadata --manifest-path {}` renews {}", manifest.display(), lock.display())
            },
        )?;
    }
    Ok(())
}

/// Returns the manifests of the programs under test, which are not members of the workspace.
fn testees() -> Outcome<Vec<PathBuf>> {
    let directory = root()?.join("conformance/testees");
    let entries = directory.read_dir().map_err(|error| format!("{}: {error}", directory.display()))?;
    let manifests = entries.filter_map(|entry| Some(entry.ok()?.path().join("Cargo.toml")));
    let mut manifests: Vec<_> = manifests.filter(|manifest| manifest.is_file()).collect();
    manifests.sort();
    if manifests.is_empty() { Err(format!("{} has no program", directory.display())) } else { Ok(manifests) }
}

pub(crate) fn doc() -> Outcome {
    document(&CORE)
}

fn document(packages: &[&str]) -> Outcome {
    let mut command = cargo(&["doc", "--no-deps", "--all-features"])?;
    run(command.args(packages).env("RUSTDOCFLAGS", "-D warnings"))
}

pub(crate) fn test(args: &[String]) -> Outcome {
    run(cargo(&["test", "--no-fail-fast"])?.args(CORE).args(args))
}

/// Lints, documents and tests what the core leaves out: the gallery, its exports to other languages, and the benchmarks.
pub(crate) fn test_gallery(args: &[String]) -> Outcome {
    let packages = ["--package", APART[0], "--package", APART[1]];
    run(cargo(&["clippy"])?.args(packages).args(["--all-targets", "--", "-D", "warnings"]))?;
    document(&packages)?;
    run(cargo(&["test"])?.args(packages).args(args))?;
    println!("example gallery");
    run(&mut cargo(&["run", "--quiet", "--package", "gallery"])?)
}

/// Runs every example; they need no arguments.
pub(crate) fn examples() -> Outcome {
    let directory = root()?.join("bpx-formats/examples");
    let entries = directory.read_dir().map_err(|error| format!("{}: {error}", directory.display()))?;
    let sources = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let sources = sources.filter(|path| path.extension() == Some(OsStr::new("rs")));
    let mut names: Vec<_> = sources.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    if names.is_empty() {
        return Err(format!("{} has no example", directory.display()));
    }
    // As the tests build them, so that nothing is compiled again.
    run(cargo(&["build"])?.args(CORE).arg("--examples"))?;
    let programs = target_directory()?.join("debug/examples");
    for name in &names {
        println!("example {name}");
        run(&mut Command::new(programs.join(name).with_extension(std::env::consts::EXE_EXTENSION)))?;
    }
    outside("algorithms")
}

/// Returns the folder in which cargo builds.
fn target_directory() -> Outcome<PathBuf> {
    let metadata = output(&mut cargo(&["metadata", "--format-version", "1", "--no-deps"])?)?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let folder = metadata.get("target_directory").and_then(serde_json::Value::as_str);
    folder.map(PathBuf::from).ok_or_else(|| "cargo metadata names no target directory".to_owned())
}

/// Runs and tests an example that is a workspace of its own, as a user's crate is.
fn outside(name: &str) -> Outcome {
    let root = root()?;
    println!("example {name}");
    for command in ["run", "test"] {
        let manifest = root.join("examples").join(name).join("Cargo.toml");
        let mut command = cargo(&[command, "--quiet"])?;
        command.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(root.join("target"));
        run(&mut command)?;
    }
    Ok(())
}

pub(crate) fn goldens() -> Outcome {
    let mut command = cargo(&["test", "--workspace", "--no-fail-fast"])?;
    run(command.env("INSTA_UPDATE", "always").env("INSTA_FORCE_PASS", "1").env("TRYBUILD", "overwrite"))
}

pub(crate) fn twins(args: &[String]) -> Outcome {
    generated("twins_current", "TWINS", args)
}

pub(crate) fn clauses(args: &[String]) -> Outcome {
    generated("clauses", "CLAUSES", args)
}

pub(crate) fn exports(args: &[String]) -> Outcome {
    generated("exports_current", "EXPORTS", args)
}

pub(crate) fn expressions(args: &[String]) -> Outcome {
    generated("expressions_current", "EXPRESSIONS", args)
}

/// Writes the documents about the gallery, or compares them.
pub(crate) fn gallery(args: &[String]) -> Outcome {
    for test in ["exports", "document"] {
        let mut command = cargo(&["test", "--package", "gallery", "--test", "formats", test])?;
        match args {
            [] => run(command.env("GALLERY", "overwrite"))?,
            [check] if check == "--check" => run(command.env_remove("GALLERY"))?,
            _ => return Err("takes nothing but --check".to_owned()),
        }
    }
    Ok(())
}

/// Prints how much of each format is declared, and compares it with what is noted, or notes it.
pub(crate) fn declared(args: &[String]) -> Outcome {
    let mut command = cargo(&["test", "--quiet", "--package", "tests", "--test", "declared", "--", "--nocapture"])?;
    match args {
        [] => run(command.env_remove("DECLARED")),
        [write] if write == "--write" => run(command.env("DECLARED", "overwrite")),
        _ => Err("takes nothing but --write".to_owned()),
    }
}

/// Runs a test that compares a generated file, or rewrites it if a variable is set.
pub(crate) fn generated(test: &str, variable: &str, args: &[String]) -> Outcome {
    let mut command = cargo(&["test", "--package", "tests", "--test", test])?;
    match args {
        [] => run(command.env(variable, "overwrite")),
        [check] if check == "--check" => run(command.env_remove(variable)),
        _ => Err("takes nothing but --check".to_owned()),
    }
}

//! Tests the suite: a codec with any of the deliberate mistakes fails a case.
//!
//! Cases of a truncated file do not count (D-38): a reader may refuse those for any reason. A file that has to be
//! accepted is not truncated, even if another file continues where it ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use bpx_schema::faults::Mutant;
use conformance::runner::{Program, RunOptions, Status, run};
use conformance::source::Source;
use conformance::suite::{Case, Op, Suite};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the bytes of every golden.
fn goldens() -> Vec<Vec<u8>> {
    let folders = std::fs::read_dir(root().join("conformance/golden")).unwrap();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
    let sources = files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|it| it == "src"));
    sources.map(|path| Source::parse(&std::fs::read_to_string(path).unwrap()).unwrap().build().unwrap().bytes).collect()
}

/// Returns the cases that count, in the order of ids. Cases of single records add nothing to those of files.
fn cases() -> Vec<Case> {
    let mut cases = Suite::load(&root().join("conformance")).unwrap().cases;
    cases.retain(|case| case.op != Op::Record);
    let mut whole = goldens();
    whole.extend(cases.iter().map(|case| case.input.clone()));
    let is_cut = |case: &Case| whole.iter().any(|file| file.len() > case.input.len() && file.starts_with(&case.input));
    cases.into_iter().filter(|case| !case.expect.allows_rejection() || !is_cut(case)).collect()
}

fn program(name: &str) -> Program {
    Program::Persistent(format!("'{}' {name}", env!("CARGO_BIN_EXE_bpx-mutant")))
}

/// Returns the ids of the cases that fail.
fn failed<'c>(name: &str, cases: &[&'c Case]) -> Vec<&'c str> {
    let (_, results) = run(&program(name), cases, &RunOptions::default().with_workers(1), &|_| {}).unwrap();
    assert!(results.iter().all(|result| result.status != Status::Skipped), "{name}");
    let failed = results.iter().filter(|result| result.status == Status::Failed);
    failed.map(|result| &*cases[result.case].id).collect()
}

/// Returns the first cases that fail. Cases of the format in the name of the mutant run first, the others only while none
/// fails, so that more cases do not cost more time.
fn found<'c>(name: &str, cases: &[&'c Case]) -> Vec<&'c str> {
    let format = name.split('-').next().unwrap();
    let mut order = cases.to_vec();
    order.sort_by_key(|case| case.format != if ["blk", "bpat", "gpb"].contains(&format) { format } else { "bpx" });
    order.chunks(128).map(|cases| failed(name, cases)).find(|failed| !failed.is_empty()).unwrap_or_default()
}

#[test]
fn every_mutant_is_found() {
    let cases = cases();
    let cases: Vec<&Case> = cases.iter().collect();
    assert_eq!(failed("none", &cases), [""; 0], "without a mistake");
    let todo = Mutex::new(Mutant::ALL.iter());
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some(mutant) = { todo.lock().unwrap().next() } {
            results.lock().unwrap().push((*mutant, found(mutant.name(), &cases)));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(mutant, _)| *mutant as usize);
    for (mutant, killers) in &results {
        let more =
            killers.len().checked_sub(3).filter(|more| *more > 0).map_or(String::new(), |more| format!(", +{more}"));
        println!("{:<24} {}{more}", mutant.name(), killers[..killers.len().min(3)].join(", "));
    }
    println!("{} mutants, {} cases that count", results.len(), cases.len());
    let alive = results.iter().filter(|(_, killers)| killers.is_empty()).map(|(mutant, _)| mutant.name());
    assert_eq!(alive.collect::<Vec<_>>(), LEFT_OPEN, "no case finds these");
}

/// Mutants that the texts allow: a reader may accept a number in more bytes than it needs (`blk.uleb.six`, I-112).
const LEFT_OPEN: [&str; 1] = ["long-varints"];

/// The control of `conform.rs`, which looks for the names in the command.
#[test]
fn names_are_in_the_program() {
    let names: Vec<&str> = Mutant::ALL.iter().map(|mutant| mutant.name()).collect();
    assert_eq!(common::words_in(Path::new(env!("CARGO_BIN_EXE_bpx-mutant")), &names), names);
}

/// `docs/mutants.md` lists them; under `MUTANTS=overwrite` it is written.
#[test]
fn the_list_is_current() {
    assert!(Mutant::ALL.len() >= 36);
    let names: HashSet<&str> = Mutant::ALL.iter().map(|mutant| mutant.name()).collect();
    assert_eq!(names.len(), Mutant::ALL.len(), "duplicate name");
    let mut text = "# Mutants\n\nThe suite is tested with codecs that make one mistake each: `cargo xtask mutants`. Every one fails a case \
                    that is\nno file cut off, but `long-varints`, which texts allow. Written by `MUTANTS=overwrite cargo xtask mutants`.\n\n| mutant | what it does |\n|---|---|\n"
        .to_owned();
    for mutant in Mutant::ALL {
        writeln!(text, "| `{}` | {} |", mutant.name(), mutant.what()).unwrap();
    }
    let path = root().join("docs/mutants.md");
    if std::env::var_os("MUTANTS").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "MUTANTS=overwrite cargo xtask mutants");
}

//! Runs the fuzzer, and keeps its finds (D-70).
//!
//! The stable compiler has the coverage pass that libFuzzer needs, so no other toolchain is needed. A C++ compiler
//! builds libFuzzer from source.

use crate::command::{Outcome, cargo_command, output_of, run_command, workspace_root};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// The instrumentation for libFuzzer, which counts edges. Traces of comparisons took more time than they saved, because
/// dictionaries, and the repair of signatures and checksums, find the same inputs.
const COVERAGE: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];
/// Limits for a run of a target: memory in MiB, and seconds for each input. No other process adds inputs, so the fuzzer
/// does not read the folder again. Counting rare features for the choice of inputs takes longer than most inputs (D-174).
const LIMITS: [&str; 4] = ["-rss_limit_mb=1024", "-timeout=20", "-reload=0", "-entropic=0"];
/// Maximum size of an input in bytes.
const MAX_SIZE: u32 = 4096;
/// Maximum size of a document in bytes; the size is smaller, because each byte of a document takes longer.
const MAX_DOCUMENT: u32 = 1024;
/// The number of seconds for each target, unless the caller states a number.
const SECONDS: u64 = 60;
/// The number of seconds to minimise a find.
const SECONDS_TO_MINIMISE: u64 = 30;

/// Runs one, some or all targets; fails if a target has a find.
pub(crate) fn fuzz(args: &[String]) -> Outcome {
    let (mut wanted, mut bound) = (Vec::new(), format!("-max_total_time={SECONDS}"));
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let option = match arg.as_str() {
            "--seconds" => "-max_total_time",
            "--executions" => "-runs",
            name => {
                wanted.push(name);
                continue;
            }
        };
        let number: Option<u64> = args.next().and_then(|number| number.parse().ok());
        bound = format!("{option}={}", number.ok_or_else(|| format!("expected a number after {arg}"))?);
    }
    let all = target_names()?;
    if let Some(unknown) = wanted.iter().find(|name| !all.iter().any(|target| target == *name)) {
        return Err(format!("expected a target, one of {}, found `{unknown}`", all.join(", ")));
    }
    let is_chosen = |name: &&String| wanted.is_empty() || wanted.contains(&name.as_str());
    let chosen: Vec<_> = all.iter().filter(is_chosen).collect();
    let programs = build_targets(&chosen)?;
    let mut found = Vec::new();
    println!("{:<14} {:>12} {:>8} {:>9} {:>12}  finds", "target", "executions", "edges", "features", "past header");
    for name in chosen {
        let campaign = Campaign::new(name, &programs)?;
        let ended = campaign.run_until(&bound)?;
        let regressions = campaign.keep_finds()?;
        if !ended.success() && regressions.is_empty() {
            return Err(format!("{name} ended with {ended} and no find; it wrote {}", campaign.log_path().display()));
        }
        println!("{}", campaign.summary_line(regressions.len())?);
        found.extend(regressions);
    }
    if found.is_empty() {
        return Ok(());
    }
    found.iter().for_each(|path| println!("{}", path.display()));
    Err("the regressions above are new; `cargo test -p tests --test fuzz_regressions` replays them".to_owned())
}

/// Returns the names of the targets.
fn target_names() -> Outcome<Vec<String>> {
    let folder = workspace_root()?.join("fuzz/fuzz_targets");
    let mut names: Vec<_> =
        folder_files(&folder)?.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

fn folder_files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// Builds the programs of the targets; returns the folder with the programs.
fn build_targets(targets: &[&String]) -> Outcome<PathBuf> {
    let version = output_of(Command::new("rustc").arg("-vV"))?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .ok_or("expected a line `host:` from rustc, found none")?;
    let mut command = cargo_command(&["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml"])?;
    command.args(["--target-dir", "target/fuzz", "--target", host]);
    command.args(targets.iter().flat_map(|name| ["--bin", name]));
    let compiler = std::env::current_exe().map_err(|error| error.to_string())?;
    run_command(command.env("RUSTC_WRAPPER", compiler).env(COMPILES, "1"))
        .map_err(|error| format!("{error}; libFuzzer is built from source and needs a C++ compiler (`c++`, or CXX)"))?;
    Ok(workspace_root()?.join("target/fuzz").join(host).join("release"))
}

/// The environment variable that is set when this program compiles for the fuzzer.
const COMPILES: &str = "FUZZ_COMPILES";

/// Returns whether cargo calls this program in place of the compiler.
pub(crate) fn is_compiler_call() -> bool {
    std::env::var_os(COMPILES).is_some()
}

/// Calls the compiler, with the instrumentation for crates of this repository. Instrumentation of other crates would
/// only slow the fuzzer down, because the fuzzer looks at every counter after every input.
pub(crate) fn call_compiler(args: &[String]) -> Outcome {
    let [compiler, args @ ..] = args else { return Err("expected the path of the compiler".to_owned()) };
    let is_ours = std::env::var_os("CARGO_MANIFEST_DIR")
        .zip(workspace_root().ok())
        .is_some_and(|(at, root)| Path::new(&at).starts_with(root));
    // Macros and build scripts are compiled for the host, without `--target`.
    let flags = if is_ours && args.iter().any(|arg| arg == "--target") { &COVERAGE[..] } else { &[] };
    run_command(Command::new(compiler).args(args).args(flags))
}

/// A run of one target.
struct Campaign {
    name: String,
    program: PathBuf,
    folder: PathBuf,
}

impl Campaign {
    /// Writes new seeds, and removes old finds; inputs that reached new code in earlier runs stay.
    fn new(name: &str, programs: &Path) -> Outcome<Self> {
        let folder = workspace_root()?.join("target/fuzz/campaigns").join(name);
        for part in ["corpus", "finds"] {
            let part = folder.join(part);
            std::fs::create_dir_all(&part).map_err(|error| format!("{}: {error}", part.display()))?;
        }
        for old in folder_files(&folder.join("finds"))? {
            std::fs::remove_file(&old).map_err(|error| format!("{}: {error}", old.display()))?;
        }
        let seeds = folder.join("seeds");
        if name == "gallery" {
            // Its files are written by crates that only its tests know.
            let test = ["test", "--quiet", "--package", "gallery", "--test", "formats", "fuzzed::seeds_are_written"];
            run_command(cargo_command(&test)?.args(["--", "--ignored"]).env("FUZZ_SEEDS", seeds))?;
        } else {
            let example = ["run", "--quiet", "--package", "tests", "--example", "fuzz_seeds", "--", name];
            run_command(cargo_command(&example)?.arg(seeds))?;
        }
        Ok(Self { name: name.to_owned(), program: programs.join(name), folder })
    }

    fn log_path(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// Runs the program up to a bound, which is an option of libFuzzer. A find ends the run, and is not an error here.
    fn run_until(&self, bound: &str) -> Outcome<ExitStatus> {
        let log = File::create(self.log_path()).map_err(|error| format!("{}: {error}", self.log_path().display()))?;
        let mut command = Command::new(&self.program);
        command.arg(self.folder.join("corpus")).arg(self.folder.join("seeds")).args(LIMITS);
        let max_size = if self.name == "documents" { MAX_DOCUMENT } else { MAX_SIZE };
        command.args([bound, "-print_final_stats=1", &format!("-max_len={max_size}")]);
        command.arg(format!("-artifact_prefix={}/", self.folder.join("finds").display()));
        let dictionary = workspace_root()?.join(format!("fuzz/dictionaries/{}.dict", self.name));
        if dictionary.is_file() {
            command.arg(format!("-dict={}", dictionary.display()));
        }
        // One input at a time: for small files, threads cost more time than they save.
        let status = command.env("RAYON_NUM_THREADS", "1").stdout(Stdio::null()).stderr(log).status();
        status.map_err(|error| format!("{}: {error}", self.program.display()))
    }

    /// Copies each find to the regressions, and minimises crashes.
    fn keep_finds(&self) -> Outcome<Vec<PathBuf>> {
        let target = workspace_root()?.join("fuzz/regressions").join(&self.name);
        let mut kept = Vec::new();
        for find in folder_files(&self.folder.join("finds"))? {
            let Some(name) = find.file_name().and_then(|name| name.to_str()) else { continue };
            std::fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
            let path = target.join(name);
            std::fs::copy(&find, &path).map_err(|error| format!("{}: {error}", path.display()))?;
            // The program minimises only crashes; slow or large inputs are kept unchanged.
            if name.starts_with("crash-") {
                let mut command = Command::new(&self.program);
                command
                    .args(["-minimize_crash=1", "-timeout=20"])
                    .arg(format!("-max_total_time={SECONDS_TO_MINIMISE}"));
                command.arg(format!("-exact_artifact_path={}", path.display())).arg(&find);
                command.stdout(Stdio::null()).stderr(Stdio::null());
                command.status().map_err(|error| format!("{}: {error}", self.program.display()))?;
            }
            kept.push(path);
        }
        Ok(kept)
    }

    /// Returns one line of numbers from the output of the program.
    fn summary_line(&self, finds: usize) -> Outcome<String> {
        let log = std::fs::read(self.log_path()).map_err(|error| format!("{}: {error}", self.log_path().display()))?;
        let log = String::from_utf8_lossy(&log);
        let last = |word: &str| log.lines().rev().find_map(|line| line.split_once(word)).map_or("", |(_, rest)| rest);
        let number = |word: &str| last(word).split_whitespace().next().unwrap_or("?").to_owned();
        let past: Vec<f64> =
            last("past the header: ").split(" of ").filter_map(|part| part.trim().parse().ok()).collect();
        let share = match past.as_slice() {
            [past, all] => format!("{:.0} %", 100.0 * past / all),
            _ => "?".to_owned(),
        };
        let executions = number("stat::number_of_executed_units:");
        let (edges, features) = (number(" cov: "), number(" ft: "));
        Ok(format!("{:<14} {executions:>12} {edges:>8} {features:>9} {share:>12}  {finds}", self.name))
    }
}

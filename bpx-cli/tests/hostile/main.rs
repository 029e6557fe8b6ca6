//! Small files that expand to large ones: the command ends with a result or a located error, in bounded memory and time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(target_os = "linux")]

#[path = "../common/mod.rs"]
mod common;

mod attacks;
mod bytes;
#[path = "../../../tests/tests/shapes/schemas.rs"]
mod schemas;

use attacks::{Attack, attacks};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// The limit of private memory in KiB, for a build without optimisation: twice the 96 MiB of the limit, because vectors
/// double their size, and stacks.
const LIMIT: u64 = (2 * 96 + 16) << 10;
/// The limit of processor time in seconds, for a build without optimisation.
const SECONDS: u64 = 60;

/// How a command ended.
struct Ended {
    /// The exit code, unless a limit ended the command.
    code: Option<i32>,
    stderr: String,
    /// The largest memory in KiB that was seen while it ran.
    memory: u64,
}

/// Runs a command within limits of private memory in KiB and of processor time in seconds.
fn run_bounded(folder: &Path, args: &[String], memory: u64, seconds: u64) -> Ended {
    let bounded = format!("ulimit -d {memory}; ulimit -t {seconds}; exec \"$0\" \"$@\" > out.txt 2> err.txt");
    let mut command = Command::new("sh");
    command.args(["-c", &bounded, env!("CARGO_BIN_EXE_bpx")]).args(args).current_dir(folder);
    let mut child = command.env("RAYON_NUM_THREADS", "8").env_remove("RUST_BACKTRACE").spawn().unwrap();
    let (status, mut memory) = (format!("/proc/{}/status", child.id()), 0);
    let ended = loop {
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        // It grows only, but for the program that takes the place of the shell.
        memory = peak(&fs::read_to_string(&status).unwrap_or_default()).unwrap_or(memory);
        sleep(Duration::from_millis(1));
    };
    let stderr = fs::read_to_string(folder.join("err.txt")).unwrap();
    Ended { code: ended.code(), stderr, memory }
}

/// Returns the largest memory in KiB that the system notes in the status of a process.
fn peak(status: &str) -> Option<u64> {
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

/// Checks that a command ended by itself, with success or with a located finding.
fn assert_ended(what: &str, args: &[String], Ended { code, stderr: said, .. }: &Ended) {
    // `verify` shows the place on a line of its own, before the bytes.
    let shown = said.lines().any(|line| line.starts_with("--> ") && line.contains(" at offset "));
    let located = ["[limit-exceeded]", "(at offset ", ".limit]"].iter().any(|words| said.contains(words)) || shown;
    assert!(*code == Some(0) || *code == Some(1) && located, "{what}: {args:?}: {code:?}, {said}");
    assert!(said.len() < 100_000, "{what}: {args:?}: {} bytes of messages", said.len());
}

/// The limits of a command.
struct Bounds {
    /// Private memory in KiB, used or not.
    private: u64,
    /// Used memory in KiB.
    used: u64,
    /// Processor time in seconds.
    seconds: u64,
}

/// Runs commands over the files of an attack, within limits that follow from the number of bytes of the files that a command is
/// given.
fn run_all(what: &str, files: &[(String, Vec<u8>)], commands: &[Vec<String>], bounds: fn(u64) -> Bounds) {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
    for args in commands {
        let given = args.iter().filter_map(|arg| files.iter().find(|(name, _)| name == arg));
        let Bounds { private, used, seconds } = bounds(given.map(|(_, bytes)| bytes.len() as u64).sum());
        let ended = run_bounded(folder.path(), args, private, seconds);
        assert_ended(what, args, &ended);
        assert!(ended.memory <= used, "{what}: {args:?}: {} KiB, {used} are allowed", ended.memory);
    }
}

#[test]
fn commands_end_within_their_limits() {
    attacks(false).into_par_iter().for_each(|(what, Attack { files, quick, .. })| {
        run_all(what, &files, &quick, |_| Bounds { private: LIMIT, used: LIMIT, seconds: SECONDS });
    });
}

/// With the bounds that users have: 96 MiB and four times the size of the files, and a second and five for each GiB of
/// content that the limits allow.
#[test]
#[ignore = "for a build with optimisation: cargo test --release -p bpx-cli --test hostile -- --ignored"]
fn commands_end_within_the_limits_of_a_release_build() {
    for (what, Attack { files, quick, slow }) in attacks(true) {
        run_all(what, &files, &[quick, slow].concat(), |size| {
            let (used, content) = ((96 << 10) + 4 * size / 1024, (1 << 30) + 256 * size);
            // Vectors that double their size reserve more than they use.
            Bounds { private: 2 * used, used, seconds: 1 + (5 * content).div_ceil(1 << 30) }
        });
    }
}

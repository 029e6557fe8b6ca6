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
use std::fs;
use std::path::Path;

/// The limit of private memory in KiB, for a build without optimisation: twice the 96 MiB of the limit, because vectors
/// double their size, and stacks.
const LIMIT: u64 = (2 * 96 + 16) << 10;
/// The limit of processor time in seconds, for a build without optimisation.
const SECONDS: u64 = 60;

/// Runs a command within limits of private memory in KiB and of processor time in seconds; returns its exit code and its
/// stderr.
fn run_bounded(folder: &Path, args: &[String], memory: u64, seconds: u64) -> (i32, String) {
    let bounded = format!("ulimit -d {memory}; ulimit -t {seconds}; exec \"$0\" \"$@\" > out.txt");
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", &bounded, env!("CARGO_BIN_EXE_bpx")]).args(args).current_dir(folder);
    let output = command.env("RAYON_NUM_THREADS", "8").env_remove("RUST_BACKTRACE").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let code = output.status.code().unwrap_or_else(|| panic!("{args:?}: {}: {said}", output.status));
    (code, said)
}

/// Checks that a command ended by itself, with success or with a located finding.
fn ended(what: &str, args: &[String], (code, said): &(i32, String)) {
    // `verify` shows the place on a line of its own, before the bytes.
    let shown = said.lines().any(|line| line.starts_with("--> ") && line.contains(" at offset "));
    let located = ["[limit-exceeded]", "(at offset ", ".limit]"].iter().any(|words| said.contains(words)) || shown;
    assert!(*code == 0 || *code == 1 && located, "{what}: {args:?}: {code}, {said}");
    assert!(said.len() < 100_000, "{what}: {args:?}: {} bytes of messages", said.len());
}

/// Runs commands over the files of an attack, each within limits of memory in KiB and of time in seconds.
fn run_all(what: &str, files: &[(String, Vec<u8>)], commands: &[Vec<String>], memory: u64, seconds: u64) {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
    for args in commands {
        ended(what, args, &run_bounded(folder.path(), args, memory, seconds));
    }
}

#[test]
fn commands_end_within_their_limits() {
    for (what, Attack { files, quick, .. }) in attacks(false) {
        run_all(what, &files, &quick, LIMIT, SECONDS);
    }
}

/// With the bounds that users have: 96 MiB and four times the size of the files, and a second and five for each GiB of
/// content that the limits allow.
#[test]
#[ignore = "for a build with optimisation: cargo test --release -p bpx-cli --test hostile -- --ignored"]
fn commands_end_within_the_limits_of_a_release_build() {
    for (what, Attack { files, quick, slow }) in attacks(true) {
        let size: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        let content = (1 << 30) + 256 * size;
        run_all(
            what,
            &files,
            &[quick, slow].concat(),
            (96 << 10) + 4 * size / 1024,
            1 + (5 * content).div_ceil(1 << 30),
        );
    }
}

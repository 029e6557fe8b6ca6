//! Memory does not grow with contents: the command works in a process with a limit of memory.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(target_os = "linux")]

mod common;

use common::{done, files, run_in};
use std::fs::{self, File};
use std::path::Path;

/// The size of the content in bytes: twice the limit of memory.
const SIZE: u64 = 192 << 20;
/// The limit of private memory in KiB: 64 MiB, and 16 blocks of 1 MiB for each of two threads.
const LIMIT: u64 = (64 + 2 * 16) << 10;

/// Runs the command on two threads with little memory.
fn run_small(folder: &Path, args: &[&str]) -> common::Run {
    let limited = format!("ulimit -d {LIMIT}; exec \"$0\" \"$@\"");
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_bpx")]).args(args).current_dir(folder);
    done(command.env("RAYON_NUM_THREADS", "2"))
}

#[test]
fn large_contents_are_packed_added_and_unpacked_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    files(root, &[("in/small", b"small")]);
    File::create(root.join("big")).unwrap().set_len(SIZE).unwrap();
    let plain = ["--compression", "none", "--check", "none", "--ignore-metadata"];
    run_in(root, &[&["pack", "in", "-o", "a.bpx"][..], &plain].concat()).fine();
    run_small(root, &[&["edit", "add", "a.bpx", "big"][..], &plain].concat()).fine();
    assert!(fs::metadata(root.join("a.bpx")).unwrap().len() > SIZE);
    run_small(root, &[&["pack", "big", "-o", "b.bpx"][..], &plain].concat()).fine();
    run_small(root, &["unpack", "a.bpx", "-o", "out"]).fine();
    assert_eq!(fs::metadata(root.join("out/big")).unwrap().len(), SIZE);
}

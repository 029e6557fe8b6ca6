//! Commands that are killed, or run out of space: each file is the old or the new one, never half written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(unix)]

mod common;

use common::{files, names, run_in, tree};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Content that takes a while to write, in bytes.
const SIZE: usize = 96 << 20;

/// Runs the command, and kills it when a file of this kind appears in the folder. Returns whether it was killed in time.
fn kill_when(root: &Path, args: &[&str], folder: &Path, seen: impl Fn(&str) -> bool) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bpx"))
        .args(args)
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end && child.try_wait().unwrap().is_none() {
        let list = fs::read_dir(folder).into_iter().flatten().flatten();
        if list.filter_map(|entry| entry.file_name().into_string().ok()).any(|name| seen(&name)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap().code().is_none()
}

fn is_temporary(name: &str) -> bool {
    name.starts_with(".bpx-")
}

fn has_temporary(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| is_temporary(entry.unwrap().file_name().to_str().unwrap()))
}

fn big(root: &Path) {
    files(root, &[("in/b", b"small"), ("in/big", &vec![b'x'; SIZE])]);
}

#[test]
fn a_killed_unpack_leaves_no_half_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    big(root);
    run_in(root, &["pack", "in", "-o", "a.bpx", "--compression", "none", "--ignore-metadata"]).fine();
    files(root, &[("out/big", b"old")]);
    let out = root.join("out");
    let killed = kill_when(root, &["unpack", "a.bpx", "-o", "out", "--force"], &out, is_temporary);
    let size = |name: &str| fs::metadata(out.join(name)).unwrap().len();
    for name in names(&out) {
        assert!(
            is_temporary(&name) || [3, SIZE as u64].contains(&size(&name)) || name == "b",
            "{name}: {}",
            size(&name)
        );
    }
    assert!(killed, "it was too fast");
    assert!(has_temporary(&out));
    // A leftover temporary file does not disturb, and is removed.
    run_in(root, &["unpack", "a.bpx", "-o", "out", "--force"]).fine();
    assert_eq!((size("big"), size("b")), (SIZE as u64, 5));
    assert_eq!(names(&out), ["b", "big"]);
}

#[test]
fn a_killed_unpack_into_a_new_folder_leaves_none() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    big(root);
    run_in(root, &["pack", "in", "-o", "a.bpx", "--compression", "none", "--ignore-metadata"]).fine();
    assert!(kill_when(root, &["unpack", "a.bpx", "-o", "out"], root, is_temporary), "it was too fast");
    assert!(!root.join("out").exists());
    assert!(has_temporary(root));
    // A leftover temporary file does not disturb, and is removed.
    run_in(root, &["unpack", "a.bpx", "-o", "out"]).fine();
    assert_eq!(fs::metadata(root.join("out/big")).unwrap().len(), SIZE as u64);
    assert!(!has_temporary(root));
}

#[test]
fn a_killed_save_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    big(root);
    let path = root.join("out/a.bpx");
    files(root, &[("out/a.bpx", b"old")]);
    let args = ["pack", "in", "-o", "out/a.bpx", "--compression", "none", "--ignore-metadata"];
    let killed = kill_when(root, &args, &root.join("out"), is_temporary);
    assert!(killed, "it was too fast");
    // Unless it was renamed already.
    let left = has_temporary(&root.join("out"));
    assert!(left || fs::read(&path).unwrap() != b"old");
    if fs::read(&path).unwrap() != b"old" {
        assert_eq!(run_in(root, &["verify", "out/a.bpx"]).code, 0);
    }
    run_in(root, &args).fine();
    assert!(!has_temporary(&root.join("out")));
    assert_eq!(run_in(root, &["cat", "out/a.bpx", "b"]).fine().out, b"small");
}

/// Runs the command where no file may have more than 512 KiB.
fn run_small(root: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_bpx")])
        .args(args)
        .current_dir(root)
        .output()
        .unwrap();
    (output.status.code().expect("ended by itself"), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_full_disk_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    files(root, &[("in/b", b"small"), ("in/big", &vec![b'x'; 4 << 20])]);
    run_in(root, &["pack", "in", "-o", "a.bpx", "--compression", "none", "--ignore-metadata"]).fine();

    files(root, &[("out/big", b"old")]);
    let (code, err) = run_small(root, &["unpack", "a.bpx", "-o", "out", "--force"]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("big"), "{err}");
    let left = tree(&root.join("out"));
    assert!(left.iter().all(|(name, content)| name == "b" || (name == "big" && content == b"old")), "{left:?}");
    let (code, err) = run_small(root, &["unpack", "a.bpx", "-o", "out", "--force", "--keep-going"]);
    assert_eq!(code, 4, "{err}");
    assert_eq!(names(&root.join("out")), ["b", "big"]);

    files(root, &[("save/a.bpx", b"old")]);
    let args = ["pack", "in", "-o", "save/a.bpx", "--compression", "none", "--ignore-metadata"];
    let (code, err) = run_small(root, &args);
    assert_eq!(code, 4, "{err}");
    assert_eq!(tree(&root.join("save")), [("a.bpx".to_owned(), b"old".to_vec())]);
    let (code, err) = run_small(root, &["roundtrip", "a.bpx", "-o", "save/a.bpx"]);
    assert_eq!(code, 4, "{err}");
    assert_eq!(tree(&root.join("save")), [("a.bpx".to_owned(), b"old".to_vec())]);
}

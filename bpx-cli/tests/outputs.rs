//! Targets of output: files of other users, links, pipes and devices; and messages if nothing can be written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(target_os = "linux")]

mod common;

use common::{Run, command, done, examples, files, run_in};
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes a folder with a file to read, and the output of `decode` for it.
fn prepared() -> (tempfile::TempDir, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(examples().join("strings.bpx"), folder.path().join("in.bpx")).unwrap();
    let json = run_in(folder.path(), &["decode", "in.bpx"]).fine().out;
    assert!(json.len() > 100);
    (folder, json)
}

/// A device of this folder that takes no bytes, or without the right to make one a link to the one of the system, which
/// cannot be replaced without rights either.
fn full_device(path: &Path) {
    if mknodat(CWD, path, FileType::CharacterDevice, Mode::from_raw_mode(0o666), makedev(1, 7)).is_err() {
        symlink("/dev/full", path).unwrap();
    }
}

/// Runs the command with its stderr on a device that takes no bytes.
fn run_without_stderr(folder: &Path, args: &[&str]) -> (i32, Vec<u8>) {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_bpx")).args(args).current_dir(folder).stderr(full).output().unwrap();
    (output.status.code().expect("ended by itself"), output.stdout)
}

#[test]
fn a_pipe_gets_the_bytes_and_stays_a_pipe() {
    let (folder, json) = prepared();
    let path = folder.path().join("pipe");
    mknodat(CWD, &path, FileType::Fifo, Mode::RWXU, 0).unwrap();
    // Open for both, so that neither side waits for the other.
    let mut reader = File::options().read(true).write(true).open(&path).unwrap();
    run_in(folder.path(), &["decode", "in.bpx", "-o", "pipe"]).fine();
    let mut received = vec![0; json.len()];
    reader.read_exact(&mut received).unwrap();
    assert!(received == json);
    assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
}

#[test]
fn stdout_may_be_named() {
    let (folder, json) = prepared();
    for name in ["/proc/self/fd/1", "link"] {
        let _ = symlink("/proc/self/fd/1", folder.path().join("link"));
        assert!(run_in(folder.path(), &["decode", "in.bpx", "-o", name]).fine().out == json, "{name}");
    }
    assert!(folder.path().join("link").is_symlink());
    // A file after it keeps what it has, before and after.
    let file = File::create(folder.path().join("file")).unwrap();
    (&file).write_all(b"before\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpx"));
    command.args(["decode", "in.bpx", "-o", "/proc/self/fd/1"]).current_dir(folder.path());
    assert!(command.stdout(file.try_clone().unwrap()).status().unwrap().success());
    (&file).write_all(b"after\n").unwrap();
    let expected = [b"before\n", &json[..], b"after\n"].concat();
    assert!(fs::read(folder.path().join("file")).unwrap() == expected);
}

#[test]
fn a_reader_of_a_pipe_that_has_seen_enough_is_no_error() {
    let (folder, _) = prepared();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bpx"))
        .args(["decode", "in.bpx", "-o", "/proc/self/fd/1"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_device_is_written_to_and_stays_a_device() {
    let (folder, _) = prepared();
    full_device(&folder.path().join("full"));
    let failed = run_in(folder.path(), &["decode", "in.bpx", "-o", "full"]);
    failed.failed(4, "full: No space left on device (os error 28)\n");
    assert!(folder.path().join("full").metadata().unwrap().file_type().is_char_device());
}

#[test]
fn a_link_is_followed_also_to_a_name_that_is_free() {
    let (folder, json) = prepared();
    fs::create_dir(folder.path().join("there")).unwrap();
    symlink("there/new.json", folder.path().join("link")).unwrap();
    run_in(folder.path(), &["decode", "in.bpx", "-o", "link"]).fine();
    assert!(folder.path().join("link").is_symlink());
    assert!(fs::read(folder.path().join("there/new.json")).unwrap() == json);
}

#[test]
fn rights_of_a_file_that_is_replaced_are_kept() {
    let (folder, _) = prepared();
    let path = folder.path().join("private.json");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    run_in(folder.path(), &["decode", "in.bpx", "-o", "private.json"]).fine();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

/// Two editors open the package at the same time; one of them reads its metadata from a pipe.
#[test]
fn of_two_edits_the_second_to_save_fails_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    files(root, &[("in/a", b"a"), ("b", b"b")]);
    run_in(root, &["pack", "in", "-o", "p.bpx", "--ignore-metadata"]).fine();
    let mut slow = Command::new(env!("CARGO_BIN_EXE_bpx"))
        .args(["edit", "set", "p.bpx", "--metadata", "-"])
        .current_dir(root)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = slow.stdin.take().unwrap();
    // More than a pipe holds, so that it has read some of it, for which it has opened the package.
    stdin.write_all(&vec![b' '; 1 << 20]).unwrap();
    run_in(root, &["edit", "add", "p.bpx", "b", "--ignore-metadata"]).fine();
    stdin.write_all(b"{\"key\": 1}").unwrap();
    drop(stdin);
    let output = slow.wait_with_output().unwrap();
    let message = "error: p.bpx: another program changed the file after it was read, so nothing is written; read the file again and repeat the change\n";
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(4), message.to_owned()));
    assert_eq!(run_in(root, &["ls", "p.bpx"]).fine().text(), "a\nb\n");
    assert_eq!(common::names(root), ["b", "in/a", "p.bpx"]);
}

#[test]
fn a_package_that_is_cut_while_it_is_edited_is_an_error_and_no_signal() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    files(root, &[("in/a", &[7; 1 << 20])]);
    run_in(root, &["pack", "in", "-o", "p.bpx", "--ignore-metadata", "--compression", "none"]).fine();
    let mut slow = Command::new(env!("CARGO_BIN_EXE_bpx"))
        .args(["edit", "set", "p.bpx", "--metadata", "-", "-o", "q.bpx"])
        .current_dir(root)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = slow.stdin.take().unwrap();
    stdin.write_all(&vec![b' '; 1 << 20]).unwrap();
    File::options().write(true).open(root.join("p.bpx")).unwrap().set_len(1000).unwrap();
    stdin.write_all(b"{\"key\": 1}").unwrap();
    drop(stdin);
    let output = slow.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{err}");
    assert!(err.ends_with("; no file was made\n"), "{err}");
    assert_eq!(common::names(root), ["in/a", "p.bpx"]);
}

/// In any order of the editors, the package has a change if and only if its editor reports success.
#[test]
fn no_edit_is_lost_when_many_come_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    files(root, &[("in/first", b"first")]);
    run_in(root, &["pack", "in", "-o", "p.bpx", "--ignore-metadata"]).fine();
    let mut expected = vec!["first".to_owned()];
    for round in 0..5 {
        let names: Vec<_> = (0..4).map(|number| format!("{round}-{number}")).collect();
        let children: Vec<_> = names
            .iter()
            .map(|name| {
                let args = ["edit", "add", "p.bpx", "in/first", "--ignore-metadata", "--name", name];
                let mut command = Command::new(env!("CARGO_BIN_EXE_bpx"));
                command.args(args).current_dir(root).stderr(Stdio::piped()).spawn().unwrap()
            })
            .collect();
        let mut done = 0;
        for (name, child) in names.into_iter().zip(children) {
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            match output.status.code() {
                Some(0) => {
                    done += 1;
                    expected.push(name);
                }
                code => assert!(code == Some(4) && err.contains("another program"), "{code:?} {err}"),
            }
        }
        assert!(done > 0, "in every round one of the editors is the first");
        let run = run_in(root, &["ls", "p.bpx"]).fine();
        let mut found: Vec<_> = run.text().lines().map(str::to_owned).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
    run_in(root, &["verify", "p.bpx"]).fine();
}

#[test]
fn messages_that_cannot_be_written_make_the_code_4() {
    let (folder, _) = prepared();
    let root = folder.path();
    let mut bytes = fs::read(root.join("in.bpx")).unwrap();
    bytes[4] ^= 1;
    files(root, &[("bad.bpx", &bytes)]);
    for args in [&["verify", "bad.bpx"][..], &["ls", "none"], &["--nothing"]] {
        assert_eq!(run_without_stderr(root, args).0, 4, "{args:?}");
    }
    assert_eq!(run_in(root, &["verify", "bad.bpx"]).code, 1);
    // A warning alone, and no output at all.
    files(root, &[("in/file", b"")]);
    assert_eq!(run_without_stderr(root, &["pack", "in", "-o", "p.bpx"]).0, 4);
    assert_eq!(run_without_stderr(root, &["verify", "in.bpx"]).0, 0);
    // Stdout has all findings.
    let (code, out) = run_without_stderr(root, &["verify", "--json", "bad.bpx"]);
    assert!(code == 1 && String::from_utf8(out).unwrap().contains("checksum-mismatch"), "{code}");
}

#[test]
fn help_that_cannot_be_written_makes_the_code_4() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_bpx")).arg("--help").stdout(full).status().unwrap();
    assert_eq!(status.code(), Some(4));
}

#[test]
fn a_reader_of_messages_that_has_seen_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bpx"))
        .args(["identify", "-"])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    // Of an empty file, as it would be with a reader.
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Runs the command where no thread can be started, because there is no memory for its stack.
fn run_without_threads(folder: &Path, args: &[&str]) -> Run {
    done(command(folder).args(args).env("RUST_MIN_STACK", (1_u64 << 47).to_string()).env("RAYON_NUM_THREADS", "2"))
}

#[test]
fn threads_that_cannot_be_had_make_the_code_4() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    // So much content that threads pay off.
    let large = vec![0; 100_000];
    files(root, &[("in/a/x", b"x"), ("in/b/y", b"y"), ("large/z", &large)]);
    run_in(root, &["pack", "in", "-o", "p.bpx", "--ignore-metadata"]).fine();
    run_in(root, &["pack", "large", "-o", "large.bpx", "--ignore-metadata"]).fine();
    let no_threads = "the system cannot start threads: ";
    run_without_threads(root, &["verify", "large.bpx"]).failed(4, no_threads);
    run_without_threads(root, &["unpack", "p.bpx", "-o", "out"]).failed(4, no_threads);
    assert_eq!(common::names(root), ["in/a/x", "in/b/y", "large.bpx", "large/z", "p.bpx"]);
    // A command that needs one thread works.
    run_without_threads(root, &["verify", "p.bpx"]).fine();
    run_without_threads(root, &["ls", "p.bpx"]).fine();
    assert_eq!(run_without_threads(root, &["cat", "p.bpx", "a/x"]).fine().out, b"x");
    let args = ["pack", "in", "-o", "q.bpx", "--ignore-metadata", "--threads"];
    let failed = run_without_threads(root, &[&args[..], &["3"]].concat());
    failed.failed(4, "--threads: the system cannot start 3 threads: ");
    run_without_threads(root, &[&args[..], &["1"]].concat()).fine();
    assert!(fs::read(root.join("p.bpx")).unwrap() == fs::read(root.join("q.bpx")).unwrap());
}

//! Runs commands over a file system that fails at each call in turn.

use crate::args::Args;
use crate::exit::Exit;
use crate::{commands, output};
use bpx_formats::files::{Call, CallObserver, Files, is_temporary};
use clap::Parser;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

thread_local! {
    static FILES: RefCell<Files> = RefCell::default();
    static STDERR: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether stdout takes no bytes.
    static STDOUT_IS_FULL: RefCell<bool> = const { RefCell::new(false) };
}

/// Returns the file system of this test.
pub(crate) fn output_files() -> Files {
    FILES.with_borrow(Clone::clone)
}

pub(crate) fn stdout_writer() -> impl Write {
    struct Out;
    impl Write for Out {
        fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
            match STDOUT_IS_FULL.with_borrow(|full| *full) {
                true => Err(io::Error::from_raw_os_error(ENOSPC)),
                false => Ok(buf.len()),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    Out
}

pub(crate) fn stderr_writer() -> impl Write {
    struct Err;
    impl Write for Err {
        fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
            STDERR.with_borrow_mut(|text| text.push_str(&String::from_utf8_lossy(buf)));
            Ok(buf.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    Err
}

/// Error numbers that are the same on every Unix: no room, input or output error, interrupted.
const ENOSPC: i32 = 28;
const EIO: i32 = 5;
const EINTR: i32 = 4;

/// The faults of the file system.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Once(i32),
    /// From one call on, every call that needs room fails.
    FullFromHere,
    /// One write takes only one byte.
    ShortWrite,
}

const FAULTS: [Fault; 5] =
    [Fault::Once(ENOSPC), Fault::Once(EIO), Fault::Once(EINTR), Fault::FullFromHere, Fault::ShortWrite];

/// A file system that has a fault at one call, counted from 0.
struct Failing {
    fault: Fault,
    at: usize,
    count: AtomicUsize,
    hit: Mutex<Option<Call>>,
}

impl CallObserver for Failing {
    fn before_call(&self, call: Call) -> io::Result<()> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let needs_room = matches!(call, Call::Write | Call::CreateFile | Call::CreateFolder | Call::Sync);
        let error = match self.fault {
            Fault::Once(error) if number == self.at => error,
            Fault::FullFromHere if number >= self.at && needs_room => ENOSPC,
            _ => return Ok(()),
        };
        self.hit.lock().unwrap().get_or_insert(call);
        Err(io::Error::from_raw_os_error(error))
    }

    fn before_write(&self, size: usize) -> io::Result<usize> {
        let short = self.fault == Fault::ShortWrite && self.count.load(Ordering::Relaxed) == self.at;
        self.before_call(Call::Write).map(|()| if short { size.min(1) } else { size })
    }
}

/// Runs a command; returns its exit code, and the text on stderr.
fn run_command(folder: &Path, command: &str) -> (Exit, String) {
    STDERR.take();
    let words = command.split(' ').map(|word| word.replace('@', folder.to_str().unwrap()));
    let args = Args::try_parse_from(std::iter::once("bpx".to_owned()).chain(words)).unwrap();
    let code = commands::run(args).unwrap_or_else(|failure| {
        output::print_failure(&failure);
        failure.code()
    });
    (code, STDERR.take())
}

/// The names and contents of all files below a folder.
type Tree = BTreeMap<String, Vec<u8>>;

fn read_tree(root: &Path) -> Tree {
    let (mut found, mut open) = (Tree::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            match path.is_dir() {
                true => open.push(path),
                false => drop(found.insert(name, fs::read(&path).unwrap())),
            }
        }
    }
    found
}

/// Prepares a package, its model, a text in the form of BLK, and files to pack.
static PREPARED: LazyLock<Tree> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("in/a")).unwrap();
    for (name, content) in [("in/a/one", "one"), ("in/two", "two"), ("three", "three"), ("old", "old")] {
        fs::write(path(name), content).unwrap();
    }
    fs::write(path("text.txt"), "a:i=1\nb{ c:t=\"text\"; }\n").unwrap();
    let version_0 = bpx_formats::bpx::v0::Builder::package([("a/one", &b"one"[..])], Some(6)).unwrap();
    fs::write(path("v0.bpx"), version_0.build().unwrap()).unwrap();
    let fine =
        |command: &str| assert_eq!(run_command(folder.path(), command), (Exit::Fine, String::new()), "{command}");
    fine("pack @/in -o @/p.bpx --ignore-metadata");
    fine("decode @/p.bpx -o @/model.json");
    fine("unpack @/p.bpx -o @/out");
    fs::write(path("out/two"), "old").unwrap();
    read_tree(folder.path())
});

/// Returns a folder with the prepared files.
fn prepared_folder() -> tempfile::TempDir {
    FILES.set(Files::default());
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in &*PREPARED {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// Runs a command with a fault at each call in turn. Checks that each file is unchanged or complete, that no other file
/// remains, and that the exit code and the message are right.
fn at_every_call(command: &str) {
    let folder = prepared_folder();
    let old = read_tree(folder.path());
    assert_eq!(run_command(folder.path(), command), (Exit::Fine, String::new()), "{command}");
    let new = read_tree(folder.path());
    assert!(old != new, "{command}");
    let mut faults = 0;
    for fault in FAULTS {
        for at in 0.. {
            let failing = Arc::new(Failing { fault, at, count: AtomicUsize::new(0), hit: Mutex::new(None) });
            let folder = prepared_folder();
            FILES.set(Files::observed(Arc::clone(&failing) as Arc<dyn CallObserver>));
            let (code, err) = run_command(folder.path(), command);
            let (now, hit) = (read_tree(folder.path()), *failing.hit.lock().unwrap());
            let what = format!("{command}: {fault:?} at call {at} ({hit:?}): {code:?} {err}");
            if code == Exit::Fine {
                assert!(now == new && err.is_empty(), "{what}: {:?}", now.keys());
            } else {
                faults += 1;
                assert!(hit.is_some() && code == Exit::Io, "{what}");
                assert!(err.contains("os error"), "{what}");
                assert_eq!(hit == Some(Call::Remove), err.contains("could not be removed"), "{what}");
                assert!(!now.keys().any(|name| name.split('/').any(is_temporary)), "{what}: {:?}", now.keys());
                for name in old.keys().chain(now.keys()) {
                    let now = now.get(name);
                    assert!(now == old.get(name) || now == new.get(name), "{what}: {name}");
                }
                // The message says that the output is unchanged.
                if !command.starts_with("unpack") {
                    assert!(now == old, "{what}");
                    let state = if command.contains("/new") { "no file was made" } else { "the file is as it was" };
                    assert!(err.contains(state), "{what}");
                }
            }
            if failing.count.load(Ordering::Relaxed) <= at {
                assert_eq!(code, Exit::Fine, "{what}");
                break;
            }
            assert!(code == Exit::Fine || !matches!(fault, Fault::Once(EINTR) | Fault::ShortWrite), "{what}");
        }
    }
    assert!(faults > 10, "{command}: {faults} faults");
}

#[test]
fn saves_are_old_or_new() {
    at_every_call("decode @/p.bpx -o @/old");
    at_every_call("encode @/model.json -o @/new");
    at_every_call("convert @/text.txt -o @/new.blk");
    at_every_call("roundtrip --mode model @/p.bpx -o @/old");
    at_every_call("upgrade @/v0.bpx -o @/new");
}

#[test]
fn packages_are_old_or_new() {
    at_every_call("pack @/in -o @/old --ignore-metadata");
    at_every_call("pack @/in -o @/new --ignore-metadata");
    at_every_call("compact @/p.bpx --check crc32");
}

#[test]
fn edited_packages_are_old_or_new() {
    at_every_call("edit add @/p.bpx @/three --ignore-metadata");
    at_every_call("edit rm @/p.bpx two");
    at_every_call("edit mv @/p.bpx two four");
    at_every_call("edit set @/p.bpx --platform linux");
}

#[test]
fn unpacked_files_are_old_or_new() {
    at_every_call("unpack @/p.bpx -o @/new");
    at_every_call("unpack @/p.bpx -o @/out --force");
}

#[test]
fn a_failure_after_the_save_says_that_it_is_saved() {
    for command in ["pack @/in -o @/new --ignore-metadata", "unpack --json @/p.bpx -o @/new"] {
        let folder = prepared_folder();
        STDOUT_IS_FULL.set(true);
        let (code, err) = run_command(folder.path(), command);
        STDOUT_IS_FULL.set(false);
        assert_eq!(code, Exit::Io, "{command}");
        let written = folder.path().join("new");
        assert!(written.exists(), "{command}");
        let message =
            format!("<stdout>: No space left on device (os error 28); {} was written nevertheless", written.display());
        assert!(err.contains(&message), "{command}: {err}");
    }
}

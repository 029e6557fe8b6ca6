//! Each call to the system fails in turn: afterwards every file is old or new, never half, and nothing else remains.

use crate::files::{Call, CallObserver, Files, Stamp, is_temporary, remove_leftovers};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A failure of the system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    /// One call fails with this error number.
    Once(i32),
    /// A call, and all later calls that need space, fail.
    FullFromHere,
    /// A write takes one byte.
    ShortWrite,
}

/// Error numbers, the same on every Unix: no space, input or output error, not permitted, interrupted.
const ENOSPC: i32 = 28;
const EIO: i32 = 5;
const EACCES: i32 = 13;
const EINTR: i32 = 4;

/// All failures that are tried.
pub(crate) const FAULTS: [Fault; 6] = [
    Fault::Once(ENOSPC),
    Fault::Once(EIO),
    Fault::Once(EACCES),
    Fault::Once(EINTR),
    Fault::FullFromHere,
    Fault::ShortWrite,
];

/// Fails at one call, counted from 0.
pub(crate) struct Failing {
    fault: Fault,
    at: usize,
    count: AtomicUsize,
    /// The call that failed.
    pub(crate) hit: Mutex<Option<Call>>,
}

impl Failing {
    pub(crate) fn new(fault: Fault, at: usize) -> Arc<Self> {
        Arc::new(Self { fault, at, count: AtomicUsize::new(0), hit: Mutex::new(None) })
    }
}

impl CallObserver for Failing {
    fn before_call(&self, call: Call) -> io::Result<()> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let needs_room =
            matches!(call, Call::Write | Call::CreateFile | Call::CreateFolder | Call::Sync | Call::Truncate);
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
        self.before_call(Call::Write)?;
        if short {
            self.hit.lock().unwrap().get_or_insert(Call::Write);
        }
        Ok(if short { size.min(1) } else { size })
    }
}

/// Names and contents of all files below a folder; names of folders end in `/`.
pub(crate) type Tree = BTreeMap<String, Vec<u8>>;

pub(crate) fn tree(root: &Path) -> Tree {
    let (mut found, mut open) = (Tree::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                found.insert(format!("{name}/"), Vec::new());
                open.push(path);
            } else {
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Runs work in a folder of its own, with a fault at each call in turn. `judge` gets the folder before the work,
/// after it without a fault, and now, and the error of the work. Returns the calls that failed, in order.
pub(crate) fn at_every_call(
    prepare: &dyn Fn(&Path),
    work: &dyn Fn(&Files, &Path) -> Result<(), String>,
    judge: &dyn Fn([&Tree; 3], Option<&str>),
) -> Vec<Call> {
    let prepared = || {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        folder
    };
    let folder = prepared();
    let old = tree(folder.path());
    work(&Files::default(), folder.path()).unwrap();
    let new = tree(folder.path());
    assert!(old != new);
    let mut calls = Vec::new();
    for fault in FAULTS {
        for at in 0.. {
            let (folder, failing) = (prepared(), Failing::new(fault, at));
            let failed = work(&Files::observed(Arc::clone(&failing) as Arc<dyn CallObserver>), folder.path()).err();
            let mut now = tree(folder.path());
            let hit = *failing.hit.lock().unwrap();
            let what = format!("{fault:?} at call {at} ({hit:?}): {failed:?}");
            if hit == Some(Call::Remove) {
                // An entry that cannot be removed stays until the next process writes here.
                assert!(failed.is_some() || fault == Fault::Once(EINTR), "{what}");
                let folders = now.keys().filter(|name| name.ends_with('/') && !name.split('/').any(is_temporary));
                for inside in [""].into_iter().chain(folders.map(String::as_str)) {
                    remove_leftovers(&Files::default().folder(&folder.path().join(inside)).unwrap());
                }
                now = tree(folder.path());
            }
            assert!(!now.keys().any(|name| name.split('/').any(is_temporary)), "{what}: {:?}", now.keys());
            if failing.count.load(Ordering::Relaxed) <= at {
                assert!(failed.is_none() && now == new, "{what}: {:?}", now.keys());
                break;
            }
            if matches!(fault, Fault::Once(EINTR) | Fault::ShortWrite) {
                assert!(failed.is_none() && now == new, "{what}: {:?}", now.keys());
            }
            judge([&old, &new, &now], failed.as_deref());
            calls.extend(hit);
        }
    }
    calls
}

/// The files are old when the work failed, new when it did not.
pub(crate) fn old_or_new([old, new, now]: [&Tree; 3], failed: Option<&str>) {
    assert!(*now == *if failed.is_some() { old } else { new }, "{failed:?}: {:?}", now.keys());
    // The reason is that of the call, unless another failure followed from it.
    assert!(failed.is_none_or(|reason| reason.contains("os error")), "{failed:?}");
}

fn text(saved: bpx_schema::Result<impl Sized>) -> Result<(), String> {
    saved.map(drop).map_err(|error| error.to_string())
}

#[test]
fn a_save_is_old_or_new() {
    let content: Vec<u8> = (0..700_000_u32).map(|at| at as u8).collect();
    let save = |files: &Files, folder: &Path| {
        text(files.replacement(&folder.join("file")).write(|out| Ok(out.write_all(&content)?)))
    };
    let calls = at_every_call(&|folder| fs::write(folder.join("file"), "old").unwrap(), &save, &old_or_new);
    for call in [Call::Look, Call::OpenFolder, Call::CreateFile, Call::Write, Call::Sync, Call::Rename] {
        assert!(calls.contains(&call), "{call:?} not in {calls:?}");
    }
    let calls = at_every_call(&|_| (), &save, &old_or_new);
    assert!(calls.contains(&Call::Rename), "{calls:?}");
}

#[test]
fn a_save_through_links_and_over_what_was_read_is_old_or_new() {
    let prepare = |folder: &Path| {
        fs::create_dir(folder.join("in")).unwrap();
        fs::write(folder.join("in/file"), "old").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("in/file", folder.join("link")).unwrap();
    };
    let save = |files: &Files, folder: &Path| {
        let path = folder.join(if cfg!(unix) { "link" } else { "in/file" });
        let stamp = Stamp::of(&path).unwrap();
        text(files.replacement(&path).made_from(stamp.as_ref()).write(|out| Ok(out.write_all(b"new")?)))
    };
    at_every_call(&prepare, &save, &old_or_new);
}

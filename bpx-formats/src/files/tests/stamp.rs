use crate::files::{Files, Stamp};
use bpx_schema::Error;
use std::fs;
use std::io;
use std::path::Path;

fn save(path: &Path, stamp: Option<&Stamp>, content: &str) -> Result<(), io::Error> {
    let files = Files::default();
    let saved = files.replacement(path).made_from(stamp).write(|out| Ok(out.write_all(content.as_bytes())?));
    saved.map_err(|error| match error {
        Error::Io { source, .. } => source,
        fault => panic!("{fault}"),
    })
}

fn busy(saved: Result<(), io::Error>, reason: &str) {
    let error = saved.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
    assert!(error.to_string().contains(reason), "{error}");
}

#[test]
fn of_two_that_change_a_file_the_second_one_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let (first, second) = (Stamp::of(&path).unwrap(), Stamp::of(&path).unwrap());
    save(&path, first.as_ref(), "first").unwrap();
    busy(save(&path, second.as_ref(), "second"), "changed the file after it was read");
    assert_eq!(fs::read(&path).unwrap(), b"first");
    assert_eq!(super::names(folder.path()), ["file"]);
    let again = Stamp::of(&path).unwrap();
    save(&path, again.as_ref(), "second").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"second");
}

#[test]
fn any_change_of_the_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let changes: [fn(&Path); 3] = [
        |path| fs::write(path, "longer").unwrap(),
        |path| {
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(std::time::UNIX_EPOCH).unwrap();
        },
        |path| fs::remove_file(path).unwrap(),
    ];
    for change in changes {
        fs::write(&path, "old").unwrap();
        let stamp = Stamp::of(&path).unwrap();
        change(&path);
        let before = fs::read(&path).ok();
        busy(save(&path, stamp.as_ref(), "new"), "changed the file after it was read");
        assert_eq!(fs::read(&path).ok(), before);
    }
}

#[test]
fn other_files_may_be_written_whatever_became_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("file"), folder.path().join("other"));
    fs::write(&path, "old").unwrap();
    let stamp = Stamp::of(&path).unwrap();
    fs::write(&path, "changed").unwrap();
    save(&other, stamp.as_ref(), "new").unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"new");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_locked_or_named_otherwise_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&path, "old").unwrap();
    std::os::unix::fs::symlink("file", &link).unwrap();
    let stamp = Stamp::of(&link).unwrap();
    let locked = fs::File::open(&path).unwrap();
    locked.lock().unwrap();
    busy(save(&path, stamp.as_ref(), "new"), "another program has locked the file");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(locked);
    fs::write(&path, "changed").unwrap();
    busy(save(&path, stamp.as_ref(), "new"), "changed the file after it was read");
    busy(save(&link, stamp.as_ref(), "new"), "changed the file after it was read");
    assert_eq!(fs::read(&path).unwrap(), b"changed");
}

#[cfg(unix)]
#[test]
fn only_files_have_a_stamp() {
    assert!(Stamp::of("/dev/null").unwrap().is_none());
    assert!(Stamp::of("/").unwrap().is_none());
    assert_eq!(Stamp::of("/none/at/all").unwrap_err().kind(), io::ErrorKind::NotFound);
}

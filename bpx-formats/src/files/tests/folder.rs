use crate::files::Files;
use crate::files::folder::{Folder, Kind, Lock, Rights};
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

fn open(path: &Path) -> Folder {
    Files::default().folder(path).unwrap()
}

#[test]
fn files_are_made_read_moved_and_removed_below_the_folder() {
    let outer = tempfile::tempdir().unwrap();
    let root = open(outer.path());
    let inner = root.enter("a").unwrap().enter("b").unwrap();
    assert!(outer.path().join("a/b").is_dir());
    assert!(root.find("none").unwrap().is_none());
    assert!(root.find("a").unwrap().is_some());
    inner.create("part", Rights::Shared).unwrap().write_all(b"content").unwrap();
    let mut text = String::new();
    inner.read("part").unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "content");
    assert_eq!(inner.create("part", Rights::Shared).unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(inner.kind("file").unwrap(), None);
    inner.rename("part", &inner, "file", false).unwrap();
    assert_eq!(inner.kind("file").unwrap(), Some(Kind::File));
    assert_eq!(root.kind("a").unwrap(), Some(Kind::Folder));
    assert_eq!(fs::read(outer.path().join("a/b/file")).unwrap(), b"content");
    inner.rename("file", &root, "file", false).unwrap();
    assert_eq!(fs::read(outer.path().join("file")).unwrap(), b"content");
    root.remove("file").unwrap();
    assert_eq!(root.kind("file").unwrap(), None);
    root.remove_folder("a").unwrap();
    assert_eq!(root.kind("a").unwrap(), None);
}

#[test]
fn a_name_in_use_is_replaced_only_when_it_may_be() {
    let outer = tempfile::tempdir().unwrap();
    let root = open(outer.path());
    for (name, content) in [("old", "old"), ("new", "new")] {
        fs::write(outer.path().join(name), content).unwrap();
    }
    assert_eq!(root.rename("new", &root, "old", false).unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(fs::read(outer.path().join("old")).unwrap(), b"old");
    root.rename("new", &root, "old", true).unwrap();
    assert_eq!(fs::read(outer.path().join("old")).unwrap(), b"new");
}

#[test]
fn a_file_where_a_folder_is_needed_is_named() {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("file"), "").unwrap();
    let error = open(outer.path()).enter("file").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotADirectory);
    assert_eq!(error.to_string(), "expected a folder, found `file`, which is a file");
}

#[cfg(unix)]
#[test]
fn links_are_never_followed() {
    use std::os::unix::fs::symlink;
    let outer = tempfile::tempdir().unwrap();
    let (inside, outside) = (outer.path().join("inside"), outer.path().join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), "secret").unwrap();
    symlink(&outside, inside.join("folder")).unwrap();
    symlink(outside.join("secret"), inside.join("file")).unwrap();
    symlink(outside.join("free"), inside.join("nowhere")).unwrap();
    let root = open(&inside);
    for error in [root.enter("folder").map(drop), root.find("folder").map(drop)] {
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotADirectory);
        assert_eq!(error.to_string(), "expected a folder, found `folder`, which is a symbolic link or a device");
    }
    assert_eq!(root.kind("folder").unwrap(), Some(Kind::Other));
    assert_eq!(root.create("nowhere", Rights::Shared).unwrap_err().kind(), ErrorKind::AlreadyExists);
    root.read("file").unwrap_err();
    // A link in the place of a file is replaced itself; its target stays.
    root.create("new", Rights::Shared).unwrap();
    root.rename("new", &root, "file", true).unwrap();
    assert_eq!(root.kind("file").unwrap(), Some(Kind::File));
    root.remove("nowhere").unwrap();
    root.remove_folder("folder").unwrap();
    assert_eq!(super::names(&outside), ["secret"]);
    assert_eq!(fs::read(outside.join("secret")).unwrap(), b"secret");
    // No name leads out of the folder by its text either.
    for name in ["../outside/secret", "/etc/hostname"] {
        root.read(name).unwrap_err();
    }
    root.create("../outside/made", Rights::Shared).unwrap_err();
    root.rename("file", &root, "../outside/moved", true).unwrap_err();
    assert_eq!(super::names(&outside), ["secret"]);
}

#[cfg(unix)]
#[test]
fn an_open_folder_stays_the_same_whatever_becomes_of_its_name() {
    let outer = tempfile::tempdir().unwrap();
    let root = outer.path().join("root");
    fs::create_dir(&root).unwrap();
    let folder = open(&root).enter("a").unwrap();
    let elsewhere = outer.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::rename(root.join("a"), root.join("moved")).unwrap();
    std::os::unix::fs::symlink(&elsewhere, root.join("a")).unwrap();
    folder.create("file", Rights::Shared).unwrap();
    assert!(root.join("moved/file").is_file());
    assert_eq!(super::names(&elsewhere), [""; 0]);
}

#[cfg(unix)]
#[test]
fn rights_are_those_that_are_asked_for_below_the_mask() {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().unwrap();
    let root = open(outer.path());
    let mode = |name: &str| fs::metadata(outer.path().join(name)).unwrap().permissions().mode() & 0o777;
    root.create("shared", Rights::Shared).unwrap();
    root.create("private", Rights::Private).unwrap();
    root.create("app", Rights::Executable).unwrap();
    root.create_folder("folder", Rights::Private).unwrap();
    assert_eq!((mode("private"), mode("folder")), (0o600, 0o700));
    fs::write(outer.path().join("usual"), "").unwrap();
    assert_eq!(mode("shared"), mode("usual"));
    assert_eq!(mode("app") & 0o666, mode("usual"));
    assert_eq!(mode("app") & 0o100, 0o100);
}

#[cfg(unix)]
#[test]
fn a_lock_is_held_until_it_is_dropped() {
    let outer = tempfile::tempdir().unwrap();
    let (first, second) = (open(outer.path()), open(outer.path()));
    let held = first.lock().unwrap();
    assert!(matches!(held, Lock::Held(_)), "{held:?}");
    assert!(matches!(second.lock().unwrap(), Lock::Taken));
    drop(held);
    assert!(matches!(second.lock().unwrap(), Lock::Held(_)));
}

#[test]
fn names_that_are_text_are_listed() {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("b"), "").unwrap();
    fs::create_dir(outer.path().join("a")).unwrap();
    let mut names = open(outer.path()).names().unwrap();
    names.sort();
    assert_eq!(names, ["a", "b"]);
    let gone: io::Result<Folder> = Files::default().folder(&outer.path().join("none"));
    assert_eq!(gone.unwrap_err().kind(), ErrorKind::NotFound);
}

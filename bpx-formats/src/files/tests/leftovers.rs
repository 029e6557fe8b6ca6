use crate::files::folder::Rights;
use crate::files::names::temporary_name;
use crate::files::{Files, TemporaryFile, TemporaryFolder, is_temporary, remove_leftovers};
use std::fs;
use std::sync::Arc;

#[test]
fn temporary_names_have_one_form_and_are_not_repeated() {
    let names: std::collections::BTreeSet<_> = (0..100).map(|_| temporary_name()).collect();
    assert_eq!(names.len(), 100);
    assert!(names.iter().all(|name| is_temporary(name)), "{names:?}");
    assert!(is_temporary(".bpx-0123456789abcdef.part"));
    assert!(is_temporary(".BPX-0123456789ABCDEF.Part"));
    let others = [
        "",
        ".bpx-",
        ".bpx-.part",
        ".bpx-settings",
        ".bpx-0123456789abcde.part",
        ".bpx-0123456789abcdef0.part",
        ".bpx-0123456789abcdeg.part",
        ".bpx-0123456789abcdef.part.txt",
        "bpx-0123456789abcdef.part",
    ];
    assert_eq!(others.iter().find(|name| is_temporary(name)), None);
}

#[cfg(unix)]
#[test]
fn entries_without_a_lock_are_removed() {
    let outer = tempfile::tempdir().unwrap();
    let root = Arc::new(Files::default().folder(outer.path()).unwrap());
    let path = |name: &str| outer.path().join(name);
    let file = TemporaryFile::create(&root, Rights::Shared).unwrap();
    let folder = TemporaryFolder::create(&root, Rights::Shared).unwrap();
    fs::write(path(".bpx-0123456789abcdef.part"), "left").unwrap();
    fs::create_dir_all(path(".bpx-fedcba9876543210.part/in/side")).unwrap();
    fs::write(path(".bpx-fedcba9876543210.part/in/side/file"), "left").unwrap();
    fs::write(path(".bpx-settings"), "of a user").unwrap();
    std::os::unix::fs::symlink(path(".bpx-settings"), path(".bpx-0000000000000000.part")).unwrap();
    assert_eq!(super::names(outer.path()).len(), 6);
    remove_leftovers(&root);
    let left = super::names(outer.path());
    // Two of living processes, one of a user, and a link, which is never ours.
    assert_eq!(left.len(), 4, "{left:?}");
    assert!(path(".bpx-settings").is_file() && path(".bpx-0000000000000000.part").is_symlink());
    folder.folder().create("works", Rights::Shared).unwrap();
    folder.give_name("folder").unwrap();
    file.give_name("file", false).unwrap();
    assert!(path("folder/works").is_file() && path("file").is_file());
    fs::remove_file(path(".bpx-0000000000000000.part")).unwrap();
    remove_leftovers(&root);
    assert_eq!(super::names(outer.path()), [".bpx-settings", "file", "folder"]);
}

/// Without the permission to change owners, the test cannot make such files.
#[cfg(unix)]
#[test]
fn entries_of_other_users_stay() {
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path().join(".bpx-0123456789abcdef.part");
    fs::create_dir(&path).unwrap();
    let given = std::os::unix::fs::chown(&path, Some(1234), None).is_ok();
    remove_leftovers(&Files::default().folder(outer.path()).unwrap());
    assert_eq!(path.exists(), given);
}

#[test]
fn entries_without_a_final_name_are_removed() {
    let outer = tempfile::tempdir().unwrap();
    let root = Arc::new(Files::default().folder(outer.path()).unwrap());
    drop(TemporaryFile::create(&root, Rights::Shared).unwrap());
    let folder = TemporaryFolder::create(&root, Rights::Shared).unwrap();
    folder.folder().enter("a").unwrap().create("file", Rights::Shared).unwrap();
    drop(folder);
    assert_eq!(super::names(outer.path()), [""; 0]);
}

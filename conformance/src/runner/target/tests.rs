use super::*;
use crate::protocol::Reply;
use serde_json::Value as Json;

const OK: Outcome = Outcome::Answered(Reply::Ok { model: None, hex: None, path: None });
const MOST: u64 = 1 << 20;

/// Returns the outcome for a folder after `make` changed it.
fn seen(make: impl FnOnce(&Path)) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let target = Target::new(folder.path(), b"").unwrap();
    make(&target.folder());
    target.outcome_with_files(OK, MOST)
}

#[track_caller]
fn unfit(outcome: &Outcome, what: &str) {
    assert_eq!(*outcome, Outcome::UnfitFile(what.to_owned()));
}

#[test]
fn files_in_the_folder_are_the_model() {
    let outcome = seen(|folder| {
        fs::create_dir(folder.join("d")).unwrap();
        fs::write(folder.join("d/x"), "abc").unwrap();
        fs::write(folder.join("a"), "").unwrap();
    });
    let Outcome::Answered(Reply::Ok { model: Some(model), .. }) = outcome else { panic!("no model: {outcome:?}") };
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let expected: Json = json!([
        { "name": "a", "size": 0, "sha256": empty },
        { "name": "d/x", "size": 3, "sha256": abc },
    ]);
    assert_eq!(model["files"], expected);
}

#[test]
fn each_question_has_a_folder_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let first = Target::new(folder.path(), b"").unwrap();
    fs::write(first.folder().join("x"), "abc").unwrap();
    let second = Target::new(folder.path(), b"").unwrap();
    assert_eq!(fs::read_dir(second.folder()).unwrap().count(), 0);
    drop((first, second));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_elsewhere_is_seen_whatever_was_answered() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["../x", "../../../../x"] {
        let target = Target::new(folder.path(), b"").unwrap();
        fs::write(target.folder().join(name), "abc").unwrap();
        assert!(matches!(target.outcome_with_files(OK, MOST), Outcome::Escaped(_)), "{name}");
        assert!(matches!(target.outcome_with_files(Outcome::TimedOut, MOST), Outcome::Escaped(_)), "{name}");
    }
}

#[test]
fn too_many_too_deep_and_too_large_files_are_not_read() {
    let many = seen(|folder| (0..=10_000).for_each(|number| fs::write(folder.join(number.to_string()), "").unwrap()));
    unfit(&many, "expected at most 10000 files and folders, found more");
    let deep = seen(|folder| fs::create_dir_all(folder.join(["d"; 65].join("/"))).unwrap());
    unfit(&deep, "folders are nested more than 64 deep");
    let large = seen(|folder| {
        for name in ["a", "b"] {
            let size = if name == "a" { 1000 } else { MOST - 999 };
            fs::File::create(folder.join(name)).unwrap().set_len(size).unwrap();
        }
    });
    unfit(&large, "`b` has 1047577 bytes, but the runner reads at most 1047576 bytes of all files");
    // As large as a file can be, without any bytes on the disk.
    let sparse = seen(|folder| fs::File::create(folder.join("a")).unwrap().set_len(1 << 40).unwrap());
    unfit(&sparse, "`a` has 1099511627776 bytes, but the runner reads at most 1048576 bytes of all files");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    #[test]
    fn links_are_not_followed() {
        for to in ["/etc/passwd", "/dev/zero", "file", "nowhere"] {
            let outcome = seen(|folder| {
                fs::write(folder.join("file"), "abc").unwrap();
                symlink(to, folder.join("link")).unwrap();
            });
            unfit(&outcome, "`link` is a symbolic link, not a regular file");
        }
        let folder = seen(|folder| symlink("/etc", folder.join("etc")).unwrap());
        unfit(&folder, "`etc` is a symbolic link, not a regular file");
    }

    #[test]
    fn pipes_and_sockets_are_not_opened() {
        let special = "`x` is a pipe, a socket or a device, not a regular file";
        let socket = seen(|folder| drop(UnixListener::bind(folder.join("x")).unwrap()));
        unfit(&socket, special);
        let pipe = seen(|folder| {
            let made = std::process::Command::new("mkfifo").arg(folder.join("x")).status().unwrap();
            assert!(made.success());
        });
        unfit(&pipe, special);
    }

    #[test]
    fn a_link_on_the_way_is_a_file_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let target = Target::new(folder.path(), b"").unwrap();
        let way = target.folder().parent().unwrap().to_owned();
        fs::remove_dir_all(&way).unwrap();
        symlink("/etc", &way).unwrap();
        assert_eq!(target.outcome_with_files(OK, MOST), Outcome::Escaped("a/b/c".to_owned()));
    }
}

//! Writing below a folder without ever leaving it: no step follows a symbolic link, and no file is seen under its
//! name before it is complete.

#[cfg(any(not(unix), test))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use self::portable::Folder;
#[cfg(unix)]
pub(super) use self::unix::Folder;

use std::io;

/// What files are called before they are complete: this, numbers, and [`SUFFIX`].
pub(super) const PREFIX: &str = ".bpx-";
/// See [`PREFIX`].
pub(super) const SUFFIX: &str = ".part";

/// What bears a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    /// Links, devices, and the like.
    Other,
}

/// Why a folder cannot be entered.
fn no_folder(name: &str, kind: Option<Kind>) -> io::Error {
    let what = match kind {
        Some(Kind::Other) => "is a symbolic link or a device, where a folder is needed",
        _ => "is a file, where a folder is needed",
    };
    io::Error::new(io::ErrorKind::NotADirectory, format!("`{name}` {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    /// The same for every implementation.
    macro_rules! behaves {
        ($folder:ty) => {{
            let outer = tempfile::tempdir().unwrap();
            let root = outer.path().join("new/root");
            let root_folder = <$folder>::create_root(&root).unwrap();
            let inner = root_folder.enter("a").unwrap().enter("b").unwrap();
            assert!(root.join("a/b").is_dir());
            assert!(root_folder.find("none").unwrap().is_none());
            assert!(root_folder.find("a").unwrap().is_some());

            let mut file = inner.create("part", false).unwrap();
            file.write_all(b"content").unwrap();
            drop(file);
            assert_eq!(io::read_to_string(inner.read("part").unwrap()).unwrap(), "content");
            assert_eq!(inner.create("part", false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(inner.kind("file").unwrap(), None);
            inner.rename("part", "file", false).unwrap();
            assert_eq!(inner.kind("file").unwrap(), Some(Kind::File));
            assert_eq!(root_folder.kind("a").unwrap(), Some(Kind::Folder));
            assert_eq!(fs::read(root.join("a/b/file")).unwrap(), b"content");
            assert_eq!(inner.enter("file").map(drop).unwrap_err().kind(), io::ErrorKind::NotADirectory);
            inner.create("part", false).unwrap();
            inner.remove("part").unwrap();
            assert_eq!(inner.kind("part").unwrap(), None);

            #[cfg(unix)]
            {
                let elsewhere = outer.path().join("elsewhere");
                fs::create_dir(&elsewhere).unwrap();
                std::os::unix::fs::symlink(&elsewhere, root.join("link")).unwrap();
                std::os::unix::fs::symlink(elsewhere.join("victim"), root.join("part")).unwrap();
                for error in [root_folder.enter("link").map(drop), root_folder.find("link").map(drop)] {
                    let error = error.unwrap_err();
                    assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
                    assert!(error.to_string().contains("`link` is a symbolic link"), "{error}");
                }
                assert_eq!(root_folder.kind("link").unwrap(), Some(Kind::Other));
                assert_eq!(root_folder.create("part", false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
                assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
                // A link in the place of a file is replaced itself, not what it leads to.
                root_folder.create("other", true).unwrap();
                root_folder.rename("other", "part", true).unwrap();
                assert_eq!(root_folder.kind("part").unwrap(), Some(Kind::File));
                assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
            }
        }};
    }

    #[test]
    fn portable_stays_inside() {
        behaves!(portable::Folder);
    }

    #[cfg(unix)]
    #[test]
    fn unix_stays_inside() {
        behaves!(Folder);
    }

    #[cfg(unix)]
    #[test]
    fn an_open_folder_cannot_be_exchanged() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("root");
        let folder = Folder::create_root(&root).unwrap().enter("a").unwrap();
        let elsewhere = outer.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::rename(root.join("a"), root.join("moved")).unwrap();
        std::os::unix::fs::symlink(&elsewhere, root.join("a")).unwrap();
        folder.create("file", false).unwrap();
        assert!(root.join("moved/file").is_file());
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn the_right_to_execute_is_kept_below_the_mask() {
        use std::os::unix::fs::PermissionsExt;
        let outer = tempfile::tempdir().unwrap();
        let folder = Folder::create_root(outer.path()).unwrap();
        for (name, executable) in [("app", true), ("data", false)] {
            folder.create(name, executable).unwrap();
            let mode = fs::metadata(outer.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o100 != 0, executable, "{mode:o}");
        }
    }
}

use super::names;
use crate::files::Files;
use crate::source::replace;
use std::fs;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};

/// A size in bytes above that of the buffer.
const MUCH: usize = 1 << 20;

#[test]
fn a_file_is_made_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for content in [&b"first"[..], b"second"] {
        let size = replace(&path, |out| Ok(out.write(content)?)).unwrap();
        assert_eq!(size, content.len());
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn a_file_may_be_written_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let files = Files::default();
    let written = files.replacement(&path).write_file(|file| {
        file.seek(SeekFrom::Start(3))?;
        file.write_all(b"def")?;
        file.rewind()?;
        file.write_all(b"abc")?;
        Ok(file.set_len(5)?)
    });
    written.unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"abcde");
}

#[test]
fn a_failure_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let failed = replace(&path, |out| {
        out.write_all(&[1; MUCH])?;
        Err::<(), _>(io::Error::other("broken").into())
    });
    assert_eq!(failed.unwrap_err().to_string(), "broken");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn invalid_names_of_files_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("", ErrorKind::IsADirectory),
        ("new/", ErrorKind::IsADirectory),
        ("..", ErrorKind::IsADirectory),
        ("none/file", ErrorKind::NotFound),
    ];
    for (name, kind) in cases {
        let failed = replace(folder.path().join(name), |_| -> bpx_schema::Result<()> { panic!("{name}") });
        let bpx_schema::Error::Io { source, .. } = failed.unwrap_err() else { panic!("{name}") };
        assert_eq!(source.kind(), kind, "{name}: {source}");
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn links_are_followed_also_to_names_that_are_free() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("there")).unwrap();
        fs::write(path("there/old"), "old").unwrap();
        symlink("there", path("folder")).unwrap();
        symlink("folder/old", path("to-file")).unwrap();
        symlink("folder/new", path("to-free-name")).unwrap();
        symlink("to-free-name", path("over-a-link")).unwrap();
        for (link, name) in [("to-file", "there/old"), ("over-a-link", "there/new"), ("to-free-name", "there/new")] {
            replace(path(link), |out| Ok(out.write_all(link.as_bytes())?)).unwrap();
            assert!(path(link).is_symlink(), "{link}");
            assert_eq!(fs::read(path(name)).unwrap(), link.as_bytes());
        }
        assert_eq!(names(&path("there")), ["new", "old"]);
        symlink("itself", path("itself")).unwrap();
        let error = replace(path("itself"), |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "too many symbolic links");
    }

    #[test]
    fn rights_are_kept_and_nobody_else_reads_the_new_bytes_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for mode in [0o600, 0o640, 0o755, 0o400] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace(&path, |out| {
                out.write_all(&[1; MUCH])?;
                let mut others = names(folder.path()).into_iter().filter(|name| name != "file");
                let temporary = fs::metadata(folder.path().join(others.next().unwrap()))?;
                assert!(temporary.len() > 0);
                assert_eq!(temporary.mode() & 0o7777, mode, "{mode:o}");
                Ok(())
            })
            .unwrap();
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, mode);
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_new_file_has_the_usual_rights() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("usual"), "").unwrap();
        replace(folder.path().join("new"), |_| Ok(())).unwrap();
        let mode = |name| fs::metadata(folder.path().join(name)).unwrap().mode();
        assert_eq!(mode("new"), mode("usual"));
    }

    /// Without the permission to change owners, the test has nothing to compare: the writer is the owner.
    #[test]
    fn owner_and_group_are_kept_where_that_is_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let privileged = std::os::unix::fs::chown(&path, Some(1234), Some(4321)).is_ok();
        let before = fs::metadata(&path).unwrap();
        assert_eq!(privileged, before.uid() == 1234);
        replace(&path, |out| Ok(out.write_all(b"new")?)).unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_ne!(after.ino(), before.ino());
        assert_eq!((after.uid(), after.gid(), after.mode()), (before.uid(), before.gid(), before.mode()));
    }
}

use bpx_schema::Result;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Bytes that are collected before they are written.
const BUFFER: usize = 256 << 10;

/// Writes a file as a whole or not at all: into a temporary file in the same folder, which takes the place of the
/// old one when all bytes are on the disk. The permissions of the old file are kept, and a link is followed.
///
/// # Errors
/// Those of `write` and of the file system; the old file is then as it was, and no other file remains.
pub fn replace<T>(path: impl AsRef<Path>, write: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    replace_file(path, |file| {
        let mut buffered = BufWriter::with_capacity(BUFFER, file);
        let written = write(&mut buffered)?;
        buffered.flush()?;
        Ok(written)
    })
}

/// As [`replace()`], for those who write in another order than from front to back: into a new, empty file.
///
/// # Errors
/// As [`replace()`].
pub fn replace_file<T>(path: impl AsRef<Path>, write: impl FnOnce(&mut File) -> Result<T>) -> Result<T> {
    let path = path.as_ref();
    let old = match fs::canonicalize(path) {
        Ok(real) => Some(real),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let target = old.as_deref().unwrap_or(path);
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temporary = new_file(folder)?;
    let written = write(temporary.as_file_mut())?;
    if old.is_some() {
        temporary.as_file().set_permissions(fs::metadata(target)?.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(target).map_err(|failed| failed.error)?;
    sync_folder(folder);
    Ok(written)
}

fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    // As any other new file: what the user's mask leaves.
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".bpx-").tempfile_in(folder)
}

/// Makes the rename last. The new file is complete by then, so that a failure here is none of the save.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn writes_and_replaces() {
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
    fn a_failure_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let failed = replace(&path, |out| {
            out.write_all(&[1; 2 * BUFFER])?;
            Err::<(), _>(io::Error::other("broken").into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["file"]);
        assert!(replace(folder.path().join("none/file"), |_| Ok(())).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn keeps_permissions_and_links() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, |out| Ok(out.write_all(b"new")?)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}

//! Folders for programs under test.

use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io;
use std::path::Path;

/// A temporary folder, which the runner removes with everything that a program made in the folder.
pub(super) struct Workplace(tempfile::TempDir);

impl Workplace {
    /// Creates a workplace in the folder for temporary files.
    pub(super) fn new() -> io::Result<Self> {
        tempfile::Builder::new().prefix("conform-").tempdir().map(Self)
    }

    /// Creates a workplace in another folder.
    pub(super) fn inside_folder(folder: &Path) -> io::Result<Self> {
        tempfile::Builder::new().prefix("case-").tempdir_in(folder).map(Self)
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        // Files that cannot be removed stay among the temporary files of the system.
        let _ = Dir::open_ambient_dir(self.path(), ambient_authority()).and_then(|dir| clear_folder(&dir));
    }
}

/// Removes the content of a folder of any depth. Moves the content of an inner folder up before removing that folder,
/// so that neither the stack nor the number of open files grows with the depth.
fn clear_folder(dir: &Dir) -> io::Result<()> {
    /// The number of names that are read at once.
    const BATCH: usize = 1000;
    let mut moved = 0_u64;
    loop {
        let names = dir.entries()?.take(BATCH).map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            if !dir.symlink_metadata(&name)?.is_dir() {
                dir.remove_file(&name)?;
                continue;
            }
            allow_access(dir, &name)?;
            let inner = dir.open_dir_nofollow(&name)?;
            for entry in inner.entries()? {
                let entry = entry?;
                if !entry.file_type()?.is_dir() {
                    inner.remove_file(entry.file_name())?;
                    continue;
                }
                // A folder without write permission cannot be moved either.
                allow_access(&inner, &entry.file_name())?;
                moved += 1;
                inner.rename(entry.file_name(), dir, format!("..moved-{moved}"))?;
            }
            dir.remove_dir(&name)?;
        }
    }
}

/// Gives the current user all rights to a folder.
#[cfg(unix)]
fn allow_access(dir: &Dir, name: &std::ffi::OsStr) -> io::Result<()> {
    use cap_std::fs::{Permissions, PermissionsExt};
    dir.set_permissions(name, Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn allow_access(_: &Dir, _: &std::ffi::OsStr) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_tree_is_removed_however_deep_it_is() {
        let workplace = Workplace::new().unwrap();
        let path = workplace.path().to_owned();
        let mut dir = Dir::open_ambient_dir(&path, ambient_authority()).unwrap();
        for _ in 0..5000 {
            dir.create_dir("d").unwrap();
            dir.write("file", "").unwrap();
            dir = dir.open_dir("d").unwrap();
        }
        for name in ["a/b", "a/c", "..moved-1", "..moved-2/x"] {
            fs::create_dir_all(path.join(name)).unwrap();
        }
        drop(workplace);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn rights_and_links_are_no_obstacle() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let workplace = Workplace::new().unwrap();
        let path = workplace.path().to_owned();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("file"), "").unwrap();
        fs::create_dir_all(path.join("locked/in")).unwrap();
        fs::write(path.join("locked/in/file"), "").unwrap();
        symlink(elsewhere.path(), path.join("link")).unwrap();
        symlink(elsewhere.path(), path.join("locked/link")).unwrap();
        for name in ["locked/in", "locked"] {
            fs::set_permissions(path.join(name), fs::Permissions::from_mode(0o000)).unwrap();
        }
        drop(workplace);
        assert!(!path.exists() && elsewhere.path().join("file").exists());
    }
}

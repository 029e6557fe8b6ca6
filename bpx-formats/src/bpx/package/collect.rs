//! Collects the files of a folder for a package, with the names of their objects.

use super::paths::{self, SafePath, clashes};
use crate::FileError;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Options for walking folders.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CollectOptions {
    /// Prefix of every name, added unchanged; `assets/` puts all objects below a folder.
    pub prefix: String,
    /// Whether the targets of symbolic links are collected; otherwise a link is an error.
    pub follow_links: bool,
}

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Name of the object, which is the prefix and the path below the folder, with `/`.
    pub name: String,
    /// Path of the file.
    pub path: PathBuf,
    /// Size of the file in bytes, when the file was found.
    pub size: u64,
    /// Whether a user may execute the file; a package has no field for this permission.
    pub executable: bool,
}

/// The files that were found, sorted by the bytes of the names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collected {
    /// The files.
    pub files: Vec<Found>,
    /// Empty folders, which a package cannot store, as names of objects.
    pub empty_folders: Vec<String>,
}

type Result<T> = std::result::Result<T, FileError>;

impl CollectOptions {
    /// Sets the prefix.
    #[must_use]
    pub fn with_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Sets whether the targets of symbolic links are collected.
    #[must_use]
    pub fn with_follow_links(mut self, follow: bool) -> Self {
        self.follow_links = follow;
        self
    }
}

/// Collects the files below each folder, under their paths in the folder, and each single file, under the last
/// component of its path. `wanted` gets every name, and returns whether the file is collected; names of other files
/// need not be safe. The order of the result depends on the names only.
///
/// # Errors
/// Returns an error with the path for a link unless links are followed, a name that is not UTF-8 or could not be
/// unpacked again, an entry that is neither file nor folder, or an error of the file system.
pub fn collect(
    inputs: &[impl AsRef<Path>],
    options: &CollectOptions,
    mut wanted: impl FnMut(&str) -> bool,
) -> Result<Collected> {
    let mut collected = Collected::default();
    for input in inputs {
        let path = input.as_ref();
        // A path that a user names is followed, even if it is a link.
        let metadata = fs::metadata(path).map_err(|error| io_error(path, error))?;
        if metadata.is_dir() {
            collected.walk_folder(path, options, &mut wanted)?;
        } else {
            let last = path.file_name().map(Path::new).unwrap_or(path);
            let name = format!("{}{}", options.prefix, utf8_name(last, path)?);
            collected.add_file(path.to_owned(), name, &metadata, &mut wanted)?;
        }
    }
    collected.files.sort_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
    collected.empty_folders.sort();
    check_names(&collected.files)?;
    Ok(collected)
}

impl Collected {
    /// Adds the files below a folder.
    fn walk_folder(
        &mut self,
        root: &Path,
        options: &CollectOptions,
        wanted: &mut dyn FnMut(&str) -> bool,
    ) -> Result<()> {
        // The previous folder and its depth: it is empty unless a deeper entry follows.
        let mut before: Option<(usize, String)> = None;
        let walk = WalkDir::new(root).follow_links(options.follow_links).sort_by_file_name();
        for entry in walk {
            let entry = entry.map_err(|error| walk_error(error, root))?;
            self.empty_folders.extend(before.take().filter(|(depth, _)| entry.depth() <= *depth).map(|(_, name)| name));
            let name = object_name(&entry, root, &options.prefix)?;
            if entry.file_type().is_dir() {
                before = Some((entry.depth(), name));
            } else if !entry.path_is_symlink() || options.follow_links {
                let metadata = entry.metadata().map_err(|error| walk_error(error, root))?;
                self.add_file(entry.into_path(), name, &metadata, wanted)?;
            } else if wanted(&name) {
                return Err(FileError::Link(entry.into_path()));
            }
        }
        self.empty_folders.extend(before.map(|(_, name)| name).filter(|name| !name.is_empty()));
        Ok(())
    }

    fn add_file(
        &mut self,
        path: PathBuf,
        name: String,
        metadata: &Metadata,
        wanted: &mut dyn FnMut(&str) -> bool,
    ) -> Result<()> {
        if !wanted(&name) {
            return Ok(());
        }
        if !metadata.is_file() {
            return Err(FileError::Special(path));
        }
        let (size, executable) = (metadata.len(), is_executable(metadata));
        self.files.push(Found { name, path, size, executable });
        Ok(())
    }
}

/// Returns the name of the object for an entry below a folder. Names of folders end in `/`, except the name of the
/// first folder.
fn object_name(entry: &DirEntry, root: &Path, prefix: &str) -> Result<String> {
    let mut name = prefix.to_owned();
    let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
    for (number, part) in below.components().enumerate() {
        if number > 0 {
            name.push('/');
        }
        name.push_str(utf8_name(part.as_ref(), entry.path())?);
    }
    if entry.file_type().is_dir() && entry.depth() > 0 {
        name.push('/');
    }
    Ok(name)
}

fn walk_error(error: walkdir::Error, root: &Path) -> FileError {
    let path = error.path().unwrap_or(root).to_owned();
    if error.loop_ancestor().is_some() {
        return FileError::Circle(path);
    }
    let source = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
    FileError::Io { path, source }
}

fn utf8_name<'a>(name: &'a Path, path: &Path) -> Result<&'a str> {
    name.to_str().ok_or_else(|| FileError::NotText(path.to_owned()))
}

fn io_error(path: &Path, source: io::Error) -> FileError {
    FileError::Io { path: path.to_owned(), source }
}

#[cfg(unix)]
fn is_executable(metadata: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}

/// Checks that all names can be unpacked again.
fn check_names(files: &[Found]) -> Result<()> {
    let safe = |found: &Found| {
        paths::check(&found.name).map_err(|reason| FileError::Unsafe {
            path: found.path.clone(),
            name: found.name.clone(),
            reason,
        })
    };
    let paths: Vec<SafePath> = files.iter().map(safe).collect::<Result<_>>()?;
    let Some(clash) = clashes(paths.iter().enumerate()).first().copied() else { return Ok(()) };
    let name = |at: usize| files.get(at).map_or_else(String::new, |found| found.name.clone());
    Err(FileError::Clash { name: name(clash.name), other: name(clash.with), clash })
}

#[cfg(test)]
mod tests {
    use super::super::paths::UnsafePath;
    use super::*;

    /// Returns a folder with files, and one empty folder.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in [("b.txt", "bb"), ("a/z", ""), ("a/b/c", "ccc"), ("a.txt", "a")] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        fs::create_dir_all(folder.path().join("none/at all")).unwrap();
        folder
    }

    fn names(collected: &Collected) -> Vec<(&str, u64)> {
        collected.files.iter().map(|found| (found.name.as_str(), found.size)).collect()
    }

    fn all(_: &str) -> bool {
        true
    }

    #[test]
    fn files_are_sorted_by_bytes_of_names() {
        let folder = folder();
        let collected = collect(&[folder.path()], &CollectOptions::default(), all).unwrap();
        assert_eq!(names(&collected), [("a.txt", 1), ("a/b/c", 3), ("a/z", 0), ("b.txt", 2)]);
        assert_eq!(collected.empty_folders, ["none/at all/"]);
        let options = CollectOptions::default().with_prefix("./x/");
        let collected =
            collect(&[folder.path().join("b.txt"), folder.path().join("a")], &options, |name| name != "./x/z").unwrap();
        assert_eq!(names(&collected), [("./x/b.txt", 2), ("./x/b/c", 3)]);
    }

    #[test]
    fn empty_folders_are_listed_wherever_they_are() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b/c/d", "b/e", "f"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("b/c/file"), "").unwrap();
        let empty = |root: &str, prefix: &str| {
            let options = CollectOptions::default().with_prefix(prefix);
            collect(&[folder.path().join(root)], &options, all).unwrap().empty_folders
        };
        assert_eq!(empty("", ""), ["a/", "b/c/d/", "b/e/", "f/"]);
        assert_eq!(empty("b", "x/"), ["x/c/d/", "x/e/"]);
        assert_eq!(empty("a", "x/"), ["x/"]);
        assert_eq!(empty("a", ""), [""; 0]);
    }

    #[test]
    fn names_that_cannot_be_unpacked_are_rejected() {
        let folder = folder();
        let options = CollectOptions::default().with_prefix("../");
        let error = collect(&[folder.path()], &options, all).unwrap_err();
        assert!(matches!(error, FileError::Unsafe { reason: UnsafePath::Parent, .. }), "{error}");
        let twice = [folder.path().join("a.txt"), folder.path().join("a.txt")];
        let error = collect(&twice, &CollectOptions::default(), all).unwrap_err();
        assert_eq!(error.to_string(), "`a.txt` and `a.txt`: the same name occurs again");
        let error = collect(&[folder.path().join("nothing")], &CollectOptions::default(), all).unwrap_err();
        assert!(matches!(&error, FileError::Io { path, .. } if path.ends_with("nothing")), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_refused_or_followed() {
        use std::os::unix::fs::symlink;
        let folder = folder();
        let link = folder.path().join("link");
        symlink("a.txt", &link).unwrap();
        let error = collect(&[folder.path()], &CollectOptions::default(), all).unwrap_err();
        assert!(matches!(&error, FileError::Link(path) if *path == link), "{error}");
        assert!(collect(&[folder.path()], &CollectOptions::default(), |name| name != "link").is_ok());
        let follow = CollectOptions::default().with_follow_links(true);
        let collected = collect(&[folder.path()], &follow, |name| name.starts_with('l')).unwrap();
        assert_eq!(names(&collected), [("link", 1)]);

        symlink("../b", folder.path().join("a/b/up")).unwrap();
        let error = collect(&[folder.path()], &follow, all).unwrap_err();
        assert!(matches!(&error, FileError::Circle(path) if path.ends_with("a/b/up")), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_lost_or_cannot_be_packed_is_reported() {
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::PermissionsExt;
        let folder = folder();
        let run = || collect(&[folder.path()], &CollectOptions::default(), all);
        fs::set_permissions(folder.path().join("b.txt"), fs::Permissions::from_mode(0o755)).unwrap();
        let executable = run().unwrap().files.into_iter().filter(|found| found.executable);
        assert_eq!(executable.map(|found| found.name).collect::<Vec<_>>(), ["b.txt"]);

        let socket = folder.path().join("socket");
        let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let error = run().unwrap_err();
        assert!(matches!(&error, FileError::Special(path) if *path == socket), "{error}");
        drop(listener);
        fs::remove_file(&socket).unwrap();

        let bad = folder.path().join(std::ffi::OsStr::from_bytes(b"bad\xff"));
        // Some file systems reject such names by themselves.
        if fs::write(&bad, "").is_ok() {
            let error = run().unwrap_err();
            assert!(matches!(&error, FileError::NotText(path) if *path == bad), "{error}");
        }
    }
}

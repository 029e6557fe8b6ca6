use super::calls::{Call, Calls};
use super::folder::{Folder, ObservedFile};
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The state of a file, taken before the file is read, so that the result does not overwrite a change that another
/// program made in the meantime ([`Replacement::made_from`](super::Replacement::made_from)).
#[derive(Debug)]
pub struct Stamp {
    folder: PathBuf,
    name: OsString,
    /// The open file. While the file is open, the system gives its number to no other file.
    file: ObservedFile,
    state: State,
}

/// Properties that show whether a file is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    /// Device and number, on systems where files have them.
    identity: Option<(u64, u64)>,
    size: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// Takes the state of the regular file at a path; `None` for a target that is not a regular file, because such a
    /// target is not replaced.
    ///
    /// # Errors
    /// Returns errors of opening the file.
    pub fn of(path: impl AsRef<Path>) -> io::Result<Option<Self>> {
        let path = path.as_ref();
        if !fs::metadata(path)?.is_file() {
            return Ok(None);
        }
        // A handle of a process may have a path that does not exist.
        let Ok(real) = fs::canonicalize(path) else { return Ok(None) };
        let Some((folder, name)) = real.parent().zip(real.file_name()) else { return Ok(None) };
        let file = match Folder::open(folder, &Calls::default())?.read(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let metadata = file.as_file().metadata()?;
        let state = State::of(&metadata);
        Ok(metadata.is_file().then(|| Self { folder: folder.to_owned(), name: name.to_owned(), file, state }))
    }

    /// Returns whether the state belongs to the file with this folder and name; `folder` is a path without symbolic
    /// links.
    pub(super) fn is_of(&self, folder: &Path, name: &OsString) -> bool {
        self.folder == folder && self.name == *name
    }

    /// Locks the file while the returned value lives, so that other programs that use the lock cannot replace the file.
    ///
    /// # Errors
    /// `ResourceBusy` when the file has changed, or another process is replacing it.
    pub(super) fn hold_target(&self, calls: &Calls) -> io::Result<Held<'_>> {
        if self.file.try_lock() == Some(false) {
            return Err(busy_error("another program has locked the file and may be changing it; nothing is written"));
        }
        // The lock comes first: a process that held it before has replaced the file by now, if at all.
        let held = Held(&self.file);
        let now = calls.make_call(Call::Look, || fs::symlink_metadata(self.folder.join(&self.name)));
        match now {
            Ok(now) if State::of(&now) == self.state => Ok(held),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Err(busy_error(
                "another program changed the file after it was read, so nothing is written; read the file again and \
                    repeat the change",
            )),
        }
    }
}

/// Unlocks a file when it is dropped.
pub(super) struct Held<'a>(&'a ObservedFile);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.unlock();
    }
}

#[cold]
fn busy_error(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::ResourceBusy, message)
}

impl State {
    fn of(metadata: &Metadata) -> Self {
        Self { identity: file_identity(metadata), size: metadata.len(), modified: metadata.modified().ok() }
    }
}

#[cfg(unix)]
fn file_identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn file_identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

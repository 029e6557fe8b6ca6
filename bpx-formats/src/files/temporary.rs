use super::folder::{Folder, Lock, ObservedFile, Rights};
use super::names::temporary_name;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Largest number of names to try. An attempt fails when the name exists already, or when another process removes the
/// new file as a leftover.
const ATTEMPTS: usize = 16;

/// A file without its final name. The file is removed unless it gets a name.
pub(crate) struct TemporaryFile {
    unnamed: Unnamed,
    file: ObservedFile,
}

impl TemporaryFile {
    /// Creates an empty file with a temporary name.
    pub(crate) fn create(folder: &Arc<Folder>, rights: Rights) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let name = temporary_name();
            let file = match folder.create(&name, rights) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            };
            let unnamed = Unnamed { folder: Arc::clone(folder), name, is_folder: false, done: false };
            if file.try_lock() != Some(false) && unnamed.exists()? {
                return Ok(Self { unnamed, file });
            }
        }
        Err(not_made())
    }

    pub(crate) fn file(&mut self) -> &mut ObservedFile {
        &mut self.file
    }

    /// Gives the file its final name. With `replace`, an existing file with that name is replaced.
    pub(crate) fn give_name(mut self, name: impl AsRef<OsStr>, replace: bool) -> io::Result<()> {
        self.unnamed.rename(name.as_ref(), replace)?;
        // From now on it is an ordinary file, which another process may want to lock.
        self.file.unlock();
        Ok(())
    }
}

/// A folder without its final name. The folder is removed with all its contents unless it gets a name.
pub(crate) struct TemporaryFolder {
    unnamed: Unnamed,
    inner: Arc<Folder>,
    _lock: Option<File>,
}

impl TemporaryFolder {
    /// Creates an empty folder with a temporary name.
    pub(crate) fn create(around: &Arc<Folder>, rights: Rights) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let name = temporary_name();
            match around.create_folder(&name, rights) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let unnamed = Unnamed { folder: Arc::clone(around), name, is_folder: true, done: false };
            let Some(inner) = around.find(&unnamed.name)? else { continue };
            let lock = match inner.lock() {
                Ok(Lock::Taken) => continue,
                Ok(Lock::Held(lock)) => Some(lock),
                // A file that cannot be locked here cannot be locked by another process either.
                Ok(Lock::Unknown) | Err(_) => None,
            };
            if unnamed.exists()? {
                return Ok(Self { unnamed, inner: Arc::new(inner), _lock: lock });
            }
        }
        Err(not_made())
    }

    /// Returns the folder.
    pub(crate) fn folder(&self) -> &Arc<Folder> {
        &self.inner
    }

    /// Gives the folder its final name.
    pub(crate) fn give_name(mut self, name: impl AsRef<OsStr>) -> io::Result<()> {
        self.unnamed.rename(name.as_ref(), true)
    }

    /// Removes the folder with all its contents.
    pub(crate) fn remove(mut self) -> io::Result<()> {
        self.unnamed.folder.remove_folder(&self.unnamed.name)?;
        self.unnamed.done = true;
        Ok(())
    }
}

/// A temporary file or folder, which is removed when the value is dropped, unless the entry got its final name or was
/// removed before.
struct Unnamed {
    folder: Arc<Folder>,
    name: String,
    is_folder: bool,
    done: bool,
}

impl Unnamed {
    /// Returns whether the entry still exists. Another process may have removed the entry as a leftover before this
    /// process locked it.
    fn exists(&self) -> io::Result<bool> {
        Ok(self.folder.kind(&self.name)?.is_some())
    }

    fn rename(&mut self, name: &OsStr, replace: bool) -> io::Result<()> {
        self.folder.rename(&self.name, &self.folder, name, replace)?;
        self.done = true;
        Ok(())
    }
}

impl Drop for Unnamed {
    fn drop(&mut self) {
        if !self.done {
            let remove = || match self.is_folder {
                true => self.folder.remove_folder(&self.name),
                false => self.folder.remove(&self.name),
            };
            // The cause of the first failure may be gone at the second attempt. An entry that stays is removed by the
            // next process that writes here.
            let _ = remove().or_else(|_| remove());
        }
    }
}

#[cold]
fn not_made() -> io::Error {
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        "cannot create a temporary file, because another process removes it, or because all tried names exist",
    )
}

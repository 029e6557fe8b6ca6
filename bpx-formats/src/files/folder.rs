use super::calls::{Call, Calls};
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsMaybeDirExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirBuilder, OpenOptions};
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The kinds of entries in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    /// Symbolic links, devices, and other entries.
    Other,
}

/// Permissions of new files and folders, before the mask of the user applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rights {
    /// Only the owner may read and write.
    Private,
    /// All users may read and write, as far as the mask allows.
    Shared,
    /// Like `Shared`, and files are executable.
    Executable,
}

/// An open folder. Calls reach the folder even if another process renames it. Names are single components, and symbolic
/// links are never followed.
#[derive(Debug)]
pub(crate) struct Folder {
    dir: Dir,
    calls: Calls,
}

/// Result of an attempt to lock a file or a folder.
#[derive(Debug)]
pub(crate) enum Lock {
    /// This process holds the lock until the file is closed.
    Held(File),
    /// Another process, or another part of this process, holds the lock.
    Taken,
    /// It is unknown whether the file is locked, because the file system has no locks.
    Unknown,
}

impl Folder {
    /// Opens a folder by its path. Symbolic links in the path are followed, because a user who names a link means the
    /// target of the link.
    pub(crate) fn open(path: &Path, calls: &Calls) -> io::Result<Self> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let dir = calls.make_call(Call::OpenFolder, || Dir::open_ambient_dir(path, ambient_authority()))?;
        Ok(Self { dir, calls: calls.clone() })
    }

    /// Opens a folder inside of this folder, if it exists.
    pub(crate) fn find(&self, name: impl AsRef<OsStr>) -> io::Result<Option<Self>> {
        let name = name.as_ref();
        match self.calls.make_call(Call::OpenFolder, || self.dir.open_dir_nofollow(name)) {
            Ok(dir) => Ok(Some(Self { dir, calls: self.calls.clone() })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(match self.kind(name)? {
                None | Some(Kind::Folder) => error,
                Some(kind) => no_folder(name, kind),
            }),
        }
    }

    /// Opens a folder inside of this folder, and creates the inner folder if it does not exist.
    pub(crate) fn enter(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
        let name = name.as_ref();
        if let Some(folder) = self.find(name)? {
            return Ok(folder);
        }
        match self.create_folder(name, Rights::Shared) {
            // Another thread or process made it first.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        self.find(name)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Creates a folder; fails if the name exists.
    pub(crate) fn create_folder(&self, name: impl AsRef<OsStr>, rights: Rights) -> io::Result<()> {
        let builder = folder_builder(rights);
        self.calls.make_call(Call::CreateFolder, || self.dir.create_dir_with(name.as_ref(), &builder))
    }

    /// Creates a new file, and opens the file for reading and writing.
    pub(crate) fn create(&self, name: impl AsRef<OsStr>, rights: Rights) -> io::Result<ObservedFile> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true).follow(FollowSymlinks::No);
        set_rights(&mut options, rights);
        let file = self.calls.make_call(Call::CreateFile, || self.dir.open_with(name.as_ref(), &options))?;
        Ok(ObservedFile { file: file.into_std(), calls: self.calls.clone() })
    }

    /// Opens a file to read it. A pipe without a writer does not block.
    pub(crate) fn read(&self, name: impl AsRef<OsStr>) -> io::Result<ObservedFile> {
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true).follow(FollowSymlinks::No);
        let file = self.calls.make_call(Call::OpenFile, || self.dir.open_with(name.as_ref(), &options))?;
        Ok(ObservedFile { file: file.into_std(), calls: self.calls.clone() })
    }

    /// Returns the type of a named entry; a symbolic link is not followed.
    pub(crate) fn kind(&self, name: impl AsRef<OsStr>) -> io::Result<Option<Kind>> {
        match self.calls.make_call(Call::Look, || self.dir.symlink_metadata(name.as_ref())) {
            Ok(metadata) if metadata.is_file() => Ok(Some(Kind::File)),
            Ok(metadata) if metadata.is_dir() => Ok(Some(Kind::Folder)),
            Ok(_) => Ok(Some(Kind::Other)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns whether a named entry belongs to this user; on systems where files have no owners, true.
    pub(crate) fn is_own(&self, name: impl AsRef<OsStr>) -> io::Result<bool> {
        let metadata = self.calls.make_call(Call::Look, || self.dir.symlink_metadata(name.as_ref()))?;
        Ok(is_own(&metadata))
    }

    /// Moves a file or a folder to a new name. With `replace`, a file with the new name is replaced.
    pub(crate) fn rename(
        &self,
        from: impl AsRef<OsStr>,
        folder: &Self,
        to: impl AsRef<OsStr>,
        replace: bool,
    ) -> io::Result<()> {
        let (from, to) = (from.as_ref(), to.as_ref());
        if !replace {
            match self.rename_to_free(from, folder, to) {
                // Not every system or file system can do that in one step.
                Err(error) if is_unsupported(&error) => {}
                other => return other,
            }
            if folder.kind(to)?.is_some() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
        }
        self.calls.make_call(Call::Rename, || self.dir.rename(from, &folder.dir, to))
    }

    #[cfg(target_os = "linux")]
    fn rename_to_free(&self, from: &OsStr, folder: &Self, to: &OsStr) -> io::Result<()> {
        use rustix::fs::{RenameFlags, renameat_with};
        self.calls
            .make_call(Call::Rename, || Ok(renameat_with(&self.dir, from, &folder.dir, to, RenameFlags::NOREPLACE)?))
    }

    #[cfg(not(target_os = "linux"))]
    fn rename_to_free(&self, _: &OsStr, _: &Self, _: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Removes a file.
    pub(crate) fn remove(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
        self.calls.make_call(Call::Remove, || self.dir.remove_file(name.as_ref()))
    }

    /// Removes a folder with all its contents.
    pub(crate) fn remove_folder(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
        self.calls.make_call(Call::Remove, || self.dir.remove_dir_all(name.as_ref()))
    }

    /// Returns the names in this folder that are UTF-8.
    pub(crate) fn names(&self) -> io::Result<Vec<String>> {
        let entries = self.calls.make_call(Call::List, || self.dir.entries())?;
        let names = entries.map(|entry| Ok(entry?.file_name().into_string().ok()));
        names.filter_map(io::Result::transpose).collect()
    }

    /// Locks this folder.
    pub(crate) fn lock(&self) -> io::Result<Lock> {
        Ok(self.as_file()?.lock())
    }

    /// Waits until the entries of this folder are on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.as_file()?.sync()
    }

    /// Returns a handle of this folder that can be locked and synchronised.
    fn as_file(&self) -> io::Result<ObservedFile> {
        let mut options = OpenOptions::new();
        options.read(true).maybe_dir(true);
        let file = self.calls.make_call(Call::OpenFolder, || self.dir.open_with(".", &options))?;
        Ok(ObservedFile { file: file.into_std(), calls: self.calls.clone() })
    }
}

/// A file whose calls are observed.
#[derive(Debug)]
pub struct ObservedFile {
    file: File,
    calls: Calls,
}

impl ObservedFile {
    pub(super) fn new(file: File, calls: &Calls) -> Self {
        Self { file, calls: calls.clone() }
    }

    /// Changes the size of the file: cuts bytes at the end, or adds zeros.
    ///
    /// # Errors
    /// Returns errors of the file system.
    pub fn set_len(&mut self, size: u64) -> io::Result<()> {
        self.calls.make_call(Call::Truncate, || self.file.set_len(size))
    }

    /// Waits until all bytes are on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.calls.make_call(Call::Sync, || self.file.sync_all())
    }

    /// Tries to lock the file without waiting.
    pub(super) fn lock(self) -> Lock {
        match self.try_lock() {
            Some(true) => Lock::Held(self.file),
            Some(false) => Lock::Taken,
            None => Lock::Unknown,
        }
    }

    /// Returns whether the lock was taken; `None` where there are no locks or locking fails.
    pub(super) fn try_lock(&self) -> Option<bool> {
        // On other systems a lock prevents others from reading the file.
        if !cfg!(unix) || self.calls.before_call(Call::Lock).is_err() {
            return None;
        }
        match self.file.try_lock() {
            Ok(()) => Some(true),
            Err(TryLockError::WouldBlock) => Some(false),
            Err(TryLockError::Error(_)) => None,
        }
    }

    pub(super) fn unlock(&self) {
        // Closing the file unlocks it as well.
        let _ = self.file.unlock();
    }

    pub(super) fn as_file(&self) -> &File {
        &self.file
    }

    pub(super) fn calls(&self) -> &Calls {
        &self.calls
    }
}

impl Read for ObservedFile {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.calls.before_call(Call::Read)?;
        self.file.read(buf)
    }
}

impl Write for ObservedFile {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let size = self.calls.before_write(buf.len())?;
        self.file.write(buf.get(..size).unwrap_or(buf))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for ObservedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.calls.make_call(Call::Seek, || (&self.file).seek(to))
    }
}

/// Returns the error that an entry is not a folder.
fn no_folder(name: &OsStr, kind: Kind) -> io::Error {
    let what = match kind {
        Kind::Other => "is a symbolic link or a device",
        _ => "is a file",
    };
    let message = format!("expected a folder, found `{}`, which {what}", name.display());
    io::Error::new(io::ErrorKind::NotADirectory, message)
}

fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

#[cfg(unix)]
fn is_own(metadata: &cap_std::fs::Metadata) -> bool {
    cap_std::fs::MetadataExt::uid(metadata) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &cap_std::fs::Metadata) -> bool {
    true
}

#[cfg(unix)]
fn folder_builder(rights: Rights) -> DirBuilder {
    use cap_std::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(if rights == Rights::Private { 0o700 } else { 0o777 });
    builder
}

#[cfg(not(unix))]
fn folder_builder(_: Rights) -> DirBuilder {
    DirBuilder::new()
}

#[cfg(unix)]
fn set_rights(options: &mut OpenOptions, rights: Rights) {
    use cap_std::fs::OpenOptionsExt;
    options.mode(match rights {
        Rights::Private => 0o600,
        Rights::Shared => 0o666,
        Rights::Executable => 0o777,
    });
}

/// Does nothing, because files on this system have no permission to execute.
#[cfg(not(unix))]
fn set_rights(_: &mut OpenOptions, _: Rights) {}

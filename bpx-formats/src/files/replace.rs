use super::calls::{Call, CallObserver, Calls};
use super::destination::{Destination, Place};
use super::folder::{Folder, ObservedFile, Rights};
use super::leftovers::remove_leftovers;
use super::stamp::Stamp;
use super::temporary::TemporaryFile;
use bpx_schema::Result;
use std::collections::BTreeSet;
use std::fs::Metadata;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that are buffered before they are written.
const BUFFER: usize = 256 << 10;

/// The file system, for writing files. The default makes calls without an observer.
#[derive(Debug, Clone, Default)]
pub struct Files {
    calls: Calls,
}

impl Files {
    /// Creates a file system with an observer of all calls that write files.
    #[must_use]
    pub fn observed(observer: Arc<dyn CallObserver>) -> Self {
        Self { calls: Calls::observed(observer) }
    }

    /// Begins to replace the target of a path.
    pub fn replacement<'a>(&'a self, path: &'a Path) -> Replacement<'a> {
        Replacement { calls: &self.calls, path, made_from: None }
    }

    /// Opens a folder.
    pub(crate) fn folder(&self, path: &Path) -> io::Result<Folder> {
        Folder::open(path, &self.calls)
    }
}

/// Replaces the target of a path. Symbolic links are followed, also a link to a free name.
///
/// * A regular file is replaced as a whole or not at all: the bytes go into a temporary file in the same folder,
///   which replaces the old file when all bytes are on the disk. The new file has the permissions of the old one from
///   the beginning, and its owner and group if the user may set them. Access lists and other attributes are not
///   copied. Other names of the old file (hard links) keep the old bytes.
/// * A free name is given to a new file in the same way.
/// * Pipes, devices and other streams get the bytes at once, and so do open files of a process, such as
///   `/dev/stdout`.
#[must_use]
#[derive(Debug)]
pub struct Replacement<'a> {
    calls: &'a Calls,
    path: &'a Path,
    made_from: Option<&'a Stamp>,
}

impl<'a> Replacement<'a> {
    /// Sets the state of the file that the new bytes are made from. If the target is that file, it must be unchanged:
    /// of two programs that change a file at the same time, the second one fails, and no change is lost.
    pub fn made_from(mut self, stamp: Option<&'a Stamp>) -> Self {
        self.made_from = stamp;
        self
    }

    /// Writes the file from front to back.
    ///
    /// # Errors
    /// Returns errors of `write` and of the file system: the old file is then unchanged, and no other file remains.
    /// Bytes that a stream has taken stay written. `ResourceBusy` when the file differs from the state that the new
    /// bytes are made from.
    pub fn write<T>(self, write: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
        let buffered = |file: &mut ObservedFile| {
            let mut buffered = BufWriter::with_capacity(BUFFER, file);
            let written = write(&mut buffered)?;
            buffered.flush()?;
            Ok(written)
        };
        match Destination::follow_path(self.path, self.calls)? {
            Destination::Stream(file) => buffered(&mut ObservedFile::new(file, self.calls)),
            Destination::File(place) => self.replace_target(&place, buffered),
        }
    }

    /// Writes the file in any order, beginning with an empty file.
    ///
    /// # Errors
    /// Returns the errors of [`write`](Self::write).
    pub fn write_file<T>(self, write: impl FnOnce(&mut ObservedFile) -> Result<T>) -> Result<T> {
        match Destination::follow_path(self.path, self.calls)? {
            Destination::File(place) => self.replace_target(&place, write),
            Destination::Stream(stream) => {
                let mut waiting = ObservedFile::new(tempfile::tempfile()?, self.calls);
                let written = write(&mut waiting)?;
                waiting.rewind()?;
                io::copy(&mut waiting, &mut ObservedFile::new(stream, self.calls))?;
                Ok(written)
            }
        }
    }

    fn replace_target<T>(self, place: &Place, write: impl FnOnce(&mut ObservedFile) -> Result<T>) -> Result<T> {
        let folder = Arc::new(Folder::open(&place.folder, self.calls)?);
        remove_leftovers_once(&place.folder, &folder);
        let rights = if place.old.is_some() { Rights::Private } else { Rights::Shared };
        let mut temporary = TemporaryFile::create(&folder, rights)?;
        if let Some(old) = &place.old {
            take_over(temporary.file(), old)?;
        }
        let written = write(temporary.file())?;
        temporary.file().sync()?;
        let same = self.made_from.filter(|stamp| stamp.is_of(&place.folder, &place.name));
        let held = same.map(|stamp| stamp.hold_target(self.calls)).transpose()?;
        temporary.give_name(&place.name, true)?;
        drop(held);
        // The new file is complete, so a failure here is not a failure of the save.
        let _ = folder.sync();
        Ok(written)
    }
}

/// Removes leftovers from a folder, once in the life of a process: a process that writes many files into one folder
/// would otherwise list it each time.
fn remove_leftovers_once(path: &Path, folder: &Folder) {
    static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if DONE.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned()) {
        remove_leftovers(folder);
    }
}

/// Gives a new file the owner, group and permissions of an old one, before it has any bytes.
#[cfg(unix)]
fn take_over(file: &ObservedFile, old: &Metadata) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    const GROUP: u32 = 0o070;
    let own = file.as_file().metadata()?;
    let (user, group) = (old.uid(), old.gid());
    let give = |user: Option<u32>, group: Option<u32>| {
        file.calls().make_call(Call::SetOwner, || fchown(file.as_file(), user, group)).is_ok()
    };
    // Only a privileged user may change the owner; others may still set one of their own groups.
    let same_group = (own.uid() == user || give(Some(user), None)) && own.gid() == group || give(None, Some(group));
    let mut mode = old.mode() & 0o777;
    if !same_group {
        // The other group gets only the permissions that everybody has.
        mode &= !GROUP | ((mode & 0o007) << 3);
    }
    file.calls().make_call(Call::SetMode, || file.as_file().set_permissions(Permissions::from_mode(mode)))
}

#[cfg(not(unix))]
fn take_over(file: &ObservedFile, old: &Metadata) -> io::Result<()> {
    file.calls().make_call(Call::SetMode, || file.as_file().set_permissions(old.permissions()))
}

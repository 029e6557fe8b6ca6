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

/// Number of bytes that are buffered before they are written.
const BUFFER: usize = 256 << 10;

/// Access to the file system for writing files. The default makes calls without an observer.
#[derive(Debug, Clone, Default)]
pub struct Files {
    calls: Calls,
}

impl Files {
    /// Creates an access to the file system that reports all calls for writing files to an observer.
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

/// Replaces the target of a path. Symbolic links are followed, even if the target does not exist yet.
///
/// * A regular file is replaced as a whole or not at all. The bytes go into a temporary file in the same folder, which
///   replaces the old file when all bytes are on the disk. The new file has the permissions of the old file from the
///   beginning, and the same owner and group if the user may set them. Access lists and other attributes are not
///   copied. Other names of the old file (hard links) keep the old bytes.
/// * If no file has the name yet, a new file is written in the same way.
/// * Pipes, devices and other streams, and open files of a process such as `/dev/stdout`, get the bytes directly.
#[must_use]
#[derive(Debug)]
pub struct Replacement<'a> {
    calls: &'a Calls,
    path: &'a Path,
    made_from: Option<&'a Stamp>,
}

impl<'a> Replacement<'a> {
    /// Sets the state of the file from which the new bytes were made. If the target is that file, the file must still
    /// be in this state: when two programs change a file at the same time, the second program gets an error, and no
    /// change is lost.
    pub fn made_from(mut self, stamp: Option<&'a Stamp>) -> Self {
        self.made_from = stamp;
        self
    }

    /// Writes the file from front to back.
    ///
    /// # Errors
    /// Returns errors of `write` and of the file system; then the old file is unchanged, and no other file remains.
    /// Bytes that were already written to a stream stay written. `ResourceBusy` when the file is no longer in the state
    /// from which the new bytes were made.
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

    /// Writes the file in any order; the file is empty at first.
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

/// Removes leftovers from a folder, at most once in each process. Otherwise, a process that writes many files into one
/// folder would list the folder for each file.
fn remove_leftovers_once(path: &Path, folder: &Folder) {
    static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if DONE.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned()) {
        remove_leftovers(folder);
    }
}

/// Gives a new file the owner, group and permissions of an old file, before bytes are written.
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

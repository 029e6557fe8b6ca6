use super::super::paths::SafePath;
use crate::files::{Files, Folder, Rights, TemporaryFile, TemporaryFolder, remove_leftovers};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder below which files are written.
pub(super) struct Target {
    pub(super) root: Arc<Folder>,
    state: State,
}

enum State {
    /// A target that did not exist. The target has a temporary name until it is complete, so its files have their final
    /// names at once.
    New { folder: Option<TemporaryFolder>, name: OsString },
    /// A target that existed. Files are created in a temporary folder inside of the target, and moved when they are
    /// complete.
    Old { waiting: Option<TemporaryFolder>, number: AtomicU32 },
}

impl Target {
    /// Opens a folder, or makes a new one.
    pub(super) fn open_folder(path: &Path, files: &Files) -> io::Result<Self> {
        let exists = match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error),
            Ok(_) => true,
        };
        // `a/..` has no last component that can be the name of a folder.
        let Some((name, around)) = path.file_name().zip(path.parent()).filter(|_| !exists) else {
            std::fs::create_dir_all(path)?;
            let root = Arc::new(files.folder(path)?);
            remove_leftovers(&root);
            return Ok(Self { root, state: State::Old { waiting: None, number: AtomicU32::new(0) } });
        };
        if !around.as_os_str().is_empty() {
            std::fs::create_dir_all(around)?;
        }
        let around = Arc::new(files.folder(around)?);
        remove_leftovers(&around);
        let folder = TemporaryFolder::create(&around, Rights::Shared)?;
        let root = Arc::clone(folder.folder());
        Ok(Self { root, state: State::New { folder: Some(folder), name: name.to_owned() } })
    }

    /// Returns whether the target can contain only our files.
    pub(super) fn is_new(&self) -> bool {
        matches!(self.state, State::New { .. })
    }

    /// Makes the temporary folder, if one is needed.
    pub(super) fn prepare_temporary(&mut self) -> io::Result<()> {
        if let State::Old { waiting: waiting @ None, .. } = &mut self.state {
            *waiting = Some(TemporaryFolder::create(&self.root, Rights::Private)?);
        }
        Ok(())
    }

    /// Returns the temporary folder, if files need one.
    pub(super) fn temporary_folder(&self) -> Option<&Arc<Folder>> {
        match &self.state {
            State::Old { waiting, .. } => waiting.as_ref().map(TemporaryFolder::folder),
            State::New { .. } => None,
        }
    }

    /// Returns the name of a new file in the temporary folder, if files need one.
    pub(super) fn waiting_name(&self) -> Option<String> {
        match &self.state {
            State::Old { number, .. } => Some(number.fetch_add(1, Ordering::Relaxed).to_string()),
            State::New { .. } => None,
        }
    }

    /// Gives a file in the temporary folder its final name.
    pub(super) fn give_name(
        &self,
        from: &str,
        folder: &Arc<Folder>,
        path: &SafePath,
        rights: Rights,
        replace: bool,
    ) -> io::Result<()> {
        let (Some(waiting), (_, to)) = (self.temporary_folder(), path.split()) else { return Ok(()) };
        match waiting.rename(from, folder, to, replace) {
            // Another file system may be mounted below the target.
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                let mut copy = TemporaryFile::create(folder, rights)?;
                io::copy(&mut waiting.read(from)?, copy.file())?;
                copy.give_name(to, replace)
            }
            named => named,
        }
    }

    /// Gives a new folder its final name, or removes the temporary folder.
    pub(super) fn publish_folder(&mut self) -> io::Result<()> {
        match &mut self.state {
            State::New { folder, name } => folder.take().map_or(Ok(()), |folder| folder.give_name(name)),
            State::Old { waiting, .. } => waiting.take().map_or(Ok(()), TemporaryFolder::remove).map_err(|error| {
                let message = format!("all files are complete, but a temporary folder could not be removed: {error}");
                io::Error::new(error.kind(), message)
            }),
        }
    }

    /// Removes a new folder.
    pub(super) fn discard_folder(&mut self) {
        if let State::New { folder, .. } = &mut self.state {
            *folder = None;
        }
    }
}

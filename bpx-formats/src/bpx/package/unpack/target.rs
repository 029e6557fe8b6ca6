use super::super::folder::{Folder, PREFIX, SUFFIX};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder that files are written below. One that did not exist is called otherwise until it is complete, so that
/// its files need no names but their own.
pub(super) struct Target {
    pub(super) root: Arc<Folder>,
    names: Names,
    /// What the new folder is called for now, and what it will be called.
    new: Option<(PathBuf, PathBuf)>,
}

impl Target {
    /// Opens a folder, or makes a new one.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let names = Names { process: std::process::id(), number: AtomicU32::new(0) };
        let exists = match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error),
            Ok(_) => true,
        };
        // `a/..` has no name that a folder could be given.
        let around = path.file_name().and_then(|_| path.parent()).filter(|_| !exists);
        let Some(around) = around else {
            return Ok(Self { root: Arc::new(Folder::create_root(path)?), names, new: None });
        };
        if !around.as_os_str().is_empty() {
            std::fs::create_dir_all(around)?;
        }
        let working = names.unused(|name| {
            let working = around.join(name);
            std::fs::create_dir(&working).map(|()| working)
        })?;
        let root = Arc::new(Folder::create_root(&working)?);
        Ok(Self { root, names, new: Some((working, path.to_owned())) })
    }

    /// Whether nothing but our own files can be in it.
    pub(super) fn is_new(&self) -> bool {
        self.new.is_some()
    }

    /// Makes a file, under its own name in a new folder, else under one that nobody has; tells that one.
    pub(super) fn create(&self, folder: &Folder, name: &str, executable: bool) -> io::Result<(Option<String>, File)> {
        if self.is_new() {
            return Ok((None, folder.create(name, executable)?));
        }
        self.names.unused(|name| Ok((Some(name.to_owned()), folder.create(name, executable)?)))
    }

    /// Gives a new folder its name.
    pub(super) fn publish(&mut self) -> io::Result<()> {
        let Some((working, path)) = &self.new else { return Ok(()) };
        let named = std::fs::rename(working, path);
        match named {
            Ok(()) => self.new = None,
            Err(_) => self.discard(),
        }
        named
    }

    /// Removes a new folder.
    pub(super) fn discard(&mut self) {
        if let Some((working, _)) = self.new.take() {
            // What cannot be removed can still be told by its name.
            let _ = std::fs::remove_dir_all(working);
        }
    }
}

/// Temporary names, each given once.
struct Names {
    process: u32,
    number: AtomicU32,
}

impl Names {
    /// Makes something under a name that nobody has.
    fn unused<T>(&self, make: impl Fn(&str) -> io::Result<T>) -> io::Result<T> {
        loop {
            let name = format!("{PREFIX}{}-{}{SUFFIX}", self.process, self.number.fetch_add(1, Ordering::Relaxed));
            match make(&name) {
                // Left over from another run.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made,
            }
        }
    }
}

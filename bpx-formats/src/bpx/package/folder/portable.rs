use super::{Kind, no_folder};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A folder by its path, looked at before every step: what others do in between is not noticed.
#[derive(Debug)]
pub(in super::super) struct Folder(PathBuf);

impl Folder {
    /// Opens a folder, made with all around it when it does not exist. Links on the way to it are followed.
    pub(in super::super) fn create_root(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Ok(Self(fs::canonicalize(path)?))
    }

    /// Opens a folder in this one; none when it does not exist.
    pub(in super::super) fn find(&self, name: &str) -> io::Result<Option<Self>> {
        match self.kind(name)? {
            Some(Kind::Folder) => Ok(Some(Self(self.0.join(name)))),
            None => Ok(None),
            other => Err(no_folder(name, other)),
        }
    }

    /// Opens a folder in this one, made when it does not exist.
    pub(in super::super) fn enter(&self, name: &str) -> io::Result<Self> {
        if let Some(folder) = self.find(name)? {
            return Ok(folder);
        }
        match fs::create_dir(self.0.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        self.find(name)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Makes a file that does not exist yet; the right to execute it is no matter of files here.
    pub(in super::super) fn create(&self, name: &str, _executable: bool) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(self.0.join(name))
    }

    /// Opens a file to read it.
    pub(in super::super) fn read(&self, name: &str) -> io::Result<File> {
        File::open(self.0.join(name))
    }

    /// What bears a name, not followed when it is a link.
    pub(in super::super) fn kind(&self, name: &str) -> io::Result<Option<Kind>> {
        match fs::symlink_metadata(self.0.join(name)) {
            Ok(metadata) if metadata.is_file() => Ok(Some(Kind::File)),
            Ok(metadata) if metadata.is_dir() => Ok(Some(Kind::Folder)),
            Ok(_) => Ok(Some(Kind::Other)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Gives a file in this folder another name, in place of what bears it when that may be.
    pub(in super::super) fn rename(&self, from: &str, to: &str, replace: bool) -> io::Result<()> {
        if !replace && self.kind(to)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::rename(self.0.join(from), self.0.join(to))
    }

    /// Removes a file.
    pub(in super::super) fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }
}

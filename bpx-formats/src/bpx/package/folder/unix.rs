use super::{Kind, no_folder};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, mkdirat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;
use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

/// An open folder: what it stands for does not change, whatever others do with its name.
#[derive(Debug)]
pub(in super::super) struct Folder(OwnedFd);

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::RDONLY).union(OFlags::CLOEXEC);

impl Folder {
    /// Opens a folder, made with all around it when it does not exist. Links on the way to it are followed: who
    /// names it means what they lead to.
    pub(in super::super) fn create_root(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Ok(Self(openat(CWD, path, FOLDER, Mode::empty())?))
    }

    /// Opens a folder in this one; none when it does not exist.
    pub(in super::super) fn find(&self, name: &str) -> io::Result<Option<Self>> {
        match openat(&self.0, name, FOLDER.union(OFlags::NOFOLLOW), Mode::empty()) {
            Ok(folder) => Ok(Some(Self(folder))),
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::NOTDIR | Errno::LOOP | Errno::MLINK) => Err(no_folder(name, self.kind(name)?)),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens a folder in this one, made when it does not exist.
    pub(in super::super) fn enter(&self, name: &str) -> io::Result<Self> {
        if let Some(folder) = self.find(name)? {
            return Ok(folder);
        }
        match mkdirat(&self.0, name, Mode::RWXU | Mode::RWXG | Mode::RWXO) {
            // Somebody was faster.
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        self.find(name)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Makes a file that does not exist yet.
    pub(in super::super) fn create(&self, name: &str, executable: bool) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(if executable { 0o777 } else { 0o666 });
        Ok(openat(&self.0, name, flags, mode)?.into())
    }

    /// Opens a file to read it.
    pub(in super::super) fn read(&self, name: &str) -> io::Result<File> {
        Ok(openat(&self.0, name, OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?.into())
    }

    /// What bears a name, not followed when it is a link.
    pub(in super::super) fn kind(&self, name: &str) -> io::Result<Option<Kind>> {
        match statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => Kind::File,
                FileType::Directory => Kind::Folder,
                _ => Kind::Other,
            })),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives a file in this folder another name, in place of what bears it when that may be.
    pub(in super::super) fn rename(&self, from: &str, to: &str, replace: bool) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if !replace {
            match rustix::fs::renameat_with(&self.0, from, &self.0, to, rustix::fs::RenameFlags::NOREPLACE) {
                // Not every file system can do that in one step.
                Err(Errno::INVAL | Errno::NOSYS) => {}
                other => return Ok(other?),
            }
        }
        if !replace && self.kind(to)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(renameat(&self.0, from, &self.0, to)?)
    }

    /// Removes a file.
    pub(in super::super) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }
}

//! Reads the files that a program left, within limits (D-57). Does not follow links, and does not open pipes or
//! devices.

use bpx_schema::value::hex;
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// The largest number of files and folders to read.
const MOST: usize = 10_000;
/// The largest depth of folders.
const DEPTH: usize = 64;

/// The reasons why a file is not an answer.
#[derive(Debug)]
pub(super) enum UnfitFile {
    /// A description.
    Unfit(String),
    /// The file cannot be read.
    Io(io::Error),
}

impl From<io::Error> for UnfitFile {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

type Result<T> = std::result::Result<T, UnfitFile>;

/// A folder of the runner, which stays open even if a program renames it.
pub(super) struct LeftFiles {
    path: PathBuf,
    dir: Dir,
    /// The largest number of bytes to read.
    most: u64,
}

impl LeftFiles {
    /// Opens a folder.
    pub(super) fn open(path: &Path, most: u64) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority())?;
        Ok(Self { path, dir, most })
    }

    /// Reads a file by its path, which must be in the folder.
    pub(super) fn read(&self, path: &Path) -> Result<Vec<u8>> {
        let name = path.display();
        let outside = || UnfitFile::Unfit(format!("`{name}` is not in the folder of the question"));
        // The path to our folder may contain links, as the program got it; the rest of the path must not contain `..`.
        let inside = path.ancestors().skip(1).find(|outer| outer.canonicalize().is_ok_and(|outer| outer == self.path));
        let inside = inside.and_then(|outer| path.strip_prefix(outer).ok()).ok_or_else(outside)?;
        if inside.components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(outside());
        }
        let mut bytes = Vec::new();
        let (mut file, _) = self.open_file(inside, &name, self.most)?;
        (&mut file).take(self.most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > self.most {
            return Err(too_large(&name, bytes.len() as u64, self.most));
        }
        Ok(bytes)
    }

    /// Reads a file in the folder, if it exists.
    pub(super) fn read_if_any(&self, name: &str) -> Result<Option<Vec<u8>>> {
        match self.dir.symlink_metadata(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
            Ok(_) => self.read(&self.path.join(name)).map(Some),
        }
    }

    /// Returns name, size and SHA-256 of every file, sorted by name.
    pub(super) fn list_files(&self) -> Result<Vec<Json>> {
        let (mut open, mut found, mut seen) = (vec![PathBuf::new()], Vec::new(), 0_usize);
        while let Some(folder) = open.pop() {
            let dir = if folder.as_os_str().is_empty() { None } else { Some(self.dir.open_dir_nofollow(&folder)?) };
            for entry in dir.as_ref().unwrap_or(&self.dir).entries()? {
                let entry = entry?;
                let path = folder.join(entry.file_name());
                seen += 1;
                if seen > MOST {
                    return Err(UnfitFile::Unfit(format!("expected at most {MOST} files and folders, found more")));
                }
                if !entry.file_type()?.is_dir() {
                    found.push(path);
                } else if path.components().count() > DEPTH {
                    return Err(UnfitFile::Unfit(format!("folders are nested more than {DEPTH} deep")));
                } else {
                    open.push(path);
                }
            }
        }
        found.sort();
        let mut left = self.most;
        let file = |path: &PathBuf| {
            let name = path.to_string_lossy().replace('\\', "/");
            let (size, digest) = self.digest_file(path, &name, left)?;
            left -= size;
            Ok(json!({ "name": name, "size": size, "sha256": hex(&digest) }))
        };
        found.iter().map(file).collect()
    }

    /// Computes size and SHA-256, piece by piece.
    fn digest_file(&self, path: &Path, name: &str, most: u64) -> Result<(u64, Vec<u8>)> {
        let (mut file, _) = self.open_file(path, &name, most)?;
        let (mut hasher, mut size) = (Sha256::new(), 0_u64);
        let mut buffer = vec![0; 64 << 10];
        loop {
            let read = file.read(&mut buffer)?;
            let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
            hasher.update(bytes);
            size += read as u64;
            // It may grow while it is read.
            if size > most {
                return Err(too_large(&name, size, most));
            }
        }
        Ok((size, hasher.finalize().to_vec()))
    }

    /// Opens a regular file of at most `most` bytes, and returns the file and its size.
    fn open_file(&self, path: &Path, name: &dyn std::fmt::Display, most: u64) -> Result<(File, u64)> {
        let unfit = |what: &str| UnfitFile::Unfit(format!("`{name}` is {what}, not a regular file"));
        let metadata = self.dir.symlink_metadata(path)?;
        if metadata.is_symlink() {
            return Err(unfit("a symbolic link"));
        }
        if metadata.is_dir() {
            return Err(unfit("a folder"));
        }
        if !metadata.is_file() {
            return Err(unfit("a pipe, a socket or a device"));
        }
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true).follow(FollowSymlinks::No);
        let file = self.dir.open_with(path, &options)?;
        // It may have been replaced since.
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(unfit("replaced meanwhile"));
        }
        if metadata.len() > most {
            return Err(too_large(name, metadata.len(), most));
        }
        Ok((file, metadata.len()))
    }
}

fn too_large(name: &dyn std::fmt::Display, size: u64, most: u64) -> UnfitFile {
    UnfitFile::Unfit(format!("`{name}` has {size} bytes, but the runner reads at most {most} bytes of all files"))
}

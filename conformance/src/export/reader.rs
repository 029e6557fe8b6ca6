//! Reads the files of an exported folder, which others may have written.

use crate::SuiteError;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use serde::de::DeserializeOwned;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The largest size of all files of an export in bytes.
const MOST: u64 = 1 << 30;

/// A reader of the files in a folder. Links that lead out of the folder are errors.
pub(super) struct FolderReader {
    path: PathBuf,
    dir: Dir,
    /// The number of bytes that may still be read.
    left: u64,
}

impl FolderReader {
    /// Opens a folder.
    pub(super) fn open(path: &Path) -> Result<Self, SuiteError> {
        let dir = Dir::open_ambient_dir(path, ambient_authority()).map_err(SuiteError::io_error_at(path))?;
        Ok(Self { path: path.to_owned(), dir, left: MOST })
    }

    /// Reads a file with a name that an export states.
    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>, SuiteError> {
        let path = self.path.join(name);
        self.check_name(name)?;
        let at_path = SuiteError::io_error_at(&path);
        // Opening a pipe would wait for a writer.
        if !self.dir.metadata(name).map_err(&at_path)?.is_file() {
            return Err(SuiteError::text_error(&path, &"expected a file, found something else"));
        }
        let file = self.dir.open(name).map_err(&at_path)?;
        let mut bytes = Vec::new();
        file.take(self.left.saturating_add(1)).read_to_end(&mut bytes).map_err(&at_path)?;
        self.charge(name, bytes.len())?;
        Ok(bytes)
    }

    /// Reads a document.
    pub(super) fn read_document<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, SuiteError> {
        let bytes = self.read(name)?;
        serde_json::from_slice(&bytes).map_err(|error| SuiteError::text_error(self.path.join(name), &error))
    }

    /// Charges another copy of the bytes of a file.
    pub(super) fn charge(&mut self, name: &str, size: usize) -> Result<(), SuiteError> {
        let message = format!("expected at most {MOST} bytes in all files of the suite, found more");
        let left = self.left.checked_sub(size as u64);
        self.left = left.ok_or_else(|| SuiteError::text_error(self.path.join(name), &message))?;
        Ok(())
    }

    /// Checks that a name leads to no place outside of the folder.
    pub(super) fn check_name(&self, name: &str) -> Result<(), SuiteError> {
        let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        let message = "expected the name of a file in the folder of the suite, found a place outside of the folder";
        if inside { Ok(()) } else { Err(SuiteError::text_error(self.path.join(name), &message)) }
    }
}

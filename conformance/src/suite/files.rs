//! The files of a suite, which are in a folder or in the program itself.

use crate::SuiteError;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The copy that the build script makes: for each file the sizes of name and text, the name and the text, all in a
/// stream of zlib.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/suite.bin"));

/// The texts of a suite, by names such as `cases/bpx/header.toml`. The files of `docs` are beside the folder of the
/// suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files(Place);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Folder(PathBuf),
    Memory(BTreeMap<String, String>),
}

impl Files {
    /// Returns the files of a folder.
    #[must_use]
    pub fn folder(path: &Path) -> Self {
        Self(Place::Folder(path.to_owned()))
    }

    /// Returns the copy in the program.
    ///
    /// # Errors
    /// Returns an error if the copy is damaged.
    pub fn embedded() -> Result<Self, SuiteError> {
        let damaged = |message: &dyn Display| SuiteError::text_error("<embedded suite>", message);
        let mut archive = Vec::new();
        flate2::read::ZlibDecoder::new(EMBEDDED).read_to_end(&mut archive).map_err(|error| damaged(&error))?;
        let mut rest = &archive[..];
        let mut files = BTreeMap::new();
        while !rest.is_empty() {
            let file = take_file(&mut rest).ok_or_else(|| damaged(&"expected a name and a text"))?;
            files.insert(file.0, file.1);
        }
        Ok(Self(Place::Memory(files)))
    }

    /// Returns whether a file exists.
    #[must_use]
    pub fn has_file(&self, name: &str) -> bool {
        match &self.0 {
            Place::Folder(folder) => path_in_folder(folder, name).is_file(),
            Place::Memory(files) => files.contains_key(name),
        }
    }

    /// Reads a text.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or cannot be read.
    pub fn read(&self, name: &str) -> Result<String, SuiteError> {
        match &self.0 {
            Place::Folder(folder) => {
                let path = path_in_folder(folder, name);
                std::fs::read_to_string(&path).map_err(SuiteError::io_error_at(&path))
            }
            Place::Memory(files) => {
                let missing = || SuiteError::io_error_at(Path::new(name))(std::io::ErrorKind::NotFound.into());
                files.get(name).cloned().ok_or_else(missing)
            }
        }
    }

    /// Returns the names of all files of TOML below a folder, sorted.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read.
    pub fn toml_below(&self, name: &str) -> Result<Vec<String>, SuiteError> {
        let mut found = match &self.0 {
            Place::Folder(folder) => {
                let (mut open, mut found) = (vec![name.to_owned()], Vec::new());
                while let Some(name) = open.pop() {
                    for entry in folder_entries(&path_in_folder(folder, &name))? {
                        // An entry of a folder has a name.
                        let inner = format!("{name}/{}", entry.file_name().unwrap_or_default().to_string_lossy());
                        if entry.is_dir() {
                            open.push(inner);
                        } else if is_toml(&inner) {
                            found.push(inner);
                        }
                    }
                }
                found
            }
            Place::Memory(files) => {
                let below = |file: &&String| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
                files.keys().filter(below).filter(|file| is_toml(file)).cloned().collect()
            }
        };
        found.sort();
        Ok(found)
    }

    /// Returns the path of a file, for messages.
    #[must_use]
    pub fn path_of(&self, name: &str) -> PathBuf {
        match &self.0 {
            Place::Folder(folder) => path_in_folder(folder, name),
            Place::Memory(_) => PathBuf::from(name),
        }
    }
}

/// Returns the path of a file in a folder. `docs` is beside the folder of the suite in a repository, and inside of the
/// folder in a package of the crate.
fn path_in_folder(folder: &Path, name: &str) -> PathBuf {
    let beside = folder.join("..").join(name);
    if name.starts_with("docs/") && beside.exists() { beside } else { folder.join(name) }
}

fn is_toml(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

fn folder_entries(folder: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let in_folder = SuiteError::io_error_at(folder);
    let entries = std::fs::read_dir(folder).map_err(&in_folder)?;
    entries.map(|entry| Ok(entry.map_err(&in_folder)?.path())).collect()
}

fn take_file(rest: &mut &[u8]) -> Option<(String, String)> {
    let [name, text] = [take_size(rest)?, take_size(rest)?];
    Some((take_text(rest, name)?, take_text(rest, text)?))
}

fn take_size(rest: &mut &[u8]) -> Option<usize> {
    let (size, after) = rest.split_first_chunk()?;
    *rest = after;
    usize::try_from(u32::from_le_bytes(*size)).ok()
}

fn take_text(rest: &mut &[u8], size: usize) -> Option<String> {
    let (text, after) = rest.split_at_checked(size)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

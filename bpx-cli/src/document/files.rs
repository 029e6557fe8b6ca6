//! The files of a document: the files that the command line names, and the files in the folders that it names.

use crate::exit::{Failure, InFile};
use crate::input;
use bpx_documents::{Corrections, text_of};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The endings that the files of a document have in a folder.
const ENDINGS: &[&str] = &[
    "adoc",
    "asciidoc",
    "c",
    "csv",
    "h",
    "hpp",
    "htm",
    "html",
    "markdown",
    "md",
    "mediawiki",
    "org",
    "pdf",
    "rs",
    "rst",
    "tex",
    "tsv",
    "txt",
    "wiki",
    "xhtml",
];

/// The ending of files of corrections.
const CORRECTIONS: &str = ".fix.toml";

/// The largest depth of folders in a folder.
const DEEPEST: usize = 17;

/// The texts of a document, each with its name, and its corrections.
#[derive(Default)]
pub(super) struct Texts {
    pub texts: Vec<(String, String)>,
    pub corrections: Corrections,
}

/// Reads files and folders. Files with the ending `.fix.toml`, and the files in `fix`, are corrections.
pub(super) fn read_texts(paths: &[PathBuf], fix: &[PathBuf]) -> Result<Texts, Failure> {
    let mut read = Texts::default();
    for path in paths {
        if path.is_dir() {
            let files = list_folder(path)?;
            if files.is_empty() {
                let message = format!("expected files of a document ({}), found none", ENDINGS.join(", "));
                return Err(Failure::Input { name: path.display().to_string(), message });
            }
            files.iter().try_for_each(|file| read.add_path(file))?;
        } else {
            read.add_path(path)?;
        }
    }
    for path in fix {
        let opened = input::open_file(path)?;
        let bytes = opened.whole_bytes()?;
        read.add_corrections(opened.name.clone(), &bytes)?;
    }
    Ok(read)
}

/// Returns whether a file has corrections.
fn is_correction(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(CORRECTIONS)
}

/// Returns whether a file of a folder belongs to the document.
pub(crate) fn is_part(path: &Path) -> bool {
    let ending = path.extension().map_or(String::new(), |end| end.to_string_lossy().to_lowercase());
    ENDINGS.contains(&&*ending) || is_correction(path)
}

/// Returns whether the last part of a path is hidden.
pub(crate) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// Lists the files of a folder and its folders, by name.
fn list_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let shown = |entry: &DirEntry| entry.depth() == 0 || !is_hidden(entry.path());
    let walk = WalkDir::new(folder).max_depth(DEEPEST).sort_by_file_name().into_iter().filter_entry(shown);
    let mut files = Vec::new();
    for entry in walk {
        let place = entry.as_ref().map_or_else(|error| error.path().unwrap_or(folder), DirEntry::path);
        let name = place.display().to_string();
        let path = entry.map_err(std::io::Error::from).in_file(&name)?.into_path();
        if path.is_file() && is_part(&path) {
            files.push(path);
        }
    }
    Ok(files)
}

impl Texts {
    /// Returns the texts, each with its name.
    pub(super) fn files(&self) -> Vec<(&str, &str)> {
        self.texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
    }

    fn add_path(&mut self, path: &Path) -> Result<(), Failure> {
        let opened = input::open_file(path)?;
        let bytes = opened.whole_bytes()?;
        self.push_file(opened.name.clone(), &bytes)
    }

    /// Adds a file that was read.
    pub(super) fn push_file(&mut self, name: String, bytes: &[u8]) -> Result<(), Failure> {
        if is_correction(Path::new(&name)) {
            return self.add_corrections(name, bytes);
        }
        match text_of(bytes) {
            Ok(text) => self.texts.push((name, text.into_owned())),
            Err(error) => return Err(Failure::Input { name, message: error.to_string() }),
        }
        Ok(())
    }

    /// Adds a file of corrections.
    pub(super) fn add_corrections(&mut self, name: String, bytes: &[u8]) -> Result<(), Failure> {
        match Corrections::read(&name, &String::from_utf8_lossy(bytes)) {
            Ok(more) => self.corrections.extend(more),
            Err(message) => return Err(Failure::Input { name, message }),
        }
        Ok(())
    }
}

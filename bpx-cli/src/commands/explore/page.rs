//! The files of the page, which are in a folder, or which the build script embedded.

use crate::exit::{Failure, InFile};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use walkdir::WalkDir;

/// The first file that a browser asks for.
const INDEX: &str = "index.html";

/// The page that `cargo xtask web` built before the command was built; empty if there was none.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of a page by name, with `/` between folders.
///
/// All files are in memory, so a request cannot reach the file system.
pub(super) struct Page(BTreeMap<String, Cow<'static, [u8]>>);

impl Page {
    /// Returns the page of a folder, or the embedded page.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or if there is no `index.html`.
    pub(super) fn load(folder: Option<&Path>) -> Result<Self, Failure> {
        let page = match folder {
            Some(folder) => Self::read_folder(folder)?,
            None => Self(EMBEDDED.iter().map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes))).collect()),
        };
        if page.0.contains_key(INDEX) {
            return Ok(page);
        }
        Err(Failure::Usage(folder.map_or_else(
            || "this `bpx` was built without the page; build it with `cargo xtask web`, or give --page DIR".to_owned(),
            |folder| format!("{}: expected a folder with {INDEX}", folder.display()),
        )))
    }

    fn read_folder(folder: &Path) -> Result<Self, Failure> {
        let mut files = BTreeMap::new();
        for entry in WalkDir::new(folder) {
            let entry = entry.map_err(std::io::Error::from).in_file(&folder.display().to_string())?;
            if !entry.file_type().is_file() {
                continue;
            }
            let Ok(name) = entry.path().strip_prefix(folder) else { continue };
            let bytes = std::fs::read(entry.path()).in_file(&entry.path().display().to_string())?;
            files.insert(name.to_string_lossy().replace('\\', "/"), Cow::Owned(bytes));
        }
        Ok(Self(files))
    }

    /// Returns the name and the bytes of a file; the empty path is the index.
    pub(super) fn find_file(&self, path: &str) -> Option<(&str, &[u8])> {
        let path = if path.is_empty() { INDEX } else { path };
        self.0.get_key_value(path).map(|(name, bytes)| (name.as_str(), bytes.as_ref()))
    }
}

/// Returns the media type of a file by its extension.
pub(super) fn media_type(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    }
}

//! Expected and actual files of the twins.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// A file that is generated, and its text.
pub type Generated = (PathBuf, String);

/// Returns the twins of all declarations, as files below `tests/src/twins`.
///
/// # Errors
/// Returns an error when a source cannot be read, or holds a declaration that is wrong.
pub fn twins() -> Result<Vec<Generated>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (sources, target) = (root.join("../bpx-formats/src"), root.join("src/twins"));
    let mut files = Vec::new();
    // The formats, and the structures that the tests use to try every feature.
    for folder in folders(&sources)?.into_iter().chain([root.join("tests/shapes")]) {
        files.extend(format_twins(&folder, &target)?);
    }
    Ok(files)
}

/// Files beside the generated ones that nothing generates any more.
///
/// # Errors
/// Returns an error when a folder cannot be read.
pub fn stale(files: &[Generated]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let folders: std::collections::BTreeSet<_> = files.iter().filter_map(|(path, _)| path.parent()).collect();
    for folder in folders {
        walk(folder, &mut found)?;
    }
    found.retain(|path| !files.iter().any(|(known, _)| known == path));
    Ok(found)
}

/// Folders inside of others that declare a version of its own, with names of its own.
const VERSIONS: &[&str] = &["bpx/v0"];

/// Returns the folders of the formats and their versions, by name.
fn folders(sources: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(sources)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let mut folders: Vec<_> = entries.into_iter().filter(|path| path.is_dir()).collect();
    folders.extend(VERSIONS.iter().map(|version| sources.join(version)));
    folders.sort();
    Ok(folders)
}

/// Returns one module for each source with declarations, and the module that holds them.
fn format_twins(format: &Path, target: &Path) -> Result<Vec<Generated>> {
    let mut paths = Vec::new();
    walk(format, &mut paths)?;
    let sources = format.parent().unwrap_or(format);
    let nested = |path: &PathBuf| VERSIONS.iter().any(|version| path.starts_with(sources.join(version)));
    paths.retain(|path| !nested(path));
    paths.sort();
    let texts = paths.iter().map(std::fs::read_to_string).collect::<Result<Vec<_>>>()?;
    let sources: Vec<_> = texts.iter().map(String::as_str).collect();
    let twins = bpx_codegen::twins_of_sources(&sources).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
    let folder = target.join(format.file_name().unwrap_or_default());
    let mut files = Vec::new();
    let mut modules = String::from("//! Generated: the twins of one format.\n\n");
    for (path, twin) in paths.iter().zip(twins) {
        let Some(twin) = twin else { continue };
        let name = module_name(path.strip_prefix(format).unwrap_or(path));
        modules.push_str(&format!("mod {name};\npub use self::{name}::*;\n"));
        files.push((folder.join(format!("{name}.rs")), twin));
    }
    if !files.is_empty() {
        files.push((folder.join("mod.rs"), modules));
    }
    Ok(files)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// `sd/node.rs` as `sd_node`, `sd/mod.rs` as `sd`.
fn module_name(path: &Path) -> String {
    let parts: Vec<_> = path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    match &*parts {
        [root] if root == "mod" => "root".to_owned(),
        [folders @ .., last] if last == "mod" => folders.join("_"),
        parts => parts.join("_"),
    }
}

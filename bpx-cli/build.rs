//! Embeds the page of the explorer, if `page/` has the page, which `cargo xtask web` builds there. With
//! `BPX_PAGE=required`, as in a release, a build without the page fails.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(name.to_owned()));
    let package = variable("CARGO_MANIFEST_DIR")?;
    let folder = package.join("page");
    // A folder that does not exist would count as changed at every build, so the one in which it appears is watched.
    let watched = if folder.is_dir() { &folder } else { &package };
    println!("cargo::rerun-if-changed={}", watched.display());
    println!("cargo::rerun-if-env-changed=BPX_PAGE");
    if env::var_os("BPX_PAGE").is_some_and(|value| value == "required") && !folder.join("index.html").is_file() {
        let message = format!("expected the page of the explorer in {}, found none", folder.display());
        return Err(io::Error::other(message));
    }
    let mut files = Vec::new();
    if folder.is_dir() {
        collect_files(&folder, &mut files)?;
    }
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(&folder).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        let _ = writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    table.push_str("]\n");
    fs::write(variable("OUT_DIR")?.join("page.rs"), table)
}

fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect_files(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

//! Packs the texts of the suite into one file, which the program carries (see `suite::Files`).
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder"));
    let mut files = BTreeMap::new();
    for (name, extension) in [("cases", "toml"), ("golden", "src")] {
        collect_files(&here.join(name), name, extension, &mut files);
    }
    // Neither is needed to ask the cases.
    for name in ["cases/lock.toml", "cases/coverage.toml", "cases/derived.toml"] {
        files.remove(name);
    }
    // In a package of the crate the documents lie inside of it.
    let outside = here.join("../docs");
    let docs = if outside.join("clauses.toml").is_file() { outside } else { here.join("docs") };
    collect_files(&docs.join("clauses"), "docs/clauses", "toml", &mut files);
    for name in ["clauses.toml", "interpretations.md"] {
        println!("cargo::rerun-if-changed={}", docs.join(name).display());
        files.insert(format!("docs/{name}"), read_text(&docs.join(name)));
    }
    println!("cargo::rerun-if-changed={}", here.join("version.toml").display());
    files.insert("version.toml".to_owned(), read_text(&here.join("version.toml")));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the folder")).join("suite.bin");
    fs::write(out, pack_files(&files)).expect("the folder for output can be written");
}

/// Adds each file with the extension below a folder, by the file's name relative to the suite.
fn collect_files(folder: &Path, name: &str, extension: &str, files: &mut BTreeMap<String, String>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the entry can be read").path();
        let name = format!("{name}/{}", path.file_name().expect("an entry has a name").to_string_lossy());
        if path.is_dir() {
            collect_files(&path, &name, extension, files);
        } else if path.extension().is_some_and(|one| one == extension) {
            files.insert(name, read_text(&path));
        }
    }
}

fn read_text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pack_files(files: &BTreeMap<String, String>) -> Vec<u8> {
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::best());
    for (name, text) in files {
        for size in [name.len(), text.len()] {
            let size = u32::try_from(size).expect("a text is smaller than 4 GiB");
            stream.write_all(&size.to_le_bytes()).expect("memory can be written");
        }
        stream
            .write_all(name.as_bytes())
            .and_then(|()| stream.write_all(text.as_bytes()))
            .expect("memory can be written");
    }
    stream.finish().expect("memory can be written")
}

//! Does the work that benchmarks time, prints only amounts, and computes no hashes.

use crate::answer::{Answer, At, usage};
use crate::content::{input, output};
use bpx::core::Container;
use bpx::core::options::CreateOptions;
use bpx::package::{DEFAULT_MAX_DEPTH, Options, Package};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Packs all files below a folder; the crate compresses sections of more content than `threshold` bytes.
pub fn pack(folder: &str, out: &str, threshold: &str) -> Answer {
    let Ok(threshold) = threshold.parse() else { return usage("expected a number of bytes as the threshold") };
    let mut files = Vec::new();
    walk(Path::new(folder), "", &mut files).or_else(|e| usage(format!("{folder}: {e}")))?;
    let container = Container::create(CreateOptions::new(output(out)?).compression_threshold(threshold));
    let mut package = Package::try_from((container, Options { max_depth: DEFAULT_MAX_DEPTH })).at("create")?;
    let Some(mut objects) = package.objects_mut() else { return usage("the crate has no objects to add to") };
    for (name, path) in &files {
        objects.create(name, input(&path.to_string_lossy())?).at("create")?;
    }
    package.save().at("save")?;
    Ok(json!({ "objects": files.len() }))
}

/// Prints all names, one on each line.
pub fn list(path: &str) -> Answer {
    let package = Package::open(input(path)?).at("open")?;
    let objects = package.objects().at("objects")?;
    let mut out = BufWriter::new(io::stdout().lock());
    for object in &objects {
        writeln!(out, "{}", objects.load_name(object).at("name")?).or_else(usage)?;
    }
    out.flush().or_else(usage)?;
    Ok(json!({ "objects": objects.len() }))
}

/// Reads all objects, or the object with a name, and drops the bytes.
pub fn read(path: &str, name: Option<&str>) -> Answer {
    let package = Package::open(input(path)?).at("open")?;
    let objects = package.objects().at("objects")?;
    let mut size = 0;
    if let Some(name) = name {
        let Some(object) = objects.find(name).at("find")? else { return usage("no such object") };
        size += objects.load(object, io::sink()).at("load")?;
    } else {
        for object in &objects {
            size += objects.load(object, io::sink()).at("load")?;
        }
    }
    Ok(json!({ "bytes": size }))
}

/// Writes all objects to files below a folder.
pub fn unpack(path: &str, folder: &str) -> Answer {
    let package = Package::open(input(path)?).at("open")?;
    let objects = package.objects().at("objects")?;
    let mut last = PathBuf::new();
    for object in &objects {
        let target = Path::new(folder).join(objects.load_name(object).at("name")?);
        let parent = target.parent().unwrap_or(Path::new(folder));
        if parent != last {
            std::fs::create_dir_all(parent).or_else(usage)?;
            parent.clone_into(&mut last);
        }
        objects.load(object, File::create(target).or_else(usage)?).at("load")?;
    }
    Ok(json!({ "objects": objects.len() }))
}

/// Adds the files below a folder with their names, sorted by name within each folder.
fn walk(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}

//! Unpacking into a new folder: all files or none, and nothing outside of it.

use super::file::{is_past_header, limits, source};
use bpx_formats::FileError;
use bpx_formats::bpx::Package;
use bpx_formats::bpx::package::paths;
use bpx_formats::bpx::package::unpack::Unpacker;
use bpx_formats::bpx::v0;
use std::collections::BTreeMap;
use std::path::Path;

pub(super) fn run(bytes: &[u8]) -> bool {
    let package = if v0::has_signature(bytes) {
        v0::Container::open(source(bytes), limits()).and_then(|container| container.package())
    } else {
        Package::open(source(bytes), limits())
    };
    let Ok(package) = package else { return is_past_header(bytes) };
    let outside = tempfile::tempdir().expect("a temporary folder");
    let target = outside.path().join("target");
    let unpacked = Unpacker::new(&package).with_max_size(1 << 20).unpack(&target);
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(outside.path()).expect("a folder") {
        assert_eq!(entry.expect("an entry").path(), target, "outside of the folder");
        list(&target, "", &mut found);
    }
    match unpacked {
        Ok(unpacked) => {
            assert_eq!(found.len() as u64, unpacked.files, "another number of files: {:?}", found.keys());
            assert_eq!(found.len(), package.len(), "another number of files than of objects");
            let size: usize = found.values().map(Vec::len).sum();
            assert_eq!(size as u64, unpacked.bytes, "another number of bytes");
        }
        // Objects before one that fails stay, and are complete.
        Err(FileError::Object(_)) => {}
        Err(error) => assert!(found.is_empty(), "{error}: {:?} stay", found.keys()),
    }
    for object in package.objects() {
        let Some(path) = object.name().ok().and_then(|name| paths::check(name).ok()) else { continue };
        let Some(file) = found.remove(&path.to_string()) else { continue };
        // An empty object has no place that could be wrong.
        let content = if object.size() == 0 { Ok(Vec::new()) } else { object.read() };
        assert!(file == content.expect("an object that was unpacked is read"), "{path} has other bytes");
    }
    assert!(found.is_empty(), "files of no object: {:?}", found.keys());
    true
}

/// Files below a folder, by name; no links.
fn list(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_str().expect("a name in UTF-8"));
        let kind = entry.file_type().expect("a type");
        if kind.is_dir() {
            list(&entry.path(), &format!("{name}/"), found);
        } else {
            assert!(kind.is_file(), "{name} is not a file");
            found.insert(name, std::fs::read(entry.path()).expect("a file"));
        }
    }
}

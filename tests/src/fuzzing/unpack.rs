//! Unpacking into a new folder: all files or none, and nothing outside of it.

use super::file::{is_past_header, limits, source};
use bpx_formats::bpx::Package;
use bpx_formats::bpx::package::unpack::Unpacker;
use bpx_formats::bpx::v0;
use std::collections::BTreeMap;
use std::path::Path;

pub(super) fn run(bytes: &[u8]) -> bool {
    let package = if v0::begins(bytes) {
        v0::Container::open(source(bytes), limits()).and_then(|container| container.package())
    } else {
        Package::open(source(bytes), limits())
    };
    let Ok(package) = package else { return is_past_header(bytes) };
    let outside = tempfile::tempdir().expect("a temporary folder");
    let target = outside.path().join("target");
    let unpacked = Unpacker::new(&package).with_max_size(1 << 20).unpack(&target);
    let (mut entries, mut found) = (0, BTreeMap::new());
    for entry in std::fs::read_dir(outside.path()).expect("a folder") {
        assert_eq!(entry.expect("an entry").path(), target, "outside of the folder");
        entries += 1;
    }
    match unpacked {
        Ok(unpacked) => {
            list(&target, "", &mut found);
            assert_eq!(found.len() as u64, unpacked.files, "another number of files: {:?}", found.keys());
            let size: usize = found.values().map(Vec::len).sum();
            assert_eq!(size as u64, unpacked.bytes, "another number of bytes");
            for object in package.objects() {
                let name = object.name().expect("an object with a name was unpacked");
                let file = bpx_formats::bpx::package::paths::check(name).expect("a safe name was unpacked");
                let content = object.read().expect("an object that was unpacked is read");
                let file = found.get(&file.to_string()).unwrap_or_else(|| panic!("{file} is missing"));
                assert!(*file == content, "{name:?} has other bytes");
            }
        }
        Err(_) => assert_eq!(entries, 0, "an error leaves the folder behind"),
    }
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
            assert!(kind.is_file(), "{name} is no file");
            found.insert(name, std::fs::read(entry.path()).expect("a file"));
        }
    }
}

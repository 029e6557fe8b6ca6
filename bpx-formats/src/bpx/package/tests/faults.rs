//! Packages are packed, edited, compacted and unpacked while the system fails at each call in turn.

use super::*;
use crate::bpx::container::Compression;
use crate::bpx::package::unpack::{UnpackError, Unpacker};
use crate::files::tests::faults::{Tree, at_every_call, old_or_new};
use crate::files::{Call, Files, Stamp};
use crate::source;
use std::fs;
use std::path::Path;

const SMALL: &[u8] = b"small";

/// More than is written with others, in bytes, and of no repetition.
fn large() -> Vec<u8> {
    (0..100_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

fn options() -> PackOptions {
    // Two Data sections, which are complete one after the other.
    PackOptions::default().with_compression(Compression::None).with_section_size(100_100)
}

fn builder(large: &[u8]) -> PackageBuilder<'_> {
    let mut builder = PackageBuilder::new().options(options());
    let contents = [("a/large", large), ("a/b/small", SMALL), ("c", SMALL), ("a/twin", large), ("e", b"")];
    for (name, content) in contents {
        builder.add(name, Input::bytes(content)).unwrap();
    }
    builder
}

fn saved(folder: &Path) {
    builder(&large()).save(folder.join("file")).unwrap();
}

/// Opens the package, and saves what `change` writes in its place.
fn changed(
    files: &Files,
    folder: &Path,
    change: impl FnOnce(&Package, &mut dyn std::io::Write) -> bpx_schema::Result<u64>,
) -> Result<(), String> {
    let path = folder.join("file");
    let stamp = Stamp::of(&path).unwrap();
    let package = Package::open(source::open(&path).unwrap(), Limits::default()).unwrap();
    let saved = files.replacement(&path).made_from(stamp.as_ref()).write(|out| change(&package, out));
    saved.map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn packing_is_old_or_new() {
    let large = large();
    let pack = |files: &Files, folder: &Path| {
        let saved = builder(&large).save_to(files.replacement(&folder.join("file")));
        saved.map(|_| ()).map_err(|error| error.to_string())
    };
    let calls = at_every_call(&|folder| fs::write(folder.join("file"), "old").unwrap(), &pack, &old_or_new);
    assert!(calls.contains(&Call::Seek), "{calls:?}");
    at_every_call(&|_| (), &pack, &old_or_new);
}

#[test]
fn editing_is_old_or_new() {
    at_every_call(
        &saved,
        &|files, folder| {
            changed(files, folder, |package, out| {
                let mut editor = PackageEditor::of(package, options());
                editor.add("new", Input::bytes(SMALL))?;
                editor.remove(1)?;
                editor.write_to(out)
            })
        },
        &old_or_new,
    );
}

#[test]
fn compacting_is_old_or_new() {
    let prepare = |folder: &Path| {
        saved(folder);
        let remove = |package: &Package, out: &mut dyn std::io::Write| {
            let mut editor = PackageEditor::of(package, options());
            editor.remove(0)?;
            editor.write_to(out)
        };
        changed(&Files::default(), folder, remove).unwrap();
    };
    at_every_call(
        &prepare,
        &|files, folder| {
            changed(files, folder, |package, out| PackageEditor::of(package, options()).compact()?.write_to(out))
        },
        &old_or_new,
    );
}

/// A package whose objects share bytes, in two Data sections.
fn shared(folder: &Path) {
    let large = large();
    let (size, small) = (large.len() as u64, SMALL.len() as u64);
    let names = b"a/large\0a/b/small\0c\0a/twin\0e\0";
    let table = [
        entry(size, 0, 2, 0),
        entry(small, 8, 3, 0),
        entry(small, 18, 3, 0),
        entry(size, 20, 2, 0),
        entry(0, 27, 0, 0),
    ];
    let sections: &[(u8, &[u8])] = &[(OBJECT_TABLE, &table.concat()), (STRINGS, names), (DATA, &large), (DATA, SMALL)];
    fs::write(folder.join("file"), file(2, sections)).unwrap();
}

fn unpacked(files: &Files, folder: &Path, overwrite: bool) -> Result<(), String> {
    let package = Package::open(source::open(folder.join("file")).unwrap(), Limits::default()).unwrap();
    let unpacker = Unpacker::new(&package).with_overwrite(overwrite).with_files(files.clone());
    match unpacker.unpack(folder.join("out")) {
        Ok(_) => Ok(()),
        Err(UnpackError::Object(failed)) => Err(format!("{}: {}", failed.name, failed.error)),
        Err(error) => Err(error.to_string()),
    }
}

/// Each file is old or new; all are new when nothing failed.
fn each_old_or_new([old, new, now]: [&Tree; 3], failed: Option<&str>) {
    assert!(failed.is_some() || now == new, "{:?}", now.keys());
    assert!(failed.is_none_or(|reason| reason.contains("os error")), "{failed:?}");
    for (name, content) in now {
        let known = [old, new].into_iter().any(|tree| tree.get(name) == Some(content));
        assert!(known, "{failed:?}: {name} has {} bytes", content.len());
    }
    assert!(old.keys().all(|name| now.contains_key(name)), "{failed:?}: {:?}", now.keys());
}

#[test]
fn unpacking_into_a_new_folder_leaves_no_half_file() {
    let calls = at_every_call(&shared, &|files, folder| unpacked(files, folder, false), &each_old_or_new);
    for call in [Call::CreateFolder, Call::OpenFolder, Call::CreateFile, Call::Write, Call::Read, Call::Rename] {
        assert!(calls.contains(&call), "{call:?} not in {calls:?}");
    }
}

#[test]
fn unpacking_over_files_leaves_each_old_or_new() {
    let prepare = |folder: &Path| {
        shared(folder);
        fs::create_dir_all(folder.join("out/a")).unwrap();
        for name in ["a/large", "c"] {
            fs::write(folder.join("out").join(name), "old").unwrap();
        }
    };
    let calls = at_every_call(&prepare, &|files, folder| unpacked(files, folder, true), &each_old_or_new);
    for call in [Call::CreateFolder, Call::CreateFile, Call::Write, Call::Rename, Call::Remove] {
        assert!(calls.contains(&call), "{call:?} not in {calls:?}");
    }
}

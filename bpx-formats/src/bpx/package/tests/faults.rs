//! Packages are packed, edited, compacted and unpacked while the system fails at each call in turn.

use super::*;
use crate::FileError;
use crate::bpx::container::Compression;
use crate::bpx::package::unpack::Unpacker;
use crate::files::tests::faults::{Tree, at_every_call, old_or_new, tree};
use crate::files::{Call, Files, Stamp};
use crate::source;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

const SMALL: &[u8] = b"small";

/// Returns more bytes than are written together with other files, without repetition.
fn large() -> Vec<u8> {
    (0..100_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

fn options() -> PackOptions {
    // Two Data sections, which are completed one after the other.
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

/// Opens the package, and replaces it by the output of `change`.
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

/// Writes a package whose objects share bytes, in two Data sections.
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
        Err(FileError::Object(failed)) => Err(format!("{}: {}", failed.name, failed.error)),
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

/// A source that fails at one of its reads.
struct Failing {
    bytes: Vec<u8>,
    at: usize,
    reads: AtomicUsize,
}

impl ReadAt for Failing {
    fn size(&self) -> u64 {
        self.bytes.size()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> std::io::Result<usize> {
        match self.reads.fetch_add(1, Ordering::Relaxed) == self.at {
            true => Err(std::io::Error::from_raw_os_error(5)),
            false => self.bytes.read_at(offset, buf),
        }
    }
}

/// Runs `work` on a package while each of its reads fails in turn. Checks that the folder is unchanged after each
/// failure.
fn at_every_read(prepare: &dyn Fn(&Path), work: &dyn Fn(&Package, &Path) -> Result<(), String>) {
    for at in 0.. {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let before = tree(folder.path());
        let bytes = fs::read(folder.path().join("file")).unwrap();
        let source = Arc::new(Failing { bytes, at, reads: AtomicUsize::new(0) });
        let package = Package::open(Arc::clone(&source) as Arc<dyn ReadAt>, Limits::default());
        let worked = package.map_err(|error| error.to_string()).and_then(|package| work(&package, folder.path()));
        if source.reads.load(Ordering::Relaxed) <= at {
            assert!(at > 3, "{at} reads");
            return worked.unwrap();
        }
        let error = worked.unwrap_err();
        assert!(error.contains("os error 5") && tree(folder.path()) == before, "read {at}: {error}");
    }
}

#[test]
fn a_source_that_fails_leaves_everything_as_it_was() {
    let save = |folder: &Path, write: &dyn Fn(&mut dyn std::io::Write) -> bpx_schema::Result<u64>| {
        source::replace(folder.join("file"), write).map(|_| ()).map_err(|error| error.to_string())
    };
    at_every_read(&saved, &|package, folder| {
        save(folder, &|out| {
            let mut editor = PackageEditor::of(package, options());
            editor.add("new", Input::bytes(SMALL))?;
            editor.write_to(out)
        })
    });
    at_every_read(&saved, &|package, folder| {
        save(folder, &|out| PackageEditor::of(package, options()).compact()?.write_to(out))
    });
    // One Data section, so that no file is complete before the last read.
    let one_section = |folder: &Path| {
        let mut builder = PackageBuilder::new().options(options().with_section_size(1 << 20));
        builder.add("a/large", Input::bytes(large())).unwrap();
        builder.add("small", Input::bytes(SMALL)).unwrap();
        builder.save(folder.join("file")).unwrap();
    };
    at_every_read(&one_section, &|package, folder| match Unpacker::new(package).unpack(folder.join("out")) {
        Err(FileError::Object(failed)) => Err(failed.error.to_string()),
        other => other.map(drop).map_err(|error| error.to_string()),
    });
}

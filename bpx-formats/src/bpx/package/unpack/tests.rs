use super::*;
use crate::bpx::container::{Compression, ContainerBuilder, SectionOptions};
use crate::bpx::package::paths::{ClashKind, UnsafePath};
use crate::bpx::package::{DATA, Input, KIND, OBJECT_TABLE, PackOptions, PackageBuilder, STRINGS};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error};
use std::fs;
use std::sync::Arc;

/// Name, size, section, offset.
type Entry<'a> = (&'a [u8], u64, u32, u32);

/// First section with data.
const FIRST: u32 = 2;

/// Returns a package as bytes: table, names, then Data sections, each under its options.
fn bytes(entries: &[Entry<'_>], data: &[(&[u8], SectionOptions)]) -> Vec<u8> {
    let (mut table, mut strings) = (Vec::new(), Vec::new());
    for (name, size, section, offset) in entries {
        table.extend(size.to_le_bytes());
        table.extend((strings.len() as u32).to_le_bytes());
        table.extend(section.to_le_bytes());
        table.extend(offset.to_le_bytes());
        strings.extend(*name);
        strings.push(0);
    }
    let plain = SectionOptions::default();
    let builder = ContainerBuilder::new(KIND, 2).type_ext([4, 4, b'P', b'K', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let builder = builder.section(OBJECT_TABLE, table, plain).section(STRINGS, strings, plain);
    data.iter().fold(builder, |builder, (content, options)| builder.section(DATA, *content, *options)).build().unwrap()
}

fn package(entries: &[Entry<'_>], data: &[(&[u8], SectionOptions)]) -> Package {
    open(bytes(entries, data))
}

fn open(bytes: Vec<u8>) -> Package {
    Package::open(Arc::new(bytes), Limits::default()).unwrap()
}

fn plain(content: &[u8]) -> (&[u8], SectionOptions) {
    (content, SectionOptions::default())
}

fn packed(content: &[u8], compression: Compression) -> (&[u8], SectionOptions) {
    (content, SectionOptions::default().with_compression(compression).with_threshold(0).with_force(true))
}

/// Returns all files below a folder, with their contents, sorted.
fn tree(root: &Path) -> Vec<(String, String)> {
    let (mut files, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    files.sort();
    files
}

fn list(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, content)| ((*name).to_owned(), (*content).to_owned())).collect()
}

#[test]
fn files_come_out_of_any_sections_in_any_order() {
    // Two objects with the same bytes, one without bytes or section, one over three sections of which the middle one is empty.
    let entries: &[Entry<'_>] = &[
        (b"late", 3, FIRST + 2, 2),
        (b"./deep/in/span", 6, FIRST, 4),
        (b"first", 4, FIRST, 0),
        (b"same", 4, FIRST, 0),
        (b"empty", 0, 77, 5),
        (b"deep/twin", 6, FIRST, 4),
    ];
    for compression in [Compression::None, Compression::Zlib(6), Compression::Xz(0)] {
        let data = [packed(b"abcdefgh", compression), plain(b""), packed(b"ijklm", compression)];
        let package = package(entries, &data);
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("new/root");
        let mut seen = Vec::new();
        let unpacker = Unpacker::new(&package).with_progress(|progress| seen.push((progress.done, progress.total)));
        let unpacked = unpacker.unpack(&root).unwrap();
        assert_eq!((unpacked.files, unpacked.bytes), (6, 23));
        assert_eq!(seen.last(), Some(&(23, 23)));
        let expected = [
            ("deep/in/span", "efghij"),
            ("deep/twin", "efghij"),
            ("empty", ""),
            ("first", "abcd"),
            ("late", "klm"),
            ("same", "abcd"),
        ];
        assert_eq!(tree(&root), list(&expected));
    }
}

#[test]
fn wanted_names_only() {
    let package = package(&[(b"a", 1, FIRST, 0), (b"../b", 1, FIRST, 1)], &[plain(b"ab")]);
    let folder = tempfile::tempdir().unwrap();
    let unpacked = Unpacker::new(&package).with_wanted(|name| name == "a").unpack(folder.path()).unwrap();
    assert_eq!((unpacked.files, unpacked.refused.len()), (1, 0));
    assert_eq!(tree(folder.path()), list(&[("a", "a")]));
}

#[test]
fn one_unsafe_name_stops_everything() {
    let entries: &[Entry<'_>] = &[
        (b"fine", 1, FIRST, 0),
        (b"../escape", 1, FIRST, 1),
        (b"/absolute", 1, FIRST, 1),
        (b"x\xff", 1, FIRST, 1),
        (b"FINE", 1, FIRST, 2),
        (b"dir", 1, FIRST, 1),
        (b"dir/file", 1, FIRST, 3),
    ];
    let package = package(entries, &[plain(b"abcd")]);
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    let Err(FileError::Refused(refused)) = Unpacker::new(&package).unpack(&root) else { panic!() };
    assert!(!root.exists());
    let reasons: Vec<_> = refused
        .iter()
        .map(|refused| match &refused.reason {
            Refusal::Unsafe(reason) => (refused.object, Some(reason.clone()), None),
            Refusal::Clash { kind, .. } => (refused.object, None, Some(*kind)),
            Refusal::Unreadable(error) => panic!("{error}"),
        })
        .collect();
    let expected = [
        (1, Some(UnsafePath::Parent), None),
        (2, Some(UnsafePath::Absolute), None),
        (3, Some(UnsafePath::NotText), None),
        (0, None, Some(ClashKind::Case)),
        (5, None, Some(ClashKind::FileAndFolder)),
    ];
    assert_eq!(reasons, expected);

    let unpacked = Unpacker::new(&package).with_skip_unsafe(true).unpack(&root).unwrap();
    assert_eq!((unpacked.files, unpacked.refused.len()), (2, 5));
    assert_eq!(tree(folder.path()), list(&[("root/FINE", "c"), ("root/dir/file", "d")]));
}

#[test]
fn an_unreadable_name_is_refused() {
    let mut bytes = bytes(&[(b"a", 1, FIRST, 0)], &[plain(b"a")]);
    let table = bytes.len() - 1 - 2 - 20;
    // The offset of the name. The checksum of the section grows by the same amount.
    bytes[table + 8] = 99;
    let error = Package::open(Arc::new(bytes.clone()), Limits::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::ChecksumMismatch);
    // Checksum of the table section, then of the header that holds it.
    for at in [40 + 16, 4] {
        let sum = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        bytes[at..at + 4].copy_from_slice(&(sum + 99).to_le_bytes());
    }
    let package = open(bytes);
    let folder = tempfile::tempdir().unwrap();
    let Err(FileError::Refused(refused)) = Unpacker::new(&package).unpack(folder.path()) else { panic!() };
    let Refusal::Unreadable(error) = &refused[0].reason else { panic!() };
    assert_eq!(error.finding().unwrap().class, Class::OutOfBounds);
}

#[test]
fn objects_without_all_their_bytes_stop_everything() {
    let cases = [(4, FIRST, 0, Class::Truncated), (1, FIRST, 4, Class::OutOfBounds), (1, 0, 0, Class::BadReference)];
    for (size, section, offset, class) in cases {
        let package = package(&[(b"good", 1, FIRST, 0), (b"bad", size, section, offset)], &[plain(b"abc")]);
        let folder = tempfile::tempdir().unwrap();
        let Err(FileError::Object(failed)) = Unpacker::new(&package).unpack(folder.path()) else { panic!() };
        assert_eq!((failed.object, failed.name.as_str()), (1, "bad"));
        assert_eq!(failed.error.finding().unwrap().class, class);
        assert_eq!(tree(folder.path()), []);
        let unpacked = Unpacker::new(&package).with_keep_going(true).unpack(folder.path()).unwrap();
        assert_eq!((unpacked.files, unpacked.failed.len()), (1, 1));
        assert_eq!(tree(folder.path()), list(&[("good", "a")]));
    }
}

#[test]
fn partly_shared_bytes_are_refused_and_sizes_bounded() {
    let entries: &[Entry<'_>] = &[(b"a", 3, FIRST, 0), (b"b", 3, FIRST, 1), (b"c", 3, FIRST, 0)];
    let package = package(entries, &[plain(b"abcd")]);
    let folder = tempfile::tempdir().unwrap();
    let Err(FileError::Object(failed)) = Unpacker::new(&package).unpack(folder.path()) else { panic!() };
    assert_eq!((failed.object, failed.error.finding().unwrap().class), (1, Class::Overlap));
    let bounded = Unpacker::new(&package).with_keep_going(true).with_max_size(5).unpack(folder.path());
    assert!(matches!(bounded, Err(FileError::TooLarge { size: 6, limit: 5 })));
    Unpacker::new(&package).with_keep_going(true).with_max_size(6).unpack(folder.path()).unwrap();
    assert_eq!(tree(folder.path()), list(&[("a", "abc"), ("c", "abc")]));
}

#[test]
fn shared_bytes_are_bounded_unless_a_size_is_given() {
    const SIZE: u64 = 100_000;
    let content = vec![7; SIZE as usize];
    // 16 times the content and 1 MiB are 26 files.
    let names: Vec<_> = (0..30).map(|number| format!("f{number:02}")).collect();
    let entries: Vec<Entry<'_>> = names.iter().map(|name| (name.as_bytes(), SIZE, FIRST, 0)).collect();
    let package = package(&entries, &[plain(&content)]);
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    for keep_going in [false, true] {
        let unpacked = Unpacker::new(&package).with_keep_going(keep_going).unpack(&root);
        let Err(FileError::Shared(failed)) = unpacked else { panic!() };
        assert_eq!((failed.object, failed.name.as_str()), (26, "f26"));
        let finding = failed.error.finding().unwrap();
        assert_eq!((finding.class, &*finding.code), (Class::LimitExceeded, "package.limit"));
        assert_eq!(finding.path.to_string(), "sections[0].object_table.objects[26].size");
        // Header, table of three sections, 26 entries.
        assert_eq!(finding.location.file, 40 + 3 * 24 + 26 * 20);
        assert!(!root.exists());
    }
    let half = Unpacker::new(&package).with_wanted(|name| name < "f15").unpack(&root).unwrap();
    assert_eq!(half.files, 15);
    let all = Unpacker::new(&package).with_overwrite(true).with_max_size(30 * SIZE).unpack(&root).unwrap();
    assert_eq!((all.files, all.bytes), (30, 30 * SIZE));
}

#[test]
fn a_wrong_checksum_costs_the_files_of_its_section_alone() {
    let entries: &[Entry<'_>] = &[
        (b"a", 2, FIRST, 0),
        (b"b", 2, FIRST + 1, 0),
        (b"over", 2, FIRST + 1, 3),
        (b"c", 2, FIRST + 2, 1),
        (b"d", 3, FIRST + 3, 0),
        (b"d2", 3, FIRST + 3, 0),
    ];
    let mut bytes = bytes(entries, &[plain(b"aa"), plain(b"bb12"), plain(b"3cc"), plain(b"ddd")]);
    let at = bytes.windows(4).position(|window| window == b"bb12").unwrap();
    bytes[at] = b'x';
    let package = open(bytes);
    let folder = tempfile::tempdir().unwrap();
    let Err(FileError::Object(failed)) = Unpacker::new(&package).unpack(folder.path()) else { panic!() };
    assert_eq!((failed.object, failed.error.finding().unwrap().class), (1, Class::ChecksumMismatch));
    assert_eq!(tree(folder.path()), list(&[("a", "aa")]));

    let unpacker = Unpacker::new(&package).with_keep_going(true).with_overwrite(true);
    let unpacked = unpacker.unpack(folder.path()).unwrap();
    assert_eq!(unpacked.failed.iter().map(|failed| failed.object).collect::<Vec<_>>(), [1, 2]);
    let expected = [("a", "aa"), ("c", "cc"), ("d", "ddd"), ("d2", "ddd")];
    assert_eq!(tree(folder.path()), list(&expected));
    assert_eq!(unpacked.files, 4);
}

#[test]
fn a_wrong_checksum_leaves_nothing_in_a_new_folder() {
    let entries: &[Entry<'_>] = &[(b"new/a", 2, FIRST, 0), (b"new/b", 2, FIRST, 2)];
    let mut bytes = bytes(entries, &[plain(b"bb12")]);
    let at = bytes.windows(4).position(|window| window == b"bb12").unwrap();
    bytes[at] = b'x';
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Unpacker::new(&open(bytes)).unpack(folder.path()), Err(FileError::Object(_))));
    assert_eq!(tree(folder.path()), list(&[]));
}

#[test]
fn a_new_folder_is_seen_with_what_is_complete() {
    let entries: &[Entry<'_>] = &[(b"a", 2, FIRST, 0), (b"in/b", 2, FIRST + 1, 0), (b"in/c", 2, FIRST + 1, 0)];
    let sound = bytes(entries, &[plain(b"aa"), plain(b"bb12")]);
    let at = sound.windows(4).position(|window| window == b"bb12").unwrap();
    let broken = |at: usize| {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        bytes
    };
    let outer = tempfile::tempdir().unwrap();
    let target = outer.path().join("around/target");

    // Nothing is complete: neither the folder nor its temporary name is visible.
    let unpacked = Unpacker::new(&open(broken(at - 2))).unpack(&target);
    assert!(matches!(unpacked, Err(FileError::Object(failed)) if failed.object == 0));
    assert_eq!(fs::read_dir(outer.path().join("around")).unwrap().count(), 0);

    // One part is complete.
    assert!(Unpacker::new(&open(broken(at))).unpack(&target).is_err());
    assert_eq!(tree(&target), list(&[("a", "aa")]));
    fs::remove_dir_all(&target).unwrap();

    assert_eq!(Unpacker::new(&open(sound)).unpack(&target).unwrap().files, 3);
    assert_eq!(
        tree(outer.path()),
        list(&[("around/target/a", "aa"), ("around/target/in/b", "bb"), ("around/target/in/c", "bb")])
    );
}

#[test]
fn a_folder_that_appears_meanwhile_stays_as_it_is() {
    let package = package(&[(b"a", 1, FIRST, 0)], &[plain(b"x")]);
    let outer = tempfile::tempdir().unwrap();
    let target = outer.path().join("target");
    let appears = |_: Progress<'_>| {
        fs::create_dir(&target).unwrap();
        fs::write(target.join("other"), "theirs").unwrap();
    };
    let unpacked = Unpacker::new(&package).with_progress(appears).unpack(&target);
    assert!(matches!(unpacked, Err(FileError::Io { path, .. }) if path == target));
    assert_eq!(tree(outer.path()), list(&[("target/other", "theirs")]));
}

#[test]
fn files_are_replaced_only_when_wanted() {
    let package = package(&[(b"a", 1, FIRST, 0), (b"b/c", 1, FIRST, 1)], &[plain(b"xy")]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), "old").unwrap();
    let Err(FileError::Exists(names)) = Unpacker::new(&package).unpack(folder.path()) else { panic!() };
    assert_eq!(names, ["a"]);
    assert_eq!(tree(folder.path()), list(&[("a", "old")]));
    let unpacked = Unpacker::new(&package).with_keep_going(true).unpack(folder.path()).unwrap();
    assert_eq!((unpacked.files, unpacked.failed[0].name.as_str()), (1, "a"));
    assert_eq!(tree(folder.path()), list(&[("a", "old"), ("b/c", "y")]));
    Unpacker::new(&package).with_overwrite(true).unpack(folder.path()).unwrap();
    assert_eq!(tree(folder.path()), list(&[("a", "x"), ("b/c", "y")]));

    fs::remove_file(folder.path().join("a")).unwrap();
    fs::create_dir(folder.path().join("a")).unwrap();
    let Err(FileError::Object(failed)) = Unpacker::new(&package).with_overwrite(true).unpack(folder.path()) else {
        panic!()
    };
    assert_eq!(failed.name, "a");
    assert!(matches!(&*failed.error, Error::Io { source, .. } if source.kind() == std::io::ErrorKind::IsADirectory));
}

#[cfg(unix)]
#[test]
fn links_below_the_target_are_not_followed() {
    use std::os::unix::fs::symlink;
    let package = package(&[(b"dir/file", 1, FIRST, 0), (b"top", 1, FIRST, 1)], &[plain(b"xy")]);
    let outer = tempfile::tempdir().unwrap();
    let (root, elsewhere) = (outer.path().join("root"), outer.path().join("elsewhere"));
    fs::create_dir(&root).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("victim"), "old").unwrap();
    symlink(&elsewhere, root.join("dir")).unwrap();
    let Err(FileError::Object(failed)) = Unpacker::new(&package).with_overwrite(true).unpack(&root) else { panic!() };
    assert_eq!(failed.name, "dir/file");
    assert!(failed.error.to_string().contains("symbolic link"), "{}", failed.error);
    assert_eq!(tree(&elsewhere), list(&[("victim", "old")]));

    fs::remove_file(root.join("dir")).unwrap();
    symlink(elsewhere.join("victim"), root.join("top")).unwrap();
    assert!(matches!(Unpacker::new(&package).unpack(&root), Err(FileError::Exists(names)) if names == ["top"]));
    Unpacker::new(&package).with_overwrite(true).unpack(&root).unwrap();
    assert_eq!(tree(&elsewhere), list(&[("victim", "old")]));
    assert!(!root.join("top").is_symlink());
    assert_eq!(tree(&root), list(&[("dir/file", "x"), ("top", "y")]));
}

#[cfg(unix)]
#[test]
fn the_right_to_execute_is_a_convention() {
    use std::os::unix::fs::PermissionsExt;
    let entries: &[Entry<'_>] = &[(b"./bin/app", 1, FIRST, 0), (b"bin/other", 1, FIRST, 1)];
    let package = package(entries, &[plain(b"xy")]);
    for (executables, expected) in [(false, [false, false]), (true, [true, false])] {
        let folder = tempfile::tempdir().unwrap();
        Unpacker::new(&package).with_executables(executables).unpack(folder.path()).unwrap();
        let found = ["bin/app", "bin/other"]
            .map(|name| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o100 != 0);
        assert_eq!(found, expected);
    }
}

#[test]
fn names_that_other_systems_do_not_have_are_refused_in_both_revisions() {
    let names = ["e\u{301}t\u{e9}", "\u{e9}te\u{301}", "what?", "a/.bpx-0123456789abcdef.part", "fine"];
    for revision in [1, 2] {
        let mut builder = PackageBuilder::new().options(PackOptions::default().with_revision(revision));
        for name in names {
            builder.add(name, Input::bytes(name.as_bytes())).unwrap();
        }
        let package = open(builder.build().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        let Err(FileError::Refused(refused)) = Unpacker::new(&package).unpack(&root) else { panic!() };
        let reasons: Vec<_> = refused.iter().map(|refused| (refused.object, refused.reason.to_string())).collect();
        let expected = [
            (2, "it contains `?`, which Windows does not allow".to_owned()),
            (3, "its component `.bpx-0123456789abcdef.part` is reserved for temporary files".to_owned()),
            (0, "another name is the same text in other characters: `\u{e9}te\u{301}`".to_owned()),
        ];
        assert_eq!(reasons, expected, "revision {revision}");
        assert_eq!(tree(folder.path()), []);
        Unpacker::new(&package).with_skip_unsafe(true).unpack(&root).unwrap();
        let unpacked = tree(&root);
        assert_eq!(unpacked.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["fine", "\u{e9}te\u{301}"]);
    }
}

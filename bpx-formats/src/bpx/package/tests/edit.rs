use super::fixtures::bytes;
use super::*;
use crate::bpx::container::Compression;
use crate::bpx::sd::{Document, ObjectBuilder};
use crate::bpx::verify;
use bpx_schema::report::{Mode, Severity};

fn meta() -> Document {
    ObjectBuilder::new().set("Name", "test").build().unwrap()
}

fn edited(bytes: &[u8], change: impl FnOnce(&mut PackageEditor<'_>)) -> Vec<u8> {
    let package = open(bytes);
    let mut editor = PackageEditor::of(&package, PackOptions::default());
    change(&mut editor);
    let mut out = Vec::new();
    let size = editor.write_to(&mut out).unwrap();
    assert_eq!(size, out.len() as u64);
    let report = verify(&out, Mode::Strict).unwrap();
    assert_eq!(report.count(Severity::Error), 0, "{report:?}");
    out
}

/// Returns stored bytes and entries, but for their places, of sections of a type.
fn stored(bytes: &[u8], kind: u8) -> Vec<(u32, u32, u8, Vec<u8>)> {
    let package = open(bytes);
    let sections = package.container().sections().filter(|section| section.header().kind == kind);
    sections
        .map(|section| {
            let header = section.header();
            (header.content_size, header.checksum, header.flags, section.raw().unwrap().into_owned())
        })
        .collect()
}

/// Returns a package with data in several compressed sections and metadata between them.
fn sample() -> Vec<u8> {
    let options = PackOptions::default().with_section_size(3000);
    let mut builder = PackageBuilder::new().options(options).metadata(meta());
    for (name, size) in [("a", 5000), ("b", 10), ("c", 4000)] {
        builder.add(name, Input::bytes(prose(size))).unwrap();
    }
    builder.build().unwrap()
}

#[test]
fn without_changes_the_bytes_stay() {
    for bytes in [bytes(V2), bytes(V1), sample()] {
        assert_eq!(edited(&bytes, |_| {}), bytes);
    }
}

#[test]
fn new_contents_go_after_the_others() {
    let old = sample();
    let before = stored(&old, DATA);
    let new = edited(&old, |editor| {
        assert_eq!(editor.add("d/é", Input::bytes(noise(700, 1))).unwrap(), 3);
        editor.replace(1, Input::bytes(&b"another b"[..])).unwrap();
        assert_eq!(editor.find("d/é"), Some(3));
        assert_eq!(editor.len(), 4);
    });
    let after = stored(&new, DATA);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(stored(&new, METADATA), stored(&old, METADATA));
    let expected = [("a", prose(5000)), ("b", b"another b".to_vec()), ("c", prose(4000)), ("d/é", noise(700, 1))];
    assert_eq!(contents(&open(&new)), expected.map(|(name, content)| (name.to_owned(), content)));
    assert_eq!(passed(&open(&new)), contents(&open(&new)));
}

#[test]
fn names_and_numbers() {
    let old = sample();
    let new = edited(&old, |editor| {
        editor.rename(2, "b").unwrap();
        editor.remove(0).unwrap();
        assert_eq!(editor.find("a"), None);
        assert_eq!(editor.find("b"), Some(1));
        assert_eq!(editor.find("c"), None);
        let refused = [editor.remove(2), editor.rename(2, "x"), editor.replace(2, Input::bytes(vec![]))];
        for error in refused {
            assert_eq!(finding_of(error.unwrap_err()).class, Class::BadReference);
        }
        assert_eq!(finding_of(editor.rename(0, "a\0").unwrap_err()).class, Class::BadText);
        assert_eq!(finding_of(editor.add("\0", Input::bytes(vec![])).unwrap_err()).class, Class::BadText);
    });
    assert_eq!(stored(&new, DATA), stored(&old, DATA));
    // `b` was there before.
    assert_eq!(stored(&new, STRINGS), stored(&old, STRINGS));
    let expected = [("b".to_owned(), prose(10)), ("b".to_owned(), prose(4000))];
    assert_eq!(contents(&open(&new)), expected);
}

#[test]
fn header_and_metadata() {
    let other = ObjectBuilder::new().set("Name", "other").build().unwrap();
    let new = edited(&sample(), |editor| {
        editor.set_ext(PackageExt { generator: *b"BP", ..PackageExt::any() });
        editor.set_metadata(Some(other.clone()));
    });
    assert_eq!((open(&new).generator(), open(&new).metadata().unwrap()), (*b"BP", Some(other.clone())));
    assert_eq!(stored(&new, OBJECT_TABLE), stored(&sample(), OBJECT_TABLE));
    let without = edited(&new, |editor| editor.set_metadata(None));
    assert_eq!(open(&without).metadata().unwrap(), None);
    assert_eq!(contents(&open(&without)), contents(&open(&sample())));
    let again = edited(&without, |editor| editor.set_metadata(Some(other.clone())));
    assert_eq!(open(&again).metadata().unwrap(), Some(other));
}

#[test]
fn metadata_before_data_take_their_number_with_them() {
    let table = [entry(5, 0, 3, 1), entry(0, 2, 4, 0)].concat();
    let old = file(2, &[(254, b"\0"), (2, &table), (255, b"a\0b\0"), (1, b".abc"), (1, b"de")]);
    let new = edited(&old, |editor| editor.set_metadata(None));
    let starts: Vec<_> = open(&new).objects().map(|object| object.header().start).collect();
    assert_eq!(starts, [2, 3]);
    assert_eq!(contents(&open(&new)), own(&[("a", b"abcde"), ("b", b"")]));
    assert_eq!(open(&new).metadata().unwrap(), None);
}

#[test]
fn new_data_precede_later_sections() {
    let old = file(2, &[(1, b"abc"), (2, &entry(3, 0, 0, 0)), (77, b"more"), (255, b"a\0")]);
    let new = edited(&old, |editor| {
        editor.add("b", Input::bytes(&b"b"[..])).unwrap();
        editor.add("empty", Input::bytes(&b""[..])).unwrap();
    });
    let kinds: Vec<_> = open(&new).container().table().iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [1, 1, 2, 77, 255]);
    assert_eq!(contents(&open(&new)), own(&[("a", b"abc"), ("b", b"b"), ("empty", b"")]));
}

#[test]
fn empty_objects_need_no_section() {
    let old = file(2, &[(2, &entry(3, 0, 2, 0)), (255, b"a\0"), (1, b"abc")]);
    let new = edited(&old, |editor| {
        editor.add("e", Input::bytes(vec![])).unwrap();
    });
    assert_eq!(stored(&new, DATA).len(), 1);
    assert_eq!(contents(&open(&new)), own(&[("a", b"abc"), ("e", b"")]));
    // A missing section is added.
    let new = edited(&file(2, &[(2, b"")]), |editor| {
        editor.add("e", Input::bytes(vec![])).unwrap();
    });
    assert_eq!(contents(&open(&new)), own(&[("e", b"")]));
}

#[test]
fn empty_objects_after_a_full_new_section() {
    let package = open(&sample());
    let mut editor = PackageEditor::of(&package, PackOptions::default().with_section_size(16));
    editor.add("full", Input::bytes(prose(16))).unwrap();
    editor.add("e", Input::bytes(vec![])).unwrap();
    let mut out = Vec::new();
    editor.write_to(&mut out).unwrap();
    let (package, old) = (open(&out), open(&sample()));
    assert_eq!(package.object(4).unwrap().header().start, package.object(3).unwrap().header().start);
    assert_eq!(contents(&package)[3..], own(&[("full", &prose(16)), ("e", b"")]));
    assert_eq!(contents(&package)[..3], contents(&old));
}

#[test]
fn names_that_cannot_go_on_are_written_anew() {
    let old = file(2, &[(2, &entry(3, 1, 2, 0)), (255, b"xa\0cut"), (1, b"abc")]);
    let new = edited(&old, |editor| {
        editor.add("b", Input::bytes(vec![])).unwrap();
    });
    assert_eq!(contents(&open(&new)), own(&[("a", b"abc"), ("b", b"")]));
    assert_eq!(stored(&new, STRINGS)[0].3, b"a\0b\0");
}

#[test]
fn revision_1_is_written_anew() {
    let new = edited(&bytes(V1), |editor| {
        editor.remove(1).unwrap();
        editor.add("new", Input::bytes(&b"content"[..])).unwrap();
    });
    let package = open(&new);
    assert_eq!((package.revision(), package.generator()), (1, *b"BD"));
    assert_eq!(contents(&package), own(&[("dir/x", b"abcdef"), ("new", b"content")]));
}

#[test]
fn compact_keeps_only_objects() {
    let old = edited(&sample(), |editor| {
        editor.remove(0).unwrap();
        editor.add("d", Input::bytes(&b"d"[..])).unwrap();
    });
    let package = open(&old);
    let editor = PackageEditor::of(&package, PackOptions::default().with_compression(Compression::None));
    let compact = editor.compact().unwrap().build().unwrap();
    let mut fresh =
        PackageBuilder::new().metadata(meta()).options(PackOptions::default().with_compression(Compression::None));
    for (name, content) in contents(&package) {
        fresh.add(name, Input::bytes(content)).unwrap();
    }
    assert_eq!(compact, fresh.build().unwrap());
    // A damaged content is not written with a correct checksum.
    let mut damaged = bytes(V2);
    damaged[226 + 3] ^= 1;
    let package = open(&damaged);
    let error = PackageEditor::of(&package, PackOptions::default()).compact().unwrap_err();
    assert_eq!(finding_of(error).class, Class::ChecksumMismatch);
}

#[test]
fn a_failed_save_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("package");
    std::fs::write(&path, sample()).unwrap();
    let package = Package::open(crate::source::open(&path).unwrap(), Limits::default()).unwrap();
    let mut editor = PackageEditor::of(&package, PackOptions::default());
    editor.add("bad", Input::file(folder.path().join("none"), None)).unwrap();
    assert!(editor.save(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), sample());
    let mut editor = PackageEditor::of(&package, PackOptions::default());
    editor.remove(0).unwrap();
    editor.save(&path).unwrap();
    assert_eq!(open(&std::fs::read(&path).unwrap()).len(), 2);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Equal names are stored several times, so that readers accept the package.
#[test]
fn many_objects_of_one_name() {
    let package = open(&bytes(V2));
    let mut editor = PackageEditor::of(&package, PackOptions::default());
    for _ in 0..20_000 {
        editor.add("n".repeat(60), Input::bytes(&b""[..])).unwrap();
    }
    let mut out = Vec::new();
    editor.write_to(&mut out).unwrap();
    assert_eq!(open(&out).len(), package.len() + 20_000);
}

#[test]
fn objects_that_share_their_bytes_share_them_when_compacted() {
    let content: Vec<u8> = (0..50_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let names: Vec<_> = (0..300).map(|number| format!("f{number:03}")).collect();
    let strings: Vec<u8> = names.iter().flat_map(|name| [name.as_bytes(), b"\0"].concat()).collect();
    // All but the last share all their bytes; the last has a part of them.
    let mut table: Vec<u8> = (0..299).flat_map(|at| entry(50_000, at * 5, 2, 0)).collect();
    table.extend(entry(100, 299 * 5, 2, 10));
    let package = open(&file(2, &[(OBJECT_TABLE, &table), (STRINGS, &strings), (DATA, &content)]));
    let options = PackOptions::default().with_compression(Compression::None);
    let compact = PackageEditor::of(&package, options).compact().unwrap().build().unwrap();
    assert!(compact.len() < 50_000 + 100 + 300 * 30, "{} bytes", compact.len());
    let again = open(&compact);
    assert_eq!(again.len(), 300);
    for (at, object) in again.objects().enumerate() {
        let expected = if at == 299 { &content[10..110] } else { &content[..] };
        assert!(object.name().unwrap() == names[at] && object.read().unwrap() == expected, "{at}");
    }
    assert_eq!(verify(&compact, Mode::Strict).unwrap().count(Severity::Error), 0);
    // Revision 1 cannot share bytes, so it has all of them.
    let few =
        names.iter().take(3).enumerate().map(|(at, _)| entry(5, at as u32 * 5, 2, 0)).collect::<Vec<_>>().concat();
    let package = open(&file(2, &[(OBJECT_TABLE, &few), (STRINGS, &strings), (DATA, &content)]));
    let builder = PackageEditor::of(&package, options).compact().unwrap().options(options.with_revision(1));
    let old = open(&builder.build().unwrap());
    assert!(old.len() == 3 && old.objects().all(|object| object.read().unwrap() == content[..5]));
}

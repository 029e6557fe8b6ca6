use super::fixtures::*;
use super::*;
use crate::bpx::verify;
use bpx_schema::report::Mode;

/// Gaps, shared bytes, a section inside of the table, bytes after the end, reserved bytes.
fn odd() -> Vec<u8> {
    // Head 40 + 6 * 24 = 184.
    let at = |pointer, raw: Raw| Raw { pointer: Some(pointer), ..raw };
    let xz = Raw { kind: 2, flags: 2, content_size: 500, stored: TEXT_XZ.to_vec(), ..Raw::default() };
    let mut bytes = file(
        2,
        &[
            at(400, Raw::plain(1, b"first")),
            at(190, xz.clone()),
            at(190, xz),
            at(402, Raw::plain(3, b"rst")),
            at(24, Raw::plain(4, &[7; 16])),
            at(420, Raw::plain(5, b"")),
        ],
    );
    bytes.resize(440, 0xEE);
    bytes[190..190 + TEXT_XZ.len()].copy_from_slice(TEXT_XZ);
    bytes[400..405].copy_from_slice(b"first");
    bytes[8..16].copy_from_slice(&430_u64.to_le_bytes());
    // Reserved bytes of the first entry.
    bytes[40 + 22] = 9;
    seal_header(&mut bytes);
    bytes
}

fn saved(editor: &Editor<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let size = editor.write_to(&mut out).unwrap();
    assert_eq!(size, out.len() as u64);
    out
}

fn edited(bytes: &[u8], edit: impl FnOnce(&mut Editor<'_>)) -> Vec<u8> {
    let mut editor = Editor::open(memory_source(bytes)).unwrap();
    edit(&mut editor);
    let out = saved(&editor);
    // The written file has no errors that the old file did not have.
    assert!(open(&out).sections().all(|section| section.content().is_ok()));
    out
}

#[test]
fn without_changes_the_same_bytes() {
    for bytes in [odd(), file(1, &[]), file(2, &[Raw { pointer: Some(1 << 50), ..Raw::plain(1, b"abc") }])] {
        let editor = Editor::open(memory_source(&bytes)).unwrap();
        assert!(!editor.is_changed());
        assert_eq!(saved(&editor), bytes);
    }
}

#[test]
fn changes_of_the_header_leave_all_else() {
    let old = odd();
    let new = edited(&old, |editor| {
        editor.set_type_ext([8; 16]);
        editor.set_kind(b'S');
    });
    let mut expected = old;
    expected[24..40].fill(8);
    expected[3] = b'S';
    // The section in the header keeps its content at another place: before the bytes after the end.
    let moved = expected.splice(430..430, [7; 16]).count();
    assert_eq!(moved, 0);
    expected[40 + 4 * 24..][..8].copy_from_slice(&430_u64.to_le_bytes());
    expected[8..16].copy_from_slice(&446_u64.to_le_bytes());
    seal_header(&mut expected);
    assert_eq!(new, expected);
}

#[test]
fn equal_values_are_no_change() {
    let bytes = odd();
    let mut editor = Editor::open(memory_source(&bytes)).unwrap();
    editor.set_type_ext([7; 16]);
    editor.set_kind(b'Q');
    editor.set_version(2);
    editor.set_section_kind(0, 1).unwrap();
    editor.reorder(&[0, 1, 2, 3, 4, 5]).unwrap();
    assert!(!editor.is_changed());
}

#[test]
fn other_sections_keep_their_stored_bytes() {
    let old = odd();
    let before = contents(&open(&old));
    let options = SectionOptions::default();
    let new = edited(&old, |editor| {
        editor.replace(0, b"another content", options).unwrap();
        editor.add(6, b"added", options);
        editor.insert(1, 7, b"inserted", options).unwrap();
        editor.remove(3).unwrap();
    });
    let container = open(&new);
    let expected = vec![
        (1, b"another content".to_vec()),
        (7, b"inserted".to_vec()),
        before[1].clone(),
        before[3].clone(),
        before[4].clone(),
        before[5].clone(),
        (6, b"added".to_vec()),
    ];
    assert_eq!(contents(&container), expected);
    assert_eq!(container.section(2).unwrap().raw().unwrap(), TEXT_XZ);
    // The reserved bytes and the bytes after the end stay.
    assert_eq!(container.table()[0].reserved, [9, 0]);
    assert!(new.ends_with(&[0xEE; 10]));
    assert_eq!(container.header().file_size, new.len() as u64 - 10);
    let extents = container.extents();
    let gaps: Vec<_> = extents.iter().filter(|extent| extent.kind == ExtentKind::Gap).map(|gap| gap.size).collect();
    // Of the bytes that the first section shared, its own two bytes remain as a gap.
    assert_eq!(gaps, [6, 400 - 190 - TEXT_XZ.len() as u64 + 2, 15, 10]);
}

#[test]
fn new_content_takes_the_place_of_the_old() {
    let options = SectionOptions::default();
    let bytes = file(2, &[Raw::plain(1, b"aaa"), Raw::plain(2, b"bbb"), Raw::plain(3, b"ccc")]);
    let new = edited(&bytes, |editor| editor.replace(1, b"longer", options).unwrap());
    assert_eq!(&new[112..], b"aaalongerccc");
    let twice = edited(&bytes, |editor| {
        editor.replace(1, b"longer", options).unwrap();
        editor.replace(1, b"short", options).unwrap();
    });
    assert_eq!(&twice[112..], b"aaashortccc");
    let removed = edited(&bytes, |editor| editor.remove(1).unwrap());
    assert_eq!(removed, file(2, &[Raw::plain(1, b"aaa"), Raw::plain(3, b"ccc")]));
}

#[test]
fn the_table_turns_and_the_bytes_stay() {
    let bytes = file(2, &[Raw::plain(1, b"aaa"), Raw::plain(2, b"bbb"), Raw::plain(3, b"ccc")]);
    let new = edited(&bytes, |editor| editor.reorder(&[2, 0, 1]).unwrap());
    assert_eq!(open(&new).table().iter().map(|entry| entry.kind).collect::<Vec<_>>(), [3, 1, 2]);
    assert_eq!(new[112..], bytes[112..]);
    let back = edited(&new, |editor| editor.reorder(&[1, 2, 0]).unwrap());
    assert_eq!(back, bytes);
}

#[test]
fn numbers_of_no_section_are_refused() {
    let bytes = file(2, &[Raw::plain(1, b"aaa"), Raw::plain(2, b"bbb")]);
    let mut editor = Editor::open(memory_source(&bytes)).unwrap();
    let options = SectionOptions::default();
    let class = |result: Result<(), Error>| finding_of(result.unwrap_err()).class;
    assert_eq!(class(editor.replace(2, b"", options)), Class::BadReference);
    assert_eq!(class(editor.insert(3, 1, b"", options)), Class::BadReference);
    assert_eq!(class(editor.remove(2)), Class::BadReference);
    assert_eq!(class(editor.set_section_kind(2, 1)), Class::BadReference);
    for order in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
        assert_eq!(class(editor.reorder(order)), Class::BadReference);
    }
    assert!(!editor.is_changed());
    assert_eq!(saved(&editor), bytes);
}

#[test]
fn lost_sections_can_be_removed_but_not_moved() {
    let bytes = file(2, &[Raw { pointer: Some(1 << 50), ..Raw::plain(1, b"abc") }, Raw::plain(2, b"bbb")]);
    let mut editor = Editor::open(memory_source(&bytes)).unwrap();
    editor.set_type_ext([1; 16]);
    let mut out = Vec::new();
    let error = finding_of(editor.write_to(&mut out).unwrap_err());
    assert_eq!(blame(&error), (Class::OutOfBounds, "table[0].pointer".to_owned(), 40));
    assert_eq!(out, b"");
    editor.remove(0).unwrap();
    assert_eq!(contents(&open(&saved(&editor))), [(2, b"bbb".to_vec())]);
}

#[test]
fn canonical_files_stay_as_they_are() {
    // The method has one lifetime; the closure accepts any.
    #[allow(clippy::redundant_closure_for_method_calls)]
    let canonical = |bytes: &[u8]| edited(bytes, |editor| editor.canonicalize());
    let old = odd();
    let once = canonical(&old);
    assert_eq!(contents(&open(&once)), contents(&open(&old)));
    assert_eq!(canonical(&once), once);
    let container = open(&once);
    assert_eq!(container.header().file_size, once.len() as u64);
    assert!(container.table().iter().all(|entry| entry.reserved == [0; 2]));
    assert!(container.extents().iter().all(|extent| !matches!(extent.kind, ExtentKind::Gap | ExtentKind::Trailing)));
    // Shared bytes are still shared, in the order of the table: first, text, header bytes.
    let sizes: Vec<_> = container.extents().iter().map(|extent| extent.size).collect();
    assert_eq!(sizes, [40, 144, 5, TEXT_XZ.len() as u64, 16, 0]);
    let report = verify(&once, Mode::Strict).unwrap();
    assert!(report.findings().iter().all(|finding| finding.code == "container.overlap"), "{report:?}");
    assert!(once.len() < old.len());
}

#[test]
fn a_file_may_be_saved_over_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.bpx");
    std::fs::write(&path, odd()).unwrap();
    let mut editor = Editor::open(crate::source::open(&path).unwrap()).unwrap();
    editor.remove(0).unwrap();
    let size = editor.save(&path).unwrap();
    let new = std::fs::read(&path).unwrap();
    assert_eq!((new.len() as u64, saved(&editor)), (size, new));
}

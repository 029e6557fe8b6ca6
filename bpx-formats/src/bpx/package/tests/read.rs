use super::fixtures::bytes;
use super::*;
use crate::model::trees;
use std::sync::atomic::{AtomicU64, Ordering};

#[test]
fn revision_2_by_another_program() {
    let package = open(&bytes(V2));
    assert_eq!(package.revision(), 2);
    assert_eq!((package.architecture(), package.platform()), (Some(Architecture::Aarch64), Some(Platform::Linux)));
    assert_eq!(package.generator(), *b"PK");
    assert_eq!(package.metadata().unwrap(), None);
    let expected = own(&[("a.txt", b"hello"), ("b", b""), ("b", b"!!")]);
    assert_eq!(contents(&package), expected);
    assert_eq!(passed(&package), expected);
    assert_eq!(package.find("a.txt").unwrap().index(), 0);
    assert_eq!(package.find("b").unwrap().index(), 2);
    for absent in ["", "a", "a.tx", "a.txt\0", ".txt"] {
        // `.txt` is the end of another text, and no object refers to it.
        assert!(package.find(absent).is_none(), "{absent}");
    }
    let mut reader = package.reader(0).unwrap();
    let mut some = [0; 2];
    reader.read_exact(&mut some).unwrap();
    assert_eq!((&some, reader.unread_bytes()), (b"he", 3));
    let mut rest = Vec::new();
    assert_eq!(reader.copy_to(&mut rest).unwrap(), 3);
    assert_eq!(rest, b"llo");
    assert_eq!(reader.read(&mut some).unwrap(), 0);
}

#[test]
fn revision_1_by_another_program() {
    let package = open(&bytes(V1));
    assert_eq!(package.revision(), 1);
    assert_eq!(package.generator(), *b"BD");
    let expected = own(&[("dir/x", b"abcdef"), ("e", b"")]);
    assert_eq!(contents(&package), expected);
    assert_eq!(passed(&package), expected);
}

#[test]
fn files_that_are_not_packages_are_rejected() {
    let mut other = bytes(V2);
    other[3] = b'S';
    seal_header(&mut other);
    let error = finding_of(Package::open(memory_source(&other), Limits::default()).unwrap_err());
    assert_eq!(blame(&error), ("package.kind".to_owned(), Class::BadMagic, "header.kind".to_owned(), 3));
    let error =
        finding_of(Package::open(memory_source(&file(2, &[(255, b""), (1, b"")])), Limits::default()).unwrap_err());
    assert_eq!(blame(&error), ("package.object-table".to_owned(), Class::Missing, "table".to_owned(), 40));
}

/// Returns the error of reading the only object of a package: table, names `a`, then these sections.
fn unread(header: &[u8], sections: &[(u8, &[u8])]) -> (String, Class, String, u64) {
    let all = [&[(2, header), (255, &b"a\0"[..])], sections].concat();
    let package = open(&file(2, &all));
    let error = finding_of(package.read(0).unwrap_err());
    assert_eq!(finding_of(package.reader(0).unwrap_err()), error);
    assert_eq!(finding_of(package.for_each(|_, _| Ok(())).unwrap_err()), error);
    blame(&error)
}

#[test]
fn places_outside_of_data_sections_are_errors() {
    let at = |code: &str, class, member: &str, offset| {
        (code.to_owned(), class, format!("sections[0].object_table.objects[0].{member}"), offset)
    };
    let data: &[(u8, &[u8])] = &[(1, b"abc")];
    let head = 40 + 3 * 24;
    let start = at("package.start", Class::BadReference, "start", head + 12);
    assert_eq!(unread(&entry(1, 0, 3, 0), data), start);
    assert_eq!(unread(&entry(1, 0, u32::MAX, 0), data), start);
    assert_eq!(unread(&entry(1, 0, 1, 0), data), start);
    assert_eq!(unread(&entry(0, 0, 2, 4), data), at("package.offset", Class::OutOfBounds, "offset", head + 16));
    let size = at("package.size", Class::Truncated, "size", head);
    assert_eq!(unread(&entry(4, 0, 2, 0), data), size);
    assert_eq!(unread(&entry(u64::MAX, 0, 2, 3), data), size);
    // Another section ends an object, even if a Data section follows it.
    let apart: &[(u8, &[u8])] = &[(1, b"abc"), (77, b"x"), (1, b"def")];
    let size = at("package.size", Class::Truncated, "size", 40 + 5 * 24);
    assert_eq!(unread(&entry(4, 0, 2, 0), apart), size);
    assert_eq!(
        open(&file(2, &[&[(2, &entry(3, 0, 4, 0)[..]), (255, b"a\0")], apart].concat())).read(0).unwrap(),
        b"def"
    );
    // Offset 3 of 3 is the end, and the object may continue in the next section.
    let more: &[(u8, &[u8])] = &[(2, &entry(2, 0, 2, 3)), (255, b"a\0"), (1, b"abc"), (1, b""), (1, b"de")];
    assert_eq!(open(&file(2, more)).read(0).unwrap(), b"de");
}

#[test]
fn names_without_a_text_are_errors() {
    let name = |strings: &[u8], offset| {
        let package = open(&file(2, &[(2, &entry(0, offset, 2, 0)), (255, strings), (1, b"")]));
        let object = package.object(0).unwrap();
        object.name().map(str::to_owned).map_err(|error| finding_of(error).class)
    };
    assert_eq!(name(b"abc\0", 1), Ok("bc".to_owned()));
    assert_eq!(name(b"abc\0", 3), Ok(String::new()));
    assert_eq!(name(b"abc\0", 4), Err(Class::OutOfBounds));
    assert_eq!(name(b"abc\0", u32::MAX), Err(Class::OutOfBounds));
    assert_eq!(name(b"abc", 0), Err(Class::Unterminated));
    assert_eq!(name(b"a\xffc\0", 0), Err(Class::BadText));
    assert_eq!(name(&[&[b'x'; 65_535][..], b"\0"].concat(), 0), Ok("x".repeat(65_535)));
    assert_eq!(name(&[&[b'x'; 65_536][..], b"\0"].concat(), 0), Err(Class::LimitExceeded));
}

#[test]
fn headers_of_revision_1_are_not_split() {
    let first = object_v1(3, 0, b"abc");
    let cut = [&first[..], &[0; 11]].concat();
    let error = |sections: &[(u8, &[u8])]| {
        blame(&finding_of(Package::open(memory_source(&file(1, sections)), Limits::default()).unwrap_err()))
    };
    let split = |section, at| ("package.header-split".to_owned(), Class::Truncated, format!("sections[{section}]"), at);
    assert_eq!(error(&[(255, b"a\0"), (1, &cut)]), split(1, 88 + 2 + 15));
    assert_eq!(error(&[(255, b"a\0"), (1, &cut), (1, &[0; 50])]), split(1, 112 + 2 + 15));
    // Sections without headers in between; and an object that continues across another section, which is an error.
    let package = open(&file(1, &[(1, &object_v1(4, 0, b"ab")), (255, b"a\0"), (1, b"cd")]));
    assert_eq!(package.len(), 1);
    let error = blame(&finding_of(package.read(0).unwrap_err()));
    assert_eq!(error, ("package.size".to_owned(), Class::Truncated, "sections[0].objects[0].size".to_owned(), 112));
    let package = open(&file(1, &[(1, &first), (255, b"a\0"), (1, &object_v1(99, 0, b"x"))]));
    assert_eq!((package.read(0).unwrap(), package.len()), (b"abc".to_vec(), 2));
    assert_eq!(finding_of(package.read(1).unwrap_err()).class, Class::Truncated);
}

#[test]
fn objects_that_share_bytes() {
    let table = [entry(6, 0, 2, 0), entry(3, 2, 2, 2), entry(6, 4, 2, 0)].concat();
    let package = open(&file(2, &[(2, &table), (255, b"a\0b\0c\0"), (1, b"abcd"), (1, b"ef")]));
    let expected = own(&[("a", b"abcdef"), ("b", b"cde"), ("c", b"abcdef")]);
    assert_eq!(contents(&package), expected);
    assert_eq!(passed(&package), expected);
}

/// Counts the bytes that are read.
struct Counting(Vec<u8>, AtomicU64);

impl ReadAt for Counting {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read_at(offset, buf)?;
        self.1.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

#[test]
fn bytes_that_objects_share_are_read_once() {
    let content = noise(1 << 20, 7);
    let objects: Vec<_> = (0..8).map(|number| entry(900_000 + number, 0, 2, 1000 * number as u32)).collect();
    let bytes = file(2, &[(2, &objects.concat()), (255, b"a\0"), (1, &content)]);
    let source = Arc::new(Counting(bytes, AtomicU64::new(0)));
    let package = Package::open(Arc::clone(&source) as _, Limits::default()).unwrap();
    source.1.store(0, Ordering::Relaxed);
    for (number, (_, found)) in passed(&package).into_iter().enumerate() {
        assert_eq!(found, content[1000 * number..][..900_000 + number], "{number}");
    }
    assert_eq!(source.1.load(Ordering::Relaxed), content.len() as u64);
}

#[test]
fn some_objects_leave_other_sections_alone() {
    let table = [entry(3, 0, 2, 0), entry(3, 2, 3, 0)].concat();
    let mut bytes = file(2, &[(2, &table), (255, b"a\0b\0"), (1, b"abc"), (1, b"def")]);
    // The first Data section states a checksum that its content has not.
    bytes[40 + 2 * 24 + 21] = 8;
    seal_header(&mut bytes);
    let package = open(&bytes);
    let mut seen = Vec::new();
    package
        .for_each_of([1], |object, bytes| {
            seen.push(object.index());
            assert_eq!(bytes.unread_bytes(), 3);
            Ok(())
        })
        .unwrap();
    assert_eq!(seen, [1]);
    // Nothing is decoded before the first read; then the whole section is checked.
    package.for_each(|_, _| Ok(())).unwrap();
    let error = finding_of(package.for_each(|_, bytes| Ok(bytes.read_exact(&mut [0])?)).unwrap_err());
    assert_eq!((error.class, error.path.to_string()), (Class::ChecksumMismatch, "table[2].checksum".to_owned()));
    assert_eq!(finding_of(package.for_each_of([7], |_, _| Ok(())).unwrap_err()).class, Class::BadReference);
    assert_eq!(finding_of(package.read(2).unwrap_err()).class, Class::BadReference);
}

#[test]
fn memory_is_bounded() {
    let bytes = bytes(V2);
    let limits = Limits::default().with_max_memory(800);
    assert_eq!(Package::open(memory_source(&bytes), limits).unwrap().read(0).unwrap(), b"hello");
    let table = [entry(3, 0, 2, 0), entry(3, 0, 2, 0)].concat();
    let content = vec![7; 1000];
    let package = file(2, &[(2, &[&table[..], &entry(1000, 0, 2, 0)].concat()), (255, b"a\0"), (1, &content)]);
    let package = Package::open(memory_source(&package), limits).unwrap();
    let error = blame(&finding_of(package.read(2).unwrap_err()));
    let path = "sections[0].object_table.objects[2].size".to_owned();
    assert_eq!(error, ("package.limit".to_owned(), Class::LimitExceeded, path, 112 + 40));
    let mut count = 0;
    let mut piece = [0; 64];
    let mut reader = package.reader(2).unwrap();
    while let read @ 1.. = reader.read(&mut piece).unwrap() {
        count += read;
    }
    assert_eq!(count, 1000);
}

#[test]
fn as_json_and_back() {
    let bytes = bytes(V2);
    let json = trees::container::to_json(open(&bytes).container(), crate::ModelOptions::default()).unwrap();
    assert_eq!(json["header"]["type_ext"]["package"]["architecture"], "aarch64");
    assert_eq!(json["sections"][0]["content"]["object_table"]["objects"][0]["size"], "5");
    assert_eq!(trees::container::from_json(&json).unwrap(), bytes);
    let mut other = json.clone();
    other["header"]["type_ext"]["package"]["platform"] = "Any".into();
    other["sections"][0]["content"]["object_table"]["objects"][2]["name"] = 0.into();
    let package = open(&trees::container::from_json(&other).unwrap());
    assert_eq!(package.platform(), Some(Platform::Any));
    assert_eq!(package.find("a.txt").unwrap().read().unwrap(), b"!!");
}

//! TAR: files of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, hex};
use bpx_schema::Codec;
use bpx_schema::codec::{CText, Octal};
use bpx_schema::report::{Class, Mode, Verdict};
use gallery::tar::{Data, Entry, Kind, Property, Tar, append};
use serde_json::json;
use std::io::Read;
use tar::EntryType;

/// An archive of a folder and two files, written by another writer.
fn archive() -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let entries = [("notes/", tar::EntryType::Directory, &b""[..]), ("notes/a.txt", tar::EntryType::Regular, b"hello")];
    let long = vec![b'x'; 1000];
    for (name, kind, data) in entries.into_iter().chain([("notes/long", tar::EntryType::Regular, &*long)]) {
        let mut header = tar::Header::new_ustar();
        header.set_path(name).unwrap();
        header.set_entry_type(kind);
        header.set_size(data.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(1_000_000_000);
        header.set_username("ann").unwrap();
        header.set_cksum();
        builder.append(&header, data).unwrap();
    }
    builder.into_inner().unwrap()
}

/// An entry with a checksum.
fn add(builder: &mut tar::Builder<Vec<u8>>, mut header: tar::Header, data: &[u8]) {
    header.set_size(data.len() as u64);
    header.set_cksum();
    builder.append(&header, data).unwrap();
}

/// A header that says what the entry is.
fn header(mut header: tar::Header, name: &str, kind: EntryType) -> tar::Header {
    header.set_path(name).unwrap();
    header.set_entry_type(kind);
    header.set_mode(0o600);
    header
}

/// An archive of POSIX: links, a device, a queue, a path of two fields, and properties.
fn posix() -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_pax_extensions([("path", b"notes/\xC3\xA4".as_slice()), ("mtime", b"-1.5")]).unwrap();
    let new = |name: &str, kind| header(tar::Header::new_ustar(), name, kind);
    add(&mut builder, new("notes/a", EntryType::Regular), b"hello");
    let global = header(tar::Header::new_ustar(), "all", EntryType::XGlobalHeader);
    add(&mut builder, global, b"13 comment=a\n");
    for (name, kind) in [("hard", EntryType::Link), ("soft", EntryType::Symlink)] {
        let mut link = new(name, kind);
        link.set_link_name("notes/a").unwrap();
        add(&mut builder, link, b"");
    }
    for (name, kind) in [("null", EntryType::Char), ("disk", EntryType::Block)] {
        let mut device = new(name, kind);
        device.set_device_major(1).unwrap();
        device.set_device_minor(3).unwrap();
        add(&mut builder, device, b"");
    }
    add(&mut builder, new("queue", EntryType::Fifo), b"");
    add(&mut builder, new("side", EntryType::Continuous), b"by side");
    add(&mut builder, new(&format!("{}/{}", "p".repeat(60), "q".repeat(60)), EntryType::Regular), b"long path");
    builder.into_inner().unwrap()
}

/// An archive of GNU tar: long paths, a file with six parts and holes, a dumped folder, a name of the tape.
fn gnu() -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let new = |name: &str, kind| header(tar::Header::new_gnu(), name, kind);
    add(&mut builder, new("tape", EntryType::new(b'V')), b"");
    let long = "x".repeat(150);
    let mut link = new("link", EntryType::Symlink);
    link.set_size(0);
    builder.append_link(&mut link, &long, format!("{long}y")).unwrap();
    add(&mut builder, new("folder", EntryType::new(b'D')), b"Ya\0Nb\0\0");
    add(&mut builder, new("rest", EntryType::new(b'M')), b"rest of a file");
    let mut sparse = new("holes", EntryType::GNUSparse);
    let parts = sparse.as_gnu_mut().unwrap();
    parts.set_atime(5);
    parts.set_ctime(6);
    parts.set_real_size(6000);
    parts.set_is_extended(true);
    for (part, at) in parts.sparse.iter_mut().zip(0..) {
        part.set_offset(at * 1024);
        part.set_length(512);
    }
    let mut block = tar::GnuExtSparseHeader::new();
    for (part, at) in block.sparse_mut().iter_mut().zip(4..6) {
        part.set_offset(at * 1024);
        part.set_length(if at == 4 { 512 } else { 6000 - 5 * 1024 });
    }
    sparse.set_size(5 * 512 + 880);
    sparse.set_cksum();
    let data = vec![b'd'; 5 * 512 + 880];
    builder.append(&sparse, &*[block.as_bytes().as_slice(), &data].concat()).unwrap();
    builder.into_inner().unwrap()
}

/// An archive before POSIX.
fn old() -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut file = header(tar::Header::new_old(), "a", EntryType::Regular);
    file.as_old_mut().linkflag = [0];
    add(&mut builder, file, b"old");
    builder.into_inner().unwrap()
}

/// Archives of another writer, of all formats.
pub fn samples() -> Vec<Vec<u8>> {
    vec![gnu(), posix(), old(), archive()]
}

/// An archive whose second header has another mode than its checksum counts.
pub fn damaged() -> Vec<u8> {
    let mut archive = archive();
    archive[512 + 105] = b'7';
    archive
}

/// Names and bytes of the entries, read by another reader, which checks the sums.
fn entries(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(archive);
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let mut data = Vec::new();
        entry.read_to_end(&mut data).unwrap();
        (entry.path().unwrap().display().to_string(), data)
    });
    entries.collect()
}

/// The sum of a header, in which the bytes that state it are spaces.
fn sum(header: &[u8]) -> u32 {
    let bytes = header.iter().enumerate().map(|(at, byte)| if (148..156).contains(&at) { b' ' } else { *byte });
    bytes.map(u32::from).sum()
}

#[test]
fn archives_come_back_byte_for_byte() {
    for archive in samples() {
        assert_comes_back::<Tar>(&archive);
    }
    // An entry and its data; the zeros that follow are judged alike as well.
    assert_kept_alike::<Tar>(&old()[..1536]);
}

#[test]
fn all_kinds_of_entries_are_read() {
    let tar = Tar::from_slice(&gnu()).unwrap();
    let kinds: Vec<_> = tar.entries.iter().map(|entry| entry.header.kind).collect();
    assert_eq!(kinds, *b"VLK2DMS");
    let path = |length, last| Data::Path(CText::new("x".repeat(length) + last).unwrap());
    assert_eq!([&tar.entries[1].data, &tar.entries[2].data], [&path(150, ""), &path(150, "y")]);
    let Data::Folder(names) = &tar.entries[4].data else { panic!("{:?}", tar.entries[4]) };
    assert_eq!(names.iter().map(|one| one.kind).collect::<Vec<_>>(), b"YN");
    let holes = &tar.entries[6];
    let offsets: Vec<_> = holes.more.as_ref().unwrap().parts.iter().map(|part| part.offset.value()).collect();
    assert_eq!(offsets.len(), 21);
    assert_eq!(offsets[..3], [Some(4096), Some(5120), Some(0)]);
    assert_eq!(holes.full_size.as_ref().unwrap().size.value(), Some(6000));
    // The other reader fills the holes.
    let (name, bytes) = &entries(&gnu())[4];
    assert_eq!((&**name, bytes.len()), ("holes", 6000));
    assert_eq!(bytes.iter().filter(|byte| **byte == b'd').count(), 5 * 512 + 880);
    assert_eq!(entries(&posix())[1].0, "all");
}

#[test]
fn a_property_counts_its_own_digits() {
    for length in [1, 89, 90, 91, 987, 988] {
        let property = Property::new("path", &vec![b'a'; length]);
        let size = property.encoded_size([]).unwrap();
        assert_eq!(property.size, size.to_string().as_bytes());
    }
    let mut tar = Tar::from_slice(&archive()).unwrap();
    let path = vec![Property::new("path", "b".repeat(200).as_bytes())];
    tar.entries.insert(1, Entry::new("properties", Kind::Properties, Data::Properties(path)).unwrap());
    let found = entries(&tar.to_vec().unwrap());
    assert_eq!(found[1], ("b".repeat(200), b"hello".to_vec()));
}

#[test]
fn parts_of_a_file_that_are_more_than_its_data_are_found() {
    let mut tar = Tar::from_slice(&gnu()).unwrap();
    tar.entries[6].parts[0].size = Octal::new(511).unwrap();
    let report = Tar::validate(&tar.to_vec().unwrap(), Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (&*one.code, one.message.clone())).collect();
    assert_eq!(found, [("parts.size", "expected parts of 1393 bytes after the first four, found 1392".to_owned())]);
}

#[test]
fn a_kind_that_nobody_defined_is_found() {
    let mut tar = Tar::from_slice(&archive()).unwrap();
    tar.entries[1].header.kind = b'y';
    let report = Tar::validate(&tar.to_vec().unwrap(), Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (one.class, &*one.code, one.location.file)).collect();
    assert_eq!(found, [(Class::UnknownCode, "header.kind", 512 + 156)]);
}

#[test]
fn numbers_filled_in_other_ways_keep_their_bytes() {
    let mut archive = archive();
    // The mode of the folder, with spaces; the sum grows by the difference.
    assert_eq!(&archive[100..108], b"0000644\0");
    archive[100..108].copy_from_slice(b"   644 \0");
    let sum = sum(&archive[..512]);
    archive[148..156].copy_from_slice(format!("{sum:6o}\0 ").as_bytes());
    assert_eq!(Tar::validate(&archive, Mode::Strict).findings(), []);
    assert_eq!(Tar::from_slice(&archive).unwrap().to_vec().unwrap(), archive);
    let json = decoded::<Tar>(&archive);
    assert_eq!(json["entries"][0]["header"]["mode"], json!({ "number": 0o644, "hex": "2020203634342000" }));
    assert_eq!(encoded::<Tar>(&json), archive);
    assert_eq!(entries(&archive).len(), 3);
}

#[test]
fn an_added_file_is_read_by_another_reader() {
    let old = archive();
    let changed = append(&old, "notes/b.txt", b"more").unwrap();
    let found = entries(&changed);
    assert_eq!(found.last().unwrap(), &("notes/b.txt".to_owned(), b"more".to_vec()));
    assert_eq!(found[..3], entries(&old));
    assert_eq!(changed.len(), old.len() + 1024);
    assert_eq!(Tar::validate(&changed, Mode::Strict).verdict(), Verdict::Valid);
}

#[test]
fn a_new_archive_is_read_by_another_reader() {
    let tar = Tar::new(vec![Entry::file("a", vec![7; 513]).unwrap()]).to_vec().unwrap();
    assert_eq!(entries(&tar), [("a".to_owned(), vec![7; 513])]);
    assert_eq!(tar.len(), 512 + 1024 + 1024);
    let tar = Tar::from_slice(&tar).unwrap();
    assert_eq!(
        (tar.entries[0].header.length, tar.entries[0].header.kind_code()),
        (Octal::new(513).unwrap(), Ok(Kind::File))
    );
    assert!(Entry::file("", Vec::new()).is_err());
}

#[test]
fn the_schema_alone_changes_a_file() {
    let mut json = decoded::<Tar>(&archive());
    json["entries"][1]["header"]["name"] = json!("notes/c.txt");
    json["entries"][1]["data"] = json!({ "file": hex(b"other words") });
    let changed = encoded::<Tar>(&json);
    assert_eq!(entries(&changed)[1], ("notes/c.txt".to_owned(), b"other words".to_vec()));
}

#[test]
fn what_is_wrong_is_named() {
    let (stated, found) = (sum(&archive()[512..1024]), sum(&damaged()[512..1024]));
    let report = Tar::validate(&damaged(), Mode::Strict);
    let findings: Vec<_> = report.findings().iter().map(ToString::to_string).collect();
    let checksum = format!(
        "error[entry.checksum]: entries[1].header.checksum: expected the byte-sum checksum {found:#010x}, found {stated:#010x} \
         (at offset 0x294)"
    );
    assert_eq!(findings, [checksum]);
    let mut archive = archive();
    archive[512 + 100] = b'9';
    let report = Tar::validate(&archive, Mode::Strict);
    let digits = "error[header.mode.digits]: entries[1].header.mode: expected a number in octal digits, found \"9000644\\x00\" \
                  (at offset 0x264)";
    assert_eq!(report.findings()[0].to_string(), digits);
}

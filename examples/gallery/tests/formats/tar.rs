//! TAR: files of another writer come back, and changed ones are read by another reader.

use crate::shared::{decoded, encoded, hex, written};
use bpx_schema::Codec;
use bpx_schema::codec::Octal;
use bpx_schema::report::{Mode, Verdict};
use gallery::tar::{Entry, Kind, Tar, append};
use serde_json::json;
use std::io::Read;

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
fn an_archive_comes_back_byte_for_byte() {
    let archive = archive();
    assert_eq!(Tar::validate(&archive, Mode::Strict).findings(), []);
    assert_eq!(Tar::from_slice(&archive).unwrap().to_vec().unwrap(), archive);
    assert_eq!(written::<Tar>(&archive), archive);
    assert_eq!(encoded::<Tar>(&decoded::<Tar>(&archive)), archive);
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
    json["entries"][1]["data"] = hex(b"other words");
    let changed = encoded::<Tar>(&json);
    assert_eq!(entries(&changed)[1], ("notes/c.txt".to_owned(), b"other words".to_vec()));
}

#[test]
fn what_is_wrong_is_named() {
    let mut archive = archive();
    let stated = sum(&archive[512..1024]);
    archive[512 + 100] = b'9';
    let found = sum(&archive[512..1024]);
    let report = Tar::validate(&archive, Mode::Strict);
    let findings: Vec<_> = report.findings().iter().map(ToString::to_string).collect();
    let digits = "error[header.mode.digits]: entries[1].header.mode: expected a number in octal digits, found \"9000644\\x00\" \
                  (at offset 0x264)";
    let checksum = format!(
        "error[entry.checksum]: entries[1].header.checksum: states the byte-sum checksum {stated:#010x}, the bytes have \
         {found:#010x} (at offset 0x294)"
    );
    assert_eq!(findings, [digits, &checksum]);
}

//! ZIP: archives of another writer are read, and ours are read by another reader.

use crate::shared::{decoded, encoded, written};
use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use gallery::zip::{Zip, replace, store, write};
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// An archive, written by another writer.
fn archive(method: CompressionMethod) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = ZipWriter::new(&mut bytes);
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, data) in FILES {
        writer.start_file(*name, options).unwrap();
        writer.write_all(data).unwrap();
    }
    writer.set_comment("three files");
    writer.finish().unwrap();
    bytes.into_inner()
}

const FILES: &[(&str, &[u8])] =
    &[("a.txt", b"some text, some text, some text"), ("empty", b""), ("folder/b", &[0, 1, 2, 0xFF])];

/// The files, read by another reader.
fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let read = |index: usize| {
        let mut file = archive.by_index(index).unwrap();
        let mut data = Vec::new();
        file.read_to_end(&mut data).unwrap();
        (file.name().to_owned(), data)
    };
    (0..FILES.len()).map(read).collect()
}

#[test]
fn an_archive_of_another_writer_is_read() {
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let bytes = archive(method);
        assert_eq!(Zip::validate(&bytes, Mode::Strict).findings(), []);
        let zip = Zip::from_slice(&bytes).unwrap();
        assert_eq!(zip.end.comment, b"three files");
        for (name, data) in FILES {
            assert_eq!(zip.content(name), Some(*data), "{name}");
        }
    }
}

#[test]
fn an_archive_comes_back_byte_for_byte() {
    let bytes = archive(CompressionMethod::Stored);
    assert_eq!(written::<Zip>(&bytes), bytes);
    assert_eq!(encoded::<Zip>(&decoded::<Zip>(&bytes)), bytes);
    // Behind a program that unpacks itself, and before bytes of somebody else.
    let behind = [&*bytes, b"more"].concat();
    assert_eq!(written::<Zip>(&behind), behind);
}

#[test]
fn a_new_archive_is_read_by_another_reader() {
    let mut zip = Zip::new();
    FILES.iter().for_each(|(name, data)| store(&mut zip, name, data).unwrap());
    let bytes = write(&zip).unwrap();
    let wanted: Vec<_> = FILES.iter().map(|(name, data)| ((*name).to_owned(), data.to_vec())).collect();
    assert_eq!(files(&bytes), wanted);
    assert_eq!(Zip::validate(&bytes, Mode::Strict).verdict(), Verdict::Valid);
}

#[test]
fn a_longer_file_moves_those_behind_it() {
    let old = archive(CompressionMethod::Stored);
    let changed = replace(&old, "a.txt", b"a text that is longer than the one that was there before").unwrap();
    let files = files(&changed);
    assert_eq!(files[0].1, b"a text that is longer than the one that was there before");
    assert_eq!(files[2].1, FILES[2].1);
    assert_eq!(Zip::validate(&changed, Mode::Strict).verdict(), Verdict::Valid);
}

#[test]
fn broken_archives_are_explained() {
    let bytes = archive(CompressionMethod::Deflated);
    let zip = Zip::from_slice(&bytes).unwrap();
    let found = |bytes: &[u8]| {
        let report = Zip::validate(bytes, Mode::Strict);
        let findings = report.findings().iter();
        findings.map(|one| format!("{} {}", one.code, one.path)).collect::<Vec<_>>()
    };
    let sum = zip.end.directory_offset as usize + 16;
    let mut changed = bytes.clone();
    changed[sum] ^= 1;
    assert_eq!(found(&changed), ["data.checksum entries[0].file.data"]);
    assert_eq!(found(&bytes[..bytes.len() - 33]), ["bad-magic end"]);
}

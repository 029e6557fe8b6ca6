//! ZIP: archives of another writer are read, and ours are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, hex, word, written};
use bpx_schema::Codec;
use bpx_schema::checksum::Crc32;
use bpx_schema::report::{Mode, Verdict};
use gallery::zip::{Body, Entry, System, Text, UnixKind, Zip, replace, store, write};
use std::io::{Cursor, Read, Write};
use zip::write::{ExtendedFileOptions, FileOptions, SimpleFileOptions};
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

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

/// An archive of another writer with all that it can say: times, rights, a folder, a link, a name that is not ASCII,
/// sizes in ZIP64, alignment and an extra field.
fn varied() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = ZipWriter::new(&mut bytes);
    let time = DateTime::from_date_and_time(2021, 12, 31, 23, 58, 42).unwrap();
    let options = SimpleFileOptions::default().last_modified_time(time).unix_permissions(0o640);
    writer.add_directory("folder", options).unwrap();
    writer.add_symlink("link", "folder/größe", options).unwrap();
    writer.start_file("folder/größe", options.large_file(true)).unwrap();
    writer.write_all(b"size").unwrap();
    writer.start_file("aligned", options.with_alignment(256).compression_method(CompressionMethod::Stored)).unwrap();
    writer.write_all(b"at a multiple").unwrap();
    let mut with_extra: FileOptions<ExtendedFileOptions> = FileOptions::default();
    with_extra.add_extra_data(0x7875, Box::new(*b"\x01\x02\xE8\x03\x02\x64\0"), false).unwrap();
    writer.start_file("extra", with_extra).unwrap();
    writer.write_all(b"extra, extra").unwrap();
    writer.finish().unwrap();
    bytes.into_inner()
}

/// One file by hand: numbers beside its data, or after them, and extra fields.
struct Hand {
    name: &'static [u8],
    flags: u16,
    method: u16,
    stored: Vec<u8>,
    content_size: usize,
    sum: u32,
    /// Extra fields of the file.
    own_extra: Vec<u8>,
    /// Extra fields of the entry.
    extra: Vec<u8>,
    /// What follows the data.
    descriptor: Vec<u8>,
    /// Whether sizes and offset are stated by ZIP64.
    is_big: bool,
}

impl Hand {
    fn stored(name: &'static [u8], data: &[u8]) -> Self {
        let (sum, content_size) = (Crc32::checksum_of(data), data.len());
        let (own_extra, extra, descriptor) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            name,
            flags: 0,
            method: 0,
            stored: data.to_vec(),
            content_size,
            sum,
            own_extra,
            extra,
            descriptor,
            is_big: false,
        }
    }
}

fn half(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn long(numbers: &[usize]) -> Vec<u8> {
    numbers.iter().flat_map(|number| (*number as u64).to_le_bytes()).collect()
}

/// An extra field.
fn extra(id: u16, data: &[u8]) -> Vec<u8> {
    [half(&[id, data.len() as u16]), data.to_vec()].concat()
}

/// An archive by hand, as section 4.3 of the specification describes it.
fn by_hand(files: &[Hand], is_big: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let offset = bytes.len();
        let is_after = file.flags & 8 != 0;
        let sizes = [if is_after { 0 } else { file.stored.len() }, if is_after { 0 } else { file.content_size }];
        let shown = |sizes: [usize; 2]| if file.is_big { [u32::MAX; 2] } else { sizes.map(|size| size as u32) };
        // Version, flags, method, time, date: 1980-01-01.
        let start = half(&[45, file.flags, file.method, 0, 0x21]);
        let numbers = |sum: u32, sizes: [usize; 2]| {
            let [stored, content] = shown(sizes);
            [sum, stored, content].iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>()
        };
        let own_zip64 = if file.is_big { extra(1, &long(&[sizes[1], sizes[0]])) } else { Vec::new() };
        let own_extra = [own_zip64, file.own_extra.clone()].concat();
        bytes.extend(b"PK\x03\x04");
        bytes.extend([start.clone(), numbers(if is_after { 0 } else { file.sum }, sizes)].concat());
        bytes.extend(half(&[file.name.len() as u16, own_extra.len() as u16]));
        bytes.extend([file.name, &own_extra, &file.stored, &file.descriptor].concat());
        let zip64 = match file.is_big {
            true => extra(1, &long(&[file.content_size, file.stored.len(), offset])),
            false => Vec::new(),
        };
        let extra = [zip64, file.extra.clone()].concat();
        directory.extend([&b"PK\x01\x02"[..], &half(&[0x032D]), &start].concat());
        directory.extend(numbers(file.sum, [file.stored.len(), file.content_size]));
        // Sizes of name, extra fields and comment; disk; internal: a text; external: a file of Unix.
        directory.extend(half(&[file.name.len() as u16, extra.len() as u16, 2, 0, 1, 0, 0o100_644]));
        directory.extend(if file.is_big { u32::MAX } else { offset as u32 }.to_le_bytes());
        directory.extend([file.name, &extra, b"hi"].concat());
    }
    let (offset, size) = (bytes.len(), directory.len());
    bytes.extend(directory);
    let count = files.len();
    let end = bytes.len();
    if is_big {
        bytes.extend(
            [&b"PK\x06\x06"[..], &long(&[44 + 5]), &half(&[45, 45, 0, 0, 0, 0]), &long(&[count, count, size, offset])]
                .concat(),
        );
        bytes.extend(b"extra");
        bytes.extend([&b"PK\x06\x07"[..], &[0; 4], &long(&[end]), &[1, 0, 0, 0]].concat());
        bytes.extend([&b"PK\x05\x06"[..], &[0; 4], &[0xFF; 12], &[0; 2]].concat());
    } else {
        let numbers = [size as u32, offset as u32].map(u32::to_le_bytes).concat();
        bytes.extend([&b"PK\x05\x06"[..], &half(&[0, 0, count as u16, count as u16]), &numbers, &[0; 2]].concat());
    }
    bytes
}

/// What follows data, in all four forms.
fn streams() -> Vec<u8> {
    let stream = |name, has_signature: bool, is_big: bool| {
        let file = Hand::stored(name, name);
        let size = if is_big { long(&[name.len()]) } else { (name.len() as u32).to_le_bytes().to_vec() };
        let signature: &[u8] = if has_signature { b"PK\x07\x08" } else { b"" };
        let descriptor = [signature, &file.sum.to_le_bytes(), &size, &size].concat();
        Hand { flags: 8, descriptor, is_big, ..file }
    };
    by_hand(
        &[
            stream(b"one", true, false),
            stream(b"two", false, false),
            stream(b"three", true, true),
            stream(b"four", false, true),
        ],
        false,
    )
}

/// Two files whose numbers, and the place of the directory, are in ZIP64.
fn big() -> Vec<u8> {
    let first = Hand { is_big: true, ..Hand::stored(b"first", b"some data") };
    by_hand(&[first, Hand { is_big: true, ..Hand::stored(b"second", b"other data") }], true)
}

/// Extra fields of all kinds that have a declaration.
fn extras() -> Vec<u8> {
    let times = [9_u64, 8, 7].map(u64::to_le_bytes).concat();
    let own = [
        extra(0x000A, &[&[0; 4][..], &half(&[1, 24]), &times, &half(&[2, 1]), b"x"].concat()),
        extra(0x5455, &[&[7][..], &[1, 0, 0, 0], &[2, 0, 0, 0], &[0xFF; 4]].concat()),
        extra(0x7855, &half(&[1000, 100])),
        extra(0x5855, &[&[5, 0, 0, 0, 6, 0, 0, 0][..], &half(&[1000, 100])].concat()),
        extra(0x7875, b"\x01\x04\xE8\x03\0\0\x04\x64\0\0\0"),
        extra(0xD935, b"\x04\0\0"),
        extra(0x1234, b"of nobody"),
    ];
    // Each states the CRC-32 of what it replaces.
    let unicode = |of: &[u8], text: &str| [&[1][..], &Crc32::checksum_of(of).to_le_bytes(), text.as_bytes()].concat();
    let entry = [
        extra(0x5455, &[7, 1, 0, 0, 0]),
        extra(0x7855, b""),
        extra(0x5855, &[5, 0, 0, 0, 6, 0, 0, 0]),
        extra(0x7075, &unicode(b"a\x80", "aÇ")),
        extra(0x6375, &unicode(b"hi", "hi")),
        extra(0xCAFE, b""),
        extra(0x0009, &[3, 0, 0, 0, 0, 0, 1, 2, 3, 4, b'e', b'a', b's']),
        extra(0x000C, &[&[1, 2, 3, 4][..], &half(&[4, 2]), b"vm"].concat()),
        extra(0x000D, &[&[5, 0, 0, 0, 6, 0, 0, 0][..], &half(&[1, 2]), b"to"].concat()),
        extra(0x000F, &[1; 22]),
        extra(0x0017, &half(&[2, 0x6610, 256, 1])),
    ];
    by_hand(&[Hand { own_extra: own.concat(), extra: entry.concat(), ..Hand::stored(b"a\x80", b"data") }], false)
}

/// Files in both forms of encryption, which nobody decrypts here.
fn encrypted() -> Vec<u8> {
    let aes = extra(0x9901, b"\x02\0AE\x01\x08\0");
    let winzip = Hand { stored: vec![0xAB; 8 + 2 + 5 + 10], content_size: 5, sum: 0, ..Hand::stored(b"aes", b"") };
    let winzip = Hand { flags: 1, method: 99, own_extra: aes.clone(), extra: aes, ..winzip };
    let old = Hand { flags: 1, stored: vec![0xCD; 12 + 5], content_size: 5, sum: 7, ..Hand::stored(b"old", b"") };
    by_hand(&[winzip, old], false)
}

const FILES: &[(&str, &[u8])] =
    &[("a.txt", b"some text, some text, some text"), ("empty", b""), ("folder/b", &[0, 1, 2, 0xFF])];

/// Archives of both methods, and of all that the format has.
pub fn samples() -> Vec<Vec<u8>> {
    let of_others = vec![archive(CompressionMethod::Stored), archive(CompressionMethod::Deflated), varied()];
    [of_others, vec![streams(), big(), extras(), encrypted()]].concat()
}

/// An archive with a file whose header states another size than the directory.
pub fn damaged() -> Vec<u8> {
    let mut file = archive(CompressionMethod::Stored);
    file[18] ^= 1;
    file
}

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
fn archives_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Zip>(&file);
        // In front of foreign bytes, which a validator reports.
        let more = [&*file, b"more"].concat();
        assert_eq!(written::<Zip>(&more), more);
    }
}

#[test]
fn damaged_archives_are_judged_alike() {
    for file in [big(), streams(), encrypted()] {
        assert_kept_alike::<Zip>(&file);
    }
}

#[test]
fn an_archive_of_another_writer_is_read() {
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let zip = Zip::from_slice(&archive(method)).unwrap();
        assert_eq!(zip.end.comment, b"three files");
        for (name, data) in FILES {
            assert_eq!(zip.content(name), Some(*data), "{name}");
        }
    }
    let zip = Zip::from_slice(&varied()).unwrap();
    let [folder, link, size, aligned, extra] = zip.entries() else { panic!("expected five entries") };
    assert_eq!(folder.external.kind_code(), Ok(UnixKind::Folder));
    assert_eq!((link.external.kind_code(), &*link.file.data), (Ok(UnixKind::Link), "folder/größe".as_bytes()));
    assert_eq!((size.made_by.system_code(), size.external.permissions()), (Ok(System::Unix), 0o640));
    let time = size.time;
    assert_eq!((time.year(), time.month(), time.day()), (41, 12, 31));
    assert_eq!((time.hours(), time.minutes(), time.seconds() * 2), (23, 58, 42));
    assert_eq!(size.name, Text::Unicode("folder/größe".into()));
    assert_eq!((size.file.own_content_size, size.file.zip64.content_size), (u32::MAX, 4));
    assert!(
        aligned.file.extra.iter().any(|extra| matches!(extra.body, Body::Alignment { multiple: Some(256), .. })),
        "{aligned:?}"
    );
    let owner = Body::Unix3 { version: 1, user: vec![0xE8, 3], group: vec![0x64, 0] };
    assert_eq!((&extra.extra[0].body, &extra.file.extra[0].body), (&owner, &owner));
}

#[test]
fn archives_by_hand_are_read_as_by_another_reader() {
    for (archive, count) in [(streams(), 4), (big(), 2), (extras(), 1)] {
        let zip = Zip::from_slice(&archive).unwrap();
        // The path in UTF-8 counts, where there is one.
        let path = |entry: &Entry| {
            let path = |body: &Body| if let Body::UnicodePath { text, .. } = body { Some(text.clone()) } else { None };
            entry.extra.iter().find_map(|extra| path(&extra.body)).unwrap_or(entry.name.bytes().to_vec())
        };
        let read = |entry: &Entry| (path(entry), entry.file.data.clone());
        let own: Vec<_> = zip.entries().iter().map(read).collect();
        let mut other = ZipArchive::new(Cursor::new(&archive)).unwrap_or_else(|error| panic!("{count}: {error}"));
        let read = |index: usize| {
            let mut file = other.by_index(index).unwrap();
            let mut data = Vec::new();
            file.read_to_end(&mut data).unwrap();
            (file.name_raw().to_vec(), data)
        };
        assert_eq!(own, (0..count).map(read).collect::<Vec<_>>());
    }
}

#[test]
fn files_of_zip64_move() {
    let changed = replace(&big(), "first", b"something that is much longer").unwrap();
    let zip = Zip::from_slice(&changed).unwrap();
    assert_eq!(zip.content("second"), Some(&b"other data"[..]));
    assert_eq!(zip.content("first"), Some(&b"something that is much longer"[..]));
    let mut other = ZipArchive::new(Cursor::new(&changed)).unwrap();
    let mut data = String::new();
    other.by_name("second").unwrap().read_to_string(&mut data).unwrap();
    assert_eq!(data, "other data");
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
fn a_longer_file_moves_those_after_it() {
    let old = archive(CompressionMethod::Stored);
    let changed = replace(&old, "a.txt", b"a text that is longer than the one that was there before").unwrap();
    let files = files(&changed);
    assert_eq!(files[0].1, b"a text that is longer than the one that was there before");
    assert_eq!(files[2].1, FILES[2].1);
    assert_eq!(Zip::validate(&changed, Mode::Strict).verdict(), Verdict::Valid);
}

#[test]
fn the_schema_alone_changes_a_comment() {
    let mut json = decoded::<Zip>(&archive(CompressionMethod::Deflated));
    json["end"]["comment"] = hex(b"another comment");
    let changed = encoded::<Zip>(&json);
    assert_eq!(ZipArchive::new(Cursor::new(&changed)).unwrap().comment(), b"another comment");
}

#[test]
fn faults_are_found() {
    let all = |bytes: &[u8]| {
        let report = Zip::validate(bytes, Mode::Strict);
        let findings = report.findings().iter();
        findings.map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect::<Vec<_>>()
    };
    let found = |bytes: &[u8]| all(bytes).swap_remove(0);
    let one = |code: &str, path: &str, at: usize| (code.to_owned(), path.to_owned(), at as u64);
    assert_eq!(found(&damaged()), one("file.stored-size", "entries[0].file.own_stored_size", 18));
    let text = Zip::validate(&damaged(), Mode::Strict).findings()[0].to_string();
    assert!(text.contains("expected 31 bytes as the directory states, found 30"), "{text}");
    let bytes = archive(CompressionMethod::Deflated);
    let directory = word(&bytes, bytes.len() - 22 - 11 + 16);
    let changed = |at: usize, bits: u8| {
        let mut bytes = bytes.clone();
        bytes[at] ^= bits;
        bytes
    };
    // Another CRC-32 in the directory is not that of the content, and not the one beside the data.
    let sums = [one("data.checksum", "entries[0].file.data", 35), one("file.sum", "entries[0].file.own_sum", 14)];
    assert_eq!(all(&changed(directory + 16, 1)), sums);
    assert_eq!(found(&changed(8, 1)), one("file.method", "entries[0].file.own_method", 8));
    assert_eq!(found(&changed(directory + 14, 1)), one("time.date", "entries[0].time", directory + 12));
    // One entry less on this disk.
    let end = bytes.len() - 22 - 11;
    assert_eq!(found(&changed(end + 8, 1)), one("end.entries", "end.entry_count", end + 8));
    assert_eq!(found(&changed(end + 12, 1)), one("end.directory-size", "end.directory_size", end + 12));
    assert_eq!(found(&bytes[..bytes.len() - 33]).0, "bad-magic");
    // A time that no clock shows is a warning.
    let report = Zip::validate(&changed(directory + 12, 0x1F), Mode::Strict);
    assert_eq!(report.verdict(), Verdict::Valid, "{:?}", report.findings());
}

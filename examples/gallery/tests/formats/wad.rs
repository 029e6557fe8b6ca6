//! WAD: files made by hand come back, and changed ones are read by another reader.

use crate::shared::{decoded, encoded, hex, word, words, written};
use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use gallery::wad::{Entry, Wad, read, replace, write};
use std::time::Instant;

/// Bytes without an order, the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, size: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..size.div_ceil(8)).flat_map(|_| self.next().to_le_bytes()).collect();
        bytes.truncate(size);
        bytes
    }
}

type Lump = (String, Vec<u8>);

/// The lumps of a file, read as the format is described, without the declaration.
fn lumps(file: &[u8]) -> Vec<Lump> {
    assert!(file.starts_with(b"PWAD") || file.starts_with(b"IWAD"));
    let (count, directory) = (word(file, 4), word(file, 8));
    let entry = |index: usize| {
        let at = directory + 16 * index;
        let (offset, size) = (word(file, at), word(file, at + 4));
        let name = String::from_utf8(file[at + 8..at + 16].to_vec()).unwrap();
        let data = if size == 0 { Vec::new() } else { file[offset..offset + size].to_vec() };
        (name.trim_end_matches('\0').to_owned(), data)
    };
    (0..count).map(entry).collect()
}

/// A file of about so many bytes, with all that tools leave: the directory in the middle, lumps in another order than the
/// directory, empty ones, ones that share bytes, bytes of nobody between and behind.
fn file(size: usize) -> Vec<u8> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut blobs: Vec<Vec<u8>> = Vec::new();
    // Number of the blob, offset in it, size, name.
    let mut entries: Vec<(usize, usize, usize, String)> = Vec::new();
    let mut total = 0;
    while total < size {
        let (number, size) = (blobs.len(), random.next() as usize % 20_000 + 50);
        let mut blob = random.bytes(size);
        entries.push((number, 0, size, format!("LUMP{number}")));
        match number % 7 {
            // A marker, which has no place.
            1 => entries.push((usize::MAX, 0, 0, format!("M{number}"))),
            // The same bytes, some of them, and a marker in front of them.
            2 => entries.push((number, 0, size, format!("S{number}"))),
            3 => entries.insert(0, (number, 10, size - 20, format!("P{number}"))),
            4 => blob.extend(b"of nobody"),
            5 => entries.push((number, 0, 0, format!("N{number}"))),
            _ => {}
        }
        total += blob.len();
        blobs.push(blob);
    }
    let middle = blobs.len() / 2;
    let directory = 12 + blobs[..middle].concat().len();
    let mut starts = Vec::new();
    let mut position = 12;
    for (number, blob) in blobs.iter().enumerate() {
        position += if number == middle { 16 * entries.len() } else { 0 };
        starts.push(position);
        position += blob.len();
    }
    let mut file = [b"IWAD".to_vec(), words(&[entries.len() as u32, directory as u32])].concat();
    file.extend(blobs[..middle].concat());
    for (blob, inside, size, name) in entries {
        let offset = starts.get(blob).map_or(0, |start| start + inside);
        file.extend(words(&[offset as u32, size as u32]));
        file.extend(format!("{name:\0<8}").bytes());
    }
    file.extend(blobs[middle..].concat());
    file.extend(b"behind the end");
    file
}

#[test]
fn twenty_megabytes_come_back_byte_for_byte() {
    let file = file(20 << 20);
    assert!(file.len() > 20 << 20 && lumps(&file).len() > 2000);
    let started = Instant::now();
    let copy = file.clone();
    let copied = started.elapsed();
    let started = Instant::now();
    let same = written::<Wad>(&file);
    println!(
        "{} lumps, {} bytes: copied in {copied:?}, written in {:?}",
        lumps(&file).len(),
        file.len(),
        started.elapsed()
    );
    assert!(same == copy);
}

#[test]
fn a_longer_lump_moves_the_others_and_changes_none() {
    let file = file(2 << 20);
    let mut expected = lumps(&file);
    let index = expected.iter().position(|(name, _)| name == "LUMP27").unwrap();
    expected[index].1 = Random(7).bytes(100_000);
    let changed = replace(&file, "lump27", &expected[index].1).unwrap();
    assert!(lumps(&changed) == expected);
    assert!(changed.ends_with(b"behind the end") && changed.len() > file.len());
    // A change back gives the old file.
    let old = read(&file, "LUMP27").unwrap();
    assert!(replace(&changed, "LUMP27", &old).unwrap() == file);
}

#[test]
fn a_new_file_is_read_by_another_reader() {
    let file =
        write(&[("F_START", b""), ("ONE", b"same"), ("TWO", b"other"), ("THREE", b"same"), ("F_END", b"")]).unwrap();
    let expected = [("F_START", ""), ("ONE", "same"), ("TWO", "other"), ("THREE", "same"), ("F_END", "")]
        .map(|(name, data)| (name.to_owned(), data.as_bytes().to_vec()));
    assert_eq!(lumps(&file), expected);
    // Equal lumps are stored once, and the directory follows the lumps.
    assert_eq!((word(&file, 8), file.len()), (12 + 4 + 5, 12 + 4 + 5 + 5 * 16));
    assert_eq!(Wad::validate(&file, Mode::Strict).verdict(), Verdict::Valid);
    assert_eq!(read(&file, "three").unwrap(), b"same");
    assert!(read(&file, "FOUR").unwrap_err().to_string().contains("no lump `FOUR`"));
}

#[test]
fn lumps_are_added_and_removed() {
    use bpx_schema::layout::{Content, FileWriter};
    let file = write(&[("ONE", b"first"), ("TWO", b"second"), ("THREE", b"third")]).unwrap();
    let mut wad = Wad::from_slice(&file).unwrap();
    wad.directory.remove(1);
    wad.directory.insert(0, Entry::named("ZERO"));
    wad.directory.push(Entry::named("EMPTY"));
    let mut writer = FileWriter::edit(&wad, [], &file).unwrap();
    writer.put(Wad::LUMPS, 0, Content::new(b"new".as_slice())).unwrap();
    let changed = writer.place().unwrap().to_vec().unwrap();
    let expected = [("ZERO", "new"), ("ONE", "first"), ("THREE", "third"), ("EMPTY", "")]
        .map(|(name, data)| (name.to_owned(), data.as_bytes().to_vec()));
    assert_eq!(lumps(&changed), expected);
    // Nothing is left of the lump that was removed.
    assert_eq!(changed.len(), 12 + 3 + 5 + 5 + 4 * 16);
}

#[test]
fn the_schema_alone_reads_changes_and_writes() {
    let file = file(100_000);
    let mut json = decoded::<Wad>(&file);
    assert!(encoded::<Wad>(&json) == file);
    let mut expected = lumps(&file);
    expected[3].1 = Random(9).bytes(70_000);
    json["lumps"][3]["data"] = hex(&expected[3].1);
    assert!(lumps(&encoded::<Wad>(&json)) == expected);
}

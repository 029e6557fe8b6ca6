//! WAD: files made by hand come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, hex, word, words, written};
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

/// A file of about this many bytes, with all that tools leave: the directory in the middle, lumps in another order than the
/// directory, empty ones, ones that share bytes, bytes of nobody between and after them.
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
    file.extend(b"beyond the end");
    file
}

fn halves(numbers: &[i16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A name, filled up.
fn name(name: &str) -> Vec<u8> {
    format!("{name:\0<8}").into_bytes()
}

/// A picture of two columns that are the same: one post of two pixels at the row 1.
fn picture() -> Vec<u8> {
    [halves(&[2, 4, 0, -3]), words(&[16, 16]), vec![1, 2, 0, 7, 8, 0, 255]].concat()
}

/// Two textures; the second one lies first.
fn textures() -> Vec<u8> {
    let texture = |called: &str, patches: &[[i16; 5]]| {
        let size = [words(&[0]), halves(&[64, 128]), words(&[0]), halves(&[patches.len() as i16])].concat();
        [name(called), size, halves(&patches.concat())].concat()
    };
    let [one, two] = [texture("BRICK", &[[0, 0, 0, 1, 0], [32, -8, 1, 1, 0]]), texture("AASHITTY", &[])];
    [words(&[2, 12 + two.len() as u32, 12]), two, one].concat()
}

/// Names and bytes of lumps of all kinds, as chapters 4 to 9 of the specification describe them.
fn kinds() -> Vec<(&'static str, Vec<u8>)> {
    let side = [halves(&[0, 16]), name("-"), name("-"), name("BRICK"), halves(&[0])].concat();
    let sector = [halves(&[0, 128]), name("FLOOR4_8"), name("F_SKY1"), halves(&[160, 9, 1])].concat();
    vec![
        ("MAP01", vec![]),
        ("THINGS", halves(&[64, -64, 90, 1, 7])),
        ("LINEDEFS", halves(&[0, 1, 1, 0, 0, 0, -1])),
        ("SIDEDEFS", side),
        ("VERTEXES", halves(&[0, 0, 128, 0])),
        ("SEGS", halves(&[0, 1, 0, 0, 0, 0])),
        ("SSECTORS", halves(&[1, 0])),
        ("NODES", halves(&[0, 0, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, i16::MIN, 0])),
        ("SECTORS", sector),
        ("REJECT", vec![0]),
        // Two blocks with the same list.
        ("BLOCKMAP", halves(&[-8, -8, 2, 1, 6, 6, 0, 0, -1])),
        ("PLAYPAL", (0..768).map(|at| at as u8).collect()),
        ("COLORMAP", (0..=255).rev().collect()),
        ("PNAMES", [words(&[2]), name("WALL00_1"), name("WALL00_2")].concat()),
        ("TEXTURE1", textures()),
        ("TITLEPIC", picture()),
        ("ENDOOM", b"D\x1F".repeat(2000)),
        ("DSPISTOL", [halves(&[3, 11025]), words(&[4]), vec![128, 130, 126, 128]].concat()),
        ("D_E1M1", [b"MUS\x1A".to_vec(), halves(&[1, 18, 1, 0, 1, 0, 30]), vec![0x60]].concat()),
        ("D_INTRO", b"MThd".to_vec()),
        ("DEMO1", b"\x6Dof a player".to_vec()),
    ]
}

/// A file with lumps of some names.
fn file_of(is_wanted: fn(&str) -> bool) -> Vec<u8> {
    let kinds = kinds();
    let lumps: Vec<_> = kinds.iter().filter(|(name, _)| is_wanted(name)).collect();
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (called, data) in lumps {
        directory.extend([words(&[12 + bytes.len() as u32, data.len() as u32]), name(called)].concat());
        bytes.extend(data);
    }
    let count = directory.len() as u32 / 16;
    [b"PWAD".to_vec(), words(&[count, 12 + bytes.len() as u32]), bytes, directory].concat()
}

/// A file with lumps of all kinds.
pub fn samples() -> Vec<Vec<u8>> {
    vec![file_of(|_| true)]
}

/// A file with a sound of another format.
pub fn damaged() -> Vec<u8> {
    let mut file = file_of(|name| name.starts_with("DS"));
    file[12] = 2;
    file
}

#[test]
fn lumps_of_all_kinds_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Wad>(&file);
    }
    let lumps = decoded::<Wad>(&samples()[0])["lumps"].clone();
    let kind = |index: usize| lumps[index].as_object().map(|kinds| kinds.keys().next().unwrap().clone());
    for (index, (name, _)) in kinds().iter().enumerate().skip(1).take(18) {
        assert_ne!(kind(index).as_deref(), Some("other"), "{name}");
    }
    assert_eq!(lumps[3]["sides"][0]["middle"], "BRICK");
    assert_eq!(lumps[14]["textures"]["textures"][0]["texture"]["patches"][1]["y"], -8);
}

#[test]
fn damaged_files_are_judged_alike() {
    assert_kept_alike::<Wad>(&file_of(|name| {
        !["PLAYPAL", "COLORMAP", "ENDOOM", "SIDEDEFS", "SECTORS"].contains(&name)
    }));
}

#[test]
fn faults_are_found() {
    let found = |file: &[u8]| {
        let report = Wad::validate(file, Mode::Strict);
        let first = &report.findings()[0];
        (first.code.to_string(), first.path.to_string(), first.location.file)
    };
    let one = |code: &str, path: &str, at: u64| (code.to_owned(), path.to_owned(), at);
    assert_eq!(found(&damaged()), one("sound.format.supported", "lumps[0].sound.format", 12));
    let picture = file_of(|name| name == "TITLEPIC");
    let changed = |at: usize, byte: u8| {
        let mut file = picture.clone();
        file[at] = byte;
        file
    };
    // A column outside of the lump, and one without an end.
    assert_eq!(found(&changed(12 + 8 + 1, 1)).1, "lumps[0].picture.columns[0].column");
    assert_eq!(found(&changed(12 + 16 + 6, 0)).0, "truncated");
    assert_eq!(found(&changed(0, b'Q')).1, "header");
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
    assert!(changed.ends_with(b"beyond the end") && changed.len() > file.len());
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
    json["lumps"][3]["other"] = hex(&expected[3].1);
    assert!(lumps(&encoded::<Wad>(&json)) == expected);
}

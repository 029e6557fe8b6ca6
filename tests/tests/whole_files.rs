//! Whole files: a writer places all parts, and every reading expression returns the place again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_formats::formats;
use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::{Codec, Regions};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{DocBuilder, JsonDoc, read_json};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Class, Mode, Verdict};
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Limits, Record, structure};
use proptest::prelude::*;
use tests::fuzzing::seeds::goldens;

/// A file of lumps, as old games have it: the directory may lie anywhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    derive(header.count = directory.len()),
    sum(byte_sum, over(header, ..), stored = header.sum, skip(header.sum)),
    set(header.size = if header.size == 0 { 0 } else { file.end })
)]
struct Archive {
    header: Header,
    #[br(count = header.count)]
    #[schema(region(at = header.directory, place(align = 8, after = lumps)))]
    directory: Vec<Lump>,
    #[schema(region(
        each = directory,
        at = entry.place * 4,
        size = entry.stored,
        content_size = entry.size,
        transform(zlib if entry.flags & 1 != 0),
        check(crc32 | adler32 if entry.flags & 2 != 0, stored = entry.sum),
        place(align = 4, share),
        set(entry.place = region.offset / 4)
    ))]
    lumps: Regions<Bytes>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct Header {
    count: u16,
    sum: u32,
    directory: u32,
    size: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(big)]
struct Lump {
    place: u16,
    stored: u16,
    size: u16,
    flags: u8,
    sum: u32,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
struct Bytes {
    #[br(parse_with = until_eof)]
    data: Vec<u8>,
}

fn archive(flags: &[u8]) -> Archive {
    let directory = flags.iter().map(|flags| Lump { flags: *flags, ..Lump::default() }).collect();
    Archive { header: Header { size: 1, ..Header::default() }, directory, lumps: Regions::default() }
}

fn written(value: &Archive, contents: &[Vec<u8>], gaps: Option<&[(u64, &[u8])]>) -> Vec<u8> {
    let mut writer = FileWriter::new(value, []).unwrap();
    for (index, content) in (0..).zip(contents) {
        writer.put(Archive::LUMPS, index, Content::new(content.as_slice())).unwrap();
    }
    if let Some(gaps) = gaps {
        writer = writer.keeping_places();
        gaps.iter().for_each(|(offset, bytes)| writer.keep_gap(*offset, *bytes));
    }
    writer.place().unwrap().to_vec().unwrap()
}

fn number(bytes: &[u8], at: usize, size: usize) -> usize {
    bytes[at..at + size].iter().fold(0, |value, byte| value << 8 | usize::from(*byte))
}

/// The lumps of a file, read by hand from what the declaration says.
fn lumps(file: &[u8]) -> Vec<Vec<u8>> {
    let little = |at: usize, size: usize| {
        file[at..at + size].iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte))
    };
    let (count, sum, directory, size) = (little(0, 2), little(2, 4), little(6, 4), little(10, 4));
    assert_eq!(size, file.len());
    let total: u32 =
        file.iter().enumerate().filter(|(at, _)| !(2..6).contains(at)).map(|(_, byte)| u32::from(*byte)).sum();
    assert_eq!(u32::try_from(sum).unwrap(), total);
    assert!(count == 0 || directory % 8 == 0);
    let lump = |index: usize| {
        let at = directory + 11 * index;
        let [place, stored, size] = [0, 2, 4].map(|member| number(file, at + member, 2));
        let (flags, sum) = (file[at + 6], number(file, at + 7, 4));
        let mut content = file[place * 4..place * 4 + stored].to_vec();
        if flags & 1 != 0 {
            let mut decoder = flate2::read::ZlibDecoder::new(&*content);
            let mut unpacked = Vec::new();
            std::io::Read::read_to_end(&mut decoder, &mut unpacked).unwrap();
            content = unpacked;
        }
        assert_eq!(content.len(), size);
        if flags & 2 != 0 {
            assert_eq!(u32::try_from(sum).unwrap(), crc32fast::hash(&content));
        }
        content
    };
    (0..count).map(lump).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_lump_is_read_where_it_was_placed(
        lumps_of in proptest::collection::vec((0..4_u8, proptest::collection::vec(0..3_u8, 0..40)), 0..6),
        edited in any::<proptest::sample::Index>(),
        longer in proptest::collection::vec(any::<u8>(), 0..60),
    ) {
        let (flags, mut contents): (Vec<_>, Vec<_>) = lumps_of.into_iter().unzip();
        let file = written(&archive(&flags), &contents, None);
        prop_assert_eq!(lumps(&file), contents.clone());
        // Nothing changes, nothing moves.
        let value = Archive::from_slice(&file).unwrap();
        prop_assert_eq!(written(&value, &contents, Some(&[])), file);
        // What is after a longer lump moves.
        if !contents.is_empty() {
            let place = edited.index(contents.len());
            contents[place] = longer;
            prop_assert_eq!(lumps(&written(&value, &contents, Some(&[]))), contents);
        }
    }
}

#[test]
fn a_lump_without_bytes_lies_in_the_file() {
    let file = written(&archive(&[2, 2]), &[vec![], vec![]], None);
    let value = Archive::from_slice(&file).unwrap();
    let contents = [vec![0; 37], vec![]];
    let changed = written(&value, &contents, Some(&[]));
    for file in [&file, &changed] {
        assert_eq!(Archive::validate(file, Mode::Strict).verdict(), Verdict::Valid);
    }
    assert_eq!(lumps(&changed), contents);
}

#[test]
fn equal_lumps_are_stored_once_and_stay_so() {
    let contents = [b"same".to_vec(), b"other".to_vec(), b"same".to_vec()];
    let file = written(&archive(&[0, 0, 0]), &contents, None);
    let value = Archive::from_slice(&file).unwrap();
    let places: Vec<_> = value.directory.iter().map(|lump| lump.place).collect();
    assert_eq!((places[0], places[2]), (4, 4));
    assert_eq!(written(&value, &contents, Some(&[])), file);
    // One of them changes: the others keep their bytes.
    let changed = [b"same".to_vec(), b"other".to_vec(), b"different".to_vec()];
    assert_eq!(lumps(&written(&value, &changed, Some(&[]))), changed);
}

#[test]
fn an_added_lump_comes_last() {
    let file = written(&archive(&[0, 0]), &[b"first".to_vec(), b"second".to_vec()], None);
    let old = Archive::from_slice(&file).unwrap();
    // In front of the others in the directory; it states no place yet.
    let mut value = old.clone();
    value.directory.insert(0, Lump::default());
    let contents = [b"new".to_vec(), b"first".to_vec(), b"second".to_vec()];
    let file = written(&value, &contents, Some(&[]));
    let lumps = Archive::from_slice(&file).unwrap().directory;
    for (lump, content) in lumps.iter().zip(&contents) {
        assert!(file[usize::from(lump.place) * 4..].starts_with(content), "{lump:?}");
    }
    let places: Vec<_> = lumps.iter().map(|lump| lump.place).collect();
    assert_eq!(places[1..], [old.directory[0].place, old.directory[1].place]);
    assert!(places[0] > places[2], "{places:?}");
}

/// Pieces whose offsets count from the first one.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(places.title_size = title.len(), places.count = pieces_of.len()))]
struct Based {
    places: Places,
    #[br(count = places.count)]
    pieces_of: Vec<Piece>,
    #[br(count = places.title_size)]
    #[schema(region(at = places.title))]
    title: Vec<u8>,
    #[schema(region(
        each = pieces_of,
        at = places.base + entry.offset,
        size = entry.size,
        set(places.base = regions.offset, entry.offset = region.offset - regions.offset)
    ))]
    pieces: Regions<Bytes>,
    #[schema(region(at = places.tail, place(align = 8)))]
    tail: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct Places {
    count: u8,
    title_size: u8,
    title: u16,
    base: u16,
    tail: u16,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct Piece {
    offset: u8,
    size: u8,
}

#[test]
fn a_piece_that_did_not_move_follows_the_number_that_all_share() {
    let write = |value: &Based, keeps: bool| {
        let mut writer = FileWriter::new(value, []).unwrap();
        writer.put(Based::PIECES, 0, Content::new(&b"p"[..])).unwrap();
        writer.put(Based::PIECES, 1, Content::new(&b""[..])).unwrap();
        let writer = if keeps { writer.keeping_places() } else { writer };
        writer.place().unwrap().to_vec().unwrap()
    };
    let pieces_of = vec![Piece::default(); 2];
    let value = Based {
        places: Places::default(),
        pieces_of,
        title: b"abc".to_vec(),
        pieces: Regions::default(),
        tail: 0x0102_0304_0506_0708,
    };
    let mut value = Based::from_slice(&write(&value, false)).unwrap();
    assert_eq!((value.places.base, value.places.tail), (15, 16));
    // The first piece moves; the second one is empty, and stays where the tail begins, which is aligned.
    value.title = b"a".to_vec();
    let value = Based::from_slice(&write(&value, true)).unwrap();
    assert_eq!((value.places.base, value.places.tail), (13, 16));
    assert_eq!(value.pieces_of, [Piece { offset: 0, size: 1 }, Piece { offset: 3, size: 0 }]);
}

#[test]
fn bytes_between_and_after_parts_are_kept() {
    let contents = [b"first".to_vec(), b"second".to_vec()];
    let file = written(&archive(&[0, 0]), &contents, None);
    let mut value = Archive::from_slice(&file).unwrap();
    // Eight foreign bytes after the first lump, and two after the end.
    let gap = usize::from(value.directory[0].place) * 4 + 5;
    let mut other = file.clone();
    other.splice(gap..gap + 3, *b"foreign txt");
    value.directory[1].place += 2;
    value.header.directory += 8;
    value.header.size += 8;
    let gaps: [(u64, &[u8]); 2] = [(gap as u64, b"foreign txt"), (other.len() as u64, b"..")];
    let kept = written(&value, &contents, Some(&gaps));
    assert_eq!(&kept[gap..gap + 11], b"foreign txt");
    assert!(kept.ends_with(b".."));
    assert_eq!(kept.len(), file.len() + 8 + 2);
    // The stated size ends before the bytes that follow.
    assert_eq!(kept[10..14], (kept.len() as u32 - 2).to_le_bytes());
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |value: &Archive, contents: &[Vec<u8>]| {
        let mut writer = FileWriter::new(value, []).unwrap();
        for (index, content) in (0..).zip(contents) {
            writer.put(Archive::LUMPS, index, Content::new(content.as_slice())).unwrap();
        }
        writer.place().err().map(|error| error.to_string()).unwrap_or_default()
    };
    let long = refused(&archive(&[0]), &[vec![0; 70_000]]);
    assert!(long.contains("lumps[0]: 70000 does not fit into the member `entry.stored` of 2 bytes"), "{long}");
    let mut value = archive(&[0]);
    value.directory[0].stored = 3;
    let missing = refused(&value, &[]);
    assert!(missing.contains("lumps[0]: expected the content of the region, found none"), "{missing}");
    let mut writer = FileWriter::new(&value, []).unwrap();
    assert!(writer.put(Archive::LUMPS, 1, Content::new(Vec::new())).is_err());
}

/// What takes nothing anew keeps all of the old file, and what is taken out leaves no bytes.
#[test]
fn an_edited_file_keeps_what_is_not_given() {
    let contents = [b"first".to_vec(), b"second".to_vec(), b"third".to_vec()];
    let mut file = written(&archive(&[2, 3, 0]), &contents, None);
    let end = file.len();
    file.extend(b"beyond");
    // The sum goes on to the end of the file.
    let sum: u32 = b"beyond".iter().map(|byte| u32::from(*byte)).sum();
    let old = u32::from_le_bytes(file[2..6].try_into().unwrap());
    file[2..6].copy_from_slice(&(old + sum).to_le_bytes());
    let value = Archive::from_slice(&file).unwrap();
    let edited = |value: &Archive, put: &[(u64, &'static [u8])]| {
        let mut writer = FileWriter::edit(value, [], &file).unwrap();
        for (index, content) in put {
            writer.put(Archive::LUMPS, *index, Content::new(*content)).unwrap();
        }
        writer.place().unwrap().to_vec().unwrap()
    };
    assert_eq!(edited(&value, &[]), file);
    // A lump is taken out, one is new, and the others change their order.
    let mut value = value;
    value.directory.remove(1);
    value.directory.swap(0, 1);
    value.directory.insert(1, Lump::default());
    let mut changed = edited(&value, &[(1, b"new")]);
    assert!(changed.ends_with(b"beyond"));
    changed.truncate(changed.len() - 6);
    assert!(changed.len() < end, "{} {end}", changed.len());
    let total = u32::from_le_bytes(changed[2..6].try_into().unwrap()) - sum;
    changed[2..6].copy_from_slice(&total.to_le_bytes());
    assert_eq!(lumps(&changed), [b"third".to_vec(), b"new".to_vec(), b"first".to_vec()]);
}

/// A file of one table and one region, whose places are 0 when they have no bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(header.count = numbers.len()), set(header.size = file.end))]
struct Folder {
    header: FolderHeader,
    #[br(count = 1)]
    places: Vec<Lump>,
    #[schema(region(
        each = places,
        at = entry.place,
        size = entry.stored,
        place(align = 4),
        set(entry.place = if region.stored_size == 0 { 0 } else { region.offset })
    ))]
    part: Regions<Bytes>,
    #[br(count = header.count)]
    #[schema(region(at = header.numbers, place(align = 4)))]
    numbers: Vec<u16>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
struct FolderHeader {
    count: u16,
    numbers: u16,
    size: u32,
}

fn folder(numbers: &[u16], content: &[u8]) -> Vec<u8> {
    let (header, places) = (FolderHeader::default(), vec![Lump::default()]);
    let value = Folder { header, places, part: Regions::default(), numbers: numbers.to_vec() };
    let mut writer = FileWriter::new(&value, []).unwrap();
    writer.put(Folder::PART, 0, Content::new(content)).unwrap();
    writer.place().unwrap().to_vec().unwrap()
}

#[test]
fn a_region_without_bytes_may_be_nowhere() {
    let file = folder(&[1, 2], b"");
    // Count, offset of the numbers, size of the file; place, sizes, flags and sum of the region.
    assert_eq!(file, *b"\x02\0\x14\0\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\x02\0");
    let value = Folder::from_slice(&file).unwrap();
    let edited = |put: Option<&'static [u8]>| {
        let mut writer = FileWriter::edit(&value, [], &file).unwrap();
        if let Some(content) = put {
            writer.put(Folder::PART, 0, Content::new(content)).unwrap();
        }
        writer.place().unwrap().to_vec().unwrap()
    };
    assert_eq!(edited(None), file);
    // What had no place is after all that had one.
    let changed = edited(Some(b"bytes"));
    assert_eq!((changed.len(), &changed[24..]), (29, &b"bytes"[..]));
    assert_eq!((changed[8..12].to_vec(), changed[4]), (vec![0, 24, 0, 5], 29));
    // A declaration that always sets the offset may set it.
    assert_eq!(folder(&[], b"x").len(), 21);
}

/// No rule compares it, so the file is sound; while nothing moves, it stays as it is.
#[test]
fn a_stated_end_beyond_the_file_stays() {
    let mut file = folder(&[1, 2, 3], b"bytes");
    file[4..8].copy_from_slice(&0x7FFF_FFFF_u32.to_le_bytes());
    assert_eq!(Folder::validate(&file, Mode::Strict).verdict(), Verdict::Valid);
    let value = Folder::from_slice(&file).unwrap();
    assert_eq!(FileWriter::edit(&value, [], &file).unwrap().place().unwrap().to_vec().unwrap(), file);
    let model = Model::from_root(Folder::schema());
    let json = doc(&model, &model.root, &file).unwrap();
    assert_eq!(assemble_file(&model, &algorithms(), &model.root, json.root(), &[]).unwrap(), file);
}

/// A part in place, of a stated size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
struct Framed {
    inner_size: u8,
    #[schema(region(size = inner_size))]
    inner: Inner,
    after: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
struct Inner {
    number: u8,
}

/// The writer has no place for bytes that the part leaves, so it must not drop them.
#[test]
fn bytes_that_a_part_in_place_leaves_are_not_lost() {
    let edited =
        |file: &'static [u8]| FileWriter::edit(&Framed::from_slice(file).unwrap(), [], file)?.place()?.to_vec();
    assert_eq!(edited(&[1, 7, 9]).unwrap(), [1, 7, 9]);
    let refused = edited(&[3, 7, 8, 8, 9]).unwrap_err().into_finding().unwrap();
    assert_eq!((refused.class, refused.location.file), (Class::TrailingBytes, 0), "{refused}");
}

/// JSON states how long a table was, so that what is stated about the whole file follows.
#[test]
fn tables_grow_and_shrink_in_json() {
    let model = Model::from_root(Folder::schema());
    let root = model.root.to_string();
    for gap in [&b""[..], b"of a stranger"] {
        let mut file = folder(&[1, 2, 3], b"bytes");
        file.extend(gap);
        let end = file.len() - gap.len();
        let text = doc(&model, &root, &file).unwrap().root().to_string();
        for numbers in [&[1_u16, 2, 3][..], &[7; 9], &[1], &[]] {
            let changed = text.replace("[1,2,3]", &format!("{numbers:?}").replace(' ', ""));
            assert_eq!(changed == text, numbers.len() == 3, "{text}");
            let json = read_json(changed.as_bytes(), 64, &Budget::default()).unwrap();
            let written = assemble_file(&model, &algorithms(), &root, json.root(), &[]).unwrap();
            let expected = end + 2 * numbers.len() - 6;
            assert_eq!(usize::from(written[4]), expected, "{numbers:?} {gap:?}");
            assert_eq!((written.len(), &written[expected..]), (expected + gap.len(), gap));
            assert_eq!(Folder::from_slice(&written).unwrap().numbers, numbers);
        }
    }
}

fn algorithms() -> Algorithms {
    bpx_formats::ReadOptions::default().algorithms()
}

fn doc(model: &Model, name: &str, bytes: &[u8]) -> Option<JsonDoc> {
    let budget = Budget::default();
    let mut doc = DocBuilder::new(&budget);
    let interpreter = Interpreter::with_algorithms(model, algorithms()).unwrap();
    interpreter.write_json(name, bytes, &[], Limits::default(), &mut doc).ok()?;
    Some(doc.finish().unwrap())
}

/// A schema from a file may have a check without algorithms: there is no checksum to write, not even zero.
#[test]
fn a_check_without_algorithms_is_not_written() {
    let file = written(&archive(&[2]), &[b"lump".to_vec()], None);
    let model = Model::from_root(Archive::schema());
    let first = doc(&model, "Archive", &file).unwrap();
    let mut text = model.to_json().unwrap();
    let start = text.find("\"algorithms\": [").unwrap() + "\"algorithms\": [".len();
    let size = text[start..].find(']').unwrap();
    text.replace_range(start..start + size, "");
    let without = Model::from_json(&text).unwrap();
    assert_eq!(assemble_file(&model, &algorithms(), "Archive", first.root(), &[]).unwrap(), file);
    let refused = assemble_file(&without, &algorithms(), "Archive", first.root(), &[]).unwrap_err();
    assert!(refused.to_string().contains("expected at least one algorithm in the check"), "{refused}");
}

/// Every golden is written from its JSON, by the schema alone.
#[test]
fn goldens_come_out_of_their_json() {
    let (mut same, mut alike) = (0, 0);
    for (name, bytes) in goldens() {
        if name.starts_with("blk-shared") {
            continue;
        }
        let format = formats().iter().find(|format| name.starts_with(format.name())).copied().unwrap();
        let is_v0 = bytes.starts_with(b"BPX") && bytes.get(20..24) == Some(&[0; 4]);
        let model = match is_v0 {
            true => Model::from_root(<bpx_formats::bpx::v0::Layout as Codec>::schema()),
            false => Model::from_root(format.schemas()[0].1),
        };
        // Nothing but its text.
        let model = Model::from_json(&model.to_json().unwrap()).unwrap();
        let root = model.root.to_string();
        let Some(first) = doc(&model, &root, &bytes) else { continue };
        let written = assemble_file(&model, &algorithms(), &root, first.root(), &[]);
        let written = written.unwrap_or_else(|error| panic!("{name}: {error}"));
        if written == bytes {
            same += 1;
            continue;
        }
        // One content is stored there in several forms of one size, of which the first is kept.
        assert_eq!(name, "bpx-xz");
        let second = doc(&model, &root, &written).unwrap();
        let contents = |doc: &JsonDoc| {
            // Places and sizes may differ.
            format!("{:?}", doc.root().get("sections").unwrap())
        };
        assert_eq!(contents(&first), contents(&second), "{name}");
        alike += 1;
    }
    println!("{same} the same bytes, {alike} the same contents");
    assert!(same > 30 && alike == 1, "{same} {alike}");
}

/// Two texts at stated places.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
struct Texts {
    first: u8,
    first_size: u8,
    second: u8,
    second_size: u8,
    note: [u8; 4],
    #[br(count = first_size)]
    #[schema(region(at = first))]
    one: Vec<u8>,
    #[br(count = second_size)]
    #[schema(region(at = second))]
    other: Vec<u8>,
}

/// Both texts begin in the head, with a byte between them that only the head has.
#[test]
fn parts_in_the_head_keep_their_places() {
    let file = [4, 1, 6, 4, b'a', b'-', b'b', b'c', b'd', b'e'];
    let value = Texts::from_slice(&file).unwrap();
    assert_eq!((value.one.as_slice(), value.other.as_slice()), (&b"a"[..], &b"bcde"[..]));
    let writer = FileWriter::new(&value, []).unwrap().keeping_places();
    assert_eq!(writer.place().unwrap().to_vec().unwrap(), file);
}

/// A text at a stated place.
#[structure]
#[derive(Debug, Clone, PartialEq)]
struct Label {
    at: u8,
    length: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = length, set(at = region.offset, length = region.stored_size)))]
    text: Vec<u8>,
}

/// Texts whose places are in the head.
#[structure]
#[derive(Debug, Clone, PartialEq)]
struct Labels {
    count: u8,
    #[br(count = count)]
    list: Vec<Label>,
}

/// The first text has the head and two letters, the second has all bytes, the third begins in the head.
const LABELS: [u8; 12] = [3, 0, 9, 0, 12, 2, 3, b'a', b'b', b'c', b'd', b'e'];

/// Texts whose places are in a table elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
struct LabelTable {
    at: u8,
    count: u8,
    #[br(count = count)]
    #[schema(region(at = at))]
    list: Vec<Label>,
}

/// The first text is the table.
const LABEL_TABLE: [u8; 9] = [2, 2, 2, 4, 6, 3, b'a', b'b', b'c'];

fn texts_of(list: &[Label]) -> Vec<Vec<u8>> {
    list.iter().map(|label| label.text.clone()).collect()
}

/// The size of a part distinguishes it from another part at its offset.
#[test]
fn parts_at_one_place_keep_their_sizes() {
    let value = Labels::from_slice(&LABELS).unwrap();
    let written = FileWriter::edit(&value, [], &LABELS).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(written, LABELS);
}

#[test]
fn parts_in_the_head_leave_it_when_a_number_in_it_changes() {
    let mut value = Labels::from_slice(&LABELS).unwrap();
    value.list[0].text.push(b'!');
    let written = FileWriter::edit(&value, [], &LABELS).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(texts_of(&Labels::from_slice(&written).unwrap().list), texts_of(&value.list));
}

#[test]
fn parts_in_a_table_leave_it_when_a_number_in_it_changes() {
    let mut value = LabelTable::from_slice(&LABEL_TABLE).unwrap();
    let unchanged = FileWriter::edit(&value, [], &LABEL_TABLE).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(unchanged, LABEL_TABLE);
    value.list[1].text.push(b'!');
    let written = FileWriter::edit(&value, [], &LABEL_TABLE).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(texts_of(&LabelTable::from_slice(&written).unwrap().list), texts_of(&value.list));
}

/// A name, and the place of bytes after it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
struct Named {
    length: u8,
    #[br(count = length)]
    name: Vec<u8>,
    #[br(if(length > 1))]
    note: Option<u16>,
    tail: Tailed,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
struct Tailed {
    wide: u8,
    #[schema(width = 2 + 2 * wide)]
    at: u32,
}

/// Bytes whose offset is in a nested structure of varying size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
struct NamedBytes {
    head: Named,
    #[br(count = 2)]
    #[schema(region(at = head.tail.at))]
    bytes: Vec<u8>,
}

#[test]
fn an_offset_in_a_structure_of_varying_size_is_set() {
    let file = [1, b'a', 0, 5, 0, 8, 9];
    let mut value = NamedBytes::from_slice(&file).unwrap();
    let write = |value: &NamedBytes| {
        let edited = FileWriter::edit(value, [], &file).unwrap().place().unwrap().to_vec().unwrap();
        let new = FileWriter::new(value, []).unwrap().place().unwrap().to_vec().unwrap();
        assert_eq!(edited, new);
        edited
    };
    assert_eq!(write(&value), file);
    (value.head.length, value.head.note, value.head.tail.wide) = (3, Some(7), 1);
    value.head.name = b"abc".to_vec();
    assert_eq!(write(&value), [3, b'a', b'b', b'c', 7, 0, 1, 11, 0, 0, 0, 8, 9]);

    let model = Model::from_root(NamedBytes::schema());
    let json = doc(&model, &model.root, &file).unwrap();
    let assembled = assemble_file(&model, &Algorithms::builtin(), &model.root, json.root(), &[]).unwrap();
    assert_eq!(assembled, file);
}

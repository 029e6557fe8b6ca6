//! TIFF: files of another writer come back, in both byte orders and with places of both sizes, and changed ones are read by
//! another reader.

use crate::shared::{assert_comes_back, assert_judged_alike, decoded, encoded};
use bpx_schema::Codec;
use bpx_schema::codec::Tag;
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Mode, Severity, Verdict};
use gallery::tiff::{Kind, Known, Tiff, Values, describe};
use std::borrow::Cow;
use std::io::Cursor;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::encoder::compression::DeflateLevel;
use tiff::encoder::{Compression, TiffEncoder, TiffKind, TiffKindBig, TiffKindStandard, colortype};
use tiff::tags;

/// Samples of pixels that are all different.
fn samples_of(width: u32, lines: u32) -> Vec<u8> {
    (0..width * lines * 3).map(|at| (at * 7 % 251) as u8).collect()
}

/// Texts after which the other writer has nothing to align, in files with places of 4 and of 8 bytes.
const TEXTS: [&str; 2] = ["a picture", "one picture"];

/// Two pictures of one strip and of three, with a text.
fn by_another_writer<K: TiffKind>(compression: Compression, (width, lines): (u32, u32), text: &str) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::<_, K>::new_generic(&mut bytes).unwrap().with_compression(compression);
    for lines_of_strip in [lines, lines / 3] {
        let mut image = encoder.new_image::<colortype::RGB8>(width, lines).unwrap();
        image.rows_per_strip(lines_of_strip).unwrap();
        image.encoder().write_tag(tags::Tag::ImageDescription, text).unwrap();
        image.write_data(&samples_of(width, lines)).unwrap();
    }
    bytes.into_inner()
}

/// A directory at an offset, the most significant byte first; values of more than four bytes lie after it.
fn directory(at: usize, entries: &[(u16, Kind, u32, Vec<u8>)], next: u32) -> Vec<u8> {
    let mut bytes = u16::try_from(entries.len()).unwrap().to_be_bytes().to_vec();
    let after = at + 2 + 12 * entries.len() + 4;
    let mut far = Vec::new();
    for (tag, kind, count, value) in entries {
        bytes.extend([tag.to_be_bytes(), (*kind as u16).to_be_bytes()].concat());
        bytes.extend(count.to_be_bytes());
        if value.len() > 4 {
            bytes.extend(u32::try_from(after + far.len()).unwrap().to_be_bytes());
            far.extend_from_slice(value);
        } else {
            bytes.extend_from_slice(value);
            bytes.resize(bytes.len() + 4 - value.len(), 0);
        }
    }
    [bytes, next.to_be_bytes().to_vec(), far].concat()
}

fn shorts(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn longs(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Numbers that all pictures of one sample of eight bits have.
fn gray(width: u16, height: u16) -> Vec<(u16, Kind, u32, Vec<u8>)> {
    let numbers = [(256, width), (257, height), (258, 8), (259, 1), (262, 1)];
    numbers.map(|(tag, number)| (tag, Kind::Short, 1, shorts(&[number]))).to_vec()
}

/// A file whose most significant bytes come first: a picture of two strips, whose sizes have a place in the entry, with
/// directories in it that have values of all kinds; then perhaps one of two tiles.
fn annotated(with_tiles: bool) -> Vec<u8> {
    let strips = vec![1, 2, 3, 4, 5, 6, 7, 8];
    // In the first eight bytes after the header.
    let (first, second) = (8, 12);
    let exif_at = 16;
    let values = [
        (33434, Kind::Rational, 1, longs(&[1, 250])),
        (36864, Kind::Undefined, 4, b"0232".to_vec()),
        (37121, Kind::Byte, 2, vec![1, 2]),
        (37380, Kind::SignedRational, 1, longs(&[u32::MAX, 3])),
        (37510, Kind::Undefined, 9, b"ASCII\0\0\0!".to_vec()),
        (50001, Kind::SignedByte, 3, vec![0xFF, 0, 1]),
        (50002, Kind::SignedShort, 2, shorts(&[0xFFFF, 2])),
        (50003, Kind::SignedLong, 2, longs(&[u32::MAX, 2])),
        (50004, Kind::Float, 1, 1.5_f32.to_be_bytes().to_vec()),
        (50005, Kind::Double, 1, 2.5_f64.to_be_bytes().to_vec()),
        (50006, Kind::Text, 10, b"two\0texts\0".to_vec()),
        (50007, Kind::Text, 3, b"it\0".to_vec()),
    ];
    let exif = directory(exif_at, &values, 0);
    let smaller_at = exif_at + exif.len();
    let mut small = gray(2, 1);
    small.insert(0, (254, Kind::Long, 1, longs(&[1])));
    // The first two pixels are a picture as well.
    small.extend([(273, Kind::Long, 1, longs(&[first])), (279, Kind::Long, 1, longs(&[2]))]);
    let smaller = directory(smaller_at, &small, 0);
    let picture_at = smaller_at + smaller.len();
    let mut picture = gray(4, 2);
    picture.extend([
        (273, Kind::Long, 2, longs(&[first, second])),
        (277, Kind::Short, 1, shorts(&[1])),
        (278, Kind::Short, 1, shorts(&[1])),
        (279, Kind::Short, 2, shorts(&[4, 4])),
        (282, Kind::Rational, 1, longs(&[72, 1])),
        (330, Kind::Directory, 1, longs(&[smaller_at as u32])),
        (34665, Kind::Long, 1, longs(&[exif_at as u32])),
    ]);
    let tiles_at = picture_at + directory(picture_at, &picture, 0).len();
    let picture = directory(picture_at, &picture, if with_tiles { tiles_at as u32 } else { 0 });
    let mut tiled = gray(32, 16);
    let tile_at = |data: usize| {
        let sides = [(322, 16), (323, 16)].map(|(tag, side)| (tag, Kind::Short, 1, shorts(&[side])));
        let places = (324, Kind::Long, 2, longs(&[data as u32, data as u32 + 256]));
        [&sides[..], &[places, (325, Kind::Long, 2, longs(&[256, 256]))]].concat()
    };
    let data_at = tiles_at + directory(tiles_at, &[gray(32, 16), tile_at(0)].concat(), 0).len();
    tiled.extend(tile_at(data_at));
    let tiles = directory(tiles_at, &tiled, 0);
    let data = [vec![3; 256], vec![4; 256]].concat();
    let head = [&b"MM\0\x2A"[..], &(picture_at as u32).to_be_bytes()].concat();
    let mut file = [head, strips, exif, smaller, picture].concat();
    if with_tiles {
        file.extend([tiles, data].concat());
    }
    file
}

/// Files of both orders and with places of both sizes.
pub fn samples() -> Vec<Vec<u8>> {
    vec![
        by_another_writer::<TiffKindStandard>(Compression::Uncompressed, (8, 6), TEXTS[0]),
        by_another_writer::<TiffKindBig>(Compression::Uncompressed, (8, 6), TEXTS[1]),
        annotated(true),
    ]
}

/// Files by another writer whose strips are compressed.
fn compressed() -> [Vec<u8>; 2] {
    let deflate = Compression::Deflate(DeflateLevel::Balanced);
    [
        by_another_writer::<TiffKindStandard>(Compression::Lzw, (8, 6), TEXTS[0]),
        by_another_writer::<TiffKindBig>(deflate, (8, 6), TEXTS[1]),
    ]
}

/// A file whose entries are not in the order of their tags.
pub fn damaged() -> Vec<u8> {
    let mut file = by_another_writer::<TiffKindStandard>(Compression::Uncompressed, (8, 6), TEXTS[0]);
    let at = u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize;
    // The second entry has the tag of the first.
    file[at + 2 + 12] = 0;
    file
}

/// The pixels of all pictures and the texts about them, read by another reader.
fn pictures(file: &[u8]) -> Vec<(Vec<u8>, Option<String>)> {
    let mut decoder = Decoder::new(Cursor::new(file)).unwrap();
    let mut pictures = Vec::new();
    loop {
        let DecodingResult::U8(pixels) = decoder.read_image().unwrap() else { panic!("expected bytes") };
        pictures.push((pixels, decoder.get_tag_ascii_string(tags::Tag::ImageDescription).ok()));
        if !decoder.more_images() {
            return pictures;
        }
        decoder.next_image().unwrap();
    }
}

fn written(tiff: &Tiff<'_>, old: &[u8]) -> Vec<u8> {
    FileWriter::edit(tiff, [], old).unwrap().place().unwrap().to_vec().unwrap()
}

#[test]
fn files_of_both_orders_and_widths_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Tiff>(&file);
    }
}

#[test]
fn strips_that_are_aligned_leave_zeros() {
    for file in compressed() {
        assert_eq!(written(&Tiff::from_slice(&file).unwrap(), &file), file);
        let report = Tiff::validate(&file, Mode::Strict);
        assert_eq!((report.verdict(), report.findings().is_empty()), (Verdict::Valid, false));
        assert!(report.findings().iter().all(|one| one.code == "unread-bytes" && one.severity == Severity::Note));
    }
}

#[test]
fn damaged_files_are_judged_alike() {
    let small = by_another_writer::<TiffKindBig>(Compression::Uncompressed, (1, 3), TEXTS[1]);
    for file in [small, annotated(false)] {
        assert_judged_alike::<Tiff>(&file);
    }
}

#[test]
fn strips_and_tiles_are_those_of_another_reader() {
    for (file, text) in samples().iter().zip(TEXTS) {
        let tiff = Tiff::from_slice(file).unwrap();
        let pixels = samples_of(8, 6);
        assert_eq!(pictures(file), vec![(pixels.clone(), Some(text.to_owned())); 2]);
        assert_eq!(tiff.directory.strip.as_deref(), Some(&*pixels));
        let second = tiff.directory.following.unwrap();
        assert_eq!(
            second.strips.iter().map(|strip| &*strip.bytes).collect::<Vec<_>>(),
            pixels.chunks(48).collect::<Vec<_>>()
        );
    }
    let file = annotated(true);
    let tiff = Tiff::from_slice(&file).unwrap();
    let strips: Vec<_> = tiff.directory.strips.iter().map(|strip| &*strip.bytes).collect();
    assert_eq!(strips, [[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert_eq!(pictures(&annotated(true))[0].0, strips.concat());
    let tiles = &tiff.directory.following.unwrap().strips;
    assert_eq!(tiles.iter().map(|tile| &*tile.bytes).collect::<Vec<_>>(), [[3; 256], [4; 256]]);
    let lines: Vec<u8> = (0..16).flat_map(|_| [[3; 16], [4; 16]].concat()).collect();
    assert_eq!(pictures(&annotated(true))[1].0, lines);
}

#[test]
fn values_of_all_kinds_are_read() {
    let file = annotated(true);
    let mut tiff = Tiff::from_slice(&file).unwrap();
    let mut inner = |tag: Known| match tiff.directory.entry(tag).unwrap().near.clone() {
        Some(Values::Directories(mut pointers)) => pointers.remove(0).directory,
        other => panic!("expected a directory, found {other:?}"),
    };
    let smaller = inner(Known::SubIfds);
    assert_eq!(smaller.strip.as_deref(), Some(&[1, 2][..]));
    let exif = inner(Known::Exif);
    let values: Vec<_> = exif.entries.iter().map(|entry| entry.near.as_ref().or(entry.far.as_ref()).unwrap()).collect();
    let Values::Rationals(time) = values[0] else { panic!("{values:?}") };
    assert_eq!((time[0].numerator, time[0].denominator), (1, 250));
    let Values::SignedRationals(bias) = values[3] else { panic!("{values:?}") };
    assert_eq!((bias[0].numerator, bias[0].denominator), (-1, 3));
    let expected = [
        Values::SignedBytes(vec![-1, 0, 1]),
        Values::SignedShorts(vec![-1, 2]),
        Values::SignedLongs(vec![-1, 2]),
        Values::Floats(vec![1.5]),
        Values::Doubles(vec![2.5]),
        Values::Texts { texts: b"two\0texts\0".to_vec() },
        Values::Texts { texts: b"it\0".to_vec() },
    ];
    assert_eq!(values[5..], expected.iter().collect::<Vec<_>>());
}

#[test]
fn other_texts_are_read_by_another_reader() {
    for file in samples()[..2].iter().chain(&compressed()) {
        for text in ["a text that is longer than the one that was there before it", "a text", "it", ""] {
            let changed = describe(file, Known::ImageDescription, text).unwrap();
            let (old, new) = (pictures(file), pictures(&changed));
            assert_eq!((&new[0].0, new[0].1.as_deref()), (&old[0].0, Some(text)));
            assert_eq!(new[1], old[1]);
            assert_eq!(Tiff::validate(&changed, Mode::Strict).verdict(), Verdict::Valid, "{text}");
        }
    }
}

fn invert(bytes: &mut Cow<'_, [u8]>) {
    bytes.to_mut().iter_mut().for_each(|byte| *byte = !*byte);
}

#[test]
fn other_pixels_are_read_by_another_reader() {
    for file in [&samples()[0], &samples()[1], &annotated(true)] {
        let mut tiff = Tiff::from_slice(file).unwrap();
        tiff.directory.strip.iter_mut().for_each(invert);
        tiff.directory.strips.iter_mut().for_each(|strip| invert(&mut strip.bytes));
        // The smaller picture has some of the same bytes.
        if let Ok(entry) = tiff.directory.entry(Known::SubIfds)
            && let Some(Values::Directories(pointers)) = &mut entry.near
        {
            pointers.iter_mut().filter_map(|one| one.directory.strip.as_mut()).for_each(invert);
        }
        let changed = written(&tiff, file);
        assert_eq!(changed.len(), file.len());
        let inverted: Vec<u8> = pictures(file)[0].0.iter().map(|byte| !byte).collect();
        assert_eq!(pictures(&changed)[0].0, inverted);
        assert_eq!(pictures(&changed)[1..], pictures(file)[1..]);
    }
}

#[test]
fn another_byte_order_is_read_by_another_reader() {
    for (file, order) in samples().iter().zip([*b"MM", *b"MM", *b"II"]) {
        let mut tiff = Tiff::from_slice(file).unwrap();
        if order == *b"II" {
            // Two numbers in one.
            tiff.directory.entry(Known::StripByteCounts).unwrap().packed = 4 << 16 | 4;
        }
        tiff.order = Tag::from(order);
        let changed = written(&tiff, file);
        assert_eq!((&changed[..2], changed.len()), (&order[..], file.len()));
        assert_eq!(pictures(&changed), pictures(file));
        assert_comes_back::<Tiff>(&changed);
    }
}

#[test]
fn the_schema_alone_changes_a_text() {
    let file = &samples()[0];
    let mut model = decoded::<Tiff>(file);
    let entries = model["directory"]["entries"].as_array_mut().unwrap();
    let entry = entries.iter_mut().find(|entry| entry["tag"] == "ImageDescription").unwrap();
    entry["far"]["texts"] = "B picture\0".into();
    assert_eq!(pictures(&encoded::<Tiff>(&model))[0].1.as_deref(), Some("B picture"));
}

/// Codes, paths and offsets of what is found.
fn found(file: &[u8]) -> Vec<(String, String, u64)> {
    let report = Tiff::validate(file, Mode::Strict);
    report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect()
}

#[test]
fn faults_are_found() {
    let good = by_another_writer::<TiffKindStandard>(Compression::Uncompressed, (8, 6), TEXTS[0]);
    let at = u32::from_le_bytes(good[4..8].try_into().unwrap()) as usize;
    let changed = |place: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[place..place + bytes.len()].copy_from_slice(bytes);
        found(&file)
    };
    let one = |code: &str, path: &str, place: usize| (code.to_owned(), path.to_owned(), place as u64);
    assert_eq!(changed(0, b"XX"), [one("tiff.order", "order", 0)]);
    assert_eq!(found(&damaged())[0], one("tiff.entry-order", "directory.entries[1].tag", at + 14));
    // A kind of value that there is not.
    assert_eq!(changed(at + 4, &[14, 0])[0], one("entry.kind.known", "directory.entries[0].kind", at + 4));
    // A chain that leads back to its first directory.
    let count = usize::from(good[at]);
    let back = changed(at + 2 + 12 * count, &u32::try_from(at).unwrap().to_le_bytes());
    assert_eq!(back[0].0, "too-deep", "{back:?}");
    // A strip after the end of the file: the entry of its place is the seventh.
    let place = (0..count).map(|index| at + 2 + 12 * index).find(|at| good[*at..*at + 2] == [0x11, 0x01]).unwrap();
    let after = changed(place + 8, &[0, 0, 1, 0]);
    assert_eq!((&*after[0].0, &*after[0].1), ("out-of-bounds", "directory.entries[6].anchor"), "{after:?}");
}

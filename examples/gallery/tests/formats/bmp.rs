//! BMP: files of another writer come back, headers of all sizes are read, and changed files are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, word, words};
use bpx_schema::Codec;
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Mode, Severity, Verdict};
use bpx_schema::schema::Model;
use bpx_workbench::diff::{Change, Effect, Effects, Options, diff};
use gallery::bmp::{Bmp, CORE, Color, Compression, INFO, OS2, Picture, Run, SpaceKind, V4, V5, attach, recolor, write};
use image::codecs::bmp::{BmpDecoder, BmpEncoder};
use image::{ExtendedColorType, ImageDecoder};
use serde_json::Value;
use std::io::Cursor;

/// A picture of 3 by 2 pixels by another writer: lines of 9 bytes are filled up to 12.
fn colors() -> Vec<u8> {
    by_another_writer(ExtendedColorType::Rgb8, 3)
}

/// The same with opacity, for which the other writer takes a header with masks.
fn opacity() -> Vec<u8> {
    by_another_writer(ExtendedColorType::Rgba8, 4)
}

/// The same in shades of gray, for which it takes a palette.
fn gray() -> Vec<u8> {
    by_another_writer(ExtendedColorType::L8, 1)
}

fn by_another_writer(color: ExtendedColorType, samples: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels: Vec<u8> = (0..6 * samples).map(|at| at * 9 + 1).collect();
    BmpEncoder::new(&mut bytes).encode(&pixels, 3, 2, color).unwrap();
    bytes
}

/// Letters, size of the file, pointer, and the offset of the picture.
fn start(size: u32, offset: u32) -> Vec<u8> {
    [b"BM".to_vec(), words(&[size, 0, offset])].concat()
}

/// Size of the header, width, height, planes and bits, compression, size of the picture, densities, colours.
fn info(header: u32, size: (u32, i32), bits: u32, compression: Compression, image_size: u32, colors: u32) -> Vec<u8> {
    let (width, height) = (size.0, size.1 as u32);
    words(&[header, width, height, 1 | bits << 16, compression as u32, image_size, 2835, 2835, colors, 0])
}

/// Four colours of four bytes: black, blue, green, red.
const COLORS: [u8; 16] = [0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0];

/// A picture of 5 by 2 pixels with the oldest header, and colours of three bytes.
fn core() -> Vec<u8> {
    let header = [&words(&[12])[..], &[5, 0, 2, 0, 1, 0, 4, 0]].concat();
    let palette: Vec<u8> = (0..16).flat_map(|index| [index, 2 * index, 3 * index]).collect();
    [start(14 + 12 + 48 + 8, 14 + 12 + 48), header, palette, vec![0x01, 0x23, 0x40, 0, 0xFE, 0xDC, 0xB0, 0]].concat()
}

/// The same in runs of OS/2 2: pixels of 24 bits are kept as they are.
fn os2() -> Vec<u8> {
    let more = [&[0; 16][..], &words(&[0, 77])].concat();
    let header = info(64, (3, 1), 24, Compression::Jpeg, 6, 0);
    [start(14 + 64 + 6, 14 + 64), header, more, vec![3, 9, 8, 7, 0, 1]].concat()
}

/// Pixels of 16 bits, from the highest line, with masks after a header of 40 bytes.
fn masks() -> Vec<u8> {
    let pixels = vec![0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0xFF, 0xFF];
    let masks = words(&[0xF800, 0x07E0, 0x001F]);
    [start(14 + 52 + 8, 14 + 52), info(40, (2, -2), 16, Compression::Masks, 8, 0), masks, pixels].concat()
}

/// Runs of pixels of eight bits: five red ones; then one that moves, and three as they are.
fn runs8() -> Vec<u8> {
    let runs = vec![5, 3, 0, 0, 1, 1, 0, 2, 1, 0, 0, 3, 2, 1, 3, 0, 0, 1];
    [start(14 + 40 + 16 + 18, 70), info(40, (5, 2), 8, Compression::Runs8, 18, 4), COLORS.to_vec(), runs].concat()
}

/// Runs of four bits: two colours that take turns, and five pixels as they are.
fn runs4() -> Vec<u8> {
    let runs = vec![5, 0x12, 0, 0, 0, 5, 0x32, 0x10, 0x30, 0, 0, 1];
    [start(14 + 40 + 16 + 12, 70), info(40, (5, 2), 4, Compression::Runs4, 12, 4), COLORS.to_vec(), runs].concat()
}

/// The pixels, read by another reader.
fn pixels(file: &[u8]) -> Vec<u8> {
    let decoder = BmpDecoder::new(Cursor::new(file)).unwrap();
    let mut pixels = vec![0; usize::try_from(decoder.total_bytes()).unwrap()];
    decoder.read_image(&mut pixels).unwrap();
    pixels
}

/// Files with headers of all kinds.
pub fn samples() -> Vec<Vec<u8>> {
    let with_profile = attach(&opacity(), b"a profile".to_vec()).unwrap();
    vec![colors(), opacity(), gray(), with_profile, core(), os2(), masks(), runs8(), runs4()]
}

/// A file of runs of eight bits whose pixels have four.
pub fn damaged() -> Vec<u8> {
    let mut file = runs8();
    file[28] = 4;
    file
}

/// Size of the picture in bytes, which is the last part of a file by another writer.
fn size_of_picture(file: &[u8]) -> u32 {
    (file.len() - word(file, 10)).try_into().unwrap()
}

#[test]
fn files_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Bmp>(&file);
    }
}

#[test]
fn damaged_files_are_judged_alike() {
    for file in samples().into_iter().filter(|file| file.len() < 300) {
        assert_kept_alike::<Bmp>(&file);
    }
}

#[test]
fn numbers_are_those_of_another_reader() {
    let sizes = [INFO, V4, INFO, CORE, INFO, INFO, INFO];
    for (file, size) in [colors(), opacity(), gray(), core(), masks(), runs8(), runs4()].iter().zip(sizes) {
        let bmp = Bmp::from_slice(file).unwrap();
        assert_eq!(bmp.header_size, size);
        assert_eq!(bmp.dimensions(), BmpDecoder::new(Cursor::new(file)).unwrap().dimensions());
        let sample = BmpDecoder::new(Cursor::new(file)).unwrap().get_palette().map(<[_]>::to_vec);
        let own: Vec<_> = bmp.palette.iter().map(|color| [color.red, color.green, color.blue]).collect();
        assert_eq!(sample.unwrap_or_default().get(..own.len()).unwrap(), own);
    }
    let gray = Bmp::from_slice(&gray()).unwrap();
    assert_eq!((gray.palette.len(), gray.palette[7].green), (256, 7));
    let opacity = Bmp::from_slice(&opacity()).unwrap();
    assert_eq!((opacity.masks.unwrap().red, opacity.alpha_mask), (0xFF_0000, 0xFF00_0000));
    assert_eq!(opacity.space.unwrap().kind_code(), Ok(SpaceKind::Srgb));
    let os2 = Bmp::from_slice(&os2()).unwrap();
    assert_eq!((os2.header_size, os2.os2.unwrap().identifier, os2.masks), (OS2, 77, None));
    assert_eq!(os2.picture, Picture::Other(vec![3, 9, 8, 7, 0, 1]));
}

#[test]
fn runs_are_those_of_another_reader() {
    let picture = Bmp::from_slice(&runs8()).unwrap().picture;
    let expected = vec![
        Run::Same { count: 5, color: 3 },
        Run::Line,
        Run::Same { count: 1, color: 1 },
        Run::Move { x: 1, y: 0 },
        Run::Pixels { count: 3, pixels: vec![2, 1, 3], padding: vec![0] },
    ];
    assert_eq!(picture, Picture::Runs { runs: expected, after: vec![] });
    let (black, blue, green, red) = ([0; 3], [0, 0, 255], [0, 255, 0], [255, 0, 0]);
    assert_eq!(pixels(&runs8()), [blue, black, green, blue, red, red, red, red, red, red].concat());
    let Picture::Runs { runs, .. } = Bmp::from_slice(&runs4()).unwrap().picture else { panic!("expected runs") };
    let expected = Run::Pixels { count: 5, pixels: vec![0x32, 0x10, 0x30], padding: vec![0] };
    assert_eq!(runs, [Run::Same { count: 5, color: 0x12 }, Run::Line, expected]);
    assert_eq!(pixels(&runs4()), [red, green, blue, black, red, blue, green, blue, green, blue].concat());
}

#[test]
fn other_runs_are_read_by_another_reader() {
    let mut bmp = Bmp::from_slice(&runs8()).unwrap();
    let Picture::Runs { runs, .. } = &mut bmp.picture else { panic!("expected runs") };
    // One run more, which needs two bytes.
    runs[0] = Run::Same { count: 4, color: 3 };
    runs.insert(1, Run::Same { count: 1, color: 2 });
    let changed = FileWriter::edit(&bmp, [], &runs8()).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!((changed.len(), Bmp::from_slice(&changed).unwrap().image_size), (runs8().len() + 2, 20));
    assert_eq!(pixels(&changed)[24..], [255, 0, 0, 0, 255, 0]);
    assert_eq!(Bmp::validate(&changed, Mode::Strict).findings(), []);
}

#[test]
fn other_colors_are_read_by_another_reader() {
    for file in [gray(), core(), runs4()] {
        let changed = recolor(&file, |color| (color.red, color.blue) = (color.blue, color.red)).unwrap();
        let swapped: Vec<u8> = pixels(&file).chunks(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
        assert_eq!(pixels(&changed), swapped);
    }
    assert!(recolor(&colors(), |_| ()).is_err(), "there is no palette");
}

#[test]
fn a_header_grows_with_a_profile() {
    for file in [colors(), opacity(), gray()] {
        let changed = attach(&file, b"a profile".to_vec()).unwrap();
        assert_eq!(Bmp::from_slice(&changed).unwrap().header_size, V5);
        assert_eq!(changed[changed.len() - 9..], *b"a profile");
        assert_eq!(pixels(&changed), pixels(&file));
        assert_comes_back::<Bmp>(&changed);
        // The picture moves, and what says where it is.
        assert_eq!(changed[10..14], words(&[u32::try_from(changed.len() - 9).unwrap() - size_of_picture(&file)]));
    }
    assert!(attach(&core(), Vec::new()).is_err(), "the oldest header has other fields");
}

#[test]
fn a_new_file_is_read_by_another_reader() {
    let palette = [0, 255].map(|level| Color { blue: level, green: 0, red: 0, filler: 0 });
    let lines = Picture::Lines(vec![0b0100_0000, 0, 0, 0, 0b1000_0000, 0, 0, 0]);
    let file = write(&Bmp::new(2, 2, 1, palette.to_vec(), lines)).unwrap();
    assert_eq!(pixels(&file), [[0, 0, 255], [0; 3], [0; 3], [0, 0, 255]].concat());
    assert_eq!(Bmp::validate(&file, Mode::Strict).findings(), []);
}

#[test]
fn the_schema_alone_changes_a_color() {
    let mut model = decoded::<Bmp>(&core());
    model["palette"][15]["red"] = 200.into();
    let changed = encoded::<Bmp>(&model);
    assert_eq!(pixels(&changed)[0], 200);
}

/// Codes, paths and offsets of what is found.
fn found(file: &[u8]) -> Vec<(String, String, u64)> {
    let report = Bmp::validate(file, Mode::Strict);
    report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect()
}

#[test]
fn faults_are_found() {
    let changed = |file: Vec<u8>, at: usize, byte: u8| {
        let mut file = file;
        file[at] = byte;
        file
    };
    let one = |code: &str, path: &str, at: u64| vec![(code.to_owned(), path.to_owned(), at)];
    // Another size of the file is usual, and a warning.
    let other_size = changed(colors(), 2, 1);
    assert_eq!(found(&other_size), one("bmp.file-size", "file_size", 2));
    let report = Bmp::validate(&other_size, Mode::Strict);
    assert_eq!((report.verdict(), report.findings()[0].severity), (Verdict::Valid, Severity::Warning));
    // A header of a size that there is not.
    assert_eq!(found(&changed(colors(), 14, 39))[0], one("bmp.version", "header_size", 14)[0]);
    // Runs of eight bits, of pixels of four.
    assert_eq!(found(&damaged())[0], one("bmp.bits", "bits", 28)[0]);
    // More colours than eight bits can name.
    let many = found(&changed(gray(), 46, 1));
    assert!(many.contains(&one("bmp.colors", "colors", 46)[0]), "{many:?}");
    // A line more than there are bytes for.
    let missing = found(&changed(colors(), 22, 3));
    assert_eq!((&*missing[0].0, &*missing[0].1), ("truncated", "picture"), "{missing:?}");
    // Two masks that share a bit, and something in the last four bytes of the longest header.
    assert_eq!(found(&changed(masks(), 55, 0x0F))[0].1, "masks");
    let with_profile = attach(&colors(), b"a profile".to_vec()).unwrap();
    assert_eq!(found(&changed(with_profile, 14 + 120, 1)), one("bmp.reserved.zero", "reserved", 134));
}

/// The schema as it was before Windows 98.
fn older() -> Model {
    let mut model: Value = serde_json::from_str(&Model::from_root(Bmp::schema()).to_json().unwrap()).unwrap();
    let bmp = &mut model["structures"]["Bmp"];
    let later = ["intent", "profile_offset", "profile_size", "reserved", "profile"];
    bmp["settings"].as_array_mut().unwrap().retain(|setting| setting["field"] != "profile");
    let fields = bmp["body"]["fields"].as_array_mut().unwrap();
    fields.retain(|field| !later.contains(&field["name"].as_str().unwrap()));
    let version = fields.iter_mut().find(|field| field["name"] == "header_size").unwrap();
    version["constraints"][0]["rule"]["one-of"].as_array_mut().unwrap().retain(|size| *size != V5);
    Model::from_json(&model.to_string()).unwrap()
}

#[test]
fn older_readers_reject_the_longest_header() {
    let changes = diff(&older(), &Model::from_root(Bmp::schema()), &Options::default()).unwrap();
    let added: Vec<_> = changes.iter().filter(|change| change.rule.id == "field.added").map(Change::path).collect();
    assert_eq!(
        added,
        ["intent", "profile_offset", "profile_size", "reserved", "profile"].map(|name| format!("Bmp.{name}"))
    );
    let version = changes.iter().find(|change| change.path() == "Bmp.header_size").unwrap();
    assert_eq!(version.effects, Effects { old_reads_new: Effect::Rejects, new_reads_old: Effect::AcceptsMore });
    // A file that shows it.
    assert_eq!(version.witnesses.len(), 1);
    let witness = &version.witnesses[0];
    assert_eq!((word(&witness.bytes, 14), &*witness.said[1]), (V5 as usize, "valid"));
}

//! PNG: files of another writer come back, and changed ones are read by another reader.

mod still;

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, model};
use bpx_schema::report::{Class, Mode};
use bpx_schema::{Codec, transform};
use bpx_workbench::diff;
use gallery::png::{Body, Chunk, ColorKind, Disposal, First, Header, Line, Lines, Passes, Png, describe};
use png::chunk::ChunkType;
use png::{BitDepth, ColorType, Decoder, DisposeOp, Encoder};
use serde_json::json;
use std::io::Cursor;

/// Pixels of a picture that does not compress well.
fn noise(size: usize) -> Vec<u8> {
    (0..size as u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

/// A picture of 40 by 30 pixels by another writer, with a palette where there are indexes, and with texts.
fn file(color: ColorType, depth: BitDepth) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 40, 30);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ColorType::Indexed {
        let colors = (0..1 << depth as u16).map(|index| index as u8);
        encoder.set_palette(colors.flat_map(|index| [index, 0, 255 - index]).collect::<Vec<_>>());
        encoder.set_trns(vec![0, 128]);
    }
    encoder.set_source_gamma(png::ScaledFloat::new(0.45455));
    encoder.add_text_chunk("Title".to_owned(), "Caf\u{e9}".to_owned()).unwrap();
    let mut writer = encoder.write_header().unwrap();
    let line = (40 * color.samples() * depth as usize).div_ceil(8);
    writer.write_image_data(&noise(line * 30)).unwrap();
    writer.finish().unwrap();
    bytes
}

fn packed(content: &[u8]) -> Vec<u8> {
    transform::encode(content, &transform::Zlib::new()).unwrap()
}

/// A picture of five by three pixels by another writer, with these chunks in front of it.
fn described(color: ColorType, chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 5, 3);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    if color == ColorType::Indexed {
        encoder.set_palette([[255, 0, 0], [0, 255, 0], [0, 0, 255]].concat());
    }
    let mut writer = encoder.write_header().unwrap();
    for (kind, data) in chunks {
        writer.write_chunk(ChunkType(**kind), data).unwrap();
    }
    writer.write_image_data(&(0..15 * color.samples()).map(|at| at as u8 % 3).collect::<Vec<_>>()).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Pictures with all chunks that say something about them.
fn with_all_chunks() -> [Vec<u8>; 3] {
    let numbers = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<_>>();
    let colors = [
        (b"cHRM", numbers(&[31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])),
        (b"gAMA", numbers(&[45455])),
        (b"iCCP", [b"own\0\0", &*packed(&[7; 150])].concat()),
        (b"sBIT", vec![5, 6, 5]),
        (b"bKGD", vec![2]),
        (b"hIST", vec![0, 5, 0, 5, 0, 5]),
        (b"tRNS", vec![255, 128]),
        (b"pHYs", [&*numbers(&[2835, 2835]), &[1]].concat()),
        (b"sPLT", b"few\0\x08\x01\x02\x03\xFF\x01\x00\x04\x05\x06\xFF\x00\x02".to_vec()),
        (b"eXIf", b"II*\0\x08\0\0\0\0\0\0\0\0\0".to_vec()),
        (b"tIME", vec![7, 0xEA, 11, 23, 8, 59, 60]),
        (b"zTXt", [b"Comment\0\0", &*packed(&b"caf\xE9 ".repeat(20))].concat()),
        (b"iTXt", [&b"Title\0\0\0en\0Name\0"[..], "\u{20ac}".as_bytes()].concat()),
        (b"iTXt", [b"Author\0\x01\0\0\0", &*packed("\u{20ac}".repeat(40).as_bytes())].concat()),
        (b"prVt", b"of a program".to_vec()),
    ];
    let video = [
        (b"cICP", vec![9, 16, 0, 1]),
        (b"mDCV", [&[0x30, 0xD4, 0x08, 0x34].repeat(4)[..], &numbers(&[10_000_000, 50])].concat()),
        (b"cLLI", numbers(&[10_000_000, 1_200_000])),
        (b"sRGB", vec![0]),
        (b"sBIT", vec![8, 8, 8]),
        (b"tRNS", vec![0, 1, 0, 2, 0, 3]),
        (b"bKGD", vec![0, 1, 0, 2, 0, 3]),
        (b"sPLT", b"wide\0\x10\0\x01\0\x02\0\x03\0\xFF\x01\x00".to_vec()),
    ];
    let gray = [(b"sBIT", vec![4]), (b"tRNS", vec![0, 1]), (b"bKGD", vec![0, 2])];
    [described(ColorType::Indexed, &colors), described(ColorType::Rgb, &video), described(ColorType::Grayscale, &gray)]
}

/// Three frames by another writer, each smaller than the one before.
fn animation() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 5, 3);
    encoder.set_color(ColorType::Rgba);
    encoder.set_animated(3, 7).unwrap();
    encoder.set_frame_delay(1, 10).unwrap();
    let mut writer = encoder.write_header().unwrap();
    for left in 0..3 {
        writer.set_frame_position(0, 0).unwrap();
        writer.set_frame_dimension(5 - left, 3).unwrap();
        writer.set_frame_position(left, 0).unwrap();
        writer.set_dispose_op(DisposeOp::Background).unwrap();
        writer.write_image_data(&noise((5 - left) as usize * 12)).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

/// First column and line of the passes, and how many columns and lines further the next ones are.
const PASSES: [[usize; 4]; 7] =
    [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];

/// A picture in seven passes, whose pixels are numbered from 0.
fn in_passes(width: usize, height: usize) -> Vec<u8> {
    let lines = PASSES.map(|[left, top, across, down]| {
        let line = |y: usize| (left..width).step_by(across).map(|x| (y * width + x) as u8).collect::<Vec<_>>();
        let lines = (top..height).step_by(down).map(line).filter(|bytes| !bytes.is_empty());
        Lines { lines: lines.map(|bytes| Line { filter: 0, bytes }).collect() }
    });
    let content: Vec<u8> =
        lines.iter().flat_map(|lines| &lines.lines).flat_map(|line| [&[0], &*line.bytes].concat()).collect();
    let [first, second, third, fourth, fifth, sixth, seventh] = lines;
    let header = Header {
        width: width as u32,
        height: height as u32,
        depth: 8,
        color: ColorKind::Gray as u8,
        compression: 0,
        filters: 0,
        interlace: 1,
    };
    let chunks = packed(&content).chunks(20).map(Chunk::part).chain([Chunk::new(b"IEND", Body::End)]).collect();
    let passes = Some(Passes { first, second, third, fourth, fifth, sixth, seventh });
    Png { start: First::new(header), chunks, lines: None, passes }.to_vec().unwrap()
}

/// Kinds of pixels.
const KINDS: [(ColorType, BitDepth); 7] = [
    (ColorType::Grayscale, BitDepth::One),
    (ColorType::Grayscale, BitDepth::Sixteen),
    (ColorType::Rgb, BitDepth::Eight),
    (ColorType::Indexed, BitDepth::Four),
    (ColorType::Indexed, BitDepth::Eight),
    (ColorType::GrayscaleAlpha, BitDepth::Eight),
    (ColorType::Rgba, BitDepth::Sixteen),
];

/// Pictures with all chunks, one that moves, two in passes, and one of each kind of pixels.
pub fn samples() -> Vec<Vec<u8>> {
    let others = [animation(), in_passes(9, 10), in_passes(1, 2)];
    let kinds = KINDS.map(|(color, depth)| file(color, depth));
    with_all_chunks().into_iter().chain(others).chain(kinds).collect()
}

/// An animation whose second frame is wider than the picture.
pub fn damaged() -> Vec<u8> {
    let mut png = Png::from_slice(&animation()).unwrap();
    let frame = png.chunks.iter_mut().filter_map(|chunk| chunk.frame.as_mut()).nth(1).unwrap();
    frame.left = 4;
    png.to_vec().unwrap()
}

/// The pixels, read by another reader.
fn pixels(file: &[u8]) -> Vec<u8> {
    let mut reader = Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    reader.finish().unwrap();
    pixels
}

fn kinds(png: &Png) -> Vec<String> {
    png.chunks.iter().map(|chunk| chunk.kind.to_string()).collect()
}

#[test]
fn files_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Png>(&file);
    }
    for (color, depth) in KINDS {
        let png = Png::from_slice(&file(color, depth)).unwrap();
        assert_eq!(png.lines.as_ref().unwrap().lines.len(), 30, "{color:?}");
        assert_eq!(png.to_vec().unwrap(), file(color, depth));
    }
}

#[test]
fn chunks_are_judged_alike_by_the_schema_alone() {
    for file in with_all_chunks().into_iter().chain([animation(), in_passes(9, 10)]) {
        assert_kept_alike::<Png>(&file);
    }
}

fn body(png: &Png, kind: &[u8; 4]) -> Body {
    png.chunks.iter().find(|chunk| chunk.kind == *kind).unwrap().body.clone().unwrap()
}

#[test]
fn chunks_hold_what_another_reader_reads() {
    let [colors, video, _] = with_all_chunks();
    let png = Png::from_slice(&colors).unwrap();
    let reader = Decoder::new(Cursor::new(&colors)).read_info().unwrap();
    let info = reader.info();
    let Body::Profile { profile, .. } = body(&png, b"iCCP") else { panic!() };
    assert_eq!(profile, info.icc_profile.as_deref().unwrap());
    let Body::PackedText { text, .. } = body(&png, b"zTXt") else { panic!() };
    assert_eq!(text, b"caf\xE9 ".repeat(20));
    assert_eq!(info.compressed_latin1_text[0].get_text().unwrap(), "caf\u{e9} ".repeat(20));
    let texts: Vec<_> = png
        .chunks
        .iter()
        .filter_map(|chunk| match &chunk.body {
            Some(Body::AnyText { text, .. }) => Some(String::from_utf8(text.clone()).unwrap()),
            _ => None,
        })
        .collect();
    assert_eq!(texts, info.utf8_text.iter().map(|one| one.get_text().unwrap()).collect::<Vec<_>>());
    let Body::Chromaticities(found) = body(&png, b"cHRM") else { panic!() };
    assert_eq!(found.red[0], info.chrm_chunk.unwrap().red.0.into_scaled());
    let Body::PixelSize { across, unit, .. } = body(&png, b"pHYs") else { panic!() };
    assert_eq!((across, unit), (info.pixel_dims.unwrap().xppu, 1));
    let Body::Suggestions { colors, .. } = body(&png, b"sPLT") else { panic!() };
    assert_eq!((colors[1].green, colors[1].frequency), (5, 2));
    let png = Png::from_slice(&video).unwrap();
    let reader = Decoder::new(Cursor::new(&video)).read_info().unwrap();
    let info = reader.info();
    let Body::VideoColors(found) = body(&png, b"cICP") else { panic!() };
    assert_eq!(found.primaries, info.coding_independent_code_points.unwrap().color_primaries);
    let Body::Mastering(found) = body(&png, b"mDCV") else { panic!() };
    assert_eq!(found.brightest, info.mastering_display_color_volume.unwrap().max_luminance);
    let Body::LightLevel { average, .. } = body(&png, b"cLLI") else { panic!() };
    assert_eq!(average, info.content_light_level.unwrap().max_frame_average_light_level);
    let Body::Suggestions { colors, .. } = body(&png, b"sPLT") else { panic!() };
    assert_eq!((colors[0].blue, colors[0].frequency), (3, 256));
}

/// Text in chunks that another writer compressed.
#[test]
fn texts_of_another_compressor_are_read() {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 1, 1);
    encoder.add_ztxt_chunk("Comment".to_owned(), "long ".repeat(30)).unwrap();
    encoder.write_header().unwrap().write_image_data(&[0]).unwrap();
    assert_eq!(Png::validate(&bytes, Mode::Strict).findings(), []);
    let Body::PackedText { text, .. } = body(&Png::from_slice(&bytes).unwrap(), b"zTXt") else { panic!() };
    assert_eq!(text, b"long ".repeat(30));
}

#[test]
fn a_slower_animation_is_read_by_another_reader() {
    let mut png = Png::from_slice(&animation()).unwrap();
    let numbers: Vec<_> = png.chunks.iter().filter(|one| one.kind == *b"fcTL" || one.kind == *b"fdAT").collect();
    assert_eq!(numbers.iter().map(|one| one.sequence).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    for frame in png.chunks.iter_mut().filter_map(|chunk| chunk.frame.as_mut()) {
        assert_eq!(frame.disposal, Disposal::Clear as u8);
        frame.delay = 5;
    }
    let changed = png.to_vec().unwrap();
    let mut reader = Decoder::new(Cursor::new(&changed)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    for left in 0..3 {
        reader.next_frame(&mut pixels).unwrap();
        let frame = reader.info().frame_control.unwrap();
        assert_eq!((frame.x_offset, frame.width, frame.delay_num), (left, 5 - left, 5));
    }
    assert_eq!(reader.info().animation_control.unwrap().num_plays, 7);
}

/// The file of an animation with other chunks.
fn animation_with(change: impl FnOnce(&mut Vec<Chunk>)) -> Vec<(String, String)> {
    found(&with_chunks(&animation(), change))
}

#[test]
fn faults_of_an_animation_are_found() {
    let codes = |found: Vec<(String, String)>| found.into_iter().map(|one| one.0).collect::<Vec<_>>();
    assert_eq!(found(&damaged()), [("frame.width".to_owned(), "chunks[3].frame.width".to_owned())]);
    // Two numbers in the other order.
    let swapped = animation_with(|chunks| {
        (chunks[3].sequence, chunks[4].sequence) = (2, 1);
    });
    assert_eq!(swapped[0], ("png.sequence".to_owned(), "chunks[3].sequence".to_owned()));
    // A frame that is missing, with its numbers.
    let fewer = animation_with(|chunks| {
        chunks.remove(3);
    });
    assert_eq!(codes(fewer), ["png.frames", "png.sequence", "png.sequence", "png.sequence"]);
    // Frames without the chunk that begins an animation.
    let still = animation_with(|chunks| {
        chunks.remove(0);
    });
    assert_eq!(codes(still), ["png.frames", "png.first-number"]);
}

#[test]
fn passes_are_read_by_another_reader() {
    for (width, height) in [(9, 10), (1, 2), (5, 1)] {
        let file = in_passes(width, height);
        assert_eq!(Png::validate(&file, Mode::Strict).findings(), []);
        assert_eq!(pixels(&file), (0..(width * height) as u8).collect::<Vec<_>>());
    }
}

/// What animations changed: more fields in some chunks, so that values differ in both directions; and no file is refused.
#[test]
fn readers_without_animations_show_the_picture() {
    let changes = diff::diff(&model::<still::Png>(), &model::<Png>(), &diff::Options::default()).unwrap();
    let changes: Vec<_> =
        changes.iter().map(|change| (change.rule.id, change.path(), change.effects.old_reads_new)).collect();
    for (rule, path) in [
        ("field.added", "Chunk.frames"),
        ("field.added", "Chunk.sequence"),
        ("field.added", "Chunk.frame"),
        ("field.condition", "Chunk.body"),
    ] {
        let expected = (rule, path.to_owned(), diff::Effect::ReadsDifferently);
        assert!(changes.contains(&expected), "{expected:?}: {changes:?}");
    }
    let file = animation();
    assert_eq!(still::Png::validate(&file, Mode::Strict).findings(), []);
    let (old, new) = (still::Png::from_slice(&file).unwrap(), Png::from_slice(&file).unwrap());
    assert_eq!((old.lines, old.chunks.len()), (new.lines, new.chunks.len()));
    assert!(matches!(&old.chunks[0].body, Some(Body::Other(bytes)) if bytes == &[0, 0, 0, 3, 0, 0, 0, 7]));
}

#[test]
fn another_picture_is_read_by_another_reader() {
    let mut png = Png::from_slice(&file(ColorType::Rgb, BitDepth::Eight)).unwrap();
    // Lines without filters, which another writer chose.
    let samples = noise(120 * 30).into_iter().rev().collect::<Vec<_>>();
    let lines: Vec<_> = samples.chunks(120).map(|bytes| Line { filter: 0, bytes: bytes.to_vec() }).collect();
    png.set_lines(Lines { lines }, 500).unwrap();
    let changed = png.to_vec().unwrap();
    let kinds = kinds(&png);
    let parts = kinds.iter().filter(|kind| **kind == "IDAT").count();
    assert!(parts > 2 && kinds[..2] == ["gAMA", "tEXt"] && kinds[2..2 + parts].iter().all(|kind| *kind == "IDAT"));
    assert_eq!(kinds[2 + parts..], ["IEND"]);
    assert_eq!(pixels(&changed), samples);
    assert_eq!(Png::validate(&changed, Mode::Strict).findings(), []);
    // A picture that is not that of the parts is not written.
    png.lines.as_mut().unwrap().lines[3].bytes[5] ^= 1;
    let error = png.to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Inconsistent, "lines".to_owned()));
}

#[test]
fn a_text_is_added_in_front_of_the_picture() {
    let old = file(ColorType::Indexed, BitDepth::Eight);
    let changed = describe(&old, "Author", "a painter").unwrap();
    assert_eq!(changed.len(), old.len() + 12 + "Author\0a painter".len());
    assert_eq!(pixels(&changed), pixels(&old));
    let reader = Decoder::new(Cursor::new(&changed)).read_info().unwrap();
    let texts: Vec<_> = reader.info().uncompressed_latin1_text.iter().map(|one| (&*one.keyword, &*one.text)).collect();
    assert_eq!(texts, [("Author", "a painter"), ("Title", "Caf\u{e9}")]);
}

#[test]
fn a_new_file_is_read_by_another_reader() {
    let header = Header { width: 3, height: 2, depth: 8, color: 0, compression: 0, filters: 0, interlace: 0 };
    let chunks = vec![Chunk::new(b"IEND", Body::End)];
    let mut png = Png { start: First::new(header), chunks, lines: None, passes: None };
    let lines = [[1, 2, 3], [4, 5, 6]].map(|bytes| Line { filter: 0, bytes: bytes.to_vec() });
    png.set_lines(Lines { lines: lines.into() }, usize::MAX).unwrap();
    assert_eq!(pixels(&png.to_vec().unwrap()), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn the_schema_alone_changes_a_chunk() {
    let file = file(ColorType::Rgba, BitDepth::Eight);
    let mut model = decoded::<Png>(&file);
    // The picture follows from its parts.
    model.as_object_mut().unwrap().remove("lines");
    let chunks = model["chunks"].as_array_mut().unwrap();
    let text = chunks.iter_mut().find(|chunk| chunk["kind"] == json!("tEXt")).unwrap();
    text["body"]["text"] = json!("longer than before");
    let changed = encoded::<Png>(&model);
    assert_eq!(pixels(&changed), pixels(&file));
    assert_eq!(Png::validate(&changed, Mode::Strict).findings(), []);
}

/// Codes and paths of what is found.
fn found(file: &[u8]) -> Vec<(String, String)> {
    let report = Png::validate(file, Mode::Strict);
    report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string())).collect()
}

/// The same file with other chunks.
fn with_chunks(file: &[u8], change: impl FnOnce(&mut Vec<Chunk>)) -> Vec<u8> {
    let mut png = Png::from_slice(file).unwrap();
    change(&mut png.chunks);
    png.to_vec().unwrap()
}

#[test]
fn faults_are_found() {
    let expected =
        |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
    let good = file(ColorType::Indexed, BitDepth::Eight);
    let at = |kind: &[u8; 4]| good.windows(4).position(|bytes| bytes == kind).unwrap();
    let changed = |place: usize, byte: u8| {
        let mut file = good.clone();
        file[place] ^= byte;
        file
    };
    // A byte of a text, which only the CRC has.
    assert_eq!(found(&changed(at(b"tEXt") + 5, 1)), expected(&[("chunk.crc", "chunks[3].crc")]));
    // A byte of the picture: its CRC, and the stream that ends with a sum of its own.
    let stream = found(&changed(at(b"IDAT") + 40, 1));
    assert_eq!(stream[0], ("chunk.crc".to_owned(), "chunks[4].crc".to_owned()));
    assert_eq!(stream[1].1, "lines", "{stream:?}");
    // No palette, and two.
    let none = with_chunks(&good, |chunks| chunks.retain(|chunk| chunk.kind != *b"PLTE"));
    assert_eq!(found(&none), expected(&[("png.palette", "")]));
    let two = with_chunks(&good, |chunks| {
        let palette = chunks.iter().find(|chunk| chunk.kind == *b"PLTE").cloned().unwrap();
        chunks.insert(0, palette);
    });
    assert_eq!(found(&two), expected(&[("png.palette", "")]));
    let twice = with_chunks(&good, |chunks| chunks.insert(0, Chunk::new(b"gAMA", Body::Gamma(1))));
    assert_eq!(found(&twice), expected(&[("png.one-of-a-kind", "")]));
    // A kind that no reader may skip, and one whose third letter is small.
    let other = with_chunks(&good, |chunks| chunks.insert(0, Chunk::new(b"ABCD", Body::Other(vec![1]))));
    assert_eq!(found(&other), expected(&[("png.critical", "chunks[0].kind")]));
    let small = with_chunks(&good, |chunks| chunks.insert(0, Chunk::new(b"abcd", Body::Other(vec![1]))));
    assert_eq!(found(&small), expected(&[("chunk.third-letter", "chunks[0].kind")]));
    // Bytes after the end.
    let after = [&good[..], b"more"].concat();
    assert_eq!(found(&after)[0].0, "trailing-bytes");
    // A depth that colours do not have, in a header whose sum is right.
    let mut png = Png::from_slice(&good).unwrap();
    png.start.header.depth = 16;
    assert!(png.to_vec().is_err(), "the picture has another size then");
}

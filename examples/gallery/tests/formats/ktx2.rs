//! KTX2: textures made by hand come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, hex, word, words, written};
use bpx_schema::report::{Class, Mode, Verdict};
use bpx_schema::{Codec, transform};
use gallery::ktx2::{Ktx2, read, replace};
use std::io::Read;

/// Three levels of 4, 2 and 1 pixels a side, three bytes a pixel.
fn levels() -> [Vec<u8>; 3] {
    [(0..48).collect(), (100..112).collect(), vec![200, 201, 202]]
}

/// A frame of zstd that holds bytes as they are: signature, one segment whose size is a byte, the last block.
fn zstd_frame(content: &[u8]) -> Vec<u8> {
    let size = u8::try_from(content.len()).unwrap();
    let block = (u32::from(size) << 3 | 1).to_le_bytes();
    [&[0x28, 0xB5, 0x2F, 0xFD, 0x20, size], &block[..3], content].concat()
}

/// A texture of red, green and blue. `levels` are in the order of the index: stored bytes and their offset.
fn texture(compression: u32, levels: [(&[u8], u64); 3]) -> Vec<u8> {
    texture_of(3, compression, levels)
}

/// The same, perhaps with opacity.
fn texture_of(components: u32, compression: u32, levels: [(&[u8], u64); 3]) -> Vec<u8> {
    let mut file = b"\xABKTX 20\xBB\r\n\x1A\n".to_vec();
    // VK_FORMAT_R8G8B8_UNORM or VK_FORMAT_R8G8B8A8_UNORM, size of the type, width, height, depth, layers, faces, levels.
    file.extend(words(&[components * 14 - 19, 1, 4, 4, 0, 0, 1, 3, compression]));
    // Description, key/value data, global data.
    file.extend(words(&[152, 28 + 16 * components, 180 + 16 * components, 20, 0, 0, 0, 0]));
    for ((stored, offset), size) in levels.iter().zip([16, 4, 1].map(|texels| texels * u64::from(components))) {
        file.extend([*offset, stored.len() as u64, size].into_iter().flat_map(u64::to_le_bytes));
    }
    assert_eq!(file.len(), 152);
    let plane = if compression == 0 { components } else { 0 };
    file.extend(words(&[28 + 16 * components, 0, (24 + 16 * components) << 16 | 2, 0x0001_0101, 0, plane, 0]));
    for number in 0..components {
        let channel = if number == 3 { 15 } else { number };
        file.extend(words(&[channel << 24 | 7 << 16 | (number * 8), 0, 0, 255]));
    }
    file.extend(words(&[15]));
    file.extend(b"KTXwriter\0hand\0\0");
    for (stored, offset) in levels.iter().rev() {
        file.resize(usize::try_from(*offset).unwrap(), 0);
        file.extend(*stored);
    }
    file
}

fn plain() -> Vec<u8> {
    let [large, middle, small] = levels();
    texture(0, [(&large, 276), (&middle, 264), (&small, 252)])
}

fn packed() -> Vec<u8> {
    let [large, middle, small] = levels().map(|level| zstd_frame(&level));
    texture(2, [(&large, 248 + 12 + 21), (&middle, 248 + 12), (&small, 248)])
}

/// Levels of red, green, blue and opacity, which need no bytes between them.
fn with_opacity() -> Vec<u8> {
    let [large, middle, small] = [16, 4, 1].map(|texels| (0..texels * 4).collect::<Vec<u8>>());
    texture_of(4, 0, [(&large, 264 + 20), (&middle, 264 + 4), (&small, 264)])
}

/// The same levels, compressed by the runtime: what it reads, it writes again.
fn packed_by(compression: u32, pack: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let [large, middle, small] = levels().map(|level| pack(&level));
    let after_small = 248 + small.len() as u64;
    let after_middle = after_small + middle.len() as u64;
    texture(compression, [(&large, after_middle), (&middle, after_small), (&small, 248)])
}

/// A cube of one layer and one pixel a side in BasisLZ, with global data for its six pictures.
fn transcodable() -> Vec<u8> {
    let mut file = b"\xABKTX 20\xBB\r\n\x1A\n".to_vec();
    file.extend(words(&[0, 1, 4, 4, 0, 1, 6, 1, 1]));
    // Description, key/value data; global data of 146 bytes at 168, the level after them.
    file.extend(words(&[104, 44, 148, 20, 168, 0, 146, 0]));
    file.extend([314_u64, 12, 0].into_iter().flat_map(u64::to_le_bytes));
    // One component of blocks of ETC1S, 64 bits, of four by four texels.
    file.extend(words(&[44, 0, 40 << 16 | 2, 0x0002_01A3, 0x0303, 0, 0, 63 << 16, 0, 0, u32::MAX]));
    file.extend(words(&[15]));
    file.extend(b"KTXwriter\0hand\0\0");
    assert_eq!(file.len(), 168);
    // Two colours in 3 bytes, a pattern in 2, tables of 1 byte, nothing of extensions.
    file.extend(words(&[1 << 16 | 2, 3, 2, 1, 0]));
    for image in 0..6 {
        file.extend(words(&[0, image * 2, 2, 0, 0]));
    }
    file.extend(b"EEESST");
    file.extend(b"0a1b2c3d4e5f");
    file
}

/// Textures as they are, compressed in three ways.
pub fn samples() -> Vec<Vec<u8>> {
    let zlib = packed_by(3, |level| transform::encode(level, &transform::Zlib::new()).unwrap());
    let zstd = packed_by(2, |level| transform::encode(level, &transform::Zstd::new()).unwrap());
    vec![with_opacity(), transcodable(), zlib, zstd]
}

/// A texture with a level after the one of one pixel.
pub fn damaged() -> Vec<u8> {
    let mut file = with_opacity();
    (file[20], file[24]) = (3, 3);
    file
}

/// The levels of a file as the crate `ktx2` finds them, unpacked by the crate `ruzstd`.
fn foreign(file: &[u8]) -> Vec<Vec<u8>> {
    let reader = ktx2::Reader::new(file).unwrap();
    assert_eq!(reader.writer(), Some("hand\0"));
    assert_eq!(reader.header().pixel_width, 4);
    assert_eq!(reader.basic_dfd().unwrap().sample_information.len(), 3);
    let is_packed = reader.header().supercompression_scheme == Some(ktx2::SupercompressionScheme::Zstandard);
    let content = |level: ktx2::Level<'_>| {
        let mut content = level.data.to_vec();
        if is_packed {
            content.clear();
            ruzstd::decoding::StreamingDecoder::new(level.data).unwrap().read_to_end(&mut content).unwrap();
        }
        assert_eq!(content.len() as u64, level.uncompressed_byte_length);
        content
    };
    reader.levels().map(content).collect()
}

#[test]
fn textures_made_by_hand_come_back() {
    for file in [plain(), packed()] {
        assert_eq!(foreign(&file), levels());
        let report = Ktx2::validate(&file, Mode::Lenient);
        assert_eq!(report.verdict(), Verdict::Valid, "{:?}", report.findings());
        assert_eq!(written::<Ktx2>(&file), file);
        for (number, level) in levels().iter().enumerate() {
            assert_eq!(read(&file, number).unwrap(), *level);
        }
    }
}

#[test]
fn samples_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Ktx2>(&file);
        assert_kept_alike::<Ktx2>(&file);
    }
}

#[test]
fn global_data_are_those_of_another_reader() {
    let file = transcodable();
    let json = decoded::<Ktx2>(&file);
    let global = &json["global"][0]["basis_lz"];
    let images: Vec<_> = global["images"].as_array().unwrap().iter().map(|one| one["color_offset"].clone()).collect();
    assert_eq!(images, [0, 2, 4, 6, 8, 10]);
    assert_eq!((&global["endpoints"], &global["tables"]), (&hex(b"EEE"), &hex(b"T")));
    let reader = ktx2::Reader::new(&*file).unwrap();
    assert_eq!(reader.supercompression_global_data(), &file[168..314]);
    assert_eq!(reader.header().face_count, 6);
}

#[test]
fn bits_of_components_are_those_of_another_reader() {
    let file = plain();
    let texture = Ktx2::from_slice(&file).unwrap();
    let reader = ktx2::Reader::new(&*file).unwrap();
    let found: Vec<_> = texture.description.samples.iter().map(|one| one.channel.component()).collect();
    let other: Vec<_> = reader.basic_dfd().unwrap().sample_information.iter().map(|one| one.channel_type).collect();
    assert_eq!(found, other);
    assert_eq!(found, [0, 1, 2]);
}

#[test]
fn faults_are_found_where_they_are() {
    let found = |at: usize, byte: u8, file: &[u8]| {
        let mut file = file.to_vec();
        file[at] = byte;
        let report = Ktx2::validate(&file, Mode::Lenient);
        let rules: Vec<_> = report.findings().iter().filter(|one| one.class == Class::Inconsistent).collect();
        let first = rules.first().unwrap_or_else(|| panic!("{:?}", report.findings()));
        (first.code.to_string(), first.path.to_string(), first.location.file)
    };
    let expected = |code: &str, path: &str, at: u64| (code.to_owned(), path.to_owned(), at);
    let (plain, cube) = (plain(), transcodable());
    assert_eq!(found(20, 3, &damaged()), expected("header.levels", "header.level_count", 40));
    assert_eq!(found(20, 3, &cube), expected("header.cube", "header.face_count", 36));
    assert_eq!(found(16, 2, &cube), expected("header.type-size", "header.type_size", 16));
    assert_eq!(found(44, 0, &cube), expected("ktx2.global-data", "parts[0].global_size", 72));
    // Four layers of 48 bytes, of 12, and of 3, which is none.
    assert_eq!(found(32, 4, &plain), expected("ktx2.level-size", "levels[2].content_size", 80 + 2 * 24 + 16));
}

/// Without an old file, the writer follows the rules for places: those of the file made by hand.
#[test]
fn a_new_texture_has_the_places_of_the_specification() {
    use bpx_schema::codec::Regions;
    use bpx_schema::layout::{Content, FileWriter};
    let file = plain();
    let mut texture = Ktx2::from_slice(&file).unwrap();
    texture.header.description_offset = 0;
    texture.parts = vec![Default::default()];
    texture.levels.fill(Default::default());
    (texture.pairs, texture.global, texture.data) = (Regions::default(), Regions::default(), Regions::default());
    let mut writer = FileWriter::new(&texture, []).unwrap();
    writer.put(Ktx2::PAIRS, 0, Content::new(&file[228..248])).unwrap();
    for (number, level) in (0..).zip(levels()) {
        writer.put(Ktx2::DATA, number, Content::new(level)).unwrap();
    }
    assert_eq!(writer.place().unwrap().to_vec().unwrap(), file);
}

#[test]
fn a_longer_level_is_read_by_another_reader() {
    for file in [plain(), packed()] {
        let longer: Vec<u8> = (0..200_u8).map(|byte| byte.wrapping_mul(89)).collect();
        let changed = replace(&file, 1, &longer).unwrap();
        let [large, _, small] = levels();
        assert_eq!(foreign(&changed), [large, longer, small]);
        // What is absent is nowhere.
        assert_eq!(word(&changed, 64), 0);
        let report = Ktx2::validate(&changed, Mode::Lenient);
        assert_eq!(report.verdict(), Verdict::Valid, "{:?}", report.findings());
    }
    // Plain levels begin at multiples of 3 and 4.
    let changed = replace(&plain(), 2, &[1; 40]).unwrap();
    let reader = Ktx2::from_slice(&changed).unwrap();
    assert_eq!(reader.levels.iter().map(|level| level.offset).collect::<Vec<_>>(), [312, 300, 252]);
}

#[test]
fn the_schema_alone_reads_changes_and_writes() {
    let json = decoded::<Ktx2>(&plain());
    assert_eq!(encoded::<Ktx2>(&json), plain());
    assert_eq!(json["pairs"][0]["list"][0]["pair"]["key"], "KTXwriter");
    for file in [plain(), packed()] {
        let mut json = decoded::<Ktx2>(&file);
        assert_eq!(foreign(&encoded::<Ktx2>(&json)), levels());
        let longer = vec![7; 500];
        json["data"][0]["bytes"] = hex(&longer);
        let [_, middle, small] = levels();
        assert_eq!(foreign(&encoded::<Ktx2>(&json)), [longer, middle, small]);
    }
}

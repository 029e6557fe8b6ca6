//! KTX2: textures made by hand come back, and changed ones are read by another reader.

mod shared;

use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use gallery::ktx2::{Ktx2, read, replace};
use shared::{decoded, encoded, hex, word, words, written};
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
    let mut file = b"\xABKTX 20\xBB\r\n\x1A\n".to_vec();
    // VK_FORMAT_R8G8B8_UNORM, size of the type, width, height, depth, layers, faces, levels.
    file.extend(words(&[23, 1, 4, 4, 0, 0, 1, 3, compression]));
    // Description, key/value data, global data.
    file.extend(words(&[152, 76, 228, 20, 0, 0, 0, 0]));
    for ((stored, offset), size) in levels.iter().zip([48_u64, 12, 3]) {
        file.extend([*offset, stored.len() as u64, size].into_iter().flat_map(u64::to_le_bytes));
    }
    assert_eq!(file.len(), 152);
    let plane = if compression == 0 { 3 } else { 0 };
    file.extend(words(&[76, 0, 72 << 16 | 2, 0x0001_0101, 0, plane, 0]));
    for channel in 0..3 {
        file.extend(words(&[channel << 24 | 7 << 16 | (channel * 8), 0, 0, 255]));
    }
    assert_eq!(file.len(), 228);
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

/// Without an old file, the writer follows the rules for places: those of the file made by hand.
#[test]
fn a_new_texture_has_the_places_of_the_specification() {
    use bpx_schema::codec::Regions;
    use bpx_schema::layout::{Content, FileWriter};
    let file = plain();
    let mut texture = Ktx2::from_slice(&file).unwrap();
    texture.header.description_offset = 0;
    texture.index = vec![Default::default()];
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

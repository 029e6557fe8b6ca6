//! FLAC: files by hand come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use gallery::flac::{Block, Body, Comments, Flac, Kind, PictureKind, Text, add_comment};
use metaflac::block::{Application, CueSheet, CueSheetTrack, CueSheetTrackIndex, PictureType, SeekTable};

/// 44,100 samples in a second, two channels, 16 bits, 1000 samples; each number has its width in bits.
fn stream_samples() -> u64 {
    44_100 << 44 | 1 << 41 | 15 << 36 | 1000
}

/// A file of a stream and comments, and bytes in place of sound.
fn file() -> Vec<u8> {
    let stream = [
        &4096_u16.to_be_bytes()[..],
        &4096_u16.to_be_bytes(),
        &[0, 0, 14, 0, 16, 0],
        &stream_samples().to_be_bytes(),
        &[7; 16],
    ];
    let texts = [&3_u32.to_le_bytes()[..], b"own", &1_u32.to_le_bytes(), &7_u32.to_le_bytes(), b"TITLE=a"];
    let (stream, texts) = (stream.concat(), texts.concat());
    [b"fLaC\0\0\0", &[34][..], &stream, &[0x84, 0, 0, texts.len() as u8], &texts, b"sound"].concat()
}

/// A file with blocks of all kinds, by another writer.
fn with_all_blocks() -> Vec<u8> {
    let mut tag = metaflac::Tag::read_from(&mut &*file()).unwrap();
    tag.add_picture("image/png", PictureType::CoverFront, vec![1, 2, 3]);
    let point = |sample: u64, offset: u64, count: u16| {
        [&sample.to_be_bytes()[..], &offset.to_be_bytes(), &count.to_be_bytes()].concat()
    };
    let points = [point(4096, 14, 4096), point(u64::MAX, 0, 0), point(u64::MAX, 0, 0)].concat();
    tag.push_block(metaflac::Block::SeekTable(SeekTable::from_bytes(&points)));
    tag.push_block(metaflac::Block::Application(Application { id: b"test".to_vec(), data: vec![7] }));
    let track = |number, offset, point_nums: &[u8]| {
        let indices = point_nums.iter().map(|number| CueSheetTrackIndex { offset: 588, point_num: *number }).collect();
        let isrc = if number == 1 { "GBAAA2600001".to_owned() } else { String::new() };
        CueSheetTrack { offset, number, isrc, is_audio: true, pre_emphasis: false, indices }
    };
    let tracks = vec![track(1, 0, &[0, 1]), track(2, 5880, &[1]), track(170, 11760, &[])];
    let cues = CueSheet { catalog_num: "1234567890123".to_owned(), num_leadin: 88_200, is_cd: true, tracks };
    tag.push_block(metaflac::Block::CueSheet(cues));
    tag.push_block(metaflac::Block::Padding(5));
    let mut bytes = Vec::new();
    tag.write_to(&mut bytes).unwrap();
    bytes
}

/// Files by hand, and by another writer with blocks of all kinds.
pub fn samples() -> Vec<Vec<u8>> {
    vec![with_all_blocks(), file()]
}

/// A file whose smallest block is larger than the largest one.
pub fn damaged() -> Vec<u8> {
    let mut file = file();
    file[8] += 1;
    file
}

#[test]
fn files_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Flac>(&file);
        assert_kept_alike::<Flac>(&file);
    }
}

#[test]
fn bits_are_read_as_another_reader_reads_them() {
    let flac = Flac::from_slice(&file()).unwrap();
    let Body::Stream(stream) = &flac.blocks[0].body else { panic!("{:?}", flac.blocks) };
    let tag = metaflac::Tag::read_from(&mut &*file()).unwrap();
    let other = tag.get_streaminfo().unwrap();
    let found =
        (stream.samples.rate(), stream.samples.channels() + 1, stream.samples.bits() + 1, stream.samples.count());
    assert_eq!(found, (other.sample_rate, other.num_channels, other.bits_per_sample, other.total_samples));
    assert_eq!(found, (44_100, 2, 16, 1000));
    assert_eq!(other.max_frame_size, 16 << 8);
}

#[test]
fn an_added_comment_is_read_by_another_reader() {
    let changed = add_comment(&file(), "ARTIST=someone").unwrap();
    let tag = metaflac::Tag::read_from(&mut &*changed).unwrap();
    assert_eq!(tag.get_vorbis("ARTIST").unwrap().collect::<Vec<_>>(), ["someone"]);
    assert_eq!(tag.get_vorbis("TITLE").unwrap().collect::<Vec<_>>(), ["a"]);
    assert!(changed.ends_with(b"ARTIST=someonesound"));
}

#[test]
fn blocks_of_another_writer_are_read() {
    let flac = Flac::from_slice(&with_all_blocks()).unwrap();
    let mut found = Vec::new();
    for block in &flac.blocks {
        match &block.body {
            Body::Picture(picture) => {
                assert_eq!((picture.kind, &*picture.data), (PictureKind::FrontCover as u32, &[1, 2, 3][..]))
            }
            Body::Seek(seek) => {
                let points: Vec<_> =
                    seek.points.iter().map(|point| (point.sample, point.offset, point.count)).collect();
                assert_eq!(points, [(4096, 14, 4096), (u64::MAX, 0, 0), (u64::MAX, 0, 0)]);
            }
            Body::Application { id, data } => assert_eq!((id.to_string(), &**data), ("test".to_owned(), &[7][..])),
            Body::Cues(cues) => {
                assert_eq!(
                    (cues.lead_in, cues.flags.is_disc(), &cues.catalog[..13]),
                    (88_200, 1, &b"1234567890123"[..])
                );
                let tracks: Vec<_> = cues
                    .tracks
                    .iter()
                    .map(|one| (one.number, one.offset, one.points.len(), one.flags.is_data()))
                    .collect();
                assert_eq!(tracks, [(1, 0, 2, 0), (2, 5880, 1, 0), (170, 11760, 0, 0)]);
                assert_eq!(&cues.tracks[0].recording, b"GBAAA2600001");
            }
            Body::Padding { bytes } => assert_eq!(*bytes, [0; 5]),
            _ => {}
        }
        found.push(block.head.kind());
    }
    found.sort_unstable();
    assert_eq!(found, [0, 1, 2, 3, 4, 5, 6]);
}

/// Codes and paths of what is found in a changed file.
fn found(change: impl FnOnce(&mut Flac)) -> Vec<(String, String)> {
    let mut flac = Flac::from_slice(&with_all_blocks()).unwrap();
    change(&mut flac);
    let report = Flac::validate(&flac.to_vec().unwrap(), Mode::Strict);
    report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string())).collect()
}

#[test]
fn faults_of_blocks_are_found() {
    let expected = |code: &str, path: &str| vec![(code.to_owned(), path.to_owned())];
    let swapped = found(|flac| flac.blocks.swap(0, 1));
    assert_eq!(swapped.iter().map(|one| &*one.0).collect::<Vec<_>>(), ["flac.stream-first", "flac.stream-first"]);
    let twice = found(|flac| {
        let comments = flac.blocks.iter().find(|block| block.head.kind() == 4).cloned().unwrap();
        flac.blocks.insert(1, comments);
    });
    assert_eq!(twice, expected("flac.one-of-a-kind", "blocks"));
    let change_cues = |change: fn(&mut gallery::flac::Cues)| {
        found(|flac| {
            for block in &mut flac.blocks {
                if let Body::Cues(cues) = &mut block.body {
                    change(cues);
                }
            }
        })
    };
    let codes = |found: Vec<(String, String)>| found.into_iter().map(|one| one.0).collect::<Vec<_>>();
    assert_eq!(codes(change_cues(|cues| cues.tracks.truncate(2))), ["cues.end"]);
    assert_eq!(codes(change_cues(|cues| cues.tracks[1].number = 1)), ["cues.number"]);
    assert_eq!(codes(change_cues(|cues| cues.tracks[1].offset += 1)), ["cues.sector"]);
    let points = found(|flac| {
        for block in &mut flac.blocks {
            if let Body::Seek(seek) = &mut block.body {
                seek.points[1].sample = 4096;
            }
        }
    });
    assert_eq!(codes(points), ["seek.sample"]);
}

#[test]
fn blocks_without_an_end_are_not_written() {
    let comments = Comments { vendor: Text::new("own"), texts: Vec::new() };
    let block = Block::new(Kind::Comments, Body::Comments(comments)).unwrap();
    let error = Flac { blocks: vec![block], frames: Vec::new() }.to_vec().unwrap_err();
    assert!(error.to_string().contains("blocks"), "{error}");
}

#[test]
fn a_wrong_size_of_blocks_is_found() {
    let mut file = file();
    // The size of the smallest block.
    file[8..10].copy_from_slice(&[0, 15]);
    let report = Flac::validate(&file, Mode::Strict);
    let found: Vec<_> =
        report.findings().iter().map(|found| (found.class, found.path.to_string(), found.location.file)).collect();
    assert_eq!(found, [(Class::Inconsistent, "blocks[0].body.stream.block_min".to_owned(), 8)]);
}

//! WAV: files of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, hex, word, words};
use bpx_schema::Codec;
use bpx_schema::codec::{CText, FourCc};
use bpx_schema::report::{Mode, Verdict};
use gallery::wav::{
    Body, Chunk, Coding, CuePoint, Cues, Extension, Format, Info, Instrument, Label, LabelChunk, List, Playlist,
    Segment, Speaker, Wav, append,
};
use hound::{SampleFormat, WavReader, WavSpec, WavWriter};
use serde_json::json;
use std::io::Cursor;

/// A file of mono sound, written by another writer.
fn file(samples: &[i16]) -> Vec<u8> {
    let spec = WavSpec { channels: 1, sample_rate: 8000, bits_per_sample: 16, sample_format: SampleFormat::Int };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, spec).unwrap();
    samples.iter().for_each(|sample| writer.write_sample(*sample).unwrap());
    writer.finalize().unwrap();
    bytes.into_inner()
}

/// The samples, read by another reader.
fn sounds(file: &[u8]) -> Vec<i16> {
    WavReader::new(file).unwrap().into_samples().map(Result::unwrap).collect()
}

/// Samples of a kind by another writer, which describes them by a longer chunk.
fn extended(bits_per_sample: u16, sample_format: SampleFormat) -> Vec<u8> {
    let spec = WavSpec { channels: 2, sample_rate: 48_000, bits_per_sample, sample_format };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, spec).unwrap();
    for sample in 0..4_u8 {
        match sample_format {
            SampleFormat::Int => writer.write_sample(i32::from(sample) << 8).unwrap(),
            SampleFormat::Float => writer.write_sample(f32::from(sample) / 4.0).unwrap(),
        }
    }
    writer.finalize().unwrap();
    bytes.into_inner()
}

fn text(text: &str) -> CText {
    CText::new(text).unwrap()
}

fn list(kind: &[u8; 4], list: List) -> Chunk {
    Chunk::new(b"LIST", Body::List { kind: FourCc::from(*kind), list })
}

/// Chunks in another one, a title of an odd size, places with their labels, and a kind that nobody knows.
fn with_texts(file: &[u8]) -> Vec<u8> {
    let mut wav = Wav::from_slice(file).unwrap();
    wav.wave.chunks.insert(1, list(b"INFO", List::Info(vec![Info::new(b"INAM", text("hu"))])));
    let point = |id, sample| CuePoint {
        id,
        position: sample,
        chunk: FourCc::from(*b"data"),
        chunk_start: 0,
        block_start: 0,
        sample,
    };
    wav.wave.chunks.push(Chunk::new(b"cue ", Body::Cues(Cues { points: vec![point(1, 0), point(2, 1)] })));
    let part = Label::Part {
        cue: 2,
        length: 1,
        purpose: FourCc::from(*b"scrp"),
        country: 0,
        language: 0,
        dialect: 0,
        code_page: 0,
        text: b"la".to_vec(),
    };
    let labels = vec![
        LabelChunk::new(b"labl", Label::Title { cue: 1, text: text("begin").into() }),
        LabelChunk::new(b"note", Label::Note { cue: 1, text: text("").into() }),
        LabelChunk::new(b"ltxt", part),
    ];
    wav.wave.chunks.push(list(b"adtl", List::Labels(labels)));
    let segments = vec![Segment { cue: 2, length: 1, repeats: 3 }];
    wav.wave.chunks.push(Chunk::new(b"plst", Body::Playlist(Playlist { segments })));
    let instrument =
        Instrument { note: 60, tuning: -5, gain: 3, low_note: 0, high_note: 127, low_velocity: 1, high_velocity: 127 };
    wav.wave.chunks.push(Chunk::new(b"inst", Body::Instrument(instrument)));
    wav.wave.chunks.push(Chunk::new(b"none", Body::Bytes(vec![1, 2, 3])));
    wav.to_vec().unwrap()
}

/// A file by hand: a coding with coefficients, a sampler with one loop, a record of broadcasters, silence between samples.
fn by_hand() -> Vec<u8> {
    let chunk = |name: &[u8; 4], body: &[u8]| {
        let padding = vec![0; body.len() % 2];
        [name, &words(&[body.len() as u32])[..], body, &padding].concat()
    };
    let halves = |numbers: &[u16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
    // Coding 2, one channel, 8000 frames in a second, 4096 bytes, frames of 256 bytes, 4 bits; 4 and 2 * 4 more bytes.
    let format = [halves(&[2, 1]), words(&[8000, 4096]), halves(&[256, 4, 12, 500, 2, 256, 0, 512, 0xFF00])].concat();
    let sampler = words(&[1, 2, 125_000, 60, 0, 25, 0, 1, 3, 7, 1, 10, 20, 0, 0]);
    let mut broadcast = vec![0; 602];
    broadcast[..4].copy_from_slice(b"news");
    broadcast[320..338].copy_from_slice(b"2026-11-2308:59:00");
    broadcast[338] = 9;
    broadcast[346] = 2;
    let wave = [chunk(b"data", &[1, 2, 3, 4]), chunk(b"slnt", &words(&[9]))].concat();
    let chunks = [
        chunk(b"JUNK", &[0; 8]),
        chunk(b"bext", &[&*broadcast, b"A=PCM,F=8000\r\n"].concat()),
        chunk(b"fmt ", &format),
        chunk(b"fact", &words(&[100])),
        chunk(b"smpl", &[&*sampler, b"own"].concat()),
        chunk(b"LIST", &[b"wavl", &*wave].concat()),
    ];
    let wave = [b"WAVE", &*chunks.concat()].concat();
    [b"RIFF", &*words(&[wave.len() as u32]), &wave].concat()
}

/// Files of another writer with chunks of all kinds, of longer formats, and one by hand.
pub fn samples() -> Vec<Vec<u8>> {
    vec![
        with_texts(&file(&[1, -2, 300])),
        file(&[1, -2, 300]),
        extended(24, SampleFormat::Int),
        extended(32, SampleFormat::Float),
        by_hand(),
    ]
}

/// A file whose samples take another number of bytes in a second than it says.
pub fn damaged() -> Vec<u8> {
    let mut file = file(&[1, -2, 300]);
    file[28] += 1;
    file
}

#[test]
fn files_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Wav>(&file);
        assert_kept_alike::<Wav>(&file);
    }
}

fn body(file: &[u8], name: &[u8; 4]) -> Body {
    let chunks = Wav::from_slice(file).unwrap().wave.chunks;
    chunks.into_iter().find(|chunk| chunk.name == *name).unwrap().body
}

#[test]
fn longer_formats_are_those_of_another_writer() {
    for (bits, kind, coding) in [(24, SampleFormat::Int, Coding::Pcm), (32, SampleFormat::Float, Coding::Float)] {
        let Body::Format { format, extra } = body(&extended(bits, kind), b"fmt ") else { panic!() };
        assert_eq!((format.coding_code(), format.bits), (Ok(Coding::Extensible), bits));
        let Some(Extension::Extensible { valid_bits, speakers, inner_coding: found, .. }) =
            extra.map(|extra| extra.extension)
        else {
            panic!()
        };
        let expected = Speaker::FrontLeft as u32 | Speaker::FrontRight as u32;
        assert_eq!((valid_bits, speakers, found), (bits, expected, coding as u16));
    }
}

#[test]
fn chunks_by_hand_hold_their_numbers() {
    let file = by_hand();
    let Body::Format { extra, .. } = body(&file, b"fmt ") else { panic!() };
    let Extension::Adpcm(found) = extra.unwrap().extension else { panic!() };
    let coefficients: Vec<_> = found.coefficients.iter().map(|one| (one.last, one.before)).collect();
    assert_eq!((found.frame_samples, coefficients), (500, vec![(256, 0), (512, -256)]));
    let Body::Sampler(sampler) = body(&file, b"smpl") else { panic!() };
    assert_eq!((sampler.loops[0].start, sampler.loops[0].end, &*sampler.data), (10, 20, &b"own"[..]));
    let Body::Broadcast { broadcast, history } = body(&file, b"bext") else { panic!() };
    assert_eq!((broadcast.first_sample, broadcast.version, history.len()), (9, 2, 14));
    let Body::List { list: List::Chunks(chunks), .. } = body(&file, b"LIST") else { panic!() };
    assert_eq!([&chunks[0].body, &chunks[1].body], [&Body::Data(vec![1, 2, 3, 4]), &Body::Silence(9)]);
}

#[test]
fn faults_are_found_where_they_are() {
    let found = |file: &[u8]| {
        let report = Wav::validate(file, Mode::Strict);
        report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string())).collect::<Vec<_>>()
    };
    let expected = |code: &str, path: &str| vec![(code.to_owned(), path.to_owned())];
    assert_eq!(found(&damaged()), expected("format.rate", "wave.chunks[0].body.format.bytes_per_second"));
    let mut wav = Wav::from_slice(&with_texts(&file(&[1]))).unwrap();
    wav.wave.chunks.remove(0);
    assert_eq!(found(&wav.to_vec().unwrap()), expected("wave.format", "wave.chunks"));
    let mut wav = Wav::from_slice(&with_texts(&file(&[1]))).unwrap();
    for chunk in &mut wav.wave.chunks {
        if let Body::Cues(cues) = &mut chunk.body {
            cues.points[1].id = 1;
        }
    }
    assert_eq!(found(&wav.to_vec().unwrap()), expected("cue.id", "wave.chunks[3].body.cues.points[1].id"));
}

#[test]
fn a_longer_chunk_is_read_by_another_reader() {
    let old = with_texts(&file(&[1, -2, 300]));
    let changed = append(&old, &[0xFF, 0x7F, 0, 0x80]).unwrap();
    assert_eq!(sounds(&changed), [1, -2, 300, i16::MAX, i16::MIN]);
    assert_eq!(changed.len(), old.len() + 4);
    assert_eq!(word(&changed, 4), changed.len() - 8);
    assert_eq!(Wav::validate(&changed, Mode::Strict).verdict(), Verdict::Valid);
}

#[test]
fn chunks_in_chunks_have_their_sizes() {
    let file = with_texts(&file(&[7]));
    // A list of 16 bytes; a title of 3, and a byte that does not count.
    let at = file.windows(4).position(|bytes| bytes == b"LIST").unwrap();
    let expected = [b"LIST", &*words(&[16]), b"INFOINAM", &*words(&[3]), b"hu\0\0"].concat();
    assert_eq!(file[at..at + 24], expected);
    assert!(file.ends_with(b"none\x03\0\0\0\x01\x02\x03\0"));
    assert_eq!(sounds(&file), [7]);
}

#[test]
fn a_new_file_is_read_by_another_reader() {
    let format = Format { coding: 1, channels: 2, rate: 44100, bytes_per_second: 176_400, frame_size: 4, bits: 16 };
    let format = Chunk::new(b"fmt ", Body::Format { format, extra: None });
    let wav = Wav::new(vec![format, Chunk::new(b"data", Body::Data(vec![1, 0, 2, 0]))]).to_vec().unwrap();
    assert_eq!(sounds(&wav), [1, 2]);
    assert_eq!(WavReader::new(&*wav).unwrap().spec().sample_rate, 44100);
}

#[test]
fn the_schema_alone_changes_a_chunk() {
    let file = file(&[1, 2]);
    let mut model = decoded::<Wav>(&file);
    let chunks = model["wave"]["chunks"].as_array_mut().unwrap();
    let data = chunks.iter_mut().find(|chunk| chunk["name"] == json!("data")).unwrap();
    data["body"]["data"] = hex(&[1, 0, 2, 0, 3, 0, 4, 0]);
    assert_eq!(sounds(&encoded::<Wav>(&model)), [1, 2, 3, 4]);
}

#[test]
fn a_wrong_size_is_found() {
    let mut file = file(&[1, 2, 3]);
    // The size of the chunk `fmt `, of which two bytes are then no field's.
    file[16] += 2;
    let report = Wav::validate(&file, Mode::Strict);
    assert_eq!(report.verdict(), Verdict::Malformed, "{:?}", report.findings());
    let first = &report.findings()[0];
    assert!(first.path.to_string().starts_with("wave.chunks[0].body"), "{first:?}");
}

#[test]
fn a_text_that_counts_more_zeros_comes_back() {
    let mut file = with_texts(&extended(16, SampleFormat::Int));
    let name = file.windows(4).position(|bytes| bytes == b"INAM").unwrap();
    assert_eq!(file[name + 4..name + 12], *b"\x03\0\0\0hu\0\0");
    // The zero after an odd size is one of the text.
    file[name + 4] = 4;
    assert_comes_back::<Wav>(&file);
}

//! WAV: files of another writer come back, and changed ones are read by another reader.

mod shared;

use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use gallery::wav::{Body, Chunk, DATA, FORMAT, Format, LIST, Wav, append};
use hound::{SampleFormat, WavReader, WavSpec, WavWriter};
use serde_json::json;
use shared::{decoded, encoded, hex, word, words, written};
use std::io::Cursor;

/// A text in a list of texts.
const TITLE: u32 = u32::from_le_bytes(*b"INAM");

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
fn samples(file: &[u8]) -> Vec<i16> {
    WavReader::new(file).unwrap().into_samples().map(Result::unwrap).collect()
}

/// A chunk in another one, a title of an odd size behind it, and a kind that nobody knows.
fn with_texts(file: &[u8]) -> Vec<u8> {
    let mut wav = Wav::from_slice(file).unwrap();
    let title = Chunk::new(TITLE, Body::Bytes(b"hum".to_vec()));
    let list = Body::List { kind: u32::from_le_bytes(*b"INFO"), chunks: vec![title] };
    wav.wave.chunks.insert(1, Chunk::new(LIST, list));
    wav.wave.chunks.push(Chunk::new(u32::from_le_bytes(*b"none"), Body::Bytes(vec![1, 2, 3])));
    wav.to_vec().unwrap()
}

#[test]
fn a_file_comes_back_byte_for_byte() {
    for file in [file(&[1, -2, 300]), with_texts(&file(&[1, -2, 300]))] {
        assert_eq!(Wav::validate(&file, Mode::Strict).findings(), []);
        assert_eq!(Wav::from_slice(&file).unwrap().to_vec().unwrap(), file);
        assert_eq!(written::<Wav>(&file), file);
        assert_eq!(encoded::<Wav>(&decoded::<Wav>(&file)), file);
    }
}

#[test]
fn a_longer_chunk_is_read_by_another_reader() {
    let old = with_texts(&file(&[1, -2, 300]));
    let changed = append(&old, &[0xFF, 0x7F, 0, 0x80]).unwrap();
    assert_eq!(samples(&changed), [1, -2, 300, i16::MAX, i16::MIN]);
    assert_eq!(changed.len(), old.len() + 4);
    assert_eq!(word(&changed, 4), changed.len() - 8);
    assert_eq!(Wav::validate(&changed, Mode::Strict).verdict(), Verdict::Valid);
}

#[test]
fn chunks_in_chunks_have_their_sizes() {
    let file = with_texts(&file(&[7]));
    // A list of 16 bytes; a title of 3, and a byte that does not count.
    let at = file.windows(4).position(|bytes| bytes == b"LIST").unwrap();
    let expected = [b"LIST", &*words(&[16]), b"INFOINAM", &*words(&[3]), b"hum\0"].concat();
    assert_eq!(file[at..at + 24], expected);
    assert!(file.ends_with(b"none\x03\0\0\0\x01\x02\x03\0"));
    assert_eq!(samples(&file), [7]);
}

#[test]
fn a_new_file_is_read_by_another_reader() {
    let format = Format { coding: 1, channels: 2, rate: 44100, bytes_per_second: 176_400, frame_size: 4, bits: 16 };
    let format = Chunk::new(FORMAT, Body::Format { format, extra: None });
    let wav = Wav::new(vec![format, Chunk::new(DATA, Body::Bytes(vec![1, 0, 2, 0]))]).to_vec().unwrap();
    assert_eq!(samples(&wav), [1, 2]);
    assert_eq!(WavReader::new(&*wav).unwrap().spec().sample_rate, 44100);
}

#[test]
fn the_schema_alone_changes_a_chunk() {
    let file = file(&[1, 2]);
    let mut model = decoded::<Wav>(&file);
    let chunks = model["wave"]["chunks"].as_array_mut().unwrap();
    let data = chunks.iter_mut().find(|chunk| chunk["name"] == json!(DATA)).unwrap();
    data["body"]["bytes"] = hex(&[1, 0, 2, 0, 3, 0, 4, 0]);
    assert_eq!(samples(&encoded::<Wav>(&model)), [1, 2, 3, 4]);
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

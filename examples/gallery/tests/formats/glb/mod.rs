//! GLB: files of another writer come back, and changed ones are read by another reader.

mod first;

use crate::shared::{assert_comes_back, assert_kept_alike, model, word, words};
use bpx_schema::Codec;
use bpx_schema::report::{Mode, Verdict};
use bpx_workbench::diff;
use gallery::glb::{Glb, replace_scene};
use std::borrow::Cow;

const SCENE: &str = r#"{"asset":{"version":"2.0"}}"#;

/// A file, written by another writer.
fn file(numbers: &[u8]) -> Vec<u8> {
    let header = gltf::binary::Header { magic: *b"glTF", version: 2, length: 0 };
    let bin = (!numbers.is_empty()).then_some(Cow::Borrowed(numbers));
    gltf::Glb { header, json: Cow::Borrowed(SCENE.as_bytes()), bin }.to_vec().unwrap()
}

/// A file with a chunk of an extension after the numbers.
fn extended() -> Vec<u8> {
    let mut file = [file(&[1, 2, 3, 4]), words(&[8]), b"EXT1extended".to_vec()].concat();
    let size = file.len() as u32;
    file[8..12].copy_from_slice(&size.to_le_bytes());
    file
}

/// Files of another writer, one with another chunk, and a new one.
pub fn samples() -> Vec<Vec<u8>> {
    vec![file(&[1, 2, 3]), file(&[]), extended(), Glb::new(SCENE, &[9; 8]).to_vec().unwrap()]
}

/// A file whose first chunk is not the scene.
pub fn damaged() -> Vec<u8> {
    let mut file = file(&[1, 2, 3, 4]);
    file[16..20].copy_from_slice(b"BIN\0");
    file
}

#[test]
fn files_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Glb>(&file);
        assert_kept_alike::<Glb>(&file);
    }
}

#[test]
fn chunks_in_another_order_are_found() {
    let codes = |file: &[u8]| {
        Glb::validate(file, Mode::Strict).findings().iter().map(|one| one.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&damaged()), ["glb.json-first"]);
    let mut file = extended();
    let at = file.len() - 12;
    file[at..at + 4].copy_from_slice(b"JSON");
    assert_eq!(codes(&file), ["glb.one-json"]);
    file[at..at + 4].copy_from_slice(b"BIN\0");
    assert_eq!(codes(&file), ["glb.numbers-second"]);
}

/// What version 2 changed for readers of version 1, and for new readers of old files.
#[test]
fn the_second_version_is_refused_by_readers_of_the_first() {
    let changes = diff::diff(&model::<first::Glb>(), &model::<Glb>(), &diff::Options::default()).unwrap();
    let version = changes.iter().find(|change| change.rule.id == "version.changed").unwrap();
    let rejects = diff::Effect::Rejects;
    assert_eq!(
        (version.path(), version.effects.old_reads_new, version.effects.new_reads_old),
        ("Glb.version".to_owned(), rejects, rejects)
    );
    // A file of the first version proves it.
    let old = [b"glTF", &*words(&[1, 22, 2, 0]), b"{}"].concat();
    let codes = |report: bpx_schema::report::Report| {
        report.findings().iter().map(|one| one.code.to_string()).collect::<Vec<_>>()
    };
    assert!(codes(first::Glb::validate(&old, Mode::Strict)).is_empty());
    assert_eq!(codes(Glb::validate(&old, Mode::Strict))[0], "glb.version.supported");
    assert_eq!(codes(first::Glb::validate(&file(&[1]), Mode::Strict))[0], "glb.version.supported");
    let gone: Vec<_> = changes.iter().filter(|one| one.rule.id == "field.removed").map(diff::Change::path).collect();
    assert_eq!(gone, ["Glb.scene_size", "Glb.scene_format", "Glb.scene", "Glb.numbers"]);
}

#[test]
fn a_new_scene_is_read_by_another_reader() {
    let scene = r#"{"asset":{"version":"2.0","generator":"a longer one"}}"#;
    let changed = replace_scene(&file(&[1, 2, 3, 4]), scene).unwrap();
    let read = gltf::Glb::from_slice(&changed).unwrap();
    assert_eq!(std::str::from_utf8(&read.json).unwrap().trim_end(), scene);
    assert_eq!(read.bin.unwrap(), [1, 2, 3, 4].as_slice());
    assert_eq!(word(&changed, 8), changed.len());
}

#[test]
fn faults_are_found_where_they_are() {
    let found = |at: usize, byte: u8| {
        let mut file = file(&[1, 2, 3, 4]);
        file[at] = byte;
        let report = Glb::validate(&file, Mode::Strict);
        (report.verdict(), report.findings()[0].code.to_string(), report.findings()[0].location.file)
    };
    assert_eq!(found(4, 1).0, Verdict::Unsupported);
    assert_eq!(found(8, 1), (Verdict::Invalid, "glb.length.calc".to_owned(), 8));
    // Another name of the first chunk.
    assert_eq!(found(16, b'X').0, Verdict::Invalid);
    // A size that is not a multiple of four.
    assert_eq!(found(12, 27).0, Verdict::Malformed);
}

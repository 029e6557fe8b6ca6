//! BLK: golden files and their faults through the declared codec; the interpreter; wt_blk as an independent reader.
//!
//! `INSTA_UPDATE=always cargo test -p bpx-conformance --test blk` rewrites the snapshots; read them before you keep them.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

use bpx_formats::blk::{self, Companions, Document, EncodeOptions, File, Kind, friendly, text};
use bpx_schema::checksum::Crc32;
use bpx_schema::dump::{DumpOptions, dump_to_string};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonDoc, to_tree};
use bpx_schema::report::{Mode, Report, Severity};
use bpx_schema::schema::Model;
use bpx_schema::watch::{Journal, Watch};
use bpx_schema::{Codec, Limits};
use conformance::source::Source;
use conformance::testee::{Bounds, Outcome, Testee};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::LazyLock;
use test_needs::needs;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/blk")
}

/// Returns name and source of every golden, in the order of names.
fn sources() -> Vec<(String, Source)> {
    let mut list: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name()?.to_str()?.strip_suffix(".src")?.to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            Some((name, Source::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
        })
        .collect();
    list.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert!(list.len() >= 7, "goldens are missing");
    list
}

/// The names that the SLIM goldens share, and the dictionary.
static COMPANIONS: LazyLock<Companions> = LazyLock::new(|| {
    let shared = |name: &str| {
        let text = std::fs::read_to_string(folder().join(format!("shared/{name}.src"))).unwrap();
        Source::parse(&text).unwrap().build().unwrap().bytes
    };
    let companions = Companions::read(Some(&shared("names")), Some(&shared("dict")), Limits::default()).unwrap();
    assert!(companions.names.as_ref().unwrap().iter().eq([&b"alpha"[..], b"beta", b"gamma"]));
    companions
});

fn open(bytes: &[u8]) -> Document {
    Document::open(bytes, &COMPANIONS, Limits::default()).unwrap()
}

fn model(bytes: &[u8]) -> Json {
    to_tree(|tree| blk::write_json(bytes, Limits::default(), &COMPANIONS, tree)).unwrap()
}

fn verify(bytes: &[u8], mode: Mode) -> Report {
    blk::verify(&bytes, mode, Limits::default(), &COMPANIONS).unwrap()
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// Name, size and CRC-32 of the files as another program, in another language, made them.
const PINS: [(&str, usize, u32); 7] = [
    ("dedup", 32, 0x5106_2028),
    ("fat", 351, 0x3006_d428),
    ("fat_zst", 50, 0x13c5_e21c),
    ("slim", 46, 0xbd5f_d594),
    ("slim_shared", 16, 0xdbd2_54ff),
    ("slim_zst", 37, 0x52a6_5acd),
    ("slim_zst_dict", 39, 0x7324_c048),
];

#[test]
fn goldens_are_as_another_program_made_them() {
    let built = sources().into_iter().map(|(name, source)| (name, source.build().unwrap().bytes));
    let built: Vec<_> = built.map(|(name, bytes)| (name, bytes.len(), Crc32::checksum_of(&bytes))).collect();
    assert_eq!(built, PINS.map(|(name, size, crc)| (name.to_owned(), size, crc)));
}

/// The reader finds the content of a frame that the text states.
#[test]
fn frames_hold_what_their_texts_say() {
    let mut seen = 0;
    for (name, source) in sources() {
        let built = source.build().unwrap();
        for unpacked in &built.unpacked {
            let plain = [&[Kind::Slim.byte()], &*unpacked.content].concat();
            assert!(open(&plain).same_tree(&open(&built.bytes)), "{name}");
            seen += 1;
        }
    }
    assert_eq!(seen, 1);
}

#[test]
fn models_texts_and_annotated_bytes() {
    settings().bind(|| {
        for (name, source) in sources() {
            let built = source.build().unwrap();
            let json = model(&built.bytes);
            insta::assert_snapshot!(format!("{name}.model"), format!("{json:#}"));
            let text = text::write(&open(&built.bytes));
            insta::assert_snapshot!(format!("{name}.text"), String::from_utf8_lossy(&text));
            let read = |watch: &mut dyn Watch| blk::watch(&built.bytes, Limits::default(), &COMPANIONS, watch);
            let annotated = dump_to_string(&built.bytes, &DumpOptions::default(), &read).unwrap();
            insta::assert_snapshot!(format!("{name}.bytes"), annotated);
        }
    });
}

#[test]
fn goldens_are_valid_and_faults_are_found() {
    let mut codes = BTreeSet::new();
    settings().bind(|| {
        for (name, source) in sources() {
            let report = verify(&source.build().unwrap().bytes, Mode::Strict);
            assert!(report.findings().is_empty(), "{name} is valid: {:?}", report.findings());
            let mut summary = String::new();
            for fault in source.faults() {
                let broken = source.build_fault(fault).unwrap().bytes;
                let report = verify(&broken, Mode::Lenient);
                let _ = writeln!(summary, "{fault}: {}", report.verdict());
                for finding in report.findings() {
                    codes.insert(finding.code.to_string());
                    let _ = writeln!(summary, "    {finding}");
                }
                // A warning of a lenient reader is an error of a strict one, and vice versa.
                let strict = verify(&broken, Mode::Strict);
                assert_eq!(strict.count(Severity::Error), report.findings().len() as u64, "{name} {fault}");
                let opened = Document::open(&broken, &COMPANIONS, Limits::default());
                assert_eq!(opened.is_ok(), report.count(Severity::Error) == 0, "{name} {fault}");
            }
            insta::assert_snapshot!(format!("{name}.faults"), summary);
        }
    });
    // What a golden cannot have (depth, missing companions) is tested in the format's folder.
    let expected = [
        "bad-varint",
        "blk.block.children",
        "blk.block.cycle",
        "blk.block.name",
        "blk.block.orphan",
        "blk.block.params",
        "blk.block.parents",
        "blk.blocks.none",
        "blk.inner-kind",
        "blk.kind",
        "blk.legacy",
        "blk.limit",
        "blk.names.count",
        "blk.names.rest",
        "blk.names.unterminated",
        "blk.param.bool",
        "blk.param.name",
        "blk.param.offset",
        "blk.param.string",
        "blk.param.type",
        "blk.param.unterminated",
        "blk.params.unclaimed",
        "blk.rest",
        "blk.stream",
        "truncated",
    ];
    assert_eq!(codes.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn goldens_survive_every_form() {
    for (name, source) in sources() {
        let bytes = source.build().unwrap().bytes;
        let document = open(&bytes);
        assert_eq!(blk::rewrite(&bytes, Limits::default(), &Companions::default()).unwrap(), bytes, "{name}");
        let written = blk::encode(&document, &EncodeOptions::new(document.kind()), &COMPANIONS).unwrap();
        let json = model(&bytes);
        let again = blk::from_json(JsonDoc::from(&json).root(), &COMPANIONS).unwrap();
        if document.kind().is_packed() {
            // Frames depend on the version of the compressor.
            assert!(open(&written).same_tree(&document) && open(&again).same_tree(&document), "{name}");
            assert_eq!(model(&again), json, "{name}");
        } else {
            assert_eq!(written, bytes, "{name}: the writer lays out as the engine does");
            assert_eq!(again, bytes, "{name}");
        }
        assert!(open(&text::write(&document)).same_tree(&document), "{name}");
        for kind in Kind::ALL {
            let other = blk::encode(&document, &EncodeOptions::new(kind), &COMPANIONS).unwrap();
            assert!(open(&other).same_tree(&document), "{name} as {}", kind.name());
            assert!(verify(&other, Mode::Strict).findings().is_empty(), "{name} as {}", kind.name());
        }
    }
}

#[test]
fn cut_and_changed_files_end_in_a_verdict() {
    let mut refused = 0;
    for (name, source) in sources() {
        let bytes = source.build().unwrap().bytes;
        let cut = (0..bytes.len()).map(|size| bytes[..size].to_vec());
        let changed = (0..bytes.len()).flat_map(|at| {
            [0x01, 0x80, 0xFF].map(|change| {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                changed
            })
        });
        for broken in cut.chain(changed) {
            let report = verify(&broken, Mode::Strict);
            for finding in report.findings() {
                assert!(finding.location.file <= bytes.len() as u64, "{name}: {finding}");
            }
            match Document::open(&broken, &COMPANIONS, Limits::default()) {
                // A file that can be opened can be written and read again; a text cannot hold the name of a root.
                Ok(document) if document.root().name().is_some() => {
                    let again = blk::from_json(JsonDoc::from(&model(&broken)).root(), &COMPANIONS).unwrap();
                    assert!(open(&again).same_tree(&document), "{name} {broken:02x?}");
                }
                Ok(document) => {
                    let text = text::write(&document);
                    assert!(open(&text).same_tree(&document), "{name} {broken:02x?}");
                }
                Err(error) => {
                    assert!(!error.finding().expect("a fault").message.is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 500, "only {refused}");
}

#[test]
fn the_interpreter_sees_what_generated_code_sees() {
    let model = Model::from_json(&Model::from_root(<File as Codec>::schema()).to_json().unwrap()).unwrap();
    let interpreter = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap();
    let mut compared = 0;
    for (name, source) in sources() {
        let broken = source.faults().map(|fault| source.build_fault(fault).unwrap().bytes);
        for bytes in std::iter::once(source.build().unwrap().bytes).chain(broken) {
            let (mut interpreted, mut generated) = (Journal::default(), Journal::default());
            let end = interpreter.run("File", &bytes, &[], Limits::default(), &mut interpreted);
            let expected = File::watch(&bytes, &mut generated);
            assert!(interpreted.finish(end) == generated.finish(expected), "{name}: the readers differ");
            compared += 1;
        }
    }
    assert!(compared > 30, "only {compared} files");
}

/// The result of wt_blk: the merged JSON that it prints, or its failure.
fn theirs(testee: &Testee, file: &[u8], names: bool) -> Result<String, String> {
    let folder = tempfile::TempDir::new().unwrap();
    let (path, map) = (folder.path().join("in.blk"), folder.path().join("in.nm"));
    std::fs::write(&path, file).unwrap();
    std::fs::write(&map, COMPANIONS.names.as_ref().unwrap().to_vec(18).unwrap()).unwrap();
    let mut args = vec!["read".to_owned(), path.to_str().unwrap().to_owned()];
    if names {
        args.extend(["--names".to_owned(), map.to_str().unwrap().to_owned()]);
    }
    match testee.run(&args, &Bounds::default()).unwrap().outcome {
        Outcome::Ok(json) => Ok(json["merged"].as_str().unwrap().to_owned()),
        other => Err(other.name().to_owned()),
    }
}

/// Faults of wt_blk 0.3.1 that these files show. The test fails for a new fault, and for a listed one that is fixed.
const THEIR_FAULTS: &[(&str, &str)] = &[
    ("a character that JSON escapes", "no JSON"),
    ("blocks without any name in the file", "crashed"),
    ("colour", "red and blue are exchanged"),
    ("fat", "no JSON"),
    ("dedup", "rejected"),
    ("infinity", "no JSON"),
    ("slim", "rejected"),
    ("two parents", "rejected"),
];

#[needs(testees)]
#[test]
fn wt_blk_reads_what_we_write() {
    let testee = Testee::build("wt-blk").unwrap_or_else(|error| panic!("nothing to compare with: {error}"));
    let source = |name: &str| sources().into_iter().find(|(one, _)| one == name).unwrap().1;
    let written = |source: &str| {
        let document = text::read(source.as_bytes(), Limits::default()).unwrap();
        blk::encode(&document, &EncodeOptions::new(Kind::Fat), &Companions::default()).unwrap()
    };
    let fat = source("fat");
    let mut files = vec![
        ("fat", fat.build().unwrap().bytes),
        ("slim", source("slim").build().unwrap().bytes),
        ("slim_shared", source("slim_shared").build().unwrap().bytes),
        ("dedup", source("dedup").build().unwrap().bytes),
        ("colour", written("c:c = 1, 2, 3, 4")),
        ("infinity", written("r:r = inf")),
        ("a character that JSON escapes", written("\"a~\"b\":i = 1")),
        ("blocks without any name in the file", written("@null {}")),
        ("two parents", fat.build_fault("child-of-two").unwrap().bytes),
    ];
    let plain = "a:i = 1; b:r = 0.1; a:i = 2; t:t = \"x\"; l:i64 = -5; y:b = yes; p:p3 = 1, 2.5, -3\n\
                 q:ip4 = 1, 2, 3, 4; m:m = [[1, 0, 0] [0, 1, 0] [0, 0, 1] [1, 2, 3]]\nk { n:i = 1; k { } }\nk { }";
    let document = text::read(plain.as_bytes(), Limits::default()).unwrap();
    for kind in [Kind::Fat, Kind::FatZst, Kind::Slim, Kind::SlimZst] {
        // Every name is shared: it cannot read others in a SLIM file.
        if !kind.is_slim() {
            files.push((kind.name(), blk::encode(&document, &EncodeOptions::new(kind), &COMPANIONS).unwrap()));
        }
    }
    let mut found = Vec::new();
    for (name, file) in files {
        let slim = name.starts_with("slim");
        let what = match theirs(&testee, &file, slim) {
            Err(how) => how,
            Ok(text) => match serde_json::from_str::<Json>(&text) {
                Err(_) => "no JSON".to_owned(),
                Ok(json) => {
                    let ours: Json = serde_json::from_slice(&friendly::to_vec(&open(&file))).unwrap();
                    if json == ours {
                        continue;
                    }
                    assert_eq!(json["c"][0], ours["c"][2], "{name}: {json} {ours}");
                    "red and blue are exchanged".to_owned()
                }
            },
        };
        found.push((name, what));
    }
    found.sort();
    let mut expected: Vec<_> = THEIR_FAULTS.iter().map(|(name, what)| (*name, (*what).to_owned())).collect();
    expected.sort();
    assert_eq!(found, expected);
}

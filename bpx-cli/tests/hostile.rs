//! Small files that expand to large ones: the command ends with a result or a located error, in bounded memory and time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(target_os = "linux")]

mod common;
#[path = "../../tests/tests/shapes/schemas.rs"]
mod schemas;

use bpx_formats::bpx::container::{Compression, ContainerBuilder, SectionOptions};
use bpx_schema::transform::{Zlib, encode};
use schemas::{field, fields, named, schema};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The limit of private memory in KiB: twice the 96 MiB of the limit, because vectors double their size, and stacks.
const LIMIT: u64 = (2 * 96 + 16) << 10;
/// The limit of processor time in seconds, for a build without optimisation.
const SECONDS: u64 = 60;

/// Runs the command within limits; returns its exit code and its stderr.
fn run_bounded(folder: &Path, args: &[&str]) -> (i32, String) {
    let bounded = format!("ulimit -d {LIMIT}; ulimit -t {SECONDS}; exec \"$0\" \"$@\" > out");
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", &bounded, env!("CARGO_BIN_EXE_bpx")]).args(args).current_dir(folder);
    let output = command.env("RAYON_NUM_THREADS", "2").env_remove("RUST_BACKTRACE").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let code = output.status.code().unwrap_or_else(|| panic!("{args:?}: {}: {said}", output.status));
    (code, said)
}

/// Every command ends by itself, with success or with a located finding.
fn commands_end(name: &str, file: &[u8], commands: &[&[&str]]) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), file).unwrap();
    for command in commands {
        let args: Vec<_> = command.iter().map(|word| if *word == "@" { name } else { word }).collect();
        let (code, said) = run_bounded(folder.path(), &args);
        // `verify` shows the place on a line of its own, before the bytes.
        let shown = said.lines().any(|line| line.starts_with(&format!("--> {name}")) && line.contains(" at offset "));
        let located =
            said.contains("[limit-exceeded]") || said.contains("(at offset ") || said.contains(".limit]") || shown;
        assert!(code == 0 || code == 1 && located, "{args:?}: {code}, {said}");
        assert!(said.len() < 100_000, "{args:?}: {} bytes of messages", said.len());
    }
}

const CONTAINER: &[&[&str]] = &[
    &["verify", "@"],
    &["decode", "@"],
    &["dump", "@"],
    &["diff", "@", "@"],
    &["roundtrip", "@", "--mode", "model", "-o", "written"],
];

/// Makes a container whose one section has a content of equal bytes, compressed.
fn compressed(kind: u8, section: u8, byte: u8, size: usize) -> Vec<u8> {
    let options = SectionOptions::default().with_compression(Compression::Xz(6));
    ContainerBuilder::new(kind, 2).section(section, vec![byte; size], options).build().unwrap()
}

#[test]
fn texts_without_bytes_in_a_compressed_section() {
    let file = compressed(b'X', 255, 0, 2 << 20);
    assert!(file.len() < 4096);
    commands_end("strings.bpx", &file, CONTAINER);
}

#[test]
fn objects_without_properties_in_a_compressed_section() {
    commands_end("objects.bpx", &compressed(b'S', 3, 0, 2 << 20), CONTAINER);
}

#[test]
fn a_block_that_claims_more_blocks_than_there_are() {
    // No names, no payload, no parameters; two blocks, of which one claims 2^28 blocks from the second on.
    let file = [&[1, 0, 0, 0, 2][..], &[0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 1], &[0, 0, 0]].concat();
    commands_end("blocks.blk", &file, &[&["verify", "@"], &["decode", "@"], &["dump", "@"], &["diff", "@", "@"]]);
}

#[test]
fn decompressed_contents_by_a_schema_that_was_read() {
    const SIZE: usize = 2 << 20;
    let packed = encode(&vec![0; SIZE], &Zlib::new()).unwrap();
    let mut contents = named("Content");
    contents["region"] = json!({
        "each": "places", "at": { "int": 1 }, "size": { "int": packed.len() }, "content_size": { "int": SIZE },
        "steps": [{ "when": { "binary": ["eq", [{ "int": 1 }, { "int": 1 }]] }, "transform": "zlib" }], "checks": [],
    });
    let list = |len: Value| {
        let mut list = named("Place");
        list["len"] = len;
        list
    };
    let one = json!({ "count": { "int": 1 } });
    let schema = schema(&[
        fields("File", &[field("places", &list(one)), field("contents", &contents)]),
        fields("Place", &[field("byte", &json!({}))]),
        fields("Content", &[field("list", &list(json!("rest")))]),
    ]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("schema.json"), schema).unwrap();
    fs::write(folder.path().join("file"), [&[0][..], &packed].concat()).unwrap();
    for command in ["verify", "decode", "dump"] {
        let (code, said) = run_bounded(folder.path(), &[command, "--schema", "schema.json", "file"]);
        assert!(code == 0 || code == 1 && said.contains("[limit-exceeded]"), "{command}: {code}, {said}");
    }
}

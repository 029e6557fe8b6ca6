//! `info`, `ls`, `cat`, `rules` and `diff` by a schema that is not compiled in, from JSON and from a document.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
#[path = "../../tests/tests/shapes/schemas.rs"]
mod schemas;

use common::{Run, run_in};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const LAMP: &str = "# The lamp format\n\nAll numbers are little endian; sizes are in bytes.\n\n## 1 Header\n\n\
                    | Field | Type | Size | Notes |\n|---|---|---|---|\n| Magic | u8[4] | 4 | always \"LAMP\" |\n\
                    | Count | u16 | 2 | how many lamps follow |\n| Kind | u16 | 2 | |\n\n### 1.1 Kind\n\n| Name | Value |\n\
                    |---|---|\n| Oil | 0 |\n| Gas | 1 |\n";

/// Makes a folder with a document, its schema, and files.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("lamp.md", LAMP.as_bytes()),
        ("gas.bin", b"LAMP\x02\0\x01\0"),
        ("oil.bin", b"LAMP\x07\0\0\0"),
        ("dark.bin", b"DARK\x02\0\x01\0"),
        ("torn.bin", b"LAMP\x02\0"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let schema = run(folder.path(), "schema show lamp.md").fine();
    fs::write(folder.path().join("lamp.json"), schema.out).unwrap();
    folder
}

fn run(folder: &Path, line: &str) -> Run {
    run_in(folder, &line.split_whitespace().collect::<Vec<_>>())
}

#[test]
fn info_shows_values_at_the_top_level_and_the_verdict() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    let shown = run("info --schema lamp.json gas.bin").fine();
    let expected = "gas.bin: lamp, 8 bytes\nstructure: Header\n\
                    \x20          0         4  magic: \"4c414d50\"\n\
                    \x20          4         2  count: 2\n\
                    \x20          6         2  kind: \"Gas\"\nverdict: valid\n";
    assert_eq!(shown.text(), expected);
    let by_document = run("info --schema lamp.md gas.bin --json").fine().json();
    let fields = json!([
        { "name": "magic", "offset": "0", "size": "4", "value": "4c414d50" },
        { "name": "count", "offset": "4", "size": "2", "value": 2 },
        { "name": "kind", "offset": "6", "size": "2", "value": "Gas" },
    ]);
    assert_eq!(by_document["fields"], fields);
    assert_eq!(
        (&by_document["structure"], &by_document["structure_size"], &by_document["verdict"]),
        (&json!("Header"), &json!(8), &json!("valid"))
    );
    // What is wrong with a file is its verdict, and what can be read is shown.
    let dark = run("info --schema lamp.md dark.bin").fine();
    assert!(dark.text().contains("magic: \"4441524b\"\n") && dark.text().ends_with("verdict: malformed\n"));
    let torn = run("info --schema lamp.md torn.bin --json").fine().json();
    assert_eq!((&torn["verdict"], &torn["fields"]), (&json!("malformed"), &json!([])));
    run("info --schema lamp.md --type Nothing gas.bin").failed(2, "no structure `Nothing`");
}

#[test]
fn ls_and_cat_read_the_values_at_the_top_level() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    assert_eq!(run("ls --schema lamp.json gas.bin").fine().text(), "magic\ncount\nkind\n");
    let long = run("ls -l --schema lamp.json gas.bin m*").fine();
    assert_eq!(long.text(), "           0  magic  \"4c414d50\"\n");
    let listed = run("ls --schema lamp.md gas.bin --json").fine().json();
    assert_eq!(listed["entries"][1], json!({ "name": "count", "offset": "4", "about": "2" }));
    assert_eq!(run("cat --schema lamp.json gas.bin magic").fine().out, b"LAMP");
    assert_eq!(run("cat --schema lamp.json gas.bin --index 1").fine().out, b"\x02\0");
    run("cat --schema lamp.json gas.bin size").failed(2, "no such part");
    run("ls --tree --schema lamp.json gas.bin").failed(2, "cannot be used with");
}

#[test]
fn rules_lists_those_of_the_schema_and_verify_explains_a_finding_by_them() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    let listed = run("rules --schema lamp.json").fine();
    assert!(listed.text().starts_with("lamp\n  header."), "{}", listed.text());
    let listed = run("rules --schema lamp.md --json").fine().json();
    assert_eq!(listed[0]["format"], "the_lamp_format");
    let rules = listed[0]["rules"].as_array().unwrap();
    let rule = rules.iter().find(|rule| rule["code"] == "header.magic.magic").unwrap();
    let sentence = rule["sentence"].as_str().unwrap();
    assert!(!sentence.is_empty());
    run("verify --schema lamp.json dark.bin").failed(1, sentence);
    run("rules bpx --schema lamp.json").failed(2, "cannot be used with");
}

/// Writes the schema of lamps with a changed header.
fn write_changed(folder: &Path, name: &str, change: impl FnOnce(&mut Value)) {
    let mut schema = run(folder, "schema show lamp.json").fine().json();
    change(&mut schema["structures"]["Header"]);
    fs::write(folder.join(name), schema.to_string()).unwrap();
}

#[test]
fn info_shows_computed_values() {
    let folder = folder();
    write_changed(folder.path(), "derived.json", |header| header["body"]["fields"][0]["derived"] = json!({ "int": 0 }));
    let shown = run(folder.path(), "info --schema derived.json gas.bin").fine();
    assert!(shown.text().contains("magic: \"4c414d50\"\n"), "{}", shown.text());
}

#[test]
fn a_structure_without_a_section_is_shown_without_one() {
    let folder = folder();
    write_changed(folder.path(), "plain.json", |header| header["spec"] = json!(""));
    let shown = run(folder.path(), "schema show plain.json Header").fine();
    assert!(shown.text().starts_with("Header\n"), "{}", shown.text());
}

#[test]
fn info_counts_what_is_in_values_with_parts() {
    let folder = folder();
    let schema = common::run(&["schema", "show", "bpx"]).fine();
    fs::write(folder.path().join("bpx.json"), schema.out).unwrap();
    fs::write(folder.path().join("layout.bpx"), common::example("layout.bpx")).unwrap();
    let shown = run(folder.path(), "info --schema bpx.json layout.bpx").fine();
    let lines: Vec<_> = shown.text().lines().collect();
    assert!(lines.iter().any(|line| line.contains("  header: MainHeader, ") && line.ends_with(" fields")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("  table: ") && line.ends_with(" elements")), "{lines:?}");
    assert_eq!(lines.last(), Some(&"verdict: valid"));
}

#[test]
fn diff_compares_by_the_schema() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    let found = run("diff --schema lamp.json gas.bin oil.bin");
    assert_eq!((found.code, found.text()), (1, "count: 2 -> 7\nkind: \"Gas\" -> \"Oil\"\n"));
    assert_eq!(run("diff --schema lamp.md gas.bin oil.bin").text(), found.text());
    run("diff --schema lamp.md gas.bin gas.bin").fine();
    run("diff --schema lamp.md gas.bin torn.bin").failed(1, "truncated");
    // Without the schema, nothing says what these files are.
    run("diff gas.bin oil.bin").failed(3, "unknown-format");
    // No name of a field means that its value follows from others.
    let named = LAMP.replace("| Count |", "| Offset |").replace("| Kind | u16", "| Checksum | u16");
    fs::write(folder.path().join("named.md"), named).unwrap();
    let found = run("diff --schema named.md gas.bin oil.bin");
    assert_eq!((found.code, found.text()), (1, "offset: 2 -> 7\nchecksum: 1 -> 0\n"));
}

/// Bytes after the last field of a part belong to no value, and come back from JSON.
#[test]
fn json_has_the_bytes_that_a_part_leaves() {
    use schemas::{field, fields, named, schema};
    let mut inner = named("Inner");
    inner["region"] = json!({
        "each": null, "at": null, "size": { "path": ["inner_size"] }, "content_size": null, "steps": [], "checks": []
    });
    let empty = json!({});
    let file = fields("File", &[field("inner_size", &empty), field("inner", &inner), field("after", &empty)]);
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("s.json"), schema(&[file, fields("Inner", &[field("number", &empty)])])).unwrap();
    fs::write(root.join("whole"), [1, 7, 9]).unwrap();
    fs::write(root.join("more"), [3, 7, 8, 8, 9]).unwrap();
    for name in ["whole", "more"] {
        run_in(root, &["decode", "--schema", "s.json", name, "-o", "model.json"]).fine();
        run_in(root, &["encode", "--schema", "s.json", "model.json", "-o", "back"]).fine();
        assert_eq!(fs::read(root.join("back")).unwrap(), fs::read(root.join(name)).unwrap(), "{name}");
        let trip = run_in(root, &["roundtrip", "--mode", "model", "--schema", "s.json", name, "-o", "trip"]);
        assert_eq!((trip.code, &*trip.err), (0, ""), "{name}");
    }
    let more: Value = serde_json::from_slice(&fs::read(root.join("model.json")).unwrap()).unwrap();
    assert_eq!(more["$rest"], json!({ "inner": [{ "offset": "1", "data": "0808" }] }));
    // Values have their places, and other fields have no content of their own.
    for (rest, expected) in [
        (json!({ "inner": [{ "offset": "0", "data": "0808" }] }), "inner.$rest[0]: expected bytes that no value has"),
        (json!({ "after": [] }), "$rest.after: expected the name of a field whose stored bytes have a size"),
        (json!([]), "$rest: expected an object"),
        (json!({ "inner": [{ "data": "0808" }] }), "inner.$rest[0].offset: expected an offset"),
        (json!({ "inner": [{ "offset": "1", "data": "x" }] }), "inner.$rest[0].data: expected hexadecimal digits"),
        (json!({ "inner": [{ "offset": "1099511627776", "data": "08" }] }), "limit-exceeded"),
    ] {
        let mut model = more.clone();
        model["$rest"] = rest;
        fs::write(root.join("other.json"), model.to_string()).unwrap();
        let run = run_in(root, &["encode", "--schema", "s.json", "other.json", "-o", "other"]);
        assert!(run.code == 1 && run.err.contains(expected), "{} {}", run.code, run.err);
    }
}

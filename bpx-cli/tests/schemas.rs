//! `bpx schema`: differences, and files by a schema that is not compiled in.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use bpx_schema::transform::{Zstd, encode};
use common::run;
use std::fs;
use std::path::Path;

/// Writes the schema of a format, with a text of it replaced.
fn schema(folder: &Path, name: &str, changes: &[(&str, &str)]) -> String {
    let mut text = run(&["schema", "show", "bpx"]).fine().text().to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn versions_differ_as_they_are_known_to() {
    let output = run(&["schema", "diff", "bpx@0", "bpx", "--level", "wire", "--samples", "60"]);
    assert_eq!((output.code, &*output.err), (1, ""));
    insta::assert_snapshot!("bpx_v0_bpx", output.text());
}

#[test]
fn nothing_changes_from_a_schema_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    let same = schema(folder.path(), "same.json", &[]);
    assert!(run(&["schema", "diff", "bpx", &same, "--level", "source"]).fine().text().starts_with("0 changes"));
}

#[test]
fn levels_ignored_changes_and_witnesses() {
    let folder = tempfile::tempdir().unwrap();
    // The name of a field, and the versions that are supported.
    let new = schema(
        folder.path(),
        "new.json",
        &[
            ("\"file_size\"", "\"total\""),
            (
                "\"supported\": [\n                    1,",
                "\"supported\": [\n                    3,\n                    1,",
            ),
        ],
    );
    let output = run(&["schema", "diff", "bpx", &new, "--json", "--level", "model", "--samples", "40"]);
    assert_eq!(output.code, 1);
    let report = output.json();
    let rules: Vec<_> = report["changes"].as_array().unwrap().iter().map(|one| one["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["version.changed", "field.renamed"]);
    assert_eq!((&report["old_reads_new"], &report["new_reads_old"]), (&"rejects".into(), &"accepts-more".into()));
    assert_eq!(report["changes"][0]["used_by"], serde_json::json!(["header"]));

    let proofs = folder.path().join("proofs");
    run(&["schema", "diff", "bpx", &new, "--samples", "40", "--witness", proofs.to_str().unwrap()]);
    let proof = proofs.join("version.changed@MainHeader-version.old-reads-new.bin");
    let proof = proof.to_str().unwrap();
    // The proof needs no other file: one schema accepts it, the other does not.
    run(&["verify", "--strict", "--schema", &new, proof]).fine();
    run(&["verify", "--strict", "--schema", &schema(folder.path(), "old.json", &[]), proof])
        .failed(3, "main-header.version");

    let ignore = folder.path().join("ignore.toml");
    let entry =
        |path: &str| format!("[[ignore]]\nrule = \"version.*\"\npath = \"{path}\"\nwhy = \"version 3 is new\"\n");
    fs::write(&ignore, entry("MainHeader.*")).unwrap();
    let args = ["schema", "diff", "bpx", &new, "--samples", "0", "--ignore", ignore.to_str().unwrap()];
    assert!(run(&args).fine().text().contains("1 below the chosen level, 1 ignored"));
    fs::write(&ignore, format!("{}{}", entry("MainHeader.*"), entry("SectionHeader.*"))).unwrap();
    run(&args).failed(1, "stale: no change of the rule `version.*` at `SectionHeader.*`");
    fs::write(&ignore, "[[ignore]]\nrule = 1\n").unwrap();
    run(&args).failed(1, "not an ignore file");

    let table = run(&["schema", "diff", "bpx", &new, "--markdown", "--samples", "40"]);
    assert!(table.text().contains("| wire | `version.changed` | `MainHeader.version` |"), "{}", table.text());
    run(&["schema", "diff", "bpx", "png"]).failed(2, "one of bpx, bpx-v0, bpat, blk, gpb, found `png`");
    run(&["schema", "diff", "bpx@7", "bpx"]).failed(2, "found `bpx@7`");
    fs::write(&ignore, "{}").unwrap();
    run(&["schema", "diff", "bpx", "none.json"]).failed(4, "none.json");
}

#[test]
fn any_structure_of_a_schema_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let schema = schema(folder.path(), "bpx.json", &[]);
    let by_schema = run(&["decode", "--schema", &schema, "layout.bpx"]).fine().json();
    assert_eq!(by_schema["header"]["signature"], run(&["query", "layout.bpx", "header.signature"]).fine().json());
    assert_eq!(
        run(&["dump", "--schema", &schema, "layout.bpx"]).fine().text(),
        run(&["dump", "layout.bpx"]).fine().text()
    );

    // The first entry of the table, by itself.
    let file = fs::read(common::examples().join("layout.bpx")).unwrap();
    let entry = folder.path().join("entry.bin");
    fs::write(&entry, &file[40..64]).unwrap();
    let entry = entry.to_str().unwrap();
    let decoded = run(&["decode", "--schema", &schema, "--type", "SectionHeader", entry]).fine().json();
    assert_eq!(decoded, run(&["query", "layout.bpx", "table[0]"]).fine().json());
    assert!(run(&["dump", "--schema", &schema, "--type", "SectionHeader", entry]).fine().text().contains("pointer"));
    run(&["verify", "--schema", &schema, "--type", "SectionHeader", entry]).fine();
    fs::write(entry, [&file[40..64], b"more"].concat()).unwrap();
    let more = run(&["verify", "--strict", "--schema", &schema, "--type", "SectionHeader", entry]);
    more.failed(1, "trailing-bytes");
    fs::write(entry, &file[40..60]).unwrap();
    run(&["verify", "--schema", &schema, "--type", "SectionHeader", entry]).failed(1, "truncated");
    run(&["decode", "--schema", &schema, "--type", "SectionHeader", entry]).failed(1, "truncated");
    run(&["decode", "--schema", &schema, "--type", "Nothing", entry]).failed(2, "no structure `Nothing`");

    // Some have parameters: type of the file, type of the section, version.
    let content = |given: &[&str]| {
        let given = given.iter().flat_map(|one| ["--given", one]);
        run(&["decode", "--schema", &schema, "--type", "Content"]
            .into_iter()
            .chain(given)
            .chain([entry])
            .collect::<Vec<_>>())
    };
    let model = run(&["schema", "show", "bpx"]).fine().json();
    let names: Vec<String> = serde_json::from_value(model["structures"]["Content"]["params"].clone()).unwrap();
    let all: Vec<_> = names.iter().zip(["0x58", "255", "2"]).map(|(name, number)| format!("{name}={number}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    fs::write(entry, b"one\0two\0").unwrap();
    assert_eq!(content(&all).fine().json(), serde_json::json!({ "strings": { "strings": ["one", "two"] } }));
    content(&all[1..]).failed(2, &format!("--given {}=NUMBER", names[0]));
    content(&[&all[..], &["more=1"]].concat()).failed(2, "has no parameter `more`");
    content(&[&all[..], &all[..1]].concat()).failed(2, "given twice");
    content(&["file=0x-5"]).failed(2, "expected a number, found `0x-5`");
    content(&["more"]).failed(2, "NAME=NUMBER");
    content(&["more=one"]).failed(2, "`one`: invalid digit");
    run(&["decode", "--type", "SectionHeader", entry]).failed(2, "--schema");
}

#[test]
fn rules_are_listed() {
    insta::assert_snapshot!("rules_bpat", run(&["rules", "bpat"]).fine().text());
    let all = run(&["rules", "--json"]).fine().json();
    let formats: Vec<_> = all.as_array().unwrap().iter().map(|one| one["format"].as_str().unwrap()).collect();
    assert_eq!(formats, ["bpx", "bpat", "blk", "gpb"]);
    let rules = all[0]["rules"].as_array().unwrap();
    let name = rules.iter().find(|rule| rule["code"] == "model.bone-name").unwrap();
    let expected = serde_json::json!({
        "code": "model.bone-name", "severity": "error", "classes": ["out-of-bounds", "unterminated", "bad-text"],
        "spec": "12.6.3", "lenient": "", "sentence": "`Bone.name` is the offset of a text of `strings`. Name of the bone, as an offset in the strings section.",
    });
    assert_eq!(*name, expected);
    run(&["rules", "png"]).failed(2, "expected a format, one of bpx, bpat, blk, gpb, found `png`");
}

/// A body with the parameter `a`, whose type is at offset 11 after the byte of the kind.
fn content(kind: u8) -> Vec<u8> {
    [&[1, 1, 2, b'a', 0, 1, 1, 0][..], &[0, 0, 0, kind, 7, 0, 0, 0], &[0, 1, 0]].concat()
}

#[test]
fn a_schema_shows_what_frames_of_blk_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let schema = path("blk.json");
    fs::write(&schema, run(&["schema", "show", "blk"]).fine().text()).unwrap();
    let file = |content: &[u8]| {
        let frame = encode(content, &Zstd::new()).unwrap();
        [&[2, u8::try_from(frame.len()).unwrap(), 0, 0][..], &frame, b"sign"].concat()
    };
    let (sound, faulty) = (path("sound.blk"), path("faulty.blk"));
    fs::write(&sound, file(&content(2))).unwrap();
    fs::write(&faulty, file(&content(99))).unwrap();
    run(&["verify", "--strict", "--schema", &schema, "--type", "File", &sound]).fine();
    run(&["verify", "--strict", &sound]).fine();
    // Both readers find the fault in the content.
    for more in [&[][..], &["--schema", &schema, "--type", "File"]] {
        let output = run(&[&["verify", "--strict", "--json"], more, &[&faulty]].concat());
        let found = &output.json()[0]["findings"][0];
        let said = ["code", "path"].map(|key| found[key].as_str().unwrap());
        assert_eq!(said, ["blk.param.type", "sized.content.body.params[0].key.kind"]);
        assert_eq!((&found["offset"], &found["content_offset"]), (&"4".into(), &"11".into()), "{found}");
    }
    for more in [&[][..], &["--schema", &schema, "--type", "File"]] {
        let shown = run(&[&["verify", "--strict"], more, &[&faulty]].concat());
        let shown = shown.failed(1, "decompressed content of sized.content").err;
        let rows: Vec<_> = shown.lines().skip_while(|line| !line.contains("00000000  ")).take(2).collect();
        assert!(rows[0].contains(" 63 ") && rows[1].contains("^^"), "the kind is 99: {shown}");
    }
    let shown = run(&["dump", "--schema", &schema, &sound]).fine();
    assert!(shown.text().contains("content of sized.content, 19 bytes:"), "{}", shown.text());
    let model = run(&["decode", "--schema", &schema, &sound]).fine().json();
    assert_eq!(model["sized"]["content"]["body"]["params"][0]["value"], 7);
}

#[test]
fn a_dictionary_that_a_schema_needs_comes_from_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (schema, dictionary, file) = (path("blk.json"), path("a.dict"), path("a.blk"));
    fs::write(&schema, run(&["schema", "show", "blk"]).fine().text()).unwrap();
    fs::write(&dictionary, [7; 300]).unwrap();
    let zstd = Zstd::new().with_dictionary(vec![7; 300]);
    let stored = |content: &[u8]| [&[5][..], &encode(content, &zstd).unwrap()].concat();
    fs::write(&file, stored(&content(2)[1..])).unwrap();
    let args = ["verify", "--strict", "--schema", &schema, &file];
    let missing = "expected the dictionary that files of the archive share (--dict), found none";
    run(&args).failed(3, missing);
    run(&[&args[..], &["--dict", &dictionary]].concat()).fine();
    fs::write(&file, stored(&content(99)[1..])).unwrap();
    run(&[&args[..], &["--dict", &dictionary]].concat()).failed(1, "frame.content.body.params[0].key.kind");
}

#[test]
fn a_schema_for_known_values_has_no_conditions_on_them() {
    let fields = |more: &[&str]| {
        let shown = run(&[&["schema", "show", "bpat"], more].concat()).fine().json();
        let fields = shown["structures"]["Clip"]["body"]["fields"].as_array().unwrap().clone();
        let names: Vec<_> = fields.iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect();
        (names, fields.iter().filter(|field| !field["when"].is_null()).count())
    };
    let (names, conditions) = fields(&["--where", "version=1"]);
    let first = ["name_offset", "name_length", "frame_count", "frame_offset", "fps", "loops", "pad", "reserved"];
    assert_eq!((&*names.concat(), conditions), (&*first.concat(), 0));
    let (all, conditions) = fields(&[]);
    assert_eq!((all.len(), conditions), (14, 8));
    run(&["schema", "show", "bpat", "--where", "weight=1"])
        .failed(2, "expected a name in `--where` on which `bpat` depends, found `weight`");
    run(&["schema", "show", "bpat", "--where", "version"]).failed(2, "expected a name and a number");
}

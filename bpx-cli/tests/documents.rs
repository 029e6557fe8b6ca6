//! Documents in place of schemas in all commands; corrections, the account, and documents that are not understood.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{Run, command, done, run_in};
use std::fs;
use std::path::Path;

const LAMP: &str = "# The lamp format\n\nAll numbers are little endian; sizes are in bytes.\n\n## 1 Header\n\n\
                    | Field | Type | Size | Notes |\n|---|---|---|---|\n| Magic | u8[4] | 4 | always \"LAMP\" |\n\
                    | Count | u16 | 2 | how many lamps follow |\n| Kind | u16 | 2 | |\n\n### 1.1 Kind\n\n| Name | Value |\n\
                    |---|---|\n| Oil | 0 |\n| Gas | 1 |\n";
const GAS: &[u8] = b"LAMP\x02\0\x01\0";
/// A size in this table is not understood.
const TORN: &str = "## Lamp\n\nAll numbers are little endian.\n\n| Field | Type | Size | Notes |\n|---|---|---|---|\n| Height | u16 | 2 bytes | |\n\
                    | Names | bytes | some | |\n| Colour | u16 | 2 bytes | |\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("lamp.md", LAMP.as_bytes()),
        ("torn.md", TORN.as_bytes()),
        ("gas.bin", GAS),
        ("none.md", b"# One\n\nWords.\n"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn run(folder: &Path, line: &str) -> Run {
    run_in(folder, &line.split_whitespace().collect::<Vec<_>>())
}

#[test]
fn a_document_is_taken_wherever_its_schema_is() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    let made = run("spec generate lamp.md -o new/lamp.json");
    assert_eq!((made.code, &*made.err), (0, "lamp.md: 2 tables: all understood\n"));
    assert_eq!(
        fs::read_to_string(folder.path().join("new/lamp.json")).unwrap(),
        run("schema show lamp.md").fine().text()
    );
    for line in [
        "decode --schema SCHEMA gas.bin",
        "dump --schema SCHEMA gas.bin",
        "dump --schema SCHEMA gas.bin kind --json",
        "query --schema SCHEMA gas.bin count",
        "verify --schema SCHEMA gas.bin --json",
        "schema show SCHEMA Header",
    ] {
        let [json, document] =
            ["new/lamp.json", "lamp.md"].map(|schema| run(&line.replace("SCHEMA", schema)).fine().out);
        assert!(!json.is_empty() && json == document, "{line}");
    }
    assert_eq!(run("query --schema lamp.md gas.bin count").fine().text(), "2\n");
    let json = "{ \"magic\": \"4c414d50\", \"count\": 2, \"kind\": \"Gas\" }";
    assert_eq!(
        run("decode --schema lamp.md gas.bin").fine().json(),
        serde_json::from_str::<serde_json::Value>(json).unwrap()
    );
    fs::write(folder.path().join("gas.json"), json).unwrap();
    run("encode --schema lamp.md gas.json -o out.bin").fine();
    assert_eq!(fs::read(folder.path().join("out.bin")).unwrap(), GAS);
    for mode in ["preserve", "model"] {
        run(&format!("roundtrip --schema lamp.md gas.bin -o {mode}.bin --mode {mode}")).fine();
        assert_eq!(fs::read(folder.path().join(format!("{mode}.bin"))).unwrap(), GAS);
    }
    // Exports are named as the document is.
    for target in ["c", "python", "ksy", "markdown", "svg", "json"] {
        assert!(!run(&format!("schema export lamp.md --target {target}")).fine().out.is_empty(), "{target}");
    }
    let header = run("schema export lamp.md --target c").fine();
    assert!(header.text().contains("Records of the_lamp_format"), "{}", header.text());
    assert_eq!(
        run("schema diff lamp.md new/lamp.json --level source").fine().text().lines().next().unwrap(),
        "0 changes, 0 breaking, 0 with a witness; 0 below the chosen level, 0 ignored"
    );
    let check = run("spec check lamp.md --against new/lamp.json");
    assert_eq!((check.code, &*check.err), (0, "lamp.md: 2 tables: all understood\n"));
    run("decode --schema lamp.md --fix lamp.md gas.bin").failed(1, "not a file of corrections");
    run("decode --schema new/lamp.json --fix lamp.md gas.bin")
        .failed(2, "expected a document for `--fix` to correct, found the schema");
    run("schema show lampe").failed(2, "found `lampe`");
}

#[test]
fn a_document_is_several_files_a_folder_or_stdin() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    fs::create_dir_all(folder.path().join("parts/more")).unwrap();
    for (name, text) in [
        ("a.md", LAMP),
        (
            "more/b.md",
            "## 2 Lamp\n\n| Field | Type | Size |\n|---|---|---|\n| Height | u16 | 2 bytes |\n| Width | u16 | 2 bytes |\n",
        ),
        (".hidden.md", TORN),
        ("c.png", "no text"),
    ] {
        fs::write(folder.path().join("parts").join(name), text).unwrap();
    }
    let whole = run("schema show parts").fine().json();
    assert_eq!(whole["structures"].as_object().unwrap().keys().collect::<Vec<_>>(), ["Header", "Lamp"]);
    assert_eq!(run("schema show parts/a.md --with parts/more/b.md").fine().json(), whole);
    let decoded = run("decode --schema parts/a.md --schema parts/more/b.md --type Lamp gas.bin").fine().json();
    assert_eq!(decoded["height"], 0x414c);
    assert!(
        run("schema diff parts parts/a.md --new-with parts/more/b.md --level source")
            .fine()
            .text()
            .starts_with("0 changes")
    );
    let read = |line: &str, input: &str| done(command(folder.path()).args(line.split_whitespace()).write_stdin(input));
    assert_eq!(read("decode --schema - gas.bin", LAMP).fine().json()["count"], 2);
    assert_eq!(read("decode --schema - gas.bin", run("schema show lamp.md").fine().text()).fine().json()["count"], 2);
    fs::create_dir(folder.path().join("empty")).unwrap();
    run("schema show empty").failed(1, "expected files of a document (adoc, ");
}

#[test]
fn declarations_are_called_as_the_document_is() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    run("spec generate lamp.md -o src");
    let module = fs::read_to_string(folder.path().join("src/the_lamp_format.rs")).unwrap();
    assert!(module.starts_with("//! Generated from `The lamp format` by"), "{module}");
    // A file may be named. A document without a title has the name of its file.
    run("spec generate lamp.md -o src/own.rs");
    assert_eq!(fs::read_to_string(folder.path().join("src/own.rs")).unwrap(), module);
    run("spec generate torn.md -o src");
    assert!(folder.path().join("src/torn.rs").exists());
    // The name of stdout is not that of a folder.
    fs::create_dir(folder.path().join("-")).unwrap();
    assert_eq!(run("spec generate lamp.md -o -").failed(0, "").text(), module);
    // A section of a schema is a schema.
    run("spec generate lamp.md torn.md --only Lamp -o part.json");
    let part = run("schema show part.json").fine().json();
    assert_eq!(part["structures"].as_object().unwrap().keys().collect::<Vec<_>>(), ["Lamp"]);
    assert_eq!(part["root"], "Lamp");
}

#[test]
fn nothing_understood_is_an_error_with_a_sentence() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    let nothing = "error: none.md: expected tables of structures or values, found none that is understood, among 3 lines, 1 heading \
                   and 0 tables; `bpx spec tables --toml` writes what was read, and `--fix FILE.toml` corrects or adds tables\n";
    for line in [
        "spec tables none.md",
        "spec generate none.md -o none.rs",
        "spec generate none.md -o none.json",
        "spec check none.md --against bpx",
        "schema show none.md",
        "schema diff none.md lamp.md",
        "schema diff lamp.md none.md",
        "schema export none.md --target c -o none.h",
        "decode --schema none.md gas.bin",
    ] {
        let output = run(line).failed(3, nothing);
        assert!(output.out.is_empty(), "{line}");
    }
    let files: Vec<_> = common::names(folder.path());
    assert_eq!(files, ["gas.bin", "lamp.md", "none.md", "torn.md"], "nothing is written");
    // The message describes what was found.
    fs::write(folder.path().join("none.md"), "# One\n\n| A | B |\n|---|---|\n| x | y |\n").unwrap();
    run("spec generate none.md -o -")
        .failed(3, "1 table (none.md:3: expected columns of fields, types or values, found `A`, `B`)");
}

#[test]
fn what_is_open_is_reported_and_fails_strict_commands() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    let account = "torn.md: 1 table: 0 understood, 1 open, 0 not used (--account shows the reasons)\n";
    for line in ["spec tables torn.md", "spec generate torn.md -o -"] {
        run(line).failed(0, account);
        run(&format!("{line} --strict")).failed(1, account);
        run(&format!("{line} --account")).failed(0, "torn.md:5: Lamp (structure): open\n  ");
    }
    for (line, code) in [("schema diff torn.md torn.md", 0), ("schema diff torn.md torn.md --strict", 1)] {
        run(line).failed(code, account);
    }
    run("decode --schema torn.md gas.bin").failed(0, "warning: torn.md: `Lamp` is open: ");
    run("spec generate lamp.md -o - --strict").failed(0, "all understood");
    let json = run("spec tables torn.md --json").fine().json();
    assert_eq!(json["account"]["tables"][0]["state"], "open");
    assert_eq!((&json["account"]["totals"]["open"], &json["unapplied"]), (&1.into(), &serde_json::json!([])));
}

#[test]
fn a_warning_about_the_whole_document_begins_with_its_words() {
    let folder = folder();
    fs::write(folder.path().join("mixed.md"), LAMP.replace("All numbers are little endian; ", "All ")).unwrap();
    let warning = "warning: the document does not state the byte order";
    run(folder.path(), "spec generate mixed.md -o new/lamp.json").failed(0, warning);
}

#[test]
fn corrections_are_applied_wherever_documents_are_read() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    let fix = folder.path().join("torn.fix.toml");
    let entry = "[[table]]\nsection = \"Lamp\"\nname = \"Lamp\"\ncell = [\n    { row = \"Names\", column = \"Size\", was = \"some\", text = \"4 bytes\" },\n]\nunit = \"bytes\"\n";
    fs::write(&fix, entry).unwrap();
    // As an option, beside the documents, and in their folder.
    run("spec tables torn.md --strict --fix torn.fix.toml").failed(0, "torn.md: 1 table: all understood\n");
    run("spec generate torn.md torn.fix.toml --strict -o torn.json").failed(0, "all understood");
    let by_json = run("decode --schema torn.json gas.bin").fine().text().to_owned();
    assert_eq!(run("decode --schema torn.md --fix torn.fix.toml gas.bin").fine().text(), by_json);
    assert_eq!(run("decode --schema torn.md --schema torn.fix.toml gas.bin").fine().text(), by_json);
    fs::create_dir(folder.path().join("all")).unwrap();
    fs::copy(folder.path().join("torn.md"), folder.path().join("all/torn.md")).unwrap();
    fs::copy(&fix, folder.path().join("all/torn.fix.toml")).unwrap();
    assert_eq!(run("decode --schema all gas.bin").fine().text(), by_json);
    assert!(
        run("schema diff torn.md torn.json --strict --level source --fix torn.fix.toml")
            .failed(0, "")
            .text()
            .starts_with("0 changes")
    );
    assert!(
        run("schema diff torn.md torn.json --strict --level source --old-with torn.fix.toml")
            .fine()
            .text()
            .starts_with("0 changes")
    );
    // The whole form is a correction, too.
    let all = run("spec tables torn.md --toml");
    assert!(all.text().contains("[\"Names\", \"bytes\", \"some\""), "{}", all.text());
    fs::write(
        folder.path().join("all.toml"),
        all.text().replace("\"some\"", "\"4 bytes\"").replace("header", "unit = \"bytes\"\nheader"),
    )
    .unwrap();
    assert_eq!(run("decode --schema torn.md --fix all.toml gas.bin").fine().text(), by_json);
    // The next revision has another text: corrections that no longer fit are reported, and none is applied.
    fs::write(folder.path().join("torn.md"), TORN.replace("| some |", "| few |")).unwrap();
    let message =
        "torn.fix.toml:1: warning[correction.unapplied]: expected `some` in row `Names`, column `Size`, found `few`";
    run("spec tables torn.md torn.fix.toml").failed(0, message);
    run("spec generate torn.md torn.fix.toml -o -").failed(0, message);
    run("decode --schema torn.md --fix torn.fix.toml gas.bin").failed(0, message);
    run("spec tables torn.md torn.fix.toml --strict").failed(1, message);
    let json = run("spec tables torn.md torn.fix.toml --json").json();
    assert_eq!(json["unapplied"][0]["place"], "torn.fix.toml:1");
    // A document that is not understood, with a table that a person added.
    let add = "[[table]]\nadd = true\nsection = \"One\"\nname = \"Point\"\nheader = [\"Field\", \"Type\", \"Size\"]\nrows = [\n    [\"X\", \"u16\", \"2 bytes\"],\n    [\"Y\", \"u16\", \"2 bytes\"],\n]\n";
    fs::write(folder.path().join("none.fix.toml"), add).unwrap();
    assert_eq!(run("decode --schema none.md --schema none.fix.toml gas.bin").json()["x"], 0x414c);
}

#[test]
fn bytes_after_the_root_are_reported() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), line);
    fs::write(folder.path().join("long.bin"), [GAS, &[7; 3000]].concat()).unwrap();
    let long = run("verify --short --schema lamp.md long.bin");
    assert_eq!(long.text(), "long.bin: valid (1 warning); the schema ends at byte 8 of 3008\n");
    let long = long.failed(0, "warning[trailing-bytes]: no field holds these 3000 bytes at the end (at offset 0x8");
    drop(long);
    run("verify --strict --schema lamp.md long.bin").failed(1, "error[trailing-bytes]");
    let found = &run("verify --json --schema lamp.md long.bin").json()[0]["findings"][0];
    assert_eq!((&found["code"], &found["offset"]), (&"trailing-bytes".into(), &"8".into()));
    assert_eq!(run("verify --schema lamp.md gas.bin").fine().text(), "gas.bin: valid\n");
}

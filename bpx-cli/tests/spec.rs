//! `bpx spec`: output as text and as JSON, and exit codes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{run_in, run_with};
use std::fs;

const SOUND: &str = "# 1 Header\n\n| Name | Type | Size | Notes |\n|---|---|---|---|\n| Id | u8 | 8 | first |\n";
const WRONG: &str = "# 2 Kind\n\n| Name | Value |\n|---|---|\n| A | 1 |\n| B | 1 |\n";

impl common::Run {
    /// Asserts success, with nothing on stderr but the account.
    #[track_caller]
    fn accounted(self) -> Self {
        assert_eq!((self.code, self.err.lines().count()), (0, 1), "{self:?}");
        assert!(self.err.contains(" understood"), "{}", self.err);
        self
    }
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sound.md"), SOUND).unwrap();
    fs::write(folder.path().join("wrong.md"), WRONG).unwrap();
    fs::write(folder.path().join("bytes.md"), b"# Header\n\0").unwrap();
    folder
}

#[test]
fn tables_and_faults_are_shown() {
    let folder = folder();
    let sound = run_in(folder.path(), &["spec", "tables", "sound.md"]).accounted();
    assert_eq!(sound.text(), "1: Header, structure, line 3, 8 bits\n  Id  u8  8  first\n\n");
    assert_eq!(run_with(SOUND.as_bytes(), &["spec", "tables", "-"]).accounted().text(), sound.text());
    // The lines of the second file are its own.
    let both = run_in(folder.path(), &["spec", "tables", "sound.md", "wrong.md"]);
    let expected = "wrong.md:6: warning[value.repeated]: B: the value 1 belongs to `A` too (section 2; against wrong.md:5)\n\
         sound.md, wrong.md: 2 tables: all understood\n";
    assert_eq!(both.failed(1, "").err, expected);
}

#[test]
fn json_holds_all() {
    let folder = folder();
    let json = run_in(folder.path(), &["spec", "tables", "--json", "sound.md", "wrong.md"]);
    assert_eq!((json.code, json.err.as_str()), (1, ""));
    let json = json.json();
    assert_eq!(json["sources"][1], serde_json::json!({ "name": "wrong.md", "line": 6 }));
    assert_eq!(json["tables"][0]["kind"], "structure");
    assert_eq!(json["tables"][0]["fields"][0]["size"], serde_json::json!({ "min": 8, "max": 8 }));
    assert_eq!(json["inconsistencies"][0]["id"], "value.repeated");
    assert_eq!(json["inconsistencies"][0]["place"], "wrong.md:6");
}

#[test]
fn sections_and_ids_are_chosen() {
    let folder = folder();
    let both = |more: &[&str]| run_in(folder.path(), &[&["spec", "tables", "sound.md", "wrong.md"], more].concat());
    let first = both(&["--section", "1"]).accounted();
    assert!(first.text().starts_with("1: Header") && !first.text().contains("Kind"), "{}", first.text());
    both(&["--section", "kind"]).failed(1, "value.repeated");
    both(&["--section", "3"]).failed(2, "no section `3`");
    both(&["--ignore", "value.repeated"]).accounted();
    both(&["--ignore", "value"]).failed(2, "value.repeated");
}

#[test]
fn unreadable_documents_are_reported() {
    let folder = folder();
    run_in(folder.path(), &["spec", "tables", "none.md"]).failed(4, "none.md");
    run_in(folder.path(), &["spec", "tables", "bytes.md"])
        .failed(1, "expected text or a PDF, found a zero byte at offset 9");
    run_in(folder.path(), &["spec", "tables"]).failed(2, "DOC");
}

/// A table of the project's own for a declared structure: sound, then with one difference of each kind.
#[test]
fn declarations_are_compared() {
    const TABLE: &str = "# 12.5 Bones\n\n| Name | Type | Bits | Notes |\n|---|---|---|---|\n| Head | float vector | 96 | |\n\
                         | Tail | float vector | 96 | |\n| Name | Unsigned | 32 | |\n";
    let folder = folder();
    let check = |text: &str| {
        fs::write(folder.path().join("bones.md"), text).unwrap();
        run_in(folder.path(), &["spec", "check", "bones.md", "--against", "bpx"])
    };
    check(TABLE).accounted();
    check(&TABLE.replace("| Name | Unsigned | 32", "| Name | Unsigned | 16"))
        .failed(1, "bones.md:7: warning[field.resized]: 12.5 Bones.Name");
    check(&TABLE.replace("| Tail", "| Foot"))
        .failed(1, "bones.md:6: warning[field.renamed]: 12.5 Bones.Foot: declared as `tail` (Bone.tail)");
    check(&TABLE.replace("| Tail | float vector | 96 | |\n", ""))
        .failed(1, "bones.md:3: warning[field.extra]: 12.5 Bones.tail");
    check(&format!("{TABLE}| Weight | Unsigned | 32 | |\n"))
        .failed(1, "bones.md:8: warning[field.missing]: 12.5 Bones.Weight");
    check(&TABLE.replace("Head |", "_ |").replace("Tail |", "Head |").replace("_ |", "Tail |"))
        .failed(1, "bones.md:6: warning[field.reordered]: 12.5 Bones.Head");
    check(&TABLE.replace("| Head | float vector |", "| Head | Unsigned |"))
        .failed(1, "bones.md:5: warning[field.retyped]: 12.5 Bones.Head");
    // Names identify the structure if the number of the section does not.
    check(&TABLE.replace("12.5 Bones", "99 Bones")).accounted();
    check(&TABLE.replace("12.5 Bones", "99 Bones").replace("Head", "Left").replace("Tail", "Right"))
        .failed(1, "bones.md:3: warning[table.undeclared]");
    run_in(folder.path(), &["spec", "check", "bones.md", "--against", "none"]).failed(2, "bpat");
}

#[test]
fn declared_values_are_compared() {
    const TABLE: &str = "# 14.2.2 Platform\n\n| Name | Value |\n|---|---|\n| Linux | 0 |\n| MacOS | 1 |\n| Windows | 2 |\n\
                         | Android | 3 |\n| Any | 4 |\n";
    let check = |text: &str| run_with(text.as_bytes(), &["spec", "check", "-", "--against", "bpx"]);
    check(TABLE).accounted();
    check(&TABLE.replace("| Any | 4", "| Any | 5"))
        .failed(1, "value.differs]: 14.2.2 Platform.Any: 5 in the document, 4 declared");
    check(&TABLE.replace("Android", "Robot"))
        .failed(1, "value.renamed]: 14.2.2 Platform.Robot: 3 is declared as `Android`");
    check(&TABLE.replace("| Any | 4 |\n", "")).failed(1, "value.extra]: 14.2.2 Platform.Any");
    check(&format!("{TABLE}| BSD | 9 |\n")).failed(1, "value.missing]: 14.2.2 Platform.BSD");
    check(&TABLE.replace("14.2.2 Platform", "99 Moods")).accounted();
    check(
        &TABLE
            .replace("14.2.2 Platform", "99 Moods")
            .replace("| 1", "| 11")
            .replace("| 2", "| 12")
            .replace("| 3", "| 13"),
    )
    .failed(1, "codes.undeclared]");
    let json = run_with(
        TABLE.replace("| Any | 4", "| Any | 5").as_bytes(),
        &["spec", "check", "-", "--against", "bpx", "--json"],
    );
    assert_eq!((json.code, json.err.as_str()), (1, ""));
    let json = json.json();
    assert_eq!(json["differences"][0]["place"], "<stdin>:9");
    assert_eq!(json["known"], 0);
}

/// The sections of packages of version 2, and what differs in packages of version 1.
#[test]
fn declared_sections_are_compared_by_version() {
    const TABLE: &str = "# 14.1 Overview\n\n| Name | Type | Required | Single Time |\n|---|---|---|---|\n\
                         | Data | 1 | Yes | No |\n| ObjectTable | 2 | Yes | Yes |\n| Metadata | 254 | No | Yes |\n\
                         | Strings | 255 | Yes | Yes |\n";
    let check = |text: &str, format: &str| run_with(text.as_bytes(), &["spec", "check", "-", "--against", format]);
    check(TABLE, "bpx").accounted();
    check(TABLE, "bpx@2").accounted();
    check(TABLE, "bpx@1").failed(1, "use.missing]: 14.1 Overview.ObjectTable");
    check(&TABLE.replace("| 1 | Yes", "| 1 | No"), "bpx").failed(1, "use.required]: 14.1 Overview.Data");
    check(TABLE, "bpx@0").failed(1, "uses.undeclared]");
    check(TABLE, "bpx-v0").failed(1, "uses.undeclared]");
    check(TABLE, "bpat").failed(1, "uses.undeclared]");
    check(TABLE, "bpx@9").failed(2, "bpx-v0");
}

#[test]
fn known_differences_are_fine_and_lists_are_kept_true() {
    const TABLE: &str = "# 14.2.2 Platform\n\n| Name | Value |\n|---|---|\n| Linux | 0 |\n| MacOS | 1 |\n| Windows | 2 |\n\
                         | Android | 3 |\n| Any | 5 |\n";
    let folder = folder();
    let known = folder.path().join("known.toml");
    let check = |text: &str, more: &[&str]| {
        fs::write(folder.path().join("doc.md"), text).unwrap();
        let words = ["spec", "check", "doc.md", "--against", "bpx"];
        run_in(folder.path(), &[&words, more].concat())
    };
    check(TABLE, &["--known", "known.toml"]).failed(4, "known.toml");
    check(TABLE, &["--fix"]).failed(2, "--known");
    // What is new has no reason yet.
    check(TABLE, &["--known", "known.toml", "--fix"]).failed(1, "no reason: `value.differs`");
    check(TABLE, &["--known", "known.toml"]).failed(1, "no reason: `value.differs`");
    let list = fs::read_to_string(&known).unwrap();
    let at = "14.2.2 Platform.Any: 5 in the document, 4 declared";
    assert_eq!(list, format!("[[known]]\nid = \"value.differs\"\nat = [\"{at}\"]\nwhy = \"\"\n"));
    fs::write(&known, list.replace("why = \"\"", "why = \"a slip\"")).unwrap();
    let fine = check(TABLE, &["--known", "known.toml"]).accounted();
    assert_eq!(fine.text(), "1 known differences, 0 others\n");
    let mut json = check(TABLE, &["--known", "known.toml", "--json"]).fine().json();
    let account = json.as_object_mut().unwrap().remove("account").unwrap();
    assert_eq!((&account["totals"]["understood"], &account["totals"]["open"]), (&1.into(), &0.into()));
    assert_eq!(json, serde_json::json!({ "differences": [], "known": 1, "stale": [], "unreasoned": [] }));
    // Another difference, and one that is gone.
    check(&TABLE.replace("| Android", "| Robot"), &["--known", "known.toml"])
        .failed(1, "doc.md:8: warning[value.renamed]");
    let sound = TABLE.replace("| 5 |", "| 4 |");
    check(&sound, &["--known", "known.toml"])
        .failed(1, &format!("stale: no difference of the rule `value.differs` at `{at}`"));
    check(&sound, &["--known", "known.toml", "--fix"]).accounted();
    assert_eq!(fs::read_to_string(&known).unwrap(), "");
    check(&sound, &["--known", "known.toml"]).accounted();
    fs::write(&known, "[[known]]\nid = 1\n").unwrap();
    check(TABLE, &["--known", "known.toml"]).failed(1, "not a list of known differences");
}

#[test]
fn declarations_are_generated() {
    let folder = folder();
    let open = "# 1 Header\n\nAll numbers are little endian.\n\n| Name | Type | Size |\n|---|---|---|\n| Id | u32 | 32 |\n\n# 2 Body\n\n| Name | Type | Size |\n\
                |---|---|---|\n| Count | u16 | 16 |\n| Text | bytes | variable |\n";
    fs::write(folder.path().join("My open.md"), open).unwrap();
    let run = |args: &[&str]| run_in(folder.path(), &[&["spec", "generate"], args].concat());

    // A file called as the document is, in a folder that is made.
    let done = run(&["My open.md", "-o", "src/generated"]);
    assert_eq!((done.code, done.text()), (0, ""));
    let account = "My open.md: 2 tables: 1 understood, 1 open, 0 not used (--account shows the reasons)\n";
    assert_eq!(done.err, format!("warning: Body: `text` has no fixed size: the document states `variable`\n{account}"));
    let module = fs::read_to_string(folder.path().join("src/generated/my_open.rs")).unwrap();
    assert!(module.contains("// TODO: `text` has no fixed size") && module.contains("pub struct Header {"), "{module}");

    // One section of it, to stdout.
    let one = run(&["My open.md", "--only", "1", "-o", "-"]);
    assert_eq!((one.code, &*one.err), (0, account));
    assert!(one.text().contains("pub struct Header {") && !one.text().contains("Body"), "{}", one.text());
    run(&["My open.md", "--only", "7", "-o", "-"]).failed(2, "no table in section `7`; sections with tables: 1, 2");
    run(&["none.md", "-o", "-"]).failed(4, "none.md");
    // Sections without numbers are in others by their depth.
    let row = "| Name | Type | Size |\n|---|---|---|\n| Id | u8 | 1 byte |\n\n";
    let nested = format!("# Parts\n\n## Wheel\n\n{row}### Spoke\n\n{row}## Frame\n\n{row}");
    fs::write(folder.path().join("nested.md"), nested).unwrap();
    let names = |only: &str| {
        let module = run(&["nested.md", "--only", only, "-o", "-"]).accounted().text().to_owned();
        ["Wheel", "Spoke", "Frame"]
            .into_iter()
            .filter(|name| module.contains(&format!("struct {name} ")))
            .collect::<Vec<_>>()
    };
    assert_eq!(names("Parts"), ["Wheel", "Spoke", "Frame"]);
    assert_eq!(names("Wheel"), ["Wheel", "Spoke"]);
    assert_eq!(names("Frame"), ["Frame"]);
    // Titles may be the same in two chapters.
    let twins = format!("# Bike\n\n## Wheel\n\n{row}# Cart\n\n## Wheel\n\n{row}");
    fs::write(folder.path().join("twins.md"), twins).unwrap();
    let bike = run(&["twins.md", "--only", "Bike", "-o", "-"]).accounted().text().to_owned();
    assert_eq!((bike.contains("BikeWheel"), bike.contains("CartWheel")), (true, false), "{bike}");

    // The same out of a schema.
    let schema = run_in(folder.path(), &["schema", "show", "bpx"]).fine();
    fs::write(folder.path().join("bpx.json"), schema.text()).unwrap();
    let module = run(&["bpx.json", "--only", "9.1", "-o", "-"]);
    assert!(
        module.text().contains("#[schema(spec = \"9.1\", size = 24)]\npub struct SectionHeader {"),
        "{}",
        module.text()
    );
}

//! Corrections of tables, written as TOML and read back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Corrected, Corrections, Document, read, read_with, tables_toml};

const LIGHT: &str = "# 1 Light\n\n| Name | Type | Size | Notes |\n|---|---|---|---|\n| Position | f32[3] | 12 bytes | |\n\
                     | Kind | u8 | 1 bute | say \"hi\" \\ |\n\n# 2 Kind\n\n| Name | Value |\n|---|---|\n| Point | 0 |\n\
                     | Spot | 1 |\n\n## 2.1 Others\n\nNothing here.\n";

fn read_all(text: &str, corrections: &Corrections) -> Corrected {
    read_with(&[("a.md", text)], corrections, u64::MAX).unwrap()
}

fn corrected(text: &str, corrections: &str) -> Corrected {
    read_all(text, &Corrections::read("a.fix.toml", corrections).unwrap())
}

/// Returns the reason why no correction was applied.
#[track_caller]
fn refused(text: &str, corrections: &str) -> String {
    let done = corrected(text, corrections);
    assert_eq!(done.document, read(&[("a.md", text)]));
    let [unapplied] = &done.unapplied[..] else { panic!("{:?}", done.unapplied) };
    assert_eq!(unapplied.place, "a.fix.toml:1");
    unapplied.message.clone()
}

fn applied(text: &str, corrections: &str) -> Document {
    let done = corrected(text, corrections);
    assert_eq!(done.unapplied, []);
    done.document
}

fn cells(document: &Document, table: usize) -> Vec<[String; 2]> {
    match &document.tables[table].body {
        Body::Structure { fields, .. } => fields.iter().map(|field| [field.name.clone(), field.ty.clone()]).collect(),
        Body::Enumeration { values } => values.iter().map(|value| [value.name.clone(), value.text.clone()]).collect(),
        other => panic!("{other:?}"),
    }
}

fn toml(text: &str) -> String {
    tables_toml(&[("a.md", text)], &Corrections::default())
}

#[test]
fn all_tables_written_and_read_back_give_an_equal_document() {
    let own = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec").join(name);
        std::fs::read_to_string(path).unwrap()
    };
    let mut documents: Vec<_> = ["tabs.txt", "pipes.md", "members.txt", "macros.tex"].map(own).into();
    let odd = LIGHT.replace("Point", "P\u{7f}o'''i\"\"\"nt\u{1}").replace("Spot", "\u{1F4A1} é\\u0000");
    documents.extend([LIGHT.to_owned(), odd, String::new()]);
    for text in &documents {
        let written = toml(text);
        let again = Corrections::read("a.fix.toml", &written).unwrap();
        let done = read_all(text, &again);
        assert_eq!((&done.document, &done.unapplied[..]), (&read(&[("a.md", text)]), &[][..]), "{written}");
        assert_eq!(tables_toml(&[("a.md", text)], &again), written);
    }
}

#[test]
fn the_form_is_readable() {
    insta::assert_snapshot!("corrections", toml(LIGHT));
}

#[test]
fn a_cell_is_replaced_if_it_is_what_it_was() {
    let fix = "[[table]]\nsection = \"1\"\nname = \"Light\"\ncell = [{ row = \"Kind\", column = \"type\", was = \"u8\", text = \"u16\" }]";
    let document = applied(LIGHT, fix);
    assert_eq!(cells(&document, 0)[1], ["Kind", "u16"]);
    assert_eq!(document.tables[1..], read(&[("a.md", LIGHT)]).tables[1..]);
    // An empty cell at the end, which a reader may leave out.
    let noted = fix.replace("\"type\", was = \"u8\", text = \"u16\"", "\"Notes\", was = \"\", text = \"new\"");
    let noted = applied(LIGHT, &noted.replace("\"Kind\"", "\"Position\""));
    let Body::Structure { fields, .. } = &noted.tables[0].body else { panic!("{noted:?}") };
    assert_eq!(fields[0].notes, "new");
    // Also by numbers.
    assert_eq!(applied(LIGHT, &fix.replace("\"Kind\"", "2").replace("\"type\"", "2")), document);
    // The next revision has corrected it, has another type, has two such rows, or has lost the row or the table.
    assert_eq!(
        refused(&LIGHT.replace("| u8 |", "| u16 |"), fix),
        "expected `u8` in row `Kind`, column `type`, found `u16`"
    );
    let rows = |count| format!("expected one row with the cell `Kind`, found {count}");
    assert_eq!(refused(&LIGHT.replace("| Kind |", "| Sort |"), fix), rows(0));
    assert_eq!(refused(&LIGHT.replace("Position", "Kind"), fix), rows(2));
    assert_eq!(
        refused(&LIGHT.replace("| Type |", "| Of |"), fix),
        "expected one column `type`, found the columns `Name`, `Of`, `Size`, `Notes`"
    );
    assert_eq!(
        refused(&LIGHT.replace("# 1 Light", "# 1 Lamp"), fix),
        "expected the table `Light` in section `1`, found in the section `Lamp`"
    );
    assert_eq!(
        refused(LIGHT, &fix.replace("\"1\"", "\"7\"")),
        "expected the table `Light` in section `7`, found in the section no table"
    );
    assert_eq!(refused(LIGHT, &fix.replace("\"Kind\"", "9")), "expected row 9, found 2 rows");
}

#[test]
fn rows_are_replaced_if_the_table_is_what_it_was() {
    let written = toml(LIGHT);
    let table = written.split("\n\n").nth(1).unwrap();
    let fix = table.replace("[\"Spot\", \"1\"]", "[\"Spot\", \"2\"],\n    [\"Sun\", \"3\"]");
    let document = applied(LIGHT, &fix);
    assert_eq!(cells(&document, 1), [["Point", "0"], ["Spot", "2"], ["Sun", "3"]]);
    let message = refused(&LIGHT.replace("| Spot | 1 |", "| Spot | 4 |"), &fix);
    assert!(message.starts_with("expected the table `Kind` in section `2` with `was = "), "{message}");
    assert!(message.ends_with("because the text of the table has changed"), "{message}");
    // Lines before the table do not matter.
    assert_eq!(cells(&applied(&format!("Words.\n\n{LIGHT}"), &fix), 1)[2], ["Sun", "3"]);
    let without: String = fix.lines().filter(|line| !line.starts_with("was")).collect::<Vec<_>>().join("\n");
    let message = Corrections::read("a.fix.toml", &without).unwrap_err();
    assert!(
        message.starts_with("a.fix.toml:1: expected `was` beside `header`, `rows` and `when`, found no `was`"),
        "{message}"
    );
}

#[test]
fn a_table_is_renamed_ignored_or_added() {
    let of = |more: &str| format!("[[table]]\nsection = \"2\"\nname = \"Kind\"\n{more}");
    let document = applied(LIGHT, &of("rename = \"Sort\""));
    assert_eq!(document.tables[1].name, "Sort");
    let names = |document: &Document| document.tables.iter().map(|table| table.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&applied(LIGHT, &of("ignore = true"))), ["Light"]);
    let add = "[[table]]\nadd = true\nsection = \"2\"\nname = \"Colour\"\nheader = [\"Name\", \"Value\"]\nrows = [[\"Red\", \"0\"]]";
    let document = applied(LIGHT, add);
    assert_eq!(names(&document), ["Light", "Kind", "Colour"]);
    assert_eq!((&*document.tables[2].section, cells(&document, 2)), ("2", vec![["Red".to_owned(), "0".to_owned()]]));
    assert_eq!(names(&applied(LIGHT, &add.replace("\"2\"", "\"\""))), ["Colour", "Light", "Kind"]);
    assert_eq!(names(&applied("", &add.replace("\"2\"", "\"\""))), ["Colour"]);
    assert_eq!(
        refused(LIGHT, &add.replace("\"2\"", "\"5\"")),
        "expected a section `5` for the table to add, found none"
    );
    assert_eq!(
        refused(LIGHT, &add.replace("Colour", "Kind")),
        "the table `Kind` in section `2` to add is in the document already"
    );
    // What was corrected can be written again.
    let all = format!("{}\n{add}", of("ignore = true"));
    let corrections = Corrections::read("a.fix.toml", &all).unwrap();
    let written = Corrections::read("b.fix.toml", &tables_toml(&[("a.md", LIGHT)], &corrections)).unwrap();
    assert_eq!(read_all(LIGHT, &written), read_all(LIGHT, &corrections));
}

#[test]
fn one_of_several_tables_is_meant() {
    let twice = format!("{LIGHT}\n{}", LIGHT.replace("| u8 |", "| u16 |"));
    let fix = |number: &str| {
        format!(
            "[[table]]\nsection = \"2\"\nname = \"Kind\"\n{number}\n[[table.cell]]\nrow = \"Spot\"\ncolumn = 2\nwas = \"1\"\ntext = \"8\""
        )
    };
    assert_eq!(
        refused(&twice, &fix("")),
        "expected one table `Kind` in section `2`, found several tables: add `number = 1` for the first table"
    );
    let document = applied(&twice, &fix("number = 2"));
    assert_eq!((&cells(&document, 1)[1][1], &cells(&document, 3)[1][1]), (&"1".to_owned(), &"8".to_owned()));
    let both = format!("{}\n{}", fix("number = 2"), fix("number = 2"));
    let done = corrected(&twice, &both);
    assert_eq!(done.document, document);
    assert_eq!(done.unapplied.len(), 1);
    assert_eq!(done.unapplied[0].message, "the table `Kind` in section `2`, number 2 is corrected by another entry");
}

#[test]
fn what_is_no_file_of_corrections_is_refused() {
    for (text, message) in [
        ("[[table]]\nunits = \"bits\"", "unknown field `units`"),
        ("[[table]]\nunit = \"words\"", "unknown variant `words`"),
        (
            "[[table]]\nadd = true\nname = \"A\"",
            "expected a name and rows for the table to add, found no name or no rows",
        ),
        (
            "[[table]]\nadd = true\nignore = true",
            "expected only `header`, `rows` and `when` for a table to add, found a change of an existing table",
        ),
        ("[[table]]\nnumber = 0", "expected a number from 1, found 0"),
        ("[[table]]\nwas = \"1\"\nrows = [[]]\nwhen = []", "expected 1 conditions, one for each row, found 0"),
        ("[[table]", "not a file of corrections"),
    ] {
        let error = Corrections::read("a.fix.toml", text).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
    assert!(Corrections::read("a.fix.toml", "").unwrap().is_empty());
}

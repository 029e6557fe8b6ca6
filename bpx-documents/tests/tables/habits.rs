//! Tables whose columns repeat, have no titles, or whose rows share their bytes.

use super::{document, fields, kind, open, sizes, table};
use bpx_documents::{Body, Document, State, account, declare, read};

fn codes(document: &Document) -> Vec<(&str, Option<u64>)> {
    match &document.tables[0].body {
        Body::Enumeration { values } | Body::Flags { values } => {
            values.iter().map(|value| (value.name.as_str(), value.value)).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn columns_that_repeat_are_stacked_where_rows_have_an_order() {
    let titles = ["Name", "Value", "Name", "Value"];
    let read = table("Glaze", &titles, &[&["matt", "0", "clear", "2"], &["shiny", "1", "", ""]]);
    assert_eq!(codes(&read), [("matt", Some(0)), ("shiny", Some(1)), ("clear", Some(2))]);

    let titles = ["Offset", "Type", "Name", "Offset", "Type", "Name"];
    let rows: &[&[&str]] = &[&["0", "u32", "a", "6", "u8", "c"], &["4", "u16", "b", "7", "u8", "d"]];
    let read = table("Pot", &titles, rows);
    assert_eq!(sizes(&read), [("a", Some(32)), ("b", Some(16)), ("c", Some(8)), ("d", Some(8))]);

    // Nothing says which field is the second one.
    let read = table("Pot", &["Type", "Name", "Type", "Name"], &[&["u32", "a", "u8", "b"], &["u16", "c", "u8", "d"]]);
    assert_eq!(open(&read), ["two columns have the title `Type`, but only the first column is read"]);
}

#[test]
fn numbers_are_no_names_of_values() {
    let html = "<h1>Pot</h1><table><tr><td>1</td><td>4</td></tr><tr><td>97</td><td>66</td></tr></table>";
    let read = read(&[("pot.html", html)]);
    assert_eq!(kind(&read), "other");
    let html = html.replace("<td>97</td>", "<td>clay</td>");
    assert_eq!(kind(&bpx_documents::read(&[("pot.html", &html)])), "enumeration");
}

#[test]
fn fields_that_share_their_bytes_are_open() {
    for note in ["a stamp (overlays with lid)", "Overlaps `lid`.", "union with lid"] {
        let rows: &[&[&str]] = &[&["clay", "u32", note], &["lid", "u32", ""]];
        let read = table("Pot", &["Field", "Type", "Notes"], rows);
        assert!(open(&read).iter().any(|open| open.contains("`clay` may have the bytes of another field")), "{note}");
    }
}

#[test]
fn places_that_do_not_follow_each_other_are_open() {
    let rows: &[&[&str]] = &[&["0 - 3", "kind"], &["4 - 99", "all of the rest"], &["4 - 7", "heat"]];
    let read = table("Pot", &["Byte range", "Meaning"], rows);
    let account = account(&read, &declare(&read));
    assert_eq!(account.tables[0].state, State::Open);
    assert!(account.tables[0].reasons[0].contains("`Byte range` do not follow each other"), "{account}");
}

#[test]
fn titles_of_byte_numbers_are_places() {
    let rows: &[&[&str]] = &[&["0-7", "id", ""], &["8", "kind", ""], &["9-10", "heat", ""]];
    for title in ["Byte number(s)", "Byte numbers", "Byte range"] {
        let read = table("Pot", &[title, "Name", "Description"], rows);
        assert_eq!(sizes(&read), [("id", Some(64)), ("kind", Some(8)), ("heat", Some(16))], "{title}");
    }
}

#[test]
fn columns_are_bits_where_titles_or_a_label_say_so() {
    let titled = "| D7 | D6 | D5 | D4 | D3 | D2 | D1 | D0 |\n|---|---|---|---|---|---|---|---|\n| on | hot | a | b | c | d | e | lid |\n";
    let labelled = "| Bit | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0 |\n|---|---|---|---|---|---|---|---|---|\n| Name | on | hot | a | b | c | d | e | lid |\n";
    for text in [titled, labelled] {
        let read = document(&format!("# Pot\n\n{text}"));
        let names: Vec<_> = fields(&read).iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["on", "hot", "a", "b", "c", "d", "e", "lid"], "{text}");
        assert!(sizes(&read).iter().all(|(_, bits)| *bits == Some(1)), "{text}");
    }
}

#[test]
fn a_note_that_begins_with_only_if_is_a_condition() {
    let rows: &[&[&str]] = &[&["kind", "u32", ""], &["lid", "u32", "only if kind is 3"]];
    let read = table("Pot", &["Field", "Type", "Notes"], rows);
    assert_eq!(fields(&read)[1].when, "kind is 3");
}

#[test]
fn the_first_of_two_descriptions_names_a_number() {
    let rows: &[&[&str]] = &[&["matt", "0x1", "of all pots"], &["clear", "0x2", ""]];
    let read = table("Glaze", &["Meaning", "Code", "Description"], rows);
    assert_eq!(codes(&read), [("matt", Some(1)), ("clear", Some(2))]);
    let read = table("Glaze", &["Code", "Meaning", "Notes"], &[&["1", "matt", ""], &["2", "clear", "as glass"]]);
    assert_eq!(codes(&read), [("matt", Some(1)), ("clear", Some(2))]);
}

#[test]
fn sizes_of_which_none_is_understood_are_open() {
    let rows: &[&[&str]] = &[&["kind", "Natural [32]", "of pot"], &["heat", "Natural [16]", ""]];
    let read = table("Pot", &["Name", "Type [size]", "Notes"], rows);
    assert_eq!(open(&read), ["no size in `Type [size]` is understood"]);
}

#[test]
fn values_that_are_words_name_fields_of_known_sizes() {
    let rows: &[&[&str]] = &[&["u16", "2", "Weight", "of the lid"], &["u8[6]", "6", "Maker_Name", ""]];
    let read = table("Pot", &["Type", "Size", "Value", "Description"], rows);
    assert_eq!(sizes(&read), [("Weight", Some(16)), ("Maker_Name", Some(48))]);
}

#[test]
fn a_column_beside_numbers_has_the_names() {
    let rows: &[&[&str]] = &[&["0x1", "Bake", "in a kiln"], &["0x2", "Cool", ""]];
    let read = table("Step", &["Command ID", "Command", "Description"], rows);
    assert_eq!(codes(&read), [("Bake", Some(1)), ("Cool", Some(2))]);
    let read = table("Glaze", &["Value", "Glaze"], &[&["0", "matt"], &["1", "clear"]]);
    assert_eq!(codes(&read), [("matt", Some(0)), ("clear", Some(1))]);
    // Numbers beside numbers have no names.
    let read = table("Heat", &["Value", "Degrees"], &[&["0", "900"], &["1", "1100"]]);
    assert_eq!(kind(&read), "other");
}

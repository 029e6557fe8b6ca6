//! Columns that say more of fields than their names, types and places.

use super::{fields, kind, open, sizes, table};
use bpx_documents::declare;

#[test]
fn a_column_of_conditions_makes_fields_conditional() {
    let rows: &[&[&str]] = &[&["version", "u16", "", "of the file"], &["extra", "u32", "version >= 2", "more"]];
    for title in ["Condition", "Presence", "Present if", "When"] {
        let read = table("Mark", &["Field", "Type", title, "Notes"], rows);
        let when: Vec<_> = fields(&read).iter().map(|field| field.when.as_str()).collect();
        assert_eq!(when, ["", "version >= 2"], "{title}");
    }
    let read = table("Mark", &["Field", "Type", "Presence"], &[&["a", "u16", "always"], &["b", "u16", "if a = 3"]]);
    assert_eq!(fields(&read)[1].when, "a = 3");
}

#[test]
fn fields_that_may_be_absent_are_open() {
    let rows = |first, second| [["a", "u16", first, "first"], ["b", "u16", second, "second"]];
    for (title, first, second) in [
        ("Optional", "no", "yes"),
        ("Required", "yes", "no"),
        ("Mandatory", "yes", "no"),
        ("Since", "1.0", "1.2"),
        ("Versions", "all", "3 only"),
        ("Cardinality", "1", "0..1"),
        ("Cardinality", "1", "0..n"),
        ("More", "", "Omitted if a is 0"),
    ] {
        let rows = rows(first, second);
        let rows: Vec<&[&str]> = rows.iter().map(<[&str; 4]>::as_slice).collect();
        let read = table("Mark", &["Field", "Type", title, "Notes"], &rows);
        assert_eq!(kind(&read), "structure", "{title}");
        let declared = declare(&read);
        assert!(!declared.open.iter().all(|(name, _)| name.is_empty()), "{title} {second}");
    }
    // The same version for all says nothing.
    let rows = rows("2", "2");
    let rows: Vec<&[&str]> = rows.iter().map(<[&str; 4]>::as_slice).collect();
    assert_eq!(fields(&table("Mark", &["Field", "Type", "Version", "Notes"], &rows))[1].when, "");
}

#[test]
fn marks_of_required_fields_are_no_conditions() {
    for mark in ["Y", "yes", "\u{2713}", "x", "required"] {
        let rows: &[&[&str]] = &[&["0", "2", "a", mark], &["2", "2", "b", mark]];
        let read = table("Mark", &["Offset", "Size (bytes)", "Name", "Required"], rows);
        assert_eq!((kind(&read), fields(&read)[1].when.as_str()), ("structure", ""), "{mark}");
    }
}

#[test]
fn columns_state_the_byte_order_and_the_sign() {
    let rows: &[&[&str]] = &[&["a", "u16", "big"], &["b", "u16", "LE"], &["c", "u16", "as the host"]];
    let read = table("Mark", &["Field", "Type", "Endianness"], rows);
    assert_eq!(open(&read), ["the byte order `as the host` of `c` is not understood"]);
    let model = declare(&read).model.to_json().unwrap();
    assert!(model.contains("\"endian\": \"big\"") || model.contains("\"endian\":\"big\""), "{model}");
    let rows: &[&[&str]] = &[&["a", "2", "yes"], &["b", "2", "no"], &["c", "2", "perhaps"]];
    let read = table("Mark", &["Field", "Size (bytes)", "Signed"], rows);
    assert_eq!(open(&read), ["the sign `perhaps` of `c` is not understood"]);
    let model = declare(&read).model.to_json().unwrap().replace(' ', "");
    assert_eq!(model.matches("\"signed\":true").count(), 1, "{model}");
}

#[test]
fn columns_state_how_many_elements_there_are() {
    let rows: &[&[&str]] = &[&["a", "u16", "3"], &["b", "u32", "1"]];
    for title in ["Count", "Elements", "Repeat", "Qty", "Array size", "Number of elements"] {
        let read = table("Mark", &["Field", "Type", title], rows);
        assert_eq!(sizes(&read), [("a", Some(48)), ("b", Some(32))], "{title}");
    }
}

#[test]
fn columns_that_state_the_same_again_must_agree() {
    let titles = ["Offset (dec)", "Offset (hex)", "Size (bytes)", "Name"];
    let read = table("Mark", &titles, &[&["0", "0", "16", "a"], &["16", "10", "4", "b"]]);
    assert_eq!(open(&read), [""; 0]);
    let titles = ["Offset (v1)", "Offset (v2)", "Type", "Name"];
    let read = table("Mark", &titles, &[&["0", "0", "u32", "a"], &["4", "8", "u32", "b"]]);
    assert_eq!(open(&read), ["the columns `Offset (v1)` and `Offset (v2)` state different offsets"]);
    let titles = ["Name", "32-bit size", "64-bit size", "Notes"];
    let read = table("Mark", &titles, &[&["a", "4", "4", "first"], &["b", "4", "8", "second"]]);
    assert!(open(&read).contains(&"the columns `32-bit size` and `64-bit size` state different sizes".to_owned()));
}

#[test]
fn columns_state_where_fields_end() {
    for rows in [[["0", "3", "a"], ["4", "5", "b"]], [["0", "4", "a"], ["4", "6", "b"]]] {
        let rows: Vec<&[&str]> = rows.iter().map(<[&str; 3]>::as_slice).collect();
        let read = table("Mark", &["Starting byte", "Ending byte", "Name"], &rows);
        assert_eq!(sizes(&read), [("a", Some(32)), ("b", Some(16))]);
    }
    // The end of each range is the beginning of the next.
    let read = table("Mark", &["Offset", "Name"], &[&["0..4", "a"], &["4..6", "b"]]);
    assert_eq!(sizes(&read), [("a", Some(32)), ("b", Some(16))]);
}

#[test]
fn rows_without_a_place_go_on() {
    let rows: &[&[&str]] = &[&["0", "u32", "a", "first"], &["", "", "", "and more"], &["4", "u32", "b", "second"]];
    let read = table("Mark", &["Offset", "Type", "Name", "Notes"], rows);
    assert_eq!(sizes(&read), [("a", Some(32)), ("b", Some(32))]);
    assert_eq!(fields(&read)[0].notes, "first\nand more");
}

#[test]
fn a_row_of_the_sum_is_no_field() {
    let rows: &[&[&str]] = &[&["a", "4", "first"], &["b", "2", "second"], &["Total", "6", ""]];
    assert_eq!(sizes(&table("Mark", &["Field", "Size (bytes)", "Notes"], rows)), [("a", Some(32)), ("b", Some(16))]);
    let rows: &[&[&str]] = &[&["a", "4", "first"], &["total", "4", "of all"]];
    assert_eq!(sizes(&table("Mark", &["Field", "Size (bytes)", "Notes"], rows)).len(), 2);
    let rows: &[&[&str]] = &[&["a", "4", "first"], &["Total", "2", ""]];
    assert_eq!(sizes(&table("Mark", &["Field", "Size (bytes)", "Notes"], rows)).len(), 2);
}

#[test]
fn names_above_sizes_are_fields() {
    let rows: &[&[&str]] = &[&["1 byte", "1 byte", "2 bytes", "4 bytes"]];
    let expected = [("type", Some(8)), ("flags", Some(8)), ("length", Some(16)), ("id", Some(32))];
    assert_eq!(sizes(&table("Mark", &["type", "flags", "length", "id"], rows)), expected);
}

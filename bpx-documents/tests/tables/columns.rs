//! Titles of columns, and tables without some of them.

use super::{document, kind, open, sizes, table};

#[test]
fn columns_have_many_titles() {
    for titles in [
        ["Offset", "Type", "Name"],
        ["Position", "Data type", "Field"],
        ["Byte offset", "Variable Type", "Member"],
        ["Addr", "C type", "Variable"],
        ["Byte", "Format", "Property"],
        ["Offset (hex)", "Datatype", "Key"],
    ] {
        let read = table("Mark", &titles, &[&["0x00", "u32", "id"], &["0x04", "u16", "kind"]]);
        assert_eq!(sizes(&read), [("id", Some(32)), ("kind", Some(16))], "{titles:?}");
    }
}

#[test]
fn structures_need_a_name_and_a_type_or_a_size() {
    let rows: &[&[&str]] = &[&["id", "u32", "the id"], &["kind", "u16", "what it is"]];
    let expected = [("id", Some(32)), ("kind", Some(16))];
    assert_eq!(sizes(&table("Mark", &["Name", "Type", "Description"], rows)), expected);
    let rows: &[&[&str]] = &[&["u32", "id", "the id"], &["u16", "kind", "what it is"]];
    assert_eq!(sizes(&table("Mark", &["Type", "Name", "Description"], rows)), expected);
    let rows: &[&[&str]] = &[&["id", "4 bytes"], &["kind", "2 bytes"]];
    assert_eq!(sizes(&table("Mark", &["Field", "Size"], rows)), expected);
    // Columns of words are no structure.
    let rows: &[&[&str]] = &[&["colour", "text", "of the frame"], &["shape", "choice", "round"]];
    assert_eq!(kind(&table("Options", &["Name", "Type", "Description"], rows)), "other");
}

#[test]
fn values_of_a_size_and_a_type_are_fields() {
    let rows: &[&[&str]] = &[&["4", "u32", "mark"], &["2", "u16", "kind : what it is"]];
    assert_eq!(sizes(&table("Mark", &["# Bytes", "Type", "Value"], rows)), [("mark", Some(32)), ("kind", Some(16))]);
}

#[test]
fn descriptions_name_fields() {
    let rows: &[&[&str]] =
        &[&["0", "u32", "Number of marks (at most 4)"], &["4", "u16", "Kind, see below"], &["6", "u16", "Rest"]];
    for title in ["Description", "Meaning", "What it is for"] {
        let read = table("Mark", &["Offset", "Type", title], rows);
        assert_eq!(sizes(&read), [("Number of marks", Some(32)), ("Kind", Some(16)), ("Rest", Some(16))], "{title}");
    }
    assert_eq!(super::fields(&table("Mark", &["Offset", "Type", "Notes"], rows))[1].notes, "Kind, see below");
}

#[test]
fn offsets_are_written_in_many_ways() {
    let ways: [[&str; 4]; 8] = [
        ["0", "4", "6", "18"],
        ["0x0", "0x4", "0x6", "0x12"],
        ["00h", "04h", "06h", "12h"],
        ["+0", "+4", "+6", "+18"],
        ["$0", "$4", "$6", "$12"],
        ["0-3", "4-5", "6-17", "18"],
        ["0..3", "4..5", "6..17", "18"],
        ["0x00", "0x04", "0x06-0x11", "0x12"],
    ];
    for [a, b, c, d] in ways {
        let read =
            table("Mark (19 bytes)", &["Offset", "Name"], &[&[a, "id"], &[b, "kind"], &[c, "text"], &[d, "end"]]);
        assert_eq!(
            sizes(&read),
            [("id", Some(32)), ("kind", Some(16)), ("text", Some(96)), ("end", Some(8))],
            "{a} {d}"
        );
    }
    // Digits without a mark are hexadecimal when one of them has letters.
    let hex = table(
        "Mark",
        &["Offset", "Type", "Name"],
        &[&["0", "byte[10]", "a"], &["A", "byte[6]", "b"], &["10", "u8", "c"]],
    );
    assert_eq!(hex.inconsistencies, []);
    // Or when only then types fit.
    let rows: &[&[&str]] = &[&["00", "u64", "a"], &["08", "u64", "b"], &["10", "u64", "c"], &["18", "u8", "d"]];
    let hex = table("Mark", &["Offset", "Type", "Name"], rows);
    assert_eq!(super::fields(&hex)[3].offset, Some(24));
}

#[test]
fn ranges_are_sizes() {
    let bytes = table("Mark", &["Bytes", "Name"], &[&["0-3", "id"], &["4-5", "kind"], &["6", "rest"]]);
    assert_eq!(sizes(&bytes), [("id", Some(32)), ("kind", Some(16)), ("rest", Some(8))]);
    let bits = table("Mark", &["Bits", "Name"], &[&["0-3", "low"], &["4-6", "high"], &["7", "top"]]);
    assert_eq!(sizes(&bits), [("low", Some(4)), ("high", Some(3)), ("top", Some(1))]);
    let torn = table("Mark", &["Offset", "Size (bytes)", "Name"], &[&["0-3", "4", "id"], &["4-5", "4", "kind"]]);
    assert_eq!(open(&torn), ["`kind` takes 32 bits by its size, but 16 bits by its offsets"]);
    // The bits of a whole byte, from the highest one.
    let high = table("Mark", &["Bits", "Name"], &[&["7-4", "high"], &["3-0", "low"]]);
    assert_eq!((sizes(&high), open(&high).len()), (vec![("high", Some(4)), ("low", Some(4))], 0));
    let gap = table("Mark", &["Bit range", "Name"], &[&["7-5", "high"], &["3-0", "low"]]);
    assert_eq!(kind(&gap), "other");
}

#[test]
fn a_range_of_sizes_is_no_place() {
    let range = table("Mark", &["Name", "Type", "Size (bytes)"], &[&["text", "ascii", "5 to 10"]]);
    assert_eq!((sizes(&range), &*super::fields(&range)[0].stated), (vec![("text", None)], "5 to 10"));
}

#[test]
fn a_cell_may_declare_a_member() {
    let rows: &[&[&str]] = &[&["0 to 1", "uint16_t number", "counts"], &["2", "uint8_t data[4]", "letters"]];
    let read = table("Mark", &["Byte Index", "C version", "Explanation"], rows);
    assert_eq!(sizes(&read), [("number", Some(16)), ("data[4]", Some(32))]);
}

#[test]
fn explained_types_are_no_structure() {
    let rows: &[&[&str]] = &[&["UInt32", "32-bit (4-byte) unsigned integer"], &["UInt16", "16-bit unsigned integer"]];
    assert_eq!(kind(&table("Types", &["Type", "Description"], rows)), "types");
}

#[test]
fn values_of_fields_are_no_codes() {
    let rows: &[&[&str]] = &[&["mark", "4 bytes", "0x12345678"], &["version", "2 bytes", "1"]];
    let read = table("Mark", &["Name", "Size", "Value"], rows);
    assert_eq!(sizes(&read), [("mark", Some(32)), ("version", Some(16))]);
    assert_eq!(super::fields(&read)[0].notes, "Value: 0x12345678");
    let rows: &[&[&str]] = &[&["0", "u32", "Mark", "77"], &["4", "u16", "Version", "1"]];
    let read = table("Mark", &["Offset", "Type", "Description", "Value"], rows);
    assert_eq!(sizes(&read), [("Mark", Some(32)), ("Version", Some(16))]);
    let rows: &[&[&str]] = &[&["small", "4 bytes", "1"], &["large", "8 bytes", "2"]];
    assert_eq!(kind(&table("Kinds", &["Name", "Size", "Value"], rows)), "enumeration");
}

#[test]
fn bits_of_their_own_are_flags() {
    let flags = table("Marks", &["Bit", "Name", "Description"], &[&["0", "round", "x"], &["3", "red", "y"]]);
    assert_eq!(kind(&flags), "flags");
    assert!(flags.tables[0].to_string().contains("red    8"), "{}", flags.tables[0]);
}

#[test]
fn the_last_size_is_what_a_total_leaves() {
    let rows: &[&[&str]] = &[&["0", "id"], &["4", "kind"], &["6", "rest"]];
    assert_eq!(sizes(&table("Mark (8 bytes)", &["Offset", "Name"], rows))[2], ("rest", Some(16)));
    assert_eq!(sizes(&table("Mark", &["Offset", "Name"], rows))[2], ("rest", None));
}

#[test]
fn a_first_row_may_be_the_header() {
    let text =
        "## Mark\n\n|  |  |  |\n|---|---|---|\n| Type | Name | Notes |\n| u32 | id | the id |\n| u16 | kind | |\n";
    assert_eq!(sizes(&document(text)), [("id", Some(32)), ("kind", Some(16))]);
}

#[test]
fn brackets_after_a_name_make_an_array() {
    let rows: &[&[&str]] = &[&["char", "name[16]"], &["u16", "sizes[2][3]"]];
    assert_eq!(sizes(&table("Mark", &["Type", "Name"], rows)), [("name[16]", Some(128)), ("sizes[2][3]", Some(96))]);
}

#[test]
fn explained_values_of_typed_names_are_fields() {
    let rows: &[&[&str]] = &[&["u8", "kind", "0: none, 1: image"], &["u16", "size", "1 = small, 2 = large"]];
    assert_eq!(sizes(&table("Mark", &["Type", "Name", "Values"], rows)), [("kind", Some(8)), ("size", Some(16))]);
    let rows: &[&[&str]] = &[&["u32", "MOST", "1024"], &["u32", "LEAST", "16"]];
    assert_eq!(kind(&table("Limits", &["Type", "Name", "Value"], rows)), "enumeration");
}

#[test]
fn a_kind_beside_a_name_is_a_title_in_a_text() {
    let text = "Kinds\n=====\n\nKind   Name\n1      Bowl\n2      Vase\n5      Jug\n";
    let read = bpx_documents::read(&[("kinds.txt", text)]);
    assert_eq!(read.tables[0].body.kind(), "enumeration", "{read:#?}");
}

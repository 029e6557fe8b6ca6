//! Rows of bits without borders, positions of bytes, and lines that are not fields.

use super::{fields, markdown, open, text};
use bpx_documents::{Document, read};

fn names(document: &Document) -> Vec<&str> {
    fields(document, "").into_iter().map(|(name, _)| name).collect()
}

#[test]
fn bits_below_their_numbers_are_fields() {
    for ruler in ["bit   7   6   5   4   3   2   1   0", "  b7  b6  b5  b4  b3  b2  b1  b0"] {
        let document = markdown(&format!("```\n{ruler}\n      H   1   0   ?   c   c  e1  e0\n\n   H: hot\n```"));
        assert_eq!(names(&document), ["H", "Constant", "Reserved", "Reserved", "c", "e1", "e0"], "{ruler}");
        assert_eq!(fields(&document, "").iter().filter_map(|(_, bits)| *bits).sum::<u64>(), 8);
    }
}

#[test]
fn rows_of_bytes_have_eight_bits_each() {
    let document =
        markdown("```\nbyte 0:  a  b  c  d  1  M  R  L\nbyte 1: X7 X6 X5 X4 X3 X2 X1 X0\nbyte 2: heat of the pot\n```");
    let found = fields(&document, "");
    assert_eq!(found.len(), 17, "{found:?}");
    assert_eq!(found.first(), Some(&("a", Some(1))));
    assert_eq!(found.last(), Some(&("heat of the pot", Some(8))));
    // A byte with two forms is not a row of a picture.
    let document = markdown("```\nbyte 0:  a  b  c  d  1  M  R  L\nbyte 0:  a  b  c  d  0  N  N  N\n```");
    assert!(!document.tables.iter().any(|table| table.name == "M"), "{document:#?}");
}

#[test]
fn positions_of_bytes_from_one_are_reported() {
    let document = text("  [1] \"BP 1 to BP 2 - Mark\" shall be KP.\n\n  [2] \"BP 3 - Length\" shall be a number.");
    assert!(open(&document).contains("state sizes or types, but are not read"), "{}", open(&document));
}

#[test]
fn types_with_values_are_no_codes() {
    for list in
        ["- Int32(8): Length of it.\n- Int32(80): The kind.", "- `Int32(4)`: Length of it.\n- `Int16(1)`: Kind."]
    {
        let document = markdown(list);
        assert!(document.tables.is_empty(), "{list}: {:#?}", document.tables);
        assert!(open(&document).contains("not read"), "{list}: {}", open(&document));
    }
    let document = markdown("- The first byte (0xFD) was chosen by a potter.\n- The sixth byte (0x00) was chosen too.");
    assert!(document.tables.is_empty(), "{:#?}", document.tables);
}

#[test]
fn parameters_of_functions_are_no_fields() {
    let document = text(
        "    int fire_the_kiln(char *lids, int count_of_lids,\n                      int first_pot, int pots,\n                      char **result, int flags);",
    );
    assert!(document.tables.is_empty(), "{:#?}", document.tables);
}

#[test]
fn contents_without_pages_are_no_headings() {
    let titles = ["1. Kilns", "1.1. Lids", "1.2. Pots", "2. Glazes", "3. Heat"];
    let contents: String = titles.iter().map(|title| format!("        {title}\n")).collect();
    let body: String =
        titles.iter().map(|title| format!("{title}\n\n    It is described here, in words.\n\n")).collect();
    let document = read(&[("kiln.txt", &format!("The Kiln Format\n===============\n\n{contents}\n\n{body}"))]);
    let numbers: Vec<_> = document.sections.iter().map(|section| &*section.number).collect();
    assert_eq!(numbers, ["", "1", "1.1", "1.2", "2", "3"]);
}

#[test]
fn borders_of_simple_tables_may_have_tabs() {
    let table = "=======\t=====\t=======================\nOffset\tSize\tName\n=======\t=====\t=======================\n0\t4\tkind\n4\t2\tlids\n=======\t=====\t=======================\n";
    let document = read(&[("kiln.rst", &format!("Kiln\n====\n\nSizes are in bytes.\n\n{table}"))]);
    assert_eq!(fields(&document, ""), [("kind", Some(32)), ("lids", Some(16))]);
}

#[test]
fn sentences_after_types_explain_fields() {
    let document = markdown(
        "* lid: wpair. What is on top.\n\n* width: ubyte. Must be even.\n\n* pots: ushort. How many.\n\n* heat: uint. In degrees.",
    );
    let expected = [("lid", None), ("width", Some(8)), ("pots", Some(16)), ("heat", Some(32))];
    assert_eq!(fields(&document, "Kiln"), expected);
    assert!(open(&document).contains("`lid` has no fixed size"), "{}", open(&document));
}

#[test]
fn brackets_that_end_a_list_are_reported() {
    let document = markdown("```\n- u8   : Version\n- u32  : Lids\n- [\n    - u16 : Pot\n  ]\n```");
    assert!(open(&document).contains("the list of fields ends before `[`"), "{}", open(&document));
}

#[test]
fn forms_of_different_sizes_are_open() {
    let document = text(
        "The glaze has several forms depending on the length:\n\n    2 bytes: the number of it\n    3 bytes: the number and the heat\n",
    );
    assert!(open(&document).contains("may be alternatives"), "{}", open(&document));
}

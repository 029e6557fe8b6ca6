//! Items of lists in forms that few documents have.

use super::{fields, markdown, open, text};

#[test]
fn items_before_the_fields_of_a_list_are_reported() {
    for first in ["seal, always KILN", "seal: \"KILN\""] {
        let document = markdown(&format!("- {first}\n- version: u32\n- pots: u32"));
        assert!(open(&document).contains("come before the fields of a list"), "{first}: {}", open(&document));
        let document = text(&format!("- {first}\n- version: u32\n- pots: u32"));
        assert!(open(&document).contains("come before the fields of a list"), "{first}: {}", open(&document));
    }
    let document = markdown("- Head:\n  - version: u32\n  - pots: u32");
    assert!(!open(&document).contains("come before"), "{}", open(&document));
}

#[test]
fn a_name_in_quotes_is_a_field_of_columns() {
    let document = text("    \"SEAL\"        10 bytes\n    pots          4 bytes\n    heat          5 bytes");
    assert_eq!(fields(&document, ""), [("SEAL", Some(80)), ("pots", Some(32)), ("heat", Some(40))]);
}

#[test]
fn sizes_in_words_and_digits_are_read() {
    let document = text(
        "two (2) bytes - version\none (1) byte - length of the name\n\nfour (4) bytes - pots\n\nvariable length - name of the kiln",
    );
    assert_eq!(
        fields(&document, ""),
        [("version", Some(16)), ("length of the name", Some(8)), ("pots", Some(32)), ("name of the kiln", None)]
    );
}

#[test]
fn names_after_a_dash_or_before_a_sign_of_equality_are_read() {
    let document =
        markdown("- uint32 - Key (`KILN` in letters)\n- uint32 - Version Number\n- char[16] - Maker (a name)");
    assert_eq!(fields(&document, ""), [("Key", Some(32)), ("Version Number", Some(32)), ("Maker", Some(128))]);
    let document = markdown("1. Version = u64\n2. Place of the lid = u32 (from the begin)\n");
    assert_eq!(fields(&document, ""), [("Version", Some(64)), ("Place of the lid", Some(32))]);
}

#[test]
fn rules_between_rows_are_no_rows() {
    let document = text(
        "|Byte #|Size | Description |\n|-------------------|\n| 0    |1    | Version     |\n| 1    |2    | Pots        |\n|-------------------|",
    );
    assert_eq!(fields(&document, ""), [("Version", Some(8)), ("Pots", Some(16))]);
}

#[test]
fn a_type_between_a_size_and_a_dash_is_no_name() {
    let document = markdown("- 8 byte long integer - number of pots\n- 2 byte integer - kind\n- 1 byte - lid");
    assert_eq!(fields(&document, ""), [("number of pots", Some(64)), ("kind", Some(16)), ("lid", Some(8))]);
}

#[test]
fn bits_that_go_on_from_one_may_count_from_one() {
    let document = markdown("- Bit 1: open\n- Bit 2: full\n- Bit 3: hot");
    assert!(open(&document).contains("the bits 1 to 3 may count from 0 or from 1"), "{}", open(&document));
    let document = markdown("- Bit 0: open\n- Bit 1: full\n- Bit 2: hot");
    assert!(!open(&document).contains("may count"), "{}", open(&document));
}

#[test]
fn a_comment_after_a_type_is_none() {
    let document = markdown("1. kind: u8\n2. line: u16  # of the lid");
    assert_eq!(fields(&document, ""), [("kind", Some(8)), ("line", Some(16))]);
}

#[test]
fn boxes_beside_each_other_are_read() {
    let picture = "```text\n\u{250c}\u{2500}\u{2500}\u{252c}\u{2500}\u{2510}\n\u{2502} Seal  \u{2502} Kind  \u{2502} Pots \u{2502}\n\u{2502} (4 B) \u{2502} (2 B) \u{2502} (var) \u{2502}\n\u{2514}\u{2500}\u{2534}\u{2500}\u{2518}\n```";
    assert_eq!(fields(&markdown(picture), ""), [("Seal", Some(32)), ("Kind", Some(16)), ("Pots", None)]);
}

#[test]
fn rows_and_sizes_in_brackets_that_no_table_has_are_reported() {
    let document = markdown("  [ 0 ] [ 4 Bytes ] Seal of it\n  [ 4 ] [ 4 Bytes ]  Maker (a name)\n");
    assert!(open(&document).contains("state sizes or types, but are not read"), "{}", open(&document));
    let document = text(
        "OFFSET  LENGTH  NAME\n0       2       Place\n2       1       Kind\n\n        * POTS *\n\n0       2       Size of a pot\n2       1       Heat of it",
    );
    assert!(open(&document).contains("state sizes or types, but are not read"), "{}", open(&document));
}

#[test]
fn explanations_of_arrays_and_rows_between_tabs_are_no_items() {
    let document = text("int[] - dynamic length = length+int[count]\nPot[] - dynamic length = length+Pot[count]");
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
    let document = text("Name\tType\tSize (bits)\tNotes\nkind\tUnsigned\t16\tof pot\nheat\tUnsigned\t8\tof it");
    assert_eq!(fields(&document, ""), [("kind", Some(16)), ("heat", Some(8))]);
}

//! Lists whose lines begin with the places of fields, and lines with several fields.

use super::{fields, markdown, open, text};

#[test]
fn ranges_in_brackets_and_without_an_end_are_places() {
    let document = markdown("- Offsets [0 .. 4): seal\n- Offsets [4 .. 6): pots\n- Offsets [6 .. 8): lids");
    assert_eq!(fields(&document, ""), [("seal", Some(32)), ("pots", Some(16)), ("lids", Some(16))]);
    let document = text("BYTE 0: kind\nBYTES 1-2 : pots\nBYTE 3 to 6: sum\nBYTE 7 .. n: the rest");
    assert_eq!(
        fields(&document, ""),
        [("kind", Some(8)), ("pots", Some(16)), ("sum", Some(32)), ("the rest", None)],
        "{}",
        open(&document)
    );
}

#[test]
fn places_that_begin_again_are_those_of_another_list() {
    let document = text("BYTE 0: kind\nBYTE 1: pots\n\nBYTE 0: heat\nBYTE 1: lids\nBYTE 2: sum");
    assert_eq!(document.tables.len(), 2, "{document:#?}");
    assert_eq!(fields(&document, ""), [("kind", Some(8)), ("pots", Some(8))]);
}

#[test]
fn a_size_that_fits_shows_that_numbers_are_places() {
    let document = text("0-3 (4 bytes) Seal of the kiln.\n\n4-5 (2 bytes) Pots. As many as there are.\n");
    assert_eq!(fields(&document, ""), [("Seal of the kiln", Some(32)), ("Pots", Some(16))]);
}

#[test]
fn all_fields_of_a_line_are_read() {
    for first in ["u8 kind; u8 heat;", "u8 kind, heat;", "u8 kind, u8 heat;"] {
        let document = text(&format!("  {first}\n  u16 pots;\n  u32 sum;"));
        let expected = [("kind", Some(8)), ("heat", Some(8)), ("pots", Some(16)), ("sum", Some(32))];
        assert_eq!(fields(&document, ""), expected, "{first}");
    }
    let document = markdown("```\nuint8 kind  uint8 heat\nuint16 pots\n```");
    assert_eq!(fields(&document, ""), [("kind", Some(8)), ("heat", Some(8)), ("pots", Some(16))]);
    let document = markdown("```\nuint8 kind  byte order\nuint16 pots\n```");
    assert_eq!(fields(&document, ""), [("kind", Some(8)), ("pots", Some(16))]);
}

#[test]
fn a_size_and_a_type_that_agree_follow_a_name() {
    let document = text("Seal 4 u32\nKind 2 bytes u16\nPots 2 u16 how many");
    assert_eq!(fields(&document, ""), [("Seal", Some(32)), ("Kind", Some(16)), ("Pots", Some(16))]);
    let document = text("Seal 4 u16\nKind 4 u16\nPots 4 u16");
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
}

#[test]
fn a_number_and_its_unit_may_be_columns() {
    let document = text("  Seal     4  bytes\n  Kind     2  bytes\n  Pots     2  bytes");
    assert_eq!(fields(&document, ""), [("Seal", Some(32)), ("Kind", Some(16)), ("Pots", Some(16))]);
    // A limit is no size.
    let document = text("  names          63 bytes or less\n\n  makers         255 bytes or less");
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
}

#[test]
fn a_row_without_a_place_goes_on_with_the_one_above() {
    let table = "| Bytes | Value | Description |\n|---|---|---|\n| 0 | 68 | Seal |\n| 1 | 07 | Kind |\n| 2:3 | 0104 | Open |\n| | 0102 | Shut |\n| 4:5 | | Sum |";
    let document = markdown(table);
    assert!(document.tables.iter().all(|table| table.body.kind() != "enumeration"), "{document:#?}");
    assert!(open(&document).contains("the offsets in `Bytes`"), "{}", open(&document));
}

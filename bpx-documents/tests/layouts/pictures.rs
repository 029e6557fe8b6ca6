//! Pictures of bytes and of bits.

use super::{fields, markdown, open, text};

#[test]
fn numbered_columns_are_bytes() {
    let document = text("      0   1\n    +---+---+\n    |CMF|FLG|   (more below)\n    +---+---+");
    assert_eq!(fields(&document, ""), [("CMF", Some(8)), ("FLG", Some(8))]);
    let document = text(
        "      0        1        2        3\n  +--------+--------+--------+--------+\n$0|  Kind  |  Heat  |      Pots       |   two numbers\n  +--------+--------+-----------------+\n$4|                Sum                |\n  +-----------------------------------+",
    );
    assert_eq!(fields(&document, ""), [("Kind", Some(8)), ("Heat", Some(8)), ("Pots", Some(16)), ("Sum", Some(32))]);
}

#[test]
fn boxes_beside_each_other_that_no_table_describes_are_reported() {
    let picture = "+--------+--------+----------+\n| Byte 0 | Byte 1 |   ...    |\n+--------+--------+----------+\n| Kind   | Heat   |   Pots   |\n+--------+--------+----------+";
    let document = text(picture);
    assert!(
        open(&document).contains("the picture shows `Byte 0`, `Byte 1`, `...` beside each other"),
        "{}",
        open(&document)
    );
    let document = text(&format!("Kind: u8\nHeat: u8\nPots: u16\n\n{picture}"));
    assert!(!open(&document).contains("beside each other"), "{}", open(&document));
}

#[test]
fn a_packet_of_mermaid_needs_no_language() {
    let document = markdown("```\npacket-beta\n0-15: \"Pots\"\n16-31: \"Lids\"\n```");
    assert_eq!(fields(&document, ""), [("Pots", Some(16)), ("Lids", Some(16))]);
}

#[test]
fn a_picture_that_goes_on_is_reported() {
    let picture = "  0 1 2 3 4 5 6 7\n +-+-+-+-+-+-+-+-+\n |K|L|   Pots    |\n +-+-+-+-+-+-+-+-+\n";
    let document = text(&format!("{picture} | Name (0..144) ...\n"));
    assert!(open(&document).contains("the picture continues with `| Name (0..144) ...`"), "{}", open(&document));
    assert!(!open(&text(picture)).contains("continues with"), "{}", open(&text(picture)));
}

#[test]
fn lines_of_unicode_draw_tables_too() {
    let plain = "+-----+-----+----------+\n| Pos | Len | Contents |\n+-----+-----+----------+\n|   0 |  20 | Name of  |\n|     |     | the pot  |\n|  20 |   1 | Kind     |\n+-----+-----+----------+";
    let sign = |c| match c {
        '|' => '\u{2502}',
        '-' => '\u{2500}',
        '+' => '\u{253c}',
        c => c,
    };
    let drawn: String = plain.chars().map(sign).collect();
    for table in [plain, &drawn] {
        assert_eq!(fields(&text(table), ""), [("Name of the pot", Some(160)), ("Kind", Some(8))], "{table}");
    }
}

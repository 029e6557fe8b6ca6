//! Bits in boxes, as RFCs draw them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, Size, read};

fn text(body: &str) -> Document {
    read(&[("kiln.txt", &format!("1.  Pot\n\n{body}\n"))])
}

/// Names and sizes in bits of the fields of the only structure; `None` for a size that varies.
fn fields(document: &Document) -> Vec<(&str, Option<u64>)> {
    let [table] = document.tables.as_slice() else { panic!("{document:#?}") };
    let Body::Structure { fields, .. } = &table.body else { panic!("{table:#?}") };
    fields.iter().map(|field| (&*field.name, field.size.and_then(Size::exact))).collect()
}

#[test]
fn columns_are_bits() {
    let document = text(
        "    0                   1\n    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5\n   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n\
         \x20  |V=2|  Kind   |L|    Glaze      |\n   |   |         |I|               |\n   |   |         |D|               |\n\
         \x20  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n\
         \x20  |0 0 0 0|         Size          |\n   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+",
    );
    assert_eq!(
        fields(&document),
        [
            ("V", Some(2)),
            ("Kind", Some(5)),
            ("LID", Some(1)),
            ("Glaze", Some(8)),
            ("Reserved", Some(4)),
            ("Size", Some(12))
        ]
    );
    let wide = text(
        "      0  1  2  3  4  5  6  7\n    +--+--+--+--+--+--+--+--+\n    |    A      |    B      |\n    +--+--+--+--+--+--+--+--+",
    );
    assert_eq!(fields(&wide), [("A", Some(4)), ("B", Some(4))]);
}

#[test]
fn boxes_go_over_rows() {
    let document = text(
        "  +-+-+-+-+-+-+-+-+\n  |     Kind      |\n  +-+-+-+-+-+-+-+-+\n  |               |\n  +     Place     +\n  |               |\n\
         \x20 +-+-+-+-+-+-+-+-+\n  /    Letters    /\n  /  (variable)   /\n  +-+-+-+-+-+-+-+-+\n",
    );
    assert_eq!(fields(&document), [("Kind", Some(8)), ("Place", Some(16)), ("Letters", None)]);
    // Whether a box of two lines without a border between them is one row or two is not stated.
    let open = text("  +-+-+-+-+-+-+-+-+\n  |     Kind      |\n  |               |\n  +-+-+-+-+-+-+-+-+\n");
    assert_eq!(fields(&open), [("Kind", None)]);
}

#[test]
fn columns_without_a_ruler_may_be_bytes() {
    let document = text("   +---+---+---+---+---+---+\n   |     magic     | count |\n   +---+---+---+---+---+---+");
    assert_eq!(fields(&document), [("magic", Some(32)), ("count", Some(16))]);
}

#[test]
fn numbers_beside_rows_are_offsets() {
    let document = text(
        "       0 1 2 3 4 5 6 7\n      +-+-+-+-+-+-+-+-+\n    0 |     Kind      |\n      +-+-+-+-+-+-+-+-+\n    1 |     Size      |\n      +-+-+-+-+-+-+-+-+",
    );
    assert_eq!(fields(&document), [("Kind", Some(8)), ("Size", Some(8))]);
}

#[test]
fn pictures_that_do_not_fit_are_open() {
    let document = text("  +-+-+-+-+-+-+-+-+\n  |   Kind    | Size |\n  +-+-+-+-+-+-+-+-+\n");
    assert_eq!((document.tables.len(), document.skipped.len(), document.skipped[0].open), (0, 1, true));
    // The order of bits is no structure.
    let order = text("  +-+-+-+-+-+-+-+-+\n  |1 0 1 0 1 0 1 0|\n  +-+-+-+-+-+-+-+-+\n");
    assert_eq!((order.tables.len(), order.skipped.len(), order.skipped[0].open), (0, 1, false));
}

#[test]
fn the_rest_of_a_picture_that_does_not_fit_is_no_picture() {
    let border = "  +-+-+-+-+-+-+-+-+\n";
    let document = text(&format!(
        "{border}  |   Kind    | Size |\n{border}  |     Lids      |\n{border}  |     Heat      |\n{border}"
    ));
    assert_eq!((document.tables.len(), document.skipped.len(), document.skipped[0].open), (0, 1, true));
}

#[test]
fn sizes_in_a_picture_and_in_the_text_must_agree() {
    let border = "  +-+-+-+-+-+-+-+-+\n";
    let picture = format!("{border}  |     Kind      |\n{border}  |     Heat      |\n{border}");
    let left = |kind: &str| {
        let document = text(&format!("{picture}\n  Kind: {kind}.\n\n  Heat: 8 bits.\n"));
        let table = document.tables.iter().find(|table| table.body.kind() == "structure").unwrap().clone();
        table.open
    };
    assert_eq!(left("16 bits"), ["`Kind` has 8 bits in the picture, but 16 bits in the text"]);
    assert_eq!(left("8 bits"), [""; 0]);
    // Columns of bytes, which are read as bits.
    let ruler = "   0        1        2        3        4        5        6        7";
    let border = format!("  {}+\n", "+--------".repeat(8));
    let boxes = format!("  |{:^35}|{:^35}|\n", "Kind", "Heat");
    let bytes = text(&format!("{ruler}\n{border}{boxes}{border}\n  Kind: 32 bits.\n\n  Heat: 4 bits.\n"));
    assert_eq!(bytes.tables.len(), 2, "{bytes:#?}");
    assert!(bytes.tables.iter().all(|table| table.open.is_empty()), "{bytes:#?}");
}

#[test]
fn hostile_pictures_end() {
    for text in ["+-+-+-+-+\n| a | b |\n", "+-+-+-+-+\n|   |   |\n", "| a | b |\n+-+-+-+-+\n", "+-+-+-+-+", "0 1 2 3\n"]
    {
        let text = text.repeat(4_000);
        assert!(read(&[("hostile.txt", &text)]).tables.len() <= 8_000);
    }
}

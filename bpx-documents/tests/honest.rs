//! Whatever is not understood is reported, and never taken for something else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Declarations, Document, account, declare, read};

fn markdown(body: &str) -> Document {
    read(&[("kiln.md", &format!("# Kiln\n\nAll numbers are little-endian.\n\n{body}\n"))])
}

fn text(body: &str) -> Document {
    read(&[("kiln.txt", &format!("Kiln\n====\n\nAll numbers are little-endian.\n\n{body}\n"))])
}

/// Everything that the account of a document leaves open.
fn open(document: &Document) -> String {
    account(document, &declare(document)).to_string()
}

/// The names and the sizes in bits of the fields of the first structure.
fn fields(document: &Document) -> Vec<(&str, Option<u64>)> {
    let found = document.tables.iter().find_map(|table| match &table.body {
        Body::Structure { fields, .. } => Some(fields),
        _ => None,
    });
    let fields = found.unwrap_or_else(|| panic!("{document:#?}"));
    fields.iter().map(|field| (&*field.name, field.size.and_then(bpx_documents::Size::exact))).collect()
}

fn declared(document: &Document) -> Declarations {
    declare(document)
}

#[test]
fn a_value_behind_a_size_is_no_count() {
    let document =
        markdown("| Name | Size | Notes |\n|--|--|--|\n| Begin | 1 byte (0x7e) | x |\n| End | 2 bytes | y |");
    assert_eq!(fields(&document), [("Begin", None), ("End", Some(16))]);
    assert!(open(&document).contains("is stated as `1 byte (0x7e)`"), "{}", open(&document));
}

#[test]
fn a_list_goes_on_behind_an_item_without_a_size() {
    let document = text("kind      - 1 byte\nlength    - 2 bytes\nlabel     - length bytes\nglow      - 1 byte");
    assert_eq!(fields(&document), [("kind", Some(8)), ("length", Some(16)), ("label", None), ("glow", Some(8))]);
    assert_eq!(document.tables.len(), 1);
    assert!(open(&document).contains("`label` has no fixed size"), "{}", open(&document));
}

#[test]
fn a_list_that_ends_with_an_item_without_a_size_is_open() {
    let document = text("uint32   width   of the pot\nuint32   height  of the pot\nlabel    name    of the pot");
    assert_eq!(fields(&document), [("width", Some(32)), ("height", Some(32)), ("name", None)]);
    assert!(open(&document).contains("`name` has no fixed size"), "{}", open(&document));
}

#[test]
fn members_with_values_are_members() {
    let document = text(
        "    u32 begin;                /* Begin of it */\n    u64 spare1  = 0;          /* spare */\n    u64 spare2  = 0;          /* spare */\n    u32 seal  = 0x4b494c4e;   /* Seal, in letters (four) */\n    u32 end;                  /* of it (all) */",
    );
    let all = [("begin", 32), ("spare1", 64), ("spare2", 64), ("seal", 32), ("end", 32)];
    assert_eq!(fields(&document), all.map(|(name, bits)| (name, Some(bits))));
}

#[test]
fn the_first_item_of_a_list_may_follow_a_label() {
    let document = text("\tCode:        7\n\tFields:      Kind (1 octet)\n\t\t     Batch (2 octets)");
    assert_eq!(fields(&document), [("Kind", Some(8)), ("Batch", Some(16))]);
    let document =
        text("\tCode:        7\n\tFields:      Kind (1 octet\n\t\t     Batch (2 octets)\n\t\t     Pots (4 octets)");
    assert_eq!(fields(&document), [("Kind", Some(8)), ("Batch", Some(16)), ("Pots", Some(32))]);
}

#[test]
fn a_sentence_is_no_type() {
    let document = text(
        "A record begins with a varint which says the total  number\nof bytes of all and the varint itself and says the  rest\nof the terminated bytes which are in the  end",
    );
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
}

#[test]
fn a_name_in_brackets_may_be_absent() {
    let document = markdown("| Name | Size |\n|--|--|\n| Length | 4 bytes |\n| [Check] | 4 bytes |");
    assert!(open(&document).contains("present under a condition"), "{}", open(&document));
}

#[test]
fn brackets_of_a_name_count_elements_of_the_type_in_the_column_of_sizes() {
    let document = markdown(
        "| Offset | Size | Name | Notes |\n|--|--|--|--|\n| 0 | __le16 | kind | of pot |\n| 2 | __le32 | spare[3] | unused |",
    );
    assert_eq!(fields(&document), [("kind", Some(16)), ("spare[3]", Some(96))]);
}

#[test]
fn columns_of_bits_are_no_name() {
    let document = text(
        " byte 0:  0   0   T1   T0   1   M   R   L\n byte 1:  X7  X6  X5   X4   X3  X2  X1  X0\n byte 2:  Y7  Y6  Y5   Y4   Y3  Y2  Y1  Y0",
    );
    assert!(open(&document).contains("columns"), "{}", open(&document));
    assert!(fields(&document).iter().all(|(name, _)| name.starts_with("byte")), "{:?}", fields(&document));
}

#[test]
fn fields_that_only_some_versions_have_are_open() {
    for says in ["this field is only present for version 4", "These fields only exist if the lid is there."] {
        let document = markdown(&format!(
            "| Name | Type | Notes |\n|--|--|--|\n| Kind | u32 | of pot |\n| Lid | u32 | The lid; {says} |"
        ));
        assert!(open(&document).contains("present under a condition"), "{says}: {}", open(&document));
    }
}

#[test]
fn a_remark_in_brackets_is_no_name() {
    let document = text("    u32 seal       (Expected: 0x1234, KILN)\n    u8  version    (Expected: 1)\n    u64 pots");
    assert_eq!(fields(&document), [("seal", Some(32)), ("version", Some(8)), ("pots", Some(64))]);
    assert!(declared(&document).open.is_empty(), "{:?}", declared(&document).open);
}

#[test]
fn tabs_of_a_simple_table_go_on_to_columns_of_eight() {
    let table = "==== ============ =======\nName Size         Meaning\n==== ============ =======\nkind\t 2 bytes\t  of pot\nlid\t 4 bytes\t  of it\n==== ============ =======\n";
    let document = read(&[("kiln.rst", &format!("Kiln\n====\n\nAll numbers are little-endian.\n\n{table}"))]);
    assert_eq!(fields(&document), [("kind", Some(16)), ("lid", Some(32))]);
}

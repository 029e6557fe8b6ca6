//! Layouts in forms that few documents have.

use super::{fields, markdown, open};
use bpx_documents::{Body, declare, read};

#[test]
fn a_structure_inside_of_another_one_is_a_member() {
    let document = markdown(
        "```rust\nstruct Kiln {\n    seal: [u8; 3],\n    struct Settings {\n        heat: u16,\n    },\n    pots: Vec<struct Pot {\n        glaze: [u8; 4],\n    }>,\n    lid: struct Lid { width: u8 },\n}\n```",
    );
    assert_eq!(
        fields(&document, "Kiln"),
        [("seal", Some(24)), ("Settings", Some(16)), ("pots", None), ("lid", Some(8))]
    );
    assert_eq!(fields(&document, "Settings"), [("heat", Some(16))]);
    assert_eq!(fields(&document, "Pot"), [("glaze", Some(32))]);
    assert_eq!(fields(&document, "Lid"), [("width", Some(8))]);
    let document = markdown(
        "```\nstruct Kiln {\n  pots: [count] packed struct (u32) {\n    kind: u24,\n    heat: u8,\n  },\n  lid: u8,\n}\n```",
    );
    assert_eq!(fields(&document, "pots"), [("kind", Some(24)), ("heat", Some(8))]);
    assert_eq!(fields(&document, "Kiln"), [("pots", None), ("lid", Some(8))]);
    // In C such a declaration is no member.
    let document = markdown("```c\nstruct Kiln {\n  struct Lid { uint8_t width; };\n  uint16_t heat;\n};\n```");
    assert_eq!(fields(&document, "Kiln"), [("heat", Some(16))]);
}

#[test]
fn bytes_of_an_example_are_no_names() {
    let document = markdown(
        "```\n4B 49 4C 4E   u32   seal of the kiln\n02 00         u16   kind: 2 (oval)\n07            u8    7  number of pots\n```",
    );
    assert_eq!(
        fields(&document, ""),
        [("seal of the kiln", Some(32)), ("kind", Some(16)), ("number of pots", Some(8))]
    );
}

#[test]
fn fields_of_a_listing_that_are_left_out_are_reported() {
    let document = markdown(
        "```\n02 00   u16   kind: 2\n05 00   u16   size: 5\n--------------- five bytes follow\n34 00   u16   place of the lid\n66 6F   label  \"lid\"\n```",
    );
    assert!(open(&document).contains("has the columns of a field, and is not read"), "{}", open(&document));
}

#[test]
fn intervals_in_brackets_are_places() {
    let document = markdown(
        "| Bytes | Data Type | Description |\n|--|--|--|\n| [0,4] | char[5] | Seal |\n| 5 | char | Kind |\n| [6,9] | int | Version |",
    );
    assert_eq!(fields(&document, ""), [("Seal", Some(40)), ("Kind", Some(8)), ("Version", Some(32))]);
    // The last interval begins before the field above ends, and has one byte too much.
    let document = markdown(
        "| Bytes | Data Type | Description |\n|--|--|--|\n| [0,4] | char[5] | Seal |\n| 5 | char | Kind |\n| [5,9] | int | Version |",
    );
    assert!(fields(&document, "").iter().all(|(name, size)| *name != "Kind" || *size == Some(8)), "{document:#?}");
    assert!(open(&document).contains("open"), "{}", open(&document));
}

#[test]
fn names_in_a_column_of_types_are_names() {
    let document = read(&[(
        "kiln.html",
        "<h1>Kiln</h1><p>All numbers are little-endian.</p><table><tr><th>Type</th><th>Size</th><th>Contents</th></tr><tr><td>Seal - required</td><td>4 bytes</td><td>\"kil \"</td></tr><tr><td>Major version</td><td>2 bytes</td><td>03</td></tr><tr><td>Minor version</td><td>2 bytes</td><td>02</td></tr></table>",
    )]);
    let names: Vec<_> = fields(&document, "").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Seal", "Major version", "Minor version"]);
}

#[test]
fn numbers_of_places_are_no_codes() {
    let document = markdown("### Byte: meaning\n\n- 0: Kind of pot\n- 1: Heat (high byte)\n- 2: Heat (low byte)");
    assert!(open(&document).contains("may be offsets"), "{}", open(&document));
    let document = markdown("### Kinds\n\n- 0: Bowl\n- 1: Vase\n- 2: Lid");
    assert!(!open(&document).contains("may be offsets"), "{}", open(&document));
}

#[test]
fn binary_codes_are_not_hexadecimal() {
    let document = markdown("| Flag | Value |\n|--|--|\n| OPEN | 0b00000001 |\n| FULL | 0b00000010 |");
    let (Body::Enumeration { values } | Body::Flags { values }) = &document.tables[0].body else {
        panic!("{document:#?}")
    };
    assert_eq!(values.iter().map(|value| value.value).collect::<Vec<_>>(), [Some(1), Some(2)]);
}

#[test]
fn sizes_in_brackets_are_no_codes() {
    for list in
        ["- Head (20 bytes)\n- Pots (8 bytes each)", "* Head (20 bytes)\n\n  * Seal (8 bytes)\n\n* Pots (8 bytes)"]
    {
        let document = markdown(list);
        assert!(document.tables.iter().all(|table| table.body.kind() != "enumeration"), "{list}: {document:#?}");
    }
}

#[test]
fn sizes_in_brackets_after_columns_are_read() {
    let document =
        markdown("- Version         [ 2 Bytes ]\n- Heat limit      [ 4 Bytes ]\n- Pots            [ Variable ]");
    assert_eq!(fields(&document, ""), [("Version", Some(16)), ("Heat limit", Some(32)), ("Pots", None)]);
}

#[test]
fn a_picture_of_a_packet_is_read() {
    let document = markdown(
        "## Head\n\n```mermaid\npacket-beta\n  title Head\n  0-15: \"Kind\"\n  16-23: \"Lid\"\n  24: \"Open\"\n  25-31: \"spare\"\n```",
    );
    assert_eq!(fields(&document, ""), [("Kind", Some(16)), ("Lid", Some(8)), ("Open", Some(1)), ("spare", Some(7))]);
    let document = markdown("```mermaid\npacket\n+16: \"Kind\"\n+8: \"Lid\"\n```");
    assert_eq!(fields(&document, ""), [("Kind", Some(16)), ("Lid", Some(8))]);
    let document = markdown("```mermaid\npacket\n0-15: \"Kind\"\n24-31: \"Lid\"\n```");
    assert!(open(&document).contains("as a field of this packet that begins at bit 16"), "{}", open(&document));
}

#[test]
fn offsets_from_a_common_base_are_read() {
    let document = markdown(
        "| Offset | Length | Content |\n|--|--|--|\n| N+0 | 4 | Place |\n| N+4 | 2 | Kind |\n| N+6 | 2 | Heat |",
    );
    assert_eq!(fields(&document, ""), [("Place", Some(32)), ("Kind", Some(16)), ("Heat", Some(16))]);
    assert!(declare(&document).open.is_empty(), "{:?}", declare(&document).open);
    let document = markdown(
        "| Offset | Length | Content |\n|--|--|--|\n| N+0 | 4 | Place |\n| M+4 | 2 | Kind |\n| M+6 | 2 | Heat |",
    );
    assert!(open(&document).contains("is not understood"), "{}", open(&document));
}

#[test]
fn tables_in_comments_of_a_source_are_read() {
    let document = read(&[(
        "kiln.rs",
        "//! Head of a kiln.\n//!\n//! All numbers are little-endian.\n//!\n//! ```text\n//! Offset  Size  Field\n//! ------  ----  -----\n//! 0       4     seal\n//! 4       2     kind\n//! 6       2     heat\n//! ```\n\nfn bake() {}\n",
    )]);
    assert_eq!(fields(&document, ""), [("seal", Some(32)), ("kind", Some(16)), ("heat", Some(16))]);
}

#[test]
fn a_rule_with_tabs_is_no_row() {
    let document = markdown("| Name \t| Size \t|\n|------\t|------\t|\n| kind \t| 2 bytes \t|\n| heat \t| 4 bytes \t|");
    assert_eq!(fields(&document, ""), [("kind", Some(16)), ("heat", Some(32))]);
}

#[test]
fn a_type_after_a_size_of_the_same_size_is_read() {
    let document = markdown(
        "| Name | Size (in bytes) | Description |\n|--|--|--|\n| Place | 0x04 (uint32) | of it |\n| Kind | 0x02 (int16) | of it |\n| Heat | 0x02 (uint32) | of it |",
    );
    assert_eq!(fields(&document, ""), [("Place", Some(32)), ("Kind", Some(16)), ("Heat", None)]);
}

#[test]
fn a_size_between_colons_is_read() {
    let document = markdown(
        "- BEGIN: 1 byte : the first byte\n- POTS: 0 or more bytes : all of them\n- SUM: 1 byte : of the pots",
    );
    assert_eq!(fields(&document, ""), [("BEGIN", Some(8)), ("POTS", None), ("SUM", Some(8))]);
}

#[test]
fn bullets_of_a_listing_are_no_part_of_its_lines() {
    let document = markdown("```\n* uint32 seal of the kiln (\"KILN\")\n* uint16 number of pots\n* uint16 heat\n```");
    assert_eq!(
        fields(&document, ""),
        [("seal of the kiln", Some(32)), ("number of pots", Some(16)), ("heat", Some(16))]
    );
}

#[test]
fn columns_without_known_titles_show_places_and_sizes() {
    let document =
        markdown("| all | values | what |\n|--|--|--|\n| +00 | 8B | Seal |\n| +08 | 2B | Kind |\n| +0a | 4B | Heat |");
    assert_eq!(fields(&document, ""), [("Seal", Some(64)), ("Kind", Some(16)), ("Heat", Some(32))]);
}

#[test]
fn members_may_have_names_of_labels() {
    let document =
        markdown("```rust\nstruct Kiln {\n    /// The key of all.\n    public: [u8; 32],\n    private: u16,\n}\n```");
    assert_eq!(fields(&document, "Kiln"), [("public", Some(256)), ("private", Some(16))]);
}

#[test]
fn letters_inside_of_a_word_are_no_type() {
    let document = markdown("| Name | Type |\n|--|--|\n| pots | u16 |\n| next | FileBlock |\n| lid | u32 |");
    assert!(open(&document).contains("`next` has no fixed size"), "{}", open(&document));
    let document = markdown("Type: KilnFileBlock\nStatic: yes\nSize: 20 bytes");
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
}

#[test]
fn the_first_item_is_a_field_as_the_others() {
    let document = markdown("- u32 Seal: 0x0,\n- u32 Pots: 0x4,\n- u16 Heat: 0x8");
    assert_eq!(fields(&document, ""), [("Seal", Some(32)), ("Pots", Some(32)), ("Heat", Some(16))]);
}

#[test]
fn a_word_among_hexadecimal_offsets_is_no_number() {
    let document = markdown(
        "| Offset | Size | Name |\n|--|--|--|\n| +00 | 10 | Seal |\n| +0a | 4 | Pots |\n| +0e | 4 | Heat |\n| +12 | 2 | Lid |\n| +xx | xx | rest |",
    );
    let Body::Structure { fields, .. } = &document.tables[0].body else { panic!("{document:#?}") };
    assert_eq!(fields[3].offset, Some(18));
}

#[test]
fn numbers_in_base_128_have_the_form_that_is_stated() {
    let rows = "| a | ULEB128 |\n| b | SLEB128 |\n| c | zigzag protobuf varint |\n| d | varint |\n| e | DoubleBuffer |";
    let document = markdown(&format!("| Name | Type |\n|--|--|\n{rows}"));
    let declared = declare(&document);
    let types: Vec<_> =
        declared.model.get("Kiln").unwrap().fields().iter().map(|field| field.ty.short_name()).collect();
    assert_eq!(types[..3], ["LEB128 up to 32 bits", "signed LEB128 up to 32 bits", "zigzag LEB128 up to 32 bits"]);
    let said = open(&document);
    assert!(said.contains("`d` has no fixed size") && said.contains("`e` has no fixed size"), "{said}");
}

#[test]
fn a_condition_over_all_columns_is_one_of_the_rows_below() {
    let table = |row: &str, rest: &str| {
        markdown(&format!("| Name | Type |\n|---|---|\n| version | u32 |\n| {row} | |\n| heat | u16 |\n{rest}"))
    };
    let document = table("*only if version > 2*", "");
    assert_eq!(fields(&document, ""), [("version", Some(32)), ("heat", Some(16))]);
    assert!(!open(&document).contains("heat"), "{}", open(&document));
    assert!(document.tables[0].to_string().contains("version > 2"), "{}", document.tables[0]);
    let document = table("If the kiln is hot:", "| pots | u16 |\n");
    assert_eq!(fields(&document, "").len(), 3);
    assert!(open(&document).contains("the kiln is hot (stated above 2 rows)"), "{}", open(&document));
}

#[test]
fn bit_fields_without_a_name_have_a_size() {
    let document = markdown(
        "```c\nstruct Kiln {\n  uint16_t kind : 6;\n  uint16_t : 2; /* unused */\n  uint16_t lids : 8;\n};\n```",
    );
    assert_eq!(fields(&document, "Kiln"), [("kind", Some(6)), ("unused", Some(2)), ("lids", Some(8))]);
    assert!(open(&document).contains("1 understood"), "{}", open(&document));
    // No width aligns the next bit field.
    let document =
        markdown("```c\nstruct Kiln {\n  uint16_t kind : 6;\n  uint16_t : 0;\n  uint16_t lids : 8;\n};\n```");
    assert!(open(&document).contains("1 open"), "{}", open(&document));
}

#[test]
fn names_of_arrays_are_arrays() {
    let document = markdown(
        "```c\ntypedef uint8_t seal_t[6];\ntypedef uint16_t heats_t[4];\nstruct Kiln {\n  seal_t seal;\n  heats_t heats;\n  heats_t more[2];\n  uint16_t lids;\n};\n```",
    );
    let expected = [("seal", Some(48)), ("heats", Some(64)), ("more", Some(128)), ("lids", Some(16))];
    assert_eq!(fields(&document, "Kiln"), expected);
    let declared = declare(&document);
    let kiln = declared.model.get("Kiln").unwrap();
    let types: Vec<_> = kiln.fields().iter().map(|field| field.ty.short_name()).collect();
    assert_eq!(types, ["u8", "u16", "u16", "u16"]);
    assert_eq!(kiln.size, Some(32));
}

#[test]
fn padding_of_a_structure_with_a_small_letter_is_open() {
    let document = markdown("```c\nstruct kiln {\n  uint8_t kind;\n  uint32_t lids;\n};\n```");
    assert!(open(&document).contains("0 understood, 1 open"), "{}", open(&document));
    // What is open in the whole document belongs to no table.
    let document = read(&[("kiln.txt", "struct {\n  uint16_t kind;\n  uint16_t lids;\n};\n")]);
    assert!(open(&document).contains("1 understood, 0 open"), "{}", open(&document));
}

#[test]
fn a_sentence_says_that_structures_are_packed() {
    let listing = "```c\nstruct Pot {\n    uint8_t kind;\n    uint32_t glow;\n};\n```";
    let said = |prose: &str| open(&markdown(&format!("{prose}\n\n{listing}")));
    for prose in [
        "Packed.",
        "All structures are packed.",
        "Structures have no padding.",
        "Fields follow each other without padding.",
    ] {
        assert!(!said(prose).contains("compiler inserts"), "{prose}: {}", said(prose));
    }
    for prose in ["", "Structures are not packed.", "Bits are packed into bytes.", "Pots are packed in boxes."] {
        assert!(said(prose).contains("compiler inserts"), "{prose}: {}", said(prose));
    }
}

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
fn a_value_after_a_size_is_no_count() {
    let document =
        markdown("| Name | Size | Notes |\n|--|--|--|\n| Begin | 1 byte (0x7e) | x |\n| End | 2 bytes | y |");
    assert_eq!(fields(&document), [("Begin", None), ("End", Some(16))]);
    assert!(open(&document).contains("the document states `1 byte (0x7e)`"), "{}", open(&document));
}

#[test]
fn a_list_goes_on_after_an_item_without_a_size() {
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
fn columns_of_bits_are_fields_of_a_bit() {
    let rows = " byte 0:  0   0   T1   T0   1   M   R   L\n byte 1:  X7  X6  X5   X4   X3  X2  X1  X0";
    let document = text(rows);
    assert_eq!(fields(&document).len(), 16);
    assert!(fields(&document).iter().all(|(_, bits)| *bits == Some(1)), "{:?}", fields(&document));
    // A name in two places may be a mistake.
    let document = text(&rows.replace("X4", "X6"));
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

#[test]
fn lines_that_state_fields_and_are_not_read_are_reported() {
    let lists = [
        "* 26 bytes of data that are the same in all files of this kind\n* 4-byte zeroed int ?\n",
        "- **SOF**: `1 byte`, the begin of it, must be 7.\n- **CMD**: `2 bytes` in some order, see there.\n",
        "1. 2 bytes is the number of pots that follow.\n2. X bytes of names.\n3. 8 bytes is the sum of them.\n",
        "0x00000-0x00004: Magic\n0x00005        : Major version\n0x00007-0x00009: Sprite offset\n",
        "Parameters:\n  `{ int8_t id, int32_t seq }`\n\nAnswer:\n  `{ int8_t started }`\n",
    ];
    for list in lists {
        let document = markdown(list);
        let said = open(&document);
        let is_read = document.tables.iter().any(|table| table.body.kind() == "structure");
        assert!(is_read || said.contains("state sizes or types, but are not read"), "{list}: {said}");
    }
    let prose = markdown("The header is 16 bytes long.\nIt begins a file: 4 letters.\n\nThere are 8 bits in a byte.");
    assert!(declared(&prose).open.is_empty(), "{:?}", declared(&prose).open);
}

#[test]
fn listings_that_are_not_read_are_reported() {
    let record = markdown("```pascal\nTPot = packed record\n  Kind: Word;\n  Lid: LongInt;\nend;\n```");
    let fields =
        markdown("```python\nclass Pot(Structure):\n    _fields_ = [(\"kind\", c_uint16), (\"lid\", c_uint32)]\n```");
    let set = markdown("```\nKind: enum (u8) {\n    BOWL    value = 0\n    VASE    value = 1\n}\n```");
    for document in [record, fields, set] {
        let is_read = document.tables.iter().any(|table| table.body.kind() != "other");
        assert!(is_read || open(&document).contains("nothing in it was understood"), "{}", open(&document));
    }
    let program = markdown("```c\nint main(void) {\n    return fire(3);\n}\n```");
    assert!(declared(&program).open.is_empty());
    assert!(open(&program).contains("seems to be a part of a program"), "{}", open(&program));
    let bytes = markdown("```\n4b 49 4c 4e 00 01\n```");
    assert_eq!(open(&bytes), "0 tables seen: 0 understood, 0 open, 0 ignored");
}

#[test]
fn sizes_of_things_that_are_no_fields_are_open() {
    let document = markdown(
        "| File | Size (bytes) | Description |\n|--|--|--|\n| a.bin | 100 | the first |\n| b.bin | 200 | the second |",
    );
    assert!(open(&document).contains("the column `File` is not understood"), "{}", open(&document));
}

#[test]
fn numbers_of_fields_are_no_values() {
    let document = markdown(
        "| Field | Type | Number | Notes |\n|--|--|--|--|\n| name | string | 1 | of it |\n| age | int32 | 2 | of it |",
    );
    assert!(open(&document).contains("`Number` may number fields"), "{}", open(&document));
}

#[test]
fn ranges_and_points_state_the_kind_of_a_number() {
    let rows = "| 0 | 2 | gain | Q1.15 |\n| 2 | 2 | angle | Range -180 to 180 |\n| 4 | 2 | pots | 0 - 180 of these |";
    let document = markdown(&format!("| Offset | Size | Name | Notes |\n|--|--|--|--|\n{rows}"));
    assert!(open(&document).contains("`Q1.15` gives `gain` digits after a point"), "{}", open(&document));
    let declared = declared(&document);
    let kiln = declared.model.get("Kiln").unwrap();
    let signed = |at: usize| matches!(&kiln.fields()[at].ty, bpx_model::Type::Int { signed: true, .. });
    assert!(signed(1) && !signed(2), "{kiln:#?}");
    let rows = "| 0 | 2 | gain | a fixed-point number |\n| 2 | 2 | angle | between -3 and 4 |\n| 4 | 2 | pots | see pages -3, 4 |";
    let document = markdown(&format!("| Offset | Size | Name | Notes |\n|--|--|--|--|\n{rows}"));
    assert!(open(&document).contains("`fixed-point` gives `gain` digits after a point"), "{}", open(&document));
    let declared = self::declared(&document);
    let kiln = declared.model.get("Kiln").unwrap();
    let signed = |at: usize| matches!(&kiln.fields()[at].ty, bpx_model::Type::Int { signed: true, .. });
    assert!(signed(1) && !signed(2), "{kiln:#?}");
}

#[test]
fn a_list_begins_with_an_item_whose_type_is_not_known() {
    let document = text("\tbyte\t\tKILN_OPEN\n\tlabel\t\t\"tun\"\n\tuint32\t\tpots\n\tuint32\t\tlids");
    let names: Vec<_> = fields(&document).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["KILN_OPEN", "tun", "pots", "lids"]);
    let document = text("\tlabel\t\tmethod\n\tuint32\t\tpots\n\tuint32\t\tlids");
    assert_eq!(fields(&document), [("method", None), ("pots", Some(32)), ("lids", Some(32))]);
}

#[test]
fn explanations_of_types_are_no_fields() {
    let document = markdown(
        "- short = 2 byte integer\n- ushort - 2 byte unsigned integer\n- int - 4 byte integer\n- uint - 4 byte unsigned integer\n",
    );
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
}

#[test]
fn places_are_no_names() {
    let document =
        text("Bytes 0-3 (4 bytes) Seal. Always the same\nBytes 4-5 (2 bytes) Pots\nBytes 6-9 (4 bytes) Lids");
    assert_eq!(fields(&document), [("Seal", Some(32)), ("Pots", Some(16)), ("Lids", Some(32))]);
    let document = text("0x00, 0x01: 2B int, the pots\n0x02 .. 0x05: 4B int, the lids\n");
    assert!(document.tables.is_empty() && open(&document).contains("not read"), "{}", open(&document));
}

#[test]
fn rows_after_an_empty_line_are_reported() {
    let document = markdown(
        "Name | Value | Type\n---|---|---\nBowl | 1047 | text\nVase | 1113 | text\n\nLid | 1049 | text\nPot | 1050 | text\n",
    );
    assert!(open(&document).contains("not read") || document.tables.len() > 1, "{}", open(&document));
}

#[test]
fn codes_without_a_number_are_open() {
    let document =
        markdown("| Name | Value | Notes |\n|--|--|--|\n| A | 1 | x |\n| B | | 0x2 - the second |\n| C | 3 | z |");
    assert!(open(&document).contains("`B`"), "{}", open(&document));
}

#[test]
fn names_of_types_are_no_structure() {
    let document = markdown(
        "```c\ntypedef unsigned int heat_t;\nenum Glaze : uint8_t { DULL, SHINY };\n\nstruct Pot {\n  uint8_t x;\n};\n```",
    );
    let kinds: Vec<_> = document.tables.iter().map(|table| (&*table.name, table.body.kind())).collect();
    assert!(kinds.contains(&("Pot", "structure")), "{kinds:?}");
    assert_eq!(kinds.iter().filter(|(_, kind)| *kind == "structure").count(), 1, "{kinds:?}");
}

#[test]
fn of_two_columns_of_values_that_of_numbers_has_them() {
    let document = markdown(
        "| Code | Value | Description |\n|--|--|--|\n| KILN_ADD | 0x00 | adds |\n| KILN_SUB | 0x10 | subtracts |",
    );
    let Body::Enumeration { values } = &document.tables[0].body else { panic!("{document:#?}") };
    let values: Vec<_> = values.iter().map(|value| (&*value.name, value.value)).collect();
    assert_eq!(values, [("KILN_ADD", Some(0)), ("KILN_SUB", Some(16))]);
}

#[test]
fn values_are_no_names() {
    let document =
        text("  uint32  34    Kind of the pot\n  uint32  4     Four bytes follow\n  uint32  heat  Of the oven");
    let names: Vec<_> = fields(&document).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Kind of the pot", "Four bytes follow", "heat"]);
    let document = text("byte 0: 0xc4\nbyte 1: 0xff\nbyte 2: Heat");
    let names: Vec<_> = fields(&document).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["byte 0", "byte 1", "Heat"]);
}

#[test]
fn a_type_is_no_name_of_several_fields() {
    let document = markdown("- 0x00: 2B int, the kind of pot\n- 0x02: 4B int, the place of the lid");
    assert!(open(&document).contains("`int` is the name of a type and of several fields"), "{}", open(&document));
    let document = markdown("| Name | Type |\n|--|--|\n| float | f32 |\n| int | u32 |");
    assert!(declared(&document).open.is_empty(), "{:?}", declared(&document).open);
}

#[test]
fn all_of_the_brackets_after_a_name_is_the_type() {
    let document = text("- n (2 bytes, signed)\n- heat (4 bytes, float)\n- pots (2 bytes, how many there are)");
    let rust = declared(&document);
    let model = rust.model.get("Kiln").unwrap();
    let types: Vec<_> = model.fields().iter().map(|field| field.ty.short_name()).collect();
    assert_eq!(types, ["i16", "f32", "u16"]);
}

#[test]
fn the_notes_of_a_size_state_the_kind_of_a_number() {
    let document =
        markdown("| Name | Type | Notes |\n|---|---|---|\n| n | 2 bytes | signed |\n| heat | 4 bytes | float |");
    let rust = declared(&document);
    let types: Vec<_> = rust.model.get("Kiln").unwrap().fields().iter().map(|field| field.ty.short_name()).collect();
    assert_eq!(types, ["i16", "f32"]);
}

#[test]
fn a_declaration_that_ends_a_list_is_reported() {
    for list in ["- u8 lid\n- u8 foot\n- u32 glaze (3)\n- u16 size", "u32 lid;\nu16 foot;\nu8 glaze[foot + 1], size;"] {
        let document = text(list);
        assert!(open(&document).contains("the list of fields ends before `u"), "{list}: {}", open(&document));
    }
}

#[test]
fn a_range_without_an_end_has_no_size() {
    for rest in ["4..", "4-", "4 -"] {
        let document = text(&format!("Bytes 0-3: lid\nBytes {rest}: rest"));
        assert_eq!(fields(&document), [("lid", Some(32)), ("rest", None)], "{rest}");
    }
}

#[test]
fn counts_that_are_not_understood_are_open() {
    let lists = [
        "char  8  signature\nuint32  1  version",
        "4 bytes - lid\n2 bytes - foot x 3",
        "4 bytes - lid\n1 byte: foot (x4)",
        "4 bytes - lid\n2 bytes: foot, or 4 bytes in version 2",
    ];
    for list in lists {
        assert!(open(&text(list)).contains("not understood"), "{list}: {}", open(&text(list)));
    }
    assert!(text("4 bytes - lid\n2 bytes each - foot").tables.is_empty());
    assert!(!open(&text("4 bytes: x\n4 bytes: area 51")).contains("not understood"));
}

#[test]
fn an_array_of_a_structure_is_larger_than_one() {
    let document = text("```c\nstruct Lid { uint16_t x; uint16_t y; };\nstruct Box { struct Lid lid[2]; };\n```");
    assert_eq!(document.inconsistencies, []);
}

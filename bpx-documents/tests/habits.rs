//! Habits of authors in lists, rows and listings: they are read as they are meant, or reported, but never as something
//! else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, account, declare, read};

fn markdown(body: &str) -> Document {
    read(&[("kiln.md", &format!("# Pot\n\nAll numbers are little-endian.\n\n{body}\n"))])
}

fn text(body: &str) -> Document {
    read(&[("kiln.txt", &format!("Pot\n===\n\nAll numbers are little-endian.\n\n{body}\n"))])
}

/// Names, types and exact bits of the fields of a structure.
fn fields(document: &Document, name: &str) -> Vec<(String, String, Option<u64>)> {
    let table = document.tables.iter().find(|table| table.name == name && table.body.kind() == "structure");
    let Body::Structure { fields, .. } = &table.unwrap_or_else(|| panic!("{document:#?}")).body else { panic!() };
    let bits = |field: &bpx_documents::Field| field.size.and_then(bpx_documents::Size::exact);
    fields.iter().map(|field| (field.name.clone(), field.ty.clone(), bits(field))).collect()
}

fn names_and_bits(document: &Document, name: &str) -> Vec<(String, Option<u64>)> {
    fields(document, name).into_iter().map(|(name, _, bits)| (name, bits)).collect()
}

fn pairs<T: Copy>(list: &[(&str, T)]) -> Vec<(String, T)> {
    list.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

/// Everything that is open, in one text.
fn open(document: &Document) -> String {
    let account = account(document, &declare(document));
    let tables = account.tables.iter().flat_map(|table| &table.reasons);
    tables.chain(&account.open).map(|what| format!("{what}\n")).collect()
}

#[test]
fn sizes_in_brackets_are_between_types_and_names() {
    let document =
        text("uint32 {4}   - Count (of pots)\nuint16 {2}   - Glaze\nbyte {6}     - Filler\nchar {4}     - Kind\n");
    let expected = pairs(&[("Count", Some(32)), ("Glaze", Some(16)), ("Filler", Some(48)), ("Kind", Some(32))]);
    assert_eq!(names_and_bits(&document, "Pot"), expected);

    let document = markdown("    char    (8)     magic - always CLAY\n    uint32  (4)     count - of pots\n");
    assert_eq!(names_and_bits(&document, "Pot"), pairs(&[("magic", Some(64)), ("count", Some(32))]));

    // A size that the type cannot have leaves the field open.
    let document = markdown(
        "    uint32  (4)     count - of pots\n    uint32  (8)     heat - in degrees\n    uint16  (2)     age - in days\n",
    );
    assert_eq!(names_and_bits(&document, "Pot"), pairs(&[("count", Some(32)), ("heat", None), ("age", Some(16))]));
}

#[test]
fn places_of_bits_are_no_part_of_names() {
    for list in [
        "- Bits 0-4: kind\n- Bits 5-14: heat (in degrees)\n- Bit 15: lid\n",
        "```\nBit 15:    lid\nBits 5-14: heat (in degrees)\nBits 0-4:  kind (5 bits)\n```\n",
    ] {
        let document = markdown(list);
        let mut found = names_and_bits(&document, "Pot");
        found.sort_unstable();
        assert_eq!(found, pairs(&[("heat", Some(10)), ("kind", Some(5)), ("lid", Some(1))]), "{list}");
        let model = declare(&document).model;
        let json = model.to_json().unwrap();
        let at = |name: &str| json.find(&format!("\"{name}\"")).unwrap_or_else(|| panic!("{json}"));
        assert!(at("kind") < at("heat") && at("heat") < at("lid"), "{json}");
    }
    let document = markdown("* bit 0: glazed\n* bit 3: 1 says that it is full of water\n* bit 6: broken\n");
    let Body::Flags { values } = &document.tables[0].body else { panic!("{document:#?}") };
    let values: Vec<_> = values.iter().map(|value| (value.name.as_str(), value.value)).collect();
    assert_eq!(values, [("glazed", Some(1)), ("bit 3", Some(8)), ("broken", Some(64))]);

    // Places with gaps are reported.
    let document = markdown("- Bits 0-2: kind\n- Bit 7: lid\n");
    assert!(document.tables.is_empty(), "{document:#?}");
    assert!(open(&document).contains("2 lines from `Bits 0-2: kind`"), "{}", open(&document));
}

#[test]
fn braces_hold_the_members_of_items() {
    let document = text(
        "  uint32 : NumShelves\n  Shelf[NumShelves] {\n    uint16 : Height\n    uint16 : NumPots\n    Jar[NumPots] {\n      uint8  : Clay\n      uint8  : Glaze\n    }\n    uint32 : Weight\n  }\n  uint8 : End\n",
    );
    assert_eq!(names_and_bits(&document, "Jar"), pairs(&[("Clay", Some(8)), ("Glaze", Some(8))]));
    let types = |name: &str| fields(&document, name).into_iter().map(|(_, ty, _)| ty).collect::<Vec<_>>();
    assert_eq!(types("Shelf"), ["uint16", "uint16", "Jar[NumPots]", "uint32"]);
    assert_eq!(types("Pot"), ["uint32", "Shelf[NumShelves]", "uint8"]);
}

#[test]
fn members_that_no_table_has_are_reported() {
    for list in [
        "u32 height\n\nIt is the height of the pot.\n\nu32 width of the pot\n",
        "Bit 3 (read): LID\n\nBit 4 (read): GLAZE\n",
    ] {
        assert!(open(&markdown(list)).contains("state sizes or types, but are not read"), "{list}");
    }
    let html =
        "<h1>Pot</h1><dl><dt>Int32 (Clay)</dt><dd>Kind of clay.</dd><dt>Int64 (Heat)</dt><dd>In the kiln.</dd></dl>";
    let document = read(&[("pot.html", html)]);
    assert!(open(&document).contains("2 lines from `Int32 (Clay)"), "{}", open(&document));
    // Sentences about types and bits, and glossaries, state no field.
    let prose = "* uint16 values are stored first.\n* uint32 values must be even.\n\nBits 5-4 of the lid are reserved.\nBit 3 is too.\n\n* int8 (1 byte)\n* int16 (2 bytes)\n";
    assert!(!open(&markdown(prose)).contains("not read"), "{}", open(&markdown(prose)));
}

#[test]
fn rows_between_bars_go_on_below_and_end_at_a_rule() {
    let rows = "   0 -   0 |        1 | Kind\n           |          |\n   1 -   3 |        0 | Reserved\n   4 -  11 | the_maker| Name of the maker\n           |          | of the pot\n-----------|----------|-----------\n";
    let document = text(&format!("Byte Range | Value    | Meaning\n---------- | -------- | -------\n{rows}"));
    let expected = pairs(&[("Kind", Some(8)), ("Reserved", Some(24)), ("Name of the maker of the pot", Some(64))]);
    assert_eq!(names_and_bits(&document, "Pot"), expected);

    let document = text(
        "offset | size/type | Description\n-------+-----------+--------------------\n0x0000 | 4 bytes   | weight\n       |           | of the pot\n0x0004 | u16       | height\n",
    );
    assert_eq!(names_and_bits(&document, "Pot"), pairs(&[("weight of the pot", Some(32)), ("height", Some(16))]));
}

#[test]
fn comments_without_an_end_do_not_swallow_structures() {
    let document = text(
        "struct lid {\n    uint32_t weight;\n    uint64_t clay;   /* set only if\n                        (kind & CLAY)\n};\n\nWords about lids.\n\nstruct jar {\n    uint64_t water;   /* in drops */\n    uint32_t age;\n};\n",
    );
    assert_eq!(names_and_bits(&document, "jar"), pairs(&[("water", Some(64)), ("age", Some(32))]));
    let lid: Vec<_> = names_and_bits(&document, "lid").into_iter().map(|(name, _)| name).collect();
    assert_eq!(lid, ["weight", "clay", "unclear"]);
    assert!(open(&document).contains("`unclear` has no fixed size"), "{}", open(&document));
    // A comment over lines ends where it says.
    let document = text("struct lid {\n    uint32_t weight;   /* of\n        all lids */\n    uint32_t age;\n};\n");
    assert_eq!(names_and_bits(&document, "lid"), pairs(&[("weight", Some(32)), ("age", Some(32))]));
}

#[test]
fn a_dimension_with_brackets_is_no_function() {
    let document = text("struct lid {\n    char magic[sizeof(MAGIC)];\n    uint32_t weight;\n};\n");
    assert_eq!(names_and_bits(&document, "lid"), pairs(&[("magic", None), ("weight", Some(32))]));
    let document = text("class Lid {\n    uint32_t weight;\n    void lift(int height);\n};\n");
    assert!(document.tables.is_empty(), "{document:#?}");
}

#[test]
fn words_that_begin_like_padding_have_a_meaning() {
    let table = "| Name | Type |\n|---|---|\n";
    let rows = ["paddr", "paddle_x", "pad_size", "reserved_count", "blanking"];
    let rows: String = rows.iter().map(|name| format!("| {name} | u32 |\n")).collect();
    let json = declare(&markdown(&format!("{table}{rows}"))).model.to_json().unwrap();
    assert!(!json.contains("\"zero\""), "{json}");
    for name in
        ["pad", "pad1", "padA", "padding2", "pad_bytes", "reserved", "Reserved (0)", "unused_1", "_pad", "blank"]
    {
        let json = declare(&markdown(&format!("{table}| kind | u32 |\n| {name} | u32 |\n"))).model.to_json().unwrap();
        assert!(json.contains("\"zero\""), "{name}: {json}");
    }
}

#[test]
fn letters_with_a_byte_order_are_numbers() {
    let rows = [("<H", 16), (">I", 32), ("!q", 64), ("<3f", 96), ("=B", 8), ("16s", 128)];
    let rows: String = rows.iter().map(|(ty, bits)| format!("| a{bits} | `{ty}` | {} |\n", bits / 8)).collect();
    let document = markdown(&format!("| Name | Format | Bytes |\n|---|---|---|\n{rows}| last | I | 4 |\n"));
    let json = declare(&document).model.to_json().unwrap();
    let json: String = json.split_whitespace().collect();
    let has = |text: &str| assert!(json.contains(text), "{text}: {json}");
    has(r#"{"int":{"size":2,"signed":false,"endian":"little"}}"#);
    has(r#"{"int":{"size":4,"signed":false,"endian":"big"}}"#);
    has(r#"{"int":{"size":8,"signed":true,"endian":"big"}}"#);
    has(r#"{"float":{"size":4,"endian":"little"}},"len":{"fixed":3}"#);
    // A letter alone is no sign.
    has(r#"{"int":{"size":4,"signed":false,"endian":"little"}}"#);
}

#[test]
fn padding_is_found_after_names_of_types() {
    let document = text(
        "typedef unsigned int glaze_t;\nstruct lid {\n    glaze_t glaze;\n    uint8_t kind;\n    uint16_t age;\n};\n",
    );
    assert!(open(&document).contains("1 bytes of padding before `age`"), "{}", open(&document));
}

#[test]
fn a_type_that_repeats_a_size_is_no_name() {
    let document = text("\t4B\tint: weight of the lid\n\t16B\tchar[16] maker of pots\n\t2B\tage\n");
    let expected = pairs(&[("weight of the lid", Some(32)), ("maker of pots", Some(128)), ("age", Some(16))]);
    assert_eq!(names_and_bits(&document, "Pot"), expected);
}

#[test]
fn remarks_may_follow_a_semicolon_and_fields_below_a_field_are_reported() {
    let document = text(
        "  int kind      ; 0 for matt\n  char[8] clay  ; of the lid\n  int pots\n    pots many:\n      float x   ; place\n",
    );
    assert_eq!(names_and_bits(&document, "Pot"), pairs(&[("kind", Some(32)), ("clay", Some(64)), ("pots", Some(32))]));
    assert!(open(&document).contains("lines below `pots` state fields, but are not read"), "{}", open(&document));
}

#[test]
fn items_of_wikis_may_have_sizes_in_braces() {
    let wiki = "== Pot ==\n\n: uint32 {4}  - Weight\n: char {8}    - Clay\n: uint16 {2}  - Age (of it)\n";
    let document = read(&[("pot.mediawiki", wiki)]);
    assert_eq!(names_and_bits(&document, "Pot"), pairs(&[("Weight", Some(32)), ("Clay", Some(64)), ("Age", Some(16))]));
}

#[test]
fn boxes_that_vary_have_no_size_by_their_rows() {
    let ruler = "    0                   1                   2                   3\n    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1\n";
    let border = format!("   +{}\n", "-+".repeat(32));
    let row = |words: &str| format!("   |{words:^63}|\n");
    let picture =
        format!("{ruler}{border}{}{border}{}{border}{}{border}", row("Weight"), row("Clay (variable)"), row("..."));
    let document = text(&picture);
    let bits: Vec<_> = names_and_bits(&document, "Pot").into_iter().map(|(_, bits)| bits).collect();
    assert_eq!(bits, [Some(32), None, None], "{document:#?}");
}

#[test]
fn ranges_in_hexadecimal_are_places() {
    let expected = pairs(&[("Kind", Some(32)), ("Lid", Some(8)), ("Maker", Some(56))]);
    let closed = text("0x00-0x03: Kind\n0x04: Lid\n0x05-0x0B: Maker (of pots)\n");
    assert_eq!(names_and_bits(&closed, "Pot"), expected);
    let half_open = text("0x00-0x04: Kind\n0x04-0x05: Lid\n0x05-0x0C: Maker\n");
    assert_eq!(names_and_bits(&half_open, "Pot"), expected);
    // Places that neither follow each other nor share their ends are open.
    let broken = text("0x00-0x04: Kind\n0x06: Lid\n0x07-0x09: Maker\n");
    assert!(open(&broken).contains("`lid` has the stated offset 6"), "{}", open(&broken));
    let overlapping = text("0x00-0x04: Kind\n0x03-0x05: Lid\n0x02-0x09: Maker\n");
    assert!(open(&overlapping).contains("do not follow each other"), "{}", open(&overlapping));
    // Single numbers are codes.
    let codes = text("* 0x0: matt\n* 0x1: clear\n");
    assert_eq!(codes.tables[0].body.kind(), "enumeration");
}

#[test]
fn sizes_in_sentences_are_no_items() {
    let prose =
        "The potter then goes to the\n64-bit kiln of the village, whose place is that of the\n64-bit lid plus 7.\n";
    let document = text(prose);
    assert!(document.tables.is_empty(), "{document:#?}");
    let document = text("A pot consists of:\n32-bit weight\n16-bit age\n");
    assert_eq!(names_and_bits(&document, "Pot"), pairs(&[("weight", Some(32)), ("age", Some(16))]));
}

//! Lists of fields and of codes, in the styles of authors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, declare, read};

fn text(body: &str) -> Document {
    read(&[("kiln.txt", &format!("Pot\n===\n\n{body}\n"))])
}

fn structure<'d>(document: &'d Document, name: &str) -> &'d [bpx_documents::Field] {
    let table = document.tables.iter().find(|table| table.name == name && table.body.kind() == "structure");
    let Body::Structure { fields, .. } = &table.unwrap_or_else(|| panic!("{document:#?}")).body else { panic!() };
    fields
}

/// Names, types and notes.
fn rows<'d>(document: &'d Document, name: &str) -> Vec<(&'d str, &'d str, &'d str)> {
    structure(document, name).iter().map(|field| (&*field.name, &*field.ty, &*field.notes)).collect()
}

/// The names and the cells of the values of a set.
fn values<'d>(document: &'d Document, name: &str) -> Vec<(&'d str, &'d str)> {
    let table = document.tables.iter().find(|table| table.name == name && table.body.kind() != "structure");
    match &table.unwrap_or_else(|| panic!("{document:#?}")).body {
        Body::Enumeration { values } | Body::Flags { values } => {
            values.iter().map(|value| (&*value.name, &*value.text)).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn habits_state_the_same_structure() {
    let habits = [
        "    DWORD       magic\n    WORD        count\n    BYTE[2]     glaze",
        "DWORD\tmagic\nWORD\tcount\nBYTE[2]\tglaze",
        "ulittle32_t\tmagic\nulittle16_t\tcount\nBYTE[2]\tglaze",
        "  magic        4 bytes  (0x1234)\n  count        2 bytes\n  glaze        2 bytes",
        "  magic   u32    the magic\n  count   u16\n  glaze   u8[2]",
        "uint32 : magic\nuint16 : count\nuint8x2 : glaze",
        "magic: u32\ncount: u16, how many\nglaze: u8[2]",
        "- `magic` (u32): the magic\n- `count` (u16): how many\n- **glaze** (2 bytes): dull",
        "* 4 bytes: magic\n* 2 bytes: count\n* 2 bytes: glaze",
        "32-bit magic, that of a pot\n  as ever\n16-bit count\n2-byte glaze.",
        "uint32 magic;\nuint16 count;\nuint8 glaze[2];",
        "    Byte  0 -  3:   magic\n                    the magic\n\n          4 -  5:   count\n\n          6 -  7:   glaze",
        "0x00  u32  magic\n0x04  u16  count\n0x06  u8[2]  glaze",
        "+0: u32 magic\n+4: u16 count\n+6: u8[2] glaze",
    ];
    for habit in habits {
        let document = text(habit);
        let names: Vec<_> = rows(&document, "Pot").into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["magic", "count", "glaze"], "{habit}");
        let declared = declare(&document);
        assert_eq!(declared.model.get("Pot").unwrap().size, Some(8), "{habit}\n{:?}", declared.open);
    }
}

#[test]
fn names_in_capitals_may_come_before_types() {
    let document = text("\tKIND\tuint16\t\tWhat it is.\n\tP2\tuint8\t\tThe second pot.\n\tRAM\tuint8[0x10]\tAll.");
    let expected =
        [("KIND", "uint16", "What it is."), ("P2", "uint8", "The second pot."), ("RAM", "uint8[0x10]", "All.")];
    assert_eq!(rows(&document, "Pot"), expected);
}

#[test]
fn lines_below_a_field_explain_it() {
    let document = text(
        "    WORD        Kind (see NOTE.1)\n                  0 = Bowl\n                  1 = Vase, tall\n                      and thin\n\
         \x20   DWORD       Flags:\n                  1 = Has a lid\n    WORD        Size. In points,\n                of an inch\n\
         \x20   SHORT       Level\n                  0 = as it is\n                  +N = N higher",
    );
    assert_eq!(rows(&document, "Pot").iter().map(|row| row.0).collect::<Vec<_>>(), ["Kind", "Flags", "Size", "Level"]);
    assert_eq!(rows(&document, "Pot")[2].2, "In points, of an inch");
    assert_eq!(values(&document, "Kind"), [("Bowl", "0"), ("Vase", "1")]);
    assert_eq!(values(&document, "Flags"), [("Has a lid", "1")]);
    assert_eq!(document.tables.iter().find(|table| table.name == "Flags").unwrap().body.kind(), "flags");
    // One line of the explanation is not a code, so that other values are possible.
    assert_eq!(rows(&document, "Pot")[3].2, "0 = as it is +N = N higher");
    assert_eq!(document.tables.len(), 3);
}

#[test]
fn repetitions_and_conditions_are_stated() {
    let document = text(
        "    WORD        Number of pots\n    + For each pot\n      BYTE      Kind\n      + If kind = 2\n        WORD    Lid\n\
         \x20     STRING    Name\n    DWORD       Sum",
    );
    assert_eq!(
        rows(&document, "Pot"),
        [("Number of pots", "WORD", ""), ("pot list", "pot[Number of pots]", "For each pot"), ("Sum", "DWORD", ""),]
    );
    let inner = structure(&document, "pot");
    assert_eq!(
        inner.iter().map(|field| (&*field.name, &*field.when)).collect::<Vec<_>>(),
        [("Kind", ""), ("Lid", "kind = 2"), ("Name", "")]
    );
    let braces = text("int32 : node\nint32 : num of pots\n\n// for each pot\n{\nint32 : id\nDICT : glaze\n}xN\n");
    assert_eq!(rows(&braces, "Pot")[2], ("pot list", "pot[num of pots]", "for each pot"));
    assert_eq!(rows(&braces, "pot"), [("id", "int32", ""), ("glaze", "DICT", "")]);
}

#[test]
fn a_list_that_goes_on_with_something_else_is_open() {
    let document = text(
        "  32-bit magic\n    as ever\n\n  16-bit kind, split into\n\n    4-bit low\n\n    12-bit high\n\n  16-bit size\n\n  The name of the pot\n",
    );
    let names: Vec<_> = rows(&document, "Pot").iter().map(|row| row.0).collect();
    assert_eq!(names, ["magic", "kind", "size", "The name of the pot"]);
    assert_eq!(rows(&document, "Pot")[1].2, "split into 4-bit low 12-bit high");
    let open = declare(&document).open;
    assert_eq!(open[0].1, "`the_name_of_the_pot` has no fixed size: its number of elements is not stated");
}

#[test]
fn lists_of_codes_are_sets() {
    let document = read(&[(
        "kiln.md",
        "# Kiln\n\n## Kind\n\n- 0: none\n- 1: bowl, flat\n- 0x10 = vase\n\n## Letter\n\n* 'B' for Bowl\n* 'V' for Vase\n\n## Glaze\n\n- `DULL` (0)\n- `SHINY` (1): bright\n",
    )]);
    assert_eq!(values(&document, "Kind"), [("none", "0"), ("bowl", "1"), ("vase", "0x10")]);
    assert_eq!(values(&document, "Letter"), [("Bowl", "'B'"), ("Vase", "'V'")]);
    assert_eq!(values(&document, "Glaze"), [("DULL", "0"), ("SHINY", "1")]);
}

#[test]
fn sentences_and_glossaries_are_no_structures() {
    for body in [
        "labels          63 octets or less\n\nnames           255 octets or less",
        "- BYTE: An 8-bit number\n- WORD: a 16-bit number\n- DWORD: 32-bit number",
        "Two bytes are read first.\nFour bytes follow them.",
        "int the beginning\nlong ago",
        "- 1: first\n- 2: second\n- and then the third",
        "- 1.5 was released\n- 2.0 was not",
        "byte order\nis little",
        "- 32-bit systems are slow and old, and nobody should ever use any of them\n- 64-bit ones are not",
    ] {
        let document = text(body);
        assert!(document.tables.iter().all(|table| table.body.kind() == "other"), "{body}\n{:#?}", document.tables);
    }
}

#[test]
fn items_below_a_title_are_its_members() {
    let document = read(&[(
        "kiln.md",
        "# Kiln\n\n- `POINT`:\n  - `LONG`: x\n  - `LONG`: y\n- `PIXEL`: one pixel, that is one of\n  - BYTE: grey\n  - WORD: color\n",
    )]);
    assert_eq!(rows(&document, "POINT"), [("x", "LONG", ""), ("y", "LONG", "")]);
    assert_eq!(document.tables.len(), 1, "{:#?}", document.tables);
}

#[test]
fn hostile_lists_end() {
    let many = |text: &str| text.repeat(4_000);
    let steps: String = (0..4_000).map(|at| format!("{}u32 a{at}\n", " ".repeat(at % 90))).collect();
    let codes: String = (0..4_000).map(|at| format!("- {at}: x\n")).collect();
    for text in [
        many("u32 a\n"),
        many("    u32  a\n\n"),
        format!("u32  a\n{}", many("      more\n")),
        many("DWORD a\n   + For each x\n"),
        format!("{codes}- and more words\n"),
        many("- "),
        many("0x00 u8 "),
        many("Byte 0 - 18446744073709551615: a\n"),
        steps,
    ] {
        for name in ["hostile.txt", "hostile.md"] {
            let document = read(&[(name, &text)]);
            assert!(document.tables.iter().all(|table| table.line <= text.lines().count()));
        }
    }
}

#[test]
fn offsets_before_sizes_in_brackets_are_no_names() {
    let document = read(&[("kiln.md", "# Pot\n\n- `0x00` (4 bytes): heat\n- `0x04` (2 bytes): time, in minutes\n")]);
    assert_eq!(rows(&document, "Pot"), [("heat", "4 bytes", ""), ("time", "2 bytes", "in minutes")]);
}

#[test]
fn an_item_that_is_no_field_is_reported() {
    let little = "All numbers are little-endian.";
    let open = |list: &str| declare(&read(&[("kiln.md", &format!("# Pot\n\n{little}\n\n{list}"))])).open.len();
    assert_eq!(open("- heat: u32\n- time: u16\n- shelves: count × Shelf\n"), 1);
    assert_eq!(open("- heat: u32\n- time: u16\n"), 0);
    // A size in brackets that no type has, after an empty line.
    let list = "      heat                4 bytes\n      kind of the name    2 bytes\n\n      name (variable size)\n";
    let open = declare(&text(list)).open;
    assert!(open.iter().any(|(_, why)| why.starts_with("`name` has no fixed size")), "{open:?}");
}

#[test]
fn a_type_and_a_name_may_be_followed_by_columns() {
    let document = text("DWORD   heat   of the oven\nWORD    time   in minutes\nCHAR[8] maker  of the pot\n");
    let expected =
        [("heat", "DWORD", "of the oven"), ("time", "WORD", "in minutes"), ("maker", "CHAR[8]", "of the pot")];
    assert_eq!(rows(&document, "Pot"), expected);
}

#[test]
fn sizes_of_items_may_have_a_sign_after_them() {
    let types = |list: &str| {
        let document = text(&format!("Little-endian.\n\n{list}"));
        let declared = declare(&document);
        let fields = declared.model.get("Pot").unwrap().fields().to_vec();
        fields.iter().map(|field| format!("{} {}", field.name, field.ty.short_name())).collect::<Vec<_>>()
    };
    assert_eq!(
        types("* 4 bytes: glaze\n* 4 bytes (signed): lid, or -1\n* 2 bytes, signed: heat\n* 4 bytes (float): rim"),
        ["glaze u32", "lid i32", "heat i16", "rim f32"]
    );
    assert_eq!(
        types("- 4 bytes (unsigned) glaze\n- 2 bytes: lid (signed)\n- 2 bytes signed heat\n- 2 bytes - signed - rim"),
        ["glaze u32", "lid i16", "heat i16", "rim i16"]
    );
}

#[test]
fn words_after_brackets_are_no_part_of_a_name() {
    let list = "- `u8 n` number of points\n- `i16 x[n]` places of them\n- `i16 y[4]` heights\n";
    let read = read(&[("list.md", &format!("# Points\n\n{list}"))]);
    let Body::Structure { fields, .. } = &read.tables[0].body else { panic!("{read:?}") };
    let said: Vec<_> = fields.iter().map(|field| (&*field.ty, &*field.name, &*field.notes)).collect();
    assert_eq!(said[1..], [("i16[n]", "x", "places of them"), ("i16[4]", "y", "heights")]);
}

#[test]
fn items_that_begin_with_a_size_are_not_lost() {
    let open = |list: &str| {
        let read = read(&[("list.md", &format!("# Greeting\n\nAll numbers are big-endian.\n\n{list}"))]);
        declare(&read).open
    };
    let rest = "2. A 16-bit port.\n3. A 32-bit address.\n";
    let before = open(&format!("1. Eight bytes that are reserved and set to zero.\n{rest}"));
    assert!(before.iter().any(|(_, what)| what.contains("come before the fields of a list")), "{before:?}");
    let after = open(&format!("{rest}4. Eight bytes that are reserved and set to zero.\n"));
    assert!(after.iter().any(|(_, what)| what.contains("not read")), "{after:?}");
}

#[test]
fn single_words_with_capital_letters_are_names_before_a_size() {
    for gap in ["     ", " ........ "] {
        for types in [["4 bytes", "2 bytes"], ["u32", "u16"]] {
            let document = text(&format!("Seal{gap}{}\nVersion{gap}{}", types[0], types[1]));
            assert_eq!(rows(&document, "Pot"), [("Seal", types[0], ""), ("Version", types[1], "")], "{gap}");
        }
    }
}

#[test]
fn all_items_of_varying_size_after_a_list_belong_to_it() {
    let document = text(
        "  kind                2 bytes\n  name length         2 bytes\n  lid length          2 bytes\n\n  name (variable size)\n  lid (variable size)\n\nThe end.",
    );
    let names: Vec<_> = rows(&document, "Pot").into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["kind", "name length", "lid length", "name", "lid"]);
}

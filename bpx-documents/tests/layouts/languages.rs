//! Listings in languages other than C and Rust, and listings with offsets or numbers of lines.

use super::{fields, markdown, open, text};

#[test]
fn records_of_pascal_are_read() {
    let document = markdown(
        "```pascal\ntype\n  TPot = packed record\n    Seal: array[0..3] of Char; // always KILN\n    Version: Word;\n    Pots, Lids: DWORD;\n    { the heat }\n    Heat: Single;\n  end;\n```",
    );
    let expected =
        [("Seal", Some(32)), ("Version", Some(16)), ("Pots", Some(32)), ("Lids", Some(32)), ("Heat", Some(32))];
    assert_eq!(fields(&document, "TPot"), expected, "{}", open(&document));
    assert!(!open(&document).contains("TPot"), "{}", open(&document));
    let document = text("TPot = record\n  Kind: Byte;\n  Pots: DWORD;\nend;");
    assert!(open(&document).contains("padding"), "{}", open(&document));
    let document = text("TPot = packed record\n  Kind: Byte;\n  case Byte of\n    0: (Pots: DWORD);\nend;");
    assert_eq!(fields(&document, "TPot"), [("Kind", Some(8))]);
    assert!(open(&document).contains("the record ends before `case Byte of`"), "{}", open(&document));
}

#[test]
fn structures_of_ctypes_are_read() {
    let document = markdown(
        "```python\nclass Pot(Structure):\n    _pack_ = 1\n    _fields_ = [\n        (\"seal\", c_char * 4),  # KILN\n        (\"version\", ctypes.c_uint16),\n        (\"pots\", c_uint32),\n    ]\n\nclass Lid(ctypes.BigEndianStructure):\n    _fields_ = [(\"kind\", c_uint8, 4), (\"heat\", c_uint8, 4)]\n```",
    );
    assert_eq!(fields(&document, "Pot"), [("seal", Some(32)), ("version", Some(16)), ("pots", Some(32))]);
    assert_eq!(fields(&document, "Lid"), [("kind", Some(4)), ("heat", Some(4))]);
    let document = markdown("```python\nclass Pot(Structure):\n    _fields_ = [(\"pots\", c_uint32)] + LIDS\n```");
    assert!(open(&document).contains("nothing in it was understood"), "{}", open(&document));
}

#[test]
fn offsets_without_a_mark_count_if_sizes_show_them() {
    let listing = |second: &str| {
        format!("struct Pot {{\n  /*   0 */ d64 kind;\n  /* {second} */ uint32_t lids;\n  /*  12 */ char name[4];\n}};")
    };
    assert_eq!(fields(&text(&listing(" 8")), "Pot"), [("kind", Some(64)), ("lids", Some(32)), ("name", Some(32))]);
    // The offsets of these do not show which.
    assert_eq!(fields(&text(&listing(" 7")), "Pot")[0], ("kind", None));
    let listing = "struct Pot {\n  DWORD kind; // +00\n  DWORD lids; // +04\n  QWORD heat; // +08\n  BYTE name[2]; // +10 of it\n};";
    let document = text(listing);
    assert!(document.tables[0].to_string().contains("@16"), "{}", document.tables[0]);
}

#[test]
fn numbers_of_lines_are_left_out() {
    let lines = [
        "struct Pot {",
        "  uint32_t kind; // the kind",
        "  uint32_t lids;",
        "};",
        "",
        "struct Lid {",
        "  uint8_t kind;",
        "  uint8_t heat;",
        "};",
    ];
    let listing: Vec<_> = lines.iter().enumerate().map(|(at, line)| format!("{} {line}", 4120 + at)).collect();
    let document = bpx_documents::read(&[("kiln.h", &listing.join("\n"))]);
    assert_eq!(fields(&document, "Pot"), [("kind", Some(32)), ("lids", Some(32))]);
    assert_eq!(fields(&document, "Lid"), [("kind", Some(8)), ("heat", Some(8))]);
}

#[test]
fn names_that_count_on_are_values() {
    let document = markdown("The kind is one of\n\n```\nBowl = 0\nVase/Jug = 1\nLid = 2\n```");
    assert_eq!(document.tables[0].body.kind(), "enumeration", "{document:#?}");
    let document = markdown("Settings are\n\n```\nwidth = 10\nheight = 20\ndepth = 8\n```");
    assert!(document.tables.is_empty(), "{document:#?}");
}

#[test]
fn letters_below_numbers_show_the_bits_of_a_byte() {
    let document = text("  7 6 5 4 3 2 1 0\n  K K O H H H D E\n\n  K: kind\n  O = open\n  H: heat\n");
    let expected = [("kind", Some(2)), ("open", Some(1)), ("heat", Some(3)), ("D", Some(1)), ("E", Some(1))];
    assert_eq!(fields(&document, ""), expected);
    let document = text("  0 1 2 3 4 5 6 7\n  K K O H H H D E");
    assert!(open(&document).contains("which bit or byte is first"), "{}", open(&document));
    let document = text("  7 6 5 4 3 2 1 0\n  K K O H H K D E");
    assert!(open(&document).contains("a letter marks bits that are not adjacent"), "{}", open(&document));
}

#[test]
fn items_of_kaitai_in_braces_are_read() {
    let document = bpx_documents::read(&[(
        "kiln.ksy",
        "meta:\n  id: kiln\n  endian: le\nseq:\n  - {id: seal, contents: [0x4b, 0x31, 0, 0]}\n  - {id: pots, type: u4}\n  - {id: lids, type: u2, repeat: expr, repeat-expr: 3}\n",
    )]);
    assert_eq!(fields(&document, "kiln")[..2], [("seal", Some(32)), ("pots", Some(32))]);
    assert!(document.tables[0].to_string().contains("u16le[3]"), "{}", document.tables[0]);
}

#[test]
fn constants_of_rust_are_lengths() {
    let document = markdown(
        "```rust\nconst LIDS: usize = 3;\n\npub struct Pot {\n    pub kind: u16,\n    pub lids: [u16; LIDS],\n}\n```",
    );
    assert_eq!(fields(&document, "Pot"), [("kind", Some(16)), ("lids", Some(48))]);
}

#[test]
fn attributes_may_be_on_the_line_after_a_brace() {
    let document = text("typedef struct {\n  uint8_t kind;\n  uint32_t lids;\n}\n__attribute__((packed)) Pot;");
    assert_eq!(fields(&document, "Pot"), [("kind", Some(8)), ("lids", Some(32))]);
    assert!(!open(&document).contains("padding"), "{}", open(&document));
}

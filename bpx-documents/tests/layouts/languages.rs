//! Listings in languages other than C and Rust, and listings with offsets or numbers of lines.

use super::{account, declare, fields, markdown, open, text};

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

/// The names and offsets of fields, the number of all bytes, and what is left open.
type Places = (Vec<(String, Option<u64>)>, Option<u64>, Vec<String>);

/// The places in the only structure of a listing.
fn places(language: &str, code: &str) -> Places {
    let document = markdown(&format!("```{language}\n{code}\n```"));
    assert_eq!(document.inconsistencies, []);
    let declared = declare(&document);
    let pot = declared.model.get("Pot").unwrap_or_else(|| panic!("{document:#?}"));
    let fields = pot.fields().iter().map(|field| (field.name.to_string(), field.offset)).collect();
    let open = account(&document, &declared).tables.iter().flat_map(|table| table.reasons.clone()).collect();
    (fields, pot.size, open)
}

#[test]
fn stated_alignments_insert_padding() {
    let code = "struct Pot {\n  uint8_t kind;\n  uint32_t lids;\n  uint8_t heat;\n  uint64_t time;\n};";
    let place =
        |names: &[(&str, u64)]| names.iter().map(|(name, at)| ((*name).to_owned(), Some(*at))).collect::<Vec<_>>();
    let (fields, size, open) = places("c", &format!("#pragma pack(2)\n{code}"));
    let two = place(&[("kind", 0), ("gap", 1), ("lids", 2), ("heat", 6), ("gap2", 7), ("time", 8)]);
    assert_eq!((fields, size, open), (two, Some(16), vec![]));
    let (fields, size, open) = places("c", &format!("#pragma pack(push, 4)\n{code}\n#pragma pack(pop)"));
    let four = place(&[("kind", 0), ("gap", 1), ("lids", 4), ("heat", 8), ("gap2", 9), ("time", 12)]);
    assert_eq!((fields, size, open), (four, Some(20), vec![]));
    let (fields, size, _) = places("c", &format!("#pragma pack(push, 1)\n{code}\n#pragma pack(pop)"));
    assert_eq!((fields, size), (place(&[("kind", 0), ("lids", 1), ("heat", 5), ("time", 6)]), Some(14)));
    // After the end of the packing, nothing is stated.
    let (.., open) = places("c", &format!("#pragma pack(push, 1)\n#pragma pack(pop)\n{code}"));
    assert!(open.iter().any(|why| why.contains("a compiler inserts 3 bytes")), "{open:?}");
    for directives in ["#pragma pack(show)\n", "#pragma pack(2)\n#pragma pack(reset)\n", "#pragma pack(0)\n"] {
        let (.., open) = places("c", &format!("{directives}{code}"));
        assert!(open.iter().any(|why| why.contains("a compiler inserts 3 bytes")), "{directives}: {open:?}");
    }
    let packed = |value: &str| {
        format!(
            "class Pot(Structure):\n    _pack_ = {value}\n    _fields_ = [(\"kind\", c_uint8), (\"lids\", c_uint32)]"
        )
    };
    assert_eq!(places("python", &packed("1  # as it is stored")).1, Some(5));
    assert!(!places("python", &packed("0")).2.is_empty());
    // Members whose size is not known.
    let (.., open) = places("c", &format!("#pragma pack(4)\n{}", code.replace("uint8_t kind", "lid_t kind")));
    assert!(open.iter().any(|why| why.contains("the size of `kind` is not known")), "{open:?}");
    let (fields, size, _) = places(
        "python",
        "class Pot(Structure):\n    _pack_ = 2\n    _fields_ = [(\"kind\", c_uint8), (\"lids\", c_uint32)]",
    );
    assert_eq!((fields, size), (place(&[("kind", 0), ("gap", 1), ("lids", 2)]), Some(6)));
}

#[test]
fn stated_alignments_of_structures_add_padding_at_the_end() {
    let members = "{\n  uint32_t kind;\n  uint32_t lids;\n  float heat;\n}";
    for code in [
        format!("struct Pot {members} __attribute__((aligned(16)));"),
        format!("typedef struct {members} __attribute__((aligned(16))) Pot;"),
        format!("struct __attribute__((packed, aligned(16))) Pot {members};"),
        format!("struct alignas(16) Pot {members};"),
    ] {
        let (_, size, open) = places("c", &code);
        assert_eq!((size, open), (Some(16), vec![]), "{code}");
    }
    let bits = "struct Pot {\n  uint16_t kind;\n  uint32_t lids : 20;\n  uint32_t heat : 12;\n} __attribute__((PACK aligned(8)));";
    assert_eq!(places("c", &bits.replace("PACK", "packed,")).1, Some(8));
    let (.., open) = places("c", &bits.replace("PACK ", "").replace("12", "13"));
    assert!(open.iter().any(|why| why.contains("the size of `lids` is not known")), "{open:?}");
    let (.., open) = places("c", &format!("struct alignas(CACHE) Pot {members};"));
    assert!(open.iter().any(|why| why.contains("that is not understood")), "{open:?}");
    let code = "struct Pot {\n  uint32_t kind;\n  uint8_t lids[8] __attribute__((aligned(8)));\n  uint8_t heat;\n};";
    let (fields, size, open) = places("c", code);
    let fields: Vec<_> = fields.iter().map(|(name, at)| (&**name, at.unwrap())).collect();
    let expected = [("kind", 0), ("gap", 4), ("lids", 8), ("heat", 16), ("gap2", 17)];
    assert_eq!((fields, size, open), (expected.to_vec(), Some(24), vec![]));
    let (.., open) = places("c", &code.replace("aligned(8)", "aligned(LINE)"));
    assert!(open.iter().any(|why| why.contains("an alignment of its own")), "{open:?}");
    let (.., open) = places("c", &code.replace("heat;", "heat;\n  uint16_t rim;"));
    assert!(open.iter().any(|why| why.contains("1 bytes of padding before `rim`")), "{open:?}");
    // A member with that name, and an attribute of a codec.
    let code = "struct Pot {\n    align: u8,\n    #[pad(align = 4)]\n    lids: u8,\n}";
    assert_eq!(places("rust", code).2, [""; 0]);
}

#[test]
fn offsets_of_attributes_are_places() {
    let code = |layout: &str, second: u32| {
        format!(
            "[StructLayout(LayoutKind.{layout})]\nstruct Pot\n{{\n    [FieldOffset(0)] public uint Kind;\n    \
             [FieldOffset({second})]\n    public uint Lids;\n    [FieldOffset(16)] public float Heat;\n}}"
        )
    };
    let (fields, size, left) = places("csharp", &code("Explicit, Size = 32", 8));
    let fields: Vec<_> = fields.iter().map(|(name, at)| (&**name, at.unwrap())).collect();
    let expected = [("kind", 0), ("gap", 4), ("lids", 8), ("gap2", 12), ("heat", 16), ("gap3", 20)];
    assert_eq!((fields, size, left), (expected.to_vec(), Some(32), vec![]));
    // Members that share bytes.
    let document = markdown(&format!("```csharp\n{}\n```", code("Explicit", 2)));
    assert!(open(&document).contains("has the stated offset 2"), "{}", open(&document));
    let code = "[StructLayout(LayoutKind.Sequential, Pack = 1)]\nstruct Pot\n{\n    public byte Kind;\n    public uint Lids;\n}";
    assert_eq!((places("csharp", code).1, places("csharp", code).2), (Some(5), vec![]));
}

#[test]
fn packets_with_numbers_of_bits_in_parentheses_are_read() {
    let packet = "   Lid Packet {\n     Form (1) = 1,\n     Kind (7),\n     Size (16),\n     Name Length (8),\n     \
                  Name (0..160),\n     [Seal (8)],\n   }\n";
    let document = text(packet);
    assert_eq!(
        fields(&document, "Lid Packet"),
        [
            ("Form", Some(1)),
            ("Kind", Some(7)),
            ("Size", Some(16)),
            ("Name Length", Some(8)),
            ("Name", None),
            ("Seal", Some(8))
        ]
    );
    assert!(open(&document).contains("under a condition: optional"), "{}", open(&document));
    let first = declare(&document);
    assert!(
        first.model.to_json().unwrap().contains("\"order\":\"big\"")
            || first.model.to_json().unwrap().contains("\"order\": \"big\"")
    );
    for other in ["Lid {\n  open (1);\n  close (2);\n}\n", "Lid {\n  Form (1) is first,\n  Kind (7),\n}\n"] {
        assert!(text(other).tables.is_empty(), "{other}");
    }
}

#[test]
fn dots_may_lead_from_a_name_to_its_type() {
    let document =
        text("    Seal ............... 4 bytes\n    Number of pots ..... 2 bytes\n    Kind . . . . . . . . u8\n");
    assert_eq!(fields(&document, ""), [("Seal", Some(32)), ("Number of pots", Some(16)), ("Kind", Some(8))]);
}

#[test]
fn terms_with_types_are_fields() {
    let body = "Kiln\n====\n\n``id`` : uint32\n    Number of it.\n``x`` : int16\n    Column,\n    from the left.\n``flags`` : uint8\n    More.\n";
    let document = bpx_documents::read(&[("kiln.rst", body)]);
    assert_eq!(fields(&document, ""), [("id", Some(32)), ("x", Some(16)), ("flags", Some(8))]);
}

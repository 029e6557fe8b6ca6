//! Structures, enumerations and constants in listings of an invented format, in several languages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, Form, Size, declare, read};

fn listing(language: &str, code: &str) -> Document {
    read(&[("kiln.md", &format!("# Kiln\n\n## Pot\n\n```{language}\n{code}\n```\n"))])
}

/// Name, type and notes of the fields of the structure with this name.
fn fields<'d>(document: &'d Document, name: &str) -> Vec<(&'d str, &'d str, &'d str)> {
    let table = document.tables.iter().find(|table| table.name == name && table.body.kind() == "structure");
    let Body::Structure { fields, .. } = &table.unwrap_or_else(|| panic!("{document:#?}")).body else { panic!() };
    fields.iter().map(|field| (&*field.name, &*field.ty, &*field.notes)).collect()
}

/// Names, cells and notes of the values of the set with this name.
fn values<'d>(document: &'d Document, name: &str) -> Vec<(&'d str, &'d str, &'d str)> {
    let table = document.tables.iter().find(|table| table.name == name && table.body.kind() != "structure");
    match &table.unwrap_or_else(|| panic!("{document:#?}")).body {
        Body::Enumeration { values } | Body::Flags { values } => {
            values.iter().map(|value| (&*value.name, &*value.text, &*value.notes)).collect()
        }
        other => panic!("{other:?}"),
    }
}

fn open(document: &Document) -> Vec<&str> {
    document.skipped.iter().filter(|skipped| skipped.open).map(|skipped| &*skipped.reason).collect()
}

#[test]
fn members_of_c_have_types_arrays_and_comments() {
    let document = listing(
        "c",
        "#define MAX_NAME 8\ntypedef struct __attribute__((packed)) _pot {\n    uint32_t magic; // the magic\n                    // of a pot\n\
         \n    /* How many handles\n     * there are. */\n    uint8_t handles, holes;\n    char name[MAX_NAME * 2];\n\
         \x20   const unsigned int *next;\n    uint16_t low : 3, high : 13;\n    struct { uint8_t x; } places[4];\n    struct { uint8_t y; };\n\
         \x20   uint8_t glaze[]; ///< all of the rest\n} pot_t, *pot_p;",
    );
    let expected = [
        ("magic", "uint32_t", "the magic of a pot"),
        ("handles", "uint8_t", "How many handles there are."),
        ("holes", "uint8_t", "How many handles there are."),
        ("name", "char[16]", ""),
        ("next", "unsigned int*", ""),
        ("low", "uint16_t:3", ""),
        ("high", "uint16_t:13", ""),
        ("places", "places[4]", ""),
        ("y", "uint8_t", ""),
        ("glaze", "uint8_t[]", "all of the rest"),
    ];
    assert_eq!(fields(&document, "pot_t"), expected);
    assert_eq!(fields(&document, "places"), [("x", "uint8_t", "")]);
    assert_eq!(document.tables[0].form, Form::Listing);
    assert_eq!((document.tables[0].line, open(&document)), (7, vec![]));
}

#[test]
fn languages_write_the_same_structure() {
    let codes = [
        ("c", "struct Pot {\n  uint32_t magic; // m\n  uint16_t size;\n  uint8_t rest[2];\n};"),
        (
            "cpp",
            "class Pot final\n{\npublic:\n  std::uint32_t magic = 7; // m\n  std::uint16_t size;\n  std::uint8_t rest[2];\n};",
        ),
        (
            "csharp",
            "[StructLayout(LayoutKind.Sequential)]\npublic struct Pot {\n  public uint magic; // m\n  public ushort size;\n  public fixed byte rest[2];\n}",
        ),
        (
            "rust",
            "#[repr(C)]\n#[derive(Debug)]\npub struct Pot {\n    /// m\n    pub magic: u32,\n    size: u16,\n    pub(crate) rest: [u8; 2],\n}",
        ),
        ("zig", "const Pot = extern struct {\n    magic: u32, // m\n    size: u16,\n    rest: [2]u8,\n};"),
        ("go", "type Pot struct {\n\tmagic uint32 // m\n\tsize uint16\n\trest [2]byte\n}"),
        ("", "struct Pot {\n  uint32 magic // m\n  uint16 size\n  uint8 rest[2]\n}"),
        ("c", "struct Pot { uint32_t magic; /* m */ uint16_t size; uint8_t rest[2]; };"),
    ];
    for (language, code) in codes {
        let document = listing(language, code);
        let names: Vec<_> = fields(&document, "Pot").into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["magic", "size", "rest"], "{code}");
        assert_eq!(fields(&document, "Pot")[0].2, "m", "{code}");
        assert_eq!(declare(&document).model.get("Pot").unwrap().size, Some(8), "{code}\n{:#?}", document.tables);
    }
}

#[test]
fn attributes_before_a_member_are_not_its_type() {
    let document = listing(
        "rust",
        "#[brw(little)]\nstruct Pot {\n    #[br(a)] #[bw(b)] pub kind: u16,\n    #[br(c)]\n    pub size: [u8; 4],\n}",
    );
    assert_eq!(fields(&document, "Pot"), [("kind", "u16", ""), ("size", "[u8; 4]", "")]);
}

#[test]
fn a_structure_in_a_plain_text_is_read() {
    let document = read(&[(
        "kiln.txt",
        "A pot is\n\nstruct pot\n{\n    u32 magic;\n    u8  kind; // see below\n};\n\nand no more.\n",
    )]);
    assert_eq!(fields(&document, "pot"), [("magic", "u32", ""), ("kind", "u8", "see below")]);
    let sentence = read(&[("kiln.txt", "The struct pot { is described } below.\nstruct pot is not { here.\n")]);
    assert_eq!(sentence.tables, []);
}

#[test]
fn padding_that_nobody_mentions_is_reported() {
    let code = "struct Pot {\n  uint8_t kind;\n  uint32_t size;\n};";
    let document = listing("c", code);
    let said = "a compiler inserts 3 bytes of padding before `size`, but the document does not state whether the \
                structure is packed";
    assert_eq!(open(&document), [said]);
    assert!(declare(&document).open.contains(&("Pot".to_owned(), said.to_owned())));
    let at_end = listing("c", "struct Pot {\n  uint32_t size;\n  uint8_t kind;\n};");
    assert_eq!(open(&at_end).len(), 1);
    let most = "uint8_t most[2305843009213693951]; ".repeat(8);
    let largest = listing("c", &format!("struct Pot {{ {most} uint8_t rest[7]; uint32_t size; }};"));
    assert_eq!(open(&largest), [said.replace("3 bytes", "1 bytes")]);
    for packed in [
        format!("#pragma pack(push, 1)\n{code}"),
        code.replace("struct Pot", "struct __attribute__((packed)) Pot"),
        format!("// There is no padding.\n{code}"),
        code.replace("kind;", "kind; uint8_t blank[3];"),
    ] {
        assert_eq!(open(&listing("c", &packed)), [""; 0], "{packed}");
    }
}

#[test]
fn offsets_in_comments_are_a_column() {
    let document = listing(
        "c",
        "struct Pot {\n  /* 0x00 */ u32 magic; // the magic\n  /* 0x04 */ u16 size;\n  /* 0x08 */ u8 kind;\n};",
    );
    let Body::Structure { fields, .. } = &document.tables[0].body else { panic!() };
    let offsets: Vec<_> = fields.iter().map(|field| (field.offset, &*field.notes)).collect();
    assert_eq!(offsets, [(Some(0), "the magic"), (Some(4), ""), (Some(8), "")]);
}

#[test]
fn what_has_no_one_layout_is_open() {
    let union = listing("c", "struct Pot {\n  u8 kind;\n  union { u32 a; float b; } glaze;\n};");
    assert_eq!(fields(&union, "Pot")[1], ("glaze", "union", "One of several members."));
    assert_eq!(declare(&union).model.get("Pot").unwrap().size, None);
    let alone = listing("c", "union Glaze { u32 a; float b; };");
    assert_eq!((alone.tables.len(), open(&alone).len()), (0, 1));
    let condition = listing("c", "struct Pot {\n  u8 kind;\n#ifdef LARGE\n  u8 more;\n#endif\n};");
    assert_eq!(open(&condition).len(), 2);
    let code = listing("cpp", "struct Pot {\n  int size;\n  int area() const { return size * size; }\n};");
    assert_eq!((code.tables.len(), open(&code).len(), code.skipped.len()), (0, 0, 1));
    let proto = listing("proto", "message Pot {\n  uint32 size = 1;\n}");
    assert_eq!((proto.tables.len(), proto.skipped.len()), (0, 1));
}

#[test]
fn values_of_enumerations_follow_from_their_order() {
    let document = listing(
        "c",
        "enum Kind : uint8_t // what it is\n{\n  BOWL, // flat\n  VASE = 4,\n  // tall\n  JUG,\n  CUP = 1 << 3 | 1,\n  PLATE = 0x10u,\n  LAST = PLATE + 1,\n  OPEN = SIZE,\n  NEXT,\n  NONE = -1\n};",
    );
    let expected = [
        ("BOWL", "0", "flat"),
        ("VASE", "4", ""),
        ("JUG", "5", "tall"),
        ("CUP", "9", ""),
        ("PLATE", "0x10", ""),
        ("LAST", "17", ""),
        ("OPEN", "SIZE", ""),
        ("NEXT", "OPEN + 1", ""),
        ("NONE", "-1", ""),
    ];
    assert_eq!(values(&document, "Kind"), expected);
    let rust =
        listing("rust", "#[repr(u16)]\npub enum Kind {\n    /// Flat.\n    Bowl = 1,\n    Vase,\n    Jug(u32),\n}");
    assert_eq!(values(&rust, "Kind"), [("Bowl", "1", "Flat."), ("Vase", "2", ""), ("Jug", "3", "")]);
    assert_eq!(open(&rust).len(), 1);
    let unnamed = listing("c", "enum // kind of pot\n{\n    BOWL, VASE\n};");
    assert_eq!(values(&unnamed, "kind of pot"), [("BOWL", "0", ""), ("VASE", "1", "")]);
}

#[test]
fn the_type_after_a_name_gives_its_size() {
    let code = "typedef uint16_t pot_id;\nenum Kind : uint8_t { BOWL, VASE };\nstruct Pot { pot_id id; Kind kind; enum Glaze : uint8_t { DULL, SHINY } glaze; };";
    let declared = declare(&listing("cpp", code));
    let pot = declared.model.get("Pot").unwrap();
    assert_eq!(pot.size, Some(4), "{:?}", declared.open);
    let codes: Vec<_> =
        pot.fields().iter().map(|field| field.codes.as_ref().map_or(0, |codes| codes.get().codes.len())).collect();
    assert_eq!(codes, [0, 2, 2]);
}

#[test]
fn constants_of_one_beginning_are_a_set() {
    let document = listing(
        "c",
        "#define POT_KIND_BOWL 0x01 // flat\n#define POT_KIND_VASE (1 << 1)\n#define OVEN_A 1\n#define OVEN_B (OVEN_A + 1)\n#define ALONE 7",
    );
    assert_eq!(values(&document, "POT_KIND"), [("POT_KIND_BOWL", "0x01", "flat"), ("POT_KIND_VASE", "2", "")]);
    assert_eq!(values(&document, "OVEN"), [("OVEN_A", "1", ""), ("OVEN_B", "2", "")]);
    assert_eq!(document.skipped.len(), 1);
    let rust = listing("rust", "pub const KIND_BOWL: u8 = 1;\npub const KIND_VASE: u8 = 0b10;");
    assert_eq!(values(&rust, "KIND"), [("KIND_BOWL", "1", ""), ("KIND_VASE", "2", "")]);
}

#[test]
fn lines_of_types_and_names_are_a_structure() {
    let document = listing("", "uint32 magic;   // the magic\nByte[4] name\nuint16 size[2]");
    assert_eq!(
        fields(&document, "Pot"),
        [("magic", "uint32", "the magic"), ("name", "Byte[4]", ""), ("size", "uint16[2]", "")]
    );
    assert_eq!(declare(&document).model.get("Pot").unwrap().size, Some(12));
    // Between structures of a program they are variables.
    let program = listing("c", "struct A { u8 x; };\nu8 one[];\nu8 two[];");
    assert_eq!(program.tables.len(), 1);
}

#[test]
fn kaitai_counts_bytes() {
    let code = "meta:\n  id: pot\n  endian: be\nseq:\n  - id: magic\n    contents: [1, 2]\n    size: 2\n  - id: size # of all\n    type: u2\n\
                \x20 - id: low\n    type: s1\n  - id: lids\n    type: lid\n    repeat: expr\n    repeat-expr: 3\n  - id: more\n    type: u4le\n    if: size > 7\n\
                types:\n  lid:\n    seq:\n      - id: kind\n        type: u1\n        enum: kind\nenums:\n  kind:\n    0: flat\n    1:\n      id: tall\n";
    let document = read(&[("pot.ksy", code)]);
    let expected = [
        ("magic", "u8[2]", "The bytes [1, 2]."),
        ("size", "u16be", ""),
        ("low", "i8", ""),
        ("lids", "lid[3]", ""),
        ("more", "u32le", ""),
    ];
    assert_eq!(fields(&document, "pot"), expected);
    assert_eq!(fields(&document, "lid"), [("kind", "u8", "The values of kind.")]);
    assert_eq!(values(&document, "kind"), [("flat", "0", ""), ("tall", "1", "")]);
    let Body::Structure { fields, .. } = &document.tables[0].body else { panic!() };
    assert_eq!(fields[4].when, "size > 7");
}

/// A large text of one kind takes no longer than its length allows, and never fails.
#[test]
fn hostile_listings_end() {
    let many = |text: &str| text.repeat(4_000);
    for text in [
        many("struct a {\n"),
        many("enum a {"),
        many("#define A_B 1\n"),
        many("/* struct a {\n"),
        format!("struct a {{ {} int x; {} }};", many("struct { "), many("}; ")),
        format!("struct a {{ int x[{}]; }};", many("(")),
        format!("enum a {{ A = {}1 }};", many("-")),
        format!("struct a {{\n{}", many("u8 x; // }\n")),
        many("typedef u8 x;\n"),
    ] {
        let document = read(&[("hostile.txt", &text)]);
        assert!(document.tables.iter().all(|table| table.line >= 1));
    }
    let sum = read(&[(
        "sum.txt",
        "struct a { u8 x[0xffffffffffffffff * 2]; u8 y[18446744073709551615]; u64 z[18446744073709551615]; };",
    )]);
    let Body::Structure { size, .. } = &sum.tables[0].body else { panic!() };
    assert_eq!(size.max, None);
    assert_eq!(Size::bits(8).exact(), Some(8));
}

#[test]
fn attributes_of_codecs_state_the_order_and_no_padding() {
    let text = "use bpx_schema::Record;\n\n#[derive(Record)]\n#[brw(big)]\npub struct Mark {\n    pub kind: u8,\n    pub id: u32,\n}\n";
    let declared = declare(&read(&[("mark.rs", text)]));
    assert_eq!(declared.open, []);
    let mark = declared.model.get("Mark").unwrap();
    let id = bpx_model::Type::Int { size: 4, signed: false, endian: bpx_model::Endian::Big };
    assert_eq!((mark.size, &mark.fields()[1].ty), (Some(5), &id));
}

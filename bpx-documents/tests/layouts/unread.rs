//! What states fields and is not read is reported.

use super::{markdown, open, text};

#[test]
fn sentences_that_state_sizes_of_parts_are_reported() {
    for sentence in [
        "A kiln begins with a 4-byte seal, followed by a 2-byte version.",
        "It starts with the letters KILN, then sixteen bytes, then four bytes, and two bytes of lids.",
        "A pot is a u32 number followed by a u16 kind.",
        "The lid is one u16 width, one u16 height, and then 8 bytes that are always zero.",
        "The seal is followed by eight bytes reserved for later, followed by six four-\nbyte values.",
        "The next 4 bytes are the number of pots.",
        "First 18 bytes of the file will be a seal.",
    ] {
        let document = text(sentence);
        assert!(open(&document).contains("states the size"), "{sentence}: {}", open(&document));
    }
    for sentence in
        ["A kiln takes 4 bytes more than a pot.", "The seal is followed by 4 bytes.", "It begins at byte 4."]
    {
        let document = text(sentence);
        assert!(!open(&document).contains("states the sizes"), "{sentence}: {}", open(&document));
    }
}

#[test]
fn a_declaration_with_a_comment_is_reported_alone() {
    for line in ["byte name[32] // of the maker", "nat32 place // of the pot"] {
        let document = text(&format!("Pots have names.\n\n{line}\n\nThere is no other."));
        assert!(open(&document).contains("states sizes or types, but is not read"), "{line}: {}", open(&document));
    }
}

#[test]
fn typed_names_in_angle_brackets_are_reported() {
    for line in ["KILN <u8 version> <u32 size>", "<u16 lids[4]>", "uint32    Number of the pot", "u16\tLids"] {
        let document = text(&format!("The pot is:\n\n    {line}\n\nThere is no other."));
        assert!(open(&document).contains("states sizes or types, but is not read"), "{line}: {}", open(&document));
    }
    for line in ["Pots are `Map<u8, u32>`.", "A <b>u32</b> counts them.", "32-bit    kilns are new."] {
        assert!(!open(&text(line)).contains("is not read"), "{line}: {}", open(&text(line)));
    }
}

#[test]
fn a_row_of_boxes_with_sizes_is_reported_alone() {
    let document = markdown("| seal | kind (1 bit) | length of the name | name |");
    assert!(open(&document).contains("states sizes or types, but is not read"), "{}", open(&document));
    for text in ["Pots are round | flat | tall | red (as ever).", "r = (1 << 0) | (2 << 2) | (0 << 4) | (3 << 6) | (1)"]
    {
        assert!(!open(&markdown(text)).contains("not read"), "{}", open(&markdown(text)));
    }
}

#[test]
fn bits_shown_by_letters_are_reported() {
    let document = text("The flags are AAABBCDE, from the highest bit.");
    assert!(open(&document).contains("AAABBCDE"), "{}", open(&document));
    let document = text("The day is written as YYYYMMDD, by the bookkeeper.");
    assert!(!open(&document).contains("not read"), "{}", open(&document));
}

#[test]
fn lines_with_places_in_brackets_are_reported() {
    let document = markdown("`[0..3]` - The seal.\n\n`[4..5]` - The kind.\n\n`[6..N]` - The pots.");
    assert!(open(&document).contains("[0..3] - The seal"), "{}", open(&document));
}

#[test]
fn tables_whose_cells_or_titles_state_sizes_are_reported() {
    for table in [
        "| Maker | Kind | Pots |\n|---|---|---|\n| name (6 bytes) | 4 bytes | ... |",
        "| Byte 1 | Byte 2 | Byte 3 |\n|---|---|---|\n| Kind | Heat | Lids |",
        "| Byte pos | Title |\n|---|---|\n| 0 | Kind |\n| 1 | Heat |\n| 2 | Lids |\n| (3 + n) | Sum |",
    ] {
        let document = markdown(table);
        assert!(
            open(&document).contains("state sizes or offsets") || open(&document).contains("the offsets in"),
            "{table}"
        );
    }
    let document = markdown("| File | Hash |\n|---|---|\n| kiln | 625B |\n| pot | 115b |");
    assert!(!open(&document).contains("state sizes"), "{}", open(&document));
}

#[test]
fn bits_that_reach_the_last_one_may_count_from_one() {
    let document = markdown("| Bit | Name |\n|---|---|\n| 1 | open |\n| 2 | full |\n| 8 | hot |");
    assert!(open(&document).contains("the bits 1 to 8 may count from 0 or from 1"), "{}", open(&document));
}

#[test]
fn constants_between_members_are_no_conditions() {
    let listing = |line: &str| {
        markdown(&format!("```c\nstruct Pot {{\n    uint32_t kind;\n{line}\n    uint32_t lids;\n}};\n```"))
    };
    assert!(!open(&listing("#define lid kind")).contains("preprocessor"), "{}", open(&listing("#define lid kind")));
    assert!(open(&listing("#ifdef LIDS")).contains("preprocessor"));
    assert!(open(&listing("#define LID \\\n  uint8_t lid;")).contains("preprocessor"));
}

#[test]
fn names_without_letters_are_not_compared() {
    let document = markdown("## \u{7a91}\n\n| Offset | Size | Name |\n|---|---|---|\n| 0 | 4 | (a) |\n| 4 | 4 | (b) |");
    assert!(document.inconsistencies.iter().all(|one| one.id != "size.sum"), "{:?}", document.inconsistencies);
}

#[test]
fn items_after_the_fields_of_a_list_are_reported() {
    let rest = "all pots that are in the kiln, each with its lid, in the order in which they were put into it by the potter, or none";
    let document =
        markdown(&format!("- **Kind** (1 byte): the kind\n- **Pots** (2 bytes): how many\n- **Contents**: {rest}."));
    assert!(open(&document).contains("on follow the fields of a list"), "{}", open(&document));
}

#[test]
fn a_declaration_before_the_fields_of_columns_is_reported() {
    let document = text("\tDWORD length of it\n\tBYTE  kind\n\tBYTE  heat\n");
    assert!(open(&document).contains("come before the fields"), "{}", open(&document));
}

#[test]
fn a_field_under_a_condition_on_another_is_open() {
    let list = |notes: &str| markdown(&format!("- **Flags** (1 byte): bits\n- **Maker** (2 bytes): {notes}"));
    let document = list("If the first bit is set in the flags, the maker is the number of one");
    assert!(open(&document).contains("`Maker` may be present under a condition"), "{}", open(&document));
    for notes in
        ["If 0, nobody knows the maker", "If the flags are 1, nothing follows", "The maker, if the flags say so"]
    {
        assert!(!open(&list(notes)).contains("may be present"), "{notes}");
    }
}

#[test]
fn sizes_without_names_are_reported() {
    let document = markdown(
        "| \u{7a91} | \u{957f}\u{5ea6}(BYTES) | \u{540d} |\n|---|---|---|\n| a | 4 | Kind |\n| a | 2 | Pots |",
    );
    assert!(open(&document).contains("no column names the parts whose sizes are in"), "{}", open(&document));
}

#[test]
fn footnotes_and_computed_places_are_no_fields() {
    let document = markdown(
        "1. 32-bit clay with lids, as ever\n2. 32-bit clay with lids, or none\n3. 32-bit clay with lids, again",
    );
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
    let document = text("20+30*n      1 byte     pots\n21+30*n      1 byte     lids\n22+30*n      128 bytes  names");
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
}

#[test]
fn tables_with_the_titles_of_structures_are_reported() {
    let document = markdown(
        "## Pot\n\n| Type | Name |\n|---|---|\n| u16 | kind |\n| u8 | lids |\n\n## Lid\n\n| Type | Name |\n|---|---|\n| Clay | body |\n| Knob | top |",
    );
    assert!(open(&document).contains("other tables with these titles are structures"), "{}", open(&document));
}

#[test]
fn flags_beside_others_that_may_count_from_one_are_open() {
    let document = markdown("## Pots\n\n- Bit 1: open\n- Bit 2: full\n\n## Lids\n\n- Bit 3: open\n- Bit 6: full");
    assert!(open(&document).contains("from 1, as in another table"), "{}", open(&document));
}

#[test]
fn values_may_have_one_that_is_no_number() {
    let document = markdown(
        "| Name | Type | Size in bytes | Value |\n|---|---|---|---|\n| bowl | int | 4 | 1 |\n| vase | int | 4 | 2 |\n| jug | int | 4 | 3 |\n| lid | int | 4 | 8 or 9 |",
    );
    assert_eq!(document.tables[0].body.kind(), "enumeration", "{document:#?}");
}

#[test]
fn titles_that_number_bytes_are_reported() {
    let document = markdown("| Byte index | 1 | 2 | 3 |\n|---|---|---|---|\n| | `102` | `115` | Pots |");
    assert!(open(&document).contains("state sizes or offsets"), "{}", open(&document));
}

#[test]
fn members_beside_read_members_are_not_lost() {
    let listing = "```\nPot {\n    seal: [u8; 4],\n    count,\n    kind: u16,\n    spare: u16\n}\n```";
    let said = open(&markdown(listing));
    assert!(said.contains("of a listing is not read, beside members that are"), "{said}");
}

#[test]
fn formats_of_python_are_reported() {
    for line in ["It is packed as `<4sHBxI8s`.", "struct.Struct('>IHHf')", "It is packed as <4sHBxI8s:"] {
        let document = text(&format!("A pot:\n\n{line}\n\nThere is no other."));
        assert!(open(&document).contains("states sizes or types, but is not read"), "{line}: {}", open(&document));
    }
    for line in ["See `<kiln>` and '>= 4'.", "The tag `<b>` is bold, `<pre>` is not."] {
        assert!(!open(&text(line)).contains("not read"), "{line}: {}", open(&text(line)));
    }
}

#[test]
fn rows_with_a_number_a_name_and_a_size_are_reported() {
    let document = text(
        "At Field         Size Value\n0   lidLength     1    Number\n1   lidKind       1    Constant\n2   pots          2    BCD\n",
    );
    assert!(open(&document).contains("state sizes or types, but are not read"), "{}", open(&document));
}

#[test]
fn headings_that_state_sizes_are_reported() {
    let headings = "### Seal (4 bytes)\n\nAlways KILN.\n\n### Version (2 bytes)\n\nTwo.\n";
    assert!(
        open(&markdown(headings)).contains("headings from `Seal (4 bytes)` on state sizes"),
        "{}",
        open(&markdown(headings))
    );
    let table = "\n| Type | Name |\n|---|---|\n| u32 | seal |\n";
    let headings = format!("### Seal (4 bytes)\n{table}\n### Version (4 bytes)\n{table}");
    assert!(!open(&markdown(&headings)).contains("headings from"), "{}", open(&markdown(&headings)));
    assert!(!open(&markdown("### Seal (4 bytes)\n\nAlways KILN.\n")).contains("headings from"));
}

#[test]
fn a_type_of_the_fields_that_follow_is_reported_without_a_table() {
    let says = "Each of the following fields is a signed 16-bit integer:";
    let document = markdown(&format!("{says}\n\n- left\n- right\n"));
    assert!(open(&document).contains("states the size of a part"), "{}", open(&document));
    let document = markdown(&format!("{says}\n\n| Field | Notes |\n|---|---|\n| left | a |\n| right | b |\n"));
    assert!(!open(&document).contains("states the size"), "{}", open(&document));
}

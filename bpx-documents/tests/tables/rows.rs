//! Rows and columns whose meaning their cells show.

use super::{document, fields, open, sizes, table};
use bpx_documents::{Body, Document, read};

fn values(document: &Document) -> Vec<(&str, Option<u64>)> {
    let values = document.tables.iter().find_map(|table| match &table.body {
        Body::Enumeration { values } | Body::Flags { values } => Some(values),
        _ => None,
    });
    values.unwrap_or_else(|| panic!("{document:#?}")).iter().map(|value| (&*value.name, value.value)).collect()
}

#[test]
fn types_beside_numbers_are_names() {
    let expected = [("NewPot", Some(0)), ("EndOfPot", Some(1))];
    for table in [
        "| Number | Type |\n|---|---|\n| 0 | NewPot |\n| 1 | EndOfPot |",
        "| Type | Number | Description |\n|---|---|---|\n| NewPot | 0 | It begins. |\n| EndOfPot | 1 | It ends. |",
    ] {
        assert_eq!(values(&document(table)), expected, "{table}");
    }
    // Known types are those of what is numbered.
    let document = document("| Number | Type |\n|---|---|\n| 0 | u16 |\n| 1 | u32 |");
    assert!(!document.tables.iter().any(|table| matches!(table.body, Body::Enumeration { .. })), "{document:#?}");
}

#[test]
fn values_of_any_combination_are_flags() {
    let table = "| Value | Meaning |\n|---|---|\n| 0x1 | HOT (it burns) |\n| 0x4 | FULL (no place) |";
    let document = document(&format!("The state is any combination of the following:\n\n{table}"));
    assert!(matches!(document.tables[0].body, Body::Flags { .. }), "{document:#?}");
}

#[test]
fn notes_before_fields_are_about_the_fields_below() {
    let document = document(
        "| Offset | Type | Name | Description |\n|---|---|---|---|\n| | | | The fixed part. |\n| 0 | u32 | kind | What it is. |\n\
         | 4 | u16 | lids | How many. |\n| | | | This next field is only present if kind is 2. |\n| 6 | u16 | heat | In degrees. |",
    );
    let names: Vec<_> = fields(&document).iter().map(|field| (&*field.name, &*field.when)).collect();
    assert_eq!(names, [("kind", ""), ("lids", ""), ("heat", "kind is 2")]);
}

#[test]
fn remarks_in_brackets_do_not_hide_titles() {
    let document = document(
        "| Byte Range | Value | Meaning (all numbers are big endian) |\n|---|---|---|\n| 0 - 1 | sig | Seal |\n| 2 - 3 | lids | Number of lids |",
    );
    let notes: Vec<_> = fields(&document).iter().map(|field| &*field.name).collect();
    assert_eq!(notes.len(), 2);
    assert!(fields(&document).iter().all(|field| field.endian.is_none()), "{document:#?}");
}

#[test]
fn sizes_above_names_are_fields() {
    let table = |rows: &str| read(&[("kiln.html", &format!("<h1>Kiln</h1><table>{rows}</table>"))]);
    let html = |cells: &[&str]| format!("<tr><td>{}</td></tr>", cells.join("</td><td>"));
    let document = table(&format!("{}{}", html(&["1", "2", "N"]), html(&["131", "Lids", "Pots"])));
    // 131 is not a value of one bit, so that the numbers are bytes.
    assert_eq!(sizes(&document), [("Constant", Some(8)), ("Lids", Some(16)), ("Pots", None)]);
    let document = table(&format!("{}{}", html(&["1", "8", "4"]), html(&["'N'", "Glaze", "Heat"])));
    assert_eq!(sizes(&document), [("Constant", Some(8)), ("Glaze", Some(64)), ("Heat", Some(32))]);
    let document = table(&format!("{}{}", html(&["1 bit", "3 bits", "4 bits"]), html(&["New", "Lid", "Pot"])));
    assert!(document.tables.iter().all(|table| table.body.kind() != "enumeration"), "{document:#?}");
    // Nothing shows whether these numbers are sizes.
    let document = table(&format!("{}{}", html(&["1", "2", "3"]), html(&["Clay", "Glass", "Iron"])));
    assert!(document.tables.iter().all(|table| table.body.kind() != "structure"), "{document:#?}");
}

#[test]
fn a_column_of_offsets_and_sizes_is_two() {
    let document = document(
        "| Offset/Size | Proto | Name | Meaning |\n|---|---|---|---|\n| 01F8/2 | all | kind | What it is. |\n\
         | 01FA/4 | 2+ | lids | How many. |\n| 01FE/2 | all | mark | Last. |",
    );
    let fields: Vec<_> = fields(&document).iter().map(|field| (&*field.name, field.offset)).collect();
    assert_eq!(fields, [("kind", Some(0x1F8)), ("lids", Some(0x1FA)), ("mark", Some(0x1FE))]);
    assert_eq!(sizes(&document), [("kind", Some(16)), ("lids", Some(32)), ("mark", Some(16))]);
}

#[test]
fn hexadecimal_sizes_beside_offsets_are_seen_by_one_digit() {
    let document =
        document("| Offset/Size | Name |\n|---|---|\n| 000/040 | screen |\n| 040/010 | lids |\n| 050/A00 | pots |");
    assert_eq!(sizes(&document), [("screen", Some(0x200)), ("lids", Some(0x80)), ("pots", Some(0x5000))]);
}

#[test]
fn values_that_count_on_are_no_flags() {
    let rows = "| Value | Name |\n|---|---|\n| 0 | None |\n| 1 | Clay |\n| 2 | Glass |\n| 3 | Iron |\n| 4 | Wood |";
    let document = document(&format!("# Flags\n\n{rows}"));
    assert_eq!(document.tables[0].body.kind(), "enumeration");
}

#[test]
fn types_in_brackets_are_before_sizes() {
    let document = document(
        "| Name | Size (per element) | Description |\n|---|---|---|\n| Lids | (int32)0x4 | how many |\n| Heat | (float)0x4 | in degrees |",
    );
    assert_eq!(sizes(&document), [("Lids", Some(32)), ("Heat", Some(32))]);
}

#[test]
fn types_that_are_listed_once_are_a_glossary() {
    let document = document(
        "| Type | Description |\n|---|---|\n| u8 | 8-bit number |\n| u24 | 32-bit number |\n| r32 | 32-bit offset from here |\n\n\
         # Kiln\n\n| Offset | Type | Description |\n|---|---|---|\n| 0 | u24 | Lids |\n| 4 | r32 | Pots |\n| 8 | u8 | Kind |",
    );
    assert_eq!(sizes(&document), [("Lids", Some(32)), ("Pots", Some(32)), ("Kind", Some(8))]);
}

#[test]
fn titles_of_groups_in_a_table_are_no_fields() {
    let row = |cells: &str| format!("<tr>{cells}</tr>");
    let html = [
        row("<th>Example</th><th>Bytes</th><th>Description</th>"),
        row("<td colspan=3>Head</td>"),
        row("<td>KP</td><td>2</td><td>Mark</td>"),
        row("<td colspan=3>Rest</td>"),
        row("<td>7</td><td>4</td><td>Lids</td>"),
    ];
    let document = read(&[("kiln.html", &format!("<h1>Kiln</h1><table>{}</table>", html.concat()))]);
    assert_eq!(sizes(&document), [("Mark", Some(16)), ("Lids", Some(32))]);
}

#[test]
fn titles_of_a_table_without_a_border_below_may_have_one_unknown() {
    let document = read(&[(
        "kiln.rst",
        "Kiln\n====\n\n===========  =====  ====  ========\nOffset/Size  Proto  Name  Meaning\n\n000/002      all    kind  The kind\n00A/004      all    lids  The lids\n===========  =====  ====  ========\n",
    )]);
    assert_eq!(sizes(&document), [("kind", Some(16)), ("lids", Some(32))]);
}

#[test]
fn the_base_in_a_title_holds_beside_ranges_and_texts() {
    let rows = "| 01 | Bowl |\n| 10 | Vase |\n| 20 | Lid |";
    let expected = [("Bowl", Some(1)), ("Vase", Some(16)), ("Lid", Some(32))];
    for last in ["80-FF", "80-90", "80..90", "none of these"] {
        let document = document(&format!("| Value (hex) | Name |\n|---|---|\n{rows}\n| {last} | Left for later |"));
        assert_eq!(values(&document)[..3], expected, "{last}");
        assert_eq!(values(&document)[3].1, None, "{last}");
    }
    // A digit with a letter shows the base of all codes too.
    let document = document(&format!("| Value | Name |\n|---|---|\n{rows}\n| 80-FF | Left |\n| 1A | Pot |"));
    assert_eq!(values(&document)[..3], expected);
    assert_eq!(values(&document)[4], ("Pot", Some(26)));
}

#[test]
fn codes_of_binary_digits_with_a_suffix_are_binary() {
    let read = |rows: &str| document(&format!("| Value | Name |\n|---|---|\n{rows}"));
    let binary = read("| 00b | Off |\n| 01b | Low |\n| 10b | High |\n| 11b | Full |");
    assert_eq!(values(&binary), [("Off", Some(0)), ("Low", Some(1)), ("High", Some(2)), ("Full", Some(3))]);
    let hexadecimal = read("| 0a | Off |\n| 0b | Low |\n| 10 | High |");
    assert_eq!(values(&hexadecimal), [("Off", Some(10)), ("Low", Some(11)), ("High", Some(16))]);
}

#[test]
fn a_sentence_states_the_base_of_offsets() {
    let rows = "| Offset | Name |\n|---|---|\n| 0 | seal |\n| 8 | lids |\n| 10 | heat |\n| 18 | rest |";
    let starts = |text: &str| {
        let document = document(text);
        fields(&document).iter().map(|field| field.offset.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(starts(&format!("# Kiln\n\nAll offsets are hexadecimal.\n\n{rows}")), [0, 8, 16, 24]);
    assert_eq!(starts(&format!("# Kiln\n\nOffsets are given in hex.\n\n## Lid\n\n{rows}")), [0, 8, 16, 24]);
    // The sentence of another section, another base, and no sentence.
    assert_eq!(starts(&format!("# Kiln\n\nOffsets are in hex.\n\n# Lid\n\n{rows}")), [0, 8, 10, 18]);
    assert_eq!(starts(&format!("# Kiln\n\nOffsets are decimal, not hexadecimal.\n\n{rows}")), [0, 8, 10, 18]);
    assert_eq!(starts(&format!("# Kiln\n\n{rows}")), [0, 8, 10, 18]);
    // Sizes that fit decimal offsets only.
    let sized = rows.replace(" Name", " Name | Type").replace("---|\n", "---|---|\n");
    let sized = [("seal", "u64"), ("lids", "u16"), ("heat", "u64"), ("rest", "u8")]
        .iter()
        .fold(sized, |text, (name, ty)| text.replace(&format!("{name} |"), &format!("{name} | {ty} |")));
    assert_eq!(starts(&format!("# Kiln\n\nOffsets are in hex.\n\n{sized}")), [0, 8, 10, 18]);
}

#[test]
fn titles_and_sentences_state_that_codes_are_hexadecimal() {
    let expected = [("Bowl", Some(1)), ("Vase", Some(16)), ("Lid", Some(32))];
    let rows = "| 01 | Bowl |\n| 10 | Vase |\n| 20 | Lid |";
    assert_eq!(values(&document(&format!("# Kiln\n\n| Type (hex) | Name |\n|---|---|\n{rows}"))), expected);
    let sections =
        document("# Kiln\n\n| Type (hex) | Name | Required |\n|---|---|---|\n| 1 | Bowl | yes |\n| 10 | Vase | no |");
    let sections = match &sections.tables[0].body {
        Body::Sections { sections } => sections.iter().map(|section| section.ty).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(sections, [Some(1), Some(16)]);
    let stated = |text: &str| document(&format!("# Kiln\n\n{text}\n\n| Code | Name |\n|---|---|\n{rows}"));
    assert_eq!(values(&stated("All codes are hexadecimal.")), expected);
    assert_eq!(values(&stated("The codes are given in hex."))[1].1, Some(16));
    assert_eq!(values(&stated("The codes are not hexadecimal."))[1].1, Some(10));
    assert_eq!(values(&stated("In the dump below, the values are shown in hex."))[1].1, Some(10));
    assert_eq!(values(&stated("In the examples, codes are printed in hex."))[1].1, Some(10));
}

#[test]
fn a_group_before_its_parts_is_no_field() {
    let rows: &[&[&str]] =
        &[&["id", "u32"], &["bounds", "struct"], &["bounds.left", "i16"], &["bounds.top", "i16"], &["count", "u16"]];
    let read = table("Mark", &["Field", "Type"], rows);
    let all = [("id", 32), ("bounds.left", 16), ("bounds.top", 16), ("count", 16)];
    assert_eq!(sizes(&read), all.map(|(name, bits)| (name, Some(bits))));
    // Without parts, the field is open.
    assert_eq!(sizes(&table("Mark", &["Field", "Type"], &rows[..2])), [("id", Some(32)), ("bounds", None)]);
}

#[test]
fn a_table_whose_offsets_go_on_is_part_of_the_table_before() {
    let head = "| Offset | Size | Field |\n|---|---|---|\n";
    let parts = |between: &str, second: &str| {
        let first = "| 0 | 4 | id |\n| 4 | 2 | kind |\n";
        document(&format!("# Mark\n\n{head}{first}\n{between}\n\n{head}{second}"))
    };
    let rest = "| 6 | 2 | glow |\n";
    for between in ["", "A pot has more than a kind.", "Table 2 (continued)"] {
        let all = [("id", Some(32)), ("kind", Some(16)), ("glow", Some(16))];
        assert_eq!(sizes(&parts(between, rest)), all, "{between}");
    }
    for (between, second) in [
        ("Since version 3, there is more:", rest),
        ("If kind is 1, there is more:", rest),
        ("## Lid", rest),
        ("", "| 0 | 2 | glow |\n"),
        ("", "| 8 | 2 | glow |\n"),
    ] {
        assert_eq!(parts(between, second).tables.len(), 2, "{between} {second}");
    }
}

#[test]
fn fields_at_one_offset_share_their_bytes() {
    let rows: &[&[&str]] = &[
        &["0", "2", "kind", ""],
        &["2", "4", "key", "if kind is 1"],
        &["2", "2", "lid", "if kind is 2"],
        &["6", "4", "time", ""],
    ];
    let read = table("Mark", &["Offset", "Size", "Name", "Description"], rows);
    assert_eq!(sizes(&read), [("kind", Some(16)), ("key", Some(32)), ("time", Some(32))]);
    assert_eq!(open(&read), ["`key` and `lid` have the same offset, so only the larger one is declared"]);
}

//! Fields whose number, size or presence fields before them state.

use super::{little, open, table, thing};
use bpx_model::{Length, Type};

/// The length and the condition of the last field of a structure, as they are written.
fn last(rows: &[(&str, &str, &str, &str)]) -> (String, String) {
    let declared = little(&table(rows));
    assert_eq!(open(&declared), [""; 0]);
    let thing = thing(&declared);
    assert_eq!(thing.size, None);
    let field = thing.fields().last().unwrap();
    let len = match &field.len {
        Some(Length::Count(count)) => count.to_string(),
        other => format!("{other:?}"),
    };
    (len, field.when.as_ref().map(ToString::to_string).unwrap_or_default())
}

#[test]
fn a_type_states_how_many_there_are() {
    for ty in ["u16[count]", "[u16; count]", "count x u16"] {
        let (len, _) = last(&[("count", "u32", "32", ""), ("items", ty, "", "")]);
        assert_eq!(len, "count", "{ty}");
    }
    let (len, _) = last(&[("Name Length", "u8", "8", ""), ("Name", "u8[name_length + 1]", "", "")]);
    assert_eq!(len, "name_length + 1");
    let (len, _) = last(&[("Name length (in bytes)", "u8", "8", ""), ("Name", "u8[length]", "", "")]);
    assert_eq!(len, "name_length", "the only field of this word");
    let (len, _) = last(&[("size", "u8", "8", ""), ("data", "u8[size]", "", "")]);
    assert_eq!(len, "size2", "`size` is a word of expressions");
}

#[test]
fn notes_state_how_many_there_are() {
    let (len, _) = last(&[("count", "u32", "32", ""), ("items", "u16[]", "", "Repeated count times.")]);
    assert_eq!(len, "count");
}

#[test]
fn another_structure_is_a_list_of_it() {
    let entry = "## Entry\n\n| Field | Type | Size (bits) |\n|---|---|---|\n| a | u16 | 16 |\n\n";
    let text = table(&[("count", "u32", "32", ""), ("entries", "Entry[count]", "", "")]) + entry;
    let declared = little(&text);
    assert_eq!(open(&declared), [""; 0]);
    let field = &thing(&declared).fields()[1];
    assert!(matches!(&field.ty, Type::Named { link, .. } if link.name() == "Entry"), "{field:?}");
    assert!(matches!(&field.len, Some(Length::Count(count)) if count.to_string() == "count"), "{field:?}");
}

#[test]
fn expressions_of_very_many_terms_are_open() {
    let sum = |terms: usize| "count".to_owned() + &" + 1".repeat(terms - 1);
    let product = |terms: usize| "count".to_owned() + &" * 2".repeat(terms - 1);
    let either = |terms: usize| "Present if count = 1".to_owned() + &" or count = 2".repeat(terms - 1);
    let (len, _) = last(&[("count", "u32", "32", ""), ("items", &format!("u16[{}]", sum(20)), "", "")]);
    assert_eq!(len.matches("+ 1").count(), 19);
    let (_, when) = last(&[("count", "u32", "32", ""), ("item", "u16", "16", &either(20))]);
    assert_eq!(when.matches("count").count(), 20);
    for (ty, notes) in [
        (format!("u16[{}]", sum(20_000)), String::new()),
        (format!("u16[{}]", product(20_000)), String::new()),
        ("u16".to_owned(), either(20_000)),
    ] {
        let declared = little(&table(&[("count", "u32", "32", ""), ("item", &ty, "", &notes)]));
        assert!(!open(&declared).is_empty(), "{}", &ty[..10]);
    }
}

#[test]
fn what_no_field_before_states_is_open() {
    for (ty, notes) in [
        ("u16[total]", ""),
        ("u16[later]", ""),
        ("u16[ratio]", ""),
        ("u16[count in header]", ""),
        ("u16[]", "Repeated count or more times"),
    ] {
        let rows = [
            ("count", "u32", "32", ""),
            ("ratio", "f32", "32", ""),
            ("items", ty, "", notes),
            ("later", "u8", "8", ""),
        ];
        let declared = little(&table(&rows));
        assert!(!declared.open.is_empty(), "{ty} {notes}");
        let items = thing(&declared).fields().last().unwrap();
        assert_eq!((&*items.name, &items.len), ("items", &Some(Length::Rest)), "{ty} {notes}");
    }
}

#[test]
fn conditions_are_read_or_open() {
    let when = |note: &str| last(&[("kind", "u16", "16", ""), ("Sub Kind", "u8", "8", ""), ("x", "u16", "16", note)]).1;
    assert_eq!(when("Present when kind = 3."), "kind == 3");
    assert_eq!(when("Present if kind is 3 or Sub Kind is not 0."), "(kind == 3) || (sub_kind != 0)");
    assert_eq!(when("Only present if kind >= 0x10"), "kind >= 16");
    assert_eq!(when("Present when kind = 3 (a picture)"), "kind == 3");
    assert_eq!(when("Present if bit 2 of kind is set"), "(kind & 4) != 0");
    for note in [
        "Present when type = 3",
        "Present when kind = 3 and kind = 4 or kind = 5",
        "Present when kind = 3 in old files",
    ] {
        let declared = little(&table(&[("kind", "u16", "16", ""), ("x", "u16", "16", note)]));
        assert_eq!(declared.open.len(), 1, "{note}: {:?}", declared.open);
    }
}

/// The structure of the last field.
fn prefixed(prose: &str, ty: &str, size: &str) -> Option<Vec<(String, Option<Length>)>> {
    let rows = [("id", "u32", "4", ""), ("name", ty, size, "")];
    let rows = table(&rows).replace("(bits)", "(bytes)");
    let declared = little(&format!("{prose}\n\n{rows}"));
    let Type::Named { link, .. } = &thing(&declared).fields().last()?.ty else { return None };
    assert_eq!(open(&declared), [""; 0]);
    let structure = declared.model.get(link.name())?;
    Some(structure.fields().iter().map(|field| (field.name.to_string(), field.len.clone())).collect())
}

#[test]
fn sentences_define_types_of_a_number_and_as_many_bytes() {
    let found = prefixed("Names are stored as a `u16` byte length followed by the letters.", "Name", "2 + N").unwrap();
    assert!(
        matches!(&found[..], [(length, None), (data, Some(Length::Count(_)))] if length == "length" && data == "data")
    );
    assert!(prefixed("", "u16 length-prefixed bytes", "").is_some());
    // The number is of another size; the sentence is no definition.
    assert_eq!(prefixed("Names are stored as a `u16` byte length followed by the letters.", "Name", "4 + N"), None);
    assert_eq!(prefixed("Names are stored as a u16 length followed by the letters.", "Name", "2 + N"), None);
    assert_eq!(
        prefixed("Names are stored as a u16 byte length followed by letters if there are any.", "Name", ""),
        None
    );
}

#[test]
fn descriptions_state_the_number_before_the_bytes() {
    let types = |notes: &str| {
        let rows = [("id", "u32", "32", ""), ("name", "string", "", notes), ("kind", "u8", "8", "")];
        let declared = little(&table(&rows));
        let field = thing(&declared).fields().get(1)?;
        let Type::Named { link, .. } = &field.ty else { return None };
        Some(declared.model.get(link.name())?.fields().iter().map(|field| field.ty.short_name()).collect::<Vec<_>>())
    };
    let expected = Some(vec!["u16".to_owned(), "u8".to_owned()]);
    assert_eq!(types("prefixed by its length as a uint16, in bytes"), expected);
    assert_eq!(types("The name, preceded by its length in bytes (u16)."), expected);
    // What the number counts, or its type, is not stated.
    for notes in [
        "prefixed by its length as a uint16",
        "prefixed by its length in bytes",
        "prefixed with a u16 length in characters of two bytes",
    ] {
        assert_eq!(types(notes), None, "{notes}");
    }
}

/// Returns the fields of the structures of a text, with their lengths; nothing is open.
fn lengths(text: &str) -> Vec<String> {
    let declared = bpx_documents::declare(&bpx_documents::read(&[("thing.md", text)]));
    assert_eq!(open(&declared), [""; 0]);
    let fields = declared.model.structures.values().flat_map(|one| one.fields().iter());
    fields
        .map(|field| match &field.len {
            Some(Length::Count(count)) => format!("{}[{count}]", field.name),
            Some(Length::Fixed(count)) => format!("{}[{count}]", field.name),
            _ => field.name.to_string(),
        })
        .collect()
}

#[test]
fn a_letter_in_brackets_is_a_number() {
    let rows = [
        "4 | u32 | size of the content (N)",
        "2 | u16 | number of points (P)",
        "N | | content",
        "2 x P | u16 | points",
    ];
    let table = format!("| Bytes | Type | Value |\n|---|---|---|\n| {} |\n", rows.join(" |\n| "));
    let text = format!("Little-endian.\n\n# Chunk\n\n{table}");
    let expected =
        ["size_of_the_content", "number_of_points", "content[size_of_the_content]", "points[number_of_points]"];
    assert_eq!(lengths(&text), expected);
}

#[test]
fn bytes_that_align_a_number_are_padding() {
    let table = |second: &str| {
        format!("Little-endian.\n\n# Event\n\n| Offset | Size | Field |\n|---|---|---|\n| 0 | 1 | kind |\n{second}\n")
    };
    assert_eq!(lengths(&table("| 4 | 4 | id |")), ["kind", "padding[3]", "id"]);
    let declared = bpx_documents::declare(&bpx_documents::read(&[("event.md", &table("| 8 | 4 | id |"))]));
    let aligned = bpx_documents::declare(&bpx_documents::read(&[("event.md", &table("| 4 | 4 | id |"))]));
    assert_eq!(aligned.model.get("Event").unwrap().size, Some(8));
    let stated = "Event: `id` has the stated offset 8, but the fields before it take 1 bytes";
    assert_eq!(open(&declared), [stated], "more than a number needs");
}

#[test]
fn a_glossary_in_sentences_decides_what_types_are() {
    let of = |glossary: &str| {
        let text = format!("Little-endian.\n\n* `WORD`: {glossary}\n\n# Mark\n\n    WORD  kind\n    BYTE  level\n");
        let declared = bpx_documents::declare(&bpx_documents::read(&[("mark.md", &text)]));
        assert_eq!(open(&declared), [""; 0], "{glossary}");
        declared.model.get("Mark").unwrap().fields()[0].ty.clone()
    };
    let endian = bpx_model::Endian::Little;
    assert_eq!(of("A 32-bit unsigned integer value"), Type::Int { size: 4, signed: false, endian });
    assert_eq!(of("A 16-bit signed integer value"), Type::Int { size: 2, signed: true, endian });
    let fixed = Type::FixedPoint { size: 4, signed: false, fraction: 16, endian };
    assert_eq!(of("A 32-bit fixed point (16.16) value"), fixed);
}

#[test]
fn a_range_of_sizes_is_no_difference() {
    let text = "## Thing\n\n| Field | Size (bytes) |\n|---|---|\n| id | 4 |\n| data | 0–255 |\n| sum | 2 |\n";
    let declared = little(text);
    assert!(open(&declared).iter().any(|what| what.contains("`data` has no fixed size")), "{:?}", open(&declared));
}

#[test]
fn sizes_in_bytes_by_offsets_or_notes_refer_to_fields() {
    let of = |size: &str| {
        let rows = format!("| 0 | 2 | kind |\n| 2 | 1 | count |\n| 3 | 1 | width |\n| 4 | {size} | rows |\n");
        let declared = little(&format!("## Thing\n\n| Offset | Size | Field |\n|---|---|---|\n{rows}\n"));
        assert_eq!(open(&declared), [""; 0], "{size}");
        match &thing(&declared).fields()[3].len {
            Some(Length::Count(count)) => count.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(of("4 \u{d7} (count + 1)"), "4 * (count + 1)");
    assert_eq!(of("width * count * 2"), "(width * count) * 2");
    assert_eq!(of("width"), "width");
    let (len, _) = last(&[("length", "u8", "8", ""), ("data", "bytes", "", "`length` * 4 - 2 bytes")]);
    assert_eq!(len, "(length * 4) - 2");
    let (len, _) = last(&[("length", "u8", "8", ""), ("data", "byte[]", "", "The content, `length` bytes.")]);
    assert_eq!(len, "length");
}

#[test]
fn masked_bits_are_conditions() {
    let when = |note: &str| last(&[("flags", "u8", "8", ""), ("x", "u16", "16", note)]).1;
    assert_eq!(when("Present if (flags & 4) != 0"), "(flags & 4) != 0");
    assert_eq!(when("Present if (flags & 0x30) == 0x10"), "(flags & 48) == 16");
}

#[test]
fn the_last_field_may_take_the_remaining_bytes() {
    let of = |ty: &str, size: &str, notes: &str| {
        let rows = [("kind", "u16", "16", ""), ("data", ty, size, notes)];
        let declared = little(&table(&rows));
        (open(&declared).is_empty(), thing(&declared).fields()[1].clone())
    };
    for (ty, size, notes) in [
        ("bytes", "", "The content, up to the end of the file"),
        ("u8[]", "", "Until end of file."),
        ("", "rest", ""),
        ("bytes", "to end of file", ""),
        ("u32[]", "", "Entries until the end of the record"),
    ] {
        let (is_known, field) = of(ty, size, notes);
        assert!(is_known, "{ty} {size} {notes}");
        assert_eq!(field.len, Some(Length::Rest), "{ty} {size} {notes}");
    }
    assert_eq!(
        of("u32[]", "", "Until EOF").1.ty,
        Type::Int { size: 4, signed: false, endian: bpx_model::Endian::Little }
    );
    for (ty, size, notes) in [
        ("bytes", "", "Padding to the end of the block"),
        ("bytes", "", "Until the end of the file, or 16 bytes"),
        ("bytes", "", "The content"),
        ("Things[]", "", "Until end of file."),
    ] {
        assert!(!of(ty, size, notes).0, "{ty} {size} {notes}");
    }
    let first = [("data", "bytes", "", "Up to the end of the file"), ("kind", "u16", "16", "")];
    assert!(!open(&little(&table(&first))).is_empty());
}

#[test]
fn the_length_of_a_field_has_its_name() {
    let of = |rows: &[(&str, &str, &str, &str)]| {
        let declared = little(&table(rows).replace("(bits)", "(bytes)"));
        let last = thing(&declared).fields().last().unwrap();
        match (&last.len, open(&declared).is_empty()) {
            (Some(Length::Count(count)), true) => Some(count.to_string()),
            _ => None,
        }
    };
    let length = ("Name length", "", "2", "");
    assert_eq!(of(&[length, ("Name", "", "variable", "")]).as_deref(), Some("name_length"));
    assert_eq!(of(&[length, ("Name", "", "N", "")]).as_deref(), Some("name_length"));
    assert_eq!(of(&[length, ("Name", "char[]", "", "")]).as_deref(), Some("name_length"));
    assert_eq!(
        of(&[("Length of the name", "", "2", "In bytes"), ("Name", "", "variable", "")]).as_deref(),
        Some("length_of_the_name")
    );
    for rows in [
        [("Name length", "", "2", "In characters"), ("Name", "", "variable", "")],
        [("Name length", "", "2", "Includes the header"), ("Name", "", "variable", "")],
        [length, ("Note", "", "variable", "")],
        [length, ("Name", "u32[]", "", "")],
        [length, ("Name", "", "up to 8", "")],
    ] {
        assert_eq!(of(&rows), None, "{rows:?}");
    }
}

#[test]
fn notes_define_the_letter_of_a_size() {
    let rows = "| 0 | 2 | len |\n| 2 | n | data (n = len - 4) |\n| 2 + n | 2 | sum |\n";
    let text = format!("## Thing\n\n| Offset | Octets | Description |\n|---|---|---|\n{rows}\n");
    let declared = little(&text);
    assert_eq!(open(&declared), [""; 0]);
    let lens: Vec<_> = thing(&declared).fields().iter().map(|field| field.len.clone()).collect();
    assert!(matches!(&lens[1], Some(Length::Count(count)) if count.to_string() == "len - 4"), "{lens:?}");
    assert_eq!(open(&little(&text.replace("| 2 + n |", "| ? |"))), [""; 0]);
    // The sum does not begin at the field before it.
    let other = little(&text.replace("| 2 + n |", "| 4 + n |"));
    assert!(!open(&other).is_empty());
}

#[test]
fn cells_with_bytes_show_the_unit_of_products() {
    let text = "## Thing\n\n| Field | Size |\n|---|---|\n| count | 2B |\n| data | 4*count |\n| end | 1B |\n\n";
    let declared = little(text);
    assert_eq!(open(&declared), [""; 0]);
    let bits = little(&text.replace("2B", "16 bits"));
    assert!(!open(&bits).is_empty());
}

//! Notes that say that a field may be absent, or that it is repeated.

use super::{little, open, thing};

fn fields(rows: &[(&str, &str, &str)]) -> String {
    let rows: String = rows.iter().map(|(ty, name, notes)| format!("| {ty} | {name} | {notes} |\n")).collect();
    format!("## Thing\n\n| Type | Name | Notes |\n|---|---|---|\n{rows}\n")
}

#[test]
fn notes_say_that_a_field_may_be_absent() {
    for notes in [
        "Optional.",
        "optional, more of it",
        "This field is optional",
        "Not present in old files",
        "Omitted when zero",
        "It is absent if the flag is clear.",
        "May be omitted",
        "Added in version 2",
        "Version 3 and later",
        "(v2+)",
        "The rest. Only present in the second version.",
    ] {
        let declared =
            little(&fields(&[("u16", "version", "of the file"), ("u32", "extra", notes), ("u8", "end", "")]));
        let open = open(&declared);
        assert!(open.iter().any(|what| what.contains("`extra` is present under a condition")), "{notes}: {open:?}");
    }
    for name in ["extra (optional)", "extra (v2+)"] {
        let declared = little(&fields(&[("u16", "version", ""), ("u32", name, "more")]));
        assert!(!open(&declared).is_empty(), "{name}");
    }
}

#[test]
fn words_about_other_things_are_no_condition() {
    for notes in [
        "Size of the optional header",
        "Number of names that are not present in the list",
        "Version of the file",
        "Optional flags",
        "The version that added the field",
        "Which parts are present",
        "Version 2",
    ] {
        let declared = little(&fields(&[("u16", "version", ""), ("u32", "extra", notes)]));
        assert_eq!(open(&declared), [""; 0], "{notes}");
    }
}

#[test]
fn understood_conditions_are_declared() {
    let declared = little(&fields(&[("u16", "version", ""), ("u32", "extra", "Exists only if version > 1.")]));
    assert_eq!(open(&declared), [""; 0]);
    assert!(thing(&declared).fields()[1].when.is_some());
}

#[test]
fn repeated_fields_are_not_single() {
    for notes in ["One for each entry", "Repeated for each entry", "Array, ends with a zero"] {
        let declared = little(&fields(&[("u16", "count", ""), ("u32", "ids", notes)]));
        let open = open(&declared);
        assert!(
            open.iter().any(|what| what.contains("the number of repetitions of `ids` is not understood")),
            "{notes}: {open:?}"
        );
    }
    let declared = little(&fields(&[("u16", "count", ""), ("u32", "ids", "Repeated count times")]));
    assert_eq!(open(&declared), [""; 0]);
    assert!(matches!(thing(&declared).fields()[1].len, Some(bpx_model::Length::Count(_))));
}

#[test]
fn sentences_that_change_the_layout_are_reported() {
    let thing = fields(&[("u8", "kind", ""), ("u32", "size", "")]);
    let reported = |text: &str| open(&little(text)).iter().filter(|what| what.starts_with(": ")).count();
    assert_eq!(reported(&format!("All fields are aligned to 4 bytes.\n\n{thing}")), 1);
    assert_eq!(reported(&format!("Structures are padded to a multiple of 4 bytes.\n\n{thing}")), 1);
    assert_eq!(reported(&format!("{thing}## Other\n\nExtends Thing.\n\n{}", thing.replace("Thing", "Rest"))), 1);
    assert_eq!(reported(&format!("The fields are not aligned. The file is aligned to 16 bytes.\n\n{thing}")), 0);
    assert_eq!(reported(&format!("The text extends over lines.\n\n{thing}")), 0);
    // Offsets show it.
    let placed = "## Thing\n\n| Offset | Type | Name |\n|---|---|---|\n| 0 | u8 | kind |\n| 4 | u32 | size |\n";
    assert_eq!(reported(&format!("All fields are aligned to 4 bytes.\n\n{placed}")), 0);
}

/// The open parts of a document that belong to no table, for a text with tables.
fn reported(text: &str) -> Vec<String> {
    open(&little(text)).into_iter().filter(|what| what.starts_with(": ")).collect()
}

#[test]
fn conditions_around_tables_are_reported() {
    let rest = fields(&[("u32", "glaze", "")]).replace("Thing", "Rest");
    let table = rest.split_once("|").map_or("", |(_, table)| table);
    let thing = fields(&[("u8", "kind", ""), ("u32", "size", "")]);
    for text in [
        format!("{thing}\nIf kind = 1, then follow:\n\n|{table}"),
        format!("{thing}\n## Rest (only present if bit 0 of kind is set)\n\n|{table}"),
        format!("{thing}\nThe field `size` is omitted if bit 0 of `kind` is clear.\n"),
    ] {
        let found = reported(&text);
        assert!(found.len() == 1 && found[0].contains("condition"), "{text}: {found:?}");
    }
    for sentence in [
        "If the pot breaks, the file is lost.",
        "A size is present in all pots.",
        "What follows is fixed:",
        "If kind has bit 0 set, a second pot is present after it.",
    ] {
        assert_eq!(reported(&format!("{thing}\n{sentence}\n")), [""; 0], "{sentence}");
    }
}

#[test]
fn repetition_and_further_bytes_around_tables_are_reported() {
    let table = "| Type | Name |\n|---|---|\n| u32 | key |\n";
    let found = reported(&format!("## Shelf\n\nThe following block is repeated `count` times:\n\n{table}"));
    assert!(found.len() == 1 && found[0].contains("repeats a structure"), "{found:?}");
    let found = reported(&format!("## Shelf\n\n{table}\nThe rest of the shelf, `key` bytes, is the payload.\n"));
    assert!(found.len() == 1 && found[0].contains("bytes after a structure"), "{found:?}");
    for sentence in ["The shelf is followed by `key` pots.", "It is followed by an array of key entries of lids."] {
        let found = reported(&format!("## Shelf\n\n{table}\n{sentence}\n"));
        assert!(found.len() == 1 && found[0].contains("bytes after a structure"), "{sentence}: {found:?}");
    }
    assert_eq!(reported(&format!("## Shelf\n\n{table}\nThe seal is followed by the key field.\n")), [""; 0]);
    let found = reported(&format!("## Shelf\n\n{table}\nThe seal is repeated at the end of each file.\n"));
    assert_eq!(found, [""; 0]);
}

#[test]
fn signs_of_all_numbers_are_reported_where_no_type_shows_them() {
    let sized = "## Pot\n\n| Offset | Size (bytes) | Field |\n|---|---|---|\n| 0 | 2 | x |\n| 2 | 2 | y |\n";
    let found = reported(&format!("All integers are signed.\n\n{sized}"));
    assert!(found.len() == 1 && found[0].contains("signed"), "{found:?}");
    assert_eq!(reported(&format!("All integers are unsigned.\n\n{sized}")), [""; 0]);
    assert_eq!(reported(&format!("{sized}\nBoth x and y are signed.\n")).len(), 1);
    assert_eq!(reported(&format!("{sized}\nAll pots are signed by the potter.\n")), [""; 0]);
    assert_eq!(reported(&format!("The record is ASCII text.\n\n{sized}")).len(), 1);
    assert_eq!(reported(&format!("Fields with the mark (s) are signed.\n\n{sized}")).len(), 1);
    assert_eq!(reported(&format!("All integers are signed.\n\n{}", fields(&[("i16", "x", "")]))), [""; 0]);
}

#[test]
fn orders_of_words_and_of_bits_are_reported_unless_they_are_read() {
    let thing = fields(&[("u32", "heat", "")]);
    let found = reported(&format!("Numbers of 32 bits are stored as two words, the low word first.\n\n{thing}"));
    assert!(found.len() == 1 && found[0].contains("order of the words"), "{found:?}");
    let bits = "## Lid\n\n| Field | Bits |\n|---|---|\n| form | 2 |\n| colour | 6 |\n";
    let first = |text: &str| {
        let declared = little(&format!("{bits}\n{text}\n"));
        let lid = declared.model.get("Lid").unwrap().clone();
        let bpx_model::Body::Bits(fields) = &lid.body else { panic!("{lid:?}") };
        (fields[0].order, open(&declared))
    };
    for text in ["The most significant bit comes first.", "Fields are packed from the most significant bit."] {
        assert_eq!(first(text), (bpx_model::Endian::Big, Vec::new()), "{text}");
    }
    let (_, found) = first("`form` occupies the two high bits.");
    assert!(found.len() == 1 && found[0].contains("order of bits"), "{found:?}");
}

#[test]
fn the_size_of_a_structure_in_its_section_is_compared() {
    let text = "## Header\n\nThe header is always 64 bytes long.\n\n| Offset | Size (bytes) | Field |\n|---|---|---|\n| 0 | 4                 | seal |\n| 4 | 4 | version |\n";
    let document = bpx_documents::read(&[("kiln.md", text)]);
    let found: Vec<_> = document.inconsistencies.iter().map(|one| format!("{one:?}")).collect();
    assert!(found.len() == 1 && found[0].contains("512"), "{found:?}");
}

#[test]
fn the_documents_own_types_are_no_common_types() {
    let types = "## Types\n\n| Type | Meaning |\n|---|---|\n| half | unsigned 16-bit number |\n| quad | unsigned 64-bit                  number |\n";
    let declared = little(&format!("{types}\n{}", fields(&[("quad", "id", ""), ("half", "kind", "")])));
    let kind = &thing(&declared).fields()[1];
    assert!(matches!(kind.ty, bpx_model::Type::Int { size: 2, signed: false, .. }), "{kind:?}");
    let declared = little(&format!("`half` is an unsigned 16-bit integer.\n\n{}", fields(&[("half", "kind", "")])));
    let kind = &thing(&declared).fields()[0];
    assert!(matches!(kind.ty, bpx_model::Type::Int { size: 2, signed: false, .. }), "{kind:?}");
    let code = "```c\ntypedef unsigned short half;\nstruct Thing {\n    half kind;\n    half level;\n};\n```\n";
    let declared = little(code);
    let kind = &thing(&declared).fields()[0];
    assert!(matches!(kind.ty, bpx_model::Type::Int { size: 2, signed: false, .. }), "{kind:?}");
}

#[test]
fn bits_of_kaitai_struct_come_from_the_highest() {
    let of = |meta: &str| {
        let text = format!(
            "meta:\n  id: lid\n  endian: be\n{meta}seq:\n  - id: form\n    type: b2\n  - id: colour\n    type: b6\n"
        );
        let declared = bpx_documents::declare(&bpx_documents::read(&[("lid.ksy", &text)]));
        let structure = declared.model.structures.values().next().unwrap().clone();
        let bpx_model::Body::Bits(fields) = structure.body else { panic!("{structure:?}") };
        fields[0].order
    };
    assert_eq!(of(""), bpx_model::Endian::Big);
    assert_eq!(of("  bit-endian: le\n"), bpx_model::Endian::Little);
    let text = "meta:\n  id: lid\n  endian: be\nseq:\n  - id: form\n    type: b4le\n  - id: rim\n    type: b4\ntypes:\n  inner:\n    \
                meta:\n      bit-endian: le\n    seq:\n      - id: colour\n        type: b8\n";
    let found = open(&bpx_documents::declare(&bpx_documents::read(&[("lid.ksy", text)]))).concat();
    assert!(found.contains("the bits of `form`") && found.contains("bits of one type"), "{found}");
}

#[test]
fn sentences_about_other_things_are_not_reported() {
    let thing = fields(&[("u8", "kind", ""), ("u32", "size", "")]);
    for sentence in [
        "In other words, no bytes are swapped.",
        "The rest of the fields are described in the section about data.",
        "Each text record is padded with 20 spaces.",
    ] {
        assert_eq!(reported(&format!("{thing}\n{sentence}\n")), [""; 0], "{sentence}");
    }
    let titled = thing.replace("## Thing", "## When to use this\n\n## When reading\n\n### Thing");
    assert_eq!(reported(&titled), [""; 0]);
    let last = fields(&[("u8", "kind", ""), ("u8[]", "payload", "")]);
    let found = reported(&format!("{last}\nThe rest of the packet is the payload, as bytes.\n"));
    assert!(!found.iter().any(|what| what.contains("after a structure")), "{found:?}");
}

#[test]
fn conditions_have_many_words() {
    let of = |name: &str, notes: &str| {
        let declared = little(&fields(&[("u16", "kind", "of the pot"), ("u32", name, notes), ("u8", "end", "")]));
        let when = thing(&declared).fields().get(1).and_then(|field| field.when.as_ref()).map(ToString::to_string);
        (when, open(&declared))
    };
    for notes in [
        "Included if kind is 2",
        "Sent if kind is 2",
        "Sent only when kind is 2",
        "Appears only if kind is 2",
        "Only appears if kind is 2",
        "This field is present iff kind is 2.",
        "Available only if kind is 2",
        "Glaze, only transmitted when kind is 2",
    ] {
        assert_eq!(of("extra", notes), (Some("kind == 2".to_owned()), Vec::new()), "{notes}");
    }
    assert_eq!(of("extra (if kind is 2)", "").0.as_deref(), Some("kind == 2"));
    assert_eq!(of("extra (only if kind = 2)", "").0.as_deref(), Some("kind == 2"));
    for notes in [
        "Only for kind 2",
        "In protocol 2 and above",
        "From format 3 or later.",
        "Skipped if kind is 0",
        "Left out when there are no pots",
        "Does not exist in version 1",
        "May not be present",
        "Present unless kind is 2",
        "Not included if kind is 2",
    ] {
        let (when, open) = of("extra", notes);
        assert!(when.is_some() || open.iter().any(|what| what.contains("under a condition")), "{notes}: {open:?}");
    }
    for notes in [
        "Number of pots that are sent if kind is 2",
        "Only for debugging",
        "Time at which it was written when it was closed",
        "In pixels, 2 and above",
        "Bytes of the pots sent",
        "Space available if there is any",
    ] {
        assert_eq!(of("extra", notes), (None, Vec::new()), "{notes}");
    }
}

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

//! The byte order is stated, or reported as open.

use super::{declared, open, table};
use bpx_documents::Declarations;
use bpx_model::{Endian, Type};

/// The byte orders of the fields of a structure.
fn orders(declared: &Declarations, name: &str) -> Vec<Endian> {
    let fields = declared.model.get(name).unwrap().fields().iter();
    fields
        .map(|field| match field.ty {
            Type::Int { endian, .. } | Type::Float { endian, .. } => endian,
            ref other => panic!("{other:?}"),
        })
        .collect()
}

/// The byte order of a `u32` in a document of this sentence, and whether it is open.
fn of(prose: &str) -> (Endian, bool) {
    let declared = declared(&format!("# Things\n\n{prose}\n\n{}", table(&[("A", "u32", "32", "")])));
    (orders(&declared, "Thing")[0], !declared.open.is_empty())
}

#[test]
fn sentences_state_it() {
    let big = [
        "All numbers are big-endian.",
        "Multi-byte fields are stored in BE.",
        "Numbers are stored in bigendian order.",
        "All values are in network byte order.",
        "Integers are stored with the most significant byte first.",
        "Multi-byte values are MSB first.",
        "Numbers are in Motorola byte order.",
        "Unless otherwise noted, all integers are big endian.",
        "Values are not little-endian, but big-endian.",
        "Byte order: big-endian",
        "The file format uses the Motorola (big endian) order throughout.",
    ];
    for prose in big {
        assert_eq!(of(prose), (Endian::Big, false), "{prose}");
    }
    let little = [
        "All numbers are little endian.",
        "The format uses Intel byte order.",
        "Numbers are stored least significant byte first.",
        "Values are not big-endian, as one may expect, they are little-endian.",
        "All integers are little-endian, except where noted.",
        "Endianness: little",
        "Packed, little-endian.",
        "No padding, tightly packed, little-endian.",
        "The format is little-endian. Big-endian machines have to swap bytes.",
    ];
    for prose in little {
        let (order, _) = of(prose);
        assert_eq!(order, Endian::Little, "{prose}");
    }
    assert_eq!(of(little[1]), (Endian::Little, false));
}

#[test]
fn what_is_not_stated_is_open() {
    let open = [
        "Nothing is said.",
        "A number MUST BE positive.",
        "The byte order is given by a mark: big-endian or little-endian.",
        "If the first byte is 1, all numbers are big-endian.",
        "The format is not big-endian.",
        "Numbers of bits say nothing of places, as protocols are usually in big-endian network byte order.",
        "The numbering of values is shown, as drawings come in big-endian network byte order.",
        "All numbers are big-endian. All numbers are little-endian.",
        "All fields have the byte order (little endian / big endian) of the writing machine.",
    ];
    for prose in open {
        let (order, is_open) = of(prose);
        assert_eq!((order, is_open), (Endian::Little, true), "{prose}");
    }
}

#[test]
fn nothing_is_open_without_a_number_of_several_bytes() {
    let bytes = table(&[("Mark", "u8[4]", "32", "always \"ABCD\""), ("Kind", "u8", "8", "")]);
    assert_eq!(open(&declared(&bytes)), [""; 0]);
    let number = table(&[("Kind", "u8", "8", ""), ("Count", "u16", "16", "")]);
    assert_eq!(
        open(&declared(&number)),
        [": the document does not state the byte order: numbers are declared little-endian"]
    );
}

#[test]
fn sections_and_structures_have_their_own() {
    let section = |title: &str, prose: &str| {
        format!("## {title}\n\n{prose}\n\n| Field | Type | Size (bits) |\n|---|---|---|\n| A | u16 | 16 |\n\n")
    };
    let text = format!(
        "# Things\n\nAll numbers in the file are little-endian.\n\n{}{}{}",
        section("Inner", "All numbers in this section are big-endian."),
        section("Outer", ""),
        section("Other", "The inner things come first.")
    );
    let declared = declared(&text);
    assert_eq!(open(&declared), [""; 0]);
    assert_eq!(orders(&declared, "Inner"), [Endian::Big]);
    assert_eq!(orders(&declared, "Outer"), [Endian::Little]);

    let text = format!("# Things\n\n{}{}", section("Inner", "All fields are big-endian."), section("Outer", ""));
    let declared = super::declared(&text);
    assert_eq!(orders(&declared, "Inner"), [Endian::Big]);
    let left = ": the document does not state the byte order of `Outer`: numbers are declared little-endian";
    assert_eq!(open(&declared), [left]);
}

#[test]
fn types_notes_and_names_outrank_the_document() {
    let rows = [
        ("Amount", "u32", "32", ""),
        ("B", "u32 (little-endian)", "32", ""),
        ("C", "u32", "32", "stored little-endian"),
        ("D", "u32", "32", ""),
    ];
    let text = format!(
        "# Things\n\nAll values are big endian unless stated otherwise; D is little endian.\n\n{}",
        table(&rows)
    );
    let declared = declared(&text);
    assert_eq!(open(&declared), [""; 0]);
    assert_eq!(orders(&declared, "Thing"), [Endian::Big, Endian::Little, Endian::Little, Endian::Little]);
    let text = format!("# Things\n\nAll values are little-endian and the Amount is big-endian.\n\n{}", table(&rows));
    let found = orders(&super::declared(&text), "Thing");
    assert_eq!(found, [Endian::Big, Endian::Little, Endian::Little, Endian::Little]);
}

#[test]
fn a_table_of_types_states_it() {
    let text = "# Things\n\n## Types\n\n| Data type | Description |\n|---|---|\n| Num | 32-bit (4-byte) unsigned integer in big-endian format |\n\n";
    let declared = declared(&format!("{text}{}", table(&[("A", "Num", "32", "")])));
    assert_eq!(open(&declared), [""; 0]);
    assert_eq!(orders(&declared, "Thing"), [Endian::Big]);
}

#[test]
fn a_section_is_called_by_its_title() {
    let text = format!(
        "# Things\n\nFirst.\n\n# Packed things\n\nPacked things are big-endian.\n\n{}",
        table(&[("A", "u32", "32", "")])
    );
    let declared = declared(&text);
    assert_eq!((open(&declared).len(), orders(&declared, "Thing")), (0, vec![Endian::Big]));
}

#[test]
fn exceptions_name_their_fields() {
    let rows =
        [("Amount", "u32", "32", ""), ("Port", "u16", "16", ""), ("Sum", "u32", "32", ""), ("Time", "u32", "32", "")];
    let text =
        |prose: &str| format!("# Things\n\nEverything is stored little-endian, except {prose}.\n\n{}", table(&rows));
    let said = declared(&text("`Sum` and `Port`, which are big-endian"));
    assert_eq!(open(&said), [""; 0]);
    assert_eq!(orders(&said, "Thing"), [Endian::Little, Endian::Big, Endian::Big, Endian::Little]);
    for prose in ["the glaze, which is big-endian", "Sum, if it is big-endian", "the Sum"] {
        assert!(!open(&declared(&text(prose))).is_empty(), "{prose}");
    }
}

#[test]
fn numbers_of_all_fields_are_signed_or_texts() {
    let head = |prose: &str| {
        format!(
            "# Things\n\nNumbers are little-endian. {prose}\n\n## Thing\n\n| Offset | Size (bytes) | Field |\n|---|---|---|\n| 0 | 2 | x |\n| 2 | 8 | date |\n\n"
        )
    };
    for prose in [
        "Values are 16-bit signed integers.",
        "All fields are ASCII digits.",
        "Numeric fields are stored as octal numbers in ASCII.",
        "Fields are BCD.",
    ] {
        assert!(!open(&declared(&head(prose))).is_empty(), "{prose}");
    }
    for prose in ["Fields are described below.", "All fields of the string table are 8 bytes.", "Values are unsigned."]
    {
        assert_eq!(open(&declared(&head(prose))), [""; 0], "{prose}");
    }
}

#[test]
fn names_state_it() {
    let rows = [
        ("Amount (big-endian)", "u32", "32", ""),
        ("Port in network byte order", "u16", "16", ""),
        ("Sum (in bytes)", "u32", "32", ""),
    ];
    let found = declared(&format!("# Things\n\nAll numbers are little-endian.\n\n{}", table(&rows)));
    assert_eq!(orders(&found, "Thing"), [Endian::Big, Endian::Big, Endian::Little]);
    for name in ["Amount (LE then BE)", "Amount (both byte orders)", "Amount, little-endian and big-endian"] {
        let found =
            declared(&format!("# Things\n\nAll numbers are little-endian.\n\n{}", table(&[(name, "u64", "64", "")])));
        assert!(open(&found).iter().any(|what| what.contains("both byte orders")), "{name}: {:?}", open(&found));
    }
}

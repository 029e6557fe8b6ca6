//! Listings of members without the braces of their structure, and values on lines of their own.

use super::{fields, markdown, open, text};
use bpx_documents::{Body, Document, declare};

fn values(document: &Document) -> Vec<(&str, Option<u64>)> {
    let found = document.tables.iter().find_map(|table| match &table.body {
        Body::Enumeration { values } | Body::Flags { values } => Some(values),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{document:#?}")).iter().map(|value| (&*value.name, value.value)).collect()
}

#[test]
fn bit_fields_alone_are_a_structure() {
    let document = markdown("```c\n// The lid.\nuint16_t Lid : 3;\nuint16_t Heat : 12;\nuint16_t Open : 1;\n```");
    assert_eq!(fields(&document, "Kiln"), [("Lid", Some(3)), ("Heat", Some(12)), ("Open", Some(1))]);
    assert_eq!(declare(&document).model.get("Kiln").unwrap().size, Some(2));
}

#[test]
fn members_around_a_structure_are_one_structure() {
    let listing = "```c\nuint32_t Seal;\nint32_t Count;\nstruct pot {\n    uint16_t Kind;\n    uint16_t Lids;\n} pots[Count];\nuint8_t Last;\n```";
    let document = markdown(listing);
    let expected = [("Seal", Some(32)), ("Count", Some(32)), ("pots", None), ("Last", Some(8))];
    assert_eq!(fields(&document, "Kiln"), expected);
    assert_eq!(fields(&document, "pot"), [("Kind", Some(16)), ("Lids", Some(16))]);
    // A size that is computed leaves the members after it open.
    let document = markdown(&listing.replace("uint8_t Last", "char pad[(Count & 3) == 0 ? 0 : 4];\nuint8_t Last"));
    assert!(open(&document).contains("`pad` has no fixed size"), "{}", open(&document));
}

#[test]
fn variables_around_a_structure_are_no_members() {
    for listing in [
        "uint32_t seal = read();\nuint32_t other;\nstruct pot { uint16_t kind; uint16_t lids; } pots[4];",
        "uint32_t seal;\nuint32_t other;\nstruct pot { uint16_t kind; uint16_t lids; };",
        "uint32_t seal;\n/* if the kiln is hot */\nuint32_t other;\nstruct pot { uint16_t kind; } pots[4];",
    ] {
        let document = markdown(&format!("```c\n{listing}\n```"));
        let is_pots = |table: &bpx_documents::Table| matches!(&table.body, Body::Structure { fields, .. } if fields.iter().any(|field| field.name == "pots"));
        let has_pots = document.tables.iter().any(is_pots);
        assert!(!has_pots, "{listing}: {document:#?}");
    }
}

#[test]
fn a_first_member_of_an_unknown_type_is_kept() {
    let document = markdown("```c\nseal32 mark;    /* as ever */\nlid16 lid;\nuint8 count;\nuint8 heat;\n```");
    let expected = [("mark", None), ("lid", None), ("count", Some(8)), ("heat", Some(8))];
    assert_eq!(fields(&document, "Kiln"), expected);
    assert!(open(&document).contains("`mark` has no fixed size"), "{}", open(&document));
}

#[test]
fn values_on_lines_of_their_own_are_codes() {
    let pairs = [("Clay", Some(0)), ("Glass", Some(1)), ("Iron", Some(16))];
    for list in [
        "0x00 = Clay\n0x01 = Glass\n0x10 = Iron",
        "0x00 = Clay\n\n0x01 = Glass\n\n0x10 = Iron",
        "\t0\t-\t\"Clay\"\n\t1\t-\t\"Glass\"\n\t16\t-\t\"Iron\"",
    ] {
        let document = text(list);
        assert_eq!(values(&document), pairs, "{list}");
    }
    // Steps, sums and values that fall are none.
    for list in [
        "1 - First open the lid of the kiln\n2 - Then wait for an hour\n3 - Then close the lid of it",
        "3 = Clay\n2 = Glass\n1 = Iron",
        "1 = a + b\n2 = a + c\n3 = b + c",
    ] {
        assert!(text(list).tables.is_empty(), "{list}: {:#?}", text(list));
    }
}

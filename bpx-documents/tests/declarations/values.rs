//! Columns that list or limit the values of a field become codes and rules.

use super::{little, open, rules, thing};
use bpx_model::{Field, Rule};

/// A structure `Thing` with a column of this title, and its two fields, of one byte and of two bytes.
fn columned(title: &str, first: &str, second: &str) -> bpx_documents::Declarations {
    little(&format!(
        "## Thing\n\n| Offset | Type | Name | {title} |\n|---|---|---|---|\n| 0 | u8 | kind | {first} |\n\
         | 1 | i16 | heat | {second} |\n"
    ))
}

fn codes(field: &Field) -> Vec<(String, u64)> {
    let codes = field.codes.as_ref().map(|codes| codes.get().codes.to_vec()).unwrap_or_default();
    codes.iter().map(|code| (code.name.to_string(), code.value)).collect()
}

#[test]
fn lists_in_a_column_of_values_are_codes() {
    for list in ["0 = bowl, 1 = vase, 0x10 = jug", "0: bowl; 1: vase; 16: jug", "bowl = 0, vase = 1, jug = 16"] {
        let declared = columned("Values", list, "degrees");
        assert_eq!(open(&declared), [""; 0], "{list}");
        let field = &thing(&declared).fields()[0];
        assert_eq!(codes(field), [("bowl".to_owned(), 0), ("vase".to_owned(), 1), ("jug".to_owned(), 16)], "{list}");
        assert_eq!(rules(field), [&Rule::Known]);
        assert_eq!(codes(&thing(&declared).fields()[1]), []);
    }
    // One number is no list, and so are texts without numbers.
    for text in ["0 = none", "low, high", "1, 2", "0 = bowl, or a vase"] {
        let declared = columned("Values", text, "degrees");
        assert_eq!(codes(&thing(&declared).fields()[0]), [], "{text}");
    }
}

#[test]
fn single_bits_in_a_list_of_values_may_be_flags() {
    let reported = |name: &str, list: &str| open(&columned("Values", list, "")).concat().contains(name);
    assert!(reported("the values of `kind` may be numbers or single bits", "1 = heat, 2 = open, 4 = fill"));
    let of = |name: &str, list: &str| {
        let text = format!(
            "## Thing\n\n| Offset | Type | Name | Values |\n|---|---|---|---|\n| 0 | u8 | {name} | {list} |\n\
             | 1 | u8 | end | |\n"
        );
        let declared = little(&text);
        thing(&declared).fields()[0].codes.as_ref().map(|codes| codes.get().flags)
    };
    assert_eq!(of("flags", "1 = hot, 2 = full, 128 = old"), Some(true));
    assert_eq!(of("kiln permissions", "1 = heat, 2 = open"), Some(true));
    assert_eq!(of("kind", "1 = bowl, 2 = vase"), Some(false));
    assert_eq!(of("kind", "1 = bowl, 2 = vase, 3 = jug, 4 = pot"), Some(false));
    assert_eq!(of("access", "1 = heat, 2 = open, 4 = fill"), None);
    assert_eq!(of("flags", "1 = hot, 3 = hot and full"), None);
}

#[test]
fn a_description_that_is_a_list_of_all_values_is_a_list_of_codes() {
    let declared = columned("Description", "0 = bowl, 1 = vase, 2 = jug", "in degrees");
    assert_eq!(codes(&thing(&declared).fields()[0]).len(), 3);
    // Some values may have a meaning, and all others be numbers.
    for text in ["0 = none, 255 = full", "0 = off, 1 = on", "kind of it: 0 = bowl, 1 = vase, 2 = jug"] {
        let declared = columned("Description", text, "in degrees");
        assert_eq!(codes(&thing(&declared).fields()[0]), [], "{text}");
    }
}

#[test]
fn values_of_a_list_that_are_no_numbers_are_reported() {
    let declared = columned("Values", "0 = bowl, 1 = vase, 2-9 = later", "");
    assert_eq!(open(&declared), ["ThingKind: `later` = 2-9 is not declared, because it is a range"]);
    assert_eq!(codes(&thing(&declared).fields()[0]).len(), 2);
}

#[test]
fn a_column_of_ranges_is_a_column_of_rules() {
    for title in ["Range", "Allowed values", "Valid range", "Possible values"] {
        let declared = columned(title, "1-9", "-180 to 180");
        assert_eq!(open(&declared), [""; 0], "{title}");
        assert_eq!(rules(&thing(&declared).fields()[0]), [&Rule::Range(1, 9)], "{title}");
        assert_eq!(rules(&thing(&declared).fields()[1]), [&Rule::Range(-180, 180)], "{title}");
    }
    let declared = columned("Allowed values", "0, 1, 4", "7");
    assert_eq!(rules(&thing(&declared).fields()[0]), [&Rule::OneOf(vec![0, 1, 4].into())]);
    assert_eq!(rules(&thing(&declared).fields()[1]), [&Rule::OneOf(vec![7].into())]);
    let declared = columned("Allowed values", "0 = bowl, 1 = vase", "");
    assert_eq!(codes(&thing(&declared).fields()[0]).len(), 2);
}

#[test]
fn limits_of_a_measured_quantity_stay_a_text() {
    let text = "## Thing\n\n| Type | Name | Range | Unit | Scale |\n|---|---|---|---|---|\n\
                | u16 | heat | 0-30 | V | 0.1 |\n| u16 | draft | 0-2.5 | | |\n";
    let declared = little(text);
    for (field, doc) in thing(&declared).fields().iter().zip(["Range: 0-30.", "Range: 0-2.5."]) {
        assert_eq!(rules(field), [] as [&Rule; 0]);
        assert_eq!(field.doc, doc);
    }
}

#[test]
fn descriptions_say_how_many_numbers_a_field_has() {
    let of = |text: &str| {
        let text = format!(
            "## Thing\n\n| Offset | Size | Description |\n|---|---|---|\n| 0x0 | 12 | {text} |\n| 0xC | 4 | Heat |\n"
        );
        let declared = little(&text);
        let field = thing(&declared).fields()[0].clone();
        (format!("{:?} {:?}", field.ty, field.len), open(&declared))
    };
    for text in ["Place (three floats)", "Three floats: the place", "Place, 3 x 32-bit floats"] {
        let (ty, open) = of(text);
        assert!(ty.contains("Float { size: 4") && ty.contains("Fixed(3)"), "{text}: {ty}");
        assert_eq!(open, [""; 0], "{text}");
    }
    let (ty, _) = of("Lids (six signed 16-bit integers)");
    assert!(ty.contains("Int { size: 2, signed: true") && ty.contains("Fixed(6)"), "{ty}");
    for text in ["Place, four floats", "Twelve bytes", "Three parts"] {
        let (ty, _) = of(text);
        assert!(ty.contains("Int { size: 1"), "{text}: {ty}");
    }
    let (_, open) = of("Place (x, y, z)");
    assert_eq!(open, ["Thing: `Place` may be 3 numbers of 32 bits, whose type is not stated"]);
}

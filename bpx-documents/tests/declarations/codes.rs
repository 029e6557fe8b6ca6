//! Tables assign sets of values to fields, and each lost value is reported.

use super::{declared, little, open, rules, table, thing};
use bpx_model::{Endian, Rule};

fn values(field: &bpx_model::Field) -> Vec<(String, u64)> {
    let codes = field.codes.as_ref().unwrap().get();
    codes.codes.iter().map(|code| (code.name.to_string(), code.value)).collect()
}

#[test]
fn chapters_with_the_same_titles_keep_their_own_values() {
    let chapter = |number: u8, title: &str, codes: &str| {
        let head = format!(
            "# {number} {title}\n\n## {number}.1 Extra\n\n| Field | Type | Size (bits) |\n|---|---|---|\n| Shape | u8 | 8 |\n\n"
        );
        if codes.is_empty() {
            head
        } else {
            format!("{head}### {number}.1.1 Shape\n\n| Name | Value |\n|---|---|\n{codes}\n")
        }
    };
    let text = chapter(1, "Apple", "| Round | 1 |\n") + &chapter(2, "Pear", "| Long | 7 |\n") + &chapter(3, "Plum", "");
    let declared = declared(&text);
    let shape = |name: &str| &declared.model.get(name).unwrap().fields()[0];
    assert_eq!(values(shape("AppleExtra")), [("Round".to_owned(), 1)]);
    assert_eq!(values(shape("PearExtra")), [("Long".to_owned(), 7)]);
    assert_eq!(shape("PlumExtra").codes, None);
    assert_eq!(shape("PearExtra").codes.as_ref().unwrap().get().name, "PearExtraShape");
}

#[test]
fn two_sets_with_the_name_of_a_type_are_open() {
    let set = |value: u8| format!("| Name | Value |\n|---|---|\n| One | {value} |\n\n");
    let text = format!(
        "# 1 Sets\n\n## 1.1 Shape\n\n{}## 1.2 Shape\n\n{}# 2 Things\n\n{}",
        set(1),
        set(2),
        table(&[("A", "Shape", "8", "")])
    );
    assert_eq!(open(&declared(&text)), ["Thing: `a`: 2 tables list the values of the field differently"]);
}

/// A field `Kind` of this type, and its values.
fn kind(ty: &str, bits: &str, rows: &str) -> String {
    format!("{}### Kind\n\n| Name | Value |\n|---|---|\n{rows}\n", table(&[("Kind", ty, bits, "")]))
}

#[test]
fn letters_are_numbers_in_the_byte_order_of_the_field() {
    let text = kind("u16", "16", "| Zip | \"PK\" |\n| Tar | 5 |\n");
    let found = little(&text);
    assert_eq!(open(&found), [""; 0]);
    assert_eq!(values(&thing(&found).fields()[0]), [("Zip".to_owned(), 0x4b50), ("Tar".to_owned(), 5)]);
    assert_eq!(rules(&thing(&found).fields()[0]), [&Rule::Known]);
    let found = declared(&format!(
        "All numbers are {}.\n\n{text}",
        if Endian::Big == Endian::default() { "" } else { "big-endian" }
    ));
    assert_eq!(values(&thing(&found).fields()[0])[0], ("Zip".to_owned(), 0x504b));
}

#[test]
fn values_that_are_no_number_are_reported_and_excuse_the_others() {
    let declared = little(&kind(
        "u8",
        "8",
        "| One | 1 |\n| Other | 0x10-0x1F |\n| Zip | \"PK\" |\n| None | -1 |\n| Some | many |\n",
    ));
    let expected = [
        "ThingKind: `Other` = 0x10-0x1F is not declared, because it is a range",
        "ThingKind: `Zip` = \"PK\" is not declared, because the cell is not a number, and no field has as many bytes as the \
         cell has letters",
        "ThingKind: `None` = -1 is not declared, because codes cannot be negative",
        "ThingKind: `Some` = many is not declared, because it is not a number",
    ];
    assert_eq!(open(&declared), expected);
    let field = &thing(&declared).fields()[0];
    assert_eq!(values(field), [("One".to_owned(), 1)]);
    assert_eq!(rules(field), [] as [&Rule; 0], "other values may be right");
}

#[test]
fn a_list_of_values_is_several_codes() {
    let declared = little(&kind("u16", "16", "| Link | 2988/2989 |\n| End | 7 |\n"));
    let field = &thing(&declared).fields()[0];
    assert_eq!(values(field), [("Link".to_owned(), 2988), ("Link2".to_owned(), 2989), ("End".to_owned(), 7)]);
    assert_eq!(rules(field), [&Rule::Known]);
    assert_eq!(open(&declared), ["ThingKind: `Link` names several values; the schema calls 2989 `Link2`"]);
}

#[test]
fn values_without_names_are_called_by_their_notes() {
    let text = format!(
        "{}### Kind\n\n| Value | Description |\n|---|---|\n| 0x00000001 | Interface description, see 4.2 |\n| 2 | |\n",
        table(&[("Kind", "u32", "32", "")])
    );
    let declared = little(&text);
    let field = &thing(&declared).fields()[0];
    assert_eq!(values(field), [("Interface description".to_owned(), 1), ("2".to_owned(), 2)]);
}

#[test]
fn shifts_are_numbers() {
    let text = "## Flags\n\n| Flag | Value |\n|---|---|\n| LID | 1 << 0 |\n| GLAZE | 1 << 4 |\n| HOT | BIT(7) |\n";
    let declared = little(text);
    assert_eq!(open(&declared), [""; 0]);
    let codes: Vec<u64> = declared.model.codes[0].codes.iter().map(|code| code.value).collect();
    assert_eq!(codes, [1, 16, 128]);
}

#[test]
fn a_sentence_before_a_table_names_the_field_of_its_values() {
    let of = |sentence: &str| {
        let text = format!(
            "{}{sentence}\n\n| Bit | Name |\n|---|---|\n| 0 | hot |\n| 7 | full |\n",
            table(&[("flags", "u8", "8", ""), ("kind", "u8", "8", "")])
        );
        let declared = little(&text);
        (thing(&declared).fields()[0].codes.is_some(), thing(&declared).fields()[1].codes.is_some(), open(&declared))
    };
    for sentence in ["`flags` is a combination of:", "The bits of the flags field are flags:", "Values of flags:"] {
        assert_eq!(of(sentence), (true, false, Vec::new()), "{sentence}");
    }
    let text = format!(
        "{}The flags are:\n\n| Mask | Name |\n|---|---|\n| 1 | hot |\n| 6 | pots |\n",
        table(&[("flags", "u8", "8", "")])
    );
    let declared = little(&text);
    assert_eq!(rules(&thing(&declared).fields()[0]), [] as [&Rule; 0], "masks of several bits are no values");
    for sentence in ["Flags of kind 3 are:", "Each pot has flags:", "The flags are as follows."] {
        assert_eq!(of(sentence), (false, false, Vec::new()), "{sentence}");
    }
}

#[test]
fn a_column_with_the_name_of_a_field_has_its_values() {
    let of = |between: &str, titles: &str| {
        let text = format!(
            "{}{between}\n\n| {titles} |\n|---|---|\n| 1 | Bowl |\n| 2 | Vase |\n| 0x10 | Jug |\n",
            table(&[("kind", "u8", "8", ""), ("lids", "u8", "8", "")])
        );
        let declared = little(&text);
        (thing(&declared).fields()[0].codes.is_some(), declared.model.codes.len())
    };
    for between in ["", "### Kinds", "### Kind", "### Thing kinds"] {
        assert_eq!(of(between, "Kind | Name"), (true, 0), "{between}");
    }
    assert_eq!(of("", "Kind | Pot"), (true, 0));
    // Another structure may have these kinds.
    assert_eq!(of("### Kinds of lids", "Kind | Name"), (false, 1));
    assert_eq!(of("## Kilns", "Kind | Name"), (false, 1));
    // Numbers of other things are no values.
    assert_eq!(of("", "Page | Title"), (false, 0));
}

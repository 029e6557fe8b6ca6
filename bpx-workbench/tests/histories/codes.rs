//! Sets of values.

use super::{document, reported, schema, structure, values};
use bpx_schema::schema::Model;
use bpx_workbench::diff::{Level, Options, diff};

fn types(rows: &str) -> String {
    document(&[values("2 Section types", rows)])
}

#[test]
fn values_that_no_field_has_are_compared() {
    let old = types("| Mesh | 0 | triangles |\n| Sound | 1 | noise |\n| Text | 2 | words |\n| Old | 7 | history |\n");
    let new = types("| Mesh | 1 | triangles |\n| Sound | 2 | noise |\n| Texts | 3 | words |\n| Light | 9 | a lamp |\n");
    assert_eq!(
        reported(&old, &new, Level::Model),
        [
            "code.renumbered SectionTypes.Mesh (0 -> 1) differs/differs",
            "code.renumbered SectionTypes.Sound (1 -> 2) differs/differs",
            "code.removed SectionTypes.Text (2 -> ) more/rejects",
            "code.removed SectionTypes.Old (7 -> ) more/rejects",
            "code.added SectionTypes.Texts ( -> 3) rejects/more",
            "code.added SectionTypes.Light ( -> 9) rejects/more",
        ]
    );
}

#[test]
fn a_schema_file_has_them_too() {
    let old = types("| Mesh | 0 | triangles |\n| Sound | 1 | noise |\n");
    let new = types("| Mesh | 1 | triangles |\n| Sound | 2 | noise |\n");
    let read = |text: &str| Model::from_json(&schema(text).to_json().unwrap()).unwrap();
    let changes = diff(&read(&old), &schema(&new), &Options::default()).unwrap();
    assert_eq!(changes.len(), 2);
    assert_eq!(read(&new), schema(&new));
}

#[test]
fn a_document_of_values_alone_is_compared() {
    let only = |rows: &str| format!("# Opcodes\n\n{}", values("1 Opcodes", rows));
    let old = only("| Nop | 0 | nothing |\n| Jump | 1 | go |\n");
    let new = only("| Nop | 0 | nothing |\n| Jump | 2 | go |\n");
    assert_eq!(reported(&old, &new, Level::Wire), ["code.renumbered Opcodes.Jump (1 -> 2) differs/differs"]);
}

#[test]
fn sets_come_go_and_are_renamed() {
    let colours = "| Red | 0 | warm |\n| Green | 1 | calm |\n| Blue | 2 | cold |\n";
    let old = document(&[values("2 Colours", colours), values("3 Shapes", "| Cube | 0 | six |\n| Ball | 1 | one |\n")]);
    let new = document(&[
        values("2 Tints", &format!("{colours}| Grey | 3 | dull |\n")),
        values("3 Sounds", "| Loud | 1 | up |\n| Low | 2 | down |\n"),
    ]);
    assert_eq!(
        reported(&old, &new, Level::Model),
        [
            "code.added Tints.Grey ( -> 3) rejects/more",
            "codes.removed Shapes (2 codes -> ) more/rejects",
            "codes.added Sounds ( -> 2 codes) rejects/more",
            "codes.renamed Tints (Colours -> Tints) same/same",
        ]
    );
}

#[test]
fn a_name_with_another_meaning_replaces_the_code() {
    let old =
        types("| Adler32 | 1 | a sum |\n| Colour | 2 | of a light |\n| GL33 | 3 |  |\n| A | 4 | turns to the left |\n");
    let new = types(
        "| Crc32 | 1 | a remainder |\n| LightColour | 2 | it shines |\n| GL40 | 3 |  |\n| B | 4 | turns to the left |\n",
    );
    assert_eq!(
        reported(&old, &new, Level::Model),
        [
            "code.replaced SectionTypes.Adler32 (Adler32 -> Crc32) differs/differs",
            "code.replaced SectionTypes.GL33 (GL33 -> GL40) differs/differs",
            "code.renamed SectionTypes.Colour (Colour -> LightColour) same/same",
            "code.renamed SectionTypes.A (A -> B) same/same",
        ]
    );
}

#[test]
fn a_second_name_of_a_value_changes_nothing_for_readers() {
    let one = types("| Mesh | 1 | triangles |\n| Sound | 2 | noise |\n");
    let two = types("| Mesh | 1 | triangles |\n| Sound | 2 | noise |\n| Model | 1 | as above |\n");
    assert_eq!(reported(&one, &two, Level::Model), ["code.named SectionTypes.Model ( -> 1) same/same"]);
    assert_eq!(reported(&two, &one, Level::Model), ["code.unnamed SectionTypes.Model (1 -> ) same/same"]);
}

/// Returns a document with a set of a field, as flags or as codes.
fn targets(title: &str, rows: &str) -> String {
    document(&[
        structure("2 Shader", "| Target | u8 | 1 | what it is for |\n| Size | u8 | 1 | of it |\n"),
        values(title, rows),
    ])
}

#[test]
fn a_replaced_code_of_a_field_has_a_witness() {
    let old = targets("2.1 Target", "| Adler32 | 1 | a sum |\n| None | 0 | nothing |\n");
    let new = targets("2.1 Target", "| Crc32 | 1 | a remainder |\n| None | 0 | nothing |\n");
    let changes = super::changes(&old, &new);
    let change = changes.iter().find(|change| change.rule.id == "code.replaced").unwrap();
    assert_eq!(change.witnesses.len(), 2, "{change:?}");
    assert_eq!(change.witnesses[0].said, ["target = 1 (Adler32)", "target = 1 (Crc32)"]);
}

#[test]
fn flags_that_become_codes_have_another_meaning_where_bits_are_combined() {
    let mut flags = schema(&targets("2.1 Target", "| Left | 1 | to one side |\n| Right | 2 | to the other |\n"));
    let codes = schema(&targets("2.1 Target", "| Left | 1 | to one side |\n| Right | 2 | to the other |\n"));
    let more = schema(&targets(
        "2.1 Target",
        "| Left | 1 | to one side |\n| Right | 2 | to the other |\n| Up | 3 | to the sky |\n",
    ));
    set_flags(&mut flags);
    let kind = |old: &Model, new: &Model| {
        let changes = diff(old, new, &Options::default()).unwrap();
        let change = changes.iter().find(|change| change.rule.id == "codes.kind").unwrap();
        [change.effects.old_reads_new.name(), change.effects.new_reads_old.name()]
    };
    // Each code is a flag: files with several flags are rejected, others are read alike.
    assert_eq!(kind(&flags, &codes), ["accepts-more", "rejects"]);
    // The code 3 was left and right.
    assert_eq!(kind(&flags, &more), ["reads-differently", "reads-differently"]);
    assert_eq!(kind(&more, &flags), ["reads-differently", "reads-differently"]);
}

fn set_flags(model: &mut Model) {
    use bpx_schema::schema::{Body, CodesLink};
    let Body::Fields(fields) = &mut model.structures.get_mut("Shader").unwrap().body else { panic!("no fields") };
    for codes in fields.to_mut().iter_mut().filter_map(|field| field.codes.as_mut()) {
        let CodesLink::Owned(codes) = codes else { panic!("not owned") };
        std::sync::Arc::make_mut(codes).flags = true;
    }
}
